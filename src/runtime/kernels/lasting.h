/* How large the difference z of a relation's sides is, against which its rounding errors are
   measured. C99 and C++; translated programs carry it as it stands.

   What lasts counts, not a peak: x/y where y passes zero is anything for a moment, and if that
   counted, no later change of the sign would be more than noise. So the size follows |z| upwards,
   the smaller one of two points in a row, by a factor of ten in each `unit` of time, which a pole
   of 1/(t - t0) does not last. */

static const double lastingSmallest = 1e-2; /* what counts as large at least */
static const double lastingOfSpan = 1e-5;   /* unit of time, of what is simulated */

/* `before`: z at the last call, `passed`: the time since then; 0 after an event. */
static double lastingSize(double size, double z, double before, double passed, double unit) {
  const double now = fabs(z) < fabs(before) ? fabs(z) : fabs(before);
  const double least = size < lastingSmallest ? lastingSmallest : size;
  double most;
  if (!(now > size)) return size;
  if (!(now > least)) return now;
  if (!(passed > 0)) return least;
  most = passed < 300 * unit ? least * pow(10, passed / unit) : HUGE_VAL;
  return most < now ? most : now;
}

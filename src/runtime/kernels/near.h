/* Slopes that are about the same. C99 and C++; translated programs carry it as it stands. */

static int stepNear(double a, double b) {
  const double most = fabs(a) < fabs(b) ? fabs(b) : fabs(a);
  return fabs(a - b) <= 0.5 * most;
}

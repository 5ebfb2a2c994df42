/* Where the iterations of inlined steps of fixed size begin. C99 and C++; translated programs carry
   it as it stands. Needs near.h. */

/* A guess beyond the last point for each component: by its values and slopes at the last two points
   where those slopes are about that of the line between them; by the parabola through its last
   three values where it changed about as fast in both intervals; after one point by the slope where
   that changes little against x and its nominal value; else it stays as it is. After a jump or a
   fast transition a polynomial would go anywhere. t0, t1, t2, x and f likewise: the points, the
   newest first, of which there are `count`; x2 needs no slope. */
static void stepExtrapolate(int n, int count, double t, double t0, double t1, double t2,
                            const double* x0, const double* x1, const double* x2, const double* f0,
                            const double* f1, const double* nominal, double* x, double* f) {
  const double s = t - t0, p = t0 - t1, q = t1 - t2;
  int i;
  for (i = 0; i < n; ++i) {
    double slope, first, bend, twist;
    x[i] = x0[i];
    f[i] = 0;
    if (count < 2) {
      const double change = s * f0[i];
      if (fabs(change) > 0.5 * (fabs(x0[i]) < nominal[i] ? nominal[i] : fabs(x0[i]))) continue;
      x[i] += change;
      f[i] = f0[i];
      continue;
    }
    slope = (x0[i] - x1[i]) / p;
    /* x = x0 + s (f0 + s (bend + (s + p) twist)), the Newton form through x0, f0, x1, f1 */
    first = f0[i];
    bend = (f0[i] - slope) / p;
    twist = (f0[i] - 2 * slope + f1[i]) / (p * p);
    if (!stepNear(f0[i], slope) || !stepNear(f1[i], slope)) {
      double before;
      if (count < 3) continue;
      before = (x1[i] - x2[i]) / q;
      if (!stepNear(slope, before)) continue;
      twist = 0;
      bend = (slope - before) / (p + q);
      first = slope + p * bend;
    }
    x[i] += s * (first + s * (bend + (s + p) * twist));
    f[i] = first + s * (2 * bend + (3 * s + 2 * p) * twist);
  }
}

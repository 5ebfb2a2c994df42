/* One stage of a singly diagonally implicit Runge-Kutta method. C99 and C++; translated programs
   carry it as it stands. Needs near.h. */

/* old(x) of stage s of a step of size h from x, where der(x) is about f, and the prediction of x
   and der(x) in v and v + n. a: the row of the formula before its diagonal gamma; slopes: der(x) of
   the stages before, and behind them still those of the step before, if `past`. With `fixed` a step
   may be long for a transition: what does not change steadily is predicted to stay as it was at the
   stage before. */
static void sdirkStage(int n, int s, int last, double h, double gamma, const double* a,
                       const double* x, const double* f, double* const* slopes, int fixed, int past,
                       const double* nominal, double* old, double* v) {
  int i, j;
  for (i = 0; i < n; ++i) {
    double sum = 0, slope = s == 0 ? f[i] : slopes[s - 1][i];
    for (j = 0; j < s; ++j) sum += a[j] * slopes[j][i];
    old[i] = x[i] + h * sum;
    if (fixed) {
      int follow;
      if (s > 0)
        follow = stepNear(slope, s > 1 ? slopes[s - 2][i] : f[i]);
      else if (past)
        follow = stepNear(slope, slopes[last - 1][i]);
      else
        follow = fabs(h * slope) <= (fabs(x[i]) < nominal[i] ? nominal[i] : fabs(x[i]));
      if (!follow) slope = ((s == 0 ? x[i] : v[i]) - old[i]) / (h * gamma);
    }
    v[n + i] = slope;
    v[i] = old[i] + h * gamma * slope;
  }
}

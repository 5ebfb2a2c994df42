/* Singular linear systems that have solutions, dense, by columns. C99 and C++; translated programs
   carry it as it stands. Needs least_norm.h. */

/* A singular system a x = b that has solutions: x := the one nearest to it. room holds n n + 5 n
   numbers. 0: there is none; worstRow (-1: not known) is where. */
static int solveNearest(int n, const double* a, const double* b, double* x, double* room,
                        int* worstRow) {
  double *copy = room, *r = room + (long)n * n, *correction = r + n, *more = correction + n;
  double worst = 1e-9;
  int i, j;
  *worstRow = -1;
  for (i = 0; i < n; ++i) r[i] = b[i];
  for (j = 0; j < n; ++j)
    for (i = 0; i < n; ++i) {
      copy[i + (long)n * j] = a[i + (long)n * j];
      r[i] -= a[i + (long)n * j] * x[j];
    }
  if (!leastNorm(n, copy, r, correction, more)) return 0;
  for (i = 0; i < n; ++i) x[i] += correction[i];
  /* Consistent when each row's residual is small against its terms. */
  for (i = 0; i < n; ++i) {
    double size = fabs(b[i]), sum = 0, residual;
    for (j = 0; j < n; ++j) {
      const double term = fabs(a[i + (long)n * j]) * (fabs(x[j]) > 1 ? fabs(x[j]) : 1);
      if (term > size) size = term;
      sum += a[i + (long)n * j] * x[j];
    }
    residual = fabs(sum - b[i]);
    if (!(residual <= worst * size) && !(residual <= 0)) {
      worst = size > 0 ? residual / size : residual;
      *worstRow = i;
    }
  }
  return *worstRow < 0;
}

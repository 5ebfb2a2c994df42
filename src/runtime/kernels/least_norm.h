/* Least-norm solutions of singular linear systems, dense, by columns. C99 and C++; translated
   programs carry it as it stands. Needs reflection.h. */

/* Rows and columns of a and the right-hand side b in units in which their largest entry is one. */
static void leastNormEquilibrate(int n, double* a, double* b, double* columnScale) {
  int i, j;
  for (j = 0; j < n; ++j) {
    double* column = a + (long)n * j;
    double largest = 0;
    for (i = 0; i < n; ++i)
      if (fabs(column[i]) > largest) largest = fabs(column[i]);
    columnScale[j] = largest > 0 ? 1 / largest : 1;
    for (i = 0; i < n; ++i) column[i] *= columnScale[j];
  }
  for (i = 0; i < n; ++i) {
    double largest = 0, scale;
    for (j = 0; j < n; ++j)
      if (fabs(a[i + (long)n * j]) > largest) largest = fabs(a[i + (long)n * j]);
    scale = largest > 0 ? 1 / largest : 1;
    for (j = 0; j < n; ++j) a[i + (long)n * j] *= scale;
    b[i] *= scale;
  }
}

/* Columns in the order of what is left of them, reflections applied to b too; the rank. */
static int leastNormTriangle(int n, double* a, double* b, double* order) {
  const double threshold = 1e-12; /* directions below it count as undetermined */
  double most = 0;
  int i, j, k;
  for (j = 0; j < n; ++j) order[j] = j;
  for (k = 0; k < n; ++k) {
    double largest = -1, tau, swap;
    int p = k;
    for (j = k; j < n; ++j) {
      double squares = 0;
      for (i = k; i < n; ++i) squares += a[i + (long)n * j] * a[i + (long)n * j];
      if (squares > largest) {
        largest = squares;
        p = j;
      }
    }
    if (k == 0) most = sqrt(largest);
    if (!(sqrt(largest) > threshold * most)) return k;
    if (p != k) {
      for (i = 0; i < n; ++i) {
        swap = a[i + (long)n * k];
        a[i + (long)n * k] = a[i + (long)n * p];
        a[i + (long)n * p] = swap;
      }
      swap = order[k];
      order[k] = order[p];
      order[p] = swap;
    }
    tau = reflection(a + k + (long)n * k, a + k + 1 + (long)n * k, 1, n - k - 1);
    for (j = k + 1; j < n; ++j)
      reflect(tau, a + k + 1 + (long)n * k, 1, n - k - 1, a + k + (long)n * j,
              a + k + 1 + (long)n * j, 1);
    reflect(tau, a + k + 1 + (long)n * k, 1, n - k - 1, b + k, b + k + 1, 1);
  }
  return n;
}

/* x := the one that minimises |a x - b| and among those |x|, both in equilibrated units. a and b
   are spoilt, room holds 3 n numbers. 0: a is not finite. Golub, Van Loan 5.5: complete orthogonal
   decomposition. */
static int leastNorm(int n, double* a, double* b, double* x, double* room) {
  double *columnScale = room, *order = room + n, *tau = room + 2 * (long)n;
  int i, j, k, rank;
  if (!allNumbers(a, n * n)) return 0;
  leastNormEquilibrate(n, a, b, columnScale);
  rank = leastNormTriangle(n, a, b, order);
  /* The columns behind the triangle vanish by reflections from the right. */
  for (k = rank - 1; k >= 0 && rank < n; --k) {
    double* rest = a + k + (long)n * rank;
    tau[k] = reflection(a + k + (long)n * k, rest, n, n - rank);
    for (i = 0; i < k; ++i)
      reflect(tau[k], rest, n, n - rank, a + i + (long)n * k, a + i + (long)n * rank, n);
  }
  for (k = rank - 1; k >= 0; --k) {
    for (j = k + 1; j < rank; ++j) b[k] -= a[k + (long)n * j] * b[j];
    b[k] /= a[k + (long)n * k];
  }
  for (k = rank; k < n; ++k) b[k] = 0;
  for (k = 0; k < rank && rank < n; ++k)
    reflect(tau[k], a + k + (long)n * rank, n, n - rank, b + k, b + rank, 1);
  for (j = 0; j < n; ++j) x[(int)order[j]] = b[j] * columnScale[(int)order[j]];
  return 1;
}

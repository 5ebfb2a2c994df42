/* Reflections of vectors (Householder). C99 and C++; translated programs carry it as it stands. */

static int allNumbers(const double* x, int n) {
  double sum = 0; /* x - x is 0 for a number and NaN otherwise */
  int i;
  for (i = 0; i < n; ++i) sum += x[i] - x[i];
  return sum == 0;
}

/* x := x - tau v (v' x) with v = (1, rest); `length`: of rest. */
static void reflect(double tau, const double* rest, long stride, int length, double* first,
                    double* x, long xStride) {
  double sum = *first;
  int i;
  for (i = 0; i < length; ++i) sum += rest[i * stride] * x[i * xStride];
  sum *= tau;
  *first -= sum;
  for (i = 0; i < length; ++i) x[i * xStride] -= sum * rest[i * stride];
}

/* The reflection that maps (first, rest) to (result, 0): first becomes the result, rest that of its
   vector; the factor is returned. */
static double reflection(double* first, double* rest, long stride, int length) {
  double squares = 0, norm, divisor;
  int i;
  for (i = 0; i < length; ++i) squares += rest[i * stride] * rest[i * stride];
  if (squares == 0) return 0;
  norm = sqrt(*first * *first + squares);
  if (*first > 0) norm = -norm;
  divisor = *first - norm;
  for (i = 0; i < length; ++i) rest[i * stride] /= divisor;
  squares = (norm - *first) / norm;
  *first = norm;
  return squares;
}

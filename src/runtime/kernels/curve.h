/* Follows a curve to the solution of a nonlinear system where Newton's method finds none. C99 and
   C++; translated programs carry it as it stands. Needs reflection.h. */

/* F(u) = 0 with n unknowns. The functions return 0 where F or its derivatives are not defined. */
typedef struct CurveProblem {
  int n;
  const double* start;
  const double* scale; /* what counts as a change of an unknown */
  int (*residual)(void* context, const double* u, double* r);
  /* At the point of the last residual; column by column. */
  int (*jacobian)(void* context, double* columns);
  /* Where the curve meets F = 0: the last iterations from u; 0: go on along the curve. */
  int (*finish)(void* context, const double* u);
  void* context;
} CurveProblem;

/* z: the unknowns in units of their scale, then lambda. */
typedef struct Curve {
  const CurveProblem* problem;
  int n;
  double *z, *tangent, *value, *u, *r, *first, *columns;
  double *a, *tau; /* the derivatives by rows, triangular after reflections: A' = Q R */
  double *next, *nextTangent, *dz;
} Curve;

static const double* curveUnknowns(const Curve* c, const double* z) {
  int i;
  for (i = 0; i < c->n; ++i) c->u[i] = c->problem->start[i] + c->problem->scale[i] * z[i];
  return c->u;
}

/* H = F(u) - (1 - lambda) F(start) and its derivatives at z, rows of size one. */
static int curveLinearize(Curve* c, const double* z) {
  const CurveProblem* p = c->problem;
  const int n = c->n, m = n + 1;
  int i, j, k;
  if (!p->residual(p->context, curveUnknowns(c, z), c->r) || !p->jacobian(p->context, c->columns))
    return 0;
  for (i = 0; i < n; ++i) {
    double* row = c->a + (long)m * i;
    double size = fabs(c->first[i]);
    for (j = 0; j < n; ++j) {
      row[j] = c->columns[i + (long)n * j] * p->scale[j];
      if (!(fabs(row[j]) <= size)) size = fabs(row[j]);
    }
    row[n] = c->first[i];
    c->value[i] = c->r[i] - (1 - z[n]) * c->first[i];
    if (!(size - size == 0)) return 0;
    if (size > 0) {
      for (j = 0; j < m; ++j) row[j] /= size;
      c->value[i] /= size;
    }
  }
  for (k = 0; k < n; ++k) {
    double* row = c->a + (long)m * k;
    c->tau[k] = reflection(row + k, row + k + 1, 1, m - k - 1);
    for (i = k + 1; i < n; ++i)
      reflect(c->tau[k], row + k + 1, 1, m - k - 1, c->a + k + (long)m * i,
              c->a + k + 1 + (long)m * i, 1);
  }
  return 1;
}

/* z := Q z */
static void curveRotate(const Curve* c, double* z) {
  const int m = c->n + 1;
  int k;
  for (k = c->n - 1; k >= 0; --k)
    reflect(c->tau[k], c->a + k + 1 + (long)m * k, 1, m - k - 1, z + k, z + k + 1, 1);
}

/* A z = 0: the last column of Q. */
static void curveNullVector(const Curve* c, double* z) {
  int i;
  for (i = 0; i < c->n; ++i) z[i] = 0;
  z[c->n] = 1;
  curveRotate(c, z);
}

/* The shortest z with A z = -H: -Q R'^-1 H. */
static int curveCorrection(const Curve* c, double* z) {
  const int n = c->n, m = n + 1;
  int i, k;
  for (k = 0; k < n; ++k) {
    z[k] = -c->value[k];
    for (i = 0; i < k; ++i) z[k] -= c->a[i + (long)m * k] * z[i];
    z[k] /= c->a[k + (long)m * k];
  }
  z[n] = 0;
  curveRotate(c, z);
  return allNumbers(z, m);
}

static double curveProduct(const double* a, const double* b, int n) {
  double sum = 0;
  int i;
  for (i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/* From c->next back to the curve; then the tangent there. 0: too far, or too sharp a turn. */
static int curveCorrect(Curve* c, double step, int* corrections) {
  const int most = 5, m = c->n + 1;
  const double close = 1e-4;    /* to the curve, relative to the step */
  const double sharpTurn = 0.8; /* cosine of the angle between tangents that is too much */
  double last = step;
  int i;
  for (*corrections = 0; *corrections < most; ++*corrections) {
    double size, cosine;
    if (!curveLinearize(c, c->next) || !curveCorrection(c, c->dz)) return 0;
    size = sqrt(curveProduct(c->dz, c->dz, m));
    if (size > 0.5 * last) return 0;
    for (i = 0; i < m; ++i) c->next[i] += c->dz[i];
    last = size;
    if (size > close * step) continue;
    if (!curveLinearize(c, c->next)) return 0;
    curveNullVector(c, c->nextTangent);
    cosine = curveProduct(c->nextTangent, c->tangent, m);
    if (cosine < 0)
      for (i = 0; i < m; ++i) c->nextTangent[i] = -c->nextTangent[i];
    return fabs(cosine) > sharpTurn;
  }
  return 0;
}

static int curveOneWay(Curve* c) {
  const int steps = 400, m = c->n + 1;
  const double smallestStep = 1e-9, farAway = 1e9;
  double step = 0.02;
  int i, k;
  for (k = 0; k < steps && step > smallestStep && curveProduct(c->z, c->z, m) < farAway * farAway;
       ++k) {
    double before, after;
    int corrections = 0;
    for (i = 0; i < m; ++i) c->next[i] = c->z[i] + step * c->tangent[i];
    if (!curveCorrect(c, step, &corrections)) {
      step /= 4;
      continue;
    }
    before = c->z[c->n] - 1;
    after = c->next[c->n] - 1;
    if ((before < 0) != (after < 0)) {
      const double part = before / (before - after);
      for (i = 0; i < m; ++i) c->dz[i] = c->z[i] + part * (c->next[i] - c->z[i]);
      if (c->problem->finish(c->problem->context, curveUnknowns(c, c->dz))) return 1;
    }
    for (i = 0; i < m; ++i) {
      c->z[i] = c->next[i];
      c->tangent[i] = c->nextTangent[i];
    }
    if (corrections < 2) step *= 2;
  }
  return 0;
}

/* How many numbers followCurve needs. */
#define CURVE_ROOM(n) ((2 * (n) + 12) * ((n) + 1))

/* Purpose: follow the curve F(u) = (1 - lambda) F(start) from lambda = 0 to lambda = 1 by its arc
   length, so that lambda may go back at a fold: where Newton's method with damping is stuck at a
   minimum of |F|, the curve only turns round. Both ways from the start are tried.
   Ensures: 1 when `finish` said so.
   Complexity: some hundred factorisations of a dense matrix of size n + 1.
   Reference: E. Allgower, K. Georg, Introduction to Numerical Continuation Methods (SIAM 2003),
   chapters 3, 6 and 11 (Newton homotopy, Gauss-Newton corrector, adaptive steps). */
static int followCurve(const CurveProblem* problem, double* room) {
  const int n = problem->n, m = n + 1;
  double** vectors[10];
  Curve c;
  int i, k, way;
  c.problem = problem;
  c.n = n;
  vectors[0] = &c.z;
  vectors[1] = &c.tangent;
  vectors[2] = &c.value;
  vectors[3] = &c.u;
  vectors[4] = &c.r;
  vectors[5] = &c.first;
  vectors[6] = &c.tau;
  vectors[7] = &c.next;
  vectors[8] = &c.nextTangent;
  vectors[9] = &c.dz;
  for (k = 0; k < 10; ++k, room += m) *vectors[k] = room;
  c.a = room;
  c.columns = room + (long)n * m;
  if (!problem->residual(problem->context, problem->start, c.r)) return 0;
  for (i = 0; i < n; ++i) c.first[i] = c.r[i];
  for (way = 1; way >= -1; way -= 2) {
    for (i = 0; i < m; ++i) c.z[i] = 0;
    if (!curveLinearize(&c, c.z)) return 0;
    curveNullVector(&c, c.tangent);
    if (c.tangent[n] * way < 0)
      for (i = 0; i < m; ++i) c.tangent[i] = -c.tangent[i];
    if (curveOneWay(&c)) return 1;
  }
  return 0;
}

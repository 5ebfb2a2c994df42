#include "codegen/text/c_kernels.h"

namespace formola::text {

namespace {

constexpr Helper kHelperTable[] = {
    {"power(", R"(/* x to the power of n, which is not 0. */
static double power(double x, int n)
{
  double result = 1;
  int k = n < 0 ? -n : n;
  for (; k > 0; k /= 2, x *= x)
    if (k % 2) result *= x;
  return n < 0 ? 1/result : result;
}

)"},
    {"pick(", R"(/* The element of a list with a number from 1 to n. */
static double pick(const double *list, int n, double at)
{
  return at >= 1 && at <= n ? list[(int)at - 1] : 0.0/0.0;
}

)"},
    {"floor_of_time(",
     R"(/* slope*time + offset has been k: the instant is compared, which was announced. */
static int has_begun(double k, double slope, double offset, double limit)
{
  return ((k - offset)/slope <= limit) == (slope > 0);
}

/* floor(slope*time + offset) at an event. */
static double floor_of_time(double slope, double offset, double reached, double passed)
{
  const double limit = slope > 0 ? reached : passed;
  double k = floor(slope*limit + offset);
  int i;
  if (slope == 0) return floor(offset);
  for (i = 0; i < 8 && has_begun(k + 1, slope, offset, limit); ++i) k += 1;
  for (i = 0; i < 8 && !has_begun(k, slope, offset, limit); ++i) k -= 1;
  return k;
}

)",
     "end_of_floor("},
    {"end_of_floor(", R"(/* When it changes next. */
static double end_of_floor(double slope, double offset, double reached, double passed)
{
  const double limit = slope > 0 ? reached : passed;
  const double k = floor_of_time(slope, offset, reached, passed) + (slope > 0);
  const double end = slope == 0 ? HUGE_VAL : (k - offset)/slope;
  return end <= limit ? nextafter(limit, HUGE_VAL) : end;
}

)"},
    {"finite_rates(", R"(/* A derivative that is no number ends the integration. */
static int finite_rates(MODEL *m)
{
  double sum = 0; /* x - x is 0 for a number */
  int i;
  for (i = NX; i < 2*NX; ++i) sum += m->v[i] - m->v[i];
  if (sum == 0) return 1;
  m->message = "a derivative is not a finite number";
  return 0;
}

)"},
    {"relation_(", R"(/* Relation number k. */
static int relation_(MODEL *m, int k, int holds)
{
  if (m->live) m->relation[k] = holds;
  return m->relation[k];
}

)"},
    {"relation_unless_close(",
     R"(/* The same; at an event it keeps its value where both sides differ by rounding only. */
static int relation_unless_close(MODEL *m, int k, int holds, double a, double b)
{
  if (m->live && !((a - b)*(a - b) <= 1e-28*(a*a + b*b))) m->relation[k] = holds;
  return m->relation[k];
}

)"}};

}  // namespace

const std::span<const Helper> kHelpers = kHelperTable;

namespace {

constexpr News kNewsTable[] = {
    {"forget_factors(", R"(/* Matrices may have changed: at an event, or with the step size. */
static void forget_factors(MODEL *m)
{
  int i;
  for (i = 0; i < (int)sizeof m->factored; ++i) m->factored[i] = 0;
}

)",
     false},
    {"begin_newton(", R"(/* Nothing is known of the nonlinear systems. */
static void begin_newton(MODEL *m)
{
  int i;
  for (i = 0; i < (int)(sizeof m->newton/sizeof m->newton[0]); ++i) m->newton[i].rate = 1;
}

)",
     true},
    {"modes_changed(", R"(/* Jacobians may belong to other equations than those from now on. */
static void modes_changed(MODEL *m)
{
  int i;
  for (i = 0; i < (int)(sizeof m->newton/sizeof m->newton[0]); ++i) {
    m->newton[i].otherMode = 1;
    m->newton[i].magnify = m->newton[i].sharpen = 0;
    m->newton[i].orientation = m->newton[i].nextOrientation = 0;
  }
}

)",
     true},
    {"forget_jacobians(", R"(/* Jacobians do belong to other equations. */
static void forget_jacobians(MODEL *m)
{
  int i;
  for (i = 0; i < (int)(sizeof m->newton/sizeof m->newton[0]); ++i) m->newton[i].factored = 0;
}

)",
     true},
    {"accept_point(", "", true, "m, beginning"},
    {"keep_solutions(", "", true, "m, after"}};

}  // namespace

const std::span<const News> kNews = kNewsTable;

const std::string_view kDenseSolver =
    R"(/* Gaussian elimination with partial pivoting. A by columns, then room for the scales of columns and
   rows: pivots of a regular matrix of which the largest entries are 1 are not as small as rounding
   errors. A diagonal holds reciprocals. 1: singular. */
static int scale_matrix(int n, double *A)
{
  double *columns = A + n*n, *rows = columns + n;
  int i, j;
  for (i = 0; i < n; ++i) rows[i] = 0;
  for (j = 0; j < n; ++j) {
    double largest = 0, sum = 0;
    for (i = 0; i < n; ++i) {
      sum += A[i + n*j] - A[i + n*j]; /* 0 for numbers */
      if (fabs(A[i + n*j]) > largest) largest = fabs(A[i + n*j]);
    }
    if (!(largest > 0) || sum != 0) return 1;
    columns[j] = 1/largest;
    for (i = 0; i < n; ++i) {
      A[i + n*j] *= columns[j];
      if (fabs(A[i + n*j]) > rows[i]) rows[i] = fabs(A[i + n*j]);
    }
  }
  for (i = 0; i < n; ++i) {
    if (!(rows[i] > 0)) return 1;
    rows[i] = 1/rows[i];
  }
  for (j = 0; j < n; ++j)
    for (i = 0; i < n; ++i) A[i + n*j] *= rows[i];
  return 0;
}

static int factor(int n, double *A, int *pivot)
{
  const double singular = 4*2.220446049250313e-16*n;
  int i, j, k;
  if (n == 1) {
    if (!(A[0] - A[0] == 0)) return 1;
    A[0] = 1/A[0];
    return !(A[0] - A[0] == 0);
  }
  if (scale_matrix(n, A)) return 1;
  for (k = 0; k < n; ++k) {
    double *const column = A + n*k;
    int p = k;
    for (i = k + 1; i < n; ++i)
      if (fabs(column[i]) > fabs(column[p])) p = i;
    pivot[k] = p;
    if (!(fabs(column[p]) > singular)) return 1;
    if (p != k)
      for (j = 0; j < n; ++j) {
        const double swap = A[k + n*j];
        A[k + n*j] = A[p + n*j];
        A[p + n*j] = swap;
      }
    column[k] = 1/column[k];
    for (i = k + 1; i < n; ++i) column[i] *= column[k];
    for (j = k + 1; j < n; ++j) {
      double *const to = A + n*j;
      const double by = to[k];
      if (by == 0) continue;
      for (i = k + 1; i < n; ++i) to[i] -= column[i]*by;
    }
  }
  return 0;
}

static void solve(int n, const double *A, const int *pivot, double *b)
{
  const double *columns = A + n*n, *rows = columns + n;
  int i, k;
  if (n == 1) {
    b[0] *= A[0];
    return;
  }
  for (i = 0; i < n; ++i) b[i] *= rows[i];
  for (k = 0; k < n; ++k) {
    const double swap = b[k];
    b[k] = b[pivot[k]];
    b[pivot[k]] = swap;
  }
  for (k = 0; k < n; ++k)
    for (i = k + 1; i < n; ++i) b[i] -= A[i + n*k]*b[k];
  for (k = n - 1; k >= 0; --k) {
    b[k] *= A[k + n*k];
    for (i = 0; i < k; ++i) b[i] -= A[i + n*k]*b[k];
  }
  for (i = 0; i < n; ++i) b[i] *= columns[i];
}

)";

const std::string_view kLinearSolver =
    R"(/* A x = b; A has room for scales behind it. A singular system that has solutions: the one nearest
   to the present values. The factors are no numbers then, so that nobody takes them for some. */
static int solve_linear(MODEL *m, int n, const int *unknown, double *A, int *pivot, double *b)
{
  double *const matrix = m->spare, *const x = matrix + n*n, *const room = x + n;
  int i;
  for (i = 0; i < n*n; ++i) matrix[i] = A[i];
  if (!factor(n, A, pivot)) {
    solve(n, A, pivot, b);
  } else {
    int worst;
    for (i = 0; i < n; ++i) x[i] = m->v[unknown[i]];
    for (i = 0; i < n*n + 2*n; ++i) A[i] = 0.0/0.0;
    for (i = 0; i < n; ++i) pivot[i] = i;
    if (!allNumbers(b, n) || !solveNearest(n, matrix, b, x, room, &worst)) {
      m->message = "a linear system of equations is singular";
      return 1;
    }
    for (i = 0; i < n; ++i) b[i] = x[i];
  }
  for (i = 0; i < n; ++i) m->v[unknown[i]] = b[i];
  return 0;
}

)";

const std::string_view kSparseSolver =
    R"(/* The same where most entries are zero. Large singular systems are not solved. */
static int solve_sparse(MODEL *m, const RowMerge *p, const int *unknown, double *A, int *rows,
                        double *b)
{
  const int n = p->n;
  int i, worst;
  if (!rowMergeFactor(p, A, rows, m->sparse_stack)) {
    rowMergeSolve(p, A, rows, b, m->sparse_room);
  } else {
    double *const matrix = m->spare, *const x = m->sparse_room;
    const int small = n <= LARGEST_SPARE;
    if (small) rowMergeColumns(p, A, matrix);
    for (i = 0; i < n; ++i) x[i] = m->v[unknown[i]];
    for (i = 0; i < p->numbers; ++i) A[i] = 0.0/0.0;
    if (!small || !allNumbers(b, n) || !solveNearest(n, matrix, b, x, matrix + n*n, &worst)) {
      m->message = "a linear system of equations is singular";
      return 1;
    }
    for (i = 0; i < n; ++i) b[i] = x[i];
  }
  for (i = 0; i < n; ++i) m->v[unknown[i]] = b[i];
  return 0;
}

)";

const std::string_view kAffineSolver =
    R"(/* r = A u - b: -b is r at u = 0, and each unit vector gives a column of A. */
static int solve_affine(MODEL *m, int n, const int *unknown, int (*residual)(MODEL *, double *),
                        double *A, int *pivot)
{
  double b[LARGEST_LINEAR] = {0}, r[LARGEST_LINEAR] = {0}, now[LARGEST_LINEAR] = {0};
  int i, j;
  for (i = 0; i < n; ++i) {
    now[i] = m->v[unknown[i]];
    m->v[unknown[i]] = 0;
  }
  if (residual(m, b)) return 1;
  for (j = 0; j < n; ++j) {
    m->v[unknown[j]] = 1;
    if (residual(m, r)) return 1;
    m->v[unknown[j]] = 0;
    for (i = 0; i < n; ++i) A[i + n*j] = r[i] - b[i];
  }
  for (i = 0; i < n; ++i) {
    b[i] = -b[i];
    m->v[unknown[i]] = now[i];
  }
  return solve_linear(m, n, unknown, A, pivot, b) || residual(m, r);
}

)";

const std::string_view kDsblock = R"(static MODEL model;

const int NAME_states = NX, NAME_inputs = @NU@, NAME_outputs = @NY@, NAME_algebraic = @NZ@;

/* The unknowns of nonlinear systems of equations. */
static const int algebraic[@NZ@ + 1] = {@ALGEBRAIC@};

/* Initial values of the states x and of the algebraic unknowns z. */
int NAME_start(double time, double *x, double *z)
{
  int i;
  static const MODEL nothing;
  model = nothing;
  model.time = time;
  model.lambda = 1;
  begin_newton(&model);
  model.live = 1;
  if (parameters(&model) || initial(&model)) return 1;
  model.live = 0;
  for (i = 0; i < NX; ++i) x[i] = model.v[i];
  for (i = 0; i < @NZ@; ++i) z[i] = model.v[algebraic[i]];
  return 0;
}

static int evaluate(double time, const double *x, const double *u, double *y)
{
  int i;
  (void)u;
  (void)y;
  model.time = time;
  for (i = 0; i < NX; ++i) model.v[i] = x[i];
@INPUTS@  if (derivatives(&model) || outputs(&model)) return 1;
@OUTPUTS@  return 0;
}

/* ODE form: dx = f(t, x, u), y = g(t, x, u); all systems of equations are solved here. */
int NAME_ode(double time, const double *x, const double *u, double *dx, double *y)
{
  int i;
  model.residual = 0;
  if (evaluate(time, x, u, y)) return 1;
  for (i = 0; i < NX; ++i) dx[i] = model.v[NX + i];
  return 0;
}

/* DAE form: 0 = r(t, x, dx, z, u), NX + @NZ@ residuals, for a solver that finds dx and z. */
int NAME_dae(double time, const double *x, const double *dx, const double *z, const double *u,
             double *r, double *y)
{
  int i;
  for (i = 0; i < @NZ@; ++i) model.v[algebraic[i]] = z[i];
  model.residual = r + NX;
  if (evaluate(time, x, u, y)) return 1;
  for (i = 0; i < NX; ++i) r[i] = dx[i] - model.v[NX + i];
  return 0;
}
)";

}  // namespace formola::text

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

/* When it changes next. */
static double end_of_floor(double slope, double offset, double reached, double passed)
{
  const double limit = slope > 0 ? reached : passed;
  const double k = floor_of_time(slope, offset, reached, passed) + (slope > 0);
  const double end = slope == 0 ? HUGE_VAL : (k - offset)/slope;
  return end <= limit ? nextafter(limit, HUGE_VAL) : end;
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

const std::string_view kForgetFactors =
    R"(/* Matrices may have changed: at an event, or with the step size. */
static void forget_factors(MODEL *m)
{
  int i;
  for (i = 0; i < (int)sizeof m->factored; ++i) m->factored[i] = 0;
}

)";

const std::string_view kNoFactors = R"(#define forget_factors(m) ((void)(m))

)";

const std::string_view kDenseSolver =
    R"(/* Gaussian elimination with partial pivoting; A by columns. */
static int factor(int n, double *A, int *pivot)
{
  int i, j, k;
  for (k = 0; k < n; ++k) {
    int p = k;
    for (i = k + 1; i < n; ++i)
      if (fabs(A[i + n*k]) > fabs(A[p + n*k])) p = i;
    pivot[k] = p;
    if (!(fabs(A[p + n*k]) > 0)) return 1;
    if (p != k)
      for (j = 0; j < n; ++j) {
        const double swap = A[k + n*j];
        A[k + n*j] = A[p + n*j];
        A[p + n*j] = swap;
      }
    for (i = k + 1; i < n; ++i) A[i + n*k] /= A[k + n*k];
    for (j = k + 1; j < n; ++j)
      for (i = k + 1; i < n; ++i) A[i + n*j] -= A[i + n*k]*A[k + n*j];
  }
  return 0;
}

static void solve(int n, const double *A, const int *pivot, double *b)
{
  int i, k;
  for (k = 0; k < n; ++k) {
    const double swap = b[k];
    b[k] = b[pivot[k]];
    b[pivot[k]] = swap;
  }
  for (k = 0; k < n; ++k)
    for (i = k + 1; i < n; ++i) b[i] -= A[i + n*k]*b[k];
  for (k = n - 1; k >= 0; --k) {
    b[k] /= A[k + n*k];
    for (i = 0; i < k; ++i) b[i] -= A[i + n*k]*b[k];
  }
}

)";

const std::string_view kAffineSolver =
    R"(/* r = A u - b: -b is r at u = 0, and each unit vector gives a column of A. */
static int solve_affine(MODEL *m, int n, const int *unknown, int (*residual)(MODEL *, double *),
                        double *A, int *pivot)
{
  double b[LARGEST] = {0}, r[LARGEST] = {0};
  int i, j;
  for (i = 0; i < n; ++i) m->v[unknown[i]] = 0;
  if (residual(m, b)) return 1;
  for (j = 0; j < n; ++j) {
    m->v[unknown[j]] = 1;
    if (residual(m, r)) return 1;
    m->v[unknown[j]] = 0;
    for (i = 0; i < n; ++i) A[i + n*j] = r[i] - b[i];
  }
  for (i = 0; i < n; ++i) b[i] = -b[i];
  if (factor(n, A, pivot)) return 1;
  solve(n, A, pivot, b);
  for (i = 0; i < n; ++i) m->v[unknown[i]] = b[i];
  return residual(m, r);
}

)";

const std::string_view kNewton =
    R"(/* Newton's method from the present values, with smaller steps where a full one is no better. The
   size of the correction that the old matrix gives at the new point decides; where it is much
   smaller than the one before, the matrix serves again. */
static double correction_size(int n, const double *scale, const double *c)
{
  double size = 0;
  int i;
  for (i = 0; i < n; ++i) {
    const double s = fabs(c[i])/scale[i];
    if (!(s <= size)) size = s;
  }
  return size;
}

static int damped_newton(MODEL *m, int n, const int *unknown, const double *nominal,
                         int (*residual)(MODEL *, double *), int (*jacobian)(MODEL *, double *),
                         double least)
{
  double J[LARGEST*LARGEST], r[LARGEST] = {0}, c[LARGEST] = {0}, next[LARGEST] = {0}, u[LARGEST] = {0};
  double best[LARGEST] = {0}, smallest = HUGE_VAL, scale[LARGEST];
  int pivot[LARGEST], iteration, i, j, fresh = 0, found = 0;
  double last = HUGE_VAL;
  if (residual(m, r)) return 1;
  for (iteration = 0; iteration < 500; ++iteration) {
    double size, part = 1;
    for (i = 0; i < n; ++i) {
      u[i] = m->v[unknown[i]];
      scale[i] = fabs(u[i]) > nominal[i] ? fabs(u[i]) : nominal[i];
    }
    if (!fresh) {
      if (jacobian) {
        if (jacobian(m, J)) return 1;
      } else {
        for (j = 0; j < n; ++j) {
          m->v[unknown[j]] = u[j] + 1e-8*scale[j];
          if (residual(m, next)) return 1;
          for (i = 0; i < n; ++i) J[i + n*j] = (next[i] - r[i])/(m->v[unknown[j]] - u[j]);
          m->v[unknown[j]] = u[j];
        }
        if (residual(m, r)) return 1;
      }
      if (factor(n, J, pivot)) return 1;
    }
    for (i = 0; i < n; ++i) c[i] = r[i];
    solve(n, J, pivot, c);
    size = correction_size(n, scale, c);
    if (!(size <= 1e300)) return 1;
    if (size <= 5e-17 || (size > 1e-15 && size <= 1e-9 && size > 0.5*last)) return 0;
    if (size <= 1e-15) { /* the last place, which other variables may magnify */
      for (i = 0; i < n; ++i) m->v[unknown[i]] = u[i] - c[i];
      return residual(m, r);
    }
    if (size < smallest) {
      smallest = size;
      found = iteration;
      for (i = 0; i < n; ++i) best[i] = u[i];
    } else if (smallest <= 1e-7 && iteration > found + 20) {
      break; /* nothing is left but rounding, at a corner perhaps */
    }
    for (;;) {
      double better = HUGE_VAL;
      for (i = 0; i < n; ++i) m->v[unknown[i]] = u[i] - part*c[i];
      if (!residual(m, r)) {
        for (i = 0; i < n; ++i) next[i] = r[i];
        solve(n, J, pivot, next);
        better = correction_size(n, scale, next);
      }
      fresh = part == 1 && better < 0.02*size;
      if (better < size || (better <= 1e-9 && size <= 1e-9) || part <= least) break;
      part *= 0.5;
      if (part < 1e-8) return 1;
    }
    last = size;
  }
  if (!(smallest <= 1e-7)) return 1;
  for (i = 0; i < n; ++i) m->v[unknown[i]] = best[i];
  return residual(m, r);
}

/* Where monotone steps get stuck at a corner, full ones often pass it; the same from the last
   solution, good[0 .. n - 1], if there is one: good[n]. */
static int newton(MODEL *m, int n, const int *unknown, const double *nominal,
                  int (*residual)(MODEL *, double *), int (*jacobian)(MODEL *, double *),
                  double *good)
{
  double start[LARGEST] = {0};
  int i, attempt, failed = 1;
  for (i = 0; i < n; ++i) start[i] = m->v[unknown[i]];
  for (attempt = 0; failed && attempt < (good[n] > 0 ? 4 : 2); ++attempt) {
    for (i = 0; i < n; ++i) m->v[unknown[i]] = attempt < 2 ? start[i] : good[i];
    failed = damped_newton(m, n, unknown, nominal, residual, jacobian, attempt % 2);
  }
  if (failed) return 1;
  for (i = 0; i < n; ++i) good[i] = m->v[unknown[i]];
  good[n] = 1;
  return 0;
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
  if (parameters(&model) || initial(&model)) return 1;
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

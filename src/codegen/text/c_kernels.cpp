#include "codegen/text/c_kernels.h"

namespace formola::text {

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
static int solve_affine(MODEL *m, int n, const int *unknown, int (*residual)(MODEL *, double *))
{
  double A[LARGEST*LARGEST], b[LARGEST], r[LARGEST];
  int pivot[LARGEST], i, j;
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
   size of the correction that the old matrix gives at the new point decides. */
static double correction_size(const MODEL *m, int n, const int *unknown, const double *c)
{
  double size = 0;
  int i;
  for (i = 0; i < n; ++i) {
    const double u = fabs(m->v[unknown[i]]);
    const double s = fabs(c[i])/(u > 1 ? u : 1);
    if (!(s <= size)) size = s;
  }
  return size;
}

static int newton(MODEL *m, int n, const int *unknown, int (*residual)(MODEL *, double *),
                  int (*jacobian)(MODEL *, double *))
{
  double J[LARGEST*LARGEST], r[LARGEST], c[LARGEST], next[LARGEST], u[LARGEST];
  int pivot[LARGEST], iteration, i, j;
  double last = HUGE_VAL;
  if (residual(m, r)) return 1;
  for (iteration = 0; iteration < 100; ++iteration) {
    double size, factor_ = 1;
    for (i = 0; i < n; ++i) u[i] = m->v[unknown[i]];
    if (jacobian) {
      if (jacobian(m, J)) return 1;
    } else {
      for (j = 0; j < n; ++j) {
        const double scale = fabs(u[j]) > 1 ? fabs(u[j]) : 1;
        m->v[unknown[j]] = u[j] + 1e-8*scale;
        if (residual(m, next)) return 1;
        for (i = 0; i < n; ++i) J[i + n*j] = (next[i] - r[i])/(m->v[unknown[j]] - u[j]);
        m->v[unknown[j]] = u[j];
      }
      if (residual(m, r)) return 1;
    }
    if (factor(n, J, pivot)) return 1;
    for (i = 0; i < n; ++i) c[i] = r[i];
    solve(n, J, pivot, c);
    size = correction_size(m, n, unknown, c);
    if (!(size <= 1e300)) return 1;
    if (size <= 1e-15 || (size <= 1e-9 && size > 0.5*last)) return 0;
    for (;;) {
      double better = HUGE_VAL;
      for (i = 0; i < n; ++i) m->v[unknown[i]] = u[i] - factor_*c[i];
      if (!residual(m, r)) {
        for (i = 0; i < n; ++i) next[i] = r[i];
        solve(n, J, pivot, next);
        better = correction_size(m, n, unknown, next);
      }
      if (better < size || (better <= 1e-9 && size <= 1e-9)) break;
      factor_ *= 0.5;
      if (factor_ < 1e-8) return 1;
    }
    last = size;
  }
  return 1;
}

)";

const std::string_view kInterface = R"(int NAME_init(MODEL *m, double time)
{
  int i;
  m->time = time;
  for (i = 0; i < (int)(sizeof m->relation/sizeof m->relation[0]); ++i) m->relation[i] = 0;
  return parameters(m) || initial(m) || derivatives(m) || outputs(m);
}

int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_euler(MODEL *m, double h)
{
  int i;
  for (i = 0; i < NX; ++i) m->v[i] += h*m->v[NX + i];
  m->time += h;
  return derivatives(m);
}

/* The derivatives at the beginning are in m->v already, and those at the end are put there. */
int NAME_step(MODEL *m, double h)
{
  double x[NX + 1], k1[NX + 1], k2[NX + 1], k3[NX + 1];
  const double start = m->time;
  int i;
  for (i = 0; i < NX; ++i) {
    x[i] = m->v[i];
    k1[i] = m->v[NX + i];
    m->v[i] = x[i] + h/2*k1[i];
  }
  m->time = start + h/2;
  if (derivatives(m)) return 1;
  for (i = 0; i < NX; ++i) {
    k2[i] = m->v[NX + i];
    m->v[i] = x[i] + h/2*k2[i];
  }
  if (derivatives(m)) return 1;
  for (i = 0; i < NX; ++i) {
    k3[i] = m->v[NX + i];
    m->v[i] = x[i] + h*k3[i];
  }
  m->time = start + h;
  if (derivatives(m)) return 1;
  for (i = 0; i < NX; ++i) m->v[i] = x[i] + h/6*(k1[i] + 2*(k2[i] + k3[i]) + m->v[NX + i]);
  return derivatives(m);
}

struct NAME_variable {
  const char *name;
  int place;
  int sign;
};
)";

const std::string_view kMain = R"(#ifdef FORMOLA_MAIN
#include <stdio.h>

static MODEL model;

static void row(void)
{
  const struct NAME_variable *p;
  printf("%.17g", model.time);
  for (p = NAME_variables; p->name; ++p) printf(",%.17g", p->sign*model.v[p->place]);
  printf("\n");
}

/* Prints all variables at every step as CSV. With an argument: by Euler's method. */
int main(int argc, char **argv)
{
  const struct NAME_variable *p;
  const double start = @START@, h = @STEP@;
  long i;
  (void)argv;
  printf("time");
  for (p = NAME_variables; p->name; ++p) printf(",\"%s\"", p->name);
  printf("\n");
  if (NAME_init(&model, start)) return 1;
  row();
  for (i = 0; i < @COUNT@; ++i) {
    model.time = start + h*(double)i;
    if (argc > 1 ? NAME_euler(&model, h) : NAME_step(&model, h)) return 1;
    if (NAME_outputs(&model)) return 1;
    model.time = start + h*(double)(i + 1);
    row();
  }
  return 0;
}
#endif
)";

const std::string_view kDsblock = R"(static MODEL model;

const int NAME_states = NX, NAME_inputs = @NU@, NAME_outputs = @NY@;

/* Initial values of the states. */
int NAME_start(double time, double *x)
{
  int i, k;
  model.time = time;
  for (k = 0; k < (int)(sizeof model.relation/sizeof model.relation[0]); ++k) model.relation[k] = 0;
  if (parameters(&model) || initial(&model)) return 1;
  for (i = 0; i < NX; ++i) x[i] = model.v[i];
  return 0;
}

/* ODE form: dx = f(t, x, u), y = g(t, x, u). */
int NAME_ode(double time, const double *x, const double *u, double *dx, double *y)
{
  int i;
  (void)u;
  (void)y;
  model.time = time;
  for (i = 0; i < NX; ++i) model.v[i] = x[i];
@INPUTS@  if (derivatives(&model) || outputs(&model)) return 1;
  for (i = 0; i < NX; ++i) dx[i] = model.v[NX + i];
@OUTPUTS@  return 0;
}

/* DAE form: r = dx - f(t, x, u). */
int NAME_dae(double time, const double *x, const double *dx, const double *u, double *r, double *y)
{
  int i;
  if (NAME_ode(time, x, u, r, y)) return 1;
  for (i = 0; i < NX; ++i) r[i] = dx[i] - r[i];
  return 0;
}
)";

}  // namespace formola::text

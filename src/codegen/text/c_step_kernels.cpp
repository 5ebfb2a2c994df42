#include "codegen/text/c_kernels.h"

namespace formola::text {

const std::string_view kHistoryMembers =
    R"(  int points; /* kept of the past, the newest first */
  double past_time[3], past_state[3][NX + 1], past_rate[3][NX + 1];
)";

const std::string_view kFormulaMembers = R"(  double step_before; /* 0: none */
  int equal_steps, forward;
  double before[@PAST@][NX + 1];
)";

const std::string_view kHermite =
    R"(/* Newton's form of the polynomial with the states and derivatives of the last points. */
static void hermite(const MODEL *m, double t, int points, double *x, double *f)
{
  double node[6] = {0}, c[6] = {0};
  int i, k, level, n;
  if (points > m->points) points = m->points;
  n = 2*points;
  for (k = 0; k < n; ++k) node[k] = m->past_time[k/2];
  for (i = 0; i < NX; ++i) {
    double value, slope = 0;
    for (k = 0; k < n; ++k) c[k] = m->past_state[k/2][i];
    for (level = 1; level < n; ++level)
      for (k = n - 1; k >= level; --k)
        c[k] = node[k] == node[k - level] ? m->past_rate[k/2][i]
                                          : (c[k] - c[k - 1])/(node[k] - node[k - level]);
    value = c[n - 1];
    for (k = n - 2; k >= 0; --k) {
      slope = slope*(t - node[k]) + value;
      value = value*(t - node[k]) + c[k];
    }
    x[i] = value;
    if (f) f[i] = slope;
  }
}

)";

const std::string_view kHistory = R"(/* The present point. */
static void remember(MODEL *m)
{
  int i, k;
  for (k = 2; k > 0; --k) {
    m->past_time[k] = m->past_time[k - 1];
    for (i = 0; i < NX; ++i) {
      m->past_state[k][i] = m->past_state[k - 1][i];
      m->past_rate[k][i] = m->past_rate[k - 1][i];
    }
  }
  m->past_time[0] = m->time;
  for (i = 0; i < NX; ++i) {
    m->past_state[0][i] = m->v[i];
    m->past_rate[0][i] = m->v[NX + i];
  }
  if (m->points < 3) ++m->points;
}

static void begin_history(MODEL *m)
{
  m->points = 0;
  remember(m);
}

)";

const std::string_view kSolveStage =
    R"(/* Solves the discretised equations at `time` with this step size and the old(x) given; the
   prediction is in m->v. */
static int solve_stage(MODEL *m, double time, double h, const double *old)
{
  int i;
  if (m->v[STEP] != h) {
    m->v[STEP] = h;
    forget_factors(m);
  }
  for (i = 0; i < NX; ++i) m->v[old_place[i]] = old[i];
  m->time = time;
  if (inlined(m)) return 1;
  for (i = 0; i < 2*NX; ++i)
    if (!(fabs(m->v[i]) <= 1e300)) return 1;
  return 0;
}

)";

const std::string_view kPredict = R"(/* From the last points. */
static void predict(MODEL *m, double t)
{
  int i;
  if (m->points >= 2) {
    hermite(m, t, 2, m->v, m->v + NX);
    return;
  }
  for (i = 0; i < NX; ++i) m->v[i] += (t - m->time)*m->v[NX + i];
}

)";

const std::string_view kBackwardEuler = R"(/* Backward Euler: x = old x + h der(x). */
static int take_step(MODEL *m, double end, double h)
{
  double old[NX + 1] = {0};
  int i;
  for (i = 0; i < NX; ++i) old[i] = m->v[i];
  predict(m, end);
  return solve_stage(m, end, h, old);
}

)";

const std::string_view kTrapezoid =
    R"(/* Trapezoidal rule: x = old x + h/2 (old der(x) + der(x)). */
static int take_step(MODEL *m, double end, double h)
{
  double old[NX + 1] = {0};
  int i;
  for (i = 0; i < NX; ++i) old[i] = m->v[i] + h/2*m->v[NX + i];
  predict(m, end);
  return solve_stage(m, end, h/2, old);
}

)";

const std::string_view kBi2 = R"(/* A forward and a backward Euler step in turn. */
static int take_step(MODEL *m, double end, double h)
{
  double old[NX + 1] = {0};
  int i;
  m->forward = m->points < 2 || !m->forward;
  if (m->forward) {
    for (i = 0; i < NX; ++i) m->v[i] += h*m->v[NX + i];
    m->time = end;
    return derivatives(m);
  }
  for (i = 0; i < NX; ++i) old[i] = m->v[i];
  predict(m, end);
  return solve_stage(m, end, h, old);
}

)";

const std::string_view kSdirk =
    R"(/* SDIRK of order 4 with five stages, each with the same h times GAMMA. */
static int sdirk(MODEL *m, double start, double h)
{
  static const double node[5] = {@NODES@};
  static const double a[5][4] = {
   {@MATRIX@}};
  double x[NX + 1] = {0}, old[NX + 1] = {0}, slope[5][NX + 1] = {{0}};
  int i, j, s;
  for (i = 0; i < NX; ++i) x[i] = m->v[i];
  for (s = 0; s < 5; ++s) {
    for (i = 0; i < NX; ++i) {
      double sum = 0;
      for (j = 0; j < s; ++j) sum += a[s][j]*slope[j][i];
      old[i] = x[i] + h*sum;
      m->v[i] = old[i] + h*@GAMMA@*m->v[NX + i];
    }
    if (solve_stage(m, start + node[s]*h, @GAMMA@*h, old)) return 1;
    for (i = 0; i < NX; ++i) slope[s][i] = m->v[NX + i];
  }
  return 0;
}

)";

const std::string_view kSdirkStep = R"(static int take_step(MODEL *m, double end, double h)
{
  return sdirk(m, end - h, h);
}

)";

const std::string_view kBdf =
    R"(/* BDF of order @ORDER@ for equal steps; the first ones by small steps of the SDIRK method. */
static int take_step(MODEL *m, double end, double h)
{
  static const double a[@ORDER@] = {@A@};
  double old[NX + 1] = {0};
  int i, k;
  if (m->points < 2 || fabs(h - m->step_before) > 1e-9*h) m->equal_steps = 0;
  for (k = @ORDER@ - 1; k > 0; --k)
    for (i = 0; i < NX; ++i) m->before[k][i] = m->before[k - 1][i];
  for (i = 0; i < NX; ++i) m->before[0][i] = m->v[i];
  m->step_before = h;
  if (++m->equal_steps < @ORDER@) {
    const double start = m->time;
    for (k = 0; k < @PIECES@; ++k)
      if (sdirk(m, start + h*k/@PIECES@, h/@PIECES@)) return 1;
    return 0;
  }
  m->equal_steps = @ORDER@;
  for (i = 0; i < NX; ++i) {
    old[i] = 0;
    for (k = 0; k < @ORDER@; ++k) old[i] += a[k]*m->before[k][i];
  }
  predict(m, end);
  return solve_stage(m, end, @B@*h, old);
}

)";

const std::string_view kAm3 =
    R"(/* Adams-Moulton of order 3; the first step by small steps of the SDIRK method. */
static int take_step(MODEL *m, double end, double h)
{
  const double p = m->points < 2 ? 0 : m->step_before, start = m->time;
  double old[NX + 1] = {0};
  int i, k;
  m->step_before = h;
  if (p == 0) {
    for (k = 0; k < @PIECES@; ++k)
      if (sdirk(m, start + h*k/@PIECES@, h/@PIECES@)) return 1;
    return 0;
  }
  for (i = 0; i < NX; ++i)
    old[i] = m->v[i] + h*(h + 3*p)/(6*p)*m->v[NX + i] - h*h*h/(6*p*(h + p))*m->past_rate[1][i];
  predict(m, end);
  return solve_stage(m, end, h*(2*h + 3*p)/(6*(h + p)), old);
}

)";

const std::string_view kCoupled = R"(/* All stages together; the last one is the end of the step. */
static int take_step(MODEL *m, double end, double h)
{
  double old[NX + 1] = {0}, rate[NX + 1] = {0}, x[NX + 1] = {0}, f[NX + 1] = {0};
  int i, s;
  for (i = 0; i < NX; ++i) {
    old[i] = m->v[i];
    rate[i] = m->v[NX + i];
  }
  /* What else is iterated at the stages begins as it is now. */
  for (i = 0; i < ITERATED && m->points < 2; ++i)
    m->v[iterated_place[i]] = m->v[origin_place[i]];
  for (s = 0; s < STAGES; ++s) {
    if (m->points >= 2) hermite(m, end - h + node[s]*h, 2, x, f);
    for (i = 0; i < NX; ++i) {
      m->v[stage_place[s][i]] = m->points >= 2 ? x[i] : old[i] + node[s]*h*rate[i];
      m->v[rate_place[s][i]] = m->points >= 2 ? f[i] : rate[i];
    }
  }
  return solve_stage(m, end, h, old);
}

)";

const std::string_view kExplicit = R"(static int euler_step(MODEL *m, double end, double h)
{
  int i;
  for (i = 0; i < NX; ++i) m->v[i] += h*m->v[NX + i];
  m->time = end;
  return derivatives(m);
}

/* The derivatives at the beginning are in m->v already, and those at the end are put there. */
static int runge_kutta_step(MODEL *m, double end, double h)
{
  double x[NX + 1] = {0}, k1[NX + 1] = {0}, k2[NX + 1] = {0}, k3[NX + 1] = {0};
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
  m->time = end;
  return derivatives(m);
}

)";

const std::string_view kInit = R"(@HOMOTOPY@int NAME_init(MODEL *m, double time)
{
  static const MODEL nothing;
  *m = nothing;
  m->time = time;
@LAMBDA@  if (parameters(m) || @SOLVE@ || derivatives(m) || outputs(m)) return 1;
@BEGIN@  return 0;
}

)";

const std::string_view kInterface = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  return runge_kutta_step(m, m->time + h, h);
}

int NAME_euler(MODEL *m, double h)
{
  return euler_step(m, m->time + h, h);
}

)";

const std::string_view kInterfaceInlined = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  const double end = m->time + h;
  if (take_step(m, end, h)) return 1;
  m->time = end;
  remember(m);
  return 0;
}

)";

const std::string_view kInterfaceEvents = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  return go_on(m, h, runge_kutta_step);
}

int NAME_euler(MODEL *m, double h)
{
  return go_on(m, h, euler_step);
}

)";

const std::string_view kInterfaceEventsInlined = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  return go_on(m, h, take_step);
}

)";

const std::string_view kVariableTable = R"(struct NAME_variable {
  const char *name;
  int place;
  int sign;
};
)";

const std::string_view kMain = R"(#ifdef FORMOLA_MAIN
#include <stdio.h>

static MODEL model;

static int failed(void)
{
  fprintf(stderr, "time %.17g: %s\n", model.time,
          model.message ? model.message : "the equations could not be solved");
  return 1;
}

#ifdef FORMOLA_TIMING
#include <stdlib.h>
#include <time.h>

enum { STEPS = @COUNT@, RUNS = 10 };
static double seconds[STEPS + 1], fastest[STEPS + 1];

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void report(const char *what, double *t, long n)
{
  double sum = 0;
  long i;
  for (i = 0; i < n; ++i) sum += t[i];
  qsort(t, (size_t)n, sizeof t[0], by_size);
  printf("%s: mean %.2f, median %.2f, 99.99 %% %.2f, worst %.2f us\n", what, 1e6*sum/(double)n,
         1e6*t[n/2], 1e6*t[(long)(0.9999*(double)(n - 1))], 1e6*t[n - 1]);
}

/* How long the steps take. Every run does the same: what other programs on the machine add shows in
   some runs only, so the shortest time of each step is that of the step itself. */
int main(void)
{
  const double start = @START@, h = @STEP@;
  long i = 0;
  int run;
  for (run = 0; run < RUNS; ++run) {
    if (NAME_init(&model, start)) return failed();
    for (i = 0; i < STEPS@AND_GOES_ON@; ++i) {
      struct timespec before, after;
      model.time = start + h*(double)i;
      clock_gettime(CLOCK_MONOTONIC, &before);
      if (NAME_step(&model, h)) return failed();
      clock_gettime(CLOCK_MONOTONIC, &after);
      seconds[i] = (double)(after.tv_sec - before.tv_sec) +
                   1e-9*(double)(after.tv_nsec - before.tv_nsec);
      if (run == 0 || seconds[i] < fastest[i]) fastest[i] = seconds[i];
    }
  }
  printf("%ld steps of %g s, %d runs\n", i, h, (int)RUNS);
  report("one run", seconds, i);
  report("fastest of all runs", fastest, i);
  return 0;
}
#else
static void row(void)
{
  const struct NAME_variable *p;
  printf("%.17g", model.time);
  for (p = NAME_variables; p->name; ++p) printf(",%.17g", p->sign*model.v[p->place]);
  printf("\n");
}

/* Prints all variables at every step as CSV.@EULER@ */
int main(int argc, char **argv)
{
  const struct NAME_variable *p;
  const double start = @START@, h = @STEP@;
  long i;
  (void)argc;
  (void)argv;
  printf("time");
  for (p = NAME_variables; p->name; ++p) printf(",\"%s\"", p->name);
  printf("\n");
  if (NAME_init(&model, start)) return failed();
  row();
  for (i = 0; i < @COUNT@@AND_GOES_ON@; ++i) {
    model.time = start + h*(double)i;
    if (@STEP_CALL@) return failed();
    if (NAME_outputs(&model)) return failed();
    @IF_GOES_ON@model.time = start + h*(double)(i + 1);
    row();
  }
  return 0;
}
#endif
#endif
)";

}  // namespace formola::text

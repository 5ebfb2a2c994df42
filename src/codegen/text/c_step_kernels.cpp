// What C programs with inlined steps carry as it stands.
#include "codegen/text/c_kernels.h"

namespace formola::text {

const std::string_view kHistoryMembers =
    R"(  int points; /* kept of the past, the newest first */
  double past_time[3], past_state[3][NX + 1], past_rate[3][NX + 1];
)";

const std::string_view kFormulaMembers = R"(  double step_before; /* 0: none */
  int equal_steps, forward;
  double before[@PAST@][NX + 1];
  double formula_rate[NX + 1]; /* der(x) at the end of a step as the formula has it */
  double largest_iterated[@ITERATED@]; /* of what is iterated beside states and derivatives, so far */
  double units_for;                   /* h for which these were set */
)";

const std::string_view kSdirkMembers = R"(  int sdirk_past; /* a step of that method came before */
  double sdirk_slope[5][NX + 1];
)";

const std::string_view kVariableBdfMembers = R"(  BdfWork bdf;
  double phi[bdfRows][NX + @ITERATED@], predicted[NX + @ITERATED@], correction[NX + @ITERATED@];
  double step_tolerance, next_step;
)";

const std::string_view kPairMembers =
    R"(  double kink, kink_past[3]; /* of this step, and of the last ones for h = 1 */
)";

const std::string_view kHermite =
    R"(/* Newton's form of the polynomial with the states and derivatives of the last points. */
static void hermite(const MODEL *m, double t, int points, double *x, double *f)
{
  double node[6] = {0}, c[6] = {0};
  int i, k, level, n;
  if (points > m->points) points = m->points;
  points = pointsApart(t, points, m->past_time);
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

const std::string_view kHistory = R"(/* The present point, with derivatives of the states. */
static void remember(MODEL *m, const double *rate)
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
    m->past_rate[0][i] = rate[i];
  }
  if (m->points < 3) ++m->points;
@KEEP_ITERATED@}

static void begin_history(MODEL *m)
{
@BEGIN_STEPS@  m->points = 0;
  remember(m, m->v + NX);
}

)";

const std::string_view kSolveStage =
    R"(/* The size of the steps has changed. A Jacobian of few unknowns costs no more than the iterations
   that it saves; others serve while h is about the same. */
static void step_size_changed(MODEL *m, double h)
{
@JACOBIANS@  m->v[STEP] = h;
  forget_factors(m);
}

/* Solves the discretised equations at `time` with this step size and the old(x) given; the
   prediction is in m->v. */
static int solve_stage(MODEL *m, double time, double h, const double *old)
{
  int i, failed;
  double sum = 0;
  m->time = time;
  if (m->current_step != h) {
    m->current_step = h;
    step_size_changed(m, h);
  }
  for (i = 0; i < NX; ++i) m->v[old_place[i]] = old[i];
@UNITS@  m->stepping = 1;
  failed = inlined(m);
  m->stepping = 0;
  if (failed) return 1;
  for (i = 0; i < 2*NX; ++i) sum += m->v[i] - m->v[i]; /* x - x is 0 for a number */
  return sum != 0;
}

)";

const std::string_view kStaleJacobians =
    R"(  int i;
  for (i = 0; i < (int)(sizeof m->newton/sizeof m->newton[0]); ++i) {
    NewtonWork *work = &m->newton[i];
    const double ratio = h/work->jacobianStep;
    work->rate = 1;
    work->stale = work->followsStep && h != work->jacobianStep &&
                  (newton_size[i] <= 8 || !(ratio < 5.0/3 && ratio > 3.0/5));
  }
)";

const std::string_view kSetUnits =
    R"(/* What counts as large for the unknowns of a step: an error e of der(x) moves x by h e. Of others the
   size that they have had counts, and their nominal value little. */
static void set_units(MODEL *m, double h)
{
  static const double tolerance = @TOLERANCE@;
  const double per_tolerance = 1/tolerance, per_step = per_tolerance/h;
  double weight[NX + 1];
  int i;
  if (m->units_for == h) return;
  m->units_for = h;
  for (i = 0; i < NX; ++i) weight[i] = tolerance*(state_nominal[i] + fabs(m->past_state[0][i]));
  for (i = 0; i < @STATES@; ++i)
    m->unit[unit_states[i][0]] = weight[unit_states[i][1]]*per_tolerance;
  for (i = 0; i < @RATES@; ++i)
    m->unit[unit_rates[i][0]] = weight[unit_rates[i][1]]*per_step;
  for (i = 0; i < @WATCHED@; ++i)
    m->inverse_unit[unit_watched[i][0]] = 1/weight[unit_watched[i][1]]*tolerance;
  for (i = 0; i < @OTHERS@; ++i) {
    const double least = 1e-3*iterated_nominal[unit_others[i]];
    const double size = m->largest_iterated[unit_others[i]];
    m->unit[iterated_place[unit_others[i]]] = size < least ? least : size;
  }
}

)";

const std::string_view kKeepIterated =
    R"(  m->units_for = -1;
  for (i = 0; i < ITERATED; ++i) {
    const double size = fabs(m->v[iterated_place[i]]);
    if (size > m->largest_iterated[i]) m->largest_iterated[i] = size;
  }
)";

const std::string_view kBeginSteps =
    R"(  int i;
  for (i = 0; i < ITERATED; ++i) m->v[iterated_place[i]] = m->v[origin_place[i]];
  m->current_step = -1;
@FORGET@)";

const std::string_view kStay = R"(/* The last point as the prediction of the end of the step. */
static void stay(MODEL *m)
{
  int i;
  for (i = 0; i < NX; ++i) {
    m->v[i] = m->past_state[0][i];
    m->v[NX + i] = 0;
  }
}

)";

const std::string_view kPredict =
    R"(/* The iteration may be on der(x), from which the formula gives x. */
static void fit_rates(MODEL *m, double h, const double *old)
{
  int i;
  for (i = 0; i < NX; ++i) m->v[NX + i] = (m->v[i] - old[i])/h;
}

/* One set of equations, from the last points; from the last one alone where that fails. */
static int solve_step(MODEL *m, double t, double h, const double *old)
{
  stepExtrapolate(NX, m->points, t, m->past_time[0], m->past_time[1], m->past_time[2],
                  m->past_state[0], m->past_state[1], m->past_state[2], m->past_rate[0],
                  m->past_rate[1], state_nominal, m->v, m->v + NX);
  fit_rates(m, h, old);
  if (!solve_stage(m, t, h, old)) return 0;
  stay(m);
  fit_rates(m, h, old);
  return solve_stage(m, t, h, old);
}

/* der(x) at the end is what the model says. */
static int end_step(MODEL *m, int failed)
{
  int i;
  for (i = 0; i < NX; ++i) m->formula_rate[i] = m->v[NX + i];
  return failed;
}

)";

const std::string_view kBackwardEuler = R"(/* Backward Euler: x = old x + h der(x). */
static int take_step(MODEL *m, double end, double h)
{
  return end_step(m, solve_step(m, end, h, m->past_state[0]));
}

)";

const std::string_view kTrapezoid =
    R"(/* Trapezoidal rule: x = old x + h/2 (old der(x) + der(x)). */
static int take_step(MODEL *m, double end, double h)
{
  double old[NX + 1] = {0};
  int i;
  for (i = 0; i < NX; ++i) old[i] = m->past_state[0][i] + h/2*m->past_rate[0][i];
  return end_step(m, solve_step(m, end, h/2, old));
}

)";

const std::string_view kBi2 = R"(/* A forward and a backward Euler step in turn. */
static int take_step(MODEL *m, double end, double h)
{
  int i;
  m->forward = m->points < 2 || !m->forward;
  if (!m->forward) return end_step(m, solve_step(m, end, h, m->past_state[0]));
  for (i = 0; i < NX; ++i) m->v[i] = m->past_state[0][i] + h*m->past_rate[0][i];
  m->time = end;
  return end_step(m, derivatives(m));
}

)";

const std::string_view kSdirk =
    R"(/* SDIRK of order 4 with five stages, each with the same h times GAMMA, from x with der(x) = f; the
   slopes as the formula has them. */
static int sdirk(MODEL *m, double start, double h, const double *x, const double *f)
{
  static const double node[5] = {@NODES@};
  static const double a[5][4] = {
   {@MATRIX@}};
  const double per_step = 1/(@GAMMA@*h);
  double old[NX + 1] = {0}, *slopes[5];
  int i, s;
  for (s = 0; s < 5; ++s) slopes[s] = m->sdirk_slope[s];
  for (s = 0; s < 5; ++s) {
    const double t = start + node[s]*h;
    sdirkStage(NX, s, 4, h, @GAMMA@, a[s], x, f, slopes, 1, m->sdirk_past, state_nominal, old, m->v);
    if (solve_stage(m, t, @GAMMA@*h, old)) {
      stay(m);
      if (solve_stage(m, t, @GAMMA@*h, old)) return 1;
    }
    for (i = 0; i < NX; ++i) m->sdirk_slope[s][i] = (m->v[i] - old[i])*per_step;
  }
  m->sdirk_past = 1;
  return 0;
}

)";

const std::string_view kSdirkStep = R"(static int take_step(MODEL *m, double end, double h)
{
  int i;
  (void)end;
  if (sdirk(m, m->past_time[0], h, m->past_state[0], m->past_rate[0])) return 1;
  for (i = 0; i < NX; ++i) m->formula_rate[i] = m->sdirk_slope[4][i];
  return 0;
}

)";

const std::string_view kStartUp =
    R"(/* Small steps of the Runge-Kutta method for formulas that need a longer past. */
static int start_up(MODEL *m, double h, int pieces)
{
  const double start = m->past_time[0];
  double x[NX + 1] = {0}, f[NX + 1] = {0};
  int i, k;
  for (i = 0; i < NX; ++i) {
    x[i] = m->past_state[0][i];
    f[i] = m->past_rate[0][i];
  }
  for (k = 0; k < pieces; ++k) {
    if (sdirk(m, start + h*k/pieces, h/pieces, x, f)) return 1;
    for (i = 0; i < NX; ++i) {
      x[i] = m->v[i];
      f[i] = m->sdirk_slope[4][i];
    }
  }
  return 0;
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
  for (i = 0; i < NX; ++i) m->before[0][i] = m->past_state[0][i];
  m->step_before = h;
  if (++m->equal_steps < @ORDER@) return end_step(m, start_up(m, h, @PIECES@));
  m->equal_steps = @ORDER@;
  for (i = 0; i < NX; ++i) {
    old[i] = 0;
    for (k = 0; k < @ORDER@; ++k) old[i] += a[k]*m->before[k][i];
  }
  return end_step(m, solve_step(m, end, @B@*h, old));
}

)";

const std::string_view kAm3 =
    R"(/* Adams-Moulton of order 3; the first step by small steps of the SDIRK method. */
static int take_step(MODEL *m, double end, double h)
{
  const double p = m->past_time[0] - m->past_time[1];
  double old[NX + 1] = {0};
  int i;
  if (m->points < 2) return end_step(m, start_up(m, h, @PIECES@));
  for (i = 0; i < NX; ++i)
    old[i] = m->past_state[0][i] + h*(h + 3*p)/(6*p)*m->past_rate[0][i] -
             h*h*h/(6*p*(h + p))*m->past_rate[1][i];
  return end_step(m, solve_step(m, end, h*(2*h + 3*p)/(6*(h + p)), old));
}

)";

const std::string_view kCoupled = R"(/* der(x) of a stage as the formula has it. */
static double stage_slope(const MODEL *m, int stage, int i, double h, double old)
{
  static const double inverse[STAGES][STAGES] = {@INVERSE@}; /* of the formula */
  double slope = 0;
  int s;
  for (s = 0; s < STAGES; ++s) slope += inverse[stage][s]/h*(m->v[stage_place[s][i]] - old);
  return slope;
}

/* All stages together; the last one is the end of the step. */
static int take_step(MODEL *m, double end, double h)
{
  const double *const old = m->past_state[0];
  double x[NX + 1] = {0}, f[NX + 1] = {0};
  int i, s;
  for (s = 0; s < STAGES; ++s) {
    stepExtrapolate(NX, m->points, m->past_time[0] + node[s]*h, m->past_time[0],
                    m->past_time[1], m->past_time[2], old, m->past_state[1], m->past_state[2], m->past_rate[0],
                    m->past_rate[1], state_nominal, x, f);
    for (i = 0; i < NX; ++i) {
      m->v[stage_place[s][i]] = x[i];
      m->v[rate_place[s][i]] = f[i];
    }
  }
  if (solve_stage(m, end, h, old)) {
    for (s = 0; s < STAGES; ++s)
      for (i = 0; i < NX; ++i) {
        m->v[stage_place[s][i]] = old[i];
        m->v[rate_place[s][i]] = 0;
      }
    if (solve_stage(m, end, h, old)) return 1;
  }
  for (i = 0; i < NX; ++i) m->formula_rate[i] = stage_slope(m, STAGES - 1, i, h, old[i]);
  return 0;
}

)";

const std::string_view kCoupledPair =
    R"(/* Two equal steps. Their error is that of a blended formula over both (Cellier and Kofman, Continuous
   System Simulation, 2006, 8.7), relative to the states. A kink of der(x) before the first stage,
   which this does not see, shows in der(x) at the beginning of a step against the polynomial through
   its stages. */
static int take_pair(MODEL *m, double end, double h)
{
  static const double part[4][STAGES] = {@EMBEDDING@}, at_start[STAGES] = {@AT_START@};
  const double start = m->past_time[0], half = h/2;
  double x[2][NX + 1] = {{0}}, error[NX + 1] = {0}, kink[2] = {0, 0};
  int i, s, k;
  for (i = 0; i < NX; ++i) error[i] = 0;
  for (k = 0; k < 2; ++k) {
    double f[NX + 1];
    for (i = 0; i < NX; ++i) {
      x[k][i] = m->past_state[0][i];
      f[i] = m->past_rate[0][i];
    }
    if (take_step(m, k ? end : start + half, half)) return 1;
    for (i = 0; i < NX; ++i) {
      double slope = f[i];
      for (s = 0; s < STAGES; ++s) {
        const double rate = stage_slope(m, s, i, half, x[k][i]);
        error[i] += part[2*k][s]*m->v[stage_place[s][i]] + half*part[2*k + 1][s]*rate;
        slope -= at_start[s]*rate;
      }
      slope *= 0.2749*half/(state_nominal[i] + fabs(x[k][i]));
      kink[k] += slope*slope/NX;
    }
    if (k) break;
    m->time = start + half;
    remember(m, m->formula_rate);
  }
  for (i = 0; i < NX; ++i) {
    const double now = fabs(m->v[i]), old = fabs(x[0][i]);
    error[i] += @START@*x[0][i] + @MIDDLE@*x[1][i] - m->v[i];
    error[i] = fabs(@FACTOR@*error[i])/(state_nominal[i] + (now > old ? now : old));
    if (!(error[i] <= m->step_error)) m->step_error = error[i];
  }
  m->kink = sqrt(kink[0] > kink[1] ? kink[0] : kink[1]);
  return 0;
}

)";

const std::string_view kVariableBdf =
    R"(/* BDF of variable order; step_error, relative to the states, says whether the step counts. */
static int take_step(MODEL *m, double end, double h)
{
  enum { COUNT = NX + ITERATED, STRIDE = NX + ITERATED + 1 };
  double old[NX + 1] = {0}, weight[NX + 1] = {0}, error, part;
  int i;
  if (m->points < 2) {
    double others[ITERATED + 1];
    for (i = 0; i < ITERATED; ++i) others[i] = m->v[iterated_place[i]];
    bdfBegin(&m->bdf, m->phi[0], STRIDE, NX, COUNT, h, m->past_state[0], m->past_rate[0], others);
  }
  part = h/bdfHarmonic(m->bdf.order);
  bdfPredict(&m->bdf, m->phi[0], STRIDE, NX, COUNT, h, m->predicted, m->v + NX);
  for (i = 0; i < NX; ++i) {
    m->v[i] = m->predicted[i];
    old[i] = m->v[i] - part*m->v[NX + i];
  }
  for (i = 0; i < ITERATED; ++i) m->v[iterated_place[i]] = m->predicted[NX + i];
  if (solve_stage(m, end, part, old)) return 1;
  for (i = 0; i < NX; ++i) {
    const double x = fabs(m->v[i]), before = fabs(m->past_state[0][i]);
    m->formula_rate[i] = m->v[NX + i];
    weight[i] = m->step_tolerance*(state_nominal[i] + (x > before ? x : before));
  }
  error = bdfError(&m->bdf, m->phi[0], STRIDE, NX, m->v, m->predicted, weight, m->correction);
  if (!(error*m->step_tolerance <= m->step_error)) m->step_error = error*m->step_tolerance;
  if (!(error <= 1)) return 0;
  for (i = 0; i < ITERATED; ++i)
    m->correction[NX + i] = m->v[iterated_place[i]] - m->predicted[NX + i];
  m->next_step = bdfAccept(&m->bdf, m->phi[0], STRIDE, COUNT, h, m->correction);
  return 0;
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

const std::string_view kClear = R"(  static const MODEL nothing;
  *m = nothing;
)";

const std::string_view kClearUnknowns = R"(  clear_unknowns(m);
)";

const std::string_view kClearFunction =
    R"(/* Everything is forgotten but the values from `first` on: parameters and inputs. */
static void clear_unknowns(MODEL *m)
{
  const int first = @FIRST@;
  double kept[N - @FIRST@ + 1];
@KEEP@  memcpy(kept, m->v + first, (N - (size_t)first)*sizeof(double));
  memset(m, 0, sizeof *m);
  memcpy(m->v + first, kept, (N - (size_t)first)*sizeof(double));
@KEPT@}

)";

const std::string_view kInit = R"(@HOMOTOPY@@STATIC@int NAME_init(MODEL *m, double time)
{
@CLEAR@  m->time = time;
@LAMBDA@  begin_newton(m);
  m->live = 1;
  if (parameters(m) || @SOLVE@ || derivatives(m) || outputs(m)) return 1;
  m->live = 0;
  if (derivatives(m) || outputs(m)) return 1;
@BEGIN@  accept_point(m, 1);
  return 0;
}

)";

const std::string_view kInterface = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  if (runge_kutta_step(m, m->time + h, h)) return 1;
  accept_point(m, 0);
  return 0;
}

int NAME_euler(MODEL *m, double h)
{
  if (euler_step(m, m->time + h, h)) return 1;
  accept_point(m, 0);
  return 0;
}

)";

const std::string_view kInterfaceInlined = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
  const double end = m->time + h;
@DOUBTS@  m->past_time[0] = m->time;
  if (take_step(m, end, h)) return 1;
  m->time = end;
  remember(m, m->formula_rate);
  accept_point(m, 0);
  return @STATUS@;
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

@END@)";

const std::string_view kInterfaceEventsInlined = R"(int NAME_outputs(MODEL *m)
{
  return outputs(m);
}

int NAME_step(MODEL *m, double h)
{
@DOUBTS@  if (go_on(m, h, take_step)) return 1;
  return @STATUS@;
}

@END@)";

const std::string_view kEndEvent = R"(/* The event of terminal(), behind the last step. */
int NAME_end(MODEL *m)
{
  int failed, changed;
  m->ending = 1;
  failed = iterate_event(m);
  changed = m->event_changed;
  if (!failed) failed = settle(m);
  m->event_changed |= changed;
  m->ending = 0;
  return failed;
}

)";

const std::string_view kVariableTable = R"(struct NAME_variable {
  const char *name;
  int place;
  int sign;
};
)";

const std::string_view kCountUnsolved = R"(static long unsolved;
static double first_unsolved;

/* The status of a step. What may not be the solution is counted, and the program goes on. */
static int is_final(int status)
{
  if (status == 2 && unsolved++ == 0) first_unsolved = model.time;
  return status == 1;
}

static int tell_unsolved(long steps)
{
  if (unsolved == 0) return 0;
  fprintf(stderr, "%ld of %ld steps @DOUBT@, the first one to time %g\n",
          unsolved, steps, first_unsolved);
  return 2;
}

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

@COUNT_UNSOLVED@#ifdef FORMOLA_TIMING
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
      if (@TIMED_CALL@) return failed();
      clock_gettime(CLOCK_MONOTONIC, &after);
      seconds[i] = (double)(after.tv_sec - before.tv_sec) +
                   1e-9*(double)(after.tv_nsec - before.tv_nsec);
      if (run == 0 || seconds[i] < fastest[i]) fastest[i] = seconds[i];
    }
  }
  printf("%ld steps of %g s, %d runs\n", i, h, (int)RUNS);
  report("one run", seconds, i);
  report("fastest of all runs", fastest, i);
  return @TELL@;
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
@LAST_EVENT@  return @TELL@;
}
#endif
#endif
)";

}  // namespace formola::text

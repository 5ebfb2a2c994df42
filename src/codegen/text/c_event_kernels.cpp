// What C programs with events carry as it stands.
#include "codegen/text/c_kernels.h"

namespace formola::text {

const std::string_view kEventMembers = R"(  /* at events */
  double pre[N];
  int relation[NR + 1]; /* keep their values between events */
  int live;             /* an event: relations may change */
  int starting;         /* the initial system is being solved */
  int ending;           /* the event of terminal() */
  int terminated;       /* by terminate(): message says why */
  int moves;
  int event_changed; /* whether the last event has changed anything */
  char idle[NZ + 1]; /* relations for whose disagreement another event has done nothing */
  double reached, passed; /* what happens at, and right after, instants up to these has happened */
  int sampled[NS + 1];
  double clock_start[NS + 1], clock_interval[NS + 1];
  long ticks[NS + 1];
  double left_time, left[NZ + 1], largest[NZ + 1], slack[NZ + 1]; /* crossings after the last step */
  double noise[NZ + 1], last_fired[NZ + 1];
  int after_crossing; /* the next step begins at a state event */
)";

const std::string_view kMixed =
    R"(/* Equations whose relations and discrete variables (the mode) depend on their solution. */
typedef struct MIXED {
  int nr, nd;
  const int *relation, *discrete;
  int (*continuous)(MODEL *);
  int (*modes)(MODEL *);
  double start[LARGEST_MODE], mode[LARGEST_MODE], next[LARGEST_MODE], best[LARGEST_MODE];
  double least; /* the smallest contradiction found so far */
  const double *values; /* all variables as they were, in the initial system; else 0 */
} MIXED;

static void read_mode(const MODEL *m, const MIXED *b, double *mode)
{
  int i;
  for (i = 0; i < b->nr; ++i) mode[i] = m->relation[b->relation[i]];
  for (i = 0; i < b->nd; ++i) mode[b->nr + i] = m->v[b->discrete[i]];
}

static void write_mode(MODEL *m, const MIXED *b, const double *mode)
{
  int i;
  for (i = 0; i < b->nr; ++i) m->relation[b->relation[i]] = mode[i] != 0;
  for (i = 0; i < b->nd; ++i) m->v[b->discrete[i]] = mode[b->nr + i];
}

static int same_mode(const double *a, const double *b, int n)
{
  int i;
  for (i = 0; i < n; ++i)
    if (a[i] != b[i]) return 0;
  return 1;
}

/* By how much the relations that disagree are on the wrong side. */
static void measure_mode(MODEL *m, MIXED *b)
{
  double z[NZ + 1] = {0}, worst = 0;
  int i, failed;
  if (!same_mode(b->mode + b->nr, b->next + b->nr, b->nd)) return;
  write_mode(m, b, b->mode);
  m->live = 0;
  failed = crossings(m, z);
  m->live = 1;
  if (failed) return;
  for (i = 0; i < b->nr; ++i) {
    const int k = b->relation[i];
    if (b->mode[i] == b->next[i]) continue;
    if (k >= NZ) return;
    z[k] = fabs(z[k])/(m->largest[k] > 1e-2 ? m->largest[k] : 1e-2);
    if (!(z[k] <= worst)) worst = z[k];
  }
  if (!(worst < b->least)) return;
  b->least = worst;
  for (i = 0; i < b->nr + b->nd; ++i) b->best[i] = b->mode[i];
}

/* In the initial system the values that were given are a better start than what another
   mode led to. */
static void back_to_start(MODEL *m, const MIXED *b)
{
  int i;
  for (i = 0; b->values && i < N; ++i) m->v[i] = b->values[i];
}

/* 0: the mode follows from its solution; 1: another one does; 2: there is no solution. */
static int try_mode(MODEL *m, MIXED *b, int measure)
{
  int failed;
  write_mode(m, b, b->mode);
  failed = b->continuous(m);
  if (failed && b->values) { /* another mode may have led far away */
    back_to_start(m, b);
    write_mode(m, b, b->mode);
    failed = b->continuous(m);
  }
  if (failed || b->modes(m)) return 2;
  read_mode(m, b, b->next);
  if (same_mode(b->mode, b->next, b->nr + b->nd)) return 0;
  if (measure) measure_mode(m, b);
  return 1;
}

/* Goes on with the mode found last, or changes the first relation that disagrees only. */
static int iterate_modes(MODEL *m, MIXED *b, int first_only, int measure)
{
  const int n = b->nr + b->nd, limit = first_only ? 50 + 20*n : 50;
  double mark[LARGEST_MODE] = {0};
  int k, i, until = 1;
  for (i = 0; i < n; ++i) mark[i] = b->mode[i] = b->start[i];
  for (k = 0; k < limit; ++k) {
    int result;
    if (first_only) back_to_start(m, b);
    result = try_mode(m, b, measure);
    if (result != 1) return result;
    if (first_only) {
      for (i = 0; i < b->nr && b->mode[i] == b->next[i]; ++i) continue;
      if (i < b->nr) b->mode[i] = b->next[i];
      for (i = b->nr; i < n; ++i) b->mode[i] = b->next[i];
    } else {
      for (i = 0; i < n; ++i) b->mode[i] = b->next[i];
    }
    if (same_mode(b->mode, mark, n)) return 1; /* a cycle */
    if (--until == 0) {
      for (i = 0; i < n; ++i) mark[i] = b->mode[i];
      until = k + 2;
    }
  }
  return 1;
}

/* All combinations of the relations, those with few changes first. */
static int enumerate_modes(MODEL *m, MIXED *b, int measure)
{
  int changes, i, pass;
  unsigned mask;
  if (b->nr > 12) return 1;
  for (changes = 1; changes <= b->nr; ++changes)
    for (mask = 0; mask < 1u << b->nr; ++mask) {
      int bits = 0;
      for (i = 0; i < b->nr; ++i) bits += (int)(mask >> i & 1u);
      if (bits != changes) continue;
      for (i = 0; i < b->nr + b->nd; ++i) b->mode[i] = b->start[i];
      for (i = 0; i < b->nr; ++i)
        if (mask >> i & 1u) b->mode[i] = 1 - b->mode[i];
      back_to_start(m, b);
      for (pass = 0; pass < 2; ++pass) {
        const int result = try_mode(m, b, measure);
        if (result == 0) return 0;
        if (result == 2 || !same_mode(b->mode, b->next, b->nr)) break;
        for (i = 0; i < b->nr + b->nd; ++i) b->mode[i] = b->next[i];
      }
    }
  return 1;
}

static int solve_mixed(MODEL *m, int nr, const int *relation, int nd, const int *discrete,
                       int (*continuous)(MODEL *), int (*modes)(MODEL *))
{
  MIXED b = {0};
  double values[N];
  int i, measure;
  if (!m->live) return continuous(m);
  if (m->starting) {
    for (i = 0; i < N; ++i) values[i] = m->v[i];
    b.values = values;
  }
  b.nr = nr;
  b.nd = nd;
  b.relation = relation;
  b.discrete = discrete;
  b.continuous = continuous;
  b.modes = modes;
  b.least = 1e-6;
  read_mode(m, &b, b.start);
  for (measure = 0; measure < 2; ++measure) {
    if (!iterate_modes(m, &b, 0, measure) || !iterate_modes(m, &b, 1, measure) ||
        !enumerate_modes(m, &b, measure))
      return 0;
    if (measure == 0 && m->moves < 8) {
      /* No mode follows from itself while pre() has these values: the event goes on from the one
         that the present mode leads to. */
      for (i = 0; i < nr + nd; ++i) b.mode[i] = b.start[i];
      if (try_mode(m, &b, 0) == 1) {
        ++m->moves;
        write_mode(m, &b, b.next);
        if (!continuous(m)) return 0;
      }
    }
  }
  if (b.least < 1e-6) {
    for (i = 0; i < nr + nd; ++i) b.mode[i] = b.best[i];
    if (try_mode(m, &b, 0) != 2) {
      write_mode(m, &b, b.best);
      return 0;
    }
  }
  write_mode(m, &b, b.start);
  m->message = "no consistent mode was found";
  return 1;
}

)";

const std::string_view kEvents = R"(/* How near two instants count as one. */
static double resolution_(double t)
{
  return 8*2.220446049250313e-16*(fabs(t) > 1e-290 ? fabs(t) : 1e-290);
}

static int differ(double a, double b)
{
  return a != b && !(a != a && b != b);
}

/* An event at this time. */
static void reach_instant(MODEL *m)
{
  const double room = resolution_(m->time);
  if (!(m->reached >= m->time + room)) m->reached = m->time + room;
  if (!(m->passed >= m->time - room)) m->passed = m->time - room;
}

static double next_event(MODEL *m)
{
  double next = next_instant(m);
  int i;
  for (i = 0; i < @OWN@; ++i) {
    const double tick = m->clock_start[i] + (double)m->ticks[i]*m->clock_interval[i];
    if (tick < next) next = tick;
  }
@NEXT_ECHO@  return next;
}

/* sample() is true for those that tick now. */
static void start_samples(MODEL *m)
{
  int i;
@DROP_ECHOES@  for (i = 0; i < @OWN@; ++i) {
    const double tick = m->clock_start[i] + (double)m->ticks[i]*m->clock_interval[i];
    const double size = fabs(m->time) + fabs(m->clock_start[i]) + (tick - m->clock_start[i]);
    if (tick > m->time + resolution_(size)) continue;
    m->sampled[i] = 1;
    ++m->ticks[i];
  }
}

/* What events decide. */
typedef struct DECIDED {
  int relation[NR + 1];
  double value[UNKNOWNS - DISCRETE + 1];
} DECIDED;

static void read_decided(const MODEL *m, DECIDED *d)
{
  int i;
  for (i = 0; i < NR; ++i) d->relation[i] = m->relation[i];
  for (i = DISCRETE; i < UNKNOWNS; ++i) d->value[i - DISCRETE] = m->v[i];
}

static int is_decided(const MODEL *m, const DECIDED *d)
{
  int i;
  for (i = 0; i < NR; ++i)
    if (d->relation[i] != m->relation[i]) return 0;
  for (i = DISCRETE; i < UNKNOWNS; ++i)
    if (differ(d->value[i - DISCRETE], m->v[i])) return 0;
  return 1;
}

/* Are both sides of all relations that keep changing as good as equal? Then either value is right. */
static int undecided(MODEL *m, const DECIDED *before)
{
  double z[NZ + 1] = {0};
  int i, any = 0, failed;
  m->live = 0;
  failed = crossings(m, z);
  m->live = 1;
  if (failed) return 0;
  for (i = 0; i < NR; ++i) {
    if (before->relation[i] == m->relation[i]) continue;
    any = 1;
    if (i >= NZ || !(fabs(z[i]) <= 1e-6*(m->largest[i] > 1e-2 ? m->largest[i] : 1e-2))) return 0;
  }
  return any;
}

/* Evaluates everything until discrete variables and relations repeat. */
static int iterate_event(MODEL *m)
{
  DECIDED before, mark;
  int pass, i, until_mark = 8;
  m->event_changed = 0;
  read_decided(m, &mark);
  reach_instant(m);
  m->live = 1;
  m->moves = 0;
  forget_factors(m);
  keep_solutions(m, 0);
  for (pass = 0; pass < 1000; ++pass) {
    int sampling = 0, reinitialised;
    for (i = 0; i < UNKNOWNS; ++i) m->pre[i] = m->v[i];
    if (pass > 0) keep_inputs(m);
    read_decided(m, &before);
    m->reinits = 0;
    if (event_pass(m)) return 1;
    for (i = 0; i < NS; ++i) { /* true in the first pass only */
      sampling |= m->sampled[i];
      m->sampled[i] = 0;
    }
    for (i = 0; i < m->reinits; ++i) m->v[m->reinit_place[i]] = m->reinit_value[i];
    reinitialised = m->reinits > 0;
    if (reinitialised || !is_decided(m, &before)) {
      /* Brent: compares with a mark that is set anew after 8, 16, 32, ... passes. States that are
         reinitialised each time may still lead somewhere. */
      m->event_changed = 1;
      if (reinitialised || pass <= 8 || !is_decided(m, &mark)) {
        if (--until_mark == 0) {
          read_decided(m, &mark);
          until_mark = pass + 1;
        }
        continue;
      }
      if (!undecided(m, &before)) {
        m->message = "the event iteration runs in a cycle";
        return 1;
      }
    } else if (sampling || inputs_moved(m)) {
      continue;
    }
    m->live = 0;
    keep_solutions(m, 1);
    if (m->event_changed) modes_changed(m);
    forget_factors(m);
    return 0;
  }
  m->message = "the event iteration does not end";
  return 1;
}

/* Signed distances of the relations from their change; a negative one has been crossed. */
static int watch(MODEL *m, double *z, double *g, int *crossed)
{
  int i;
  *crossed = 0;
  if (NZ == 0) return 0;
  if (crossings(m, z)) return 1;
  for (i = 0; i < NZ; ++i) {
    const double size = m->largest[i] > 1e-2 ? m->largest[i] : 1e-2;
    g[i] = (m->relation[i] ? z[i] : -z[i]) + 1e-12*size + m->slack[i] + m->noise[i];
    *crossed |= g[i] < 0;
  }
  return 0;
}

static void keep_watch(MODEL *m, const double *z, const double *g)
{
  const double passed = m->time - m->left_time;
  int i;
  m->left_time = m->time;
  for (i = 0; i < NZ; ++i) {
    m->largest[i] = lastingSize(m->largest[i], z[i], m->left[i], passed, @LASTING@);
    m->left[i] = g[i];
    if (m->relation[i] == (z[i] > 0)) m->slack[i] = 0;
  }
}

/* After an event. */
static int restart(MODEL *m)
{
  double z[NZ + 1] = {0}, g[NZ + 1] = {0};
  int i, crossed;
@PIECE@  accept_point(m, 1);
  if (derivatives(m) || outputs(m)) return 1;
@CHOOSE@  for (i = 0; i < NZ; ++i) m->slack[i] = 0;
  if (watch(m, z, g, &crossed)) return 1;
  if (crossed) {
    for (i = 0; i < NZ; ++i)
      if (g[i] < 0) m->slack[i] = 2*fabs(z[i]);
    if (watch(m, z, g, &crossed)) return 1;
  }
  m->left_time = m->time;
  for (i = 0; i < NZ; ++i) m->left[i] = g[i];
  keep_watch(m, z, g);
  accept_point(m, 1);
  begin_history(m);
  return 0;
}

/* Whether a relation is on the wrong side by more than noise; at a pole its sign is that of a
   rounding error. */
static int disagrees(const MODEL *m, int i)
{
  const double scale = m->largest[i] > 1e-2 ? m->largest[i] : 1e-2;
  return m->slack[i] > 2e-6*(m->largest[i] > 1 ? m->largest[i] : 1) && m->slack[i] < 1e8*scale;
}

/* After an event. Where the solution turns out to be another one than the event has left, e.g. of
   equations with several solutions, the event goes on with that. */
static int settle(MODEL *m)
{
  int i, k;
  if (restart(m)) return 1;
  for (k = 0; k < 5; ++k) {
    int any = 0;
    for (i = 0; i < NZ; ++i) {
      if (!disagrees(m, i)) m->idle[i] = 0;
      else if (!m->idle[i]) any = 1;
    }
    if (!any) return 0;
    if (iterate_event(m)@STORE_AFTER@ || restart(m)) return 1;
    if (!m->event_changed) break;
  }
  for (i = 0; i < NZ; ++i) m->idle[i] = (char)disagrees(m, i);
  return 0;
}

/* A relation that changes again at once is not believed as far as it has gone. */
static void fired(MODEL *m, const double *z, const double *g)
{
  int i;
  for (i = 0; i < NZ; ++i)
    if (g[i] < 0) {
      const double most = 1e-6*(m->largest[i] > 1 ? m->largest[i] : 1);
      const double noise = 2*(m->noise[i] > fabs(z[i]) ? m->noise[i] : fabs(z[i]));
      const int again = m->time - m->last_fired[i] <= @NO_TIME@;
      m->noise[i] = !again ? 0 : noise <= most ? noise : m->noise[i];
      m->last_fired[i] = m->time;
    }
}

/* The first crossing in the last step, by the method of false position with interpolated states:
   Illinois, with bisection where it is slow. Leaves everything as it is just behind it. */
static int locate(MODEL *m, double *g)
{
  double left[NZ + 1] = {0}, right[NZ + 1] = {0}, z[NZ + 1] = {0};
  double tl = m->left_time, tr = m->time, before = tr - tl;
  const double size = fabs(tl) > fabs(tr) ? fabs(tl) : fabs(tr);
  const double resolution = resolution_(size)/2;
  int i, k, crossed, side = 0;
  for (i = 0; i < NZ; ++i) {
    left[i] = m->left[i];
    right[i] = g[i];
  }
  for (k = 0; k < 200 && tr - tl > resolution; ++k) {
    double t = tr;
    for (i = 0; i < NZ; ++i)
      if (right[i] < 0 && left[i] >= 0) {
        const double at = tl + (tr - tl)*(left[i]/(left[i] - right[i]));
        if (at < t) t = at;
      }
    if (k % 3 == 2) {
      if (tr - tl > 0.25*before) t = tl + (tr - tl)/2;
      before = tr - tl;
    }
    if (t < tl + resolution/2) t = tl + resolution/2;
    if (t > tr - resolution/2) t = tr - resolution/2;
    if (t <= tl || t >= tr) break;
    hermite(m, t, @POINTS@, m->v, 0);
    m->time = t;
    if (derivatives(m) || watch(m, z, g, &crossed)) return 1;
    if (crossed) {
      tr = t;
      for (i = 0; i < NZ; ++i) right[i] = g[i];
      if (side == 1)
        for (i = 0; i < NZ; ++i) left[i] /= 2;
      side = 1;
    } else {
      tl = t;
      for (i = 0; i < NZ; ++i) left[i] = g[i];
      if (side == -1)
        for (i = 0; i < NZ; ++i) right[i] /= 2;
      side = -1;
    }
  }
  hermite(m, tr, @POINTS@, m->v, 0);
  m->time = tr;
  if (derivatives(m) || watch(m, z, g, &crossed)) return 1;
  fired(m, z, g);
  return 0;
}

/* What is at zero after an event may leave it and be back before the step ends, as a ball that hardly
   jumps any more: looked at soon after the event. */
static int look_soon(MODEL *m, double start, double *z, double *g, int *crossed)
{
  const double end = m->time, soon = start + 1e-3*(end - start);
  double x[NX + 1];
  int i;
  *crossed = 0;
  if (!m->after_crossing || NZ == 0 || soon <= start || soon >= end) return 0;
  m->after_crossing = 0;
  for (i = 0; i < NX; ++i) x[i] = m->v[i];
  hermite(m, soon, @POINTS@, m->v, 0);
  m->time = soon;
  if (derivatives(m) || watch(m, z, g, crossed)) return 1;
  if (*crossed) return 0;
  keep_watch(m, z, g);
  for (i = 0; i < NX; ++i) m->v[i] = x[i];
  m->time = end;
  return derivatives(m);
}

/* By h, in steps that end at events. */
static int go_on(MODEL *m, double h, int (*method)(MODEL *, double, double))
{
  const double end = m->time + h;
  double z[NZ + 1] = {0}, g[NZ + 1] = {0};
  int crossed;
  long events = 0;
@KEEP_INPUTS@  while (m->time < end && !m->terminated) {
    const double now = m->time, next = next_event(m);
    const double limit = next <= end + 1e-9*h ? next : end;
    if (limit - now <= 2*resolution_(now)) { /* nothing to integrate */
      if (limit > now) m->time = limit;
      if (derivatives(m) || outputs(m)) return 1;
      begin_history(m);
      crossed = 0;
    } else {
      const double by = fabs(limit - now - h) <= 1e-9*h ? h : limit - now;
      m->past_time[0] = now;
      if (@TRY@) return 1;
      m->time = limit;
      remember(m, @RATE@);
      if (look_soon(m, now, z, g, &crossed)) return 1;
      if (!crossed) {
        if (watch(m, z, g, &crossed)) return 1;
@CONFIRM@      }
      if (crossed) {
        if (locate(m, g)) return 1;
      } else {
        keep_watch(m, z, g);
        accept_point(m, 0);
@STORE_STEP@      }
    }
    if (crossed || next <= m->time) {
@BEFORE_EVENT@      if (!crossed && derivatives(m)) return 1;
      if (outputs(m)@STORE_BEFORE@) return 1;
      if (!crossed) start_samples(m);
      if (!crossed && next <= m->reached) m->passed = m->reached; /* right after the last event */
      m->after_crossing = crossed;
      if (iterate_event(m)@STORE_AFTER@ || settle(m)) return 1;
@ONE_EVENT@      if (++events > 10000) {
        m->message = "too many events in one step";
        return 1;
      }
    }@CHECK@
  }
  return 0;
}

)";

const std::string_view kInitEvents =
    R"(/* The initial system, until discrete variables and relations repeat. */
static int solve_initial(MODEL *m)
{
  int i, pass;
  m->moves = 0;
  for (pass = 0; pass < 100; ++pass) {
    double before[UNKNOWNS - DISCRETE + 1] = {0};
    int relation[NR + 1] = {0}, changed = 0;
    for (i = DISCRETE; i < UNKNOWNS; ++i) before[i - DISCRETE] = m->v[i];
    for (i = 0; i < NR; ++i) relation[i] = m->relation[i];
    if (initial(m)) return 1;
    for (i = DISCRETE; i < UNKNOWNS; ++i) changed |= differ(m->v[i], before[i - DISCRETE]);
    for (i = 0; i < NR; ++i) changed |= relation[i] != m->relation[i];
    if (!changed) return 0;
  }
  m->message = "the discrete variables of the initial system do not settle";
  return 1;
}

@HOMOTOPY@@BY_OTHER_STATES@@STATIC@int NAME_init(MODEL *m, double time)
{
  int i;
@CLEAR@  for (i = 0; i < NZ; ++i) m->last_fired[i] = -HUGE_VAL;
  m->time = time;
  m->reached = m->passed = -HUGE_VAL;
  reach_instant(m);
@LAMBDA@  begin_newton(m);
  m->live = m->starting = 1;
  if (parameters(m) || sample_clocks(m)) return 1;
  for (i = 0; i < N; ++i) m->pre[i] = m->v[i];
  if (@SOLVE@@OTHER_STATES@) return 1;
  m->starting = 0;
  for (i = 0; i < NS; ++i)
    while (m->clock_start[i] + (double)m->ticks[i]*m->clock_interval[i] < time - resolution_(time))
      ++m->ticks[i];
@CHOOSE_FIRST@@STORE_FIRST@  start_samples(m);
@START_EVENT@
}

)";

const std::string_view kInitByOtherStates =
    R"(/* The states that were guessed may be the wrong ones here: x of x^2 + y^2 = 1 where y = 0. */
static int initial_by_other_states(MODEL *m)
{
  int i;
  m->lambda = 1;
  for (i = 0; i < NR; ++i) m->relation[i] = 0;
  if (parameters(m)) return 1;
  for (i = 0; i < N; ++i) m->pre[i] = m->v[i];
  return !guess_states(m) || solve_initial(m);
}

)";

const std::string_view kHomotopy =
    R"(/* From the simplified model (lambda 0) to the actual one (lambda 1); each solution starts the next. */
static int follow_homotopy(MODEL *m)
{
  MODEL start = *m, good;
  double reached = 0, step = 1;
  m->lambda = 0;
  if (!@SOLVE@) {
    good = *m;
    while (reached < 1 && step >= 1e-4) {
      m->lambda = reached + step < 1 ? reached + step : 1;
      if (@SOLVE@) {
        *m = good;
        step /= 4;
        continue;
      }
      good = *m;
      reached = m->lambda;
      step *= 2;
    }
    if (reached >= 1) return 0;
  }
  *m = start;
  m->lambda = 1;
  return @SOLVE@;
}

)";

}  // namespace formola::text

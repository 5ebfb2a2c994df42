// spatialDistribution() in C: src/runtime/transport_profile.cpp without allocation, and when jumps
// that a medium carries come out at the other end.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

namespace {

const std::string_view kLineTypes =
    R"(/* How many particles are kept for each spatialDistribution(): those that entered at the ends of
   steps and have not left yet. Define another number for lines that take many steps to cross. */
#ifndef FORMOLA_LINE_ENTRIES
#define FORMOLA_LINE_ENTRIES @ENTRIES@
#endif
enum { LINES = @COUNT@ };

/* What a medium carries along 0 <= y <= 1: particles in the order of their labels y - x, in a ring.
   Two with the same label are a jump, a corner is a kink or one of the profile given at first. */
typedef struct LINE_ {
  int first, count;
  int side;  /* where something entered last, 1: at y = 0, -1: at y = 1; 0: nowhere yet */
  int jumps; /* there may be some */
  double x, time, velocity; /* of the last entry, and between the last two */
  double largest, arrival;  /* of the values; when a jump is expected at the other end */
  double label[FORMOLA_LINE_ENTRIES], value[FORMOLA_LINE_ENTRIES];
  double entered[FORMOLA_LINE_ENTRIES];
  char corner[FORMOLA_LINE_ENTRIES];
} LINE_;

)";

const std::string_view kLineMembers = R"(  LINE_ line[LINES]; /* of spatialDistribution() */
)";

const std::string_view kLineText = R"(typedef struct PARTICLE_ {
  double label, value, entered;
  int corner;
} PARTICLE_;

/* Nearer to the end than this something has got there. */
#define ARRIVED_ 1e-9

static double line_rounding(double x)
{
  return 16*2.220446049250313e-16*(1 + fabs(x));
}

/* The line as seen from where the medium enters: depths side*label ascend from there. This is the
   depth of that end; the other one is deeper by the length 1. */
static double inlet_depth(int side, double x)
{
  return side > 0 ? -x : x - 1;
}

/* Where entry i, seen from `side`, stands. */
static int line_place(const LINE_ *p, int side, int i)
{
  i = p->first + (side > 0 ? i : p->count - 1 - i);
  return i < FORMOLA_LINE_ENTRIES ? i : i - FORMOLA_LINE_ENTRIES;
}

static double line_depth(const LINE_ *p, int side, int i)
{
  return side*p->label[line_place(p, side, i)];
}

/* Entry i; with `present` that is the first one. */
static PARTICLE_ particle_(const LINE_ *p, int side, int i, const PARTICLE_ *present)
{
  PARTICLE_ found;
  if (present && i == 0) return *present;
  i = line_place(p, side, present ? i - 1 : i);
  found.label = p->label[i];
  found.value = p->value[i];
  found.entered = p->entered[i];
  found.corner = p->corner[i];
  return found;
}

/* The last entry that is not deeper; the first one if all are. */
static int last_not_below(const LINE_ *p, int side, double depth)
{
  int low = 0, high = p->count;
  while (high - low > 1) {
    const int middle = (low + high)/2;
    if (line_depth(p, side, middle) <= depth) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The nearest entry on one side of i (by -1 or 1) that no jump, corner or turn of the flow separates
   from it; those much nearer than `distance` magnify errors: then i. */
static int line_neighbour(const LINE_ *p, int side, int i, int by, double duration,
                          const PARTICLE_ *present)
{
  const int total = p->count + (present != 0);
  const double distance = fabs(duration)/2;
  const PARTICLE_ start = particle_(p, side, i, present);
  PARTICLE_ at = start;
  int k = i;
  while (k + by >= 0 && k + by < total && fabs(at.entered - start.entered) < distance &&
         !at.corner) {
    const PARTICLE_ next = particle_(p, side, k + by, present);
    if (!(by*side*(next.label - at.label) > 0 && by*(next.entered - at.entered)*duration > 0)) break;
    at = next;
    k += by;
  }
  return fabs(at.entered - start.entered) >= distance/50 ? k : i;
}

/* Newton's form of the polynomial through n points, and its value. */
static void divided_(const double *t, double *c, int n)
{
  int i, k;
  for (k = 1; k < n; ++k)
    for (i = n - 1; i >= k; --i) c[i] = (c[i] - c[i - 1])/(t[i] - t[i - k]);
}

static double polynomial_(const double *t, const double *c, int n, double at)
{
  double y = c[n - 1];
  int i;
  for (i = n - 2; i >= 0; --i) y = c[i] + (at - t[i])*y;
  return y;
}

/* When the particle at this depth entered, between t0 and t1: regula falsi with the halving of
   Illinois, since depth is monotonic. */
static double when_entered(const double *t, const double *d, int n, double depth, double t0,
                           double f0, double t1, double f1)
{
  double entered = f0 >= 0 ? t0 : t1;
  int k, last = 0;
  for (k = 0; k < 100 && f0 < 0 && f1 > 0; ++k) {
    double f;
    entered = t0 - f0*(t1 - t0)/(f1 - f0);
    f = polynomial_(t, d, n, entered) - depth;
    if (fabs(f) <= 1e-15*(1 + fabs(depth)) || entered == t0 || entered == t1) break;
    if (f < 0) {
      t0 = entered;
      f0 = f;
      if (last < 0) f1 /= 2;
      last = -1;
    } else {
      t1 = entered;
      f1 = f;
      if (last > 0) f0 /= 2;
      last = 1;
    }
  }
  return entered;
}

/* The particle at a depth between entries low and low + 1; with `present` as the first one. */
static PARTICLE_ between_(const LINE_ *p, int side, int low, double depth,
                          const PARTICLE_ *present)
{
  const PARTICLE_ a = particle_(p, side, low, present), b = particle_(p, side, low + 1, present);
  const double f0 = side*a.label - depth, f1 = side*b.label - depth, wide = f1 - f0;
  const double duration = b.entered - a.entered;
  double t[4], d[4], y[4];
  int chosen[4], i, k, n = 0;
  PARTICLE_ found;
  found.label = side*depth;
  found.corner = 1;
  if (!(wide > 0) || duration == 0 || !(duration - duration == 0)) {
    const double part = wide > 0 ? -f0/wide : 0;
    found.value = a.value + part*(b.value - a.value);
    found.entered = part > 0 ? a.entered + part*duration : a.entered;
    return found;
  }
  chosen[0] = low;
  chosen[1] = low + 1;
  chosen[2] = line_neighbour(p, side, low, -1, duration, present);
  chosen[3] = line_neighbour(p, side, low + 1, 1, duration, present);
  /* At an end of the smooth piece the fourth point is from the other side. */
  if (chosen[2] == low) chosen[2] = line_neighbour(p, side, chosen[3], 1, duration, present);
  if (chosen[3] == low + 1)
    chosen[3] = line_neighbour(p, side, chosen[2], -1, duration, present);
  for (i = 0; i < 4; ++i) {
    const PARTICLE_ one = particle_(p, side, chosen[i], present);
    for (k = 0; k < n && t[k] != one.entered; ++k) continue;
    if (k < n) continue;
    t[n] = one.entered;
    d[n] = side*one.label;
    y[n++] = one.value;
  }
  divided_(t, d, n);
  divided_(t, y, n);
  found.entered = when_entered(t, d, n, depth, a.entered, f0, b.entered, f1);
  found.value = polynomial_(t, y, n, found.entered);
  return found;
}

/* What leaves (or, where the medium enters, the input itself) at y = end now. At a jump the side
   that comes later counts at events and right after them. */
static double transported_(MODEL *m, int number, int end, double in0, double in1, double x,
                           double positive, double time)
{
  const LINE_ *const p = &m->line[number];
  const int side = positive != 0 ? 1 : -1, after = m->live || m->time == m->piece;
  const double inlet = side > 0 ? in0 : in1, edge = inlet_depth(side, x), outlet = edge + 1;
  const double depth = after ? outlet - ARRIVED_ : outlet + ARRIVED_;
  if ((side > 0) == (end == 0) || p->count == 0) return inlet;
  if (depth >= line_depth(p, side, p->count - 1))
    return p->value[line_place(p, side, p->count - 1)];
  if (depth < line_depth(p, side, 0)) {
    PARTICLE_ present;
    if (edge >= line_depth(p, side, 0) - line_rounding(x)) return p->value[line_place(p, side, 0)];
    present.label = side*edge;
    present.value = inlet;
    present.entered = time;
    present.corner = 0;
    return between_(p, side, 0, outlet, &present).value;
  }
  {
    const int low = last_not_below(p, side, depth);
    return between_(p, side, low, outlet, 0).value;
  }
}

)";

const std::string_view kStoreLines =
    R"(/* Entries at the end that is seen from `side`, or the other. */
static void drop_front(LINE_ *p, int side)
{
  if (side > 0) p->first = p->first + 1 < FORMOLA_LINE_ENTRIES ? p->first + 1 : 0;
  --p->count;
}

static int add_front(LINE_ *p, int side, const PARTICLE_ *one)
{
  int at;
  if (p->count == FORMOLA_LINE_ENTRIES) return 1;
  if (side > 0) p->first = p->first > 0 ? p->first - 1 : FORMOLA_LINE_ENTRIES - 1;
  ++p->count;
  at = line_place(p, side, 0);
  p->label[at] = one->label;
  p->value[at] = one->value;
  p->entered[at] = one->entered;
  p->corner[at] = (char)one->corner;
  return 0;
}

/* The profile at the start. Nobody knows when these entered: the label in place of the time makes
   what is between them linear in it. */
static void begin_line(LINE_ *p, double x, const double *points, const double *values, int n)
{
  int i;
  p->first = p->count = p->side = p->jumps = 0;
  p->velocity = p->largest = 0;
  p->x = x;
  p->time = p->arrival = -HUGE_VAL;
  for (i = 0; i < n; ++i) {
    PARTICLE_ one;
    one.label = one.entered = points[i] - x;
    one.value = values[i];
    one.corner = 1;
    if (i > 0 && points[i] == points[i - 1] && values[i] != values[i - 1]) p->jumps = 1;
    if (fabs(values[i]) > p->largest) p->largest = fabs(values[i]);
    (void)add_front(p, -1, &one);
  }
}

/* From now on something enters here: what has left at this end before does not come back. */
static void turn_line(LINE_ *p, int side)
{
  const double edge = inlet_depth(side, p->x), small = line_rounding(p->x);
  if (p->count > 1 && line_depth(p, side, 0) < edge - small) {
    int low = last_not_below(p, side, edge);
    PARTICLE_ cut;
    if (low > p->count - 2) low = p->count - 2;
    cut = between_(p, side, low, edge, 0);
    while (p->count > 0 && line_depth(p, side, 0) < edge - small) drop_front(p, side);
    if (p->count == 0 || line_depth(p, side, 0) > edge + small) (void)add_front(p, side, &cut);
  }
  p->side = side;
}

static int line_ends_at(const LINE_ *p, int side, int i, double depth, double small)
{
  return i < p->count && fabs(line_depth(p, side, i) - depth) <= small;
}

static int push_line(LINE_ *p, int side, double value, double time, double x)
{
  const double depth = inlet_depth(side, x), small = line_rounding(x);
  const int front = line_place(p, side, 0);
  if (line_ends_at(p, side, 0, depth, small) && line_ends_at(p, side, 1, depth, small)) {
    p->value[front] = value; /* only the limits from both sides matter */
    p->entered[front] = time;
  } else {
    PARTICLE_ one;
    if (line_ends_at(p, side, 0, depth, small) && p->entered[front] == time &&
        p->value[front] == value)
      return 0;
    one.label = side*depth;
    one.value = value;
    one.entered = time;
    one.corner = 0;
    if (add_front(p, side, &one)) return 1;
  }
  if (fabs(value) > p->largest) p->largest = fabs(value);
  if (line_ends_at(p, side, 1, depth, small)) p->jumps = 1;
  return 0;
}

/* When the next jump gets to the end, if the velocity stays as it is. Smaller ones than a millionth
   are rounding errors of what is continuous at an event. */
static double next_arrival(const LINE_ *p)
{
  const int side = p->velocity > 0 ? 1 : -1;
  const double end = inlet_depth(side, p->x) + 1;
  int i;
  if (!p->jumps || p->velocity == 0) return HUGE_VAL;
  for (i = p->count - 1; i > 0; --i) {
    const double depth = line_depth(p, side, i);
    const double step = p->value[line_place(p, side, i)] - p->value[line_place(p, side, i - 1)];
    if (depth - line_depth(p, side, i - 1) > line_rounding(p->x)) continue;
    if (depth >= end - ARRIVED_ || !(fabs(step) > 1e-6*p->largest)) continue;
    return p->time + (end - depth)/fabs(p->velocity);
  }
  return HUGE_VAL;
}

/* The nearer a jump is the better its time is known: an earlier one takes the place of a later one,
   and at that time what is left of the way gives the next one. */
static void expect_arrival(LINE_ *p, double now)
{
  const double next = next_arrival(p);
  if (!(next > now + 8*2.220446049250313e-16*fabs(now))) return;
  if (p->arrival > now && next > p->arrival - 1e-9*(p->arrival - now)) return;
  p->arrival = next;
}

/* The inputs have a kink or a jump here, and a jump that has got to the other end is over. */
static void mark_line(LINE_ *p)
{
  const int side = p->side;
  const double end = inlet_depth(side, p->x) + 1;
  int i;
  if (side == 0) return;
  p->corner[line_place(p, side, 0)] = 1;
  for (i = p->count; i-- > 1 && line_depth(p, side, i - 1) >= end - ARRIVED_;)
    if (line_depth(p, side, i) - line_depth(p, side, i - 1) <= line_rounding(p->x))
      while (p->count > i) drop_front(p, -side);
}

static int store_line(MODEL *m, LINE_ *p, const double *in)
{
  enum { MORE = 6 }; /* behind the end, for the interpolation there */
  const double moved = in[2] - p->x;
  int side = in[3] != 0 ? 1 : -1;
  if (fabs(moved) > line_rounding(in[2])) side = moved > 0 ? 1 : -1;
  if (side != p->side) turn_line(p, side);
  if (push_line(p, side, in[side > 0 ? 0 : 1], m->time, in[2])) {
    m->message = "the line of spatialDistribution() is full: compile with a larger "
                 "FORMOLA_LINE_ENTRIES";
    return 1;
  }
  while (p->count > MORE &&
         line_depth(p, side, p->count - MORE) >= inlet_depth(side, in[2]) + 1)
    drop_front(p, -side);
  if (m->time > p->time) p->velocity = moved/(m->time - p->time);
  p->x = in[2];
  p->time = m->time;
  expect_arrival(p, m->time);
  return 0;
}

/* After a step, before an event and, with `after`, after it. */
static int store_lines(MODEL *m, int after)
{
  double in[4*LINES];
  int i;
  if (line_inputs(m, in)) return 1;
  for (i = 0; i < LINES; ++i)
    if (m->line[i].count == 0 && begin_lines(m, i, in[4*i + 2])) return 1;
  for (i = 0; i < LINES; ++i) {
    if (store_line(m, &m->line[i], in + 4*i)) return 1;
    if (after) mark_line(&m->line[i]);
  }
  return 0;
}

static double next_arrivals(const MODEL *m)
{
  double next = HUGE_VAL;
  int i;
  for (i = 0; i < LINES; ++i)
    if (m->line[i].arrival > -HUGE_VAL && m->line[i].arrival < next) next = m->line[i].arrival;
  return next;
}

static void drop_arrivals(MODEL *m)
{
  int i;
  for (i = 0; i < LINES; ++i)
    if (m->line[i].arrival <= m->time + 8*2.220446049250313e-16*fabs(m->time))
      m->line[i].arrival = -HUGE_VAL;
}

)";

}  // namespace

void CWriter::lineTypes() {
  constexpr size_t kSteps = 4096;
  size_t points = 0;
  for (const Transport& t : schedule_.transports) points = std::max(points, t.points.size());
  keys_ = {{"@ENTRIES@", fmt::format("{}", kSteps + points)},
           {"@COUNT@", fmt::format("{}", schedule_.transports.size())}};
  kernel(kLineTypes);
  keys_.clear();
}

void CWriter::lineMembers() {
  out_ += kLineMembers;
}

void CWriter::lineFunctions() {
  std::vector<ExprId> list;
  for (const Transport& t : schedule_.transports)
    for (ExprId id : {t.in0, t.in1, t.x, t.positiveVelocity}) list.push_back(id);
  line(0,
       "/* What enters the lines at both ends, how far they have moved and whether forwards. */");
  begin("static int line_inputs(MODEL *m, double *in)");
  std::vector<Temporary> before;
  std::vector<std::string> written = texts_.group(list, before);
  temporaries(before);
  for (size_t k = 0; k < written.size(); ++k) line(2, fmt::format("in[{}] = {};", k, written[k]));
  end();
  // Their profiles at the start are looked at once.
  std::string_view store = kStoreLines;
  const size_t at = store.find("/* From now on");
  out_ += store.substr(0, at);
  begin("static int begin_lines(MODEL *m, int number, double x)");
  for (size_t k = 0; k < schedule_.transports.size(); ++k) {
    const Transport& t = schedule_.transports[k];
    line(2, fmt::format("if (number == {}) {{", k));
    for (const auto& [name, ids] :
         {std::pair("points", &t.points), std::pair("values", &t.values)}) {
      before.clear();
      written = texts_.group(*ids, before);
      line(4, fmt::format("double {}[{}];", name, ids->size()));
      temporaries(before);
      for (size_t i = 0; i < written.size(); ++i)
        line(4, fmt::format("{}[{}] = {};", name, i, written[i]));
    }
    line(4, fmt::format("begin_line(&m->line[{}], x, points, values, {});", k, t.points.size()));
    line(2, "}");
  }
  end();
  out_ += store.substr(at);
}

const std::string_view kLineLookUp = kLineText;

}  // namespace formola::text

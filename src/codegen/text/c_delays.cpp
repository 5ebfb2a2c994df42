// delay() in C: src/runtime/delay_buffer.cpp without allocation, and what
// src/solver/past_recorder.cpp does about jumps that come out again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

namespace {

const std::string_view kDelayTypes =
    R"(/* How many values of the past are kept for each delay(): enough for twice the delay in equal steps
   of @STEP@, and some events. Define another number for smaller steps. */
#ifndef FORMOLA_DELAY_ENTRIES
#define FORMOLA_DELAY_ENTRIES @ENTRIES@
#endif
enum { ND = @COUNT@, ECHOES = ND*(FORMOLA_DELAY_ENTRIES/2 + 5) };

/* Values at times that do not decrease, in a ring. Two at one time are a jump, a corner is a kink. */
typedef struct PAST_ {
  int first, count;
  double asked; /* the last delay asked for */
  double time[FORMOLA_DELAY_ENTRIES], value[FORMOLA_DELAY_ENTRIES];
  char corner[FORMOLA_DELAY_ENTRIES];
} PAST_;

)";

const std::string_view kDelayMembers = R"(  PAST_ past[ND]; /* of delay() */
  double echo[ECHOES]; /* when jumps of the past come out again */
  int echoes;
)";

const std::string_view kDelayText = R"(/* Where entry i of the past stands. */
static int entry_(const PAST_ *p, int i)
{
  i += p->first;
  return i < FORMOLA_DELAY_ENTRIES ? i : i - FORMOLA_DELAY_ENTRIES;
}

/* The entry, or what is now behind the last one. */
static double time_(const PAST_ *p, int i, double now)
{
  return i < p->count ? p->time[entry_(p, i)] : now;
}

static int corner_(const PAST_ *p, int i)
{
  return i < p->count && p->corner[entry_(p, i)];
}

/* The nearest entry at least `distance` before (behind) entry i in the same smooth piece, or i. */
static int before_(const PAST_ *p, int i, double distance, double now)
{
  int k;
  for (k = i; k > 0 && !corner_(p, k) && time_(p, k - 1, now) < time_(p, k, now); --k)
    if (time_(p, i, now) - time_(p, k - 1, now) >= distance) return k - 1;
  return i;
}

static int behind_(const PAST_ *p, int i, int total, double distance, double now)
{
  int k;
  for (k = i; k + 1 < total && !corner_(p, k) && time_(p, k, now) < time_(p, k + 1, now); ++k)
    if (time_(p, k + 1, now) - time_(p, i, now) >= distance) return k + 1;
  return i;
}

/* Neville's scheme on the entries low and low + 1 and one on either side of them. */
static double interpolate_(const PAST_ *p, int low, double time, int total, double now,
                           double present)
{
  const double distance = (time_(p, low + 1, now) - time_(p, low, now))/2;
  double t[4], y[4];
  int chosen[4], i, k, n = 0;
  chosen[0] = low;
  chosen[1] = low + 1;
  chosen[2] = before_(p, low, distance, now);
  chosen[3] = behind_(p, low + 1, total, distance, now);
  if (chosen[2] == low) chosen[2] = behind_(p, chosen[3], total, distance, now);
  if (chosen[3] == low + 1) chosen[3] = before_(p, chosen[2], distance, now);
  for (i = 0; i < 4; ++i) {
    const double at = time_(p, chosen[i], now);
    for (k = 0; k < n && t[k] != at; ++k) continue;
    if (k < n) continue;
    t[n] = at;
    y[n++] = chosen[i] < p->count ? p->value[entry_(p, chosen[i])] : present;
  }
  for (k = 1; k < n; ++k)
    for (i = 0; i + k < n; ++i) y[i] += (time - t[i])/(t[i + k] - t[i])*(y[i + 1] - y[i]);
  return y[0];
}

/* delay(): the value at time - by; `present` is the one now. */
static double delay_(MODEL *m, int number, double present, double by)
{
  PAST_ *const p = &m->past[number];
  const double now = m->time, time = now - by, rounding = 8*2.220446049250313e-16*fabs(now);
  /* The jump at the end of a smooth piece belongs to the next one. */
  const int after = m->live || now - m->piece <= 2*rounding;
  const double key = after ? time + rounding : time - rounding;
  int low = 0, high = p->count;
  p->asked = by;
  if (p->count == 0) return present;
  if (key < p->time[p->first]) return p->value[p->first];
  while (high - low > 1) {
    const int middle = (low + high)/2;
    if (p->time[entry_(p, middle)] <= key) {
      low = middle;
    } else {
      high = middle;
    }
  }
  if (high < p->count) return interpolate_(p, low, time, p->count, now, present);
  if (now > p->time[entry_(p, low)])
    return interpolate_(p, low, time, p->count + 1, now, present);
  return p->value[entry_(p, low)];
}

)";

const std::string_view kStoreDelays =
    R"(/* Drops what is too old for a delay of `most`, then the value is the newest entry. */
static int store_(MODEL *m, PAST_ *p, double value, double most)
{
  const int last = entry_(p, p->count > 0 ? p->count - 1 : 0);
  if (p->count > 0 && p->time[last] == m->time) {
    if (p->value[last] == value) return 0;
    if (p->count > 1 && p->time[entry_(p, p->count - 2)] == m->time) {
      p->value[last] = value;
      return 0;
    }
  }
  while ((p->count > 2 && p->time[entry_(p, 1)] < m->time - 2*most) ||
         (p->count == FORMOLA_DELAY_ENTRIES && p->time[entry_(p, 2)] < m->time - most)) {
    p->first = entry_(p, 1);
    --p->count;
  }
  if (p->count == FORMOLA_DELAY_ENTRIES) {
    m->message = "the past of delay() is full: compile with a larger FORMOLA_DELAY_ENTRIES";
    return 1;
  }
  p->time[entry_(p, p->count)] = m->time;
  p->corner[entry_(p, p->count)] = 0;
  p->value[entry_(p, p->count++)] = value;
  return 0;
}

/* After a step, before an event and, with `after`, after it. */
static int store_delays(MODEL *m, int after)
{
  double value[ND], most[ND];
  int i;
  if (delayed(m, value, most)) return 1;
  for (i = 0; i < ND; ++i) {
    PAST_ *const p = &m->past[i];
    int last, other;
    if (store_(m, p, value[i], most[i])) return 1;
    if (!after) continue;
    last = entry_(p, p->count - 1);
    other = p->count > 1 ? entry_(p, p->count - 2) : last;
    if (other != last && p->time[other] == p->time[last] && p->value[other] != p->value[last] &&
        p->asked > 0 && m->echoes < ECHOES)
      m->echo[m->echoes++] = m->time + p->asked;
    p->corner[last] = 1;
  }
  return 0;
}

/* The solution has a kink at the start, whose echoes get smoother by one derivative each time. */
static void echo_start(MODEL *m)
{
  int i, k;
  for (i = 0; i < ND; ++i)
    for (k = 1; k <= 4 && m->past[i].asked > 0; ++k)
      m->echo[m->echoes++] = m->time + k*m->past[i].asked;
}

static double next_echo(const MODEL *m)
{
  double next = HUGE_VAL;
  int i;
  for (i = 0; i < m->echoes; ++i)
    if (m->echo[i] < next) next = m->echo[i];
  return next;
}

static void drop_echoes(MODEL *m)
{
  int i, kept = 0;
  for (i = 0; i < m->echoes; ++i)
    if (m->echo[i] > m->time) m->echo[kept++] = m->echo[i];
  m->echoes = kept;
}

)";

// The value of a parameter that is written as a number; 0 if it is not.
double numberOf(const StructuredDae& model, ExprId id) {
  const ExprPool& pool = model.pool();
  for (int hops = 0; id.valid() && hops < 100; ++hops) {
    if (pool.isNumber(id)) return pool.realValue(id);
    if (pool.kind(id) != ExprKind::Variable ||
        model.info[pool.variableOf(id)].role != Role::Parameter)
      break;
    id = model.dae.variables[pool.variableOf(id)].binding;
  }
  return 0;
}

}  // namespace

void CWriter::delayTypes() {
  constexpr double kFewest = 64, kMost = 1 << 20, kUnknown = 4096;
  const double h = stepSize();
  // The steps of an FMU are chosen by its environment.
  const double fewest = fmu() ? kUnknown : kFewest;
  double entries = fewest;
  for (const DelayBuffer& delay : schedule_.delays) {
    const double most = numberOf(model_, delay.maximum);
    entries = std::max(entries, most > 0 ? std::ceil(2.5 * most / h) + fewest : kUnknown);
  }
  keys_ = {{"@ENTRIES@", fmt::format("{:.0f}", std::min(entries, kMost))},
           {"@STEP@", realText(h)},
           {"@COUNT@", fmt::format("{}", schedule_.delays.size())}};
  kernel(kDelayTypes);
  keys_.clear();
}

void CWriter::delayMembers() {
  out_ += kDelayMembers;
}

// Where programs store what delay() and spatialDistribution() look back at, and when that comes
// out.
void CWriter::addPastKeys() {
  const bool past = hasPast(), delays = hasDelays(), lines = hasLines();
  const std::string echo = delays ? "  if (next_echo(m) < next) next = next_echo(m);\n" : "";
  const std::string arrival =
      lines ? "  if (next_arrivals(m) < next) next = next_arrivals(m);\n" : "";
  const std::string dropEcho = delays ? "  drop_echoes(m);\n" : "";
  const std::string dropArrival = lines ? "  drop_arrivals(m);\n" : "";
  const std::string begin = "  if (iterate_event(m) || store_past(m, 1)) return 1;\n";
  const std::string echoStart = delays ? "  echo_start(m);\n" : "";
  const std::vector<std::pair<std::string, std::string>> keys = {
      {"@PIECE@", past ? "  m->piece = m->time;\n" : ""},
      {"@NEXT_ECHO@", echo + arrival},
      {"@DROP_ECHOES@", dropEcho + dropArrival},
      {"@STORE_STEP@", past ? "        if (outputs(m) || store_past(m, 0)) return 1;\n" : ""},
      {"@STORE_BEFORE@", past ? " || store_past(m, 0)" : ""},
      {"@STORE_AFTER@", past ? " || store_past(m, 1)" : ""},
      {"@STORE_FIRST@", past ? "  if (store_past(m, 0)) return 1;\n" : ""},
      {"@START_EVENT@", past ? begin + echoStart + "  return settle(m);"
                             : "  return iterate_event(m) || settle(m);"}};
  keys_.insert(keys_.end(), keys.begin(), keys.end());
}

// What delay() and spatialDistribution() look back at, together.
void CWriter::pastFunctions() {
  if (hasDelays()) delayFunctions();
  if (hasLines()) lineFunctions();
  line(0, "/* After a step, before an event and, with `after`, after it. */");
  line(0, "static int store_past(MODEL *m, int after)");
  line(0, "{");
  if (hasDelays()) line(2, "if (store_delays(m, after)) return 1;");
  if (hasLines()) line(2, "if (store_lines(m, after)) return 1;");
  line(2, "return 0;");
  line(0, "}\n");
}

void CWriter::delayFunctions() {
  std::vector<ExprId> list;
  for (const DelayBuffer& delay : schedule_.delays) {
    list.push_back(delay.value);
    list.push_back(delay.maximum);
  }
  line(0, "/* What delay() looks back at, and how far at the most. */");
  begin("static int delayed(MODEL *m, double *value, double *most)");
  std::vector<Temporary> before;
  const std::vector<std::string> written = texts_.group(list, before);
  temporaries(before);
  for (size_t k = 0; k < schedule_.delays.size(); ++k) {
    line(2, fmt::format("value[{}] = {};", k, written[2 * k]));
    line(2, fmt::format("most[{}] = {};", k, written[2 * k + 1]));
  }
  end();
  out_ += kStoreDelays;
}

const std::string_view kDelayLookUp = kDelayText;

}  // namespace formola::text

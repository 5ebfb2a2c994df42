#include "solver/source_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/workspace.h"

namespace formola::solver {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr int kMostParts = 2000;
constexpr int kDeepest = 64;  // parts within each other
constexpr int kTurns = 3;     // looked at of one source in one step
constexpr double kFar = 0.1;  // of all that the source did: less far it shows at the ends
constexpr double kRounding = 1e-12;
constexpr double kDefect = 100;  // tolerances; what the integrator resolves has some of them
constexpr double kExact = 0.01;  // of the way to a turn
constexpr double kLonger = 2, kShorter = 4;  // what is looked at ahead at once
constexpr double kMostPoints = 50;
constexpr double kSame = 16;     // units of timeResolution: one instant
constexpr double kAside = 0.05;  // of the way between turns: still the same one
constexpr int kMostNoisy = 100;  // parts that do nothing but round: so does the rest

}  // namespace

SourceWatch::SourceWatch(Evaluator& evaluator, double tolerance, bool fixedSteps)
    : evaluator_(evaluator), tolerance_(tolerance), fixedSteps_(fixedSteps) {
  const FmlModel& model = *evaluator.data()->model;
  for (int32_t k = 0; k < model.nSources; ++k)
    sources_.push_back({TraceFormula(model.sources[k]), model.sources[k].decides != 0});
}

// It is known to a part of the way to it only.
void SourceWatch::Turns::note(double now) {
  if (!(next <= now + kSame * timeResolution(now))) return;
  passed = next + kAside * way;
  next = kUnknown;
}

double SourceWatch::Turns::after(TraceFormula& formula, double now, double until) {
  note(now);
  if (!std::isnan(next)) return std::min(next, until);
  const double from = std::max({now, passed, none});
  if (from > none) since = now;
  const double turn = from < until ? turnOf(formula, std::max(now, passed), from, until) : until;
  if (!(turn < until)) none = std::max(none, until);
  if (!(turn < until) || turn - now <= kSame * timeResolution(now)) return until;
  next = turn;
  way = turn - now;
  return turn;
}

void SourceWatch::begin() {
  const double now = evaluator_.data()->time;
  for (Source& source : sources_) {
    const bool another = source.formula.read(*evaluator_.data());
    // Whoever goes step by step may go back in time.
    if (another || now < source.calmSince) source.calm = -kInfinity;
    for (Turns* turns : {&source.ends, &source.looks}) {
      turns->note(now);
      if (now < turns->since) *turns = {};
      if (another) turns->next = kUnknown, turns->none = -kInfinity;
    }
  }
}

double SourceWatch::leaves(TraceFormula& formula, double from, double to, Interval band) {
  double ends[kDeepest];
  int left = 0;
  ends[left++] = to;
  double begin = from;
  int undecided = 0;
  for (int parts = 0; left > 0 && parts < kMostParts; ++parts) {
    const double end = ends[left - 1], middle = begin + (end - begin) / 2;
    const Motion course = formula.closely(begin, end);
    if (!(course.value.low >= band.low && course.value.high <= band.high)) {
      const bool monotone = course.slope.low >= 0 || course.slope.high <= 0;
      const double least = std::max(kExact * (middle - from), 4 * timeResolution(end));
      if (!monotone && left < kDeepest && end - begin > least) {
        ends[left++] = middle;
        continue;
      }
      if (!band.contains(formula.at(monotone ? end : middle))) return begin;
      if (!monotone && ++undecided == kTurns) break;
    }
    begin = end;
    --left;
  }
  return to;
}

double SourceWatch::turnOf(TraceFormula& formula, double origin, double from, double to) {
  double ends[kDeepest];
  int left = 0;
  ends[left++] = to;
  double begin = from;
  int noisy = 0;
  for (int parts = 0; left > 0 && parts < kMostParts; ++parts) {
    const double end = ends[left - 1];
    const Interval slope = formula.over(begin, end).slope;
    const bool monotone = slope.low >= 0 || slope.high <= 0;
    const double middle = begin + (end - begin) / 2;
    if (!monotone) {
      if (left < kDeepest &&
          end - begin > std::max(kExact * (middle - origin), 4 * timeResolution(end))) {
        ends[left++] = middle;
        continue;
      }
      if (!formula.isRounding(begin) || !formula.isRounding(middle) || !formula.isRounding(end))
        return middle;
      if (++noisy == kMostNoisy) return to;
    }
    begin = end;
    --left;
  }
  return to;
}

double SourceWatch::limit(double now, double until) {
  for (Source& source : sources_)
    if (source.matters) until = source.ends.after(source.formula, now, until);
  return until;
}

double SourceWatch::nextLook(double t, double until) {
  for (Source& source : sources_)
    if (source.decides) until = source.looks.after(source.formula, t, until);
  return until;
}

void SourceWatch::Source::see(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

bool SourceWatch::Source::isCalm(double from, double to) {
  const Motion course = formula.over(from, to);
  if (course.slope.low >= 0 || course.slope.high <= 0) {
    see(formula.at(from));
    see(formula.at(to));
    return true;
  }
  const Interval value = formula.narrowed(course, from, to).value;
  return value.high - value.low <= kFar * (high - low);
}

// Steps are short after events, and the source knows nothing of that: it is looked at as far ahead
// as it was calm before, and twice as far each time.
bool SourceWatch::Source::staysCalm(double start, double end) {
  for (;; reach /= kShorter) {
    const bool farther = reach > end - start;
    if (!farther) reach = end - start;
    const double ahead = farther ? start + reach : end;
    if (isCalm(start, ahead)) {
      calmSince = start;
      calm = ahead;
      reach *= kLonger;
      return true;
    }
    if (!farther) return false;
  }
}

bool SourceWatch::Source::staysNear(double start, double end) {
  const double left = formula.at(start), right = formula.at(end), length = end - start;
  see(left);
  see(right);
  const double far = kFar * (high - low);
  const Interval slope = formula.over(start, end).slope;
  const double parts = std::ceil(std::max(-slope.low, slope.high) * length / far);
  if (!(parts <= kMostPoints)) return false;
  for (int k = 0; k < static_cast<int>(parts); ++k) {
    const double value = formula.at(start + length * ((k + 0.5) / parts));
    const double outside = std::max(value - std::max(left, right), std::min(left, right) - value);
    if (!(outside <= far / 2)) return false;
  }
  return true;
}

bool SourceWatch::missed(Integrator& integrator) {
  if (fixedSteps_ || evaluator_.data()->model->nStates == 0) return false;
  const double start = integrator.stepStart(), end = integrator.stepEnd();
  bool away = false, found = false;
  for (Source& source : sources_) {
    if (source.matters || found || end <= source.calm) continue;
    if (source.staysCalm(start, end) || source.staysNear(start, end)) continue;
    TraceFormula& formula = source.formula;
    const double left = formula.at(start), right = formula.at(end);
    double from = start;
    for (int k = 0; k < kTurns && !found && from < end; ++k) {
      const double far = kFar * (source.high - source.low) +
                         kRounding * std::max(std::abs(source.low), std::abs(source.high));
      const Interval band{std::min(left, right) - far, std::max(left, right) + far};
      const double leaving = leaves(formula, from, end, band);
      if (leaving >= end) break;
      const double turn = turnOf(formula, from, leaving, end);
      if (turn >= end) break;
      const double value = formula.at(turn);
      source.see(value);
      const double outside = std::max(value - std::max(left, right), std::min(left, right) - value);
      if (outside > kFar * (source.high - source.low)) {
        away = true;
        found = source.matters = isMissed(integrator, turn);
      }
      from = turn + kAside * (turn - from);
    }
  }
  if (away && !found) {
    integrator.interpolate(end);
    if (!integrator.evaluated()) evaluator_.derivatives(end, evaluator_.data()->v);
  }
  return found;
}

// By what the slope of the solution differs from the derivatives, times the step.
bool SourceWatch::isMissed(Integrator& integrator, double t) {
  FmlData* d = evaluator_.data();
  const double start = integrator.stepStart(), end = integrator.stepEnd();
  const auto n = static_cast<size_t>(d->model->nStates);
  const double aside = std::min({1e-3 * (end - start), (t - start) / 2, (end - t) / 2});
  if (!(aside > timeResolution(t))) return false;
  integrator.interpolate(t - aside);
  before_.assign(d->v, d->v + n);
  integrator.interpolate(t + aside);
  after_.assign(d->v, d->v + n);
  integrator.interpolate(t);
  if (!integrator.evaluated() && evaluator_.derivatives(t, d->v) != FML_OK) {
    runtime::clearFailure(d);
    return true;  // too far from where the equations were solved last
  }
  for (size_t i = 0; i < n; ++i) {
    const double slope = (after_[i] - before_[i]) / (2 * aside);
    const double size = std::max(std::abs(d->v[i]), d->nominal[i]);
    if (std::abs(d->v[n + i] - slope) * (end - start) > kDefect * tolerance_ * size) return true;
  }
  return false;
}

}  // namespace formola::solver

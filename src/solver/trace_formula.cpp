#include "solver/trace_formula.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "runtime/trace_operation.h"

namespace formola::solver {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// As of Motion, of a single value.
static Number negate(Number a) {
  return {-a.x};
}
static Number add(Number a, Number b) {
  return {a.x + b.x};
}
static Number subtract(Number a, Number b) {
  return {a.x - b.x};
}
static Number multiply(Number a, Number b) {
  return {a.x * b.x};
}
static Number square(Number a) {
  return {a.x * a.x};
}
static Number divide(Number a, Number b) {
  return {a.x / b.x};
}
static Number power(Number a, Number b) {
  return {std::pow(a.x, b.x)};
}
static Number smaller(Number a, Number b) {
  return {std::min(a.x, b.x)};
}
static Number larger(Number a, Number b) {
  return {std::max(a.x, b.x)};
}
static Number absolute(Number a) {
  return {std::abs(a.x)};
}
static Number squareRoot(Number a) {
  return {std::sqrt(std::max(a.x, 0.0))};
}
static Number sine(Number a) {
  return {std::sin(a.x)};
}
static Number cosine(Number a) {
  return {std::cos(a.x)};
}
static Number tangent(Number a) {
  return {std::tan(a.x)};
}
static Number arcSine(Number a) {
  return {std::asin(std::clamp(a.x, -1.0, 1.0))};
}
static Number arcCosine(Number a) {
  return {std::acos(std::clamp(a.x, -1.0, 1.0))};
}
static Number arcTangent(Number a) {
  return {std::atan(a.x)};
}
static Number hyperbolicSine(Number a) {
  return {std::sinh(a.x)};
}
static Number hyperbolicCosine(Number a) {
  return {std::cosh(a.x)};
}
static Number hyperbolicTangent(Number a) {
  return {std::tanh(a.x)};
}
static Number exponential(Number a) {
  return {std::exp(a.x)};
}
static Number logarithm(Number a) {
  return {std::log(std::max(a.x, 0.0))};
}
static Number decadicLogarithm(Number a) {
  return {std::log10(std::max(a.x, 0.0))};
}
static Number isLess(Number a, Number b) {
  return {a.x < b.x ? 1.0 : 0.0};
}
static Number isLessOrEqual(Number a, Number b) {
  return {a.x <= b.x ? 1.0 : 0.0};
}
static Number isEqual(Number a, Number b) {
  return {a.x == b.x ? 1.0 : 0.0};
}
static Number select(Number condition, Number a, Number b) {
  return condition.x > 0 ? a : b;
}

namespace {

constexpr double kRounding = 1e-13;  // of slopes, of what a sum has lost

// a + |a|: nothing where a is negative, which the sum of both as two quantities does not tell.
Motion withItsSize(const Motion& a) {
  if (a.value.high <= 0) return Motion::point(0);
  const Motion twice = add(a, a);
  return a.value.low >= 0 ? twice : larger(twice, Motion::point(0));
}

Motion result(const FmlTraceOperation& o, const std::vector<Motion>& m) {
  return runtime::traceOperation(o, m, Motion::point(1), Motion::all());
}

}  // namespace

StateCurves::StateCurves(const FmlModel& model, const FmlTrace* traces, int32_t count)
    : nStates_(model.nStates), placeOf_(static_cast<size_t>(model.nStates), -1) {
  for (int32_t k = 0; k < count; ++k)
    for (int32_t i = 0; i < traces[k].nOperations; ++i) {
      const FmlTraceOperation& o = traces[k].operations[i];
      if (o.kind != FML_TRACE_STATE) continue;
      int32_t& place = placeOf_[static_cast<size_t>(o.a)];
      if (place >= 0) continue;
      place = static_cast<int32_t>(states_.size());
      states_.push_back(o.a);
    }
  cubics_.resize(states_.size());
}

void StateCurves::read(const FmlData& d, Point& point) const {
  point.time = d.time;
  point.values.clear();
  for (int32_t i : states_) {
    point.values.push_back(d.v[i]);
    point.values.push_back(d.v[nStates_ + i]);
  }
}

void StateCurves::begin(const FmlData& d) {
  read(d, left_);
}

void StateCurves::goOn(const FmlData& d) {
  read(d, right_);
  const double length = right_.time - left_.time;
  for (size_t k = 0; k < states_.size(); ++k)
    cubics_[k] = Cubic::hermite(left_.values[2 * k], left_.values[2 * k + 1] * length,
                                right_.values[2 * k], right_.values[2 * k + 1] * length);
}

Motion StateCurves::over(int32_t state, double from, double to) const {
  const double length = right_.time - left_.time;
  const Cubic& cubic = cubics_[static_cast<size_t>(placeOf_[static_cast<size_t>(state)])];
  Motion motion = cubic.over((from - left_.time) / length, (to - left_.time) / length);
  motion.slope = {motion.slope.low / length, motion.slope.high / length};
  return motion;
}

TraceFormula::TraceFormula(const FmlTrace& trace)
    : trace_(&trace),
      moves_(static_cast<size_t>(trace.nOperations), 0),
      work_(static_cast<size_t>(trace.nOperations), Motion::point(0)),
      values_(static_cast<size_t>(trace.nOperations), Number{0}),
      shares_(work_.size(), 0) {
  for (size_t i = 0; i < moves_.size(); ++i) {
    const FmlTraceOperation& o = trace.operations[i];
    hasStates_ = hasStates_ || o.kind == FML_TRACE_STATE;
    moves_[i] = o.kind == FML_TRACE_STATE || o.kind == FML_TRACE_TIME;
    runtime::forTraceOperands(o, [&](int32_t k) { moves_[i] |= moves_[static_cast<size_t>(k)]; });
  }
}

bool TraceFormula::read(const FmlData& d) {
  const auto given = [&](const FmlTraceOperation& o) {
    return o.kind == FML_TRACE_VALUE ? d.v[o.a]
           : o.kind == FML_TRACE_PRE ? d.pre[o.a]
                                     : static_cast<double>(d.relations[o.a]);
  };
  bool changed = !hasRead_;
  for (size_t i = 0; i < work_.size() && !changed; ++i) {
    const FmlTraceOperation& o = trace_->operations[i];
    if (o.kind == FML_TRACE_VALUE || o.kind == FML_TRACE_PRE || o.kind == FML_TRACE_RELATION)
      changed = !(work_[i].value.low == given(o));
  }
  if (!changed) return false;
  hasRead_ = true;
  for (size_t i = 0; i < work_.size(); ++i) {
    const FmlTraceOperation& o = trace_->operations[i];
    if (moves_[i] != 0) continue;
    switch (o.kind) {
      case FML_TRACE_CONSTANT:
        work_[i] = Motion::point(o.value);
        break;
      case FML_TRACE_VALUE:
      case FML_TRACE_PRE:
      case FML_TRACE_RELATION:
        work_[i] = Motion::point(given(o));
        break;
      default:
        work_[i] = result(o, work_);
    }
    values_[i] = {work_[i].value.low};
  }
  // From the result back; of a choice that is made only what is chosen.
  needed_.assign(work_.size(), 0);
  std::fill(shares_.begin(), shares_.end(), 0);
  needed_.back() = 1;
  active_.clear();
  for (size_t i = work_.size(); i-- > 0;) {
    if (needed_[i] == 0 || moves_[i] == 0) continue;
    active_.push_back(static_cast<int32_t>(i));
    const FmlTraceOperation& o = trace_->operations[i];
    const auto need = [&](int32_t k) { needed_[static_cast<size_t>(k)] = 1; };
    if (o.kind == FML_TRACE_SELECT && moves_[static_cast<size_t>(o.a)] == 0)
      need(work_[static_cast<size_t>(o.a)].value.low > 0 ? o.b : o.c);
    else
      runtime::forTraceOperands(o, need);
  }
  std::reverse(active_.begin(), active_.end());
  return true;
}

const Motion& TraceFormula::over(double from, double to, const StateCurves* states) {
  for (const int32_t i : active_) {
    const FmlTraceOperation& o = trace_->operations[i];
    Motion& motion = work_[static_cast<size_t>(i)];
    if (o.kind == FML_TRACE_TIME)
      motion = {{from, to}, {1, 1}};
    else if (o.kind == FML_TRACE_STATE)
      motion = states != nullptr ? states->over(o.a, from, to) : Motion::all();
    else if (o.kind == FML_TRACE_ADD && isSizeOf(o.b, o.a))
      motion = withItsSize(work_[static_cast<size_t>(o.a)]);
    else if (o.kind == FML_TRACE_ADD && isSizeOf(o.a, o.b))
      motion = withItsSize(work_[static_cast<size_t>(o.b)]);
    else
      motion = result(o, work_);
  }
  return work_.back();
}

double TraceFormula::at(double t, const StateCurves* states) {
  for (const int32_t i : active_) {
    const FmlTraceOperation& o = trace_->operations[i];
    Number& value = values_[static_cast<size_t>(i)];
    if (o.kind == FML_TRACE_TIME)
      value = {t};
    else if (o.kind == FML_TRACE_STATE)
      value = {states != nullptr ? states->over(o.a, t, t).value.low : kUnknown};
    else
      value = runtime::traceOperation(o, values_, Number{1}, Number{kUnknown});
  }
  return values_.back().x;
}

bool TraceFormula::isRounding(double t) {
  over(t, t);
  for (const int32_t i : active_) {
    const FmlTraceOperation& o = trace_->operations[i];
    const auto at = static_cast<size_t>(i);
    double lost = 0, largest = 0, share = o.kind == FML_TRACE_TIME ? kRounding : 0;
    runtime::forTraceOperands(o, [&](int32_t k) {
      const auto operand = static_cast<size_t>(k);
      const double slope = std::abs(work_[operand].slope.low);
      share = std::max(share, shares_[operand]);
      lost += shares_[operand] * slope;
      largest = std::max(largest, slope);
    });
    if (o.kind == FML_TRACE_ADD || o.kind == FML_TRACE_SUB) {
      lost += kRounding * largest;
      const double slope = std::abs(work_[at].slope.low);
      if (!std::isfinite(largest))
        share = 0;
      else if (largest > 0)
        share = lost >= slope ? 1 : lost / slope;
    }
    shares_[at] = share;
  }
  return shares_.back() >= 1;
}

Motion TraceFormula::narrowed(Motion motion, double from, double to, const StateCurves* states) {
  const double middle = from + (to - from) / 2, value = at(middle, states);
  const double most = std::max(-motion.slope.low, motion.slope.high) * (to - from) / 2;
  motion.value.low = std::max(motion.value.low, value - most);
  motion.value.high = std::min(motion.value.high, value + most);
  return motion;
}

}  // namespace formola::solver

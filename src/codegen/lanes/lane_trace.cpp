#include "codegen/lanes/lane_trace.h"

#include <cmath>

#include "runtime/trace_operation.h"

namespace formola::lanes {

Number StepCurve::state(size_t i, Number s) const {
  const Number one = like(s, 1), two = like(s, 2), h = end - t;
  return (one - s) * x0[i] + s * x1[i] +
         s * (s - one) *
             ((one - two * s) * (x1[i] - x0[i]) + (s - one) * h * f0[i] + s * h * f1[i]);
}

LaneMotion StepCurve::stateOver(size_t i, Number from, Number to) const {
  const Number h = end - t, rise = x1[i] - x0[i], a = h * f0[i], b = h * f1[i];
  const Number two = like(h, 2), three = like(h, 3);
  const Number x[4] = {x0[i], a, three * rise - two * a - b, a + b - two * rise};
  LaneMotion motion = cubicMotion(x, (from - t) / h, (to - t) / h);
  motion.slope = {motion.slope.low / h, motion.slope.high / h};
  return motion;
}

bool LaneTrace::hasStates(const lowered::TraceCode& trace) {
  for (const FmlTraceOperation& o : trace.operations)
    if (o.kind == FML_TRACE_STATE) return true;
  return false;
}

LaneTrace::LaneTrace(LaneWriter& w, const lowered::TraceCode& trace, const StepCurve& curve)
    : trace_(trace), curve_(curve), work_(trace.operations.size()) {
  const LaneMotion truth[] = {fixedMotion(like(curve.t, 0)), fixedMotion(like(curve.t, 1))};
  for (size_t i = 0; i < trace.operations.size(); ++i) {
    const FmlTraceOperation& o = trace.operations[i];
    bool moves = o.kind == FML_TRACE_STATE || o.kind == FML_TRACE_TIME;
    runtime::forTraceOperands(o,
                              [&](int32_t k) { moves = moves || moves_[static_cast<size_t>(k)]; });
    moves_.push_back(moves);
    if (moves) continue;
    switch (o.kind) {
      case FML_TRACE_CONSTANT:
        work_[i] = fixedMotion(like(curve.t, o.value));
        break;
      case FML_TRACE_VALUE:
        work_[i] = fixedMotion(w.variable(o.a));
        break;
      case FML_TRACE_PRE:
        work_[i] = fixedMotion(w.preValue(o.a));
        break;
      case FML_TRACE_RELATION:
        work_[i] = fixedMotion(choose(w.relationHolds(static_cast<uint32_t>(o.a)),
                                      truth[1].value.low, truth[0].value.low));
        break;
      default:
        work_[i] = result(o, work_);
    }
  }
}

LaneMotion LaneTrace::over(Number from, Number to) {
  std::vector<LaneMotion> m = work_;
  for (size_t i = 0; i < m.size(); ++i) {
    if (!moves_[i]) continue;
    const FmlTraceOperation& o = trace_.operations[i];
    m[i] = o.kind == FML_TRACE_TIME    ? timeMotion(from, to)
           : o.kind == FML_TRACE_STATE ? curve_.stateOver(static_cast<size_t>(o.a), from, to)
                                       : result(o, m);
  }
  return m.back();
}

LaneMotion LaneTrace::at(Number t) {
  std::vector<LaneMotion> m = work_;
  const Number s = (t - curve_.t) / (curve_.end - curve_.t);
  for (size_t i = 0; i < m.size(); ++i) {
    if (!moves_[i]) continue;
    const FmlTraceOperation& o = trace_.operations[i];
    m[i] = o.kind == FML_TRACE_TIME    ? fixedMotion(t)
           : o.kind == FML_TRACE_STATE ? fixedMotion(curve_.state(static_cast<size_t>(o.a), s))
                                       : result(o, m);
  }
  return m.back();
}

LaneMotion LaneTrace::result(const FmlTraceOperation& o, const std::vector<LaneMotion>& m) const {
  if (o.kind == FML_TRACE_POW) {
    const FmlTraceOperation& exponent = trace_.operations[static_cast<size_t>(o.b)];
    const double n = exponent.value;
    if (exponent.kind == FML_TRACE_CONSTANT && n == std::floor(n) && std::abs(n) < 1e9)
      return wholePower(m[static_cast<size_t>(o.a)], static_cast<int>(n));
  }
  return runtime::traceOperation(o, m, fixedMotion(like(curve_.t, 1)), anyMotion(*curve_.t.code));
}

}  // namespace formola::lanes

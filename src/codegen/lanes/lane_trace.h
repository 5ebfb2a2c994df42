// Formulas from time and states to a quantity (FmlTrace), in code for lanes: over whole intervals
// of time, each lane its own.
#pragma once

#include <vector>

#include "codegen/lanes/lane_motion.h"
#include "codegen/lanes/lane_writer.h"

namespace formola::lanes {

// The states between the ends of a step, as cubics through values and slopes there.
struct StepCurve {
  Number t, end;
  std::vector<Number> x0, f0, x1, f1;

  // Where s = (time - t)/(end - t).
  Number state(size_t i, Number s) const;
  LaneMotion stateOver(size_t i, Number from, Number to) const;
};

class LaneTrace {
 public:
  // Writes the operations that do not move; the others are written where they are asked for.
  LaneTrace(LaneWriter& w, const lowered::TraceCode& trace, const StepCurve& curve);

  static bool hasStates(const lowered::TraceCode& trace);
  bool hasStates() const { return hasStates(trace_); }
  LaneMotion over(Number from, Number to);
  LaneMotion at(Number t);

 private:
  LaneMotion result(const FmlTraceOperation& o, const std::vector<LaneMotion>& m) const;

  const lowered::TraceCode& trace_;
  const StepCurve& curve_;
  std::vector<bool> moves_;
  std::vector<LaneMotion> work_;
};

}  // namespace formola::lanes

// Values that only the ends of inlined steps give, and what they are in between.
#pragma once

#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    keeps the held variables of an inlined form (FmlInlineForm::heldIndices) at the last
//             ends of steps and writes them into the data wherever these are led.
// Ensures:    between ends of steps the polynomial through the last ones, of degree 4 at most. What
//             was before restart() is forgotten: there may be a jump.
// Complexity: O(held variables) for each call.
class HeldValues {
 public:
  explicit HeldValues(const FmlInlineForm& form) : form_(form) {}

  bool empty() const { return form_.nHeld == 0; }
  // There are more than the slopes of inputs, which are known without a step.
  bool unknownAtStart() const { return form_.nHeld > form_.nFollowed; }
  int32_t count() const { return form_.nHeld; }
  double& held(FmlData* d, int32_t k) const { return d->v[form_.heldIndices[k]]; }
  double atEndOfStep(const FmlData* d, int32_t k) const { return d->v[form_.heldSources[k]]; }
  // The data hold the point where steps begin.
  void restart(const FmlData* d);
  // The data hold the end of a step, as the step left it.
  void accept(FmlData* d);
  // At d->time, not after the last end of a step.
  void write(FmlData* d);

 private:
  static constexpr size_t kPoints = 5;
  struct Point {
    double time;
    std::vector<double> values;
  };
  void add(const FmlData* d);

  const FmlInlineForm& form_;
  std::vector<Point> points_;  // the oldest first
};

}  // namespace formola::solver

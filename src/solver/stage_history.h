// Iterated unknowns that are neither states nor derivatives, over the stages of the last steps.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    the start of the iteration for unknowns that occur at every stage of a coupled
//             method (accelerations, forces): extrapolated through their values at the stages of
//             the last step or of the last two. Unknowns that are iterated at some stages only are
//             left alone.
// Complexity: a few operations for each unknown and stage.
class StageHistory {
 public:
  StageHistory(const FmlInlineForm& form, const std::vector<double>& nodes);

  void clear() { count_ = 0; }
  int steps() const { return count_ < 2 ? count_ : 2; }
  // The values that v has at the stages of a step of size h from `start`.
  void add(const double* v, double start, double h);
  // Forgets the newest step, once after each add.
  void undo();
  // Writes to v what the polynomial through the last `steps` steps has at the stages of a step.
  // Nothing without a past.
  void predict(double* v, double start, double h, int steps) const;

 private:
  struct Step {
    double start = 0, size = 0;
    std::vector<double> values;  // as places_
  };

  const std::vector<double>& nodes_;
  std::vector<int32_t> places_;  // of an unknown at its stages, one unknown after the other
  int count_ = 0;
  Step past_[3];  // the newest first; one more for undo
};

}  // namespace formola::solver

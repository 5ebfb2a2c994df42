// Follows solutions of nonlinear systems that no step needs, from point to point.
#pragma once

#include <vector>

#include "solver/evaluator.h"
#include "solver/integrator.h"

namespace formola::solver {

// Purpose: systems among the outputs are solved where somebody wants a row; steps do not depend on
// them, so that no error control keeps the distance short. Of several solutions, as of the angles
// of a linkage that turns, the one is meant that the last one continues to: iterations begin where
// it leads by its slope, and where they end elsewhere than that says, points in between are looked
// at until they follow from each other. Reference: Allgower and Georg, Introduction to Numerical
// Continuation Methods (2003), chapter 2:
//            the secant as predictor, steps by the angle between it and what the corrector finds.
class OutputFollower {
 public:
  explicit OutputFollower(Evaluator& evaluator);

  bool empty() const { return unknowns_.empty(); }
  // Where a smooth piece begins. Requires: everything is evaluated.
  void begin();
  // Outputs at t, in the last step of the integrator and not before the last call.
  // Requires: derivatives are evaluated at d->time = t; so they are afterwards.
  FmlStatus outputs(Integrator& integrator, double t);

 private:
  void predict(double t);
  bool follows(double t) const;
  void keep(double t);
  FmlStatus goTo(Integrator& integrator, double t);
  void findSlope(Integrator& integrator, double t);
  FmlStatus goThere(Integrator& integrator, double t);

  Evaluator& evaluator_;
  FmlData* d_;
  std::vector<int32_t> unknowns_;  // places in v
  double time_ = 0;                // of the last point
  std::vector<double> last_, slope_;
  bool knowsSlope_ = false;
};

}  // namespace formola::solver

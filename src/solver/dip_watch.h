// Watches for relations that cross and come back within one step, which its ends do not show.
#pragma once

#include <vector>

#include "solver/evaluator.h"
#include "solver/integrator.h"

namespace formola::solver {

// Purpose: where the parabola through the last three points of a relation dips towards a crossing
// between the last two, the solution is looked at there, and again at the vertex that follows.
// Nothing but the relations at the points themselves is evaluated while none comes near.
// Reference: Shampine, Gladwell, Brankin, Reliable solution of special event location problems for
//            ODEs, ACM TOMS 17 (1991): what signs at the ends of steps cannot show.
class DipWatch {
 public:
  // tolerance: of the integration; what is less deep may be its error.
  DipWatch(Evaluator& evaluator, double tolerance);

  // After an event: relations have other values.
  void begin() { points_ = 0; }
  // Requires: everything is evaluated at d->time = t, and no relation is crossed there.
  // Ensures: true: at `seen` before t one is, and derivatives are evaluated there; else they are at
  // t again.
  bool look(Integrator& integrator, double t, double& seen);

 private:
  // Distances from crossing at the present point, positive where relations agree with them.
  bool read(std::vector<double>& g);
  bool goTo(Integrator& integrator, double t);

  Evaluator& evaluator_;
  size_t n_;
  double deep_;     // of a relation's scale
  int points_ = 0;  // kept, at most 2
  double before_ = 0, left_ = 0;
  std::vector<double> gBefore_, gLeft_, gRight_, g_;
};

}  // namespace formola::solver

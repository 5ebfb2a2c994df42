// Watches for relations that cross within a step because of signals of time that are faster than
// the states.
#pragma once

#include <vector>

#include "solver/evaluator.h"
#include "solver/integrator.h"
#include "solver/trace_formula.h"

namespace formola::solver {

// Purpose: steps are as long as the states allow; a relation on a fast signal of time crosses and
// comes back in between as often as it likes, and no number of points shows that it did not. Where
// a formula leads from time and states to a relation, intervals of time are excluded by interval
// arithmetic, halved where it does not decide, and taken as a whole where the relation is monotone:
// the first crossing is found, however short it is.
// Reference: Moore, Kearfott, Cloud, Introduction to Interval Analysis (2009), section 8.1: all
//            zeros of a function by exclusion and monotonicity.
class TraceWatch {
 public:
  // tolerance: of the integration; relations on states that are less deep may be its error.
  TraceWatch(Evaluator& evaluator, double tolerance);

  bool empty() const { return traces_.empty(); }
  // After an event. Requires: derivatives are evaluated.
  void begin();
  // Requires: derivatives are evaluated at d->time = t.
  // Ensures: true: at `seen` before t a relation is crossed, and derivatives are evaluated there.
  bool look(Integrator& integrator, double t, double& seen);
  // The point at t is not crossed: what comes next begins there.
  void accept() { states_.accept(); }
  // Relations that change so fast that it takes too long to follow them all along a step; each is
  // told once and not followed any more.
  std::vector<int32_t> takeTooFast();

 private:
  struct Trace {
    TraceFormula formula;
    bool tooFast = false;
  };
  enum class Search : uint8_t { None, Found, TooFast };
  // The relation's distance from crossing, positive where it agrees.
  Motion distance(TraceFormula& formula, const Motion& z) const;
  Search first(TraceFormula& formula, double deep, double until, double& seen);

  Evaluator& evaluator_;
  double tolerance_;
  std::vector<Trace> traces_;
  StateCurves states_;
  std::vector<double> ends_;
  std::vector<int32_t> tooFast_;
};

}  // namespace formola::solver

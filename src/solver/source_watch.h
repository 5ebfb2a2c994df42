// Watches for pulses of time that steps jump over.
#pragma once

#include <vector>

#include "solver/evaluator.h"
#include "solver/integrator.h"
#include "solver/trace_formula.h"

namespace formola::solver {

// Purpose: an integrator sees the model at a few points of a step. Where derivatives depend on time
// itself, as on the voltage of a source behind a diode, what happens between these points may never
// be seen, at any tolerance. Formulas of such sources tell where they turn within a step, and there
// the solution must satisfy the equations: its slope and what the model says differ by what was
// missed (the defect). From then on steps end where that source turns, at the latest.
// Reference: Enright, Analysis of error control strategies for continuous Runge-Kutta methods, SIAM
//            J. Numer. Anal. 26 (1989): the defect of a continuous solution.
class SourceWatch {
 public:
  // Fixed steps are not taken back.
  SourceWatch(Evaluator& evaluator, double tolerance, bool fixedSteps);

  bool empty() const { return sources_.empty(); }
  // After an event.
  void begin();
  // Where the next step ends at the latest: not beyond `until`.
  double limit(double now, double until);
  // The next turn in (t, until) of a source on which relations depend that have no formula: whoever
  // looks there, too, sees what they did in between. `until`: there is none.
  double nextLook(double t, double until);
  // After a step. True: it missed something and must be taken back. Ensures: everything but outputs
  // is evaluated at its end, or it is as it was.
  bool missed(Integrator& integrator);

 private:
  // The turns of a source one after the other.
  struct Turns {
    double next;            // not a number: not known
    double way = 0;         // to it, when it was looked for
    double passed;          // up to there the last one may still be seen
    void note(double now);  // has the next one been reached?
    double after(TraceFormula& formula, double now, double until);
  };
  struct Source {
    TraceFormula formula;
    bool decides;
    bool matters = false;
    double low, high;  // seen so far
    double calm;       // until then it does not turn
    Turns ends, looks;
  };
  // From where on in (from, to) the source is outside of the band first; `to`: it is not.
  static double leaves(TraceFormula& formula, double from, double to, Interval band);
  // The first turn in (from, to), as exact as a hundredth of the way to it from the origin; `to` if
  // there is none.
  static double turnOf(TraceFormula& formula, double origin, double from, double to);
  bool isMissed(Integrator& integrator, double t);

  Evaluator& evaluator_;
  double tolerance_;
  bool fixedSteps_;
  std::vector<Source> sources_;
  std::vector<double> before_, after_;
};

}  // namespace formola::solver

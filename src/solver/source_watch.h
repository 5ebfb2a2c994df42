// Watches for pulses of time that steps jump over.
#pragma once

#include <limits>
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
    double next = std::numeric_limits<double>::quiet_NaN();    // not a number: not known
    double way = 0;                                            // to it, when it was looked for
    double passed = -std::numeric_limits<double>::infinity();  // up to there the last one may still
                                                               // be seen
    double since = passed, none = passed;                      // between them there is none
    void note(double now);                                     // has the next one been reached?
    double after(TraceFormula& formula, double now, double until);
  };
  struct Source {
    TraceFormula formula;
    bool decides;
    bool matters = false;
    double low = std::numeric_limits<double>::infinity(), high = -low;  // seen so far
    // Between these times no step can miss anything of it.
    double calmSince = -std::numeric_limits<double>::infinity(), calm = calmSince;
    double reach = 0;  // how far ahead it is looked for that at once
    void see(double value);
    // Does it turn nowhere between these times, or not so far that a step could miss it?
    bool isCalm(double from, double to);
    // Whether that holds in this step at least; as far ahead as it did lately.
    bool staysCalm(double start, double end);
    // Is it nowhere in between far from what it is at both ends? Told by values at so many points
    // that it cannot get far between them; false: they would be too many, or it is.
    bool staysNear(double start, double end);
    Turns ends = {}, looks = {};
  };
  // From where on in (from, to) the source is outside of the band first; `to`: it is not.
  static double leaves(TraceFormula& formula, double from, double to, Interval band);
  // The first turn in (from, to), as exact as a hundredth of the way to it from the origin; `to` if
  // there is none. What only rounding makes go up and down does not turn: terms that cancel.
  static double turnOf(TraceFormula& formula, double origin, double from, double to);
  bool isMissed(Integrator& integrator, double t);

  Evaluator& evaluator_;
  double tolerance_;
  bool fixedSteps_;
  std::vector<Source> sources_;
  std::vector<double> before_, after_;
};

}  // namespace formola::solver

// A point at which a model rests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/run_model.h"

namespace formola::analysis {

struct SteadyState {
  bool ok = false;
  std::string message;  // when not ok
  // States that go on at a constant rate, on which no derivative depends, as the angle of a shaft;
  // with these rates.
  std::vector<std::pair<std::string, double>> drifting;
  int iterations = 0;       // of Newton's method, all attempts
  bool integrated = false;  // the time went on
  std::string how;          // what led there: "Newton's method"; "" when not ok
};

// Purpose:    moves a run to states whose derivatives vanish.
// Method:     Newton's method with the exact Jacobian, damped; of many solutions the nearest one
//             (least squares in units of the nominal values). Where relations change at the
//             solution it is repeated. Where that fails, one after the other, all at a fixed time:
//             states on which no derivative depends may drift; pseudo-transient continuation
//             (implicit Euler whose steps grow as the derivatives shrink); ramping of the sources,
//             f(x) = (1 - s)*f(x0) with s from 0 to 1: what drives the states at the start is
//             switched on bit by bit. Where all that fails the run is integrated further and
//             further, up to 1000 times the length of the experiment, and each time tried again.
// Requires:   a run that was started.
// Ensures:    ok: the run is there; the time is the same unless `integrated`.
// Reference:  Kelley, Keyes: "Convergence analysis of pseudo-transient continuation", SIAM J.
//             Numer. Anal. 35 (1998); Nagel: "SPICE2", memorandum ERL-M520 (1975), source stepping.
SteadyState findSteadyState(SteppedRun& run);

}  // namespace formola::analysis

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
};

// Purpose:    moves a run to states whose derivatives vanish.
// Method:     Newton's method with the exact Jacobian, damped; of many solutions the nearest one
//             (least squares in units of the nominal values). Where relations change at the
//             solution it is repeated. Where that fails for all states, states on which no
//             derivative depends may drift. Where that fails too the run is integrated further and
//             further, up to 1000 times the length of the experiment, and each time tried again.
// Requires:   a run that was started.
// Ensures:    ok: the run is there; the time is the same unless `integrated`.
SteadyState findSteadyState(SteppedRun& run);

}  // namespace formola::analysis

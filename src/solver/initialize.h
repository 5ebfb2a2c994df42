// Consistent values of all variables at the start time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/model_abi.h"
#include "solver/state_sets.h"

namespace formola::solver {

struct InitializationResult {
  bool ok = false;
  bool usedHomotopy = false;
  bool usedGuesses = false;  // model_abi.h: evalGuesses
  bool usedStates = false;   // start_from_states.h: it was begun with what follows from them
  bool refused = false;
  std::string message;  // when not ok
};

// Purpose: parameters, then the model's initial system, from its start values, or, where the model
//   has homotopy(), along lambda from 0 (simplified) to 1 (actual) with adapted steps; where that
//   fails, from what follows from the states (start_from_states.h). Where that fails too, start
//   values of other candidates of the sets of states are tried.
// Requires: free parameters and start values are in v.
// Ensures: on success v is consistent at `time`, pre = v, relations have their values, live =
// initial = 0. Reference: Modelica 3.6, 8.6 (initialisation), 3.7.4.4 (homotopy); Sielemann et al.:
// Robust Initialization of
//   Differential-Algebraic Equations Using Homotopy, Modelica Conference 2011.
// `accept`: looks at the parameters as soon as they are evaluated; false: `refused`.
InitializationResult initialize(FmlData* d, double time, StateSets& sets,
                                const std::function<bool(const FmlData&)>& accept = {});

}  // namespace formola::solver

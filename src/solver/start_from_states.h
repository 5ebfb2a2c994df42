// Values to begin with in initial systems: what follows from the states.
#pragma once

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose: all variables as the equations of the running model give them, with the states at their
//   start values: these are what a model's author gives, while most others begin at zero, or at the
//   start value of their type. What an initial system says instead (der(x) = 0) is near that.
// Requires: parameters and start values in v, pre = v, live = initial = 1.
// Ensures: discrete variables and pre are as before; the same flags. False: the equations of the
//   running model were not solved; variables that they gave before that have their values.
bool startFromStates(FmlData* d);

// Purpose: moves the states along their derivatives towards rest while the time stands still, in
//   steps of implicit Euler that grow as long as few iterations solve them (pseudo-transient
//   continuation): where an initial system asks for a steady state, this is what a person does who
//   begins with any states and simulates until nothing changes any more.
// Requires: startFromStates was true.
// Ensures: as there. False: not one step was possible.
// Reference: Kelley, Keyes: "Convergence analysis of pseudo-transient continuation", SIAM J. Numer.
//   Anal. 35 (1998).
bool moveTowardsRest(FmlData* d);

}  // namespace formola::solver

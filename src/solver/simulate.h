// Runs a simulation from the start to the stop time.
#pragma once

#include "solver/problem.h"

namespace formola::solver {

// Purpose: initialise the model, integrate between events, handle events, hand out rows.
// Requires: problem.model is complete; stopTime >= startTime; tolerance > 0.
// Ensures: the first row is at startTime after initialisation; rows up to report.endTime were given
// whatever the outcome.
//   User errors are in the report; nothing is printed or thrown.
SimulationReport simulate(const SimulationProblem& problem, ResultObserver& observer);

}  // namespace formola::solver

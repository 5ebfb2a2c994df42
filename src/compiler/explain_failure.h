// What a user can do about a simulation that failed.
#pragma once

#include <string>

#include "schedule/schedule.h"
#include "solver/problem.h"

namespace formola {

// Purpose: lines below the message of a failed run: the equations of the system that was not solved
//          with their places, the values at which it failed, the place of a violated assertion or
//          of relations that chatter, and what the cause may be. "" if nothing more is known.
// Ensures: at most some twenty lines, each indented and ended.
std::string explainFailure(const Schedule& schedule, const solver::SimulationReport& report,
                           const SourceManager& sources);

// Purpose: warnings of variables that became denormal numbers, each with its equation and place; ""
//          if there are none.
std::string explainDenormals(const Schedule& schedule, const solver::SimulationReport& report,
                             const SourceManager& sources);

}  // namespace formola

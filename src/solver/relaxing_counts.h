// What relaxing did in a run, and where matrices were factored instead.
#pragma once

#include "solver/problem.h"

namespace formola::solver {

// Adds counts and warnings of all systems of equations.
void countRelaxing(const FmlData& d, SimulationReport& report);

}  // namespace formola::solver

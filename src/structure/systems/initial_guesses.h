// Where iterations for initial values begin, for unknowns without a start value.
#pragma once

#include <span>
#include <vector>

#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    values to begin with for Real unknowns that nobody gave a start value, each from an
//             equation in which all others have one or follow from such; and start values that
//             depend on parameters which the initial system determines.
// Requires:   `blocks` are those of `system`, the initial system, torn.
// Ensures:    in order of evaluation, each variable once; an equation may be used against the
//             direction in which the blocks use it. Empty if no nonlinear block iterates on a
//             variable without start value.
// Complexity: linear in the incidences, times that of solving one equation.
std::vector<Assignment> guessUnknowns(const EquationSystem& system, std::span<const Block> blocks);

}  // namespace formola

// Equations in the printed form of the founding papers (seed 001): grouped by submodel, with names
// as they are seen from there, and what each equation is solved for in brackets.
#pragma once

#include <string>

#include "driver/shell_model.h"

namespace formola {

// "output equations"
std::string printEquations(const ShellView& view);
// "output solved equations": sorted, with systems of simultaneous equations and their solutions.
// Requires: view.sorted.
std::string printSolvedEquations(ShellView& view, const ShellSettings& settings);
// "output reduced equations": the fewest assignments for the derivatives of the states and the
// outputs; constants and copies are inserted, what nobody needs is left out.
// Requires: view.sorted.
std::string printReducedEquations(ShellView& view);
// "output state space" (seed 004): derivatives and outputs as formulas of states and inputs; with
// MatrixExpr, for a linear model, the matrices of these. Long formulas stay variables.
// Requires: view.sorted.
std::string printStateSpace(ShellView& view, const ShellSettings& settings);
// "output relaxed equations" (seed 003): each linear system in the order in which its relaxed
// variables let it be eliminated, and the assignments that this gives.
// Requires: relaxBlocks.
std::string printRelaxedEquations(const StructuredDae& model);
// The warning of a singular problem: unassigned variables and constraint equations.
std::string printSingular(const ShellView& view);

}  // namespace formola

// The invariants of sorted and torn blocks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    the first violated invariant, or "" if there is none: each of the equations is used
//             once and each of the unknowns is computed once, by an assignment or as a torn
//             variable, by its own block or a part of it; what an assignment or a residual needs
//             is computed before it, discrete unknowns of mixed blocks apart, which are guessed;
//             there are as many residuals as torn variables.
// Requires:   blocks after tearSystem. Relations are frozen: what stands in them alone is known.
//             `wanted`, by equation: those that are to be used; empty: all.
// Complexity: linear in the size of the equations and of the assigned values.
std::string verifyBlocks(const StructuredDae& model, std::span<const StructuredEquation> equations,
                         std::span<const VariableId> unknowns, std::span<const Block> blocks,
                         std::span<const char> wanted = {});

}  // namespace formola

// The initial system: what holds at the start.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// A variable that stands for pre(d) while the initial system is solved.
struct PreUnknown {
  VariableId variable;  // d
  VariableId pre;
};

struct InitialSystem {
  std::vector<PreUnknown> pre;  // one for each pre(d) of a discrete variable in the equations
  std::vector<StructuredEquation> equations;
  std::vector<Block> blocks;        // of `equations`, in order of evaluation; empty after an error
  std::vector<Assignment> guesses;  // initial_guesses.h: for where the start values are not enough
};

// Purpose:    the system that every variable is computed from at the start: model equations,
//             initial equations and fixed start values, for all unknowns, states and parameters
//             with fixed = false; sorted, torn and relaxed.
// Requires:   tearBlocks; after inlineIntegration, if a formula is inlined. The model gets the
//             variables of `pre`, and assertions for conditions about parameters alone.
// Ensures:    when-clauses are active only by initial(); pre(d) is the start value of d, or what
//             an initial equation says. Where conditions lack, start values of states are taken in
//             the order: stateSelect, start value given, order of declaration; a note names them.
//             Too many conditions are explained.
// Complexity: that of graph::maximumMatching, then linear but for redundant conditions.
// Reference:  Modelica specification 3.6, 8.6.
InitialSystem buildInitialSystem(StructuredDae& model, const StructureOptions& options,
                                 Diagnostics& diagnostics);

// The first violated invariant, or "" if there is none.
std::string verify(const InitialSystem& system, const StructuredDae& model);

}  // namespace formola

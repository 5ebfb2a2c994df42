// Blocks -> assignments, linear, nonlinear and mixed blocks with torn variables.
#pragma once

#include <memory>
#include <vector>

#include "diag/diag.h"
#include "expr/sign.h"
#include "structure/structured_dae.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    classifies the blocks of any sorted system, solves assigned equations symbolically
//             and tears what must be solved together.
// Requires:   blocks of sortSystem.
// Ensures:    a block of one equation that can be solved safely is an assignment. Discrete unknowns
//             and relations on the block's unknowns make a block mixed: its continuous part is
//             sorted and torn with these known. Inner equations are solved only where no divisor
//             can vanish. A linear block that tearing hardly shrinks is left whole (sparse). A
//             nonlinear block is iterated on a few unknowns with linear blocks solved inside
//             (graph::findLinearParts) where that takes fewer iteration variables than tearing.
// Complexity: near-linear in the size of the blocks (see graph::tear), plus the symbolic solution
//             for each unknown of each equation in a loop.
// Reference:  Elmqvist and Otter, "Methods for tearing systems of equations in object-oriented
//             modeling", ESM 1994; Cellier and Kofman, Continuous System Simulation (2006), 7.5.
void tearSystem(const EquationSystem& system, std::vector<Block>& blocks,
                const StructureOptions& options);

StructuredDae tearBlocks(StructuredDae model, const StructureOptions& options,
                         Diagnostics& diagnostics);

// What is known about the sign of a quantity: a parameter keeps the sign of its value. `values` are
// those of parameterValues, if they are at hand.
SignAnalysis::Fact signFacts(const StructuredDae& model,
                             std::shared_ptr<const std::vector<double>> values = {});
// The value of each parameter as the range of it.
SignAnalysis::Fact valueFacts(const StructuredDae& model,
                              std::shared_ptr<const std::vector<double>> values);

}  // namespace formola

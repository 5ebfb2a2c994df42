// The order of seed 001: which unknown an equation is solved for where there is a choice, and in
// which order solved equations are printed. The paper shows results only; the rules here are the
// simplest ones that give all of them, line by line.
#pragma once

#include <vector>

#include "driver/shell_model.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    equations as they are listed: submodels in the order of their declaration, then the
//             model itself, then differentiated equations.
std::vector<int> listedOrder(const StructuredDae& model);

// Purpose:    assigns an unknown to each equation, as far as possible: equations in the order of
//             the list take the first free unknown they contain, or the first one that can be had
//             by changing others. Linear occurrences go before nonlinear ones.
// Ensures:    view.assigned, view.unassigned and view.constraints.
// Complexity: O(equations * edges) at worst; the depth of the search costs no stack.
// Reference:  Duff, "On algorithms for obtaining a maximum transversal", ACM TOMS 7 (1981).
void assignAsListed(const EquationSystem& system, const SystemGraph& graph, ShellView& view);

// Purpose:    the blocks, in the order in which a search for what the derivatives need finds them,
//             then other unknowns, then outputs. A system is listed from the second equation the
//             search has met, the first one last.
// Requires:   assignAsListed has left no equation without an unknown.
// Complexity: linear.
// Reference:  Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
std::vector<Block> sortAsPrinted(const EquationSystem& system, const ShellView& view);

}  // namespace formola

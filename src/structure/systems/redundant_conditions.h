// Initial conditions that say nothing new.
#pragma once

#include <span>
#include <vector>

#include "graph/matching.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    equations of the model that no unknown was left for take the place of conditions,
//             which are then those left over.
// Requires:   a maximum matching of g; equations from `firstCondition` on are conditions.
// Ensures:    as many equations are matched. Those of the model that are not cannot be.
// Complexity: linear in the graph for each such equation.
void preferEquations(const SystemGraph& g, int firstCondition, graph::Matching& matching);

enum class Consistency : uint8_t { Holds, Contradicts, Unknown };

// Purpose:    does a condition that is left over hold by itself?
// Requires:   values: of parameters, by variable; NaN: not known.
// Ensures:    Holds, Contradicts: the equations matched with the unknowns in it, and with those in
//             these equations, are linear with numbers as coefficients, determine them and fulfil
//             the condition, or do not. Unknown for others, and for more than 200 equations.
// Complexity: cubic in the number of these equations.
Consistency consistencyOf(const EquationSystem& system, const SystemGraph& g,
                          const graph::Matching& matching, int condition,
                          const std::vector<double>& values);

}  // namespace formola

// Numerical values of parameters, as far as they follow from their bindings.
#pragma once

#include <vector>

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    the values that parameters and constants have by default; decisions such as "this
//             resistance is no zero" look at them.
// Ensures:    one entry for each variable: NaN where it is no parameter, or its value is not known
//             (external functions, fixed = false, cycles).
// Complexity: linear in the size of the bindings.
std::vector<double> parameterValues(const StructuredDae& model);

// Notes in model.usedValues that the values of the parameters in an expression were used.
void useValues(StructuredDae& model, ExprId expression);

// The values to parameters in an order in which each comes after those it needs; members of a cycle
// are in one group.
struct ParameterOrder {
  std::vector<VariableId> bound;         // with a binding (or start value) that is no literal
  std::vector<std::vector<int>> groups;  // indices into `bound`
  std::vector<char> cyclic;              // of each group
};
ParameterOrder orderParameters(const StructuredDae& model);

// The binding, or the start value where there is none; may be invalid.
ExprId parameterExpression(const StructuredDae& model, VariableId id);

// For each variable: 1 for a parameter whose binding depends on a parameter that the initial system
// determines (fixed = false). Such parameters are unknowns of the initial system as well.
std::vector<char> dependOnInitial(const StructuredDae& model);

}  // namespace formola

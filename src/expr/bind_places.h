// Functions as values with more of their inputs bound.
#pragma once

#include <span>

#include "expr/expr.h"

namespace formola {

// Purpose:    function f(a = x) of an f that is known: f, with x in the first place that was free
//             there, and so on; a Missing leaves its place free (spec 3.6, 12.4.2.1).
// Requires:   `function` is a FunctionRef.
// Complexity: linear in the number of inputs.
ExprId bindPlaces(ExprPool& pool, ExprId function, std::span<const ExprId> more);

}  // namespace formola

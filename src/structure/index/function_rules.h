// Derivatives and inverses of user functions, from their annotations.
#pragma once

#include <span>

#include "expr/build.h"
#include "structure/index/differentiate_function.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    the total derivative of a call, given those of its arguments: the function of
//             annotation(derivative), called with the arguments and the derivatives of its Real
//             arguments; of a record constructor the record of the derivatives.
// Requires:   argumentDerivatives has one entry per argument; a literal 0 where it vanishes.
//             invalid for one that could not be differentiated.
// Ensures:    a function without an annotation that applies is differentiated
//             (structure/index/differentiate_function.h); invalid if that cannot be done. `linear`
//             tells whether the result is linear in the derivatives that were given. It may not be
//             where those of some argument were not asked for (noDerivative), or of a higher order.
// Reference:  Modelica specification 3.6, 12.7.1.
ExprId derivativeOfCall(ExprBuilder& build, FunctionDerivatives& functions, ExprId call,
                        std::span<const ExprId> argumentDerivatives, bool* linear = nullptr);

// The argument of a function for which it has a given value, by annotation(inverse); invalid: none.
// Reference: Modelica specification 3.6, 12.8.
ExprId inverseOfCall(ExprPool& pool, const Dae& dae, ExprId call, size_t argument, ExprId result);

// True for Reals, arrays of them and records that hold some.
bool hasReals(const ExprPool& pool, TypeId type);

}  // namespace formola

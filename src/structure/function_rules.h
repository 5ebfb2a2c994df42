// Derivatives and inverses of user functions, from their annotations.
#pragma once

#include <span>

#include "expr/build.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    the total derivative of a call, given those of its arguments: the function of
//             annotation(derivative), called with the arguments and the derivatives of its Real
//             arguments; of a record constructor the record of the derivatives.
// Requires:   argumentDerivatives has one entry per argument; a literal 0 where it vanishes.
// Ensures:    invalid if there is no annotation that applies.
// Reference:  Modelica specification 3.6, 12.7.1.
ExprId derivativeOfCall(ExprBuilder& build, const Dae& dae, ExprId call,
                        std::span<const ExprId> argumentDerivatives);

// The zero of a type: arrays of zeros, records of zeros.
ExprId zeroOfType(ExprBuilder& build, TypeId type);

}  // namespace formola

// Zeros of any type.
#pragma once

#include "expr/build.h"

namespace formola {

// The zero of a type: arrays of zeros, records of zeros.
ExprId zeroOfType(ExprBuilder& build, TypeId type);
// The zero of the type of `value`, also where its size is not known before it is evaluated.
ExprId zeroLike(ExprBuilder& build, ExprId value);

}  // namespace formola

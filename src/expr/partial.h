// Partial derivatives of one operator with respect to one operand.
#pragma once

#include "expr/build.h"

namespace formola {

// Purpose:    factor * d(node)/d(operand i) for a scalar operator or elementary function; the one
//             table of elementary derivatives, used forward (factor: the operand's derivative) and
//             backward (factor: the adjoint).
// Requires:   node is an operator, If or Builtin with scalar operands; factor is scalar.
// Ensures:    an invalid id if there is no derivative (delay, ...). Operators with piecewise
//             constant results and operands that only choose (conditions, subscripts) give 0. For
//             If the factor is kept on one branch: if c then factor else 0. Marks (noEvent,
//             smooth, residue, relax) are dropped.
// Complexity: O(1).
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 3.
ExprId scaleByPartial(ExprBuilder& build, ExprId node, size_t operand, ExprId factor);

}  // namespace formola

// Derivatives of functions that have no derivative annotation.
#pragma once

#include <unordered_set>

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    the total derivative of a function as a function of its own, by forward
//             differentiation of its statements: every Real variable gets a second one that holds
//             its derivative, assigned just before it.
// Ensures:    make: the new function has the inputs of `function`, then the derivatives of those
//             that have Reals, as annotation(derivative) wants it (spec 3.6, 12.7.1), and the same
//             types of outputs. It stands in the annotations of `function` from then on, so it is
//             made once. Invalid: an external or impure function, or a statement that cannot be
//             differentiated.
// Complexity: linear in the size of the function and of those that it calls.
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 3.1; of branches the one taken
//             is differentiated.
class FunctionDerivatives {
 public:
  explicit FunctionDerivatives(Dae& dae) : dae_(dae) {}
  Dae& dae() const { return dae_; }
  FunctionId make(FunctionId function);

 private:
  Dae& dae_;
  std::unordered_set<uint32_t> failed_;
};

}  // namespace formola

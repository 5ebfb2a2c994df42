// Functions that iterate until a number is exact enough.
#pragma once

#include <vector>

#include "dae/dae.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    which calls must not be differentiated statement by statement. A loop that halves an
//             interval until it is short ends with a result whose statements have the derivative
//             zero, whatever it depends on.
// Ensures:    iterate: the value calls a function, or one that calls one, in which a loop goes on
//             or takes a branch depending on Reals that it assigns itself. Functions with a
//             derivative of their own do not count.
// Complexity: linear in the value, and in the functions once for each.
class IteratingFunctions {
 public:
  explicit IteratingFunctions(const Dae& dae) : dae_(dae) {}
  bool iterate(ExprId value);

 private:
  enum class Known : uint8_t { Nothing, No, Yes };
  bool iterates(FunctionId function);
  bool anyCall(ExprId value);
  bool anyCallIn(const std::vector<Statement>& body);

  const Dae& dae_;
  std::vector<Known> known_;
  ExprSet seen_;
};

}  // namespace formola

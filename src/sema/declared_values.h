// What instantiation has to know of the expressions in declarations.
//
// The one door from the instance tree to the typing of expressions: `Instances` and the checks of
// declarations ask here, `Declarations` answers.
#pragma once

#include <optional>
#include <vector>

#include "sema/instance.h"

namespace formola {

class DeclaredValues {
 public:
  virtual ~DeclaredValues() = default;

  // The value of the condition of a component, looked up in `scope`; none after a report.
  virtual std::optional<bool> condition(const ast::Expr& condition, Scope scope) = 0;
  // The dimensions of a component, those of its declaration before those of its type.
  virtual std::vector<Size> evaluateDims(Instance* component) = 0;
  // Whether both give the same value, as far as that is seen without evaluating parameters.
  virtual bool givesSameValue(const ModLayer& a, const ModLayer& b) = 0;
};

}  // namespace formola

// der(x) as a variable of its own, and symbolic differentiation of equations by time.
#pragma once

#include <optional>

#include "diag/diag.h"
#include "expr/differentiate.h"
#include "structure/index/differentiate_function.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    total time derivatives in terms of variables: the derivative of x is the variable
//             der(x), made when it is first needed.
// Ensures:    parameters and discrete variables have derivative 0. With `create` off a missing
//             der(x) makes the differentiation fail.
class TimeDerivatives {
 public:
  explicit TimeDerivatives(StructuredDae& model);

  // The variable der(x), made if it isn't there; the role of x becomes State (a candidate).
  VariableId of(VariableId x);
  Derivative operator()(ExprId id) { return (*differentiator_)(id); }
  // An input whose derivative was asked for; invalid if none.
  VariableId neededInput() const { return input_; }
  void clearInput() { input_ = {}; }

 private:
  ExprId leaf(ExprId id);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  FunctionDerivatives functions_;
  ExprSet linear_;  // derivatives of calls that are linear in those of their arguments
  std::optional<Differentiator> differentiator_;
  VariableId input_;
};

// Purpose:    replaces der(x) by variables; der of an expression is differentiated.
// Requires:   eliminateAliases.
// Ensures:    no der() is left in equations, initial equations and actions; x has the role State, a
//             candidate, if der(x) occurs in an equation. Unknowns that start far below one have
//             nominal values of that size (simplify/start_sizes).
// Complexity: linear in the size of the equations.
StructuredDae introduceDerivatives(StructuredDae model, const StructureOptions& options,
                                   Diagnostics& diagnostics);

}  // namespace formola

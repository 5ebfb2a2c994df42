// Replaces variables by signed variables, parameters or literals in a whole structured DAE.
#pragma once

#include <vector>

#include "expr/build.h"
#include "expr/expr_table.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    substitution that keeps the operators der, pre, edge and change meaningful: with
//             y = -x, der(y) becomes -der(x) and pre(y) becomes -pre(x); of a constant they are 0,
//             the constant itself, and false.
// Requires:   a replacement is a literal, a variable or the negative of a variable.
// Complexity: linear in the nodes reached, shared by all calls until the next set().
class VariableReplacement {
 public:
  explicit VariableReplacement(ExprPool& pool) : build_(pool) {}

  void set(VariableId variable, ExprId replacement);
  bool empty() const { return used_.empty(); }
  void clear();
  ExprId apply(ExprId root);
  // Equations, initial equations and actions.
  void applyTo(StructuredDae& model);

 private:
  ExprId rewrite(ExprId id, std::span<const ExprId> children);

  ExprBuilder build_;
  std::vector<ExprId> by_;
  std::vector<uint32_t> used_;
  ExprTable<ExprId> memo_;
};

}  // namespace formola

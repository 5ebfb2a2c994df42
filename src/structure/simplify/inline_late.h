// Functions that are inlined after index reduction.
#pragma once

#include <span>
#include <unordered_map>

#include "expr/build.h"
#include "expr/expr_table.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    replaces calls of functions with annotation(InlineAfterIndexReduction = true) or
//             LateInline, and of short ones that do not need all of their inputs, by their value;
//             these may call others of the kind, as temperature(setState_phX(p, h, X)) does.
//             Index reduction asks their annotations for derivatives; what an equation depends on
//             is seen in the value.
// Ensures:    a call is replaced where the function is one assignment of scalars and of elements of
//             its arguments; else it stays.
// Complexity: linear in the size of the expressions and of what is put in.
// Reference:  specification 3.6, 12.8.
class LateInliner {
 public:
  explicit LateInliner(StructuredDae& model);
  LateInliner(const LateInliner&) = delete;
  LateInliner& operator=(const LateInliner&) = delete;
  ExprId operator()(ExprId root);
  // Only those that do not need all of their inputs: what they do not need has no derivative then.
  ExprId withoutUnneeded(ExprId root);
  // In all equations of the model: index reduction is done.
  void applyToModel();

 private:
  ExprId valueOf(ExprId call);
  ExprId valueWithLess(ExprId call);
  ExprId expand(FunctionId id, TypeId type, std::span<const ExprId> arguments, int depth);
  ExprId expandIn(ExprId root, const std::unordered_map<uint32_t, ExprId>& env, int depth);
  ExprId selected(ExprId id, std::span<const ExprId> children) const;

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  ExprTable<ExprId> memo_, less_;
  bool any_ = false;  // whether there are such functions
};

}  // namespace formola

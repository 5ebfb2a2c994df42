// Functions of the model as formulas, for languages without functions of their own and for traces.
#pragma once

#include <span>
#include <vector>

#include "expr/build.h"
#include "expr/expr_table.h"
#include "schedule/schedule.h"

namespace formola::lowered {

// Purpose:    replaces calls of functions by their values: assignments one after the other,
//             if-statements as if-expressions, for-statements over literal ranges unrolled, calls
//             of other such functions.
// Ensures:    a call stays as it is where the function has anything else: arrays, records, loops
//             whose ends are not known, effects, external code.
// Complexity: linear in what is put in; at most kMostStatements statements of one call.
class FunctionExpander {
 public:
  explicit FunctionExpander(const Schedule& schedule)
      : schedule_(schedule), pool_(schedule.model.pool()), build_(pool_) {}
  ExprId operator()(ExprId root);

 private:
  using Locals = std::vector<ExprId>;  // their values so far; invalid: none
  ExprId valueOf(ExprId call, std::span<const ExprId> arguments);
  // The value of an expression in locals; invalid: it is none.
  ExprId inside(ExprId root, const Locals& locals);
  bool run(const std::vector<Statement>& body, Locals& locals);
  bool branch(const Statement& statement, Locals& locals);
  bool loop(const Statement& statement, Locals& locals);

  static constexpr int kMostStatements = 2000, kDeepest = 20;
  const Schedule& schedule_;
  ExprPool& pool_;
  ExprBuilder build_;
  ExprTable<ExprId> memo_;
  std::vector<std::pair<ExprId, ExprId>> iterators_;  // with the values that they have now
  int statements_ = 0, depth_ = 0;
};

}  // namespace formola::lowered

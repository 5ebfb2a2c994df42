// Simplification of whole expressions.
#pragma once

#include "expr/build.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    rebuilds expressions bottom-up through ExprBuilder. One object simplifies many
//             expressions and shares the work on common subexpressions.
// Requires:   the pool outlives the object.
// Ensures:    the value is preserved as ExprBuilder promises; the type is kept. Idempotent in
//             practice: what the rules build is built by the same constructors.
// Complexity: linear in the nodes reached that weren't simplified before.
class Simplifier {
 public:
  explicit Simplifier(ExprPool& pool) : builder_(pool) {}
  ExprId operator()(ExprId root);

 private:
  ExprBuilder builder_;
  ExprTable<ExprId> memo_;
};

// One expression alone; the memo costs O(pool), so use a Simplifier for many.
ExprId simplify(ExprPool& pool, ExprId root);

}  // namespace formola

// Array variables in algorithms -> Array nodes of their scalar variables.
#pragma once

#include "dae/dae.h"
#include "scalarize/expand_array.h"

namespace formola {

// Purpose:    rewrites the expressions of algorithms, which keep their arrays, loops and
//             subscripts, from the variables of the array DAE to those of the scalar DAE.
// Ensures:    an array variable is an Array node (nested for several dimensions) of scalar
//             variables; literal subscripts of it are resolved, so that x[2] is a scalar variable;
//             pre, edge, change and der of it, or of an element that is known at run time, are
//             those of its elements. Nothing else changes.
// Complexity: linear in the number of nodes; shared nodes are rewritten once.
class ReferenceSplitter {
 public:
  ReferenceSplitter(ExprPool& pool, const SplitVariables& variables)
      : pool_(pool), variables_(variables) {}

  ExprId rewrite(ExprId expr);

 private:
  bool has(ExprId e) const { return e.index() < memo_.size() && memo_[e.index()].valid(); }
  ExprId rewriteNode(ExprId e);
  ExprId splitVariable(ExprId e);
  ExprId ofElements(Builtin function, TypeId type, ExprId array);
  // Nested Array nodes of the elements in row-major order.
  ExprId arrayOf(TypeId type, std::vector<ExprId> elements);
  ExprId resolveIndex(ExprId index);

  ExprPool& pool_;
  const SplitVariables& variables_;
  std::vector<ExprId> memo_;  // per expression of the array DAE
};

}  // namespace formola

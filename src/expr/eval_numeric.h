// Numerical evaluation of scalar expressions.
#pragma once

#include <functional>

#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    the value of scalar expressions for given values of their leaves; the yardstick of
//             property tests and of numerical probes in structural passes. Booleans are 0 and 1,
//             enumerations their ordinal.
// Requires:   leaf(id) gives the value of every leaf quantity (expr/rewrite.h) and of everything
//             that has no value here: user functions, delay, strings.
// Ensures:    IEEE arithmetic: errors come out as NaN or infinity. Both branches of an if are
//             evaluated.
// Complexity: linear in the nodes reached since reset().
class NumericEvaluator {
 public:
  NumericEvaluator(const ExprPool& pool, std::function<double(ExprId)> leaf)
      : pool_(pool), leaf_(std::move(leaf)) {}
  double operator()(ExprId root);
  // The leaves have other values now.
  void reset() { memo_.clear(); }

 private:
  const ExprPool& pool_;
  std::function<double(ExprId)> leaf_;
  ExprTable<double> memo_;
};

}  // namespace formola

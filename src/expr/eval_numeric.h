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
// Ensures:    IEEE arithmetic: errors come out as NaN or infinity. What depends on a leaf that is
//             NaN is NaN, comparisons and conditions too. Both branches of an if are evaluated.
// Complexity: linear in the nodes reached since reset().
class NumericEvaluator {
 public:
  // `memo`: a table to use, for evaluators that come and go with each block; null: one of its own,
  // which costs the size of the pool.
  NumericEvaluator(const ExprPool& pool, std::function<double(ExprId)> leaf,
                   ExprTable<double>* memo = nullptr)
      : pool_(pool), leaf_(std::move(leaf)), shared_(memo) {
    reset();
  }
  double operator()(ExprId root);
  // Relations that events keep constant have the values that leaf(id) gives them.
  void takeRelationsFromLeaf() { relationsAreLeaves_ = true; }
  // The leaves have other values now.
  void reset() { memo().clear(); }

 private:
  ExprTable<double>& memo() { return shared_ != nullptr ? *shared_ : own_; }

  const ExprPool& pool_;
  std::function<double(ExprId)> leaf_;
  ExprTable<double>* shared_;
  bool relationsAreLeaves_ = false;
  ExprTable<double> own_;
};

}  // namespace formola

// Interval analysis: signs and bounds of expressions from facts about their leaves.
#pragma once

#include <functional>
#include <limits>

#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

// A closed interval and whether the value 0 is excluded. Strict signs need the latter: exp(x) is in
// [0, inf) and not 0.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool nonZero = false;

  bool positive() const { return low > 0 || (low >= 0 && nonZero); }
  bool negative() const { return high < 0 || (high <= 0 && nonZero); }
  bool nonNegative() const { return low >= 0; }
  bool nonPositive() const { return high <= 0; }
  bool neverZero() const { return nonZero || low > 0 || high < 0; }
  bool awayFromZero() const { return low > 0 || high < 0; }  // not even close to it
  bool isPoint() const { return low == high; }

  static ValueRange all() { return {}; }
  static ValueRange point(double value) { return {value, value, value != 0}; }
  static ValueRange positiveReals() { return {0, std::numeric_limits<double>::infinity(), true}; }
  static ValueRange nonNegativeReals() {
    return {0, std::numeric_limits<double>::infinity(), false};
  }
};

// Purpose:    bounds of scalar expressions by interval arithmetic (Moore 1966) on exact real
//             numbers; rounding errors of the simulation aren't considered. One object serves many
//             expressions.
// Requires:   fact(leaf) gives the range of a leaf quantity (min/max attributes, the value of a
//             parameter, ...) and of user function calls; ValueRange::all() where nothing is
//             known. The facts must not change.
// Ensures:    whenever an expression is defined its value lies in the range.
// Complexity: linear in the nodes reached for the first time.
class SignAnalysis {
 public:
  using Fact = std::function<ValueRange(ExprId)>;
  SignAnalysis(const ExprPool& pool, Fact fact) : pool_(pool), fact_(std::move(fact)) {}
  ValueRange operator()(ExprId root);

 private:
  ValueRange rangeOf(ExprId id) const;
  ValueRange rangeOfBuiltin(ExprId id) const;

  const ExprPool& pool_;
  Fact fact_;
  ExprTable<ValueRange> memo_;
};

}  // namespace formola

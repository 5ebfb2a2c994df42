// Symbolic derivatives.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/expr_table.h"

namespace formola {

struct Derivative {
  ExprId value;     // invalid if there is none
  ExprId failedAt;  // then: the subexpression that can't be differentiated
  bool ok() const { return value.valid(); }
};

// What Differentiator asks for. Results may be invalid: not differentiable.
struct DerivativeRules {
  // The derivative of a leaf quantity (expr/rewrite.h). For d/dt: der(x) for a continuous x, 0 for
  // parameters and discrete variables, 1 for time.
  std::function<ExprId(ExprId leaf)> leaf;
  // The derivative of a call of a user function, given those of its arguments (literal 0 for an
  // argument of any type whose derivative vanishes; at least one doesn't; invalid for one that
  // can't be differentiated). It has the type of the call.
  std::function<ExprId(ExprId call, std::span<const ExprId> argumentDerivatives)> call;
  // Whether the derivative of a call depends on that of this argument (not with noDerivative). All
  // do where it is not given.
  std::function<bool(ExprId call, size_t argument)> needed;
  // Whether a derivative that is this call, or an element of its result, is to be written as a sum
  // of products with the derivatives of the leaf quantities it depends on, where these are few:
  // equations can be solved for those. Never where it is not given.
  std::function<bool(ExprId call)> split;
};

// Purpose:    the derivative of expressions in one direction (forward mode): partial with respect
//             to a variable, total with respect to time. Common subexpressions are differentiated
//             once; one object serves many expressions.
// Requires:   the rules keep giving the same answers.
// Ensures:    branches of if-expressions are differentiated separately, conditions stay; noEvent
//             is kept, smooth(p, e) becomes smooth(p - 1, e'). Boolean and Integer expressions
//             have derivative 0. An Array of derivatives for an Array with a non-zero element.
//             delay and spatialDistribution of something that varies fail.
// Complexity: linear in the nodes reached for the first time; the result has O(nodes) new nodes.
class Differentiator {
 public:
  Differentiator(ExprPool& pool, DerivativeRules rules) : build_(pool), rules_(std::move(rules)) {}
  Derivative operator()(ExprId root);
  // The rules give other answers now.
  void reset() {
    memo_.clear();
    plain_.clear();
    failedAt_.clear();
  }

 private:
  struct Frame {
    ExprId id;
    bool leave;
  };
  bool needsNoOperands(ExprId id) const;
  bool isNeeded(ExprId id, size_t child) const;
  ExprId combine(ExprId id);
  ExprId combineBuiltin(ExprId id);
  ExprId combineAggregate(ExprId id);
  ExprId combineArray(ExprId id);
  ExprId combineElementwise(ExprId id);
  ExprId combineArrayBuiltin(ExprId id);
  ExprId combineFold(ExprId id);
  ExprId withIntegerIterators(ExprId id);
  ExprId split(ExprId id, ExprId derivative);
  bool leavesBelow(ExprId id, std::vector<ExprId>& leaves) const;
  ExprId derivativeOf(ExprId id) const { return memo_.get(id); }

  ExprBuilder build_;
  DerivativeRules rules_;
  ExprTable<ExprId> memo_;  // invalid where it failed
  ExprTable<ExprId> failedAt_;
  ExprTable<ExprId> plain_;  // loops with integer iterators instead of others
  std::vector<Frame> stack_;
};

// A loop `for x in v` as `for i in 1:n`, where x is v[i].
struct IndexedLoop {
  ExprId from;      // x
  ExprId iterator;  // i
  ExprId places;    // 1:n
  ExprId element;   // v[i]
  ExprId apply(ExprPool& pool, ExprId id) const;
};
IndexedLoop indexedLoop(ExprPool& pool, ExprId iterator, ExprId values);

// The partial derivative with respect to a leaf quantity (a variable, der(x), time, ...); all
// others are constant.
Derivative differentiate(ExprPool& pool, ExprId root, ExprId leaf);

}  // namespace formola

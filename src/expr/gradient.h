// Derivatives with respect to many unknowns at once.
#pragma once

#include <functional>
#include <vector>

#include "expr/active_order.h"
#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/expr_table.h"

namespace formola {

struct GradientEntry {
  ExprId unknown;
  ExprId derivative;
};

struct Gradient {
  std::vector<GradientEntry> entries;  // deterministic order; structural zeros left out
  ExprId failedAt;                     // valid: this subexpression can't be differentiated
  bool ok() const { return !failedAt.valid(); }
};

// Purpose:    rows of a symbolic Jacobian: all partial derivatives of an expression with respect
//             to the unknowns in it.
// Requires:   dependence(leaf) is Unknown for the unknowns. callPartial(result, argument, element)
//             gives the partial derivative of a scalar result of a user function (a Call, or
//             Index/TupleElement/Field of one) with respect to an element (row-major) of one of
//             its arguments; invalid: not differentiable.
// Ensures:    relations inside noEvent appear without it, so the result belongs in Jacobians, not
//             in equations with events. Delayed values are known. Differentiated once more,
//             entries are still valid expressions.
// Complexity: O(nodes that depend on unknowns) whatever their number: reverse accumulation.
//             Forward accumulation with sparse vectors would be quadratic for a sum of n unknowns.
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 3.2.
class GradientBuilder {
 public:
  using CallPartial = std::function<ExprId(ExprId result, size_t argument, size_t element)>;
  GradientBuilder(ExprPool& pool, DependenceAnalysis::Leaf dependence,
                  CallPartial callPartial = {});
  Gradient operator()(ExprId root);
  // The leaves have other dependences now.
  void reset() { dependence_.reset(); }

 private:
  void accumulate(ExprId id, ExprId amount);
  bool propagate(ExprId id, ExprId adjoint);
  bool propagateCall(ExprId id, ExprId call, ExprId adjoint);
  void propagateAccess(ExprId id, ExprId adjoint);

  ExprBuilder build_;
  DependenceAnalysis dependence_;
  CallPartial callPartial_;
  ExprTable<ExprId> adjoint_;
  ActiveOrder active_;
  std::vector<ExprId> operands_;
};

}  // namespace formola

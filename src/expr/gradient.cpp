#include "expr/gradient.h"

#include "expr/operands.h"
#include "expr/partial.h"
#include "expr/rewrite.h"

namespace formola {

GradientBuilder::GradientBuilder(ExprPool& pool, DependenceAnalysis::Leaf dependence,
                                 CallPartial callPartial)
    : build_(pool),
      dependence_(pool, std::move(dependence)),
      callPartial_(std::move(callPartial)) {}

void GradientBuilder::accumulate(ExprId id, ExprId amount) {
  if (build_.isZero(amount)) return;
  ExprId sum = adjoint_.get(id);
  adjoint_.set(id, sum.valid() ? build_.add(sum, amount) : amount);
}

Gradient GradientBuilder::operator()(ExprId root) {
  Gradient result;
  const ExprPool& pool = build_.pool();
  const std::span<const ExprId> order = active_(pool, root, dependence_);
  adjoint_.clear();
  if (!order.empty()) adjoint_.set(root, build_.one());
  for (size_t i = order.size(); i-- > 0;) {
    ExprId id = order[i];
    ExprId adjoint = adjoint_.get(id);
    if (!adjoint.valid() || build_.isZero(adjoint)) continue;
    if (isLeafQuantity(pool, id)) {
      result.entries.push_back({id, adjoint});
    } else if (!propagate(id, adjoint)) {
      result.failedAt = id;
      return result;
    }
  }
  return result;
}

bool GradientBuilder::propagate(ExprId id, ExprId adjoint) {
  const ExprPool& pool = build_.pool();
  if (ExprId call = calledBy(pool, id)) return propagateCall(id, call, adjoint);
  if (isArrayAccess(pool, id)) {
    propagateAccess(id, adjoint);
    return true;
  }
  size_t count = pool.children(id).size();
  for (size_t i = 0; i < count; ++i) {
    ExprId child = pool.child(id, i);
    if (!dependence_.isUnknown(child)) continue;
    ExprId amount = scaleByPartial(build_, id, i, adjoint);
    if (!amount.valid()) return false;
    accumulate(child, amount);
  }
  return true;
}

bool GradientBuilder::propagateCall(ExprId id, ExprId call, ExprId adjoint) {
  const ExprPool& pool = build_.pool();
  for (size_t i = 0; i < pool.children(call).size(); ++i) {
    if (!dependence_.isUnknown(pool.child(call, i))) continue;
    operands_.clear();
    appendElements(pool, pool.child(call, i), operands_);
    std::vector<ExprId> elements = operands_;
    for (size_t k = 0; k < elements.size(); ++k) {
      if (!dependence_.isUnknown(elements[k])) continue;
      // an argument that is itself the array result of a call has no scalar adjoint
      if (!pool.types.isScalar(pool.type(elements[k]))) return false;
      ExprId partial = callPartial_ ? callPartial_(id, i, k) : ExprId();
      if (!partial.valid()) return false;
      accumulate(elements[k], build_.mul(partial, adjoint));
    }
  }
  return true;
}

void GradientBuilder::propagateAccess(ExprId id, ExprId adjoint) {
  ExprPool& pool = build_.pool();
  ExprId array = pool.child(id, 0);
  ExprId subscript = pool.child(id, 1);
  size_t count = pool.children(array).size();
  for (size_t i = 0; i < count; ++i) {
    ExprId element = pool.child(array, i);
    if (!dependence_.isUnknown(element)) continue;
    ExprId chosen =
        build_.compare(ExprKind::Equal, subscript, pool.integer(static_cast<int64_t>(i + 1)));
    accumulate(element, build_.ifThenElse(chosen, adjoint, build_.zero()));
  }
}

}  // namespace formola

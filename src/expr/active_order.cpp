#include "expr/active_order.h"

#include "expr/operands.h"
#include "expr/rewrite.h"

namespace formola {

std::span<const ExprId> ActiveOrder::operator()(const ExprPool& pool, ExprId root,
                                                DependenceAnalysis& dependence) {
  seen_.clear();
  order_.clear();
  if (!dependence.isUnknown(root)) return order_;
  stack_.assign(1, {root, false});
  while (!stack_.empty()) {
    const Frame frame = stack_.back();
    stack_.pop_back();
    if (frame.leave) {
      order_.push_back(frame.id);
      continue;
    }
    if (!seen_.insert(frame.id)) continue;
    if (isLeafQuantity(pool, frame.id)) {
      order_.push_back(frame.id);
      continue;
    }
    stack_.push_back({frame.id, true});
    std::span<const ExprId> operands;
    if (operandsAreChildren(pool, frame.id)) {
      operands = pool.children(frame.id);
    } else {
      scalarOperands(pool, frame.id, operands_);
      operands = operands_;
    }
    for (ExprId operand : operands)
      if (!seen_.has(operand) && dependence.isUnknown(operand)) stack_.push_back({operand, false});
  }
  return order_;
}

}  // namespace formola

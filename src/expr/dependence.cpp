#include "expr/dependence.h"

#include <algorithm>

#include "expr/rewrite.h"

namespace formola {

Dependence DependenceAnalysis::find(ExprId root) {
  const ExprPool& pool = *pool_;
  stack_.assign(1, {root, false});
  while (!stack_.empty()) {
    Frame frame = stack_.back();
    stack_.pop_back();
    ExprId id = frame.id;
    if (memo_.has(id)) continue;
    if (isLeafQuantity(pool, id)) {
      memo_.set(id, leaf_(id));
      continue;
    }
    std::span<const ExprId> children = pool.children(id);
    if (!frame.leave && !children.empty()) {
      stack_.push_back({id, true});
      for (ExprId child : children) {
        if (!memo_.has(child)) stack_.push_back({child, false});
      }
      continue;
    }
    auto result = Dependence::Constant;
    if (pool.isBuiltin(id, Builtin::Relation)) {
      result = std::min(memo_.at(children[1]), Dependence::Known);
    } else if (pool.isBuiltin(id, Builtin::Delay)) {
      result = Dependence::Known;
      for (ExprId child : children.subspan(1)) result = std::max(result, memo_.at(child));
    } else if (pool.isBuiltin(id, Builtin::Transported)) {
      // What enters is stored at accepted steps (spec 3.7.4.2: no algebraic loop through it).
      for (size_t i = 0; i < children.size(); ++i)
        if (!isTransportInput(i)) result = std::max(result, memo_.at(children[i]));
    } else {
      for (ExprId child : children) result = std::max(result, memo_.at(child));
    }
    memo_.set(id, result);
  }
  return memo_.at(root);
}

}  // namespace formola

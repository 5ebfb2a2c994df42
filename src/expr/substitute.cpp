#include "expr/substitute.h"

#include <algorithm>

#include "expr/rewrite.h"

namespace formola {

void Substitution::set(VariableId variable, ExprId replacement) {
  if (variable.index() >= byVariable_.size()) byVariable_.resize(variable.index() + 1);
  if (!byVariable_[variable.index()].valid()) usedVariables_.push_back(variable.index());
  byVariable_[variable.index()] = replacement;
  fresh_ = false;
}

void Substitution::set(ExprId part, ExprId replacement) {
  parts_.emplace_back(part, replacement);
  fresh_ = false;
}

void Substitution::clear() {
  for (uint32_t variable : usedVariables_) byVariable_[variable] = ExprId();
  usedVariables_.clear();
  parts_.clear();
  fresh_ = false;
}

void Substitution::restart() {
  memo_.clear();
  for (auto [part, replacement] : parts_) memo_.set(part, replacement);
  fresh_ = true;
}

ExprId Substitution::apply(ExprId root) {
  if (!fresh_) restart();
  const ExprPool& pool = builder_.pool();
  return mapExpr(pool, root, memo_, [&](ExprId id, std::span<const ExprId> children) {
    if (pool.kind(id) == ExprKind::Variable) {
      size_t variable = pool.payload(id);
      if (variable < byVariable_.size() && byVariable_[variable].valid()) {
        return byVariable_[variable];
      }
      return id;
    }
    return builder_.withChildren(id, children);
  });
}

}  // namespace formola

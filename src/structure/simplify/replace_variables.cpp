#include "structure/simplify/replace_variables.h"

#include "expr/rewrite.h"

namespace formola {

void VariableReplacement::set(VariableId variable, ExprId replacement) {
  if (by_.size() <= variable.index()) by_.resize(variable.index() + 1);
  by_[variable.index()] = replacement;
  used_.push_back(variable.index());
  memo_.clear();
}

void VariableReplacement::clear() {
  for (uint32_t i : used_) by_[i] = {};
  used_.clear();
  memo_.clear();
}

ExprId VariableReplacement::rewrite(ExprId id, std::span<const ExprId> children) {
  ExprPool& pool = build_.pool();
  if (pool.kind(id) == ExprKind::Variable) {
    uint32_t index = pool.variableOf(id).index();
    return index < by_.size() && by_[index].valid() ? by_[index] : id;
  }
  bool same = true;
  auto own = pool.children(id);
  for (size_t i = 0; i < children.size() && same; ++i) same = own[i] == children[i];
  // A product with a literal zero as it was written: nothing depends on its other factor.
  const bool vanishes = (pool.kind(id) == ExprKind::Mul || pool.kind(id) == ExprKind::Div) &&
                        (build_.isZero(children[0]) || build_.isZero(children[1]));
  if (same && !vanishes) return id;
  if (pool.kind(id) == ExprKind::Builtin && children.size() == 1) {
    ExprId argument = children[0];
    const bool literal = pool.isLiteral(argument);
    const TypeId type = pool.type(id);
    switch (pool.builtinOf(id)) {
      case Builtin::Der:
      case Builtin::Pre:
      case Builtin::Old:
        if (literal) return pool.builtinOf(id) == Builtin::Der ? build_.zero() : argument;
        if (pool.kind(argument) == ExprKind::Neg) {
          ExprId inner = pool.child(argument, 0);
          return build_.neg(pool.builtin(pool.builtinOf(id), type, {inner}));
        }
        return pool.builtin(pool.builtinOf(id), type, {argument});
      case Builtin::Edge:
      case Builtin::Change:
        if (literal) return pool.boolean(false);
        if (pool.kind(argument) == ExprKind::Neg) argument = pool.child(argument, 0);
        return pool.builtin(pool.builtinOf(id), type, {argument});
      default:
        break;
    }
  }
  return build_.rebuild(id, children);
}

ExprId VariableReplacement::apply(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(build_.pool(), root, memo_, [this](ExprId id, std::span<const ExprId> children) {
    return rewrite(id, children);
  });
}

void VariableReplacement::applyTo(StructuredDae& model) {
  for (auto* list : {&model.equations, &model.initialEquations}) {
    for (StructuredEquation& e : *list) {
      e.left = apply(e.left);
      e.right = apply(e.right);
      for (ExprId& hint : e.relaxed) hint = apply(hint);
      if (e.residue.valid()) e.residue = apply(e.residue);
      if (e.target.valid()) {
        const ExprPool& pool = build_.pool();
        ExprId target = apply(model.ref(e.target));
        if (pool.kind(target) == ExprKind::Neg) target = pool.child(target, 0);
        e.target = pool.kind(target) == ExprKind::Variable ? pool.variableOf(target) : VariableId();
      }
    }
  }
  for (Action& a : model.actions) {
    a.guard = apply(a.guard);
    a.value = apply(a.value);
    a.message = apply(a.message);
    if (a.kind == ActionKind::Reinit) {
      ExprPool& pool = build_.pool();
      ExprId state = apply(model.ref(a.state));
      if (pool.kind(state) == ExprKind::Neg) {
        a.negated = !a.negated;
        state = pool.child(state, 0);
      }
      if (pool.kind(state) == ExprKind::Variable) a.state = pool.variableOf(state);
    }
  }
}

}  // namespace formola

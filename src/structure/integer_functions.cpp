#include "structure/integer_functions.h"

#include <fmt/format.h>

#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

class Lowering {
 public:
  explicit Lowering(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        dependence_(pool_, [this](ExprId leaf) { return dependence(leaf); }) {}

  void run();

 private:
  Dependence dependence(ExprId leaf) const {
    if (pool_.kind(leaf) == ExprKind::Time) return Dependence::Unknown;
    if (pool_.isBuiltin(leaf, Builtin::Der)) return Dependence::Unknown;
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Constant;
    const Role role = model_.info[pool_.variableOf(leaf)].role;
    return role == Role::Parameter || role == Role::Discrete ? Dependence::Constant
                                                             : Dependence::Unknown;
  }
  ExprId floorOf(ExprId x);
  ExprId truncated(ExprId quotient);
  ExprId rewrite(ExprId root);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis dependence_;
  ExprTable<ExprId> memo_, floors_;
  std::vector<StructuredEquation> added_;
  Provenance origin_;
};

ExprId Lowering::floorOf(ExprId x) {
  if (floors_.has(x)) return floors_.at(x);
  Variable v;
  v.name = pool_.names.intern(fmt::format("$floor{}", model_.dae.variables.size()));
  v.type = pool_.types.real();
  v.variability = Variability::Discrete;
  v.isProtected = v.hideResult = true;
  v.origin = origin_;
  VariableInfo info;
  info.role = Role::Discrete;
  VariableId id = model_.add(std::move(v), info);
  ExprId f = model_.ref(id);
  ExprId pre = pool_.builtin(Builtin::Pre, pool_.types.real(), {f});
  ExprId inside = build_.logicalAnd(
      pool_.binary(ExprKind::GreaterEqual, pool_.types.boolean(), x, pre),
      pool_.binary(ExprKind::Less, pool_.types.boolean(), x, build_.add(pre, build_.one())));
  ExprId anew = pool_.builtin(Builtin::NoEvent, pool_.types.real(),
                              {pool_.builtin(Builtin::Floor, pool_.types.real(), {x})});
  StructuredEquation e;
  e.left = f;
  e.right = pool_.ifThenElse(pool_.types.real(), inside, pre, anew);
  e.target = id;
  e.origin = origin_;
  added_.push_back(std::move(e));
  floors_.set(x, f);
  return f;
}

ExprId Lowering::truncated(ExprId quotient) {
  ExprId positive =
      pool_.binary(ExprKind::GreaterEqual, pool_.types.boolean(), quotient, build_.zero());
  return build_.ifThenElse(positive, floorOf(quotient), build_.neg(floorOf(build_.neg(quotient))));
}

ExprId Lowering::rewrite(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> own) -> ExprId {
    if (pool_.isBuiltin(id, Builtin::NoEvent)) return id;
    std::vector<ExprId> children(own.begin(), own.end());
    if (pool_.kind(id) == ExprKind::Builtin && pool_.types.isScalar(pool_.type(id)) &&
        dependence_(id) == Dependence::Unknown) {
      ExprId a = children.empty() ? ExprId() : build_.toReal(children[0]);
      ExprId b = children.size() < 2 ? ExprId() : build_.toReal(children[1]);
      switch (pool_.builtinOf(id)) {
        case Builtin::Floor:
        case Builtin::IntegerOf:
          return floorOf(a);
        case Builtin::Ceil:
          return build_.neg(floorOf(build_.neg(a)));
        case Builtin::Div:
          return truncated(build_.div(a, b));
        case Builtin::Mod:
          return build_.sub(a, build_.mul(floorOf(build_.div(a, b)), b));
        case Builtin::Rem:
          return build_.sub(a, build_.mul(truncated(build_.div(a, b)), b));
        default:
          break;
      }
    }
    return build_.withChildren(id, children);
  });
}

void Lowering::run() {
  for (auto* list : {&model_.equations, &model_.initialEquations}) {
    for (StructuredEquation& e : *list) {
      origin_ = e.origin;
      e.left = rewrite(e.left);
      e.right = rewrite(e.right);
    }
  }
  model_.equations.insert(model_.equations.end(), added_.begin(), added_.end());
}

}  // namespace

StructuredDae lowerIntegerFunctions(StructuredDae model, const StructureOptions&, Diagnostics&) {
  Lowering(model).run();
  return model;
}

}  // namespace formola

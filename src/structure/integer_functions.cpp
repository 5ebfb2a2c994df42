#include "structure/integer_functions.h"

#include <fmt/format.h>

#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/linear.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

class Lowering {
 public:
  explicit Lowering(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        dependence_(pool_, [this](ExprId leaf) { return dependence(leaf, Dependence::Unknown); }),
        continuous_(pool_, [this](ExprId leaf) { return dependence(leaf, Dependence::Known); }),
        time_(pool_, [this](ExprId leaf) {
          return pool_.kind(leaf) == ExprKind::Time ? Dependence::Unknown : Dependence::Known;
        }) {}

  void run();

 private:
  Dependence dependence(ExprId leaf, Dependence ofTime) const {
    if (pool_.kind(leaf) == ExprKind::Time) return ofTime;
    if (pool_.isBuiltin(leaf, Builtin::Der)) return Dependence::Unknown;
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Constant;
    const Role role = model_.info[pool_.variableOf(leaf)].role;
    return role == Role::Parameter || role == Role::Discrete ? Dependence::Constant
                                                             : Dependence::Unknown;
  }
  ExprId floorOf(ExprId x);
  ExprId floorOfTimeAlone(ExprId x);
  ExprId followed(ExprId x, ExprId pre);
  ExprId truncated(ExprId quotient);
  ExprId rewrite(ExprId root);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis dependence_;  // Unknown: on time or continuous variables
  DependenceAnalysis continuous_;  // Unknown: on continuous variables
  LinearAnalysis time_;            // in the unknown time
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
  ExprId scheduled = floorOfTimeAlone(x);
  StructuredEquation e;
  e.left = f;
  e.right = scheduled.valid() ? scheduled
                              : followed(x, pool_.builtin(Builtin::Pre, pool_.types.real(), {f}));
  e.target = id;
  e.origin = origin_;
  added_.push_back(std::move(e));
  floors_.set(x, f);
  return f;
}

// c*time + r with c and r that change at events only; invalid if x is nothing of that kind.
ExprId Lowering::floorOfTimeAlone(ExprId x) {
  if (continuous_(x) != Dependence::Known) return {};
  const AffineForm form = time_.affine(x);
  if (!form.affine || form.terms.size() != 1) return {};
  const TypeId real = pool_.types.real();
  const ExprId count = pool_.builtin(
      Builtin::FloorOfTime, real,
      {form.terms[0].coefficient, form.remainder, pool_.builtin(Builtin::Reached, real, {}),
       pool_.builtin(Builtin::Passed, real, {})});
  return pool_.builtin(Builtin::NoEvent, real, {count});
}

// Keeps its last value, pre, until x leaves [pre, pre + 1).
ExprId Lowering::followed(ExprId x, ExprId pre) {
  const TypeId boolean = pool_.types.boolean(), real = pool_.types.real();
  ExprId inside =
      build_.logicalAnd(pool_.binary(ExprKind::GreaterEqual, boolean, x, pre),
                        pool_.binary(ExprKind::Less, boolean, x, build_.add(pre, build_.one())));
  ExprId anew = pool_.builtin(Builtin::NoEvent, real, {pool_.builtin(Builtin::Floor, real, {x})});
  return pool_.ifThenElse(real, inside, pre, anew);
}

// Whether the quotient is negative is asked of its floor, which changes at the same event.
ExprId Lowering::truncated(ExprId quotient) {
  const ExprId down = floorOf(quotient);
  const ExprId positive =
      pool_.binary(ExprKind::GreaterEqual, pool_.types.boolean(), down, build_.zero());
  return build_.ifThenElse(positive, down, build_.neg(floorOf(build_.neg(quotient))));
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
  for (Action& a : model_.actions) {
    origin_ = a.origin;
    a.guard = rewrite(a.guard);
  }
  model_.equations.insert(model_.equations.end(), added_.begin(), added_.end());
}

}  // namespace

StructuredDae lowerIntegerFunctions(StructuredDae model, const StructureOptions&, Diagnostics&) {
  Lowering(model).run();
  return model;
}

}  // namespace formola

#include "structure/lower/integer_functions.h"

#include <fmt/format.h>

#include <functional>

#include "expr/build.h"
#include "expr/rewrite.h"
#include "structure/lower/time_relation.h"

namespace formola {

namespace {

class Lowering {
 public:
  explicit Lowering(StructuredDae& model)
      : model_(model), pool_(model.pool()), build_(pool_), time_(model) {}

  void run();

 private:
  using Floor = std::function<ExprId(ExprId)>;
  ExprId floorOf(ExprId x);
  ExprId countOf(ExprId x);
  ExprId followed(ExprId x, ExprId pre);
  ExprId truncated(ExprId quotient, const Floor& floor);
  ExprId integerFunction(ExprId id, std::span<const ExprId> operands, const Floor& floor);
  ExprId rewrite(ExprId root, bool atEvents);
  ExprId withOperands(ExprId id, std::vector<ExprId> operands);
  ExprId atEvent(ExprId root);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  TimeRelations time_;
  // Of equations that hold always, and of those that are evaluated at events only.
  ExprTable<ExprId> memo_[2];
  ExprSet seen_[2];
  ExprTable<ExprId> eventMemo_, floors_;
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
  ExprId count = countOf(x);
  StructuredEquation e;
  e.left = f;
  e.right = count.valid() ? pool_.builtin(Builtin::NoEvent, pool_.types.real(), {count})
                          : followed(x, pool_.builtin(Builtin::Pre, pool_.types.real(), {f}));
  e.target = id;
  e.origin = origin_;
  added_.push_back(std::move(e));
  floors_.set(x, f);
  return f;
}

// c*time + r with c and r that change at events only; invalid if x is nothing of that kind.
ExprId Lowering::countOf(ExprId x) {
  if (time_.varying(x) != Dependence::Known) return {};
  const AffineForm form = time_.affine(x);
  if (!form.affine || form.terms.size() != 1) return {};
  const TypeId real = pool_.types.real();
  return pool_.builtin(
      Builtin::FloorOfTime, real,
      {form.terms[0].coefficient, form.remainder, pool_.builtin(Builtin::Reached, real, {}),
       pool_.builtin(Builtin::Passed, real, {})});
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
ExprId Lowering::truncated(ExprId quotient, const Floor& floor) {
  const ExprId down = floor(quotient), up = floor(build_.neg(quotient));
  if (!down.valid() || !up.valid()) return {};
  const ExprId positive =
      pool_.binary(ExprKind::GreaterEqual, pool_.types.boolean(), down, build_.zero());
  return build_.ifThenElse(positive, down, build_.neg(up));
}

// By floor, which may be invalid for an argument. Invalid: it is none of these functions.
ExprId Lowering::integerFunction(ExprId id, std::span<const ExprId> operands, const Floor& floor) {
  if (pool_.kind(id) != ExprKind::Builtin || !pool_.types.isScalar(pool_.type(id)) ||
      time_.varying(id) == Dependence::Constant)
    return {};
  const ExprId a = operands.empty() ? ExprId() : build_.toReal(operands[0]);
  const ExprId b = operands.size() < 2 ? ExprId() : build_.toReal(operands[1]);
  ExprId steps;
  switch (pool_.builtinOf(id)) {
    case Builtin::Floor:
    case Builtin::IntegerOf:
      return floor(a);
    case Builtin::Ceil:
      steps = floor(build_.neg(a));
      return steps.valid() ? build_.neg(steps) : steps;
    case Builtin::Div:
      return truncated(build_.div(a, b), floor);
    case Builtin::Mod:
      steps = floor(build_.div(a, b));
      return steps.valid() ? build_.sub(a, build_.mul(steps, b)) : steps;
    case Builtin::Rem:
      steps = truncated(build_.div(a, b), floor);
      return steps.valid() ? build_.sub(a, build_.mul(steps, b)) : steps;
    default:
      return {};
  }
}

// With other operands; what String() writes depends on the type of its argument.
ExprId Lowering::withOperands(ExprId id, std::vector<ExprId> operands) {
  const TypeId integer = pool_.types.integer();
  if (pool_.isBuiltin(id, Builtin::StringOf) &&
      pool_.base(pool_.child(id, 0)) == BaseType::Integer &&
      pool_.base(operands[0]) == BaseType::Real)
    operands[0] = pool_.builtin(Builtin::NoEvent, integer,
                                {pool_.builtin(Builtin::IntegerOf, integer, {operands[0]})});
  return build_.withChildren(id, operands);
}

// What is evaluated at events only needs no events of its own, but must count as others do there.
ExprId Lowering::atEvent(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(pool_, root, eventMemo_, [&](ExprId id, std::span<const ExprId> own) -> ExprId {
    const std::vector<ExprId> children(own.begin(), own.end());
    const ExprId count = integerFunction(id, children, [&](ExprId x) { return countOf(x); });
    if (count.valid()) return count;
    const ExprId anew = withOperands(id, children);
    if (!isInequality(pool_.kind(anew))) return anew;
    const std::optional<TimeRelation> found = time_(anew);
    return found ? found->value : anew;
  });
}

ExprId Lowering::rewrite(ExprId root, bool atEvents) {
  if (!root.valid()) return root;
  ExprTable<ExprId>& memo = memo_[atEvents ? 1 : 0];
  const ExprId roots[1] = {root};
  forEachNode(
      pool_, roots, seen_[atEvents ? 1 : 0],
      [&](ExprId id) { return !pool_.isBuiltin(id, Builtin::NoEvent); },
      [&](ExprId id) {
        if (pool_.isBuiltin(id, Builtin::NoEvent)) memo.set(id, atEvents ? atEvent(id) : id);
      });
  return mapExpr(pool_, root, memo, [&](ExprId id, std::span<const ExprId> own) -> ExprId {
    const std::vector<ExprId> children(own.begin(), own.end());
    const ExprId steps = integerFunction(id, children, [&](ExprId x) { return floorOf(x); });
    return steps.valid() ? steps : withOperands(id, children);
  });
}

void Lowering::run() {
  for (auto* list : {&model_.equations, &model_.initialEquations}) {
    for (StructuredEquation& e : *list) {
      origin_ = e.origin;
      const bool atEvents = e.target.valid() && model_.info[e.target].role == Role::Discrete;
      e.left = rewrite(e.left, atEvents);
      e.right = rewrite(e.right, atEvents);
      // Floors are Reals; of what type an equation is its left side says.
      if (pool_.base(e.left) == BaseType::Real && pool_.base(e.right) != BaseType::Real)
        std::swap(e.left, e.right);
    }
  }
  for (Action& a : model_.actions) {
    origin_ = a.origin;
    a.guard = rewrite(a.guard, a.kind != ActionKind::Assert);
    if (a.kind == ActionKind::Reinit) a.value = atEvent(a.value);
  }
  model_.equations.insert(model_.equations.end(), added_.begin(), added_.end());
}

}  // namespace

StructuredDae lowerIntegerFunctions(StructuredDae model, const StructureOptions&, Diagnostics&) {
  Lowering(model).run();
  return model;
}

}  // namespace formola

#include "structure/lower/assert_ranges.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "dae/expr_printer.h"
#include "expr/build.h"
#include "expr/fold.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

class RangeAssertions {
 public:
  explicit RangeAssertions(StructuredDae& model)
      : model_(model), pool_(model.pool()), build_(pool_) {}

  void run();

 private:
  // A place in an equation, with the condition under which it counts.
  struct Place {
    ExprId id;
    ExprId guard;   // invalid: always
    bool assigned;  // it is the value of an Integer variable, which is looked at instead
  };
  bool concerns(ExprId id) const;
  bool isLargeInteger(ExprId id) const;
  void equation(const StructuredEquation& e, ExprId guard);
  void parameter(VariableId id);
  // True if an Integer that is assigned may be too large.
  bool walk(ExprId root, ExprId guard, bool assigned, const Provenance& origin);
  void look(const Place& place, const Provenance& origin);
  void push(ExprId id, ExprId guard, bool assigned);
  ExprId both(ExprId a, ExprId b) { return a.valid() ? build_.logicalAnd(a, b) : b; }
  void assertVariable(VariableId id, ExprId guard, const Provenance& origin);
  void add(ExprId condition, ExprId guard, std::string message, const Provenance& origin);
  ExprId relation(ExprKind kind, ExprId a, ExprId b) {
    return pool_.binary(kind, pool_.types.boolean(), build_.toReal(a), build_.toReal(b));
  }
  ExprId isSmall(ExprId id) {
    return relation(ExprKind::LessEqual, build_.call(Builtin::Abs, build_.toReal(id)),
                    pool_.real(kLargestInteger));
  }
  std::string text(ExprId id) const { return print(id, PrintContext{pool_, &model_.dae, nullptr}); }

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  ExprSet searched_;            // what concerns us is known for these
  ExprTable<char> concerning_;  // by expression: it or something in it is to be asserted
  std::vector<Place> open_;
  std::set<std::pair<uint32_t, uint32_t>> done_;  // expression and guard
  std::set<std::pair<uint32_t, uint32_t>> asserted_;
};

// Sums with a small number stay within the range if their variables do.
bool RangeAssertions::isLargeInteger(ExprId id) const {
  constexpr double kSmall = 1e6;
  const ExprKind kind = pool_.kind(id);
  if (pool_.base(id) != BaseType::Integer || !pool_.types.isScalar(pool_.type(id))) return false;
  if (kind == ExprKind::Mul) return true;
  if (kind != ExprKind::Add && kind != ExprKind::Sub)
    return pool_.isBuiltin(id, Builtin::IntegerOf);
  for (ExprId child : pool_.children(id))
    if (pool_.isNumber(child) && std::abs(pool_.realValue(child)) < kSmall) return false;
  return true;
}

bool RangeAssertions::concerns(ExprId id) const {
  if (pool_.isBuiltin(id, Builtin::Div) || pool_.isBuiltin(id, Builtin::Mod) ||
      pool_.isBuiltin(id, Builtin::Rem))
    return pool_.types.isScalar(pool_.type(id)) && !pool_.isNumber(pool_.child(id, 1));
  return pool_.isBuiltin(id, Builtin::Delay) || isLargeInteger(id);
}

void RangeAssertions::push(ExprId id, ExprId guard, bool assigned) {
  if (!concerning_.has(id) || concerning_.at(id) == 0) return;
  const uint32_t condition = guard.valid() ? guard.index() : ~0U;
  if (!assigned && !done_.emplace(id.index(), condition).second) return;
  open_.push_back({id, guard, assigned});
}

void RangeAssertions::add(ExprId condition, ExprId guard, std::string message,
                          const Provenance& origin) {
  if (guard.valid()) condition = build_.logicalOr(build_.logicalNot(guard), condition);
  if (pool_.kind(condition) == ExprKind::Boolean && pool_.booleanValue(condition)) return;
  Action action;
  action.kind = ActionKind::Assert;
  // It looks at the values as they are, and causes no events.
  action.value = pool_.builtin(Builtin::NoEvent, pool_.types.boolean(), {condition});
  action.message = pool_.string(std::move(message));
  action.origin = origin;
  model_.actions.push_back(std::move(action));
}

void RangeAssertions::assertVariable(VariableId id, ExprId guard, const Provenance& origin) {
  if (!asserted_.emplace(id.index(), guard.valid() ? guard.index() : ~0U).second) return;
  add(isSmall(model_.ref(id)), guard,
      fmt::format("'{}' is beyond the range of Integers, -{:.0f} to {:.0f}", model_.name(id),
                  kLargestInteger, kLargestInteger),
      origin);
}

void RangeAssertions::look(const Place& place, const Provenance& origin) {
  const ExprId id = place.id;
  if (pool_.kind(id) != ExprKind::Builtin) {
    add(isSmall(id), place.guard,
        fmt::format("{} is beyond the range of Integers, -{:.0f} to {:.0f}", text(id),
                    kLargestInteger, kLargestInteger),
        origin);
    return;
  }
  switch (pool_.builtinOf(id)) {
    case Builtin::Delay: {
      // A limit that is met exactly may be missed by rounding.
      constexpr double kRounding = 1e-9;
      const ExprId time = pool_.child(id, 1), most = pool_.children(id).back();
      add(relation(ExprKind::GreaterEqual, time, build_.zero()), place.guard,
          fmt::format("the delay time of {} is negative: the future is not known", text(id)),
          origin);
      if (most == time) return;
      add(relation(ExprKind::LessEqual, time,
                   build_.mul(build_.toReal(most), pool_.real(1 + kRounding))),
          place.guard, fmt::format("the delay time of {} exceeds its limit", text(id)), origin);
      return;
    }
    case Builtin::IntegerOf:
      add(isSmall(pool_.child(id, 0)), place.guard,
          fmt::format("{} is beyond the range of Integers, -{:.0f} to {:.0f}", text(id),
                      kLargestInteger, kLargestInteger),
          origin);
      return;
    default:
      add(relation(ExprKind::NotEqual, pool_.child(id, 1), build_.zero()), place.guard,
          fmt::format("{} divides by zero", text(id)), origin);
  }
}

bool RangeAssertions::walk(ExprId root, ExprId guard, bool assigned, const Provenance& origin) {
  const ExprId roots[1] = {root};
  // Children come first.
  forEachNode(pool_, roots, searched_, [&](ExprId id) {
    bool any = concerns(id);
    for (ExprId child : pool_.children(id))
      any = any || (concerning_.has(child) && concerning_.at(child) != 0);
    concerning_.set(id, any ? 1 : 0);
  });
  bool large = false;
  push(root, guard, assigned);
  while (!open_.empty()) {
    const Place place = open_.back();
    open_.pop_back();
    const bool integer = isLargeInteger(place.id);
    if (place.assigned && integer) {
      large = true;
    } else if (concerns(place.id)) {
      look(place, origin);
    }
    const auto children = pool_.children(place.id);
    switch (pool_.kind(place.id)) {
      case ExprKind::If: {
        const ExprId condition = children[0], yes = children[1], no = children[2];
        push(condition, place.guard, false);
        push(yes, both(place.guard, condition), place.assigned);
        push(no, both(place.guard, build_.logicalNot(condition)), place.assigned);
        break;
      }
      case ExprKind::And:
      case ExprKind::Or: {
        const ExprId first = children[0], second = children[1];
        const bool isAnd = pool_.kind(place.id) == ExprKind::And;
        push(first, place.guard, false);
        push(second, both(place.guard, isAnd ? first : build_.logicalNot(first)), false);
        break;
      }
      default: {
        const std::vector<ExprId> all(children.begin(), children.end());
        for (ExprId child : all) push(child, place.guard, false);
      }
    }
  }
  return large;
}

void RangeAssertions::equation(const StructuredEquation& e, ExprId guard) {
  const bool integer = pool_.base(e.left) == BaseType::Integer;
  for (auto [side, other] : {std::pair(e.right, e.left), std::pair(e.left, e.right)}) {
    const bool assigned = integer && pool_.kind(other) == ExprKind::Variable;
    if (walk(side, guard, assigned, e.origin))
      assertVariable(pool_.variableOf(other), guard, e.origin);
  }
}

void RangeAssertions::parameter(VariableId id) {
  const Variable& v = model_.dae.variables[id];
  if (model_.info[id].role != Role::Parameter || !v.binding.valid()) return;
  const bool integer = pool_.types[v.type].base == BaseType::Integer;
  const ExprId binding = v.binding;
  const Provenance origin = v.origin;
  const ExprId atStart = pool_.builtin(Builtin::Initial, pool_.types.boolean(), {});
  if (walk(binding, atStart, integer, origin)) assertVariable(id, atStart, origin);
}

void RangeAssertions::run() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  for (uint32_t i = 0; i < n; ++i) parameter(VariableId(i));
  for (const StructuredEquation& e : model_.equations) equation(e, {});
  const ExprId atStart = pool_.builtin(Builtin::Initial, pool_.types.boolean(), {});
  for (const StructuredEquation& e : model_.initialEquations) equation(e, atStart);
}

}  // namespace

StructuredDae assertRanges(StructuredDae model, const StructureOptions&, Diagnostics&) {
  RangeAssertions(model).run();
  return model;
}

}  // namespace formola

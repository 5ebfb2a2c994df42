#include "structure/lower/clock_operands.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>

#include "dae/visit.h"
#include "expr/rewrite.h"

namespace formola {

VariableId addHidden(Dae& dae, const std::string& name, TypeId type, Variability variability,
                     const Provenance& origin, ExprId start) {
  Variable v;
  v.name = dae.pool->names.intern(name);
  v.type = type;
  v.variability = variability;
  v.isProtected = true;
  v.hideResult = true;
  v.start = start;
  v.origin = origin;
  dae.variables.push_back(std::move(v));
  return VariableId(dae.variables.size() - 1);
}

bool isKnownAtTicks(const Dae& dae, ExprId root) {
  const ExprPool& pool = *dae.pool;
  return !anyNode(pool, root, [&](ExprId e) {
    return isUnknown(dae, e) || (pool.kind(e) == ExprKind::Builtin &&
                                 (isLeafQuantity(pool, e) || pool.builtinOf(e) >= Builtin::Clock));
  });
}

namespace {

bool isConversion(Builtin f) {
  return f == Builtin::SubSample || f == Builtin::SuperSample || f == Builtin::ShiftSample ||
         f == Builtin::BackSample || f == Builtin::NoClock;
}

class OperandNames {
 public:
  explicit OperandNames(Dae& dae) : dae_(dae), pool_(*dae.pool) {}

  void run();

 private:
  ExprId rewrite(ExprId root, const Provenance& origin);
  ExprId named(ExprId e, std::string_view prefix, const Provenance& origin, ExprId start = {});

  Dae& dae_;
  ExprPool& pool_;
  int count_ = 0;
};

ExprId OperandNames::named(ExprId e, std::string_view prefix, const Provenance& origin,
                           ExprId start) {
  const bool real = pool_.base(e) == BaseType::Real;
  const VariableId id =
      addHidden(dae_, fmt::format("${}{}", prefix, ++count_), pool_.type(e),
                real ? Variability::Continuous : Variability::Discrete, origin, start);
  Equation equation;
  equation.left = pool_.variable(id, pool_.type(e));
  equation.right = e;
  equation.origin = origin;
  dae_.equations.push_back(equation);
  return equation.left;
}

ExprId OperandNames::rewrite(ExprId root, const Provenance& origin) {
  // One memo for each root: the same expression may have another clock elsewhere.
  ExprTable<ExprId> memo;
  return mapExpr(pool_, root, memo, [&](ExprId e, std::span<const ExprId> given) {
    if (given.empty()) return e;
    if (pool_.kind(e) != ExprKind::Builtin)
      return pool_.make(pool_.kind(e), pool_.type(e), pool_.payload(e), given);
    std::vector<ExprId> children(given.begin(), given.end());
    ExprId& first = children[0];
    const Builtin f = pool_.builtinOf(e);
    const bool plain = isUnknown(dae_, first) || isKnownAtTicks(dae_, first);
    if (!plain && f == Builtin::ClockedSample) first = named(first, "sampled", origin);
    if (f == Builtin::Hold && pool_.isBuiltin(first, Builtin::Previous)) {
      // before the first tick, too, it is what the variable has
      const ExprId of = pool_.child(first, 0);
      first = named(first, "held", origin,
                    isUnknown(dae_, of) ? dae_.variables[pool_.variableOf(of)].start : ExprId());
    }
    if (!plain && isConversion(f) && pool_.base(first) != BaseType::Clock)
      first = named(first, "converted", origin);
    if (f == Builtin::Clock && pool_.base(first) == BaseType::Boolean && !isUnknown(dae_, first))
      first = named(first, "condition", origin);
    return pool_.builtin(f, pool_.type(e), children);
  });
}

void OperandNames::run() {
  // New equations have nothing to be named in them: their operands were visited first.
  const size_t count = dae_.equations.size();
  std::unordered_map<uint32_t, ExprId> clauses;
  for (size_t i = 0; i < count; ++i) {
    const Provenance origin = dae_.equations[i].origin;
    // The clock of a clause once for all its equations.
    ExprId clock = dae_.equations[i].clock;
    dae_.equations[i].clock = {};
    if (clock.valid()) {
      auto [place, isNew] = clauses.emplace(dae_.equations[i].clause, clock);
      if (isNew) place->second = rewrite(clock, origin);
      clock = place->second;
    }
    // Naming adds equations, which moves this one.
    std::vector<ExprId> found;
    auto collect = [&](const ExprId& e) { found.push_back(e); };
    forEachExprInEquation(dae_.equations[i], collect);
    for (ExprId& e : found) e = rewrite(e, origin);
    size_t next = 0;
    auto put = [&](ExprId& e) { e = found[next++]; };
    forEachExprInEquation(dae_.equations[i], put);
    dae_.equations[i].clock = clock;
  }
  for (Algorithm& algorithm : dae_.algorithms) {
    auto each = [&](ExprId& e) { e = rewrite(e, algorithm.origin); };
    for (Statement& statement : algorithm.body) forEachExprInStatement(statement, each);
  }
}

}  // namespace

void nameClockOperands(Dae& dae) {
  OperandNames(dae).run();
}

}  // namespace formola

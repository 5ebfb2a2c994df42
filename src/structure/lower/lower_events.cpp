#include "structure/lower/lower_events.h"

#include <algorithm>

#include "diag/codes/structure.h"
#include "expr/build.h"
#include "structure/lower/lower_algorithms.h"
#include "structure/lower/lower_clocks.h"
#include "structure/lower/lower_hints.h"
#include "structure/lower/varying_discretes.h"

namespace formola {

namespace {

class Lowering {
 public:
  Lowering(StructuredDae& model, Diagnostics& diagnostics)
      : model_(model), pool_(model.pool()), build_(pool_), diagnostics_(diagnostics) {}

  void equation(const Equation& equation, bool initial);

 private:
  // What the branches of one when-clause give to one variable, in order.
  struct Assigned {
    VariableId variable;
    std::vector<std::pair<ExprId, ExprId>> cases;  // guard, value
    Provenance origin;
  };
  void when(const Equation& equation);
  void assignInWhen(std::vector<Assigned>& all, ExprId target, ExprId guard, ExprId value,
                    const Provenance& origin);
  void action(const Equation& equation, ExprId guard);
  ExprId guardOf(ExprId condition, const Provenance& origin);
  bool startsInitially(ExprId condition) const;
  void startFromReinit(const Equation& equation, ExprId guard);
  // What stands in an initial section counts at the start only.
  ExprId initialGuard() { return pool_.builtin(Builtin::Initial, pool_.types.boolean(), {}); }
  ExprId both(ExprId a, ExprId b) {
    if (!a.valid()) return b;
    if (!b.valid()) return a;
    return build_.logicalAnd(a, b);
  }
  ExprId negate(ExprId a) { return build_.logicalNot(a); }

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  Diagnostics& diagnostics_;
};

// edge of a Boolean variable for each condition; several conditions start the clause independently.
// initial() is true in one activation only: it is its own edge.
ExprId Lowering::guardOf(ExprId condition, const Provenance& origin) {
  std::vector<ExprId> conditions;
  if (pool_.kind(condition) == ExprKind::Array) {
    auto children = pool_.children(condition);
    conditions.assign(children.begin(), children.end());
  } else {
    conditions.push_back(condition);
  }
  ExprId guard;
  for (ExprId c : conditions) {
    if (pool_.isBuiltin(c, Builtin::Initial)) {
      guard = guard.valid() ? build_.logicalOr(guard, c) : c;
      continue;
    }
    Variable v;
    v.name = pool_.names.intern("$when" + std::to_string(model_.whens.size() + 1));
    v.type = pool_.types.boolean();
    v.variability = Variability::Discrete;
    v.isProtected = true;
    v.hideResult = true;
    v.origin = origin;
    VariableInfo info;
    info.role = Role::Discrete;
    VariableId id = model_.add(std::move(v), info);
    model_.whens.push_back({id, false});
    StructuredEquation e;
    e.left = model_.ref(id);
    e.right = c;
    e.target = id;
    e.origin = origin;
    model_.equations.push_back(std::move(e));
    ExprId edge = pool_.builtin(Builtin::Edge, pool_.types.boolean(), {model_.ref(id)});
    guard = guard.valid() ? build_.logicalOr(guard, edge) : edge;
  }
  return guard;
}

void Lowering::assignInWhen(std::vector<Assigned>& all, ExprId target, ExprId guard, ExprId value,
                            const Provenance& origin) {
  if (pool_.kind(target) != ExprKind::Variable) {
    diagnostics_.report(diag::WhenTargetNotVariable, origin.range)
        .in(std::string(origin.instance.valid() ? pool_.names.text(origin.instance) : ""));
    return;
  }
  VariableId id = pool_.variableOf(target);
  auto place =
      std::find_if(all.begin(), all.end(), [&](const Assigned& a) { return a.variable == id; });
  if (place == all.end()) {
    all.push_back({id, {}, origin});
    place = all.end() - 1;
  }
  place->cases.emplace_back(guard, value);
}

void Lowering::action(const Equation& equation, ExprId guard) {
  Action a;
  a.guard = guard;
  a.origin = equation.origin;
  switch (equation.kind) {
    case EquationKind::Assert:
      a.kind = ActionKind::Assert;
      a.value = equation.left;
      a.message = equation.right;
      a.level = equation.level;
      break;
    case EquationKind::Terminate:
      a.kind = ActionKind::Terminate;
      a.message = equation.right;
      break;
    case EquationKind::Call:
      a.kind = ActionKind::Call;
      a.value = equation.right;
      break;
    case EquationKind::Reinit:
      if (pool_.kind(equation.left) != ExprKind::Variable) return;
      a.kind = ActionKind::Reinit;
      a.state = pool_.variableOf(equation.left);
      a.value = equation.right;
      break;
    default:
      FORMOLA_ASSERT(false);
  }
  model_.actions.push_back(std::move(a));
}

bool Lowering::startsInitially(ExprId condition) const {
  if (pool_.kind(condition) != ExprKind::Array) return pool_.isBuiltin(condition, Builtin::Initial);
  const auto all = pool_.children(condition);
  return std::any_of(all.begin(), all.end(),
                     [&](ExprId c) { return pool_.isBuiltin(c, Builtin::Initial); });
}

// reinit(x, e) in a when-clause that is active at the start is the initial equation x = e
// (spec 8.6); with an if around it, only where that holds.
void Lowering::startFromReinit(const Equation& equation, ExprId guard) {
  if (pool_.kind(equation.left) != ExprKind::Variable) return;
  StructuredEquation e;
  e.left = equation.left;
  e.right = pool_.ifThenElse(pool_.type(e.left), guard, equation.right, equation.left);
  e.origin = equation.origin;
  model_.initialEquations.push_back(std::move(e));
}

void Lowering::when(const Equation& equation) {
  std::vector<Assigned> all;
  ExprId earlier;  // no branch before this one has started
  for (const EquationBranch& branch : equation.branches) {
    ExprId guard = guardOf(branch.condition, equation.origin);
    ExprId active = both(earlier, guard);
    const bool atStart = startsInitially(branch.condition);
    // Nested if-equations: each with the conditions around it. Nesting is that of the text.
    struct Item {
      const Equation* equation;
      ExprId guard;
    };
    std::vector<Item> todo;
    for (size_t i = branch.body.size(); i-- > 0;) todo.push_back({&branch.body[i], active});
    while (!todo.empty()) {
      Item item = todo.back();
      todo.pop_back();
      const Equation& inner = *item.equation;
      switch (inner.kind) {
        case EquationKind::Equality: {
          // The unknown may stand on either side (spec 8.3.5.2 asks for the left).
          bool right = pool_.kind(inner.left) != ExprKind::Variable &&
                       pool_.kind(inner.right) == ExprKind::Variable;
          assignInWhen(all, right ? inner.right : inner.left, item.guard,
                       right ? inner.left : inner.right, inner.origin);
          break;
        }
        case EquationKind::TupleCall:
          for (size_t i = 0; i < inner.targets.size(); ++i) {
            if (pool_.kind(inner.targets[i]) == ExprKind::Missing) continue;
            TypeId type = pool_.type(inner.targets[i]);
            assignInWhen(
                all, inner.targets[i], item.guard,
                pool_.make(ExprKind::TupleElement, type, static_cast<uint32_t>(i), {inner.right}),
                inner.origin);
          }
          break;
        case EquationKind::If: {
          ExprId not_ = item.guard;
          std::vector<Item> found;
          for (const EquationBranch& b : inner.branches) {
            ExprId here = b.condition.valid() ? both(not_, b.condition) : not_;
            for (const Equation& e : b.body) found.push_back({&e, here});
            if (b.condition.valid()) not_ = both(not_, negate(b.condition));
          }
          todo.insert(todo.end(), found.rbegin(), found.rend());
          break;
        }
        case EquationKind::When:
          diagnostics_.report(diag::NestedWhen, inner.origin.range);
          break;
        default:
          if (inner.kind == EquationKind::Reinit && atStart) startFromReinit(inner, item.guard);
          action(inner, item.guard);
      }
    }
    earlier = both(earlier, negate(guard));
  }
  for (Assigned& a : all) {
    model_.info[a.variable].role = Role::Discrete;
    TypeId type = model_.dae.variables[a.variable].type;
    ExprId value = pool_.builtin(Builtin::Pre, type, {model_.ref(a.variable)});
    for (size_t i = a.cases.size(); i-- > 0;) {
      ExprId body = a.cases[i].second;
      // The body counts only at the instant of the event, so its relations cause none of their own.
      if (!pool_.isLiteral(body)) body = pool_.builtin(Builtin::NoEvent, type, {body});
      value = pool_.ifThenElse(type, a.cases[i].first, body, value);
    }
    StructuredEquation e;
    e.left = model_.ref(a.variable);
    e.right = value;
    e.target = a.variable;
    e.origin = a.origin;
    model_.equations.push_back(std::move(e));
  }
}

void Lowering::equation(const Equation& equation, bool initial) {
  auto& list = initial ? model_.initialEquations : model_.equations;
  switch (equation.kind) {
    case EquationKind::Equality: {
      StructuredEquation e;
      e.left = equation.left;
      e.right = equation.right;
      e.origin = equation.origin;
      e.fromConnect = equation.fromConnect;
      list.push_back(std::move(e));
      break;
    }
    case EquationKind::TupleCall:
      for (size_t i = 0; i < equation.targets.size(); ++i) {
        if (pool_.kind(equation.targets[i]) == ExprKind::Missing) continue;
        StructuredEquation e;
        e.left = equation.targets[i];
        e.right = pool_.make(ExprKind::TupleElement, pool_.type(e.left), static_cast<uint32_t>(i),
                             {equation.right});
        e.origin = equation.origin;
        list.push_back(std::move(e));
      }
      break;
    case EquationKind::When:
      when(equation);
      break;
    case EquationKind::If: {
      // What scalarize leaves: terminate and calls without result.
      ExprId before = initial ? initialGuard() : ExprId();
      for (const EquationBranch& branch : equation.branches) {
        ExprId here = branch.condition.valid() ? both(before, branch.condition) : before;
        for (const Equation& inner : branch.body) {
          if (inner.kind == EquationKind::Equality) continue;
          if (inner.kind == EquationKind::If || inner.kind == EquationKind::When) continue;
          action(inner, here);
        }
        if (branch.condition.valid()) before = both(before, negate(branch.condition));
      }
      break;
    }
    default:
      action(equation, initial ? initialGuard() : ExprId());
  }
}

}  // namespace

StructuredDae lowerEvents(Dae dae, Diagnostics& diagnostics) {
  StructuredDae model;
  model.dae = lowerClocks(std::move(dae), diagnostics);
  const ExprPool& pool = model.pool();
  for (const Variable& v : model.dae.variables) {
    VariableInfo info;
    const BaseType base = pool.types[v.type].base;
    if (v.variability <= Variability::Parameter) {
      info.role = Role::Parameter;
    } else if (v.causality == Causality::Input) {
      info.role = Role::Input;
    } else if (v.variability == Variability::Discrete || base != BaseType::Real) {
      info.role = Role::Discrete;
    }
    // An external object is made once, like a parameter.
    if (base == BaseType::ExternalObject) info.role = Role::Parameter;
    model.info.push_back(info);
    if (info.role == Role::Discrete || info.role == Role::Algebraic) ++model.originalUnknowns;
  }
  letDiscretesVary(model, diagnostics);
  std::vector<Equation> equations = std::move(model.dae.equations);
  std::vector<Equation> initial = std::move(model.dae.initialEquations);
  std::vector<Equation> constraints = std::move(model.dae.constraints);
  std::vector<Algorithm> algorithms = std::move(model.dae.algorithms);
  std::vector<Algorithm> initialAlgorithms = std::move(model.dae.initialAlgorithms);
  model.dae.equations.clear();
  model.dae.initialEquations.clear();
  model.dae.constraints.clear();
  model.dae.algorithms.clear();
  model.dae.initialAlgorithms.clear();

  Lowering lowering(model, diagnostics);
  for (const Equation& e : equations) lowering.equation(e, false);
  for (const Equation& e : initial) lowering.equation(e, true);
  lowerAlgorithms(model, algorithms, false);
  lowerAlgorithms(model, initialAlgorithms, true);
  for (const Equation& e : constraints) {
    Variable left;
    left.name =
        model.pool().names.intern("$constraint" + std::to_string(model.constraints.size() + 1));
    left.type = model.pool().types.real();
    left.hideResult = true;
    left.origin = e.origin;
    const VariableId id = model.add(std::move(left), {Role::Algebraic, {}, {}});
    model.constraints.push_back(id);
    StructuredEquation equation;
    equation.left = model.ref(id);
    equation.right = ExprBuilder(model.pool()).sub(e.left, e.right);
    equation.origin = e.origin;
    model.equations.push_back(equation);
  }
  lowerHints(model);
  model.originalEquations = model.equations.size() - model.whens.size() - model.constraints.size();
  return model;
}

}  // namespace formola

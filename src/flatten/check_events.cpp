#include "flatten/check_events.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "dae/expr_printer.h"
#include "dae/visit.h"
#include "diag/codes/classes.h"
#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "diag/codes/structure.h"
#include "expr/operators.h"

namespace formola {

namespace {

class EventChecker {
 public:
  EventChecker(const Dae& dae, Diagnostics& diagnostics)
      : dae_(dae),
        pool_(*dae.pool),
        diagnostics_(diagnostics),
        discrete_(dae.variables.size(), false),
        assigned_(dae.variables.size(), false),
        differentiated_(dae.variables.size(), false),
        aliased_(dae.variables.size(), false) {}

  void run() {
    for (size_t v = 0; v < dae_.variables.size(); ++v)
      discrete_[v] = dae_.variables[VariableId(v)].variability <= Variability::Discrete;
    for (const Equation& e : dae_.equations) collect(e, false);
    for (const Algorithm& a : dae_.algorithms) collect(a.body, false);
    variability_.assign(pool_.size(), kUnknown);
    collectDerivatives();
    for (const Equation& e : dae_.equations) check(e, Place::Top);
    allowImpure_ = true;
    for (const Equation& e : dae_.initialEquations) check(e, Place::Initial);
    allowImpure_ = false;
    for (const Algorithm& a : dae_.algorithms) {
      origin_ = a.origin;
      check(a.body, false);
    }
  }

 private:
  enum class Place : uint8_t { Top, Initial, If, When };

  Diagnostic& report(DiagCode code, const Provenance& origin, auto&&... args) {
    Diagnostic& d = diagnostics_.report(code, origin.range, args...);
    if (origin.instance.valid()) d.in(std::string(pool_.names.text(origin.instance)));
    return d;
  }

  std::string_view nameOf(VariableId v) const { return pool_.names.text(dae_.variables[v].name); }

  // x, x[i]; not an expression
  VariableId reference(ExprId e) const {
    while (pool_.kind(e) == ExprKind::Index) e = pool_.child(e, 0);
    return pool_.kind(e) == ExprKind::Variable ? pool_.variableOf(e) : VariableId();
  }

  // The variables of x, x[i], {x, y}; false if there is anything else.
  bool references(ExprId root, std::vector<VariableId>& to) const {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      if (pool_.kind(e) == ExprKind::Array) {
        for (ExprId c : pool_.children(e)) stack.push_back(c);
      } else if (VariableId v = reference(e); v.valid()) {
        to.push_back(v);
      } else if (pool_.kind(e) != ExprKind::Missing) {
        return false;
      }
    }
    return true;
  }

  // ---- what is determined where

  void collect(const Equation& e, bool inWhen) {
    for (const EquationBranch& branch : e.branches) {
      for (const Equation& inner : branch.body)
        collect(inner, inWhen || e.kind == EquationKind::When);
    }
    if (e.kind == EquationKind::Equality && !inWhen) {
      // connections and other aliases: a state may go by either name
      VariableId a = aliasSide(e.left), b = aliasSide(e.right);
      if (a.valid() && b.valid()) aliased_[a.index()] = aliased_[b.index()] = true;
    }
    if (!inWhen) return;
    std::vector<VariableId> targets;
    if (e.kind == EquationKind::Equality) references(e.left, targets);
    for (ExprId t : e.targets) references(t, targets);
    for (VariableId v : targets) discrete_[v.index()] = assigned_[v.index()] = true;
  }

  VariableId aliasSide(ExprId e) const {
    if (pool_.kind(e) == ExprKind::Neg) e = pool_.child(e, 0);
    return reference(e);
  }

  void collect(const std::vector<Statement>& body, bool inWhen) {
    for (const Statement& s : body) {
      std::vector<VariableId> targets;
      if (s.kind == StatementKind::Assign) references(s.target, targets);
      for (ExprId t : s.targets) references(t, targets);
      for (VariableId v : targets) {
        assigned_[v.index()] = true;
        if (inWhen) discrete_[v.index()] = true;
      }
      for (const StatementBranch& branch : s.branches)
        collect(branch.body, inWhen || s.kind == StatementKind::When);
    }
  }

  // Marks what appears inside der(...), as a state may.
  void collectDerivatives() {
    std::vector<bool> seen(pool_.size(), false), seenInside(pool_.size(), false);
    std::vector<ExprId> stack;
    auto inside = [&](ExprId root) {
      std::vector<ExprId> work{root};
      while (!work.empty()) {
        ExprId e = work.back();
        work.pop_back();
        if (seenInside[e.index()]) continue;
        seenInside[e.index()] = true;
        if (pool_.kind(e) == ExprKind::Variable && pool_.variableOf(e).valid())
          differentiated_[pool_.variableOf(e).index()] = true;
        for (ExprId c : pool_.children(e)) work.push_back(c);
      }
    };
    auto visit = [&](const ExprId& root) {
      stack.push_back(root);
      while (!stack.empty()) {
        ExprId e = stack.back();
        stack.pop_back();
        if (seen[e.index()]) continue;
        seen[e.index()] = true;
        if (pool_.isBuiltin(e, Builtin::Der)) inside(pool_.child(e, 0));
        for (ExprId c : pool_.children(e)) stack.push_back(c);
      }
    };
    forEachExprInModel(dae_, visit);
  }

  // ---- variability of expressions, now that it is known what when-clauses determine

  static constexpr uint8_t kUnknown = 255;

  Variability variability(ExprId root) {
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      ExprId e = stack.back();
      if (variability_[e.index()] != kUnknown) {
        stack.pop_back();
        continue;
      }
      size_t before = stack.size();
      for (ExprId c : pool_.children(e)) {
        if (variability_[c.index()] == kUnknown) stack.push_back(c);
      }
      if (stack.size() > before) continue;
      stack.pop_back();
      Variability v = Variability::Constant;
      for (ExprId c : pool_.children(e))
        v = std::max(v, static_cast<Variability>(variability_[c.index()]));
      ExprKind kind = pool_.kind(e);
      if (kind == ExprKind::Time || kind == ExprKind::Local) {
        v = Variability::Continuous;
      } else if (kind == ExprKind::Variable && pool_.variableOf(e).valid()) {
        VariableId id = pool_.variableOf(e);
        v = dae_.variables[id].variability;
        if (discrete_[id.index()]) v = std::min(v, Variability::Discrete);
      } else if (isRelation(kind)) {
        v = std::min(v, Variability::Discrete);
      } else if (kind == ExprKind::Builtin && isClockOperator(pool_.builtinOf(e))) {
        v = std::min(v, Variability::Discrete);
      } else if (kind == ExprKind::Builtin) {
        switch (pool_.builtinOf(e)) {
          case Builtin::Pre:
          case Builtin::Edge:
          case Builtin::Change:
          case Builtin::Sample:
          case Builtin::Initial:
          case Builtin::Terminal:
          case Builtin::Floor:
          case Builtin::Ceil:
          case Builtin::IntegerOf:
          case Builtin::Div:
          case Builtin::Sign:
            v = std::min(v, Variability::Discrete);
            break;
          default:
            break;
        }
      }
      variability_[e.index()] = static_cast<uint8_t>(v);
    }
    return static_cast<Variability>(variability_[root.index()]);
  }

  // ---- the checks

  void check(const Equation& e, Place place) {
    // At the start pre(v) = v for every continuous v (spec 8.6).
    if (place != Place::When && place != Place::Initial) {
      for (ExprId x : {e.left, e.right}) checkOperators(x, e.origin);
    }
    switch (e.kind) {
      case EquationKind::Equality:
        if (place == Place::When) {
          std::vector<VariableId> targets;
          if (!references(e.left, targets)) report(diag::WhenTargetNotVariable, e.origin);
        } else if (place != Place::Initial) {
          checkDiscrete(e.left, e.right, e.origin);
          checkDiscrete(e.right, e.left, e.origin);
        }
        break;
      case EquationKind::Reinit: {
        checkReinit(e.left, e.origin);
        // spec 8.3.6: a variable in one when-equation only (its branches are alternatives)
        auto [known, added] = reinitIn_.try_emplace(e.left.index(), when_);
        if (!added && known->second != when_) {
          PrintContext context{pool_, &dae_, nullptr};
          report(diag::ReinitTwice, e.origin, print(e.left, context))
              .note("the other one is here", known->second->origin.range);
        }
        break;
      }
      case EquationKind::If:
        for (const EquationBranch& branch : e.branches) {
          if (branch.condition.valid() && place != Place::When)
            checkOperators(branch.condition, e.origin);
          for (const Equation& inner : branch.body)
            check(inner, place == Place::Top ? Place::If : place);
        }
        break;
      case EquationKind::When:
        if (place == Place::When) {
          report(diag::NestedWhen, e.origin);
          return;
        }
        if (place == Place::If) {
          report(diag::WhenInsideIf, e.origin);
          return;
        }
        when_ = &e;
        for (const EquationBranch& branch : e.branches) {
          checkOperators(branch.condition, e.origin);
          for (const Equation& inner : branch.body) check(inner, Place::When);
        }
        checkBranches(e);
        break;
      default:
        break;
    }
  }

  void check(const std::vector<Statement>& body, bool inWhen) {
    for (const Statement& s : body) {
      Provenance origin = origin_;
      origin.range = s.range;
      if (s.kind == StatementKind::Reinit) checkReinit(s.target, origin);
      if (!inWhen) {
        for (ExprId x : {s.value, s.message}) checkOperators(x, origin);
      }
      for (const StatementBranch& branch : s.branches) {
        if (!inWhen) checkOperators(branch.condition, origin);
        check(branch.body, inWhen || s.kind == StatementKind::When);
      }
    }
  }

  // A Real variable declared discrete that no when-clause or algorithm determines.
  void checkDiscrete(ExprId variable, ExprId value, const Provenance& origin) {
    VariableId v = reference(variable);
    if (!v.valid() || assigned_[v.index()]) return;
    const Variable& d = dae_.variables[v];
    // Of other types letDiscretesVary (src/structure/lower) decides, which knows the clocks.
    if (d.variability != Variability::Discrete || reference(value).valid() ||
        pool_.types[d.type].base != BaseType::Real)
      return;
    const bool varies = variability(value) == Variability::Continuous;
    report(diag::DiscreteVaries, origin, nameOf(v),
           varies ? "this value changes continuously; give it one in a when-equation, or leave out "
                    "'discrete'"
                  : "no when-clause gives it its value; use one, or leave out 'discrete'");
  }

  void checkReinit(ExprId target, const Provenance& origin) {
    std::vector<VariableId> variables;
    if (!references(target, variables)) {
      report(diag::NeedsVariable, origin, "reinit");
      return;
    }
    for (VariableId v : variables) {
      if (differentiated_[v.index()] || aliased_[v.index()]) continue;
      if (dae_.variables[v].stateSelect == StateSelect::Always) continue;
      report(diag::ReinitNotState, origin, nameOf(v));
      return;
    }
  }

  // pre(x) and change(x) of a continuous x have a meaning only at an event.
  void checkOperators(ExprId root, const Provenance& origin) {
    if (!root.valid()) return;
    std::vector<ExprId> stack{root};
    while (!stack.empty()) {
      ExprId e = stack.back();
      stack.pop_back();
      if (e.index() < checked_.size() && checked_[e.index()]) continue;
      if (e.index() >= checked_.size()) checked_.resize(pool_.size(), false);
      checked_[e.index()] = true;
      if (pool_.kind(e) == ExprKind::Builtin &&
          (pool_.builtinOf(e) == Builtin::Pre || pool_.builtinOf(e) == Builtin::Change) &&
          variability(pool_.child(e, 0)) == Variability::Continuous) {
        report(diag::NotDiscrete, origin, pool_.builtinOf(e) == Builtin::Pre ? "pre" : "change");
      }
      const ExprKind kind = pool_.kind(e);
      if ((kind == ExprKind::Equal || kind == ExprKind::NotEqual) &&
          pool_.base(pool_.child(e, 0)) == BaseType::Real &&
          std::max(variability(pool_.child(e, 0)), variability(pool_.child(e, 1))) ==
              Variability::Continuous) {
        report(diag::RealEquality, origin, kind == ExprKind::Equal ? "==" : "<>");
      }
      if (kind == ExprKind::Call && !allowImpure_ && pool_.functionOf(e).valid() &&
          dae_.functions[pool_.functionOf(e)].impure) {
        report(diag::ImpureCall, origin,
               pool_.names.text(dae_.functions[pool_.functionOf(e)].name));
      }
      for (ExprId c : pool_.children(e)) stack.push_back(c);
    }
  }

  void targetsOf(const std::vector<Equation>& body, std::set<VariableId>& to) const {
    for (const Equation& e : body) {
      std::vector<VariableId> targets;
      if (e.kind == EquationKind::Equality) references(e.left, targets);
      for (ExprId t : e.targets) references(t, targets);
      to.insert(targets.begin(), targets.end());
      if (e.kind == EquationKind::If) {
        for (const EquationBranch& branch : e.branches) targetsOf(branch.body, to);
      }
    }
  }

  void checkBranches(const Equation& when) {
    std::vector<std::set<VariableId>> targets(when.branches.size());
    for (size_t i = 0; i < when.branches.size(); ++i) targetsOf(when.branches[i].body, targets[i]);
    for (size_t i = 1; i < targets.size(); ++i) {
      auto lacks = [&](const std::set<VariableId>& a, const std::set<VariableId>& b,
                       std::string_view where) {
        for (VariableId v : a) {
          if (b.count(v)) continue;
          report(diag::WhenBranchTargets, when.origin, nameOf(v), where);
          return true;
        }
        return false;
      };
      if (lacks(targets[0], targets[i], "an 'elsewhen'") ||
          lacks(targets[i], targets[0], "the first one")) {
        return;
      }
    }
  }

  const Dae& dae_;
  const ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<bool> discrete_;        // per variable: declared so or determined by a when-clause
  std::vector<bool> assigned_;        // per variable: determined by a when-clause or an algorithm
  std::vector<bool> differentiated_;  // per variable: appears in der(...)
  std::vector<bool> aliased_;         // per variable: equal to another one up to the sign
  std::vector<uint8_t> variability_;  // per expression
  std::vector<bool> checked_;         // per expression
  Provenance origin_;                 // of the algorithm being checked
  bool allowImpure_ = false;
  const Equation* when_ = nullptr;                          // the when-equation being checked
  std::unordered_map<uint32_t, const Equation*> reinitIn_;  // by ExprId: its when-equation
};

}  // namespace

void checkEvents(const Dae& dae, Diagnostics& diagnostics) {
  EventChecker(dae, diagnostics).run();
}

void warnMissingValues(const Dae& dae, Diagnostics& diagnostics) {
  const ExprPool& pool = *dae.pool;
  std::set<std::pair<uint32_t, uint32_t>> declarations;
  for (const Variable& v : dae.variables) {
    if (v.variability != Variability::Parameter || v.binding.valid()) continue;
    if (pool.types[v.type].base == BaseType::ExternalObject || pool.types.count(v.type) == 0)
      continue;
    // fixed = false: an initial equation determines it
    if (v.fixed.valid() &&
        !(pool.kind(v.fixed) == ExprKind::Boolean && pool.booleanValue(v.fixed))) {
      continue;
    }
    if (!declarations.emplace(v.origin.range.file.index(), v.origin.range.begin).second) continue;
    std::string start = "0";
    if (v.start.valid()) {
      start = print(v.start, PrintContext{pool, &dae, nullptr});
    } else if (pool.types[v.type].base == BaseType::Boolean) {
      start = "false";
    } else if (pool.types[v.type].base == BaseType::String) {
      start = "\"\"";
    } else if (pool.types[v.type].base == BaseType::Enumeration) {
      start = "the first literal";
    }
    Diagnostic& d = diagnostics.report(diag::ParameterWithoutValue, v.origin.range,
                                       pool.names.text(v.name), start);
    if (v.origin.instance.valid()) d.in(std::string(pool.names.text(v.origin.instance)));
  }
}

void checkParameterCycles(const Dae& dae, Diagnostics& diagnostics) {
  const ExprPool& pool = *dae.pool;
  // depth-first over parameters and the expressions of their values, with an explicit stack
  enum : uint8_t { White, Grey, Black };
  std::vector<uint8_t> color(dae.variables.size(), White);
  std::vector<uint8_t> exprDone(pool.size(), 0);
  struct Frame {
    bool isVariable;
    uint32_t id;
    size_t next;
  };
  auto bound = [&](VariableId v) {
    return dae.variables[v].variability <= Variability::Parameter &&
           dae.variables[v].binding.valid();
  };
  for (size_t start = 0; start < dae.variables.size(); ++start) {
    if (color[start] != White || !bound(VariableId(start))) continue;
    std::vector<Frame> stack{{true, static_cast<uint32_t>(start), 0}};
    color[start] = Grey;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.isVariable) {
        if (top.next++ > 0) {
          color[top.id] = Black;
          stack.pop_back();
          continue;
        }
        ExprId value = dae.variables[VariableId(top.id)].binding;
        if (!exprDone[value.index()]) stack.push_back({false, value.index(), 0});
        continue;
      }
      ExprId e(top.id);
      if (pool.kind(e) == ExprKind::Variable && pool.variableOf(e).valid()) {
        VariableId v = pool.variableOf(e);
        stack.pop_back();
        if (color[v.index()] == Grey) {
          std::string names;
          bool on = false;
          for (const Frame& f : stack) {
            if (!f.isVariable) continue;
            on |= f.id == v.index();
            if (!on) continue;
            if (!names.empty()) names += ", ";
            names += pool.names.text(dae.variables[VariableId(f.id)].name);
          }
          diagnostics.report(diag::CyclicParameters, dae.variables[v].origin.range, names)
              .note("give one of them a value that does not depend on the others");
          return;
        }
        if (color[v.index()] == White && bound(v)) {
          color[v.index()] = Grey;
          stack.push_back({true, v.index(), 0});
        }
        continue;
      }
      std::span<const ExprId> children = pool.children(e);
      // size(x, 1) does not need the value of x
      if (pool.isBuiltin(e, Builtin::SizeOf)) children = {};
      // which branch counts is known only later: T = if givenT then T0 else f(h) and the other way
      // round is no cycle
      if (pool.kind(e) == ExprKind::If) children = children.first(1);
      if (top.next < children.size()) {
        ExprId c = children[top.next++];
        if (!exprDone[c.index()]) stack.push_back({false, c.index(), 0});
        continue;
      }
      exprDone[e.index()] = 1;
      stack.pop_back();
    }
  }
}

}  // namespace formola

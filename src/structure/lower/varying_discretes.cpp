#include "structure/lower/varying_discretes.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dae/visit.h"
#include "diag/codes/classes.h"
#include "expr/expr_table.h"
#include "expr/operators.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

// What may make a variable change between events: an equation or statement that determines it.
struct Source {
  std::vector<VariableId> targets;
  Provenance origin;
  bool told = false;  // worth a warning
};

class VaryingDiscretes {
 public:
  VaryingDiscretes(StructuredDae& model, Diagnostics& diagnostics)
      : model_(model), pool_(model.pool()), diagnostics_(diagnostics) {}

  void run();

 private:
  bool isDiscreteType(ExprId e) const { return pool_.base(e) != BaseType::Real; }
  bool isCandidate(VariableId id) const {
    return model_.info[id].role == Role::Discrete && !atEvents_[id.index()] &&
           pool_.types[model_.dae.variables[id].type].base != BaseType::Real;
  }
  bool changesAtEventsOnly(ExprId e, bool insideNoEvent) const;
  bool isOfLoop(ExprId e) const;
  void walk(ExprId root);
  void markWhen(const Equation& e, bool inWhen);
  void markWhen(const std::vector<Statement>& body, bool inWhen);
  void markNeeded();
  void source(std::vector<VariableId> targets, size_t values, const Provenance& origin, bool told);
  void collect(const Equation& e);
  void collect(const std::vector<Statement>& body, const Provenance& origin);
  bool leaves(const std::vector<Statement>& body) const;
  void walkConditions(const std::vector<Statement>& body);
  void spread(size_t source);
  std::vector<VariableId> candidates(std::span<const ExprId> targets) const;

  StructuredDae& model_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<bool> atEvents_;  // by variable: determined by a when-clause
  std::vector<bool> needed_;    // by variable: something waits for its changes
  std::vector<Source> sources_;
  std::unordered_map<uint32_t, std::vector<size_t>> readBy_;  // variable -> sources
  std::vector<size_t> open_;  // sources that vary, in the order in which that was found
  // Of the walk: what the values of the source in hand, and of the branches around it, depend on.
  std::vector<VariableId> direct_;
  std::vector<bool> varies_{false};  // one entry for each branch around
  std::vector<bool> assigned_;       // by variable: by the algorithm in hand
  bool inLoop_ = false;              // of that algorithm
};

// An operator whose value changes at events, whatever its operands do.
bool VaryingDiscretes::changesAtEventsOnly(ExprId e, bool insideNoEvent) const {
  const ExprKind kind = pool_.kind(e);
  if (isRelation(kind))
    return !insideNoEvent && (isDiscreteType(pool_.child(e, 0)) ? kind < ExprKind::Equal : true);
  if (kind != ExprKind::Builtin) return false;
  switch (pool_.builtinOf(e)) {
    case Builtin::Pre:
    case Builtin::Edge:
    case Builtin::Change:
    case Builtin::Sample:
    case Builtin::Initial:
    case Builtin::Terminal:
      return true;
    case Builtin::Floor:
    case Builtin::Ceil:
    case Builtin::IntegerOf:
    case Builtin::Div:
      return !insideNoEvent;
    default:
      return false;
  }
}

// A relation, or floor(x), of what the algorithm itself computes has another value in each round of
// a loop, and causes no event.
bool VaryingDiscretes::isOfLoop(ExprId e) const {
  if (!inLoop_ || changesAtEventsOnly(e, true)) return false;
  return anyNode(pool_, e, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Local || pool_.kind(id) == ExprKind::Iterator) return true;
    return pool_.kind(id) == ExprKind::Variable && pool_.variableOf(id).valid() &&
           assigned_[pool_.variableOf(id).index()];
  });
}

// Adds what `root` depends on other than through operators that change at events.
void VaryingDiscretes::walk(ExprId root) {
  if (!root.valid()) return;
  SmallExprSet seen[2];
  std::vector<std::pair<ExprId, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [e, inside] = stack.back();
    stack.pop_back();
    if (!seen[inside].insert(e) || (changesAtEventsOnly(e, inside) && !isOfLoop(e))) continue;
    if (pool_.kind(e) == ExprKind::Time) varies_.back() = true;
    if (pool_.kind(e) == ExprKind::Variable && pool_.variableOf(e).valid()) {
      const VariableId id = pool_.variableOf(e);
      const Role role = model_.info[id].role;
      if (isCandidate(id)) direct_.push_back(id);
      const bool real = pool_.types[model_.dae.variables[id].type].base == BaseType::Real;
      if ((role == Role::Algebraic || role == Role::Input) && real && !atEvents_[id.index()] &&
          model_.dae.variables[id].variability == Variability::Continuous)
        varies_.back() = true;
    }
    const bool below = inside || pool_.isBuiltin(e, Builtin::NoEvent);
    for (ExprId c : pool_.children(e)) stack.emplace_back(c, below);
  }
}

void VaryingDiscretes::markWhen(const Equation& e, bool inWhen) {
  auto mark = [&](VariableId id) { atEvents_[id.index()] = true; };
  for (const EquationBranch& branch : e.branches)
    for (const Equation& inner : branch.body)
      markWhen(inner, inWhen || e.kind == EquationKind::When);
  if (!inWhen) return;
  if (e.kind == EquationKind::Equality) forEachVariableOfTarget(pool_, e.left, mark);
  for (ExprId target : e.targets) forEachVariableOfTarget(pool_, target, mark);
}

void VaryingDiscretes::markWhen(const std::vector<Statement>& body, bool inWhen) {
  auto mark = [&](VariableId id) { atEvents_[id.index()] = true; };
  if (inWhen) forEachAssigned(pool_, body, mark);
  for (const Statement& s : body)
    for (const StatementBranch& branch : s.branches)
      markWhen(branch.body, s.kind == StatementKind::When);
}

// What pre(), edge(), change() and conditions of when-clauses name.
void VaryingDiscretes::markNeeded() {
  ExprSet seen;
  auto look = [&](const ExprId& root) {
    const ExprId roots[1] = {root};
    forEachNode(pool_, roots, seen, [&](ExprId e) {
      if (!pool_.isBuiltin(e, Builtin::Pre) && !pool_.isBuiltin(e, Builtin::Edge) &&
          !pool_.isBuiltin(e, Builtin::Change))
        return;
      auto mark = [&](VariableId id) { needed_[id.index()] = true; };
      forEachVariableOfTarget(pool_, pool_.child(e, 0), mark);
    });
  };
  auto condition = [&](ExprId e) {
    direct_.clear();
    walk(e);
    for (VariableId id : direct_) needed_[id.index()] = true;
  };
  for (const Equation& e : model_.dae.equations) {
    forEachExprInEquation(e, look);
    if (e.kind == EquationKind::When)
      for (const EquationBranch& branch : e.branches) condition(branch.condition);
  }
  for (const Algorithm& a : model_.dae.algorithms)
    for (const Statement& s : a.body) {
      forEachExprInStatement(s, look);
      if (s.kind == StatementKind::When)
        for (const StatementBranch& branch : s.branches) condition(branch.condition);
    }
}

std::vector<VariableId> VaryingDiscretes::candidates(std::span<const ExprId> targets) const {
  std::vector<VariableId> found;
  auto add = [&](VariableId id) {
    if (isCandidate(id)) found.push_back(id);
  };
  for (ExprId target : targets) forEachVariableOfTarget(pool_, target, add);
  return found;
}

// What was walked since direct_ had `values` entries determines the targets.
void VaryingDiscretes::source(std::vector<VariableId> targets, size_t values,
                              const Provenance& origin, bool told) {
  if (!targets.empty()) {
    for (VariableId id : direct_) readBy_[id.index()].push_back(sources_.size());
    if (std::find(varies_.begin(), varies_.end(), true) != varies_.end())
      open_.push_back(sources_.size());
    sources_.push_back({std::move(targets), origin, told});
  }
  direct_.resize(values);
  varies_.back() = false;
}

void VaryingDiscretes::collect(const Equation& e) {
  const size_t before = direct_.size();
  if (e.kind == EquationKind::Equality && isDiscreteType(e.left)) {
    const ExprId sides[2] = {e.left, e.right};
    for (int i = 0; i < 2; ++i) {
      varies_.push_back(false);
      walk(sides[1 - i]);
      source(candidates({&sides[i], 1}), before, e.origin,
             pool_.kind(sides[1 - i]) != ExprKind::TupleElement &&
                 pool_.kind(sides[1 - i]) != ExprKind::Field);
      varies_.pop_back();
    }
  } else if (e.kind == EquationKind::TupleCall) {
    varies_.push_back(false);
    walk(e.right);
    source(candidates(e.targets), before, e.origin, false);
    varies_.pop_back();
  } else if (e.kind == EquationKind::If) {
    varies_.push_back(false);
    for (const EquationBranch& branch : e.branches) {
      walk(branch.condition);  // and those before it
      for (const Equation& inner : branch.body) collect(inner);
    }
    varies_.pop_back();
    direct_.resize(before);
  }
}

void VaryingDiscretes::collect(const std::vector<Statement>& body, const Provenance& around) {
  for (const Statement& s : body) {
    if (s.kind == StatementKind::When) continue;
    Provenance origin = around;
    origin.range = s.range;
    const size_t before = direct_.size();
    const bool loop = s.kind == StatementKind::For || s.kind == StatementKind::While;
    const bool inLoop = std::exchange(inLoop_, inLoop_ || loop);
    varies_.push_back(false);
    walk(s.value);
    if (s.kind == StatementKind::Assign) {
      source(candidates({&s.target, 1}), before, origin, true);
    } else if (s.kind == StatementKind::TupleAssign) {
      source(candidates(s.targets), before, origin, false);
    } else {
      // How often a loop runs depends on what makes it end.
      for (const StatementBranch& branch : s.branches)
        if (loop && leaves(branch.body)) walkConditions(branch.body);
      for (const StatementBranch& branch : s.branches) {
        walk(branch.condition);
        collect(branch.body, around);
      }
    }
    varies_.pop_back();
    direct_.resize(before);
    inLoop_ = inLoop;
  }
}

bool VaryingDiscretes::leaves(const std::vector<Statement>& body) const {
  return std::any_of(body.begin(), body.end(), [&](const Statement& s) {
    return s.kind == StatementKind::Break ||
           std::any_of(s.branches.begin(), s.branches.end(),
                       [&](const StatementBranch& branch) { return leaves(branch.body); });
  });
}

void VaryingDiscretes::walkConditions(const std::vector<Statement>& body) {
  for (const Statement& s : body)
    for (const StatementBranch& branch : s.branches) {
      walk(branch.condition);
      walkConditions(branch.body);
    }
}

void VaryingDiscretes::spread(size_t number) {
  for (VariableId id : sources_[number].targets) {
    if (!isCandidate(id)) continue;
    const Source& source = sources_[number];
    const std::string_view name = model_.name(id);
    if (needed_[id.index()]) {
      diagnostics_
          .report(diag::DiscreteVaries, source.origin.range, name,
                  "this value changes continuously, and nothing tells when; give it one in a "
                  "when-equation, or by relations and integer() outside of noEvent()")
          .in(std::string(pool_.names.text(source.origin.instance)));
    } else if (source.told) {
      diagnostics_.report(diag::DiscreteComputed, source.origin.range, name)
          .in(std::string(pool_.names.text(source.origin.instance)));
    }
    model_.info[id].role = Role::Algebraic;
    if (auto readers = readBy_.find(id.index()); readers != readBy_.end())
      open_.insert(open_.end(), readers->second.begin(), readers->second.end());
  }
}

void VaryingDiscretes::run() {
  atEvents_.assign(model_.dae.variables.size(), false);
  needed_.assign(model_.dae.variables.size(), false);
  for (const Equation& e : model_.dae.equations) markWhen(e, false);
  for (const Algorithm& a : model_.dae.algorithms) markWhen(a.body, false);
  markNeeded();
  direct_.clear();
  varies_.assign(1, false);
  for (const Equation& e : model_.dae.equations) collect(e);
  assigned_.assign(model_.dae.variables.size(), false);
  for (const Algorithm& a : model_.dae.algorithms) {
    bool value = true;
    auto mark = [&](VariableId id) { assigned_[id.index()] = value; };
    forEachAssigned(pool_, a.body, mark);
    collect(a.body, a.origin);
    value = false;
    forEachAssigned(pool_, a.body, mark);
  }
  for (size_t i = 0; i < open_.size(); ++i) spread(open_[i]);  // more of them come up
}

}  // namespace

void letDiscretesVary(StructuredDae& model, Diagnostics& diagnostics) {
  VaryingDiscretes(model, diagnostics).run();
}

}  // namespace formola

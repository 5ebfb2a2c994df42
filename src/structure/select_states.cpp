#include "structure/select_states.h"

#include <fmt/format.h>

#include "expr/linear.h"
#include "graph/matching.h"

namespace formola {

namespace {

class StateSelection {
 public:
  StateSelection(StructuredDae& model, Diagnostics& diagnostics)
      : model_(model), pool_(model.pool()), diagnostics_(diagnostics) {}

  void run();

 private:
  uint8_t preference(VariableId derivative, UnknownClass coefficient) const;
  // One order: matches the equations with candidates; the matched become dummies.
  std::vector<VariableId> choose(const std::vector<int>& equations,
                                 const std::vector<VariableId>& candidates);
  void setRoles();

  StructuredDae& model_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<char> dummy_;
};

// Smaller: sooner a dummy.
uint8_t StateSelection::preference(VariableId derivative, UnknownClass coefficient) const {
  const Variable& x = model_.dae.variables[model_.info[derivative].integral];
  const bool fixed =
      x.fixed.valid() && pool_.kind(x.fixed) == ExprKind::Boolean && pool_.booleanValue(x.fixed);
  const int start = fixed ? 2 : x.start.valid() ? 1 : 0;
  const int linear = coefficient == UnknownClass::LinearConstant ? 0
                     : coefficient == UnknownClass::Nonlinear    ? 2
                                                                 : 1;
  return static_cast<uint8_t>((static_cast<int>(x.stateSelect) * 3 + linear) * 3 + start);
}

std::vector<VariableId> StateSelection::choose(const std::vector<int>& equations,
                                               const std::vector<VariableId>& candidates) {
  std::vector<int> column(model_.dae.variables.size(), -1);
  for (size_t i = 0; i < candidates.size(); ++i)
    column[candidates[i].index()] = static_cast<int>(i);
  LinearAnalysis linear(pool_, [&](ExprId leaf) {
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    VariableId id = pool_.variableOf(leaf);
    if (column[id.index()] >= 0) return Dependence::Unknown;
    return model_.info[id].role == Role::Parameter ? Dependence::Constant : Dependence::Known;
  });
  struct Entry {
    int row, column;
    UnknownClass kind;
  };
  std::vector<Entry> entries;
  std::vector<graph::Bipartite::Edge> edges;
  for (size_t r = 0; r < equations.size(); ++r) {
    const StructuredEquation& e = model_.equations[static_cast<size_t>(equations[r])];
    for (const ClassifiedUnknown& u : linear.structureOfResidual(e.left, e.right).unknowns) {
      VariableId id = pool_.variableOf(u.unknown);
      entries.push_back({static_cast<int>(r), column[id.index()], u.kind});
      edges.emplace_back(static_cast<int>(r), column[id.index()]);
    }
  }
  auto graph = graph::Bipartite::fromEdges(static_cast<int>(equations.size()),
                                           static_cast<int>(candidates.size()), edges);
  std::vector<uint8_t> classes(static_cast<size_t>(graph.numEdges()), 0);
  std::vector<UnknownClass> kinds(classes.size(), UnknownClass::LinearConstant);
  for (const Entry& entry : entries) {
    const auto edge = static_cast<size_t>(graph.findEdge(entry.row, entry.column));
    classes[edge] = preference(candidates[static_cast<size_t>(entry.column)], entry.kind);
    kinds[edge] = entry.kind;
  }
  graph::Matching matching = graph::maximumMatching(graph, classes);
  std::vector<VariableId> chosen;
  for (size_t r = 0; r < equations.size(); ++r) {
    const int c = matching.eqToVar[r];
    if (c == graph::kNone) continue;  // sorting will explain what is singular
    VariableId id = candidates[static_cast<size_t>(c)];
    chosen.push_back(id);
    const auto edge = static_cast<size_t>(graph.findEdge(static_cast<int>(r), c));
    if (kinds[edge] == UnknownClass::LinearConstant) continue;
    // Were there other candidates, whose choice could be better later?
    std::string states;
    for (int other : graph.variablesOf(static_cast<int>(r)))
      if (matching.varToEq[static_cast<size_t>(other)] == graph::kNone)
        states +=
            (states.empty() ? "" : ", ") +
            std::string(model_.name(model_.info[candidates[static_cast<size_t>(other)]].integral));
    const StructuredEquation& e = model_.equations[static_cast<size_t>(equations[r])];
    if (!states.empty())
      diagnostics_.report(DiagCode::StaticStateSelection, e.origin.range, states,
                          std::string(model_.name(model_.info[id].integral)));
  }
  return chosen;
}

void StateSelection::setRoles() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  std::vector<char> state(n, 0);
  for (uint32_t i = 0; i < n; ++i) {
    VariableId d = model_.info[VariableId(i)].derivative;
    state[i] = d.valid() && !dummy_[d.index()];
  }
  for (uint32_t i = 0; i < n; ++i) {
    VariableInfo& info = model_.info[VariableId(i)];
    if (!info.derivative.valid() && !info.integral.valid()) continue;
    if (state[i]) {
      info.role = Role::State;
    } else if (info.integral.valid() && state[info.integral.index()]) {
      info.role = Role::Derivative;
    } else {
      info.role = Role::Algebraic;
    }
  }
  // A state that is the derivative of another one: that one gets a derivative of its own, equal to
  // it, so that every state has an unknown derivative.
  for (uint32_t i = 0; i < n; ++i) {
    VariableId x(i);
    if (!state[i]) continue;
    VariableId d = model_.info[x].derivative;
    if (!state[d.index()]) continue;
    Variable v;
    v.name = pool_.names.intern(fmt::format("$rate({})", model_.name(x)));
    v.type = model_.dae.variables[x].type;
    v.isProtected = v.hideResult = true;
    v.origin = model_.dae.variables[x].origin;
    VariableInfo info;
    info.role = Role::Derivative;
    info.integral = x;
    VariableId rate = model_.add(std::move(v), info);
    model_.info[d].integral = {};
    model_.info[x].derivative = rate;
    StructuredEquation e;
    e.left = model_.ref(rate);
    e.right = model_.ref(d);
    e.origin = model_.dae.variables[x].origin;
    model_.equations.push_back(std::move(e));
  }
}

void StateSelection::run() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  dummy_.assign(n, 0);

  // Highest order: the last equation of each chain.
  std::vector<int> equations;
  std::vector<VariableId> candidates;
  for (size_t e = 0; e < model_.equations.size(); ++e)
    if (model_.equations[e].derivative < 0 && model_.equations[e].derivativeOf >= 0)
      equations.push_back(static_cast<int>(e));
  for (uint32_t i = 0; i < n; ++i) {
    const VariableInfo& info = model_.info[VariableId(i)];
    if (!info.derivative.valid() && info.integral.valid()) candidates.push_back(VariableId(i));
  }
  while (!equations.empty()) {
    std::vector<VariableId> chosen = choose(equations, candidates);
    for (VariableId id : chosen) dummy_[id.index()] = 1;
    // One order lower: the equations that were differentiated at least twice, the variables chosen.
    std::vector<int> lower;
    for (int e : equations) {
      const int before = model_.equations[static_cast<size_t>(e)].derivativeOf;
      if (model_.equations[static_cast<size_t>(before)].derivativeOf < 0) continue;
      lower.push_back(before);
    }
    std::vector<VariableId> next;
    for (VariableId id : chosen) {
      VariableId below = model_.info[id].integral;
      if (!model_.info[below].integral.valid()) continue;
      next.push_back(below);
    }
    equations = std::move(lower);
    candidates = std::move(next);
  }
  setRoles();
}

}  // namespace

void selectStates(StructuredDae& model, Diagnostics& diagnostics) {
  StateSelection(model, diagnostics).run();
}

}  // namespace formola

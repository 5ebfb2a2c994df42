#include "structure/index/select_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diag/codes/structure.h"
#include "expr/eval_numeric.h"
#include "expr/linear.h"
#include "expr/sign.h"
#include "graph/column_basis.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/index/state_sets.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/probe_values.h"
#include "structure/solve/tear_blocks.h"

namespace formola {

namespace {

constexpr int kFixedStart = 12;  // the largest startPreference

class StateSelection {
 public:
  StateSelection(StructuredDae& model, const std::vector<char>& differentiated,
                 const StructureOptions& options, Diagnostics& diagnostics)
      : model_(model),
        differentiated_(differentiated),
        options_(options),
        pool_(model.pool()),
        diagnostics_(diagnostics) {}

  void run();

 private:
  // The candidates in the equations of one order, and how they occur.
  struct Constraints {
    std::span<const int> equations;
    std::span<const VariableId> candidates;
    graph::Bipartite graph;
    std::vector<UnknownClass> kinds;   // by edge
    std::vector<uint8_t> preferences;  // by edge: smaller is sooner a dummy
  };

  int level(VariableId derivative) const;
  int startPreference(VariableId x) const;
  int preference(VariableId derivative, UnknownClass coefficient) const;
  void findSpeeds();
  bool isState(VariableId x) const;
  // By variable: its number among these, or -1.
  std::vector<int> columnsOf(std::span<const VariableId> candidates) const;
  Constraints constraints(std::span<const int> equations, std::span<const VariableId> candidates);
  // Sets of states to be chosen at run time; what belongs to them is taken out of the lists.
  void findSets(std::vector<int>& equations, std::vector<VariableId>& candidates);
  std::vector<graph::Coefficient> coefficients(const Constraints& c);
  graph::Matching safestMatching(Constraints& c);
  std::vector<int> chosenAtFirst(const graph::SelectionSet& set, const Constraints& c,
                                 const graph::Matching& matching) const;
  // The choice may have to change with the solution, and cannot.
  void reportStatic(const graph::SelectionSet& set, const Constraints& c,
                    const graph::Matching& matching) const;
  std::vector<double> numbers(const Constraints& c);
  bool isSingular(const Constraints& c, const graph::Matching& matching,
                  std::vector<double>& values);
  // One order: matches the equations with candidates; the matched become dummies. Where they would
  // be determined by structure alone but not by numbers, others do.
  std::vector<VariableId> choose(const std::vector<int>& equations,
                                 const std::vector<VariableId>& candidates);
  void setRoles();
  void checkWishes();

  // From the preference along a coefficient to that along one that may become zero: the next class.
  static constexpr int kMayVanish = 3 * 2 * 2;

  StructuredDae& model_;
  const std::vector<char>& differentiated_;
  const StructureOptions& options_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<char> dummy_;
  std::vector<char> reinitialised_;  // by variable
  std::vector<VariableId> speedOf_;  // by variable: another name of this derivative
  struct {
    std::vector<int> equations;
    std::vector<VariableId> candidates;
  } lower_;  // of sets for the present order alone
  struct Found {
    StateSet set;
    Provenance origin;
  };
  std::vector<Found> sets_;
};

// How much a variable wants to be a state, as stateSelect says. One that only the differentiated
// constraints differentiate is as good as none, unless that is said (specification 3.6, 4.8.8.1).
// What is said of a variable holds for its derivatives too: they become states together. reinit(x,
// ...) makes x a state (8.3.6).
int StateSelection::level(VariableId derivative) const {
  StateSelect result = StateSelect::Never;
  for (VariableId x = model_.info[derivative].integral; x.valid(); x = model_.info[x].integral) {
    StateSelect own = model_.dae.variables[x].stateSelect;
    if (reinitialised_[x.index()]) own = StateSelect::Always;
    const bool inModel = x.index() < differentiated_.size() && differentiated_[x.index()];
    // Derivatives have no attributes, and so the default, which says nothing.
    const bool counts = model_.info[x].integral.valid() ? own != StateSelect::Default : inModel;
    if (counts || own >= StateSelect::Prefer) result = std::max(result, own);
  }
  return static_cast<int>(result);
}

// Fixed, given by a modifier (the more it counts the more), default of a class, none.
int StateSelection::startPreference(VariableId x) const {
  const Variable& v = model_.dae.variables[x];
  const bool fixed =
      v.fixed.valid() && pool_.kind(v.fixed) == ExprKind::Boolean && pool_.booleanValue(v.fixed);
  if (fixed) return kFixedStart;
  if (v.startFromOutside()) return kFixedStart - 1 - std::min<int>(v.startGiven.level, 9);
  return v.start.valid() ? 1 : 0;
}

// Smaller: sooner a dummy.
int StateSelection::preference(VariableId derivative, UnknownClass coefficient) const {
  const int linear = coefficient == UnknownClass::LinearConstant ? 0
                     : coefficient == UnknownClass::Nonlinear    ? 3
                                                                 : 1;
  // Of der(phi) and a speed w = der(phi) the one with a name is the state.
  const VariableId x = model_.info[derivative].integral;
  const int named = model_.info[x].integral.valid() ? 0 : 1;
  const VariableId speed = speedOf_[derivative.index()];
  const int moved = speed.valid() && isState(speed) ? 1 : 0;
  const int start = (level(derivative) * 4 + linear) * (kFixedStart + 1) + startPreference(x);
  return (start * 2 + named) * 2 + moved;
}

// The speeds w that the model has for derivatives: w = der(phi). Of the positions in a chain of
// bodies the one whose speed is a state is a good state: its derivative is known, and does not
// follow from all the other states.
void StateSelection::findSpeeds() {
  speedOf_.assign(model_.dae.variables.size(), {});
  for (const StructuredEquation& e : model_.equations) {
    if (pool_.kind(e.left) != ExprKind::Variable || pool_.kind(e.right) != ExprKind::Variable)
      continue;
    VariableId speed = pool_.variableOf(e.left), rate = pool_.variableOf(e.right);
    if (model_.info[speed].integral.valid()) std::swap(speed, rate);
    if (model_.info[rate].integral.valid() && model_.info[speed].derivative.valid())
      speedOf_[rate.index()] = speed;
  }
}

// As far as has been decided.
bool StateSelection::isState(VariableId x) const {
  const VariableId derivative = model_.info[x].derivative;
  return derivative.valid() && !dummy_[derivative.index()];
}

std::vector<int> StateSelection::columnsOf(std::span<const VariableId> candidates) const {
  std::vector<int> column(model_.dae.variables.size(), -1);
  for (size_t i = 0; i < candidates.size(); ++i)
    column[candidates[i].index()] = static_cast<int>(i);
  return column;
}

StateSelection::Constraints StateSelection::constraints(std::span<const int> equations,
                                                        std::span<const VariableId> candidates) {
  const std::vector<int> column = columnsOf(candidates);
  LinearAnalysis linear(pool_, [&](ExprId leaf) {
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    VariableId id = pool_.variableOf(leaf);
    if (column[id.index()] >= 0) return Dependence::Unknown;
    return model_.info[id].role == Role::Parameter ? Dependence::Constant : Dependence::Known;
  });
  std::vector<UnknownClass> kinds;
  std::vector<graph::Bipartite::Edge> edges;
  for (size_t r = 0; r < equations.size(); ++r) {
    const StructuredEquation& e = model_.equations[static_cast<size_t>(equations[r])];
    for (const ClassifiedUnknown& u : linear.structureOfResidual(e.left, e.right).unknowns) {
      kinds.push_back(u.kind);
      edges.emplace_back(static_cast<int>(r), column[pool_.variableOf(u.unknown).index()]);
    }
  }
  Constraints result{equations, candidates, {}, {}, {}};
  result.graph = graph::Bipartite::fromEdges(static_cast<int>(equations.size()),
                                             static_cast<int>(candidates.size()), edges);
  result.kinds.resize(static_cast<size_t>(result.graph.numEdges()));
  std::vector<int> preferences(result.kinds.size());
  for (size_t i = 0; i < edges.size(); ++i) {
    const auto edge = static_cast<size_t>(result.graph.findEdge(edges[i].first, edges[i].second));
    result.kinds[edge] = kinds[i];
    preferences[edge] = preference(candidates[static_cast<size_t>(edges[i].second)], kinds[i]);
  }
  result.preferences = graph::edgeClasses(preferences);
  return result;
}

// What varies but is known never to become zero is as good as a constant.
std::vector<graph::Coefficient> StateSelection::coefficients(const Constraints& c) {
  const std::vector<int> column = columnsOf(c.candidates);
  LinearAnalysis linear(pool_, [&](ExprId leaf) {
    return pool_.kind(leaf) == ExprKind::Variable && column[pool_.variableOf(leaf).index()] >= 0
               ? Dependence::Unknown
               : Dependence::Known;
  });
  SignAnalysis signs(pool_, signFacts(model_));
  std::vector<graph::Coefficient> result(c.kinds.size(), graph::Coefficient::Varies);
  for (int r = 0; r < c.graph.numEquations(); ++r) {
    bool constant = true;
    for (int edge = c.graph.firstEdge(r); edge < c.graph.firstEdge(r + 1); ++edge) {
      const bool fixed = c.kinds[static_cast<size_t>(edge)] == UnknownClass::LinearConstant;
      if (fixed) result[static_cast<size_t>(edge)] = graph::Coefficient::Constant;
      constant = constant && fixed;
    }
    if (constant) continue;
    const StructuredEquation& e =
        model_.equations[static_cast<size_t>(c.equations[static_cast<size_t>(r)])];
    for (const AffineTerm& term : linear.coefficientsOfResidual(e.left, e.right).terms) {
      const auto edge =
          static_cast<size_t>(c.graph.findEdge(r, column[pool_.variableOf(term.unknown).index()]));
      if (result[edge] == graph::Coefficient::Varies && signs(term.coefficient).neverZero())
        result[edge] = graph::Coefficient::Safe;
    }
  }
  return result;
}

// What is determined along a coefficient that may become zero is so only while it does not: the
// angle of a crank from the position of its piston. Where others can be determined in its place,
// along coefficients that cannot, they are, and it may be a state.
graph::Matching StateSelection::safestMatching(Constraints& c) {
  graph::Matching matching = graph::maximumMatching(c.graph, c.preferences);
  bool doubt = false;
  for (int r = 0; r < c.graph.numEquations(); ++r) {
    const int v = matching.eqToVar[static_cast<size_t>(r)];
    doubt = doubt || (v != graph::kNone && c.kinds[static_cast<size_t>(c.graph.findEdge(r, v))] !=
                                               UnknownClass::LinearConstant);
  }
  if (!doubt) return matching;
  const std::vector<graph::Coefficient> edges = coefficients(c);
  for (size_t edge = 0; edge < edges.size(); ++edge)
    if (edges[edge] == graph::Coefficient::Varies && c.kinds[edge] != UnknownClass::Nonlinear)
      c.preferences[edge] = static_cast<uint8_t>(c.preferences[edge] + kMayVanish);
  return graph::maximumMatching(c.graph, c.preferences);
}

// Fixed candidates first, so that their number says which states need no start value; then those
// that the static choice would take.
std::vector<int> StateSelection::chosenAtFirst(const graph::SelectionSet& set, const Constraints& c,
                                               const graph::Matching& matching) const {
  std::vector<int> order(set.candidates.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  auto rank = [&](int i) {
    const int v = set.candidates[static_cast<size_t>(i)];
    VariableId x = c.candidates[static_cast<size_t>(v)];
    int best = 0;
    for (; x.valid(); x = model_.info[x].integral) best = std::max(best, startPreference(x));
    const bool state = matching.varToEq[static_cast<size_t>(v)] == graph::kNone;
    return std::pair(best == kFixedStart ? 0 : 1, state ? 0 : 1);
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
  order.resize(static_cast<size_t>(set.states));
  return order;
}

void StateSelection::reportStatic(const graph::SelectionSet& set, const Constraints& c,
                                  const graph::Matching& matching) const {
  const std::vector<int> chosen = chosenAtFirst(set, c, matching);
  std::string states, others;
  for (size_t i = 0; i < set.candidates.size(); ++i) {
    const bool state = std::find(chosen.begin(), chosen.end(), static_cast<int>(i)) != chosen.end();
    std::string& list = state ? states : others;
    VariableId x = c.candidates[static_cast<size_t>(set.candidates[i])];
    while (model_.info[x].integral.valid()) x = model_.info[x].integral;
    list += (list.empty() ? "" : ", ") + std::string(model_.name(x));
  }
  const int e = c.equations[static_cast<size_t>(set.constraints[0])];
  diagnostics_.report(diag::StaticStateSelection,
                      model_.equations[static_cast<size_t>(e)].origin.range, states, others);
}

void StateSelection::findSets(std::vector<int>& equations, std::vector<VariableId>& candidates) {
  const Constraints c = constraints(equations, candidates);
  const graph::Matching matching = graph::maximumMatching(c.graph, c.preferences);
  bool doubt = false;
  for (int r = 0; r < c.graph.numEquations(); ++r) {
    const int v = matching.eqToVar[static_cast<size_t>(r)];
    if (v == graph::kNone) return;  // sorting will explain what is singular
    doubt = doubt ||
            c.kinds[static_cast<size_t>(c.graph.findEdge(r, v))] != UnknownClass::LinearConstant;
  }
  if (!doubt) return;
  const std::vector<graph::Coefficient> edges = coefficients(c);
  std::vector<int> levels, order, priority;
  for (VariableId id : candidates) {
    levels.push_back(level(id));
    order.push_back(0);
    priority.push_back(0);
    for (VariableId x = id; model_.info[x].integral.valid(); x = model_.info[x].integral) {
      priority.back() = std::max(priority.back(), startPreference(model_.info[x].integral));
      ++order.back();
    }
  }
  StateSetBuilder builder(model_, equations, candidates);
  std::vector<char> usedEquation(equations.size(), 0), usedCandidate(candidates.size(), 0);
  for (const graph::SelectionSet& set :
       graph::findSelectionSets(c.graph, {edges, levels, order, priority})) {
    StateSet found;
    const std::vector<int> chosen = chosenAtFirst(set, c, matching);
    if (!options_.dynamicStates || !builder.describe(set, chosen, found)) {
      reportStatic(set, c, matching);
      continue;
    }
    const size_t orders = found.candidates.size() - 1;
    auto take = [&](int v) {
      usedCandidate[static_cast<size_t>(v)] = 1;
      VariableId id = candidates[static_cast<size_t>(v)];
      if (orders == 1) lower_.candidates.push_back(id);
      for (size_t o = 0; o < orders; ++o, id = model_.info[id].integral) dummy_[id.index()] = 1;
    };
    auto use = [&](int e) {
      usedEquation[static_cast<size_t>(e)] = 1;
      if (orders == 1) lower_.equations.push_back(equations[static_cast<size_t>(e)]);
    };
    for (int v : set.candidates) take(v);
    for (int v : set.forced) take(v);
    for (auto [e, v] : set.inner) {
      take(v);
      use(e);
    }
    for (int e : set.constraints) use(e);
    const int first = equations[static_cast<size_t>(set.constraints[0])];
    sets_.push_back({std::move(found), model_.equations[static_cast<size_t>(first)].origin});
  }
  auto keep = [](auto& list, const std::vector<char>& used) {
    size_t n = 0;
    for (size_t i = 0; i < list.size(); ++i)
      if (!used[i]) list[n++] = list[i];
    list.resize(n);
  };
  keep(equations, usedEquation);
  keep(candidates, usedCandidate);
}

// The coefficients as numbers, with the values of parameters and whatever number for all else.
std::vector<double> StateSelection::numbers(const Constraints& c) {
  const std::vector<int> column = columnsOf(c.candidates);
  LinearAnalysis linear(pool_, [&](ExprId leaf) {
    return pool_.kind(leaf) == ExprKind::Variable && column[pool_.variableOf(leaf).index()] >= 0
               ? Dependence::Unknown
               : Dependence::Known;
  });
  const std::vector<double> parameters = parameterValues(model_);
  NumericEvaluator number(pool_, [&](ExprId leaf) {
    if (pool_.kind(leaf) == ExprKind::Variable) {
      const size_t i = pool_.variableOf(leaf).index();
      if (i < parameters.size() && !std::isnan(parameters[i])) return parameters[i];
    }
    const BaseType type = pool_.base(leaf);
    return type == BaseType::Real ? probeNumber(leaf) : probeDecision(type, leaf, 0);
  });
  number.takeRelationsFromLeaf();
  // Where a constraint is not linear its coefficients are not known: each is a number of its own.
  std::vector<double> result(static_cast<size_t>(c.graph.numEdges()));
  for (size_t edge = 0; edge < result.size(); ++edge)
    result[edge] = probeNumber(ExprId(static_cast<uint32_t>(edge)));
  for (int r = 0; r < c.graph.numEquations(); ++r) {
    const StructuredEquation& e =
        model_.equations[static_cast<size_t>(c.equations[static_cast<size_t>(r)])];
    for (const AffineTerm& term : linear.affineResidual(e.left, e.right).terms) {
      const int edge = c.graph.findEdge(r, column[pool_.variableOf(term.unknown).index()]);
      const double value = number(term.coefficient);
      if (edge != graph::kNone && std::isfinite(value)) result[static_cast<size_t>(edge)] = value;
    }
  }
  return result;
}

// Is a simultaneous block of the constraints singular by its numbers, though not by its structure?
// So are two springs side by side whose lengths are both known.
bool StateSelection::isSingular(const Constraints& c, const graph::Matching& matching,
                                std::vector<double>& values) {
  graph::SubgraphExtractor extractor(c.graph);
  const graph::Groups groups = graph::blockLowerTriangular(c.graph, matching);
  for (int g = 0; g < groups.size(); ++g) {
    if (groups[g].size() < 2) continue;
    if (values.empty()) values = numbers(c);
    std::vector<int> variables, columns;
    for (int e : groups[g]) variables.push_back(matching.eqToVar[static_cast<size_t>(e)]);
    const graph::Subgraph block = extractor.extract(groups[g], variables);
    std::vector<double> inBlock;
    for (int edge : block.edges) inBlock.push_back(values[static_cast<size_t>(edge)]);
    for (int v = 0; v < block.graph.numVariables(); ++v) columns.push_back(v);
    const auto basis = graph::columnBasis(block.graph, inBlock, columns);
    if (basis && basis->size() < columns.size()) return true;
  }
  return false;
}

std::vector<VariableId> StateSelection::choose(const std::vector<int>& equations,
                                               const std::vector<VariableId>& candidates) {
  Constraints c = constraints(equations, candidates);
  const graph::Matching matching = safestMatching(c);
  std::vector<int> determined;
  for (int v : matching.eqToVar)
    if (v != graph::kNone) determined.push_back(v);  // else sorting will explain what is singular
  std::vector<double> values;
  if (determined.size() == equations.size() && isSingular(c, matching, values)) {
    // Those that want to be states the least, as many as are independent.
    std::vector<int> order(candidates.size()), preference(candidates.size(), 255);
    for (int edge = 0; edge < c.graph.numEdges(); ++edge) {
      int& least = preference[static_cast<size_t>(c.graph.edgeVariable(edge))];
      least = std::min<int>(least, c.preferences[static_cast<size_t>(edge)]);
    }
    for (size_t v = 0; v < order.size(); ++v) order[v] = static_cast<int>(v);
    auto rank = [&](int v) {
      const bool matched = matching.varToEq[static_cast<size_t>(v)] != graph::kNone;
      return std::pair(preference[static_cast<size_t>(v)], matched ? 0 : 1);
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
    auto basis = graph::columnBasis(c.graph, values, order);
    if (basis && basis->size() == equations.size()) determined = std::move(*basis);
  }
  std::vector<VariableId> chosen;
  for (int v : determined) chosen.push_back(candidates[static_cast<size_t>(v)]);
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

// Wishes that cannot be fulfilled (spec 4.8.8.1).
void StateSelection::checkWishes() {
  std::vector<char> inSet(model_.dae.variables.size(), 0);
  for (const Found& found : sets_)
    for (const auto& order : found.set.candidates)
      for (VariableId id : order) inSet[id.index()] = 1;
  for (uint32_t i = 0; i < inSet.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model_.dae.variables[id];
    const Role role = model_.info[id].role;
    const bool never = v.stateSelect == StateSelect::Never && role == Role::State;
    const bool always = v.stateSelect == StateSelect::Always && role == Role::Algebraic;
    if (inSet[i] || !(never || always) || !model_.isKept(id)) continue;
    diagnostics_
        .report(diag::StateSelectNotMet, v.origin.range, std::string(model_.name(id)),
                never ? "must" : "cannot", never ? "never" : "always")
        .in(std::string(pool_.names.text(v.origin.instance)));
  }
}

void StateSelection::run() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  dummy_.assign(n, 0);
  reinitialised_.assign(n, 0);
  for (const Action& a : model_.actions)
    if (a.kind == ActionKind::Reinit && a.state.valid()) reinitialised_[a.state.index()] = 1;

  findSpeeds();

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
    lower_ = {};
    findSets(equations, candidates);
    std::vector<VariableId> chosen = choose(equations, candidates);
    for (VariableId id : chosen) dummy_[id.index()] = 1;
    // Sets for the highest order alone go on below it like what was chosen for good.
    equations.insert(equations.end(), lower_.equations.begin(), lower_.equations.end());
    chosen.insert(chosen.end(), lower_.candidates.begin(), lower_.candidates.end());
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
  checkWishes();
  StateSetBuilder builder(model_, {}, {});
  for (Found& found : sets_) builder.add(std::move(found.set), found.origin);
}

}  // namespace

void selectStates(StructuredDae& model, const std::vector<char>& differentiated,
                  const StructureOptions& options, Diagnostics& diagnostics) {
  StateSelection(model, differentiated, options, diagnostics).run();
}

}  // namespace formola

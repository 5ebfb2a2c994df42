#include "graph/selection_sets.h"

#include <algorithm>
#include <numeric>

namespace formola::graph {

namespace {

class Search {
 public:
  Search(const Bipartite& graph, const SelectionInput& input)
      : graph_(graph),
        input_(input),
        open_(static_cast<size_t>(graph.numEquations())),
        givenBy_(static_cast<size_t>(graph.numVariables()), kNone),
        known_(static_cast<size_t>(graph.numVariables()), 0),
        used_(static_cast<size_t>(graph.numEquations()), 0) {}

  std::vector<SelectionSet> run();

 private:
  void takeInTurn();
  void know(int variable);
  void markCore();
  std::vector<SelectionSet> split();
  bool choose(SelectionSet& set) const;

  const Bipartite& graph_;
  const SelectionInput& input_;
  std::vector<int> open_;     // by equation: variables not known yet
  std::vector<int> givenBy_;  // by variable: the inner equation, kNone for those taken
  std::vector<char> known_, used_;
  std::vector<std::pair<int, int>> inner_;
  std::vector<int> constraints_, taken_, stack_;
  std::vector<char> core_;  // by equation
};

// Makes a variable known, and all that follows from it by safe coefficients.
void Search::know(int first) {
  known_[static_cast<size_t>(first)] = 1;
  stack_.push_back(first);
  while (!stack_.empty()) {
    const int variable = stack_.back();
    stack_.pop_back();
    for (int e : graph_.equationsOf(variable)) {
      const auto row = static_cast<size_t>(e);
      --open_[row];
      if (used_[row]) continue;
      if (open_[row] == 0) {
        used_[row] = 1;
        constraints_.push_back(e);
      }
      if (open_[row] != 1) continue;
      int edge = graph_.firstEdge(e);
      const int end = graph_.firstEdge(e + 1);
      while (edge < end && known_[static_cast<size_t>(graph_.edgeVariable(edge))]) ++edge;
      if (edge == end) continue;  // the last one is known, and waits on the stack
      if (input_.coefficients[static_cast<size_t>(edge)] == Coefficient::Varies) continue;
      const int last = graph_.edgeVariable(edge);
      used_[row] = 1;
      known_[static_cast<size_t>(last)] = 1;
      givenBy_[static_cast<size_t>(last)] = e;
      inner_.emplace_back(e, last);
      stack_.push_back(last);
    }
  }
}

void Search::takeInTurn() {
  for (int e = 0; e < graph_.numEquations(); ++e)
    open_[static_cast<size_t>(e)] = static_cast<int>(graph_.variablesOf(e).size());
  // What no equation can be solved for must be known anyway.
  std::vector<int> unsolvable(static_cast<size_t>(graph_.numVariables()), 0);
  for (int v = 0; v < graph_.numVariables(); ++v)
    for (int edge : graph_.edgesOf(v))
      unsolvable[static_cast<size_t>(v)] +=
          input_.coefficients[static_cast<size_t>(edge)] == Coefficient::Varies ? 1 : 0;
  std::vector<int> order(static_cast<size_t>(graph_.numVariables()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const auto x = static_cast<size_t>(a), y = static_cast<size_t>(b);
    if (input_.level[x] != input_.level[y]) return input_.level[x] > input_.level[y];
    if (input_.order[x] != input_.order[y]) return input_.order[x] > input_.order[y];
    if ((unsolvable[x] > 0) != (unsolvable[y] > 0)) return unsolvable[x] > 0;
    return input_.priority[x] > input_.priority[y];
  });
  for (int v : order) {
    if (known_[static_cast<size_t>(v)]) continue;
    taken_.push_back(v);
    know(v);
  }
}

// The constraints and the inner equations that lead to them.
void Search::markCore() {
  core_.assign(static_cast<size_t>(graph_.numEquations()), 0);
  std::vector<int> open = constraints_;
  for (int e : open) core_[static_cast<size_t>(e)] = 1;
  while (!open.empty()) {
    const int e = open.back();
    open.pop_back();
    for (int v : graph_.variablesOf(e)) {
      const int from = givenBy_[static_cast<size_t>(v)];
      if (from == kNone || core_[static_cast<size_t>(from)]) continue;
      core_[static_cast<size_t>(from)] = 1;
      open.push_back(from);
    }
  }
}

// The core falls into parts that share no variable.
std::vector<SelectionSet> Search::split() {
  std::vector<int> parent(static_cast<size_t>(graph_.numVariables()));
  std::iota(parent.begin(), parent.end(), 0);
  auto rootOf = [&](int v) {
    while (parent[static_cast<size_t>(v)] != v) {
      parent[static_cast<size_t>(v)] = parent[static_cast<size_t>(parent[static_cast<size_t>(v)])];
      v = parent[static_cast<size_t>(v)];
    }
    return v;
  };
  std::vector<char> inCore(parent.size(), 0);
  for (int e = 0; e < graph_.numEquations(); ++e) {
    if (!core_[static_cast<size_t>(e)]) continue;
    const auto variables = graph_.variablesOf(e);
    for (int v : variables) {
      inCore[static_cast<size_t>(v)] = 1;
      parent[static_cast<size_t>(rootOf(v))] = rootOf(variables[0]);
    }
  }
  std::vector<int> number(parent.size(), kNone);
  std::vector<SelectionSet> sets;
  auto setOf = [&](int v) -> SelectionSet& {
    int& n = number[static_cast<size_t>(rootOf(v))];
    if (n == kNone) {
      n = static_cast<int>(sets.size());
      sets.emplace_back();
    }
    return sets[static_cast<size_t>(n)];
  };
  for (int e : constraints_)
    if (const auto variables = graph_.variablesOf(e); !variables.empty())
      setOf(variables[0]).constraints.push_back(e);
  for (auto [e, v] : inner_)
    if (core_[static_cast<size_t>(e)]) setOf(v).inner.emplace_back(e, v);
  for (int v : taken_)
    if (inCore[static_cast<size_t>(v)]) setOf(v).candidates.push_back(v);
  std::erase_if(sets, [&](SelectionSet& set) { return !choose(set); });
  return sets;
}

// Splits what was taken by levels. False: there is no choice that could have to change.
bool Search::choose(SelectionSet& set) const {
  auto varies = [&](int e) {
    for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge)
      if (input_.coefficients[static_cast<size_t>(edge)] != Coefficient::Constant) return true;
    return false;
  };
  bool any = false;
  for (int e : set.constraints) any = any || varies(e);
  for (auto [e, v] : set.inner) any = any || varies(e);
  if (!any) return false;
  std::vector<int> byLevel;
  for (int v : set.candidates) byLevel.push_back(input_.level[static_cast<size_t>(v)]);
  std::sort(byLevel.begin(), byLevel.end());
  const size_t determined = set.constraints.size();
  if (determined == 0 || determined >= byLevel.size()) return false;
  const int level = byLevel[determined - 1];
  std::vector<int> candidates;
  for (int v : set.candidates) {
    const int own = input_.level[static_cast<size_t>(v)];
    (own < level ? set.forced : own > level ? set.above : candidates).push_back(v);
  }
  set.candidates = std::move(candidates);
  set.states = static_cast<int>(set.candidates.size() + set.forced.size() - determined);
  return set.states > 0;
}

std::vector<SelectionSet> Search::run() {
  takeInTurn();
  markCore();
  return split();
}

}  // namespace

std::vector<SelectionSet> findSelectionSets(const Bipartite& graph, const SelectionInput& input) {
  return Search(graph, input).run();
}

}  // namespace formola::graph

#include "graph/determined_part.h"

namespace formola::graph {
namespace {

// From a maximum matching, what no equation is left for is taken away together with the equations
// that hold it. Variables that were matched to these look for other ones.
class Reducer {
 public:
  Reducer(const Bipartite& graph, std::span<const uint8_t> edgeClass, Matching maximum)
      : graph_(graph),
        edgeClass_(edgeClass),
        matching_(std::move(maximum)),
        lost_(static_cast<size_t>(graph.numEquations()), 0),
        seen_(static_cast<size_t>(graph.numEquations()), kNone),
        from_(static_cast<size_t>(graph.numEquations()), kNone) {}

  Matching run() {
    for (int v = 0; v < graph_.numVariables(); ++v)
      if (matching_.varToEq[v] == kNone) unmatched_.push_back(v);
    std::vector<char> removed(static_cast<size_t>(graph_.numVariables()), 0);
    while (!unmatched_.empty()) {
      const int v = unmatched_.back();
      unmatched_.pop_back();
      if (removed[v] || rematch(v)) continue;
      // Each variable that was reached could be the one without an equation instead of v.
      for (int u : reached_) removed[u] = 1;
      for (int u : reached_) loseEquationsOf(u);
    }
    return std::move(matching_);
  }

 private:
  // An alternating path from v to a free equation, and the matching along it turned round. Without
  // one, reached_ holds all variables on alternating paths from v.
  bool rematch(int v) {
    reached_.assign(1, v);
    for (size_t head = 0; head < reached_.size(); ++head) {
      const int u = reached_[head];
      const auto equations = graph_.equationsOf(u);
      const auto edges = graph_.edgesOf(u);
      for (size_t k = 0; k < equations.size(); ++k) {
        const int e = equations[k];
        if (lost_[e] || seen_[e] == round_ || isForbidden(edges[k])) continue;
        seen_[e] = round_;
        from_[e] = u;
        if (matching_.eqToVar[e] == kNone) {
          turnRound(e);
          ++round_;
          return true;
        }
        reached_.push_back(matching_.eqToVar[e]);
      }
    }
    ++round_;
    return false;
  }
  void turnRound(int e) {
    while (e != kNone) {
      const int v = from_[e];
      const int before = matching_.varToEq[v];
      matching_.match(e, v);
      e = before;
    }
    ++matching_.size;
  }
  void loseEquationsOf(int v) {
    for (int e : graph_.equationsOf(v)) {
      if (lost_[e]) continue;
      lost_[e] = 1;
      const int u = matching_.eqToVar[e];
      if (u == kNone) continue;
      matching_.eqToVar[e] = matching_.varToEq[u] = kNone;
      --matching_.size;
      unmatched_.push_back(u);
    }
  }
  bool isForbidden(int edge) const {
    return !edgeClass_.empty() && edgeClass_[edge] == kForbiddenEdge;
  }

  const Bipartite& graph_;
  std::span<const uint8_t> edgeClass_;
  Matching matching_;
  std::vector<char> lost_;  // equations that hold what is not determined
  std::vector<int> seen_;   // by equation: the last search that came there
  std::vector<int> from_;   // and from which variable
  int round_ = 0;
  std::vector<int> unmatched_;  // to be rematched, or not determined
  std::vector<int> reached_;
};

}  // namespace

Matching determinedPart(const Bipartite& graph, std::span<const uint8_t> edgeClass,
                        Matching maximum) {
  return Reducer(graph, edgeClass, std::move(maximum)).run();
}

}  // namespace formola::graph

#include "graph/matching.h"

#include <algorithm>
#include <array>

#include "support/assert.h"

namespace formola::graph {
namespace {

class HopcroftKarp {
 public:
  HopcroftKarp(const Bipartite& graph, Matching& matching, std::span<const uint8_t> edgeClass)
      : graph_(graph), matching_(matching), edgeClass_(edgeClass) {
    level_.resize(graph.numEquations());
    nextEdge_.resize(graph.numEquations());
  }

  // Grows the matching to a maximum one over the edges of class `limit` or better.
  void run(int limit) {
    limit_ = limit;
    assignCheaply();
    while (buildLevels()) {
      for (int e = 0; e < graph_.numEquations(); ++e) nextEdge_[e] = graph_.firstEdge(e);
      for (int e : freeEquations_) augmentFrom(e);
    }
  }

 private:
  bool usable(int edge) const { return edgeClass_.empty() || edgeClass_[edge] <= limit_; }

  // Cheap assignment after Karp and Sipser: whatever has only one free partner left takes it (some
  // maximum matching does), otherwise the next equation takes its rarest free variable.
  void assignCheaply() {
    countFreePartners();
    size_t head = 0;
    for (int next = 0; next < graph_.numEquations();) {
      if (head < single_.size()) {
        const int node = single_[head++];
        if (node >= 0) {
          assignEquation(node);
        } else {
          assignVariable(~node);
        }
      } else {
        assignEquation(next++);
      }
    }
    single_.clear();
  }

  void countFreePartners() {
    equationDegree_.assign(graph_.numEquations(), 0);
    variableDegree_.assign(graph_.numVariables(), 0);
    for (int e = 0; e < graph_.numEquations(); ++e) {
      if (matching_.eqToVar[e] != kNone) continue;
      for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
        const int v = graph_.edgeVariable(edge);
        if (matching_.varToEq[v] != kNone || !usable(edge)) continue;
        ++equationDegree_[e];
        ++variableDegree_[v];
      }
      if (equationDegree_[e] == 1) single_.push_back(e);
    }
    for (int v = 0; v < graph_.numVariables(); ++v) {
      if (variableDegree_[v] == 1) single_.push_back(~v);
    }
  }

  void assignEquation(int e) {
    if (matching_.eqToVar[e] != kNone) return;
    int best = kNone;
    for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
      const int v = graph_.edgeVariable(edge);
      if (matching_.varToEq[v] != kNone || !usable(edge)) continue;
      if (best == kNone || variableDegree_[v] < variableDegree_[best]) best = v;
    }
    if (best != kNone) assign(e, best);
  }

  void assignVariable(int v) {
    if (matching_.varToEq[v] != kNone) return;
    const auto edges = graph_.edgesOf(v);
    for (size_t k = 0; k < edges.size(); ++k) {
      const int e = graph_.equationsOf(v)[k];
      if (matching_.eqToVar[e] != kNone || !usable(edges[k])) continue;
      assign(e, v);
      return;
    }
  }

  void assign(int e, int v) {
    matching_.match(e, v);
    ++matching_.size;
    for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
      const int u = graph_.edgeVariable(edge);
      if (matching_.varToEq[u] != kNone || !usable(edge)) continue;
      if (--variableDegree_[u] == 1) single_.push_back(~u);
    }
    const auto edges = graph_.edgesOf(v);
    for (size_t k = 0; k < edges.size(); ++k) {
      const int f = graph_.equationsOf(v)[k];
      if (matching_.eqToVar[f] != kNone || !usable(edges[k])) continue;
      if (--equationDegree_[f] == 1) single_.push_back(f);
    }
  }

  // Breadth-first levels of the equations along alternating paths from all free equations; true if
  // a free variable was reached. Levels behind the first free variable are not needed.
  bool buildLevels() {
    std::fill(level_.begin(), level_.end(), kNone);
    freeEquations_.clear();
    for (int e = 0; e < graph_.numEquations(); ++e) {
      if (matching_.eqToVar[e] != kNone) continue;
      level_[e] = 0;
      freeEquations_.push_back(e);
    }
    std::vector<int>& queue = stack_;
    queue = freeEquations_;
    const int nothingFound = graph_.numEquations() + 1;
    int lastLevel = nothingFound;
    for (size_t head = 0; head < queue.size() && level_[queue[head]] < lastLevel; ++head) {
      const int e = queue[head];
      for (int edge = graph_.firstEdge(e); edge < graph_.firstEdge(e + 1); ++edge) {
        if (!usable(edge)) continue;
        const int next = matching_.varToEq[graph_.edgeVariable(edge)];
        if (next == kNone) {
          lastLevel = level_[e] + 1;  // finish this level only
        } else if (level_[next] == kNone) {
          level_[next] = level_[e] + 1;
          queue.push_back(next);
        }
      }
    }
    queue.clear();
    return lastLevel != nothingFound;
  }

  // Depth-first along rising levels. nextEdge_ is the edge at which each equation on the stack
  // stands; it only moves forward within a phase, so that a phase costs O(edges).
  void augmentFrom(int root) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const int e = stack_.back();
      if (nextEdge_[e] == graph_.firstEdge(e + 1)) {
        level_[e] = kNone;  // a dead end for the rest of this phase
        stack_.pop_back();
        if (!stack_.empty()) ++nextEdge_[stack_.back()];
        continue;
      }
      const int edge = nextEdge_[e];
      const int next = usable(edge) ? matching_.varToEq[graph_.edgeVariable(edge)] : e;
      if (next == kNone) {
        flipPath();
        return;
      }
      if (next != e && level_[next] == level_[e] + 1) {
        stack_.push_back(next);
      } else {
        ++nextEdge_[e];
      }
    }
  }

  // Every equation on the stack takes the variable of its current edge.
  void flipPath() {
    for (int e : stack_) {
      matching_.match(e, graph_.edgeVariable(nextEdge_[e]));
      level_[e] = kNone;  // paths of one phase are disjoint
    }
    ++matching_.size;
    stack_.clear();
  }

  const Bipartite& graph_;
  Matching& matching_;
  std::span<const uint8_t> edgeClass_;
  int limit_ = 0;
  std::vector<int> level_;
  std::vector<int> nextEdge_;
  std::vector<int> freeEquations_;
  std::vector<int> equationDegree_, variableDegree_;  // edges to free partners
  std::vector<int> single_;  // those with one free partner: e for equations, ~v for variables
  std::vector<int> stack_;
};

}  // namespace

void extendMatching(const Bipartite& graph, Matching& matching,
                    std::span<const uint8_t> edgeClass) {
  FORMOLA_ASSERT(edgeClass.empty() || static_cast<int>(edgeClass.size()) == graph.numEdges());
  FORMOLA_ASSERT(static_cast<int>(matching.eqToVar.size()) == graph.numEquations());
  FORMOLA_ASSERT(static_cast<int>(matching.varToEq.size()) == graph.numVariables());
  std::array<bool, 256> present{};
  present[0] = edgeClass.empty();
  for (uint8_t c : edgeClass) present[c] = true;
  HopcroftKarp search(graph, matching, edgeClass);
  for (int c = 0; c < kForbiddenEdge; ++c) {
    if (present[c]) search.run(c);
  }
}

Matching maximumMatching(const Bipartite& graph, std::span<const uint8_t> edgeClass) {
  Matching matching(graph.numEquations(), graph.numVariables());
  extendMatching(graph, matching, edgeClass);
  return matching;
}

std::vector<uint8_t> edgeClasses(std::span<const int> preferences) {
  std::vector<int> sorted(preferences.begin(), preferences.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<uint8_t> result;
  result.reserve(preferences.size());
  for (int p : preferences) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), p) - sorted.begin();
    result.push_back(static_cast<uint8_t>(std::min<std::ptrdiff_t>(at, kForbiddenEdge - 1)));
  }
  return result;
}

}  // namespace formola::graph

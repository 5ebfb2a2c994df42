// Bipartite graph of equations (rows) and variables (columns), compressed in both directions.
//
// Everything in this layer works on plain integers: equation and variable indices start at 0, -1
// means "none". An edge has an id, its position in the row-wise storage; attributes of edges
// (classes, solvability, growth) are arrays indexed by that id.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace formola::graph {

inline constexpr int kNone = -1;

class Bipartite {
 public:
  using Edge = std::pair<int, int>;  // (equation, variable)

  Bipartite() = default;

  // Purpose: the graph with these edges, in any order; an edge given twice is kept once.
  // Ensures: the variables of an equation, and the equations of a variable, are ascending.
  // Complexity: O(equations + variables + edges), by two counting sorts.
  static Bipartite fromEdges(int numEquations, int numVariables, std::span<const Edge> edges);
  static Bipartite fromRows(int numVariables, const std::vector<std::vector<int>>& rows);

  int numEquations() const { return static_cast<int>(rowStart_.size()) - 1; }
  int numVariables() const { return static_cast<int>(columnStart_.size()) - 1; }
  int numEdges() const { return static_cast<int>(rowVariable_.size()); }

  std::span<const int> variablesOf(int equation) const {
    return slice(rowVariable_, rowStart_, equation);
  }
  std::span<const int> equationsOf(int variable) const {
    return slice(columnEquation_, columnStart_, variable);
  }
  // Ids of the edges of a variable, parallel to equationsOf(variable).
  std::span<const int> edgesOf(int variable) const {
    return slice(columnEdge_, columnStart_, variable);
  }
  // The edges of an equation have the ids firstEdge(e) .. firstEdge(e + 1) - 1.
  int firstEdge(int equation) const { return rowStart_[equation]; }
  int edgeVariable(int edge) const { return rowVariable_[edge]; }
  // The id of an edge, or kNone. O(log of the row's length).
  int findEdge(int equation, int variable) const;

 private:
  static std::span<const int> slice(const std::vector<int>& data, const std::vector<int>& start,
                                    int i) {
    return {data.data() + start[i], static_cast<size_t>(start[i + 1] - start[i])};
  }

  std::vector<int> rowStart_ = {0};
  std::vector<int> rowVariable_;
  std::vector<int> columnStart_ = {0};
  std::vector<int> columnEquation_;
  std::vector<int> columnEdge_;
};

// Collects edges one at a time; equations and variables come into being with their largest index.
class BipartiteBuilder {
 public:
  BipartiteBuilder() = default;
  BipartiteBuilder(int numEquations, int numVariables)
      : numEquations_(numEquations), numVariables_(numVariables) {}

  void addEdge(int equation, int variable);
  int addEquation(std::span<const int> variables);
  Bipartite build() const { return Bipartite::fromEdges(numEquations_, numVariables_, edges_); }

 private:
  int numEquations_ = 0;
  int numVariables_ = 0;
  std::vector<Bipartite::Edge> edges_;
};

// A part of a graph, renumbered from 0; the vectors lead back to the whole graph.
struct Subgraph {
  Bipartite graph;
  std::vector<int> equations;
  std::vector<int> variables;
  std::vector<int> edges;
};

// Purpose: cut blocks out of one graph. Keeps a work array, so that each block costs only the size
// of its own rows, even when there are as many blocks as equations.
// Requires: no variable is given twice.
class SubgraphExtractor {
 public:
  explicit SubgraphExtractor(const Bipartite& graph)
      : graph_(graph), local_(graph.numVariables(), kNone) {}

  Subgraph extract(std::span<const int> equations, std::span<const int> variables);

 private:
  const Bipartite& graph_;
  std::vector<int> local_;
};

}  // namespace formola::graph

// Small random graphs for comparison with brute force; always seeded, so that a failure repeats.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// A number in [0, bound). Not std::uniform_int_distribution, whose values differ between libraries.
inline int randomBelow(std::mt19937& random, int bound) {
  return static_cast<int>(random() % static_cast<unsigned>(bound));
}

// Each edge is present with a probability of percent / 100.
inline Bipartite randomGraph(std::mt19937& random, int equations, int variables, int percent) {
  BipartiteBuilder builder(equations, variables);
  for (int e = 0; e < equations; ++e) {
    for (int v = 0; v < variables; ++v) {
      if (randomBelow(random, 100) < percent) builder.addEdge(e, v);
    }
  }
  return builder.build();
}

// The same with the diagonal present: a perfect matching exists.
inline Bipartite randomSquareGraph(std::mt19937& random, int n, int percent) {
  BipartiteBuilder builder(n, n);
  for (int e = 0; e < n; ++e) {
    for (int v = 0; v < n; ++v) {
      if (e == v || randomBelow(random, 100) < percent) builder.addEdge(e, v);
    }
  }
  return builder.build();
}

// Equation i holds the variables i - 1, i, i + 1.
inline Bipartite tridiagonal(int n) {
  std::vector<Bipartite::Edge> edges;
  for (int e = 0; e < n; ++e) {
    for (int v = e - 1; v <= e + 1; ++v) {
      if (v >= 0 && v < n) edges.emplace_back(e, v);
    }
  }
  return Bipartite::fromEdges(n, n, edges);
}

}  // namespace formola::graph

// The two rules of the structure digraph.
#include "graph/causalize.h"

#include <gtest/gtest.h>

namespace formola::graph {
namespace {

// W3: the ten equations of the RLC circuit in the unknowns
// u0 i0 u1 i1 u2 i2 uL diL duC iC; uC and iL are states.
Bipartite rlcCircuit() {
  return Bipartite::fromRows(
      10, {{0}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {0, 2}, {2, 4, 6}, {4}, {1, 3}, {3, 5, 9}});
}

TEST(Causalize, w3NumbersTheEquationsAsPrinted) {
  const Causalisation result = causalize(rlcCircuit());
  std::vector<int> number(10, -1), solvedFor(10, -1);
  for (const CausalStep& step : result.steps) {
    number[static_cast<size_t>(step.equation)] = step.number + 1;
    solvedFor[static_cast<size_t>(step.equation)] = step.variable;
  }
  EXPECT_EQ(number, (std::vector<int>{1, 6, 3, 9, 8, 4, 5, 2, 10, 7}));
  EXPECT_EQ(solvedFor, (std::vector<int>{0, 3, 5, 7, 8, 2, 6, 4, 1, 9}));
  EXPECT_TRUE(result.openEquations.empty());
}

TEST(Causalize, loopsStayOpen) {
  // x0 known; x1, x2 in a loop; x3 follows from them.
  const Causalisation result = causalize(Bipartite::fromRows(4, {{0}, {0, 1, 2}, {1, 2}, {2, 3}}));
  EXPECT_EQ(result.steps.size(), 2u);
  EXPECT_EQ(result.openEquations, (std::vector<int>{1, 2}));
  EXPECT_EQ(result.openVariables, (std::vector<int>{1, 2}));
}

TEST(Causalize, longChainsAreQuickAndTriangular) {
  // Equation k needs variable k - 1: rule 1 and rule 2 meet in the middle.
  const int n = 200000;
  std::vector<std::vector<int>> rows(n);
  for (int k = 0; k < n; ++k) {
    rows[static_cast<size_t>(k)] = {k};
    if (k > 0) rows[static_cast<size_t>(k)].push_back(k - 1);
  }
  const Bipartite graph = Bipartite::fromRows(n, rows);
  const Causalisation result = causalize(graph);
  ASSERT_EQ(result.steps.size(), static_cast<size_t>(n));
  std::vector<int> numberOfVariable(n), numberOfEquation(n);
  for (const CausalStep& step : result.steps) {
    numberOfVariable[static_cast<size_t>(step.variable)] = step.number;
    numberOfEquation[static_cast<size_t>(step.equation)] = step.number;
  }
  for (int e = 0; e < n; ++e)
    for (int v : graph.variablesOf(e))
      ASSERT_LE(numberOfVariable[static_cast<size_t>(v)], numberOfEquation[static_cast<size_t>(e)]);
}

}  // namespace
}  // namespace formola::graph

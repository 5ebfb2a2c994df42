#include "graph/dulmage_mendelsohn.h"

#include <gtest/gtest.h>

#include "random_graph.h"

namespace formola::graph {
namespace {

int matchingSizeWithout(const Bipartite& g, int equation, int variable) {
  std::vector<uint8_t> classes(g.numEdges(), 0);
  for (int e = 0; e < g.numEquations(); ++e) {
    for (int v : g.variablesOf(e)) {
      if (e == equation || v == variable) classes[g.findEdge(e, v)] = kForbiddenEdge;
    }
  }
  return maximumMatching(g, classes).size;
}

// An equation (variable) is in the over- (under-) determined part exactly if some maximum matching
// leaves it out: removing it does not make the maximum smaller.
TEST(DulmageMendelsohn, PartsAreThoseSomeMaximumMatchingLeavesOut) {
  std::mt19937 random(7);
  for (int round = 0; round < 150; ++round) {
    const int m = 1 + randomBelow(random, 8), n = 1 + randomBelow(random, 8);
    const Bipartite g = randomGraph(random, m, n, 10 + randomBelow(random, 30));
    const Matching matching = maximumMatching(g);
    const DulmageMendelsohn dm = decompose(g, matching);
    for (int e = 0; e < m; ++e) {
      EXPECT_EQ(dm.equations[e] == Determined::Over,
                matchingSizeWithout(g, e, kNone) == matching.size);
    }
    for (int v = 0; v < n; ++v) {
      EXPECT_EQ(dm.variables[v] == Determined::Under,
                matchingSizeWithout(g, kNone, v) == matching.size);
    }
    for (int e = 0; e < m; ++e) {
      for (int v : g.variablesOf(e)) {
        if (dm.equations[e] == Determined::Over) {
          EXPECT_EQ(dm.variables[v], Determined::Over);
        }
        if (dm.variables[v] == Determined::Under) {
          EXPECT_EQ(dm.equations[e], Determined::Under);
        }
      }
    }
    int tooManyEquations = 0, tooFewEquations = 0;
    for (const auto& c : dm.over) {
      EXPECT_EQ(c.equations.size(), c.variables.size() + c.unmatched.size());
      tooManyEquations += static_cast<int>(c.unmatched.size());
    }
    for (const auto& c : dm.under) {
      EXPECT_EQ(c.variables.size(), c.equations.size() + c.unmatched.size());
      tooFewEquations += static_cast<int>(c.unmatched.size());
    }
    EXPECT_EQ(tooManyEquations, m - matching.size);
    EXPECT_EQ(tooFewEquations, n - matching.size);
  }
}

TEST(DulmageMendelsohn, IndependentMistakesAreSeparate) {
  // {0, 1} both determine x0; {3, 4} both x3 ({5} uses x3 properly); x1 and x2 share equation 2.
  const Bipartite g = Bipartite::fromRows(5, {{0}, {0}, {1, 2}, {3}, {3}, {3, 4}});
  const DulmageMendelsohn dm = decompose(g, maximumMatching(g));
  ASSERT_EQ(dm.over.size(), 2u);
  EXPECT_EQ(dm.over[0].equations, (std::vector<int>{0, 1}));
  EXPECT_EQ(dm.over[0].variables, (std::vector<int>{0}));
  EXPECT_EQ(dm.over[1].equations, (std::vector<int>{3, 4}));
  ASSERT_EQ(dm.under.size(), 1u);
  EXPECT_EQ(dm.under[0].equations, (std::vector<int>{2}));
  EXPECT_EQ(dm.under[0].variables, (std::vector<int>{1, 2}));
  EXPECT_EQ(dm.equations[5], Determined::Well);
  EXPECT_EQ(dm.variables[4], Determined::Well);
  EXPECT_FALSE(dm.wellDetermined());
}

TEST(DulmageMendelsohn, LongChains) {
  const int n = 300'000;  // x0 = .., x1 = f(x0), .. and once more x(n-1) = ..
  std::vector<Bipartite::Edge> edges = {{0, 0}, {n, n - 1}};
  for (int e = 1; e < n; ++e) {
    edges.emplace_back(e, e - 1);
    edges.emplace_back(e, e);
  }
  const Bipartite g = Bipartite::fromEdges(n + 1, n, edges);
  const DulmageMendelsohn dm = decompose(g, maximumMatching(g));
  ASSERT_EQ(dm.over.size(), 1u);
  EXPECT_EQ(dm.over[0].equations.size(), static_cast<size_t>(n + 1));
  EXPECT_EQ(dm.over[0].unmatched.size(), 1u);
  EXPECT_TRUE(decompose(tridiagonal(n), maximumMatching(tridiagonal(n))).wellDetermined());
}

}  // namespace
}  // namespace formola::graph

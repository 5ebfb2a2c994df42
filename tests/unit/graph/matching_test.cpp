#include "graph/matching.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_graph.h"

namespace formola::graph {
namespace {

// Largest matching by trying every choice.
int bruteForce(const Bipartite& g, const std::vector<uint8_t>& classes, int limit, int e,
               unsigned used) {
  if (e == g.numEquations()) return 0;
  int best = bruteForce(g, classes, limit, e + 1, used);
  for (int edge = g.firstEdge(e); edge < g.firstEdge(e + 1); ++edge) {
    const unsigned bit = 1u << g.edgeVariable(edge);
    if ((used & bit) || (!classes.empty() && classes[edge] > limit)) continue;
    best = std::max(best, 1 + bruteForce(g, classes, limit, e + 1, used | bit));
  }
  return best;
}

void expectValid(const Bipartite& g, const Matching& m) {
  int size = 0;
  for (int e = 0; e < g.numEquations(); ++e) {
    if (m.eqToVar[e] == kNone) continue;
    ++size;
    EXPECT_NE(g.findEdge(e, m.eqToVar[e]), kNone);
    EXPECT_EQ(m.varToEq[m.eqToVar[e]], e);
  }
  EXPECT_EQ(size, m.size);
  const auto free = std::count(m.varToEq.begin(), m.varToEq.end(), kNone);
  EXPECT_EQ(size, g.numVariables() - free);
}

TEST(Matching, MaximumOnRandomGraphs) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const int m = 1 + randomBelow(random, 7), n = 1 + randomBelow(random, 7);
    const Bipartite g = randomGraph(random, m, n, 10 + randomBelow(random, 50));
    const Matching matching = maximumMatching(g);
    expectValid(g, matching);
    EXPECT_EQ(matching.size, bruteForce(g, {}, 0, 0, 0));
  }
}

TEST(Matching, ClassByClassStaysMaximum) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + randomBelow(random, 6);
    const Bipartite g = randomSquareGraph(random, n, 35);
    std::vector<uint8_t> classes(g.numEdges());
    for (auto& c : classes) c = static_cast<uint8_t>(randomBelow(random, 3));
    const Matching matching = maximumMatching(g, classes);
    expectValid(g, matching);
    EXPECT_EQ(matching.size, bruteForce(g, classes, 2, 0, 0));
    for (int limit = 0; limit < 2; ++limit) {
      if (bruteForce(g, classes, limit, 0, 0) < n) continue;  // no perfect matching this good
      for (int e = 0; e < n; ++e) EXPECT_LE(classes[g.findEdge(e, matching.eqToVar[e])], limit);
    }
  }
}

TEST(Matching, PrefersTheBetterEdge) {
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const Matching matching = maximumMatching(g, std::vector<uint8_t>{1, 0, 0, 1});
  EXPECT_EQ(matching.eqToVar, (std::vector<int>{1, 0}));
}

TEST(Matching, NeverUsesForbiddenEdges) {
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const Matching matching =
      maximumMatching(g, std::vector<uint8_t>{0, kForbiddenEdge, 0, kForbiddenEdge});
  EXPECT_EQ(matching.size, 1);
  EXPECT_FALSE(matching.perfect());
}

TEST(Matching, ExtendKeepsWhatIsCovered) {
  const Bipartite g = Bipartite::fromRows(2, {{0}, {0, 1}});
  Matching matching(2, 2);
  matching.match(1, 0);
  matching.size = 1;
  extendMatching(g, matching);
  EXPECT_EQ(matching.eqToVar, (std::vector<int>{0, 1}));
  EXPECT_TRUE(matching.perfect());
}

// Equation i holds i and i + 1, the last only 0. Starting with i for i, the one augmenting path
// leads through all equations.
TEST(Matching, LongAugmentingPath) {
  const int n = 1'000'000;
  std::vector<Bipartite::Edge> edges;
  for (int e = 0; e + 1 < n; ++e) {
    edges.emplace_back(e, e);
    edges.emplace_back(e, e + 1);
  }
  edges.emplace_back(n - 1, 0);
  const Bipartite g = Bipartite::fromEdges(n, n, edges);
  Matching matching(n, n);
  for (int e = 0; e + 1 < n; ++e) matching.match(e, e);
  matching.size = n - 1;
  extendMatching(g, matching);
  EXPECT_TRUE(matching.perfect());
  EXPECT_EQ(matching.eqToVar[n - 1], 0);
  EXPECT_EQ(matching.eqToVar[0], 1);
  EXPECT_TRUE(maximumMatching(g).perfect());
}

}  // namespace
}  // namespace formola::graph

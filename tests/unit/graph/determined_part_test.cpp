#include "graph/determined_part.h"

#include <gtest/gtest.h>

#include <bit>

#include "random_graph.h"

namespace formola::graph {
namespace {

Matching determined(const Bipartite& g, std::span<const uint8_t> edgeClass) {
  return determinedPart(g, edgeClass, maximumMatching(g, edgeClass));
}

unsigned covered(const Matching& matching) {
  unsigned set = 0;
  for (size_t v = 0; v < matching.varToEq.size(); ++v)
    if (matching.varToEq[v] != kNone) set |= 1U << v;
  return set;
}

unsigned variablesOf(const Bipartite& g, int e) {
  unsigned set = 0;
  for (int v : g.variablesOf(e)) set |= 1U << v;
  return set;
}

// Can all of `set` be matched to equations that hold nothing else?
bool isDetermined(const Bipartite& g, std::vector<uint8_t> edgeClass, unsigned set) {
  for (int e = 0; e < g.numEquations(); ++e)
    if ((variablesOf(g, e) & ~set) != 0)
      for (int edge = g.firstEdge(e); edge < g.firstEdge(e + 1); ++edge)
        edgeClass[static_cast<size_t>(edge)] = kForbiddenEdge;
  return (covered(maximumMatching(g, edgeClass)) & set) == set;
}

unsigned byBruteForce(const Bipartite& g, const std::vector<uint8_t>& edgeClass) {
  unsigned best = 0;
  for (unsigned set = 0; set < 1U << g.numVariables(); ++set)
    if (std::popcount(set) > std::popcount(best) && isDetermined(g, edgeClass, set)) best = set;
  return best;
}

TEST(DeterminedPart, AVariableLooksForAnotherEquation) {
  // x can be computed from the first equation, which holds z, or from the second.
  const Bipartite g = Bipartite::fromRows(3, {{0, 2}, {0, 1}, {1}});
  std::vector<uint8_t> edgeClass(static_cast<size_t>(g.numEdges()), 0);
  edgeClass[static_cast<size_t>(g.findEdge(0, 2))] = kForbiddenEdge;  // z follows from nothing
  EXPECT_EQ(covered(determined(g, edgeClass)), 0b011U);
}

TEST(DeterminedPart, IsTheLargestSet) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const int equations = 1 + randomBelow(random, 7), variables = 1 + randomBelow(random, 7);
    const Bipartite g = randomGraph(random, equations, variables, 20 + randomBelow(random, 40));
    std::vector<uint8_t> edgeClass;
    for (int edge = 0; edge < g.numEdges(); ++edge)
      edgeClass.push_back(randomBelow(random, 3) == 0 ? kForbiddenEdge : 0);
    const Matching matching = determined(g, edgeClass);
    const unsigned set = covered(matching);
    ASSERT_EQ(set, byBruteForce(g, edgeClass)) << "round " << round;
    ASSERT_EQ(matching.size, std::popcount(set));
    for (int e = 0; e < equations; ++e) {
      const int v = matching.eqToVar[e];
      if (v == kNone) continue;
      ASSERT_EQ(matching.varToEq[v], e);
      ASSERT_EQ(variablesOf(g, e) & ~set, 0U);
      ASSERT_NE(edgeClass[static_cast<size_t>(g.findEdge(e, v))], kForbiddenEdge);
    }
  }
}

}  // namespace
}  // namespace formola::graph

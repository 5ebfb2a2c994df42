#include "graph/bipartite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace formola::graph {
namespace {

std::vector<int> toVector(std::span<const int> s) {
  return {s.begin(), s.end()};
}

TEST(Bipartite, SortsAndMergesEdges) {
  const std::vector<Bipartite::Edge> edges = {{1, 2}, {0, 3}, {1, 0}, {0, 1}, {1, 2}, {0, 3}};
  const Bipartite g = Bipartite::fromEdges(3, 4, edges);
  EXPECT_EQ(g.numEquations(), 3);
  EXPECT_EQ(g.numVariables(), 4);
  EXPECT_EQ(g.numEdges(), 4);
  EXPECT_EQ(toVector(g.variablesOf(0)), (std::vector<int>{1, 3}));
  EXPECT_EQ(toVector(g.variablesOf(1)), (std::vector<int>{0, 2}));
  EXPECT_TRUE(g.variablesOf(2).empty());
  EXPECT_EQ(toVector(g.equationsOf(2)), (std::vector<int>{1}));
  EXPECT_EQ(g.findEdge(1, 2), g.firstEdge(1) + 1);
  EXPECT_EQ(g.findEdge(1, 1), kNone);
  EXPECT_EQ(g.findEdge(2, 0), kNone);
}

TEST(Bipartite, EmptyGraph) {
  EXPECT_EQ(Bipartite().numEquations(), 0);
  EXPECT_EQ(Bipartite().numVariables(), 0);
  const Bipartite g = Bipartite::fromEdges(0, 5, {});
  EXPECT_EQ(g.numVariables(), 5);
  EXPECT_TRUE(g.equationsOf(4).empty());
}

TEST(Bipartite, BothDirectionsAgreeOnRandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const int m = randomBelow(random, 9), n = 1 + randomBelow(random, 9);
    std::set<Bipartite::Edge> expected;
    std::vector<Bipartite::Edge> edges;
    for (int k = 0; m > 0 && k < 30; ++k) {
      edges.emplace_back(randomBelow(random, m), randomBelow(random, n));
      expected.insert(edges.back());
    }
    const Bipartite g = Bipartite::fromEdges(m, n, edges);
    std::vector<Bipartite::Edge> rows, columns;
    for (int e = 0; e < m; ++e) {
      for (int v : g.variablesOf(e)) rows.emplace_back(e, v);
    }
    for (int v = 0; v < n; ++v) {
      const auto ids = g.edgesOf(v);
      for (size_t k = 0; k < ids.size(); ++k) {
        const int e = g.equationsOf(v)[k];
        columns.emplace_back(e, v);
        EXPECT_EQ(g.edgeVariable(ids[k]), v);
        EXPECT_EQ(g.findEdge(e, v), ids[k]);
      }
    }
    std::sort(columns.begin(), columns.end());
    EXPECT_EQ(rows, std::vector<Bipartite::Edge>(expected.begin(), expected.end()));
    EXPECT_EQ(rows, columns);
  }
}

TEST(Bipartite, BuilderGrowsAndAddsEquations) {
  BipartiteBuilder builder;
  builder.addEdge(1, 4);
  EXPECT_EQ(builder.addEquation(std::vector<int>{2, 0}), 2);
  const Bipartite g = builder.build();
  EXPECT_EQ(g.numEquations(), 3);
  EXPECT_EQ(g.numVariables(), 5);
  EXPECT_EQ(toVector(g.variablesOf(2)), (std::vector<int>{0, 2}));
}

TEST(Bipartite, SubgraphKeepsOrderGivenAndLeadsBack) {
  const Bipartite g = Bipartite::fromRows(4, {{0, 1}, {1, 2, 3}, {0, 3}});
  SubgraphExtractor extractor(g);
  for (int repeat = 0; repeat < 2; ++repeat) {  // the work array is clean again
    const Subgraph sub = extractor.extract(std::vector<int>{2, 1}, std::vector<int>{3, 1});
    EXPECT_EQ(toVector(sub.graph.variablesOf(0)), (std::vector<int>{0}));
    EXPECT_EQ(toVector(sub.graph.variablesOf(1)), (std::vector<int>{0, 1}));
    EXPECT_EQ(sub.edges, (std::vector<int>{g.findEdge(2, 3), g.findEdge(1, 3), g.findEdge(1, 1)}));
  }
}

}  // namespace
}  // namespace formola::graph

#include "graph/iteration_work.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/cut_levels.h"

namespace formola::graph {
namespace {

// A chain of n links: a[k] = a[k-1] + q[k] forwards, f[k] = f[k+1] + a[k] backwards, and a residual
// f[k] = q[k]. Variables: q, a, f; equations: those of a, of f, and the residuals.
struct Chain {
  explicit Chain(int n) {
    BipartiteBuilder builder(3 * n, 3 * n);
    for (int k = 0; k < n; ++k) {
      builder.addEdge(k, n + k);
      builder.addEdge(k, k);
      if (k > 0) builder.addEdge(k, n + k - 1);
      builder.addEdge(n + k, 2 * n + k);
      builder.addEdge(n + k, n + k);
      if (k < n - 1) builder.addEdge(n + k, 2 * n + k + 1);
      builder.addEdge(2 * n + k, k);
      builder.addEdge(2 * n + k, 2 * n + k);
      tearing.torn.push_back(k);
      tearing.residuals.push_back(2 * n + k);
      tearing.inner.emplace_back(k, n + k);
    }
    for (int k = n; k-- > 0;) tearing.inner.emplace_back(n + k, 2 * n + k);
    graph = builder.build();
  }
  double work(const Tearing& form) const {
    Iteration iteration{form.torn, form.residuals, {}};
    for (const auto& [e, v] : form.inner) iteration.groups.push_back({{e}, {v}});
    return iterationWork(iteration, graph, 100'000'000);
  }

  Bipartite graph;
  Tearing tearing;
};

TEST(LevelCuts, WhatCrossesBetweenSegmentsIsTorn) {
  const Chain chain(12);
  const LevelCuts cuts(chain.tearing, chain.graph);
  EXPECT_EQ(cuts.deepest(), 11);
  // Two segments of six: an a and an f cross.
  const Tearing cut = cuts.cut(6);
  ASSERT_EQ(cut.torn.size(), 14u);
  EXPECT_EQ(cut.residuals.size(), 14u);
  EXPECT_EQ(cut.inner.size(), 22u);
  EXPECT_EQ(tearingWork(cut, chain.graph, 1000).entries, 90);  // of 144 without the cut
  EXPECT_EQ(cuts.cut(12).torn.size(), 12u);
}

TEST(IterationWork, LongChainsAreCheaperInSegments) {
  for (const int n : {10, 200, 400}) {
    const Chain chain(n);
    const LevelCuts cuts(chain.tearing, chain.graph);
    const double whole = chain.work(chain.tearing), cut = chain.work(cuts.cut(8));
    if (n < 20) {
      EXPECT_LT(whole, cut);
    } else {
      EXPECT_LT(3 * cut, whole);
    }
  }
  EXPECT_LT(Chain(400).work(LevelCuts(Chain(400).tearing, Chain(400).graph).cut(8)),
            2.2 * Chain(200).work(LevelCuts(Chain(200).tearing, Chain(200).graph).cut(8)));
}

TEST(IterationWork, MatricesThatVaryAreFactoredForEachCorrection) {
  // x iterated, (y, z) by a linear block, a residual.
  const Bipartite graph = Bipartite::fromRows(3, {{0, 1, 2}, {0, 1, 2}, {1, 2}});
  Iteration form{{0}, {2}, {}};
  form.groups.push_back({{0, 1}, {1, 2}, 30, 900, false});
  const double constant = iterationWork(form, graph, 1000);
  form.groups[0].varies = true;
  EXPECT_GT(iterationWork(form, graph, 1000), 3 * constant);
  EXPECT_TRUE(std::isinf(iterationWork(form, graph, 0)));
}

}  // namespace
}  // namespace formola::graph

#include "graph/pantelides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "random_graph.h"

namespace formola::graph {
namespace {

using Status = PantelidesResult::Status;

// How often each of the given equations was differentiated.
std::vector<int> orders(const PantelidesResult& result, int numEquations) {
  std::vector<int> order(numEquations, 0);
  for (int e = 0; e < numEquations; ++e) {
    for (int d = result.eqDerivative[e]; d != kNone; d = result.eqDerivative[d]) ++order[e];
  }
  return order;
}

void expectConsistent(const PantelidesResult& r) {
  for (int e = 0; e < r.graph.numEquations(); ++e) {
    const int v = r.matching.eqToVar[e];
    if (r.eqDerivative[e] != kNone) {
      EXPECT_EQ(v, kNone);
      continue;
    }
    ASSERT_NE(v, kNone);
    EXPECT_EQ(r.varDerivative[v], kNone);
    EXPECT_EQ(r.matching.varToEq[v], e);
    EXPECT_NE(r.graph.findEdge(e, v), kNone);
  }
}

// The pendulum in Cartesian coordinates, the example of the paper.
TEST(Pantelides, Pendulum) {
  enum { x, y, vx, vy, dx, dy, dvx, dvy, T, kNumVariables };
  const Bipartite g =
      Bipartite::fromRows(kNumVariables, {{dx, vx}, {dy, vy}, {dvx, T, x}, {dvy, T, y}, {x, y}});
  const std::vector<int> der = {dx, dy, dvx, dvy, kNone, kNone, kNone, kNone, kNone};
  const PantelidesResult r = pantelides(g, der);
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(orders(r, 5), (std::vector<int>{1, 1, 0, 0, 2}));
  EXPECT_EQ(r.graph.numEquations(), 9);
  EXPECT_EQ(r.graph.numVariables(), 11);  // second derivatives of x and y
  expectConsistent(r);
}

// Worked example W5 (parallel capacitors), reduced to C1 der(u1) = i1, C2 der(u2) = i2, u1 = u2,
// i1 + i2 = I.
TEST(Pantelides, ParallelCapacitors) {
  enum { u1, u2, du1, du2, i1, i2 };
  const Bipartite g = Bipartite::fromRows(6, {{du1, i1}, {du2, i2}, {u1, u2}, {i1, i2}});
  const PantelidesResult r = pantelides(g, std::vector<int>{du1, du2, -1, -1, -1, -1});
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(orders(r, 4), (std::vector<int>{0, 0, 1, 0}));
  expectConsistent(r);
}

TEST(Pantelides, OrdinaryDifferentialEquationsAreLeftAlone) {
  const Bipartite g = Bipartite::fromRows(4, {{0, 1, 2}, {0, 3}});
  const PantelidesResult r = pantelides(g, std::vector<int>{2, 3, -1, -1});
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(r.graph.numEquations(), 2);
}

TEST(Pantelides, StructurallySingularSystemIsReportedNotDifferentiated) {
  // der(x) = y, x + y = 0, x - y = 1 : three equations for the chains x and y; z is fine.
  enum { x, y, dx, z };
  const Bipartite g = Bipartite::fromRows(4, {{dx, y}, {x, y}, {z}, {x, y}});
  bool called = false;
  PantelidesCallbacks callbacks;
  callbacks.differentiateVariable = [&](int, int) { called = true; };
  const PantelidesResult r = pantelides(g, std::vector<int>{dx, -1, -1, -1}, callbacks);
  ASSERT_EQ(r.status, Status::Singular);
  ASSERT_EQ(r.singular.size(), 1u);
  EXPECT_EQ(r.singular[0].equations, (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(r.singular[0].variables, (std::vector<int>{x, y}));
  EXPECT_FALSE(called);
}

TEST(Pantelides, CallbackGivesTheStructureOfDerivatives) {
  // u1 = u2 as above; the callback knows that the derivative holds only the derivatives.
  enum { u1, u2, du1, du2, i1, i2 };
  const Bipartite g = Bipartite::fromRows(6, {{du1, i1}, {du2, i2}, {u1, u2}, {i1, i2}});
  PantelidesCallbacks callbacks;
  std::vector<std::pair<int, int>> seen;
  callbacks.differentiateEquation = [&](int e, int newEquation) {
    seen.emplace_back(e, newEquation);
    return std::vector<int>{du2, du1};
  };
  const PantelidesResult r = pantelides(g, std::vector<int>{du1, du2, -1, -1, -1, -1}, callbacks);
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(seen, (std::vector<std::pair<int, int>>{{2, 4}}));
  EXPECT_EQ(r.graph.variablesOf(4).size(), 2u);
  expectConsistent(r);
}

// A derivative may lose a variable that the equation itself was assigned (its coefficient
// vanished): the equation is then searched for again. u1 = w, u2 = w; the derivative of the first
// without w.
TEST(Pantelides, DerivativeThatLosesItsVariableIsAssignedAgain) {
  enum { u1, u2, du1, du2, i1, i2, w, dw };
  const Bipartite g = Bipartite::fromRows(7, {{du1, i1}, {du2, i2}, {u1, w}, {u2, w}, {i1, i2}});
  PantelidesCallbacks callbacks;
  callbacks.differentiateEquation = [&](int e, int) {
    return e == 2 ? std::vector<int>{du1} : std::vector<int>{du2, dw};
  };
  const PantelidesResult r =
      pantelides(g, std::vector<int>{du1, du2, -1, -1, -1, -1, -1}, callbacks);
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(orders(r, 5), (std::vector<int>{0, 0, 1, 1, 0}));
  expectConsistent(r);
}

TEST(Pantelides, VanishingDerivativesEndAsDiverged) {
  enum { u1, u2, du1, du2 };
  const Bipartite g = Bipartite::fromRows(4, {{du1, u2}, {u1, u2}});
  for (const auto& row : {std::vector<int>{}, std::vector<int>{u1}}) {
    PantelidesCallbacks callbacks;
    callbacks.differentiateEquation = [&](int, int) { return row; };
    EXPECT_EQ(pantelides(g, std::vector<int>{du1, du2, -1, -1}, callbacks).status,
              Status::Diverged);
  }
}

// The canonical offsets of the signature method, by brute force: a transversal of the largest sum
// of derivative orders, then the smallest c >= 0 with d_j - c_i >= sigma_ij, equal on it.
// Reference: Pryce, "A simple structural analysis method for DAEs", BIT 41 (2001), where the
// offsets are shown to be the differentiation counts of Pantelides.
std::vector<int> signatureOffsets(const std::vector<std::vector<int>>& sigma) {
  const int n = static_cast<int>(sigma.size());
  std::vector<int> p(n), best;
  std::iota(p.begin(), p.end(), 0);
  int bestSum = -1;
  do {
    int sum = 0;
    for (int i = 0; i < n && sum >= 0; ++i) sum = sigma[i][p[i]] < 0 ? -1 : sum + sigma[i][p[i]];
    if (sum > bestSum) {
      bestSum = sum;
      best = p;
    }
  } while (std::next_permutation(p.begin(), p.end()));
  if (bestSum < 0) return {};
  std::vector<int> c(n, 0);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> d(n, 0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (sigma[i][j] >= 0) d[j] = std::max(d[j], sigma[i][j] + c[i]);
      }
    }
    for (int i = 0; i < n; ++i) {
      const int needed = d[best[i]] - sigma[i][best[i]];
      changed |= needed != c[i];
      c[i] = needed;
    }
  }
  return c;
}

TEST(Pantelides, AgreesWithTheSignatureMethod) {
  std::mt19937 random(8);
  int solvable = 0, singular = 0, differentiated = 0;
  for (int round = 0; round < 2000; ++round) {
    const int n = 1 + randomBelow(random, 5), maxOrder = 2;
    // Chain j is the variables 3j, 3j + 1, 3j + 2 up to its highest order anywhere.
    std::vector<std::vector<int>> sigma(n, std::vector<int>(n, -1));
    std::vector<int> highest(n, 0);
    for (auto& row : sigma) {
      for (int j = 0; j < n; ++j) {
        if (randomBelow(random, 100) < 45) row[j] = randomBelow(random, maxOrder + 1);
        highest[j] = std::max(highest[j], row[j]);
      }
    }
    std::vector<int> first(n + 1, 0), der;
    for (int j = 0; j < n; ++j) {
      first[j + 1] = first[j] + highest[j] + 1;
      for (int k = 0; k < highest[j]; ++k) der.push_back(first[j] + k + 1);
      der.push_back(kNone);
    }
    BipartiteBuilder builder(n, first[n]);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        for (int k = 0; k <= sigma[i][j]; ++k) builder.addEdge(i, first[j] + k);
      }
    }
    const std::vector<int> expected = signatureOffsets(sigma);
    const PantelidesResult r = pantelides(builder.build(), der);
    if (expected.empty()) {
      EXPECT_EQ(r.status, Status::Singular);
      ++singular;
      continue;
    }
    ASSERT_EQ(r.status, Status::Done);
    expectConsistent(r);
    EXPECT_EQ(orders(r, n), expected);
    ++solvable;
    differentiated += r.graph.numEquations() > n;
  }
  EXPECT_GT(solvable, 300);
  EXPECT_GT(singular, 100);
  EXPECT_GT(differentiated, 200);
}

TEST(Pantelides, ManyIndependentConstraints) {
  const int n = 50'000;  // pairs of capacitors in parallel
  std::vector<Bipartite::Edge> edges;
  std::vector<int> der(6 * n, kNone);
  for (int k = 0; k < n; ++k) {
    const int u1 = 6 * k, u2 = u1 + 1, du1 = u1 + 2, du2 = u1 + 3, i1 = u1 + 4, i2 = u1 + 5;
    der[u1] = du1;
    der[u2] = du2;
    for (int v : {du1, i1}) edges.emplace_back(4 * k, v);
    for (int v : {du2, i2}) edges.emplace_back(4 * k + 1, v);
    for (int v : {u1, u2}) edges.emplace_back(4 * k + 2, v);
    for (int v : {i1, i2}) edges.emplace_back(4 * k + 3, v);
  }
  const PantelidesResult r = pantelides(Bipartite::fromEdges(4 * n, 6 * n, edges), der);
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(r.graph.numEquations(), 5 * n);
}

// x0 = f(t) at the end of a long chain of alias equations x(k) = x(k+1), with two ends
// differentiated: the whole chain is one search, far too deep for recursion.
TEST(Pantelides, OneLongConstraint) {
  const int n = 200'000;
  std::vector<Bipartite::Edge> edges;
  std::vector<int> der(n + 2, kNone);
  for (int e = 0; e + 1 < n; ++e) {
    edges.emplace_back(e, e);
    edges.emplace_back(e, e + 1);
  }
  der[0] = n;  // der(x0) = i, der(x(n-1)) = -i
  der[n - 1] = n + 1;
  edges.emplace_back(n - 1, n);
  edges.emplace_back(n - 1, n + 1);
  const PantelidesResult r = pantelides(Bipartite::fromEdges(n, n + 2, edges), der);
  ASSERT_EQ(r.status, Status::Done);
  EXPECT_EQ(r.graph.numEquations(), n + n - 1);
}

// Bodies in a row with rigid links, the forces of which are unknown: every link is a constraint on
// positions, and the paths of the search must stay short (the depth-first search is quadratic).
TEST(Pantelides, ChainOfRigidLinks) {
  const int n = 20'000;
  std::vector<Bipartite::Edge> edges;
  std::vector<int> der(5 * n, kNone);
  for (int k = 0; k < n; ++k) {
    const int x = 5 * k, v = x + 1, dx = x + 2, dv = x + 3, force = x + 4, e = 3 * k;
    der[x] = dx;
    der[v] = dv;
    for (int u : {dx, v}) edges.emplace_back(e, u);
    for (int u : {dv, force}) edges.emplace_back(e + 1, u);
    if (k > 0) edges.emplace_back(e + 1, force - 5);
    edges.emplace_back(e + 2, x);
    edges.emplace_back(e + 2, k + 1 < n ? x + 5 : force);  // the last one is a spring
  }
  const PantelidesResult r = pantelides(Bipartite::fromEdges(3 * n, 5 * n, edges), der);
  ASSERT_EQ(r.status, Status::Done);
  expectConsistent(r);
  EXPECT_EQ(r.graph.numEquations(), 3 * n + 2 * (n - 1) + n);  // links twice, dx = v once
}

}  // namespace
}  // namespace formola::graph

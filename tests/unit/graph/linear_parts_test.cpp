#include "graph/linear_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graph/matching.h"
#include "graph/strong_components.h"
#include "random_graph.h"

namespace formola::graph {
namespace {

NonlinearCouplings couplings(int n, const std::vector<std::pair<int, std::vector<int>>>& rows) {
  NonlinearCouplings result;
  std::vector<std::vector<int>> variables;
  for (const auto& [equation, row] : rows) {
    result.equations.push_back(equation);
    variables.push_back(row);
  }
  result.variables = Bipartite::fromRows(n, variables);
  return result;
}

// Each equation and variable once; sorted into blocks with `known` given, an equation that is
// still nonlinear in its block's unknowns must be an assignment.
void expectValid(const Bipartite& g, const std::vector<Solvable>& s, const NonlinearCouplings& c,
                 const LinearParts& parts) {
  const int n = g.numVariables();
  ASSERT_TRUE(parts.found);
  EXPECT_EQ(parts.known.size(), parts.residuals.size());
  std::set<int> equations(parts.residuals.begin(), parts.residuals.end());
  std::set<int> variables(parts.known.begin(), parts.known.end());
  Matching matching(static_cast<int>(parts.inner.size()), static_cast<int>(parts.inner.size()));
  std::vector<int> local(n, kNone);
  for (size_t i = 0; i < parts.inner.size(); ++i) {
    EXPECT_TRUE(equations.insert(parts.inner[i].first).second);
    EXPECT_TRUE(variables.insert(parts.inner[i].second).second);
    local[parts.inner[i].second] = static_cast<int>(i);
    matching.match(static_cast<int>(i), static_cast<int>(i));
  }
  ASSERT_EQ(static_cast<int>(equations.size()), n);
  ASSERT_EQ(static_cast<int>(variables.size()), n);
  matching.size = static_cast<int>(parts.inner.size());
  std::vector<std::vector<int>> rows;
  for (const auto& [e, v] : parts.inner) {
    rows.emplace_back();
    for (int u : g.variablesOf(e))
      if (local[u] != kNone) rows.back().push_back(local[u]);
  }
  const Bipartite inner = Bipartite::fromRows(matching.size, rows);
  const Groups groups = blockLowerTriangular(inner, matching);
  std::vector<char> known(n, 0);
  for (int v : parts.known) known[v] = 1;
  for (int k = 0; k < groups.size(); ++k) {
    const auto [e, v] = parts.inner[groups[k][0]];
    const bool assigned = groups[k].size() == 1 && s[g.findEdge(e, v)] == Solvable::Always;
    for (int i : groups[k]) {
      if (assigned) continue;
      for (int row = 0; row < c.variables.numEquations(); ++row) {
        if (c.equations[row] != parts.inner[i].first) continue;
        const auto of = c.variables.variablesOf(row);
        const auto unknown = std::count_if(of.begin(), of.end(), [&](int u) { return !known[u]; });
        EXPECT_LE(unknown, of.size() > 1 ? 1 : 0);
      }
    }
    for (int i : groups[k]) known[parts.inner[i].second] = 1;
  }
}

// W13: plant x, u = controller(y) with two states, y = g(x): only the plant's state is iterated on,
// although u stands in the nonlinear equation too.
TEST(LinearParts, TheControllerIsSolvedInside) {
  enum { x, dx, y, u, x1, x2 };
  const Bipartite g =
      Bipartite::fromRows(6, {{dx, x, u}, {y, x}, {x, dx}, {x1, x2}, {x2, x1, y}, {u, x1}});
  std::vector<Solvable> s(g.numEdges(), Solvable::Always);
  for (int v : {x, u}) s[g.findEdge(0, v)] = Solvable::Never;
  s[g.findEdge(1, x)] = Solvable::Never;
  const auto c = couplings(6, {{0, {x}}, {0, {u}}, {1, {x}}});
  const LinearParts parts = findLinearParts(g, s, c);
  expectValid(g, s, c, parts);
  EXPECT_EQ(parts.known, std::vector<int>{x});
  EXPECT_EQ(parts.residuals.size(), 1u);
}

TEST(LinearParts, AProductNeedsOneOfItsFactors) {
  enum { a, b, c };
  const Bipartite g = Bipartite::fromRows(3, {{a, b, c}, {a, b, c}, {a, b, c}});
  const std::vector<Solvable> s(g.numEdges(), Solvable::MayVanish);
  const auto products = couplings(3, {{0, {a, b}}, {1, {a, c}}});
  const LinearParts parts = findLinearParts(g, s, products);
  expectValid(g, s, products, parts);
  EXPECT_EQ(parts.known, std::vector<int>{a});
}

TEST(LinearParts, GivesUpBeyondTheLimit) {
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const std::vector<Solvable> s(g.numEdges(), Solvable::Never);
  const auto c = couplings(2, {{0, {0}}, {1, {1}}});
  EXPECT_FALSE(findLinearParts(g, s, c, {.maxKnown = 1}).found);
  EXPECT_TRUE(findLinearParts(g, s, c, {.maxKnown = 2}).found);
}

// Each of three variables determines the other two.
TEST(LinearParts, BeginsWithWhatIsWanted) {
  const Bipartite g = Bipartite::fromRows(3, {{0, 1}, {1, 2}, {0, 2}});
  std::vector<Solvable> s(g.numEdges(), Solvable::Always);
  for (int v : {0, 2}) s[g.findEdge(2, v)] = Solvable::Never;
  const auto c = couplings(3, {{2, {0}}, {2, {2}}});
  for (int v = 0; v < 3; ++v) {
    const std::vector<int> first{v, (v + 1) % 3};
    const LinearParts parts = findLinearParts(g, s, c, {.first = std::span(first).first(1)});
    expectValid(g, s, c, parts);
    EXPECT_EQ(parts.known, std::vector<int>{v});
    EXPECT_EQ(findLinearParts(g, s, c, {.first = first}).known.size(), 1U);  // the other follows
  }
}

TEST(LinearParts, RandomBlocksAreValid) {
  std::mt19937 random(31);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + randomBelow(random, 12);
    std::vector<std::vector<int>> rows(n);
    for (int e = 0; e < n; ++e) {
      rows[e].push_back(e);  // structurally regular
      for (int k = randomBelow(random, 4); k > 0; --k) rows[e].push_back(randomBelow(random, n));
    }
    const Bipartite g = Bipartite::fromRows(n, rows);
    std::vector<Solvable> s(g.numEdges());
    for (Solvable& one : s) one = static_cast<Solvable>(randomBelow(random, 3));
    std::vector<std::pair<int, std::vector<int>>> list;
    for (int k = randomBelow(random, 8); k > 0; --k) {
      const int e = randomBelow(random, n);
      const auto of = g.variablesOf(e);
      std::vector<int> row{of[randomBelow(random, static_cast<int>(of.size()))]};
      if (randomBelow(random, 2))
        row.push_back(of[randomBelow(random, static_cast<int>(of.size()))]);
      list.emplace_back(e, row);
    }
    const auto c = couplings(n, list);
    expectValid(g, s, c, findLinearParts(g, s, c));
  }
}

}  // namespace
}  // namespace formola::graph

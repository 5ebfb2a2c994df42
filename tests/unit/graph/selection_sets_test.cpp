#include "graph/selection_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace formola::graph {
namespace {

struct Case {
  Bipartite graph;
  std::vector<Coefficient> coefficients;
  std::vector<int> level, order, priority;

  Case(Bipartite g, Coefficient all)
      : graph(std::move(g)),
        coefficients(static_cast<size_t>(graph.numEdges()), all),
        level(static_cast<size_t>(graph.numVariables()), 2),
        order(level.size(), 1),
        priority(level.size(), 0) {}
  void set(int e, int v, Coefficient c) {
    coefficients[static_cast<size_t>(graph.findEdge(e, v))] = c;
  }
  std::vector<SelectionSet> find() const {
    return findSelectionSets(graph, {coefficients, level, order, priority});
  }
};

// x^2 + y^2 = 1
TEST(SelectionSets, OneOfTwo) {
  Case c(Bipartite::fromRows(2, {{0, 1}}), Coefficient::Varies);
  const auto sets = c.find();
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].candidates, (std::vector<int>{0, 1}));
  EXPECT_EQ(sets[0].states, 1);
  EXPECT_EQ(sets[0].constraints, (std::vector<int>{0}));
}

TEST(SelectionSets, NothingToChangeWhereCoefficientsAreSafe) {
  EXPECT_TRUE(Case(Bipartite::fromRows(2, {{0, 1}}), Coefficient::Constant).find().empty());
  EXPECT_TRUE(Case(Bipartite::fromRows(2, {{0, 1}}), Coefficient::Safe).find().empty());
  // one safe coefficient is enough
  Case c(Bipartite::fromRows(2, {{0, 1}}), Coefficient::Varies);
  c.set(0, 0, Coefficient::Safe);
  c.order = {1, 1};
  EXPECT_TRUE(c.find().empty());
}

// Closed chain: x = cos(a), ... : the angles must be known, the rest follows, the loop is left.
TEST(SelectionSets, InnerEquationsLeadToTheConstraint) {
  // variables 0 1 2: angles; 3 4 5: projections; equations 0 1 2: their definitions; 3: the loop
  Case c(Bipartite::fromRows(6, {{0, 3}, {1, 4}, {2, 5}, {3, 4, 5}}), Coefficient::Constant);
  for (int i = 0; i < 3; ++i) c.set(i, i, Coefficient::Varies);
  const auto sets = c.find();
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].candidates, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(sets[0].states, 2);
  EXPECT_EQ(sets[0].inner.size(), 3u);
}

TEST(SelectionSets, LevelsAreObeyed) {
  Case c(Bipartite::fromRows(4, {{0, 1, 2, 3}, {0, 1, 2, 3}}), Coefficient::Varies);
  c.level = {4, 2, 0, 2};
  const auto sets = c.find();
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].above, (std::vector<int>{0}));
  EXPECT_EQ(sets[0].forced, (std::vector<int>{2}));
  EXPECT_EQ(sets[0].candidates, (std::vector<int>{1, 3}));
  EXPECT_EQ(sets[0].states, 1);
  // as many of the lowest levels as equations: nothing to choose
  c.level = {4, 2, 0, 3};
  EXPECT_TRUE(c.find().empty());
}

TEST(SelectionSets, RandomSystemsKeepTheInvariants) {
  std::mt19937 random(7);
  for (int run = 0; run < 400; ++run) {
    const int rows = 1 + randomBelow(random, 8), columns = rows + 1 + randomBelow(random, 4);
    Case c(randomGraph(random, rows, columns, 40), Coefficient::Constant);
    for (Coefficient& x : c.coefficients) x = static_cast<Coefficient>(randomBelow(random, 3));
    for (int& x : c.level) x = randomBelow(random, 3);
    std::set<int> equations, variables;
    for (const SelectionSet& s : c.find()) {
      EXPECT_GT(s.states, 0);
      EXPECT_LT(static_cast<size_t>(s.states), s.candidates.size());
      // the constraints determine the forced ones and all candidates but the states
      EXPECT_EQ(s.constraints.size() + static_cast<size_t>(s.states),
                s.candidates.size() + s.forced.size());
      std::set<int> known;
      for (const auto* list : {&s.candidates, &s.forced, &s.above})
        for (int v : *list) EXPECT_TRUE(known.insert(v).second);
      for (auto [e, v] : s.inner) {
        EXPECT_NE(c.coefficients[static_cast<size_t>(c.graph.findEdge(e, v))], Coefficient::Varies);
        for (int other : c.graph.variablesOf(e)) EXPECT_TRUE(other == v || known.count(other));
        EXPECT_TRUE(known.insert(v).second);
        EXPECT_TRUE(equations.insert(e).second);
      }
      for (int e : s.constraints) {
        EXPECT_TRUE(equations.insert(e).second);
        for (int v : c.graph.variablesOf(e)) EXPECT_TRUE(known.count(v));
      }
      for (int v : known) EXPECT_TRUE(variables.insert(v).second);
    }
  }
}

}  // namespace
}  // namespace formola::graph

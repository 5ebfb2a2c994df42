#include "dae/balance.h"

#include <gtest/gtest.h>

#include "dae_builder.h"
#include "scalarize/scalarize.h"

namespace formola {
namespace {

using testing::DaeBuilder;

class BalanceTest : public ::testing::Test, public DaeBuilder {
 protected:
  Equation branchesOf(EquationKind kind,
                      std::vector<std::pair<ExprId, std::vector<Equation>>> branches) {
    Equation e;
    e.kind = kind;
    for (auto& [condition, body] : branches) e.branches.push_back({condition, body});
    return e;
  }
  Statement assign(ExprId target) {
    Statement s;
    s.target = target;
    s.value = num(0);
    return s;
  }
  // Counted on the arrays; scalarize must not change the counts.
  Balance counted() {
    Balance balance = countBalance(dae);
    SourceManager sources;
    Diagnostics diagnostics(sources);
    Balance scalar = countBalance(scalarize(dae, diagnostics));
    if (!diagnostics.hasErrors()) {
      EXPECT_EQ(scalar.unknowns, balance.unknowns);
      EXPECT_EQ(scalar.equations, balance.equations);
    }
    return balance;
  }
};

TEST_F(BalanceTest, CountsScalarsOfArrays) {
  ExprId x = variable("x", reals({4, 5}));
  variable("p", reals({7}), Variability::Parameter);
  variable("k", real, Variability::Constant);
  ExprId u = variable("u", reals({3}));
  of(u).causality = Causality::Input;
  ExprId s = variable("s", real);
  equation(x, x);
  Balance b = counted();
  EXPECT_EQ(b.unknowns, 21);
  EXPECT_EQ(b.equations, 20);
  EXPECT_FALSE(b.isBalanced());
  equation(s, num(1));
  EXPECT_TRUE(counted().isBalanced());
}

TEST_F(BalanceTest, TalliesPerInstance) {
  ExprId x = variable("a.x", reals({2})), y = variable("b.y", real);
  Symbol a = pool.names.intern("a"), b = pool.names.intern("b");
  of(x).origin.instance = a;
  of(y).origin.instance = b;
  equation(y, num(1));
  dae.equations.back().origin.instance = b;
  Balance balance = counted();
  ASSERT_EQ(balance.instances.size(), 2u);
  EXPECT_EQ(balance.instances[0].instance, a);
  EXPECT_EQ(balance.instances[0].unknowns, 2);
  EXPECT_EQ(balance.instances[0].equations, 0);
  EXPECT_EQ(balance.instances[1].unknowns, balance.instances[1].equations);
}

TEST_F(BalanceTest, WhenCountsEachLeftSideOnce) {
  ExprId x = variable("x", reals({2}), Variability::Discrete),
         y = variable("y", real, Variability::Discrete);
  ExprId c = variable("c", boolean, Variability::Parameter);
  ExprId first = at(x, {lit(1)});
  Equation reinit = equality(y, num(1));
  reinit.kind = EquationKind::Reinit;
  Equation inner = branchesOf(EquationKind::If, {{c, {equality(y, num(3))}}});
  dae.equations.push_back(branchesOf(
      EquationKind::When, {{c, {equality(x, x), reinit}}, {c, {equality(first, num(2)), inner}}}));
  EXPECT_EQ(countBalance(dae).equations, 3);
}

TEST_F(BalanceTest, IfCountsABranch) {
  ExprId x = variable("x", reals({2})), y = variable("y", real), z = variable("z", real);
  ExprId c = variable("c", boolean, Variability::Parameter);
  Equation even =
      branchesOf(EquationKind::If,
                 {{c, {equality(x, x)}}, {ExprId(), {equality(y, num(1)), equality(z, num(2))}}});
  dae.equations.push_back(even);
  Balance b = counted();
  EXPECT_EQ(b.equations, 2);
  EXPECT_TRUE(b.unevenIfs.empty());
  dae.equations.push_back(
      branchesOf(EquationKind::If, {{c, {equality(x, x)}}, {ExprId(), {equality(y, z)}}}));
  dae.equations.push_back(branchesOf(EquationKind::If, {{c, {equality(y, z)}}}));
  b = counted();
  ASSERT_EQ(b.unevenIfs.size(), 2u);
  EXPECT_EQ(b.unevenIfs[0].first, 2);
  EXPECT_EQ(b.unevenIfs[0].other, 1);
  EXPECT_EQ(b.unevenIfs[1].other, 0);
}

TEST_F(BalanceTest, LiteralConditionsDecide) {
  ExprId x = variable("x", reals({2})), y = variable("y", real);
  dae.equations.push_back(
      branchesOf(EquationKind::If, {{pool.boolean(false), {equality(y, num(1))}},
                                    {pool.boolean(true), {equality(x, x)}},
                                    {ExprId(), {}}}));
  dae.equations.push_back(
      branchesOf(EquationKind::If, {{pool.boolean(false), {equality(y, num(1))}}}));
  Balance b = counted();
  EXPECT_EQ(b.equations, 2);
  EXPECT_TRUE(b.unevenIfs.empty());
}

TEST_F(BalanceTest, AlgorithmsCountAssignedScalars) {
  ExprId x = variable("x", reals({3, 2})), y = variable("y", reals({4})), z = variable("z", real);
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId row = pool.make(ExprKind::Index, reals({2}), 0, {x, lit(1), pool.colon()});
  ExprId element = at(x, {lit(1), lit(2)});
  ExprId other = at(x, {lit(3), lit(2)});
  Statement loop;
  loop.kind = StatementKind::For;
  loop.target = i;
  loop.value = range(lit(1), lit(2), 2);
  loop.branches.push_back({ExprId(), {assign(at(y, {i})), assign(z)}});
  dae.algorithms.push_back({{assign(row), assign(element), assign(other), loop, assign(z)}, {}});
  EXPECT_EQ(countBalance(dae).equations, 3 + 4 + 1);
}

TEST_F(BalanceTest, TupleCallCountsItsTargets) {
  ExprId x = variable("x", reals({3})), y = variable("y", real);
  TypeId results[3] = {reals({3}), real, real};
  FunctionId f = function("f", {}, {reals({3}), real, real});
  Equation e;
  e.kind = EquationKind::TupleCall;
  e.targets = {x, pool.missing(), y};
  e.right = call(f, pool.types.tuple(results), {});
  dae.equations.push_back(e);
  EXPECT_EQ(counted().equations, 4);
}

TEST_F(BalanceTest, HugeArraysCostNothing) {
  ExprId x = variable("x", reals({30'000, 30'000}));
  equation(x, x);
  Balance b = countBalance(dae);
  EXPECT_EQ(b.unknowns, 900'000'000);
  EXPECT_TRUE(b.isBalanced());
}

}  // namespace
}  // namespace formola

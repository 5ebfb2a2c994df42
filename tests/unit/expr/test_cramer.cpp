// Closed forms of small linear systems.
#include <gtest/gtest.h>

#include "expr/cramer.h"

namespace formola {
namespace {

struct Fixture : ::testing::Test {
  ExprPool pool;
  ExprBuilder build{pool};
  uint32_t next = 0;
  ExprId symbol() { return pool.variable(VariableId(next++), pool.types.real()); }
};

using Cramer = Fixture;

TEST_F(Cramer, VoltageDivider) {
  // R1 i + v = u, R2 i - v = 0
  ExprId r1 = symbol(), r2 = symbol(), u = symbol();
  auto solution = solveByCramer(
      pool, 2, {{0, 0, r1}, {0, 1, build.one()}, {1, 0, r2}, {1, 1, build.neg(build.one())}},
      {u, build.zero()});
  ASSERT_TRUE(solution);
  EXPECT_EQ((*solution)[0].numerator, u);
  EXPECT_EQ((*solution)[0].denominator, build.add(r1, r2));
  EXPECT_EQ((*solution)[1].numerator, build.mul(r2, u));
  EXPECT_EQ((*solution)[1].denominator, build.add(r1, r2));
}

TEST_F(Cramer, CommonFactorsCancel) {
  // a x = a b
  ExprId a = symbol(), b = symbol();
  auto solution = solveByCramer(pool, 1, {{0, 0, a}}, {build.mul(a, b)});
  ASSERT_TRUE(solution);
  EXPECT_EQ((*solution)[0].numerator, b);
  EXPECT_EQ((*solution)[0].denominator, build.one());
}

TEST_F(Cramer, SingularSystemsHaveNoSolution) {
  ExprId a = symbol(), b = symbol();
  EXPECT_FALSE(
      solveByCramer(pool, 2, {{0, 0, a}, {0, 1, b}, {1, 0, a}, {1, 1, b}}, {a, b}).has_value());
}

TEST_F(Cramer, QuotientsThatCancelAreSeen) {
  // k x - k y = b, y/k - x/k = b: the same equation twice, where -1/k is (-1)/k
  ExprId k = symbol(), b = symbol();
  ExprId minus = build.div(build.neg(build.one()), k);
  EXPECT_FALSE(
      solveByCramer(
          pool, 2,
          {{0, 0, k}, {0, 1, build.neg(k)}, {1, 0, minus}, {1, 1, build.div(build.one(), k)}},
          {b, b})
          .has_value());
}

TEST_F(Cramer, SquaresOfSineAndCosineJoin) {
  // c x + s y = p, -s x + c y = q
  ExprId angle = symbol(), p = symbol(), q = symbol();
  ExprId c = build.call(Builtin::Cos, angle), s = build.call(Builtin::Sin, angle);
  auto solution =
      solveByCramer(pool, 2, {{0, 0, c}, {0, 1, s}, {1, 0, build.neg(s)}, {1, 1, c}}, {p, q});
  ASSERT_TRUE(solution);
  EXPECT_EQ((*solution)[0].denominator, build.one());
}

}  // namespace
}  // namespace formola

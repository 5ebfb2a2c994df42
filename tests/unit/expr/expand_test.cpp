#include "expr/expand.h"

#include "helper.h"

namespace formola {
namespace {

using test::Scope;

std::string expanded(std::string_view text, size_t maxTerms = 20) {
  Scope s;
  ExprBuilder build(s.pool);
  const auto terms = expand(build, s.parse(text), maxTerms);
  return terms ? s.text(sumOf(build, *terms)) : "too long";
}

TEST(Expand, ProductsOfSumsCancel) {
  EXPECT_EQ(expanded("(a + b)*(b + c) - b*b"), "a*b + a*c + b*c");
  EXPECT_EQ(expanded("a - (a - b)"), "b");
  EXPECT_EQ(expanded("a - a"), "0");
  EXPECT_EQ(expanded("(a + b)^2"), "a*a + 2*(a*b) + b*b");
  EXPECT_EQ(expanded("(2*a - b)/4"), "0.5*a - 0.25*b");
  EXPECT_EQ(expanded("sin(a + b)*2 + sin(a + b)"), "3*sin(a + b)");
}

TEST(Expand, SquaresOfSineAndCosineJoin) {
  EXPECT_EQ(expanded("a + b*sin(c)*sin(c) + cos(c)*b*cos(c)"), "a + b");
  EXPECT_EQ(expanded("a*(sin(c)^2 + cos(c)^2)*(sin(d)^2 + cos(d)^2)"), "a");
  EXPECT_EQ(expanded("2*sin(c)^2 + cos(c)^2"), "2*(sin(c)*sin(c)) + cos(c)*cos(c)");
}

TEST(Expand, GivesUpOnManyTerms) {
  EXPECT_EQ(expanded("(a + b + c)*(d + e + f)*(g + h + i)", 20), "too long");
}

TEST(Expand, KeepsTheValueOfRandomExpressions) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Scope s;
    ExprBuilder build(s.pool);
    const ExprId root = test::randomExpr(s, random, {.size = 10, .boundedOnly = true});
    const auto terms = expand(build, root, 100);
    if (!terms) continue;
    const ExprId sum = sumOf(build, *terms);
    NumericEvaluator value(s.pool, [&](ExprId leaf) { return 0.3 + 0.7 * s.pool.payload(leaf); });
    if (!test::allFinite(s.pool, root, value)) continue;
    const double a = value(root), b = value(sum);
    EXPECT_NEAR(a, b, 1e-9 * std::max(1.0, std::abs(a))) << s.text(root);
  }
}

}  // namespace
}  // namespace formola

// Expressions that are equal as functions have equal fingerprints.
#include "expr/fingerprint.h"

#include <gtest/gtest.h>

#include "expr/simplify.h"
#include "helper.h"

namespace formola::test {
namespace {

struct FingerprintTest : ::testing::Test {
  Scope scope;
  Fingerprints number{scope.pool};
  auto of(std::string_view text) { return number(scope.parse(text)); }
};

TEST_F(FingerprintTest, RationalFunctions) {
  EXPECT_EQ(of("(a + b)*(a - b)"), of("a*a - b*b"));
  EXPECT_EQ(of("a/b + c/d"), of("(a*d + c*b)/(b*d)"));
  EXPECT_EQ(of("a^3"), of("a*a*a"));
  EXPECT_EQ(of("1/a^2"), of("1/(a*a)"));
  EXPECT_EQ(of("0.5*a + 0.25*a"), of("0.75*a"));
  EXPECT_EQ(of("-1.5*a"), of("a - 2.5*a"));
  EXPECT_NE(of("a/b"), of("b/a"));
  EXPECT_NE(of("a + b"), of("a - b"));
  EXPECT_TRUE(of("(a + b)*c - a*c - c*b")->isZero());
  EXPECT_FALSE(of("1/(a - a)").has_value());
}

TEST_F(FingerprintTest, SineAndCosineOfOneAngle) {
  EXPECT_EQ(of("sin(a)*sin(a) + cos(a)*cos(a)"), of("1"));
  EXPECT_EQ(of("sin(a*b + a*c)"), of("sin(a*(c + b))"));
  EXPECT_NE(of("sin(a)*sin(a) + cos(b)*cos(b)"), of("1"));
  EXPECT_NE(of("exp(a)"), of("exp(b)"));
}

// Symmetry of a congruence: (i, j) and (j, i) of R' M R, summed in different orders.
TEST_F(FingerprintTest, SymmetryOfACongruence) {
  EXPECT_EQ(of("(r1*m11 + r2*m12)*q1 + (r1*m12 + r2*m22)*q2"),
            of("(q1*m11 + q2*m12)*r1 + (q1*m12 + q2*m22)*r2"));
}

TEST_F(FingerprintTest, VariablesWithAMeaning) {
  const ExprId a = scope.parse("a"), b = scope.parse("b"), c = scope.parse("c");
  const ExprId meaning = scope.parse("2*b"), itself = scope.parse("c + 1");
  Fingerprints known(scope.pool, [&](ExprId id) {
    return id == a ? meaning : id == c ? itself : ExprId();
  });
  EXPECT_EQ(known(a), known(scope.parse("b + b")));
  EXPECT_NE(known(a), known(b));
  EXPECT_TRUE(known(c).has_value());  // ends
}

TEST_F(FingerprintTest, SimplificationKeepsThem) {
  std::mt19937 random(7);
  Simplifier simplify(scope.pool);
  RandomOptions options;
  options.boundedOnly = true;
  int equal = 0;
  for (int k = 0; k < 300; ++k) {
    const ExprId id = randomExpr(scope, random, options);
    const auto before = number(id), after = number(simplify(id));
    // Rounded literals and 0*(1/0) may be seen differently; most are the same.
    equal += before == after;
  }
  EXPECT_GT(equal, 200);
}

TEST_F(FingerprintTest, OneExpressionForEqualOnes) {
  EqualExpressions same(scope.pool, number);
  const ExprId first = scope.parse("a*(b + c)");
  EXPECT_EQ(same(first), first);
  EXPECT_EQ(same(scope.parse("c*a + b*a")), first);
  EXPECT_EQ(scope.text(same(scope.parse("0 - a*b - a*c"))), "-a*(b + c)");
  EXPECT_EQ(scope.text(same(scope.parse("a*b - b*a"))), "0");
  const ExprId undefined = scope.parse("1/(a - a)");
  EXPECT_EQ(same(undefined), undefined);
}

}  // namespace
}  // namespace formola::test

// Expressions: precedence, forms, errors.
#include <gtest/gtest.h>

#include "diag/codes/syntax.h"
#include "parse_helper.h"

namespace formola {
namespace {

struct ShapeCase {
  const char* text;
  const char* shape;
};

TEST(Expr, Precedence) {
  for (const ShapeCase& c : {
           ShapeCase{"a + b*c", "(a + (b * c))"},
           {"a*b + c", "((a * b) + c)"},
           {"a - b - c", "((a - b) - c)"},
           {"a/b/c", "((a / b) / c)"},
           {"a/b*c", "((a / b) * c)"},
           {"a - (b - c)", "(a - (b - c))"},
           {"-x^2", "(-(x ^ 2))"},
           {"(-x)^2", "((-x) ^ 2)"},
           {"-a*b", "(-(a * b))"},
           {"-a + b", "((-a) + b)"},
           {"-a - b", "((-a) - b)"},
           {"+a", "(+a)"},
           {".-a .+ b", "((.-a) .+ b)"},
           {"a < -b", "(a < (-b))"},
           {"-a < b + c", "((-a) < (b + c))"},
           {"not a and b", "((not a) and b)"},
           {"not a == b", "(not (a == b))"},
           {"a and not b", "(a and (not b))"},
           {"a or b and c", "(a or (b and c))"},
           {"a or b or c", "((a or b) or c)"},
           {"a + b < c * d and e", "(((a + b) < (c * d)) and e)"},
           {"2^3*4", "((2 ^ 3) * 4)"},
           {"a .* b ./ c .^ d", "((a .* b) ./ (c .^ d))"},
           {"a:b", "(a : b)"},
           {"a:b:c", "(a : b : c)"},
           {"1:n + 1", "(1 : (n + 1))"},
           {"a or b:c", "((a or b) : c)"},
           {"if a then b else c + d", "(if a then b else (c + d))"},
           {"if a then b elseif c then d else e", "(if a then b if c then d else e)"},
           {"if a then if b then c else d else e", "(if a then (if b then c else d) else e)"},
           {"(if a then b else c) + d", "((if a then b else c) + d)"},
           {"(((a)))", "a"},
       }) {
    auto parsed = parseExpr(c.text);
    ASSERT_TRUE(parsed->expr) << c.text << "\n" << parsed->text();
    EXPECT_EQ(shape(*parsed->expr, parsed->names), c.shape) << c.text;
  }
}

TEST(Expr, PrintsWithAsFewParenthesesAsNeeded) {
  for (const char* text : {
           "a + b*c",
           "(a + b)*c",
           "a - (b - c)",
           "a - b - c",
           "a/(b*c)",
           "(-a)*b",
           "-a*b",
           "a^(-b)",
           "(a^b)^c",
           "a^(b^c)",
           "-x^2",
           "not (a and b)",
           "not a and b",
           "(not a) == b",
           "a < b",
           "(a < b) == c",
           "a or b and c",
           "(a or b) and c",
           "(if a then b else c) + d",
           "if a then b elseif c then d else e",
           "1:2:n",
           "(1:2):3",
           "{a, b, {c}}",
           "[a, b; c, d]",
           "[1]",
           "f()",
           "f(a, b, n = c)",
           "f(n = c)",
           "sum(i^2 for i in 1:n)",
           "{i*j for i in 1:2, j in 1:3}",
           "{i for i}",
           "der(x)",
           "initial()",
           "pure(f(x))",
           "a[1, :].b[end - 1].c",
           ".A.b.c(x)",
           "(a, , b)",
           "(a, b)",
           "()",
           "f(function g(a = 1), h = function .A.k())",
           "'a b'.c",
           "a - (-b)",
           "a + (-2.5)",
           "true",
           "false",
           "\"a\\\"b\\\\\\n\"",
           "x.y[f(end)]",
           "2 .* x",
       }) {
    auto parsed = parseExpr(text);
    ASSERT_TRUE(parsed->expr) << text << "\n" << parsed->text();
    EXPECT_EQ(print(*parsed->expr, parsed->names), text);
  }
}

TEST(Expr, NumbersKeepTheirTypeAndValue) {
  struct Case {
    const char* text;
    const char* printed;
  };
  for (const Case& c : {Case{"1", "1"},
                        {"1.", "1.0"},
                        {"1.0", "1.0"},
                        {"1e3", "1000.0"},
                        {".5", "0.5"},
                        {"0.1", "0.1"},
                        {"1e-3", "0.001"},
                        {"1e300", "1e+300"},
                        {"1e-400", "0.0"},
                        {"6.02214076e23", "6.02214076e+23"},
                        {"9223372036854775807", "9223372036854775807"}}) {
    auto parsed = parseExpr(c.text);
    ASSERT_TRUE(parsed->expr) << c.text;
    EXPECT_EQ(print(*parsed->expr, parsed->names), c.printed);
  }
  EXPECT_EQ(parseExpr("0.1")->expr->as<ast::RealExpr>().value, 0.1);
}

TEST(Expr, Errors) {
  struct Case {
    const char* text;
    const char* codes;
  };
  for (const Case& c : {
           Case{"", "ExpectedExpression@1"},
           {"a +", "ExpectedExpression@1"},
           {"a b", "ExpectedToken@1"},
           {"a - -b", "SignNeedsParentheses@1"},
           {"a * -b", "SignNeedsParentheses@1"},
           {"2^-3", "SignNeedsParentheses@1"},
           {"a - - - b", "SignNeedsParentheses@1"},
           {"a == not b", "NotNeedsParentheses@1"},
           {"not not a", "NotNeedsParentheses@1"},
           {"a < b < c", "ChainedComparison@1"},
           {"a^b^c", "ChainedPower@1"},
           {"1 + if a then b else c", "IfNeedsParentheses@1"},
           {"if a then b", "MissingElse@1"},
           {"if a b else c", "ExpectedThen@1"},
           {"{}", "EmptyBraces@1"},
           {"f(a = 1, b)", "PositionalAfterNamed@1"},
           {"(a, b", "UnclosedBracket@1"},
           {"(a]", "BracketMismatch@1"},
           {"f(a b)", "ExpectedToken@1"},
           {"a)", "ExpectedToken@1"},
           {"x[end]", ""},
           {"end", "ExpectedExpression@1"},
           {"a != b", "ForeignOperator@1"},
           {"99999999999999999999", "IntegerTooLarge@1"},
           {"1e999", "RealTooLarge@1"},
           {"a + model * 2", "KeywordAsName@1"},
           {"f(a,)", "ExpectedExpression@1"},
           {"a.", "ExpectedName@1"},
           {"[]", "ExpectedExpression@1"},
       }) {
    auto parsed = parseExpr(c.text);
    EXPECT_EQ(parsed->codes(), c.codes) << c.text << "\n" << parsed->text();
    EXPECT_EQ(parsed->expr == nullptr, *c.codes != '\0') << c.text;
  }
}

TEST(Expr, LongChainsCostNoStack) {
  std::string text = "a";
  for (int i = 0; i < 200000; ++i) text += " + a";
  auto parsed = parseExpr(text);
  ASSERT_TRUE(parsed->expr);
  EXPECT_EQ(print(*parsed->expr, parsed->names), text);
  EXPECT_TRUE(equal(*parsed->expr, *parsed->expr));
}

TEST(Expr, DeepNestingIsAnError) {
  for (const char* open : {"(", "{", "[", "f(", "a[", "-", "not ", "if a then ", "(a + "}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += open;
    auto parsed = parseExpr(text);
    EXPECT_FALSE(parsed->expr);
    ASSERT_FALSE(parsed->diagnostics.all().empty());
    EXPECT_EQ(parsed->diagnostics.all().back().code, diag::NestingTooDeep) << open;
    EXPECT_LE(parsed->diagnostics.all().size(), 2u) << open;
  }
  std::string allowed(900, '(');
  allowed += 'a';
  allowed.append(900, ')');
  EXPECT_TRUE(parseExpr(allowed)->expr);
}

TEST(Expr, RangesCoverTheText) {
  auto parsed = parseExpr("  (a + b) * c[1] ");
  const auto& product = parsed->expr->as<ast::BinaryExpr>();
  EXPECT_EQ(parsed->sources.text(product.range), "(a + b) * c[1]");
  EXPECT_EQ(parsed->sources.text(product.left->range), "a + b");
  EXPECT_EQ(parsed->sources.text(product.right->range), "c[1]");
}

}  // namespace
}  // namespace formola

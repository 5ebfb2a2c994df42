// Derivatives: forms, failures, and random expressions against finite differences.
#include "expr/differentiate.h"

#include <cmath>

#include "expr/analysis.h"
#include "expr/eval_numeric.h"
#include "expr/gradient.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

std::string partial(std::string_view text, std::string_view by = "x") {
  Scope s;
  Derivative d = differentiate(s.pool, s.parse(text), s.parse(by));
  return d.ok() ? s.text(d.value) : "fails at " + s.text(d.failedAt);
}

TEST(Differentiate, Forms) {
  EXPECT_EQ(partial("a*x + b"), "a");
  EXPECT_EQ(partial("x^2"), "2*x");
  EXPECT_EQ(partial("x^3"), "3*x^2");
  EXPECT_EQ(partial("x*y"), "y");
  EXPECT_EQ(partial("a/x"), "-a/(x*x)");
  EXPECT_EQ(partial("sin(a*x)"), "cos(a*x)*a");
  EXPECT_EQ(partial("cos(x)"), "-sin(x)");
  EXPECT_EQ(partial("exp(x)"), "exp(x)");
  EXPECT_EQ(partial("log(x)"), "1/x");
  EXPECT_EQ(partial("sqrt(x)"), "1/(2*sqrt(x))");
  EXPECT_EQ(partial("x^n"), "n*x^(n - 1)");
  EXPECT_EQ(partial("n^x"), "n^x*log(n)");
  EXPECT_EQ(partial("abs(x)"), "sign(x)");
  EXPECT_EQ(partial("sign(x)"), "0");
  EXPECT_EQ(partial("floor(x)*x"), "floor(x)");
  EXPECT_EQ(partial("if x > 0 then x else y"), "if x > 0 then 1 else 0");
  EXPECT_EQ(partial("if y > 0 then 3*x else 3*x + y"), "3");
  EXPECT_EQ(partial("min(x, y)"), "if noEvent(x <= y) then 1 else 0");
  EXPECT_EQ(partial("semiLinear(x, a, b)"), "if x >= 0 then a else b");
  EXPECT_EQ(partial("noEvent(if x > 0 then x*x else y)"), "noEvent(if x > 0 then 2*x else 0)");
  EXPECT_EQ(partial("smooth(2, if x > 0 then x^3 else 0)"),
            "smooth(1, if x > 0 then 3*x^2 else 0)");
  EXPECT_EQ(partial("homotopy(x^2, a*x)"), "homotopy(2*x, a)");
  EXPECT_EQ(partial("der(x)*x"), "der(x)");
  EXPECT_EQ(partial("der(x)*x", "der(x)"), "x");
}

TEST(Differentiate, FailuresNameTheNode) {
  EXPECT_EQ(partial("a + sin(delay(x, 1))"), "fails at delay(x, 1)");
  EXPECT_EQ(partial("delay(y, 1) + x"), "1");
}

TEST(Differentiate, TotalTimeDerivative) {
  Scope s;
  // p is a parameter, z must not be differentiated
  Differentiator ddt(s.pool, {.leaf = [&](ExprId leaf) -> ExprId {
                       if (leaf == s.pool.time()) return s.pool.real(1);
                       if (s.pool.kind(leaf) == ExprKind::Variable) {
                         const std::string& name = s.names[s.pool.variableOf(leaf).index()];
                         if (name == "p") return s.pool.real(0);
                         if (name == "z") return {};
                       }
                       return s.pool.builtin(Builtin::Der, s.pool.types.real(), {leaf});
                     }});
  auto text = [&](std::string_view e) {
    Derivative d = ddt(s.parse(e));
    return d.ok() ? s.text(d.value) : "fails at " + s.text(d.failedAt);
  };
  EXPECT_EQ(text("x^2 + y^2 - p^2"), "2*x*der(x) + 2*y*der(y)");
  EXPECT_EQ(text("p*time"), "p");
  EXPECT_EQ(text("der(x)"), "der(der(x))");
  EXPECT_EQ(text("x*z"), "fails at z");
  EXPECT_EQ(text("x/y"), "(der(x) - x/y*der(y))/y");
}

TEST(Differentiate, UserFunctionsThroughTheCallback) {
  Scope s;
  TypeId real = s.pool.types.real();
  ExprId arguments[2] = {s.parse("x^2"), s.var("y")};
  ExprId call = s.pool.call(FunctionId(0u), real, arguments);
  DerivativeRules rules;
  rules.leaf = [&](ExprId leaf) { return s.pool.real(leaf == s.var("x") ? 1 : 0); };
  EXPECT_EQ(Differentiator(s.pool, rules)(call).failedAt, call);
  rules.call = [&](ExprId original, std::span<const ExprId> d) {
    ExprId all[4] = {s.pool.child(original, 0), s.pool.child(original, 1), d[0], d[1]};
    return s.pool.call(FunctionId(1u), real, all);
  };
  EXPECT_EQ(s.text(Differentiator(s.pool, rules)(call).value), "f1(x^2, y, 2*x, 0)");
  GradientBuilder gradient(
      s.pool,
      [&](ExprId leaf) { return leaf == s.var("x") ? Dependence::Unknown : Dependence::Known; },
      [&](ExprId, size_t argument, size_t) { return s.var("df" + std::to_string(argument)); });
  Gradient g = gradient(call);
  ASSERT_EQ(g.entries.size(), 1u);
  EXPECT_EQ(s.text(g.entries[0].derivative), "2*x*df0");
}

TEST(Differentiate, ElementsOfArrays) {
  Scope s;
  ExprPool& pool = s.pool;
  Size three[1] = {3};
  TypeId vector = pool.types.get(BaseType::Real, 0, three);
  ExprId array =
      pool.make(ExprKind::Array, vector, 0, {s.parse("x^2"), s.parse("y"), s.parse("x")});
  ExprId access = pool.make(ExprKind::Index, pool.types.real(), 0, {array, s.var("i_k")});
  Derivative d = differentiate(pool, access, s.var("x"));
  ASSERT_TRUE(d.ok());
  EXPECT_EQ(s.text(pool.child(d.value, 0)), "array(2*x, 0, 1)");
  GradientBuilder gradient(pool, [&](ExprId leaf) {
    return leaf == s.var("x") ? Dependence::Unknown : Dependence::Known;
  });
  Gradient g = gradient(access);
  ASSERT_EQ(g.entries.size(), 1u);
  for (int k = 1; k <= 3; ++k) {
    NumericEvaluator value(pool, [&](ExprId leaf) { return leaf == s.var("i_k") ? k : 5.0; });
    EXPECT_EQ(value(g.entries[0].derivative), value(d.value)) << k;
  }
}

TEST(Gradient, OrderAndForms) {
  Scope s;
  GradientBuilder gradient(s.pool, [&](ExprId leaf) {
    return s.names[s.pool.payload(leaf)][0] == 'x' ? Dependence::Unknown : Dependence::Known;
  });
  Gradient g = gradient(s.parse("a*x1 + sin(x2)*x1 - x3/b + c"));
  ASSERT_TRUE(g.ok());
  ASSERT_EQ(g.entries.size(), 3u);
  std::string all;
  for (const GradientEntry& e : g.entries)
    all += s.text(e.unknown) + ": " + s.text(e.derivative) + "; ";
  EXPECT_EQ(all, "x2: cos(x2)*x1; x1: a + sin(x2); x3: (-1)/b; ");
  EXPECT_TRUE(gradient(s.parse("a + b")).entries.empty());
}

// Both modes agree with central differences on random smooth expressions.
TEST(Differentiate, AgainstFiniteDifferences) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  int compared = 0;
  for (int round = 0; round < 3000; ++round) {
    Scope s;
    ExprId e = test::randomExpr(
        s, random, {.size = 3 + round % 15, .smoothOnly = true, .boundedOnly = round % 2 == 0});
    ExprId x = s.var("x1");
    double at[4];
    for (double& v : at) v = uniform(random);
    double shift = 0;
    auto index = [&](ExprId leaf) { return s.names[s.pool.payload(leaf)][1] - '0'; };
    NumericEvaluator value(s.pool,
                           [&](ExprId leaf) { return at[index(leaf)] + (leaf == x ? shift : 0); });
    Derivative d = differentiate(s.pool, e, x);
    ASSERT_TRUE(d.ok());
    GradientBuilder gradient(s.pool, [](ExprId) { return Dependence::Unknown; });
    Gradient g = gradient(e);
    ASSERT_TRUE(g.ok());
    ExprId reverse = s.pool.real(0);
    for (const GradientEntry& entry : g.entries) {
      if (entry.unknown == x) reverse = entry.derivative;
    }
    if (!test::allFinite(s.pool, e, value)) continue;
    double forward = value(d.value);
    double backward = value(reverse);
    const double h = 1e-5;
    auto difference = [&](double step) {
      shift = step;
      value.reset();
      double up = value(e);
      shift = -step;
      value.reset();
      return (up - value(e)) / (2 * step);
    };
    double coarse = difference(2 * h);
    double fine = difference(h);
    // where the difference quotient itself isn't settled it proves nothing
    double scale = 1 + std::fabs(fine);
    if (!std::isfinite(fine) || std::fabs(coarse - fine) > 1e-6 * scale || scale > 1e4) continue;
    ++compared;
    ASSERT_NEAR(forward, fine, 1e-4 * scale) << s.text(e) << "  ->  " << s.text(d.value);
    ASSERT_NEAR(backward, fine, 1e-4 * scale) << s.text(e) << "  ->  " << s.text(reverse);
  }
  EXPECT_GT(compared, 1500);
}

TEST(Differentiate, EachElementaryFunctionAgainstFiniteDifferences) {
  for (const char* text : {"sin(x)",        "cos(x)",
                           "tan(x)",        "asin(x)",
                           "acos(x)",       "atan(x)",
                           "sinh(x)",       "cosh(x)",
                           "tanh(x)",       "exp(x)",
                           "log(x)",        "log10(x)",
                           "sqrt(x)",       "abs(x)",
                           "abs(-x)",       "atan2(x, 0.7)",
                           "atan2(0.7, x)", "x^2.5",
                           "2^x",           "x^x",
                           "mod(x, 0.25)",  "rem(x, 0.25)",
                           "mod(3, x)",     "min(x, 2*x)",
                           "max(x, x^2)",   "semiLinear(x - 1, 2, 3)",
                           "1/x",           "x/(1 + x)",
                           "noEvent(x^2)",  "smooth(1, x^3)",
                           "residue(x^2)",  "div(7, x)",
                           "ceil(x)"}) {
    Scope s;
    ExprId e = s.parse(text);
    ExprId x = s.var("x");
    Derivative d = differentiate(s.pool, e, x);
    ASSERT_TRUE(d.ok()) << text;
    double at = 0.37;
    NumericEvaluator value(s.pool, [&](ExprId) { return at; });
    double symbolic = value(d.value);
    at = 0.37 + 1e-6;
    value.reset();
    double up = value(e);
    at = 0.37 - 1e-6;
    value.reset();
    EXPECT_NEAR(symbolic, (up - value(e)) / 2e-6, 1e-6) << text << " -> " << s.text(d.value);
  }
}

TEST(Differentiate, SharedPartsStaySmallAndDeepOnesWork) {
  Scope s;
  TypeId real = s.pool.types.real();
  ExprId e = s.var("x");
  for (int i = 0; i < 200; ++i) e = s.pool.binary(ExprKind::Mul, real, e, e);
  Derivative d = differentiate(s.pool, e, s.var("x"));
  ASSERT_TRUE(d.ok());
  EXPECT_LT(countOperations(s.pool, {&d.value, 1}).muls, 1000u);
  ExprId deep = s.var("x");
  for (int i = 0; i < 100'000; ++i) deep = s.pool.builtin(Builtin::Sin, real, {deep});
  EXPECT_TRUE(differentiate(s.pool, deep, s.var("x")).ok());
}

// A sum of n products: linear work, not quadratic.
TEST(Gradient, LongSums) {
  Scope s;
  TypeId real = s.pool.types.real();
  const int n = 50'000;
  ExprId sum = s.pool.real(0);
  for (int i = 0; i < n; ++i) {
    ExprId x = s.pool.variable(VariableId(static_cast<uint32_t>(i)), real);
    sum = s.pool.binary(ExprKind::Add, real, sum,
                        s.pool.binary(ExprKind::Mul, real, s.pool.real(i + 2), x));
  }
  GradientBuilder gradient(s.pool, [](ExprId) { return Dependence::Unknown; });
  Gradient g = gradient(sum);
  ASSERT_EQ(g.entries.size(), static_cast<size_t>(n));
  EXPECT_EQ(s.pool.realValue(g.entries[10].derivative), 12);
}

}  // namespace
}  // namespace formola

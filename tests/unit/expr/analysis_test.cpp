// Occurrences, operation counts and intervals.
#include "expr/analysis.h"

#include <cmath>

#include "expr/eval_numeric.h"
#include "expr/sign.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

std::string occurrences(std::string_view text) {
  Scope s;
  OccurrenceCollector collector(s.pool);
  std::string result;
  for (const Occurrence& o : collector(s.parse(text))) {
    static constexpr const char* kKinds[] = {"", "'", "pre ", "old ", "delayed "};
    std::string kind = kKinds[static_cast<int>(o.kind)];
    std::string name = s.names[o.variable.index()];
    if (!result.empty()) result += ", ";
    result +=
        o.kind == OccurrenceKind::Derivative ? name + std::string(o.order, '\'') : kind + name;
  }
  return result;
}

TEST(Occurrences, ToldApartInOrderOfFirstOccurrence) {
  EXPECT_EQ(occurrences("b*x + a*x"), "b, x, a");
  EXPECT_EQ(occurrences("der(x) + x"), "x', x");
  EXPECT_EQ(occurrences("der(der(x))"), "x''");
  EXPECT_EQ(occurrences("pre(x) + old(x)*y"), "pre x, old x, y");
  EXPECT_EQ(occurrences("edge(b_u)"), "b_u, pre b_u");
  EXPECT_EQ(occurrences("delay(x + y, T)"), "delayed x, delayed y, T");
  EXPECT_EQ(occurrences("der(x*y)"), "x, y, x', y'");
  EXPECT_EQ(occurrences("if b_c then x else y"), "b_c, x, y");
  EXPECT_EQ(occurrences("pre(der(x))"), "pre x");
}

TEST(Occurrences, CollectorCanBeReused) {
  Scope s;
  OccurrenceCollector collector(s.pool);
  EXPECT_EQ(collector(s.parse("x + y")).size(), 2u);
  EXPECT_EQ(collector(s.parse("x*x")).size(), 1u);
  ExprId both[2] = {s.parse("x + z"), s.parse("y + z")};
  std::vector<Occurrence> all;
  collector.collect(both, all);
  EXPECT_EQ(all.size(), 3u);
}

TEST(OperationCounts, SharedPartsCountOnce) {
  Scope s;
  ExprId root = s.parse("sin(a*b) + sin(a*b)/c - x^2");
  OperationCount n = countOperations(s.pool, {&root, 1});
  EXPECT_EQ(n, (OperationCount{.adds = 2, .muls = 2, .divs = 1, .functions = 1}));
  EXPECT_GT(cost(n), cost(OperationCount{.adds = 2}));
  ExprSet seen;
  countOperations(s.pool, {&root, 1}, seen);
  ExprId more = s.parse("sin(a*b) + 1");
  EXPECT_EQ(countOperations(s.pool, {&more, 1}, seen), (OperationCount{.adds = 1}));
}

ValueRange rangeOf(std::string_view text) {
  Scope s;
  // p* positive, q* nonnegative, u* within [-1, 1]
  SignAnalysis analysis(s.pool, [&](ExprId leaf) -> ValueRange {
    switch (s.names[s.pool.payload(leaf)][0]) {
      case 'p':
        return ValueRange::positiveReals();
      case 'q':
        return ValueRange::nonNegativeReals();
      case 'u':
        return {-1, 1, false};
      default:
        return ValueRange::all();
    }
  });
  return analysis(s.parse(text));
}

TEST(Signs, FromFacts) {
  for (const char* text : {"p1 + p2", "p1*p2", "p1/p2", "exp(x) + 1", "p1 + q1", "p1 + x^2",
                           "x*x + 1", "sqrt(p1)", "cosh(x)", "max(x, p1)", "p1^x", "2 - u1",
                           "if b_c then p1 else p2", "1/p1 + p2", "abs(u1) + 0.5"}) {
    EXPECT_TRUE(rangeOf(text).positive()) << text;
  }
  for (const char* text : {"q1 + q2", "x^2", "abs(x)", "q1*p1", "sqrt(x)", "u1 + 1"}) {
    EXPECT_TRUE(rangeOf(text).nonNegative()) << text;
    EXPECT_FALSE(rangeOf(text).neverZero()) << text;
  }
  for (const char* text : {"-p1 - p2", "min(x, -p1)", "u1 - 2"}) {
    EXPECT_TRUE(rangeOf(text).negative()) << text;
  }
  for (const char* text : {"x", "p1 - p2", "sin(x)", "x*p1", "log(p1)"}) {
    EXPECT_FALSE(rangeOf(text).neverZero()) << text;
    EXPECT_FALSE(rangeOf(text).nonNegative()) << text;
  }
}

TEST(Signs, RangesHoldOnRandomExpressions) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  int informative = 0;
  for (int round = 0; round < 4000; ++round) {
    Scope s;
    ExprId e = test::randomExpr(s, random, {.size = 2 + round % 10});
    double low[4];
    double high[4];
    for (int i = 0; i < 4; ++i) {
      low[i] = 4 * uniform(random) - 2;
      high[i] = low[i] + 2 * uniform(random);
    }
    auto index = [&](ExprId leaf) { return s.names[s.pool.payload(leaf)][1] - '0'; };
    SignAnalysis analysis(s.pool, [&](ExprId leaf) -> ValueRange {
      return {low[index(leaf)], high[index(leaf)], false};
    });
    ValueRange range = analysis(e);
    informative += std::isfinite(range.low) || std::isfinite(range.high);
    for (int point = 0; point < 4; ++point) {
      double x[4];
      for (int i = 0; i < 4; ++i) x[i] = low[i] + (high[i] - low[i]) * uniform(random);
      NumericEvaluator value(s.pool, [&](ExprId leaf) { return x[index(leaf)]; });
      double v = value(e);
      if (!test::allFinite(s.pool, e, value)) continue;
      double slack = 1e-9 * (1 + std::fabs(v));
      ASSERT_GE(v, range.low - slack) << s.text(e);
      ASSERT_LE(v, range.high + slack) << s.text(e);
      if (range.neverZero() && v == 0) {
        ADD_FAILURE() << s.text(e) << " is zero";
      }
    }
  }
  EXPECT_GT(informative, 1500);
}

}  // namespace
}  // namespace formola

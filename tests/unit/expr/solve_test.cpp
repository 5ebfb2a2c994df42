// Solving an equation for an unknown.
#include "expr/solve.h"

#include <cmath>

#include "expr/analysis.h"
#include "expr/eval_numeric.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

struct Solved : Scope {
  Solution solution;
  Solved(std::string_view left, std::string_view right, std::string_view unknown = "x") {
    // p* are positive, q* nonnegative
    EquationSolver solve(pool, {.facts = [this](ExprId leaf) -> ValueRange {
                           if (pool.kind(leaf) != ExprKind::Variable) return ValueRange::all();
                           switch (names[pool.payload(leaf)][0]) {
                             case 'p':
                               return ValueRange::positiveReals();
                             case 'q':
                               return ValueRange::nonNegativeReals();
                             default:
                               return ValueRange::all();
                           }
                         }});
    solution = solve(parse(left), parse(right), parse(unknown));
  }
  std::string value() const { return solution.solved() ? text(solution.value) : "unsolved"; }
  std::string pivots() const {
    std::string result;
    for (const Pivot& p : solution.pivots) {
      result += text(p.expression) + (p.kind == PivotClass::KnownSign ? "!; " : "?; ");
    }
    return result;
  }
};

std::string solved(std::string_view left, std::string_view right, std::string_view unknown = "x") {
  return Solved(left, right, unknown).value();
}

// The example with which formula manipulation is introduced in the founding papers.
TEST(Solve, W1) {
  Solved w1("exp(a + sin(x/b + c*x - d)*(exp(e) + 1))^2 - f", "2*g");
  EXPECT_EQ(w1.value(), "(asin((log(sqrt(2*g + f)) - a)/(exp(e) + 1)) + d)/(1/b + c)");
  EXPECT_EQ(w1.pivots(), "exp(e) + 1!; 1/b + c?; ");
  EXPECT_TRUE(w1.solution.assumesBranch);  // asin; the square root is that of a positive number
  EXPECT_FALSE(w1.solution.linear);
  EXPECT_FALSE(w1.solution.safe());
}

TEST(Solve, LinearForms) {
  EXPECT_EQ(solved("R*x", "u"), "u/R");
  EXPECT_EQ(solved("u", "R*x"), "u/R");
  EXPECT_EQ(solved("x + y", "z"), "z - y");
  EXPECT_EQ(solved("y + x", "0"), "-y");
  EXPECT_EQ(solved("b - a*x", "c"), "(b - c)/a");
  EXPECT_EQ(solved("a*x + b*x + c", "0"), "-c/(a + b)");
  EXPECT_EQ(solved("a*x + b", "c*x + d"), "(d - b)/(a - c)");
  EXPECT_EQ(solved("C*der(x)", "i", "der(x)"), "i/C");
  EXPECT_EQ(solved("der(x)", "a*x"), "der(x)/a");
  EXPECT_EQ(solved("(x - old(x))/h", "f"), "f*h + old(x)");
  EXPECT_EQ(solved("if b_c then x else 2*x + 1", "y"),
            "(y - (if b_c then 0 else 1))/(if b_c then 1 else 2)");
}

TEST(Solve, PivotsAreClassified) {
  Solved known("p1*x + p2*x", "u");
  EXPECT_EQ(known.pivots(), "p1 + p2!; ");
  EXPECT_TRUE(known.solution.safe());
  EXPECT_TRUE(known.solution.linear);
  Solved unsure("p1*x - p2*x", "u");
  EXPECT_EQ(unsure.pivots(), "p1 - p2?; ");
  EXPECT_FALSE(unsure.solution.safe());
  Solved literal("2*x", "u");
  EXPECT_EQ(literal.pivots(), "");
  EXPECT_TRUE(literal.solution.safe());
  EXPECT_EQ(Solved("q1*x", "u").pivots(), "q1?; ");
}

TEST(Solve, Inverses) {
  EXPECT_EQ(solved("exp(x)", "y"), "log(y)");
  EXPECT_EQ(solved("log(x)", "y"), "exp(y)");
  EXPECT_EQ(solved("log10(x)", "y"), "10^y");
  EXPECT_EQ(solved("sqrt(x)", "y"), "y^2");
  EXPECT_EQ(solved("x^2", "p1"), "sqrt(p1)");
  EXPECT_EQ(solved("x^3", "y"), "sign(y)*abs(y)^0.333333333333333");
  EXPECT_EQ(solved("x^p1", "y"), "y^(1/p1)");
  EXPECT_EQ(solved("a^x", "y"), "log(y)/log(a)");
  EXPECT_EQ(solved("a/x", "y"), "a/y");
  EXPECT_EQ(solved("atan(x)", "y"), "tan(y)");
  EXPECT_EQ(solved("tanh(x)", "y"), "0.5*log((1 + y)/(1 - y))");
  EXPECT_EQ(solved("noEvent(2*x)", "y"), "y/2");
  EXPECT_EQ(solved("not b_x", "b_y", "b_x"), "not b_y");
  EXPECT_FALSE(Solved("x^3", "y").solution.assumesBranch);
  EXPECT_TRUE(Solved("x^2", "p1").solution.assumesBranch);
  EXPECT_FALSE(Solved("q1^2", "p2", "q1").solution.assumesBranch);
  EXPECT_EQ(Solved("abs(q1)", "y", "q1").value(), "y");
  EXPECT_TRUE(Solved("sin(x)", "y").solution.assumesBranch);
  EXPECT_FALSE(Solved("asin(x)", "y").solution.assumesBranch);
}

TEST(Solve, SharedKernelsAreCollected) {
  EXPECT_EQ(solved("a*exp(x) + b*exp(x)", "c"), "log(c/(a + b))");
  EXPECT_EQ(solved("sin(x)", "c - 2*sin(x)"), "asin(c/3)");
  EXPECT_EQ(solved("if b_c then exp(x) else x", "y"), "if b_c then log(y) else y");
}

TEST(Solve, WhatCannotBeSolved) {
  EXPECT_EQ(Solved("a + b", "c").solution.status, SolveStatus::Absent);
  EXPECT_EQ(Solved("x - x + a", "b").solution.status, SolveStatus::Absent);
  EXPECT_EQ(Solved("x + a", "x + b").solution.status, SolveStatus::Absent);
  Solved transcendental("x + exp(x)", "y");
  EXPECT_EQ(transcendental.solution.status, SolveStatus::NotInvertible);
  EXPECT_EQ(transcendental.text(transcendental.solution.stuckAt), "x + exp(x)");
  EXPECT_EQ(Solved("atan2(x, y)", "z").solution.status, SolveStatus::NotInvertible);
  EXPECT_EQ(Solved("floor(x)", "z").solution.status, SolveStatus::NotInvertible);
  EXPECT_EQ(Solved("a/x", "0").solution.status, SolveStatus::Singular);
  EXPECT_EQ(Solved("if x > 0 then x else 2*x", "y").solution.status, SolveStatus::NotInvertible);
}

TEST(Solve, IntegerEquations) {
  Scope s;
  EquationSolver solve(s.pool, {});
  TypeId integer = s.pool.types.integer();
  ExprId n = s.var("i_n");
  ExprId sum = s.pool.binary(ExprKind::Add, integer, n, s.pool.integer(1));
  Solution one = solve(sum, s.var("i_m"), n);
  ASSERT_TRUE(one.solved());
  EXPECT_EQ(s.pool.type(one.value), integer);
  ExprId twice = s.pool.binary(ExprKind::Mul, integer, s.pool.integer(2), n);
  EXPECT_FALSE(solve(twice, s.var("i_m"), n).solved());
}

TEST(Solve, InverseOfUserFunctions) {
  Scope s;
  TypeId real = s.pool.types.real();
  ExprId arguments[2] = {s.parse("2*x"), s.var("y")};
  ExprId call = s.pool.call(FunctionId(0u), real, arguments);
  EquationSolver without(s.pool, {});
  EXPECT_EQ(without(call, s.var("z"), s.var("x")).stuckAt, call);
  EquationSolver with(s.pool,
                      {.inverse = [&](ExprId original, size_t argument, ExprId result) -> ExprId {
                        if (argument != 0) return {};
                        ExprId given[2] = {result, s.pool.child(original, 1)};
                        return s.pool.call(FunctionId(1u), real, given);
                      }});
  EXPECT_EQ(s.text(with(call, s.var("z"), s.var("x")).value), "f1(z, y)/2");
  EXPECT_FALSE(with(call, s.var("z"), s.var("y")).solved());
}

// With `guard` a value either satisfies the equation or is not a number; tan stays on its branch.
TEST(Solve, GuardedInverses) {
  for (const char* left : {"sqrt(x)", "asin(x)", "acos(x)", "atan(x)", "exp(x)", "sinh(x)"}) {
    Scope s;
    EquationSolver solve(s.pool, {.guard = true});
    const Solution solution = solve(s.parse(left), s.var("r"), s.var("x"));
    ASSERT_TRUE(solution.solved());
    EXPECT_FALSE(solution.assumesBranch);
    for (double r : {-1e9, -4.0, -1.3, -0.2, 0.4, 1.2, 2.0, 5.0}) {
      double x = NAN;
      NumericEvaluator value(
          s.pool, [&](ExprId leaf) { return s.names[s.pool.payload(leaf)] == "r" ? r : x; });
      x = value(solution.value);
      if (std::isnan(x)) continue;
      value.reset();
      EXPECT_NEAR(value(s.parse(left)), r, 1e-6 * std::abs(r)) << left;
    }
  }
  Scope s;
  EquationSolver solve(s.pool, {.atStart = [&](ExprId) { return s.pool.real(7); }});
  const Solution tangent = solve(s.parse("tan(2*x)"), s.var("r"), s.var("x"));
  EXPECT_FALSE(tangent.assumesBranch);
  NumericEvaluator value(s.pool, [](ExprId) { return 1.0; });
  EXPECT_DOUBLE_EQ(value(tangent.value), (std::atan(1.0) + 2 * M_PI) / 2);
}

// What is solved satisfies the equation, for random equations and values.
TEST(Solve, SolutionsSatisfyTheEquation) {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  int checked = 0;
  int unsafe = 0;
  for (int round = 0; round < 20000; ++round) {
    Scope s;
    ExprId left = test::randomExpr(s, random, {.variables = 5, .size = 1 + round % 7});
    ExprId right =
        round % 3 ? s.var("x4") : test::randomExpr(s, random, {.variables = 5, .size = 2});
    ExprId x = s.var("x0");
    EquationSolver solve(s.pool, {});
    Solution solution = solve(left, right, x);
    if (!solution.solved()) continue;
    std::vector<Occurrence> inside = OccurrenceCollector(s.pool)(solution.value);
    for (const Occurrence& o : inside) ASSERT_NE(o.variable, s.pool.variableOf(x)) << s.text(left);
    double at[5];
    for (double& v : at) v = uniform(random);
    NumericEvaluator value(s.pool,
                           [&](ExprId leaf) { return at[s.names[s.pool.payload(leaf)][1] - '0']; });
    double candidate = value(solution.value);
    bool defined = test::allFinite(s.pool, solution.value, value);
    for (const Pivot& p : solution.pivots)
      defined = defined && std::fabs(value(p.expression)) > 1e-6;
    if (!defined) continue;
    at[0] = candidate;
    value.reset();
    if (!test::allFinite(s.pool, left, value) || !test::allFinite(s.pool, right, value)) continue;
    double l = value(left);
    double r = value(right);
    // a root or arc function may have left its range although the numbers are finite (sqrt(x) = -1)
    bool satisfied = std::fabs(l - r) < 1e-6 * (1 + std::fabs(l) + std::fabs(r));
    if (!satisfied && (solution.assumesBranch || solution.mayNotExist)) {
      ++unsafe;
      continue;
    }
    ASSERT_TRUE(satisfied) << s.text(left) << " = " << s.text(right) << "  ->  "
                           << s.text(solution.value) << " at " << candidate << ": " << l << " "
                           << r;
    ++checked;
  }
  EXPECT_GT(checked, 3000);
  EXPECT_LT(unsafe, checked / 20);
}

TEST(Solve, DeepNests) {
  Scope s;
  TypeId real = s.pool.types.real();
  ExprId e = s.var("x");
  for (int i = 0; i < 100'000; ++i) {
    e = s.pool.binary(i % 2 ? ExprKind::Add : ExprKind::Mul, real, e, s.var(i % 3 ? "a" : "b"));
  }
  EquationSolver solve(s.pool, {});
  Solution solution = solve(e, s.var("y"), s.var("x"));
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.pivots.size(), 50'000u);
}

}  // namespace
}  // namespace formola

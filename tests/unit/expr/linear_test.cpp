// Affine forms, linearity classes and couplings.
#include "expr/linear.h"

#include <cmath>

#include "expr/eval_numeric.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

// Unknowns start with x, parameters with p; the rest is known.
Dependence dependenceOf(const Scope& s, ExprId leaf) {
  while (s.pool.kind(leaf) == ExprKind::Builtin) {
    if (s.pool.isBuiltin(leaf, Builtin::Old) || s.pool.isBuiltin(leaf, Builtin::Pre)) {
      return Dependence::Known;
    }
    leaf = s.pool.child(leaf, 0);
  }
  if (s.pool.kind(leaf) != ExprKind::Variable) return Dependence::Known;
  switch (s.names[s.pool.payload(leaf)][0]) {
    case 'x':
      return Dependence::Unknown;
    case 'p':
      return Dependence::Constant;
    default:
      return Dependence::Known;
  }
}

std::string affine(std::string_view text) {
  Scope s;
  LinearAnalysis linear(s.pool, [&](ExprId leaf) { return dependenceOf(s, leaf); });
  AffineForm form = linear.affine(s.parse(text));
  if (!form.affine) return "nonlinear at " + s.text(form.nonlinearAt);
  std::string result;
  for (const AffineTerm& t : form.terms) {
    result += s.text(t.unknown) + (t.dependence == Dependence::Constant ? "=" : "~") +
              s.text(t.coefficient) + "; ";
  }
  return result + s.text(form.remainder);
}

TEST(Affine, CoefficientsAndRemainder) {
  EXPECT_EQ(affine("x/b + c*x - d"), "x~1/b + c; -d");
  EXPECT_EQ(affine("2*x1 - p*x2 + 3"), "x1=2; x2=-p; 3");
  EXPECT_EQ(affine("p*(x1 + a*(x2 - b))/q"), "x1~p/q; x2~a*(p/q); -p*(a*b)/q");
  EXPECT_EQ(affine("x1 - x1 + a"), "a");
  EXPECT_EQ(affine("x1*0 + a"), "a");
  EXPECT_EQ(affine("a + b"), "a + b");
  EXPECT_EQ(affine("sin(a)*x + exp(b)"), "x~sin(a); exp(b)");
  EXPECT_EQ(affine("der(x)*p + x"), "der(x)=p; x=1; 0");
  EXPECT_EQ(affine("(x - old(x))/h"), "x~1/h; -old(x)/h");
  EXPECT_EQ(affine("if b_c then 2*x else 3*x + a"), "x~if b_c then 2 else 3; if b_c then 0 else a");
  EXPECT_EQ(affine("if relation(1, x > 0) then x else 0"),
            "x~if relation(1, x > 0) then 1 else 0; 0");
  EXPECT_EQ(affine("if b_c then x else if b_d then 2*x + 1 else p*x"),
            "x~if b_c then 1 else if b_d then 2 else p; if b_c then 0 else if b_d then 1 else 0");
  EXPECT_EQ(affine("residue(x1) + noEvent(2*x2)"), "x1=1; x2=2; 0");
  EXPECT_EQ(affine("x1 + delay(x2, 1)"), "x1=1; delay(x2, 1)");
}

TEST(Affine, NonlinearOperatorsAreNamed) {
  EXPECT_EQ(affine("a + x1*x2"), "nonlinear at x1*x2");
  EXPECT_EQ(affine("a + b*sin(x1)"), "nonlinear at sin(x1)");
  EXPECT_EQ(affine("a/x1"), "nonlinear at a/x1");
  EXPECT_EQ(affine("if x1 > 0 then a else b"), "nonlinear at if x1 > 0 then a else b");
}

TEST(Affine, ResidualOfAnEquation) {
  Scope s;
  LinearAnalysis linear(s.pool, [&](ExprId leaf) { return dependenceOf(s, leaf); });
  AffineForm form = linear.affineResidual(s.parse("a*x1 + b"), s.parse("c*x1 + d"));
  ASSERT_TRUE(form.affine);
  ASSERT_EQ(form.terms.size(), 1u);
  EXPECT_EQ(s.text(form.terms[0].coefficient), "a - c");
  EXPECT_EQ(s.text(form.remainder), "b - d");
}

std::string structure(std::string_view text) {
  Scope s;
  LinearAnalysis linear(s.pool, [&](ExprId leaf) { return dependenceOf(s, leaf); });
  LinearStructure found = linear.structure(s.parse(text));
  std::map<std::string, std::string> classes;
  static constexpr const char* kNames[] = {"constant", "known", "coupled", "nonlinear"};
  for (const ClassifiedUnknown& u : found.unknowns) {
    classes[s.text(u.unknown)] = kNames[static_cast<int>(u.kind)];
  }
  std::string result;
  for (const auto& [name, kind] : classes) result += name + " " + kind + "; ";
  for (const Coupling& c : found.couplings) {
    result += "{";
    for (ExprId u : c.left) result += " " + s.text(u);
    if (!c.right.empty()) result += " |";
    for (ExprId u : c.right) result += " " + s.text(u);
    result += " }";
  }
  return result;
}

TEST(LinearStructure, ClassesAndCouplings) {
  EXPECT_EQ(structure("p*x1 + a*x2 + 3*x3"), "x1 constant; x2 known; x3 constant; ");
  EXPECT_EQ(structure("x1*x2 + x3"), "x1 coupled; x2 coupled; x3 constant; { x1 | x2 }");
  EXPECT_EQ(structure("sin(x1)*x2 + x3"),
            "x1 nonlinear; x2 coupled; x3 constant; { x1 | x2 }{ x1 }");
  EXPECT_EQ(structure("x1*x1"), "x1 nonlinear; { x1 | x1 }");
  EXPECT_EQ(structure("(x1 + x2)*(x1 + x3)"),
            "x1 nonlinear; x2 coupled; x3 coupled; { x1 x2 | x1 x3 }");
  EXPECT_EQ(structure("x1/x2"), "x1 coupled; x2 nonlinear; { x2 }");
  EXPECT_EQ(structure("sin(x1 + sin(x2))"), "x1 nonlinear; x2 nonlinear; { x1 x2 }");
  EXPECT_EQ(structure("a*(x1*x2)*x3"),
            "x1 coupled; x2 coupled; x3 coupled; { x1 x2 | x3 }{ x1 | x2 }");
  EXPECT_EQ(structure("if x1 > 0 then x2 else x3"), "x1 nonlinear; x2 coupled; x3 coupled; { x1 }");
  EXPECT_EQ(structure("if b_c then p*x2 else x3"), "x2 known; x3 known; ");
  EXPECT_EQ(structure("x1 + sin(x1)"), "x1 nonlinear; { x1 }");
  EXPECT_EQ(structure("x1^2 + x2"), "x1 nonlinear; x2 constant; { x1 }");
}

// With all unknowns of the couplings' chosen sides known, the expression is affine in the others; a
// longer product than the budget allows ends in the conservative answer.
TEST(LinearStructure, CouplingsSuffice) {
  std::mt19937 random(5);
  int decided = 0;
  for (int round = 0; round < 3000; ++round) {
    Scope s;
    ExprId e = test::randomExpr(s, random, {.variables = 6, .size = 2 + round % 12});
    LinearAnalysis linear(s.pool, [&](ExprId leaf) { return dependenceOf(s, leaf); });
    LinearStructure found = linear.structure(e);
    AffineForm whole = linear.affine(e);
    EXPECT_EQ(found.affine(), whole.affine) << s.text(e);
    std::vector<ExprId> known;
    for (const Coupling& c : found.couplings) {
      const std::vector<ExprId>& side = c.right.empty() || random() % 2 ? c.left : c.right;
      known.insert(known.end(), side.begin(), side.end());
    }
    LinearAnalysis rest(s.pool, [&](ExprId leaf) {
      return std::find(known.begin(), known.end(), leaf) == known.end() ? dependenceOf(s, leaf)
                                                                        : Dependence::Known;
    });
    ASSERT_TRUE(rest.affine(e).affine) << s.text(e);
    decided += !found.couplings.empty();
    for (const ClassifiedUnknown& u : found.unknowns) {
      LinearAnalysis alone(s.pool, [&](ExprId leaf) {
        return leaf == u.unknown ? Dependence::Unknown : Dependence::Known;
      });
      ASSERT_EQ(alone.affine(e).affine, u.kind != UnknownClass::Nonlinear)
          << s.text(e) << " in " << s.text(u.unknown);
    }
  }
  EXPECT_GT(decided, 1000);
}

TEST(LinearStructure, LongProductsAreAnsweredConservatively) {
  Scope s;
  ExprId product = s.var("x0");
  for (int i = 1; i < 3000; ++i) {
    product =
        s.pool.binary(ExprKind::Mul, s.pool.types.real(), product, s.var("x" + std::to_string(i)));
  }
  LinearAnalysis linear(s.pool, [&](ExprId) { return Dependence::Unknown; });
  LinearStructure found = linear.structure(product);
  ASSERT_EQ(found.couplings.size(), 1u);
  EXPECT_EQ(found.couplings[0].left.size(), 3000u);
  EXPECT_EQ(found.unknowns.size(), 3000u);
}

// The affine form has the same value as the expression.
TEST(Affine, SameValueAsTheExpression) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> uniform(-2, 2);
  int compared = 0;
  for (int round = 0; round < 5000; ++round) {
    Scope s;
    ExprId e = test::randomExpr(s, random, {.size = 2 + round % 14, .boundedOnly = true});
    auto index = [&](ExprId leaf) { return s.names[s.pool.payload(leaf)][1] - '0'; };
    LinearAnalysis linear(s.pool, [&](ExprId leaf) {
      return index(leaf) < 2 ? Dependence::Unknown : Dependence::Known;
    });
    AffineForm form = linear.affine(e);
    if (!form.affine || form.terms.empty()) continue;
    double at[4];
    for (double& v : at) v = uniform(random);
    NumericEvaluator value(s.pool, [&](ExprId leaf) { return at[index(leaf)]; });
    double sum = value(form.remainder);
    for (const AffineTerm& t : form.terms) sum += value(t.coefficient) * value(t.unknown);
    double expected = value(e);
    ASSERT_NEAR(sum, expected, 1e-8 * (1 + std::fabs(expected))) << s.text(e);
    ++compared;
  }
  EXPECT_GT(compared, 400);
}

TEST(Affine, LargeSparseSystem) {
  Scope s;
  TypeId real = s.pool.types.real();
  auto x = [&](int i) { return s.pool.variable(VariableId(static_cast<uint32_t>(i)), real); };
  LinearAnalysis linear(s.pool, [](ExprId) { return Dependence::Unknown; });
  const int n = 20'000;
  size_t entries = 0;
  for (int i = 1; i + 1 < n; ++i) {
    ExprId right = s.pool.binary(ExprKind::Mul, real, s.pool.real(0.5),
                                 s.pool.binary(ExprKind::Add, real, x(i - 1), x(i + 1)));
    entries += linear.affineResidual(x(i), right).terms.size();
  }
  EXPECT_EQ(entries, 3u * (n - 2));
}

}  // namespace
}  // namespace formola

// Simplifying constructors, the rule table, constant folding and simplification of whole
// expressions.
#include "expr/build.h"

#include <cmath>
#include <limits>
#include <set>

#include "expr/eval_numeric.h"
#include "expr/simplify.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

std::string simplified(std::string_view text) {
  Scope s;
  return s.text(simplify(s.pool, s.parse(text)));
}

TEST(Build, KeepsTheOrderThatWasWritten) {
  for (const char* text : {"a + b", "b + a", "b*a", "a*2", "2*a", "x^2", "x*x", "-x + y", "a - b",
                           "1/b + c", "m*d*d + J", "R2*u/(R1 + R2)", "log(sqrt(2*g + f))",
                           "-(1/(C*R1) + 1/(C*R2))*uC + u0/(C*R1)"}) {
    EXPECT_EQ(simplified(text), text);
  }
}

TEST(Build, FoldsLiteralsOnlyWhereTheResultIsFinite) {
  EXPECT_EQ(simplified("2*3 + 4/8"), "6.5");
  EXPECT_EQ(simplified("sin(0) + cos(0)"), "1");
  EXPECT_EQ(simplified("1/0"), "1/0");
  EXPECT_EQ(simplified("0/0"), "0/0");
  EXPECT_EQ(simplified("log(0)"), "log(0)");
  EXPECT_EQ(simplified("sqrt(-4)"), "sqrt(-4)");
  EXPECT_EQ(simplified("exp(10000)"), "exp(10000)");
  EXPECT_EQ(simplified("if 1 < 2 then x else y"), "x");
}

TEST(Build, FoldsIntegersWithoutOverflow) {
  Scope s;
  ExprBuilder b(s.pool);
  EXPECT_EQ(b.add(s.pool.integer(2), s.pool.integer(3)), s.pool.integer(5));
  ExprId big = s.pool.integer(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(s.pool.kind(b.add(big, s.pool.integer(1))), ExprKind::Add);
  EXPECT_EQ(b.div(s.pool.integer(1), s.pool.integer(4)), s.pool.real(0.25));
  TypeId integer = s.pool.types.integer();
  EXPECT_EQ(b.call(Builtin::Mod, integer, {s.pool.integer(-7), s.pool.integer(3)}),
            s.pool.integer(2));
  EXPECT_EQ(b.call(Builtin::Rem, integer, {s.pool.integer(-7), s.pool.integer(3)}),
            s.pool.integer(-1));
  EXPECT_EQ(b.call(Builtin::Div, integer, {s.pool.integer(-7), s.pool.integer(3)}),
            s.pool.integer(-2));
  // no double holds this number exactly
  EXPECT_FALSE(s.pool.isLiteral(b.call(Builtin::Mod, integer, {big, s.pool.integer(2)})));
}

TEST(Build, CastsIntegersInRealOperators) {
  Scope s;
  ExprBuilder b(s.pool);
  ExprId x = s.var("x");
  EXPECT_EQ(b.add(x, s.pool.integer(0)), x);
  EXPECT_EQ(b.mul(s.pool.integer(2), x),
            s.pool.binary(ExprKind::Mul, s.pool.types.real(), s.pool.real(2), x));
  ExprId product = b.mul(s.var("i_n"), x);
  EXPECT_EQ(s.pool.kind(s.pool.child(product, 0)), ExprKind::Cast);
  ExprId integers = b.mul(s.var("i_n"), s.pool.integer(0));
  EXPECT_EQ(integers, s.pool.integer(0));
}

TEST(Build, LeavesAloneWhatIsNoScalar) {
  Scope s;
  ExprPool& pool = s.pool;
  Size two[1] = {2};
  TypeId vector = pool.types.get(BaseType::Real, 0, two);
  ExprId array = pool.make(ExprKind::Array, vector, 0, {s.parse("x + 0"), s.parse("2*3")});
  ExprId sum = pool.binary(ExprKind::Add, vector, array, array);
  ExprId total = pool.builtin(Builtin::Sum, pool.types.real(), {sum});
  ExprId result = simplify(pool, total);
  EXPECT_EQ(s.text(result), "sum(array(x, 6) + array(x, 6))");
  ExprId text = pool.binary(ExprKind::Add, pool.types.string(), pool.string("a"), pool.string("b"));
  EXPECT_EQ(simplify(pool, text), text);
  ExprId same =
      pool.binary(ExprKind::Equal, pool.types.boolean(), pool.string("a"), pool.string("b"));
  EXPECT_EQ(simplify(pool, same), pool.boolean(false));
}

TEST(Build, EnumerationsAreChosenAndCompared) {
  Scope s;
  ExprPool& pool = s.pool;
  EnumId id = pool.types.addEnum(
      {pool.names.intern("E"), {pool.names.intern("a"), pool.names.intern("b")}});
  TypeId type = pool.types.scalar(BaseType::Enumeration, id.index());
  ExprId a = pool.enumeration(type, 1);
  ExprId b = pool.enumeration(type, 2);
  EXPECT_EQ(simplify(pool, pool.ifThenElse(type, s.parse("1 < 2"), a, b)), a);
  EXPECT_EQ(simplify(pool, pool.binary(ExprKind::Less, pool.types.boolean(), a, b)),
            pool.boolean(true));
}

TEST(Build, CancelsStructurally) {
  EXPECT_EQ(simplified("0*x + y*1"), "y");
  EXPECT_EQ(simplified("x - x"), "0");
}

TEST(Build, SignsAndQuotients) {
  EXPECT_EQ(simplified("-(-x)"), "x");
  EXPECT_EQ(simplified("(-a)*b"), "-a*b");
  EXPECT_EQ(simplified("(-a)*(-b)"), "a*b");
  EXPECT_EQ(simplified("a + (-2)*b"), "a - 2*b");
  EXPECT_EQ(simplified("a/(b/c)"), "a*c/b");
  EXPECT_EQ(simplified("a/b/c"), "a/(b*c)");
  EXPECT_EQ(simplified("x + 1 - 1"), "x");
  EXPECT_EQ(simplified("(if b_c then a else 0) + (if b_c then 0 else d)"), "if b_c then a else d");
}

TEST(Build, RuleNamesAreUniqueAndLettersAreBound) {
  std::set<std::string_view> names;
  for (const Rule& rule : simplificationRules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    std::set<int> left;
    for (const PatternNode& node : rule.leftPattern.nodes) {
      if (node.what == PatternKind::Letter) left.insert(node.letter);
    }
    for (const PatternNode& node : rule.rightPattern.nodes) {
      bool bound = node.what != PatternKind::Letter || left.contains(node.letter);
      EXPECT_TRUE(bound) << rule.name;
    }
  }
  EXPECT_GT(names.size(), 100u);
}

// An instance of a pattern, stored as it is. Literals of the letter classes are drawn at random.
ExprId instance(Scope& s, const Pattern& pattern, std::map<int, ExprId>& letters, bool logic,
                std::mt19937& random) {
  ExprPool& pool = s.pool;
  TypeId real = pool.types.real();
  TypeId boolean = pool.types.boolean();
  std::vector<ExprId> made;
  for (const PatternNode& node : pattern.nodes) {
    ExprId id;
    if (node.what == PatternKind::Number) {
      id = pool.real(node.number);
    } else if (node.what == PatternKind::Truth) {
      id = pool.boolean(node.number != 0);
    } else if (node.what == PatternKind::Letter) {
      ExprId& bound = letters[node.letter];
      char letter = static_cast<char>('a' + node.letter);
      if (!bound.valid()) {
        // distinct letters get distinct literals, else a simpler rule would apply
        double size =
            2 + static_cast<double>(random() % 3) + 3 * static_cast<double>(letters.size());
        switch (node.letterClass) {
          case LetterClass::Any:
            bound = s.var((logic || letter == 'c' ? "b_" : "") + std::string(1, letter));
            break;
          case LetterClass::Leaf:
            bound = s.var(std::string(1, letter));
            break;
          case LetterClass::Negative:
            bound = pool.real(-size - 0.5);
            break;
          case LetterClass::Positive:
            bound = pool.real(size + 0.5);
            break;
          case LetterClass::Even:
            bound = pool.real(random() % 2 ? 2 : -4);
            break;
          case LetterClass::Integral:
            bound = pool.real(size);
            break;
          default:
            bound = pool.real(random() % 2 ? size + 0.25 : -size);
        }
      }
      id = bound;
    } else {
      std::vector<ExprId> children;
      for (size_t i = 0; i < node.childCount; ++i) children.push_back(made[node.child[i]]);
      bool isTruth = node.kind == ExprKind::Not || node.kind == ExprKind::And ||
                     node.kind == ExprKind::Or ||
                     (node.kind >= ExprKind::Less && node.kind <= ExprKind::NotEqual) ||
                     node.builtin == Builtin::Edge || node.builtin == Builtin::Change;
      TypeId type = isTruth ? boolean : node.kind == ExprKind::If ? pool.type(children[1]) : real;
      uint32_t payload = node.kind == ExprKind::Builtin ? static_cast<uint32_t>(node.builtin) : 0;
      id = pool.make(node.kind, type, payload, children);
    }
    made.push_back(id);
  }
  return made.back();
}

bool usesTruth(const Rule& rule) {
  for (const Pattern* pattern : {&rule.leftPattern, &rule.rightPattern}) {
    for (const PatternNode& node : pattern->nodes) {
      if (node.what == PatternKind::Truth || node.kind == ExprKind::Not ||
          node.kind == ExprKind::And || node.kind == ExprKind::Or) {
        return rule.name.find("same") == std::string_view::npos || node.kind == ExprKind::And ||
               node.kind == ExprKind::Or;
      }
    }
  }
  return false;
}

// Every rule fires on an instance of its own left side, and both sides have the same value.
TEST(Build, EveryRuleAppliesAndPreservesTheValue) {
  std::mt19937 random(1);
  for (const Rule& rule : simplificationRules()) {
    for (int trial = 0; trial < 6; ++trial) {
      Scope s;
      std::map<int, ExprId> letters;
      bool logic = usesTruth(rule);
      ExprId left = instance(s, rule.leftPattern, letters, logic, random);
      ExprId right = instance(s, rule.rightPattern, letters, logic, random);
      ExprBuilder builder(s.pool);
      std::vector<ExprId> children(s.pool.children(left).begin(), s.pool.children(left).end());
      ExprId built = builder.rebuild(left, children);
      ASSERT_NE(builder.lastRule(), nullptr) << rule.name << ": " << s.text(left);
      EXPECT_EQ(builder.lastRule()->name, rule.name) << s.text(left);
      std::uniform_real_distribution<double> uniform(0.1, 0.9);
      std::map<uint32_t, double> values;
      NumericEvaluator value(s.pool, [&](ExprId leaf) -> double {
        if (s.pool.kind(leaf) != ExprKind::Variable)
          return s.pool.isBuiltin(leaf, Builtin::Pre) || s.pool.isBuiltin(leaf, Builtin::Old)
                     ? s.pool.realValue(s.pool.child(leaf, 0))
                     : 0;
        auto [at, isNew] = values.try_emplace(s.pool.payload(leaf), 0);
        if (isNew) {
          at->second = s.pool.base(leaf) == BaseType::Boolean ? static_cast<double>(random() % 2)
                                                              : uniform(random);
        }
        return at->second;
      });
      EXPECT_NEAR(value(left), value(right), 1e-9) << rule.name;
      EXPECT_NEAR(value(left), value(built), 1e-9) << rule.name << " " << s.text(built);
    }
  }
}

TEST(Simplify, PreservesTheValueOfRandomExpressions) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  int compared = 0;
  int smaller = 0;
  for (int round = 0; round < 4000; ++round) {
    Scope s;
    ExprId e = test::randomExpr(s, random, {.size = 3 + round % 25});
    ExprId f = simplify(s.pool, e);
    EXPECT_EQ(simplify(s.pool, f), f) << s.text(e) << "  ->  " << s.text(f);
    smaller += f != e;
    for (int point = 0; point < 3; ++point) {
      double x[4];
      for (double& v : x) v = uniform(random);
      NumericEvaluator value(
          s.pool, [&](ExprId leaf) { return x[s.names[s.pool.payload(leaf)][1] - '0']; });
      double before = value(e);
      if (!test::allFinite(s.pool, e, value)) continue;
      ++compared;
      ASSERT_NEAR(before, value(f), 1e-6 * (1 + std::fabs(before)))
          << s.text(e) << "  ->  " << s.text(f);
    }
  }
  EXPECT_GT(compared, 6000);
  EXPECT_GT(smaller, 1500);
}

TEST(Simplify, DeepExpressionsNeedNoRecursion) {
  Scope s;
  TypeId real = s.pool.types.real();
  ExprId e = s.var("x");
  ExprId n = s.var("x");
  for (int i = 0; i < 1'000'000; ++i) {
    e = s.pool.binary(i % 2 ? ExprKind::Add : ExprKind::Mul, real, e,
                      s.pool.real(i % 2 ? 0.0 : 1.0));
    if (i < 100'000) n = s.pool.unary(ExprKind::Neg, real, n);
  }
  EXPECT_EQ(simplify(s.pool, e), s.var("x"));
  EXPECT_EQ(simplify(s.pool, n), s.var("x"));
  // operands that were never simplified: rules may not follow them all the way down
  ExprBuilder builder(s.pool);
  ExprId product = builder.mul(n, s.var("y"));
  EXPECT_TRUE(product.valid());
}

}  // namespace
}  // namespace formola

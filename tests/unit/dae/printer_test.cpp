#include "dae/printer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "dae/number_text.h"

namespace formola {
namespace {

class PrinterTest : public ::testing::Test {
 protected:
  ExprId variable(std::string_view name, std::vector<Size> dims = {}, TypeId base = {}) {
    Variable v;
    v.name = pool().names.intern(name);
    v.type = pool().types.withDims(base.valid() ? base : pool().types.real(), dims);
    VariableId id = dae.variables.push_back(v);
    return pool().variable(id, v.type);
  }
  Variable& last() { return dae.variables.raw().back(); }
  ExprPool& pool() { return *dae.pool; }
  ExprId r(double v) { return pool().real(v); }
  ExprId i(int64_t v) { return pool().integer(v); }
  ExprId op(ExprKind kind, ExprId x, ExprId y) { return pool().binary(kind, pool().type(x), x, y); }
  ExprId add(ExprId x, ExprId y) { return op(ExprKind::Add, x, y); }
  ExprId sub(ExprId x, ExprId y) { return op(ExprKind::Sub, x, y); }
  ExprId mul(ExprId x, ExprId y) { return op(ExprKind::Mul, x, y); }
  ExprId div(ExprId x, ExprId y) { return op(ExprKind::Div, x, y); }
  ExprId pow(ExprId x, ExprId y) { return op(ExprKind::Pow, x, y); }
  ExprId neg(ExprId x) { return pool().unary(ExprKind::Neg, pool().type(x), x); }
  ExprId less(ExprId x, ExprId y) {
    return pool().binary(ExprKind::Less, pool().types.boolean(), x, y);
  }
  ExprId array(std::vector<ExprId> elements) {
    TypeId type = pool().types.prependDims(pool().type(elements.at(0)),
                                           std::vector<Size>{static_cast<Size>(elements.size())});
    return pool().make(ExprKind::Array, type, 0, elements);
  }
  std::string text(ExprId e) { return print(e, PrintContext{pool(), &dae, nullptr}); }
  std::string text(const Equation& e) { return print(e, PrintContext{pool(), &dae, nullptr}); }

  static Equation equality(ExprId left, ExprId right) {
    Equation e;
    e.left = left;
    e.right = right;
    return e;
  }

  Dae dae;
};

TEST(NumberText, looksLikeARealAndReadsBack) {
  EXPECT_EQ(realText(1), "1.0");
  EXPECT_EQ(realText(-2.5), "-2.5");
  EXPECT_EQ(realText(0), "0.0");
  EXPECT_EQ(realText(-0.0), "-0.0");
  EXPECT_EQ(realText(1e-6), "1e-6");
  EXPECT_EQ(realText(0.001), "0.001");
  EXPECT_EQ(realText(101325), "101325.0");
  EXPECT_EQ(realText(100000), "100000.0");
  EXPECT_EQ(realText(1e6), "1e6");
  EXPECT_EQ(realText(1234567), "1234567.0");
  EXPECT_EQ(realText(1.5e300), "1.5e300");
  EXPECT_EQ(realText(0.1 + 0.2), "0.30000000000000004");
  for (double v :
       {1.0 / 3, 6.02214076e23, std::numeric_limits<double>::min(),
        std::numeric_limits<double>::max(), 5e-324, 123456789012345678.0, -9.80665, 0.00012345}) {
    EXPECT_EQ(std::strtod(realText(v).c_str(), nullptr), v) << realText(v);
  }
}

TEST_F(PrinterTest, parenthesesOnlyWhereNeeded) {
  ExprId a = variable("a"), b = variable("b"), c = variable("c.x[2]");
  EXPECT_EQ(text(add(mul(a, b), c)), "a*b + c.x[2]");
  EXPECT_EQ(text(mul(a, add(b, c))), "a*(b + c.x[2])");
  EXPECT_EQ(text(sub(a, sub(b, c))), "a - (b - c.x[2])");
  EXPECT_EQ(text(sub(sub(a, b), c)), "a - b - c.x[2]");
  EXPECT_EQ(text(div(a, mul(b, c))), "a/(b*c.x[2])");
  EXPECT_EQ(text(mul(div(a, b), c)), "a/b*c.x[2]");
  EXPECT_EQ(text(neg(mul(a, b))), "-a*b");
  EXPECT_EQ(text(mul(neg(a), b)), "(-a)*b");
  EXPECT_EQ(text(add(neg(a), b)), "-a + b");
  EXPECT_EQ(text(add(a, neg(b))), "a + (-b)");
  EXPECT_EQ(text(neg(neg(a))), "-(-a)");
  EXPECT_EQ(text(neg(add(a, b))), "-(a + b)");
  EXPECT_EQ(text(pow(neg(a), r(2))), "(-a)^2.0");
  EXPECT_EQ(text(neg(pow(a, r(2)))), "-a^2.0");
  EXPECT_EQ(text(pow(pow(a, b), c)), "(a^b)^c.x[2]");
  EXPECT_EQ(text(pow(r(-2), a)), "(-2.0)^a");
  EXPECT_EQ(text(mul(a, r(-2))), "a*(-2.0)");
  EXPECT_EQ(text(add(r(-2), a)), "-2.0 + a");
  EXPECT_EQ(text(mul(a, pool().unary(ExprKind::Cast, pool().types.real(), i(-2)))), "a*(-2.0)");
  // a cast is not written, but its operand keeps its place
  ExprId n = variable("n", {}, pool().types.integer());
  ExprId cast = pool().unary(ExprKind::Cast, pool().types.real(), add(n, i(1)));
  EXPECT_EQ(text(mul(a, cast)), "a*(n + 1)");
}

TEST_F(PrinterTest, logicRelationsAndIf) {
  ExprId a = variable("a"), b = variable("b");
  TypeId boolean = pool().types.boolean();
  ExprId p = variable("p", {}, boolean), q = variable("q", {}, boolean);
  ExprId both = pool().binary(ExprKind::And, boolean, p, q);
  ExprId either = pool().binary(ExprKind::Or, boolean, p, q);
  EXPECT_EQ(text(pool().binary(ExprKind::And, boolean, either, less(a, b))), "(p or q) and a < b");
  EXPECT_EQ(text(pool().binary(ExprKind::Or, boolean, both, p)), "p and q or p");
  EXPECT_EQ(text(pool().unary(ExprKind::Not, boolean, both)), "not (p and q)");
  EXPECT_EQ(text(pool().unary(ExprKind::Not, boolean, less(a, b))), "not a < b");
  EXPECT_EQ(text(pool().binary(ExprKind::Equal, boolean, less(a, b), p)), "(a < b) == p");
  TypeId real = pool().types.real();
  ExprId inner = pool().ifThenElse(real, q, b, r(0));
  ExprId chain = pool().ifThenElse(real, p, a, inner);
  EXPECT_EQ(text(chain), "if p then a elseif q then b else 0.0");
  EXPECT_EQ(text(add(a, inner)), "a + (if q then b else 0.0)");
  EXPECT_EQ(text(equality(inner, a)), "(if q then b else 0.0) = a");
  EXPECT_EQ(text(equality(a, inner)), "a = if q then b else 0.0");
}

TEST_F(PrinterTest, arrays) {
  ExprId v = variable("v", {3}), m = variable("m", {3, 3}), a = variable("a");
  TypeId vec = pool().type(v);
  EXPECT_EQ(text(add(v, v)), "v + v");
  EXPECT_EQ(text(pool().binary(ExprKind::Add, vec, v, a)), "v .+ a");
  EXPECT_EQ(text(mul(v, v)), "v .* v");
  EXPECT_EQ(text(mul(v, a)), "v*a");
  EXPECT_EQ(text(pool().binary(ExprKind::MatMul, vec, m, v)), "m*v");
  EXPECT_EQ(text(div(v, v)), "v ./ v");
  EXPECT_EQ(text(pow(v, r(2))), "v .^ 2.0");
  EXPECT_EQ(text(array({array({r(1), a}), array({r(2), a})})), "{{1.0, a}, {2.0, a}}");
  TypeId real = pool().types.real();
  EXPECT_EQ(text(pool().make(ExprKind::Index, real, 0, {m, i(1), pool().colon()})), "m[1, :]");
  EXPECT_EQ(text(pool().make(ExprKind::Index, real, 0, {add(v, v), i(1)})), "(v + v)[1]");
  EXPECT_EQ(text(pool().make(ExprKind::Index, real, 0, {array({a, a}), i(2)})), "({a, a})[2]");
  TypeId none = pool().types.withDims(real, std::vector<Size>{0, 3});
  EXPECT_EQ(text(pool().make(ExprKind::Array, none, 0, {})), "fill(0.0, 0, 3)");
  TypeId ints = pool().types.withDims(pool().types.integer(), std::vector<Size>{3});
  ExprId range = pool().make(ExprKind::Range, ints, 0, {i(1), pool().missing(), i(3)});
  EXPECT_EQ(text(range), "1:3");
  EXPECT_EQ(text(pool().make(ExprKind::Range, ints, 0, {i(5), i(-2), i(1)})), "5:-2:1");
  // iterators are numbered as they appear, whatever their own numbers are
  pool().newIterator();
  ExprId k = pool().iterator(pool().newIterator(), pool().types.integer());
  ExprId l = pool().iterator(pool().newIterator(), pool().types.integer());
  EXPECT_EQ(text(pool().make(ExprKind::Comprehension, ints, 0, {add(l, k), k, range, l, range})),
            "{i2 + i1 for i1 in 1:3, i2 in 1:3}");
  EXPECT_EQ(text(pool().make(ExprKind::Reduction, pool().types.integer(),
                             static_cast<uint32_t>(Builtin::Max), {l, l, range})),
            "max(i1 for i1 in 1:3)");
}

TEST_F(PrinterTest, literalsNamesAndCalls) {
  TypeId color = pool().types.scalar(
      BaseType::Enumeration,
      pool().types.addEnum({pool().names.intern("P.Color"), {pool().names.intern("red")}}).index());
  EXPECT_EQ(text(pool().enumeration(color, 1)), "P.Color.red");
  EXPECT_EQ(text(pool().builtin(Builtin::EnumOf, color, {i(1)})), "P.Color(1)");
  EXPECT_EQ(text(pool().string("a \"b\"\n\\")), R"("a \"b\"\n\\")");
  EXPECT_EQ(text(pool().boolean(true)), "true");
  ExprId x = variable("'weird name'.x"), y = variable("1 bad");
  EXPECT_EQ(text(add(x, y)), "'weird name'.x + '1 bad'");
  TypeId real = pool().types.real();
  EXPECT_EQ(text(pool().builtin(Builtin::Der, real, {x})), "der('weird name'.x)");
  EXPECT_EQ(text(pool().builtin(Builtin::Initial, pool().types.boolean(), {})), "initial()");
  ExprId no = pool().missing();
  EXPECT_EQ(
      text(pool().builtin(Builtin::StringOf, pool().types.string(), {r(1), no, i(4), no, no})),
      "String(1.0, minimumLength = 4)");
  EXPECT_EQ(text(pool().time()), "time");

  Function f;
  f.name = pool().names.intern("Modelica.Math.f");
  for (const char* name : {"u", "k", "w"}) {
    LocalVariable input;
    input.name = pool().names.intern(name);
    input.type = real;
    input.kind = LocalKind::Input;
    f.locals.push_back(input);
  }
  f.inputCount = 3;
  FunctionId id = dae.functions.push_back(f);
  EXPECT_EQ(text(pool().call(id, real, std::vector<ExprId>{r(1), r(2)})),
            "Modelica.Math.f(1.0, 2.0)");
  EXPECT_EQ(text(pool().call(id, real, std::vector<ExprId>{r(1), no, r(2)})),
            "Modelica.Math.f(1.0, w = 2.0)");
  ExprId reference = pool().make(ExprKind::FunctionRef, pool().types.scalar(BaseType::Function),
                                 id.index(), {no, r(3), no});
  EXPECT_EQ(text(reference), "function Modelica.Math.f(k = 3.0)");
  TypeId record = pool().types.scalar(
      BaseType::Record,
      pool()
          .types.addRecord({pool().names.intern("Complex"), {{pool().names.intern("re"), real}}})
          .index());
  ExprId made = pool().make(ExprKind::Record, record, 0, {r(1)});
  EXPECT_EQ(text(made), "Complex(1.0)");
  EXPECT_EQ(text(pool().make(ExprKind::Field, real, 0, {made})), "(Complex(1.0)).re");
}

TEST_F(PrinterTest, deepExpressionsNeedNoStack) {
  ExprId x = variable("x");
  ExprId left = x, right = x;
  for (int k = 0; k < 200'000; ++k) left = add(left, x);
  EXPECT_EQ(text(left).size(), 1 + 4 * 200'000u);
  for (int k = 0; k < 200'000; ++k)
    right = pool().builtin(Builtin::Sin, pool().types.real(), {right});
  EXPECT_EQ(text(right).size(), 1 + 5 * 200'000u);
}

TEST_F(PrinterTest, equations) {
  ExprId a = variable("a"), b = variable("b");
  EXPECT_EQ(text(equality(a, add(b, r(1)))), "a = b + 1.0");
  Equation tuple;
  tuple.kind = EquationKind::TupleCall;
  tuple.targets = {a, pool().missing(), b};
  tuple.right = pool().builtin(Builtin::Sin, pool().types.real(), {a});
  EXPECT_EQ(text(tuple), "(a, , b) = sin(a)");
  Equation check;
  check.kind = EquationKind::Assert;
  check.left = less(a, b);
  check.right = pool().string("no");
  check.level = AssertLevel::Warning;
  EXPECT_EQ(text(check), "assert(a < b, \"no\", AssertionLevel.warning)");
  Equation inner;
  inner.kind = EquationKind::If;
  inner.branches.push_back({less(b, a), {equality(a, r(1))}});
  inner.branches.push_back({less(a, r(0)), {check}});
  inner.branches.push_back({ExprId(), {equality(a, r(2))}});
  Equation when;
  when.kind = EquationKind::When;
  when.branches.push_back({less(a, b), {inner}});
  when.branches.push_back({less(a, r(7)), {equality(b, r(3))}});
  EXPECT_EQ(text(when),
            "when a < b then\n"
            "  if b < a then\n"
            "    a = 1.0;\n"
            "  elseif a < 0.0 then\n"
            "    assert(a < b, \"no\", AssertionLevel.warning);\n"
            "  else\n"
            "    a = 2.0;\n"
            "  end if;\n"
            "elsewhen a < 7.0 then\n"
            "  b = 3.0;\n"
            "end when");
}

TEST_F(PrinterTest, model) {
  dae.model = "Circuit";
  TypeId real = pool().types.real();
  Function f;
  f.name = pool().names.intern("twice");
  auto local = [&](const char* name, TypeId type, LocalKind kind, ExprId binding = {}) {
    LocalVariable v;
    v.name = pool().names.intern(name);
    v.type = type;
    v.kind = kind;
    v.binding = binding;
    f.locals.push_back(v);
    return pool().local(static_cast<uint32_t>(f.locals.size() - 1), type);
  };
  TypeId open = pool().types.withDims(real, std::vector<Size>{kUnknownSize});
  ExprId u = local("u", open, LocalKind::Input);
  ExprId y = local("y", open, LocalKind::Output);
  ExprId n = local("n", pool().types.integer(), LocalKind::Protected,
                   pool().builtin(Builtin::SizeOf, pool().types.integer(), {u, i(1)}));
  f.locals[1].dimensions = {n};
  f.inputCount = f.outputCount = 1;
  ExprId it = pool().iterator(pool().newIterator(), pool().types.integer());
  Statement assign;
  assign.target = pool().make(ExprKind::Index, real, 0, {y, it});
  assign.value = mul(r(2), pool().make(ExprKind::Index, real, 0, {u, it}));
  Statement loop;
  loop.kind = StatementKind::For;
  loop.target = it;
  loop.value = pool().make(ExprKind::Range, open, 0, {i(1), pool().missing(), n});
  loop.branches.push_back({ExprId(), {assign}});
  Statement back;
  back.kind = StatementKind::Return;
  f.body = {loop, back};
  f.smoothOrder = 1;
  dae.functions.push_back(f);

  ExprId resistance = variable("R");
  last().variability = Variability::Parameter;
  last().unit = pool().names.intern("Ohm");
  last().start = r(1);
  last().binding = r(100);
  last().comment = pool().names.intern("Resistance");
  ExprId v = variable("v", {2});
  last().start = r(0);
  last().stateSelect = StateSelect::Prefer;
  variable("n", {}, pool().types.integer());
  last().variability = Variability::Discrete;
  last().isProtected = true;
  last().hideResult = true;
  ExprId k = variable("k");
  last().causality = Causality::Input;

  dae.initialEquations = {equality(v, array({r(0), r(1)}))};
  dae.equations = {equality(pool().builtin(Builtin::Der, pool().type(v), {v}), mul(v, resistance))};
  Algorithm algorithm;
  Statement set;
  set.target = k;
  set.value = r(1);
  algorithm.body = {set};
  dae.algorithms = {algorithm};
  dae.experiment.given = true;
  dae.experiment.stopTime = 2;
  EXPECT_EQ(print(dae),
            "function twice\n"
            "  input Real u[:];\n"
            "  output Real y[n];\n"
            "protected\n"
            "  Integer n = size(u, 1);\n"
            "algorithm\n"
            "  for i1 in 1:n loop\n"
            "    y[i1] := 2.0*u[i1];\n"
            "  end for;\n"
            "  return;\n"
            "  annotation(smoothOrder = 1);\n"
            "end twice;\n"
            "\n"
            "model Circuit\n"
            "  parameter Real R(unit = \"Ohm\", start = 1.0) = 100.0 \"Resistance\";\n"
            "  Real v[2](each start = 0.0, each stateSelect = StateSelect.prefer);\n"
            "protected\n"
            "  Integer n annotation(HideResult = true);\n"
            "public\n"
            "  input Real k;\n"
            "initial equation\n"
            "  v = {0.0, 1.0};\n"
            "equation\n"
            "  der(v) = v*R;\n"
            "algorithm\n"
            "  k := 1.0;\n"
            "  annotation(experiment(StartTime = 0.0, StopTime = 2.0, Tolerance = 1e-6));\n"
            "end Circuit;\n");
}

}  // namespace
}  // namespace formola

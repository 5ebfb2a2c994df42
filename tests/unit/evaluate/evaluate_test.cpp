#include "evaluate/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola {
namespace {

// Short ways to write expressions and to look at what they give.
class EvaluateTest : public ::testing::Test {
 protected:
  EvaluateTest() {
    context.pool = &pool;
    context.function = [this](FunctionId id) -> const Function* {
      return id.index() < functions.size() ? functions[id.index()].get() : nullptr;
    };
    context.variable = [this](VariableId id) -> std::optional<Value> {
      ++variableReads;
      if (id.index() >= variables.size()) return std::nullopt;
      return variables[id.index()];
    };
  }

  TypeId dims(TypeId scalar, std::vector<Size> d) { return pool.types.withDims(scalar, d); }
  TypeId realArray(std::vector<Size> d) { return dims(pool.types.real(), std::move(d)); }
  TypeId intArray(std::vector<Size> d) { return dims(pool.types.integer(), std::move(d)); }
  ExprId i(int64_t v) { return pool.integer(v); }
  ExprId r(double v) { return pool.real(v); }
  ExprId b(bool v) { return pool.boolean(v); }
  ExprId s(std::string_view v) { return pool.string(v); }
  // operations with the type of the first operand
  ExprId op(ExprKind kind, ExprId x, ExprId y) { return pool.binary(kind, pool.type(x), x, y); }
  ExprId rel(ExprKind kind, ExprId x, ExprId y) {
    return pool.binary(kind, pool.types.boolean(), x, y);
  }
  ExprId array(const std::vector<ExprId>& elements) {
    TypeId type = pool.types.prependDims(pool.type(elements.at(0)),
                                         std::vector<Size>{static_cast<Size>(elements.size())});
    return pool.make(ExprKind::Array, type, 0, elements);
  }
  ExprId ints(const std::vector<int64_t>& values) {
    std::vector<ExprId> elements;
    for (int64_t v : values) elements.push_back(i(v));
    return array(elements);
  }
  ExprId reals(const std::vector<double>& values) {
    std::vector<ExprId> elements;
    for (double v : values) elements.push_back(r(v));
    return array(elements);
  }
  ExprId fn(Builtin f, TypeId type, std::vector<ExprId> arguments) {
    return pool.builtin(f, type, arguments);
  }
  ExprId index(ExprId base, std::vector<ExprId> subscripts, TypeId type) {
    subscripts.insert(subscripts.begin(), base);
    return pool.make(ExprKind::Index, type, 0, subscripts);
  }

  Value value(ExprId e) {
    EvaluationResult result = evaluate(e, context);
    EXPECT_TRUE(result.value.has_value()) << result.reason;
    return result.value.value_or(Value{});
  }
  double real(ExprId e) {
    Value v = value(e);
    EXPECT_EQ(v.reals.size(), 1u);
    return v.reals.empty() ? NAN : v.reals[0];
  }
  int64_t integer(ExprId e) {
    Value v = value(e);
    EXPECT_EQ(v.integers.size(), 1u);
    return v.integers.empty() ? -999 : v.integers[0];
  }
  std::string text(ExprId e) {
    Value v = value(e);
    EXPECT_EQ(v.strings.size(), 1u);
    return v.strings.empty() ? "?" : v.strings[0];
  }
  std::vector<int64_t> integersOf(ExprId e) { return value(e).integers; }
  std::vector<double> realsOf(ExprId e) { return value(e).reals; }
  std::vector<Size> shape(ExprId e) {
    auto d = pool.types[value(e).type].dims;
    return {d.begin(), d.end()};
  }
  std::string why(ExprId e) {
    EvaluationResult result = evaluate(e, context);
    EXPECT_FALSE(result.value.has_value());
    return result.reason;
  }

  // ---- functions
  FunctionId function(std::string_view name) {
    functions.push_back(std::make_unique<Function>());
    functions.back()->name = pool.names.intern(name);
    return FunctionId(functions.size() - 1);
  }
  Function& get(FunctionId id) { return *functions[id.index()]; }
  ExprId local(FunctionId f, std::string_view name, TypeId type, LocalKind kind,
               ExprId binding = {}, std::vector<ExprId> dimensions = {}) {
    Function& target = get(f);
    LocalVariable variable;
    variable.name = pool.names.intern(name);
    variable.type = type;
    variable.kind = kind;
    variable.binding = binding;
    variable.dimensions = std::move(dimensions);
    target.locals.push_back(variable);
    target.inputCount += kind == LocalKind::Input;
    target.outputCount += kind == LocalKind::Output;
    return pool.local(static_cast<uint32_t>(target.locals.size() - 1), type);
  }
  static Statement assignment(ExprId target, ExprId v) {
    Statement statement;
    statement.target = target;
    statement.value = v;
    return statement;
  }
  static Statement loop(StatementKind kind, ExprId target, ExprId v, std::vector<Statement> body) {
    Statement statement;
    statement.kind = kind;
    statement.target = target;
    statement.value = v;
    statement.branches.push_back({ExprId(), std::move(body)});
    return statement;
  }
  static Statement conditional(ExprId condition, std::vector<Statement> body) {
    Statement statement;
    statement.kind = StatementKind::If;
    statement.branches.push_back({condition, std::move(body)});
    return statement;
  }
  static Statement plain(StatementKind kind) {
    Statement statement;
    statement.kind = kind;
    return statement;
  }
  ExprId call(FunctionId f, TypeId type, std::vector<ExprId> arguments) {
    return pool.call(f, type, arguments);
  }

  ExprPool pool;
  EvaluationContext context;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<Value> variables;
  int variableReads = 0;
};

TEST_F(EvaluateTest, arithmetic) {
  EXPECT_EQ(integer(op(ExprKind::Add, i(2), i(3))), 5);
  EXPECT_EQ(integer(op(ExprKind::Sub, i(2), i(3))), -1);
  EXPECT_EQ(integer(op(ExprKind::Mul, i(2), i(-3))), -6);
  EXPECT_EQ(real(op(ExprKind::Mul, r(2.5), r(2))), 5.0);
  // "/" and "^" give Reals, also of Integers
  EXPECT_EQ(real(pool.binary(ExprKind::Div, pool.types.real(), i(1), i(4))), 0.25);
  EXPECT_EQ(real(pool.binary(ExprKind::Pow, pool.types.real(), i(2), i(10))), 1024.0);
  EXPECT_EQ(real(pool.unary(ExprKind::Neg, pool.types.real(), r(1.5))), -1.5);
  EXPECT_EQ(real(pool.unary(ExprKind::Cast, pool.types.real(), i(3))), 3.0);
  EXPECT_EQ(why(op(ExprKind::Div, r(1), r(0))), "division by zero");
  EXPECT_NE(why(op(ExprKind::Pow, r(-8), r(0.5))), "");
  EXPECT_EQ(why(op(ExprKind::Pow, r(0), r(-1))), "division by zero");
  EXPECT_EQ(why(op(ExprKind::Mul, i(INT64_MAX), i(2))), "an Integer is too large");
}

TEST_F(EvaluateTest, divisionOfIntegersRoundsAsModelicaSays) {
  auto of = [&](Builtin f, int64_t x, int64_t y) {
    return integer(fn(f, pool.types.integer(), {i(x), i(y)}));
  };
  EXPECT_EQ(of(Builtin::Div, 7, 3), 2);
  EXPECT_EQ(of(Builtin::Div, -7, 3), -2);
  EXPECT_EQ(of(Builtin::Div, 7, -3), -2);
  EXPECT_EQ(of(Builtin::Mod, 7, 3), 1);
  EXPECT_EQ(of(Builtin::Mod, -7, 3), 2);
  EXPECT_EQ(of(Builtin::Mod, 7, -3), -2);
  EXPECT_EQ(of(Builtin::Mod, -6, 3), 0);
  EXPECT_EQ(of(Builtin::Rem, -7, 3), -1);
  EXPECT_EQ(of(Builtin::Rem, 7, -3), 1);
  EXPECT_EQ(of(Builtin::Mod, INT64_MIN, -1), 0);
  EXPECT_EQ(why(fn(Builtin::Mod, pool.types.integer(), {i(1), i(0)})), "division by zero");
  auto ofReal = [&](Builtin f, double x, double y) {
    return real(fn(f, pool.types.real(), {r(x), r(y)}));
  };
  EXPECT_DOUBLE_EQ(ofReal(Builtin::Mod, -1.5, 1.0), 0.5);
  EXPECT_DOUBLE_EQ(ofReal(Builtin::Rem, -1.5, 1.0), -0.5);
  EXPECT_DOUBLE_EQ(ofReal(Builtin::Div, -3.5, 2.0), -1.0);
}

TEST_F(EvaluateTest, elementaryFunctions) {
  TypeId t = pool.types.real();
  EXPECT_DOUBLE_EQ(real(fn(Builtin::Sin, t, {r(0.5)})), std::sin(0.5));
  EXPECT_DOUBLE_EQ(real(fn(Builtin::Atan2, t, {r(1), r(-1)})), std::atan2(1, -1));
  EXPECT_EQ(real(fn(Builtin::Floor, t, {r(-1.5)})), -2.0);
  EXPECT_EQ(real(fn(Builtin::Ceil, t, {r(-1.5)})), -1.0);
  EXPECT_EQ(integer(fn(Builtin::IntegerOf, pool.types.integer(), {r(-1.5)})), -2);
  EXPECT_EQ(integer(fn(Builtin::Abs, pool.types.integer(), {i(-4)})), 4);
  EXPECT_EQ(integer(fn(Builtin::Sign, pool.types.integer(), {r(-0.1)})), -1);
  EXPECT_EQ(integer(fn(Builtin::MaxOf, pool.types.integer(), {i(3), i(8)})), 8);
  EXPECT_EQ(why(fn(Builtin::Sqrt, t, {r(-1)})), "sqrt(-1.0) is not defined");
  EXPECT_EQ(why(fn(Builtin::Log, t, {r(0)})), "log(0.0) is not defined");
  // elementwise on arrays
  EXPECT_EQ(realsOf(fn(Builtin::Sqrt, realArray({2}), {reals({4, 9})})),
            (std::vector<double>{2, 3}));
}

TEST_F(EvaluateTest, relationsAndLogic) {
  EXPECT_EQ(integer(rel(ExprKind::Less, i(1), r(1.5))), 1);
  EXPECT_EQ(integer(rel(ExprKind::Less, s("abc"), s("abd"))), 1);
  EXPECT_EQ(integer(rel(ExprKind::Equal, s("x"), s("y"))), 0);
  EXPECT_EQ(integer(rel(ExprKind::Greater, b(true), b(false))), 1);
  TypeId color = pool.types.scalar(
      BaseType::Enumeration, pool.types
                                 .addEnum({pool.names.intern("Color"),
                                           {pool.names.intern("red"), pool.names.intern("green")}})
                                 .index());
  ExprId red = pool.enumeration(color, 1), green = pool.enumeration(color, 2);
  EXPECT_EQ(integer(rel(ExprKind::Less, red, green)), 1);
  EXPECT_EQ(text(fn(Builtin::StringOf, pool.types.string(), {green})), "green");
  EXPECT_EQ(integer(fn(Builtin::IntegerOfEnum, pool.types.integer(), {green})), 2);
  EXPECT_EQ(value(fn(Builtin::EnumOf, color, {i(2)})).type, color);
  EXPECT_NE(why(fn(Builtin::EnumOf, color, {i(3)})), "");
  EXPECT_EQ(
      integersOf(pool.make(ExprKind::Range, dims(color, {2}), 0, {red, pool.missing(), green})),
      (std::vector<int64_t>{1, 2}));
  // the second operand is evaluated only where it matters
  ExprId unknown = rel(ExprKind::Less, pool.variable(VariableId(7u), pool.types.real()), r(0));
  EXPECT_EQ(integer(op(ExprKind::And, b(false), unknown)), 0);
  EXPECT_EQ(integer(op(ExprKind::Or, b(true), unknown)), 1);
  EXPECT_NE(why(op(ExprKind::And, b(true), unknown)), "");
  EXPECT_EQ(integer(pool.unary(ExprKind::Not, pool.types.boolean(), b(false))), 1);
  EXPECT_EQ(text(op(ExprKind::Add, s("a"), s("b"))), "ab");
}

TEST_F(EvaluateTest, onlyTheTakenBranchOfIfIsEvaluated) {
  ExprId bad = op(ExprKind::Div, r(1), r(0));
  EXPECT_EQ(real(pool.ifThenElse(pool.types.real(), b(true), r(2), bad)), 2.0);
  EXPECT_EQ(real(pool.ifThenElse(pool.types.real(), b(false), bad, r(3))), 3.0);
}

TEST_F(EvaluateTest, unknownVariablesAreNamed) {
  variables.push_back(Value{pool.types.real(), {4.0}, {}, {}, {}});
  ExprId known = pool.variable(VariableId(0u), pool.types.real());
  ExprId unknown = pool.variable(VariableId(5u), pool.types.real());
  EXPECT_EQ(real(op(ExprKind::Mul, known, known)), 16.0);
  EvaluationResult result = evaluate(op(ExprKind::Add, known, unknown), context);
  EXPECT_FALSE(result.value);
  EXPECT_EQ(result.unknown, VariableId(5u));
  // a size needs no value
  ExprId vector = pool.variable(VariableId(6u), realArray({2, 3}));
  EXPECT_EQ(integer(fn(Builtin::SizeOf, pool.types.integer(), {vector, i(2)})), 3);
  EXPECT_EQ(integersOf(fn(Builtin::SizeOf, intArray({2}), {vector})), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(integer(fn(Builtin::Ndims, pool.types.integer(), {vector})), 2);
  EXPECT_NE(why(pool.time()), "");
  context.time = 2.5;
  EXPECT_EQ(real(pool.time()), 2.5);
  EXPECT_EQ(why(fn(Builtin::Initial, pool.types.boolean(), {})),
            "initial() has no value at translation time");
}

TEST_F(EvaluateTest, elementwiseOperationsAndBroadcasting) {
  ExprId v = reals({1, 2, 3});
  EXPECT_EQ(realsOf(op(ExprKind::Add, v, v)), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(realsOf(op(ExprKind::Mul, v, r(2))), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(realsOf(pool.binary(ExprKind::Sub, realArray({3}), r(1), v)),
            (std::vector<double>{0, -1, -2}));
  EXPECT_EQ(realsOf(pool.unary(ExprKind::Cast, realArray({2}), ints({1, 2}))),
            (std::vector<double>{1, 2}));
  EXPECT_NE(why(op(ExprKind::Add, v, reals({1, 2}))), "");
}

TEST_F(EvaluateTest, matrixProducts) {
  ExprId m = array({reals({1, 2, 3}), reals({4, 5, 6})});
  ExprId v = reals({1, 0, -1}), w = reals({1, 2});
  auto product = [&](TypeId t, ExprId x, ExprId y) {
    return pool.binary(ExprKind::MatMul, t, x, y);
  };
  EXPECT_EQ(real(product(pool.types.real(), v, v)), 2.0);
  EXPECT_EQ(realsOf(product(realArray({2}), m, v)), (std::vector<double>{-2, -2}));
  EXPECT_EQ(realsOf(product(realArray({3}), w, m)), (std::vector<double>{9, 12, 15}));
  ExprId mt = fn(Builtin::Transpose, realArray({3, 2}), {m});
  EXPECT_EQ(realsOf(product(realArray({2, 2}), m, mt)), (std::vector<double>{14, 32, 32, 77}));
  EXPECT_EQ(shape(product(realArray({3, 3}), mt, m)), (std::vector<Size>{3, 3}));
  EXPECT_EQ(integer(product(pool.types.integer(), ints({1, 2}), ints({3, 4}))), 11);
  EXPECT_NE(why(product(realArray({2}), m, w)), "");
}

TEST_F(EvaluateTest, ranges) {
  auto range = [&](ExprId a, ExprId step, ExprId z) {
    return pool.make(ExprKind::Range, dims(pool.type(a), {kUnknownSize}), 0, {a, step, z});
  };
  EXPECT_EQ(integersOf(range(i(1), pool.missing(), i(3))), (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ(integersOf(range(i(5), i(-2), i(0))), (std::vector<int64_t>{5, 3, 1}));
  EXPECT_EQ(shape(range(i(1), i(1), i(0))), (std::vector<Size>{0}));
  EXPECT_EQ(realsOf(range(r(0), r(0.1), r(0.3))).size(), 4u);
  EXPECT_EQ(realsOf(range(r(0), r(0.5), r(1.2))), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(integersOf(range(b(false), pool.missing(), b(true))), (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(why(range(i(1), i(0), i(3))), "the step of a range is zero");
  EXPECT_NE(why(range(i(1), i(1), i(INT64_MAX))), "");
}

TEST_F(EvaluateTest, subscripts) {
  ExprId m = array({ints({1, 2, 3}), ints({4, 5, 6})});
  TypeId t = pool.types.integer();
  EXPECT_EQ(integer(index(m, {i(2), i(3)}, t)), 6);
  EXPECT_EQ(integersOf(index(m, {i(2)}, intArray({3}))), (std::vector<int64_t>{4, 5, 6}));
  EXPECT_EQ(integersOf(index(m, {pool.colon(), i(2)}, intArray({2}))),
            (std::vector<int64_t>{2, 5}));
  ExprId part = index(m, {ints({2, 1}), ints({3, 1})}, intArray({2, 2}));
  EXPECT_EQ(integersOf(part), (std::vector<int64_t>{6, 4, 3, 1}));
  EXPECT_EQ(shape(index(m, {ints({2}), pool.colon()}, intArray({1, 3}))),
            (std::vector<Size>{1, 3}));
  EXPECT_EQ(integer(index(ints({7, 8}), {b(true)}, t)), 8);
  EXPECT_EQ(why(index(m, {i(1), i(4)}, t)), "the subscript 4 is out of bounds 1:3 in dimension 2");
  EXPECT_EQ(why(index(ints({7, 8}), {i(0)}, t)),
            "the subscript 0 is out of bounds 1:2 in dimension 1");
}

TEST_F(EvaluateTest, arrayFunctions) {
  TypeId n = pool.types.integer(), t = pool.types.real();
  ExprId m = array({ints({1, 2}), ints({3, 4})});
  EXPECT_EQ(integersOf(fn(Builtin::Fill, intArray({2, 2}), {i(7), i(2), i(2)})),
            (std::vector<int64_t>{7, 7, 7, 7}));
  EXPECT_EQ(shape(fn(Builtin::Fill, intArray({3, 2}), {ints({1, 2}), i(3)})),
            (std::vector<Size>{3, 2}));
  EXPECT_EQ(realsOf(fn(Builtin::Zeros, realArray({2}), {i(2)})), (std::vector<double>{0, 0}));
  EXPECT_EQ(integersOf(fn(Builtin::Ones, intArray({2}), {i(2)})), (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(realsOf(fn(Builtin::Linspace, realArray({3}), {r(0), r(1), i(3)})),
            (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(integersOf(fn(Builtin::Identity, intArray({2, 2}), {i(2)})),
            (std::vector<int64_t>{1, 0, 0, 1}));
  EXPECT_EQ(realsOf(fn(Builtin::Diagonal, realArray({2, 2}), {reals({5, 6})})),
            (std::vector<double>{5, 0, 0, 6}));
  EXPECT_EQ(integersOf(fn(Builtin::Transpose, intArray({2, 2}), {m})),
            (std::vector<int64_t>{1, 3, 2, 4}));
  EXPECT_EQ(integersOf(fn(Builtin::Symmetric, intArray({2, 2}), {m})),
            (std::vector<int64_t>{1, 2, 2, 4}));
  EXPECT_EQ(integersOf(fn(Builtin::OuterProduct, intArray({2, 2}), {ints({1, 2}), ints({3, 4})})),
            (std::vector<int64_t>{3, 4, 6, 8}));
  EXPECT_EQ(realsOf(fn(Builtin::Cross, realArray({3}), {reals({1, 2, 3}), reals({4, 5, 6})})),
            (std::vector<double>{-3, 6, -3}));
  ExprId skew = fn(Builtin::Skew, realArray({3, 3}), {reals({1, 2, 3})});
  EXPECT_EQ(realsOf(pool.binary(ExprKind::MatMul, realArray({3}), skew, reals({4, 5, 6}))),
            (std::vector<double>{-3, 6, -3}));
  EXPECT_EQ(integer(fn(Builtin::Sum, n, {m})), 10);
  EXPECT_EQ(integer(fn(Builtin::Product, n, {m})), 24);
  EXPECT_EQ(integer(fn(Builtin::Max, n, {m})), 4);
  EXPECT_EQ(real(fn(Builtin::Min, t, {reals({2, -1, 3})})), -1.0);
  ExprId one = array({array({i(9)})});
  EXPECT_EQ(shape(fn(Builtin::Scalar, n, {one})), (std::vector<Size>{}));
  EXPECT_EQ(integer(fn(Builtin::Scalar, n, {one})), 9);
  EXPECT_EQ(shape(fn(Builtin::Vector, intArray({2}), {array({ints({1, 2})})})),
            (std::vector<Size>{2}));
  EXPECT_EQ(shape(fn(Builtin::Matrix, intArray({2, 1}), {ints({1, 2})})),
            (std::vector<Size>{2, 1}));
  EXPECT_EQ(shape(fn(Builtin::Promote, intArray({2, 1, 1}), {ints({1, 2}), i(3)})),
            (std::vector<Size>{2, 1, 1}));
  EXPECT_NE(why(fn(Builtin::Vector, intArray({4}), {m})), "");
  EXPECT_NE(why(fn(Builtin::Zeros, intArray({1}), {i(-1)})), "");
  EXPECT_NE(why(fn(Builtin::Zeros, intArray({1}), {i(1 << 20), i(1 << 20)})), "");
}

TEST_F(EvaluateTest, extremeIntegersAreHandled) {
  TypeId n = pool.types.integer();
  EXPECT_NE(why(fn(Builtin::Abs, n, {i(INT64_MIN)})), "");
  EXPECT_NE(why(index(ints({1, 2}), {i(INT64_MIN)}, n)), "");
  EXPECT_NE(why(index(ints({1, 2}), {i(INT64_MAX)}, n)), "");
  EXPECT_NE(why(fn(Builtin::Fill, intArray({1}), {i(0), i(INT64_MAX)})), "");
  ExprId big = ints({INT64_MAX, INT64_MAX, 2});
  EXPECT_NE(why(fn(Builtin::Cross, intArray({3}), {big, big})), "");
  EXPECT_EQ(integersOf(fn(Builtin::Cross, intArray({3}), {ints({1, 0, 0}), ints({0, 1, 0})})),
            (std::vector<int64_t>{0, 0, 1}));
  EXPECT_EQ(integersOf(fn(Builtin::Skew, intArray({3, 3}), {ints({1, 2, 3})})),
            (std::vector<int64_t>{0, -3, 2, 3, 0, -1, -2, 1, 0}));
}

TEST_F(EvaluateTest, cat) {
  ExprId m = array({ints({1, 2}), ints({3, 4})});
  ExprId row = array({ints({5, 6})}), column = array({ints({7}), ints({8})});
  EXPECT_EQ(integersOf(fn(Builtin::Cat, intArray({3, 2}), {i(1), m, row})),
            (std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(integersOf(fn(Builtin::Cat, intArray({2, 3}), {i(2), m, column})),
            (std::vector<int64_t>{1, 2, 7, 3, 4, 8}));
  EXPECT_EQ(realsOf(fn(Builtin::Cat, realArray({3}), {i(1), ints({1}), reals({2, 3})})),
            (std::vector<double>{1, 2, 3}));
  EXPECT_NE(why(fn(Builtin::Cat, intArray({3, 2}), {i(1), m, column})), "");
}

TEST_F(EvaluateTest, comprehensionsAndReductions) {
  TypeId n = pool.types.integer();
  ExprId it = pool.iterator(pool.newIterator(), n), jt = pool.iterator(pool.newIterator(), n);
  ExprId body = op(ExprKind::Add, op(ExprKind::Mul, it, i(10)), jt);
  // the last iterator is the first dimension
  ExprId e = pool.make(ExprKind::Comprehension, intArray({3, 2}), 0,
                       {body, it, ints({1, 2}), jt, ints({1, 2, 3})});
  EXPECT_EQ(shape(e), (std::vector<Size>{3, 2}));
  EXPECT_EQ(integersOf(e), (std::vector<int64_t>{11, 21, 12, 22, 13, 23}));
  auto sum = static_cast<uint32_t>(Builtin::Sum), max = static_cast<uint32_t>(Builtin::Max);
  EXPECT_EQ(integer(pool.make(ExprKind::Reduction, n, sum,
                              {body, it, ints({1, 2}), jt, ints({1, 2, 3})})),
            3 * 30 + 2 * 6);
  EXPECT_EQ(
      integer(pool.make(ExprKind::Reduction, n, max, {body, it, ints({1, 2}), jt, ints({3, 1})})),
      23);
  // nested: sum over i of sum over j <= i
  ExprId upTo = pool.make(ExprKind::Range, intArray({kUnknownSize}), 0, {i(1), pool.missing(), it});
  ExprId inner = pool.make(ExprKind::Reduction, n, sum, {jt, jt, upTo});
  EXPECT_EQ(integer(pool.make(ExprKind::Reduction, n, sum, {inner, it, ints({1, 2, 3})})),
            1 + 3 + 6);
  ExprId none = pool.make(ExprKind::Range, intArray({0}), 0, {i(1), pool.missing(), i(0)});
  EXPECT_EQ(integer(pool.make(ExprKind::Reduction, n, sum, {it, it, none})), 0);
  auto product = static_cast<uint32_t>(Builtin::Product);
  EXPECT_EQ(integer(pool.make(ExprKind::Reduction, n, product, {it, it, none})), 1);
  EXPECT_EQ(shape(pool.make(ExprKind::Comprehension, intArray({0}), 0, {it, it, none})),
            (std::vector<Size>{0}));
  EXPECT_NE(why(it), "");
}

TEST_F(EvaluateTest, stringConversions) {
  ExprId no = pool.missing();
  auto of = [&](std::vector<ExprId> arguments) {
    return text(fn(Builtin::StringOf, pool.types.string(), std::move(arguments)));
  };
  EXPECT_EQ(of({r(1.0 / 3)}), "0.333333");
  EXPECT_EQ(of({r(2.0)}), "2");
  EXPECT_EQ(of({r(1e10)}), "1e+10");
  EXPECT_EQ(of({r(1.0 / 3), i(3)}), "0.333");
  EXPECT_EQ(of({i(42), no, i(5)}), "42   ");
  EXPECT_EQ(of({i(42), no, i(5), b(false)}), "   42");
  EXPECT_EQ(of({b(true), no, i(6), b(false)}), "  true");
  EXPECT_EQ(of({r(3.14159), no, no, no, s("8.2f")}), "    3.14");
  EXPECT_EQ(of({i(7), no, no, no, s("03d")}), "007");
  EXPECT_NE(why(fn(Builtin::StringOf, pool.types.string(), {i(7), no, no, no, s("n")})), "");
  EXPECT_NE(why(fn(Builtin::StringOf, pool.types.string(), {i(7), no, no, no, s("s%s")})), "");
}

TEST_F(EvaluateTest, recordsAndArraysOfRecords) {
  TypeId t = pool.types.scalar(BaseType::Record,
                               pool.types
                                   .addRecord({pool.names.intern("R"),
                                               {{pool.names.intern("x"), pool.types.real()},
                                                {pool.names.intern("v"), intArray({2})}}})
                                   .index());
  auto make = [&](double x, int64_t a, int64_t c) {
    return pool.make(ExprKind::Record, t, 0, {r(x), ints({a, c})});
  };
  ExprId records = array({make(1, 10, 11), make(2, 20, 21), make(3, 30, 31)});
  EXPECT_EQ(real(pool.make(ExprKind::Field, pool.types.real(), 0, {make(4, 1, 2)})), 4.0);
  EXPECT_EQ(realsOf(pool.make(ExprKind::Field, realArray({3}), 0, {records})),
            (std::vector<double>{1, 2, 3}));
  ExprId v = pool.make(ExprKind::Field, intArray({3, 2}), 1, {records});
  EXPECT_EQ(shape(v), (std::vector<Size>{3, 2}));
  EXPECT_EQ(integer(index(v, {i(2), i(2)}, pool.types.integer())), 21);
  ExprId second = index(records, {i(2)}, t);
  EXPECT_EQ(value(second).fields.at(1).integers, (std::vector<int64_t>{20, 21}));
  // as literals again
  EXPECT_EQ(toExpr(value(second), pool), make(2, 20, 21));
}

TEST_F(EvaluateTest, valueOfHintsIsTheirArgument) {
  ExprId unknown = pool.variable(VariableId(9u), pool.types.real());
  EXPECT_EQ(real(fn(Builtin::NoEvent, pool.types.real(), {r(1)})), 1.0);
  EXPECT_EQ(real(fn(Builtin::Smooth, pool.types.real(), {i(0), r(2)})), 2.0);
  EXPECT_EQ(real(fn(Builtin::Homotopy, pool.types.real(), {r(3), unknown})), 3.0);
  EXPECT_EQ(real(fn(Builtin::SemiLinear, pool.types.real(), {r(-2), r(10), r(100)})), -200.0);
}

TEST_F(EvaluateTest, aDeepExpressionNeedsNoStack) {
  ExprId e = i(0);
  for (int k = 1; k <= 1'000'000; ++k) e = op(ExprKind::Add, e, i(k));
  EXPECT_EQ(integer(e), 500000500000);
}

TEST_F(EvaluateTest, sharedPartsAreEvaluatedOnce) {
  // 2^60 leaves as a tree
  ExprId e = i(1);
  for (int k = 0; k < 60; ++k) e = op(ExprKind::Add, e, e);
  EXPECT_EQ(integer(e), int64_t{1} << 60);
  // the same inside a loop, where the iterator changes
  ExprId it = pool.iterator(pool.newIterator(), pool.types.integer());
  ExprId f = it;
  for (int k = 0; k < 40; ++k) f = op(ExprKind::Add, f, f);
  ExprId all = pool.make(ExprKind::Comprehension, intArray({3}), 0, {f, it, ints({1, 2, 3})});
  const int64_t big = int64_t{1} << 40;
  EXPECT_EQ(integersOf(all), (std::vector<int64_t>{big, 2 * big, 3 * big}));
}

// ---- functions

TEST_F(EvaluateTest, functionWithLoopAndLocals) {
  FunctionId f = function("factorial");
  TypeId n = pool.types.integer();
  ExprId x = local(f, "n", n, LocalKind::Input);
  ExprId y = local(f, "y", n, LocalKind::Output, i(1));
  ExprId it = pool.iterator(pool.newIterator(), n);
  ExprId range = pool.make(ExprKind::Range, intArray({kUnknownSize}), 0, {i(1), pool.missing(), x});
  get(f).body = {loop(StatementKind::For, it, range, {assignment(y, op(ExprKind::Mul, y, it))})};
  EXPECT_EQ(integer(call(f, n, {i(5)})), 120);
  EXPECT_EQ(integer(call(f, n, {i(0)})), 1);
  EvaluationResult direct = callFunction(get(f), {Value{n, {}, {6}, {}, {}}}, context);
  ASSERT_TRUE(direct.value);
  EXPECT_EQ(direct.value->integers[0], 720);
}

TEST_F(EvaluateTest, recursionAndItsLimit) {
  FunctionId f = function("fib");
  TypeId n = pool.types.integer();
  ExprId x = local(f, "n", n, LocalKind::Input);
  ExprId y = local(f, "y", n, LocalKind::Output);
  auto fib = [&](ExprId a) { return call(f, n, {a}); };
  ExprId sum = op(ExprKind::Add, fib(op(ExprKind::Sub, x, i(1))), fib(op(ExprKind::Sub, x, i(2))));
  get(f).body = {assignment(y, pool.ifThenElse(n, rel(ExprKind::Less, x, i(2)), x, sum))};
  EXPECT_EQ(integer(fib(i(15))), 610);

  FunctionId g = function("endless");
  ExprId a = local(g, "a", n, LocalKind::Input);
  ExprId c = local(g, "c", n, LocalKind::Output);
  get(g).body = {assignment(c, call(g, n, {op(ExprKind::Add, a, i(1))}))};
  EXPECT_EQ(why(call(g, n, {i(0)})), "more than 256 nested function calls");
}

TEST_F(EvaluateTest, endlessLoopsEnd) {
  FunctionId f = function("endless");
  local(f, "y", pool.types.real(), LocalKind::Output);
  get(f).body = {loop(StatementKind::While, ExprId(), b(true), {})};
  context.maxSteps = 1000;
  EXPECT_EQ(why(call(f, pool.types.real(), {})), "the evaluation takes more than 1000 steps");
}

TEST_F(EvaluateTest, largeArraysAreCounted) {
  // fill(0, 50), again and again
  const TypeId real = pool.types.real();
  const Size dims[1] = {50};
  const ExprId zeros =
      pool.builtin(Builtin::Fill, pool.types.get(BaseType::Real, 0, dims), {r(0), i(50)});
  FunctionId f = function("waste");
  ExprId y = local(f, "y", real, LocalKind::Output);
  get(f).body = {loop(StatementKind::While, ExprId(), b(true),
                      {assignment(y, pool.builtin(Builtin::Sum, real, {zeros}))})};
  context.maxElements = 1000;
  EXPECT_EQ(why(call(f, real, {})), "the evaluation makes arrays and texts of more than 0 MB");
}

TEST_F(EvaluateTest, whileBreakReturnAndIf) {
  // the first k with k*k > n; 0 if n < 0
  FunctionId f = function("root");
  TypeId n = pool.types.integer();
  ExprId x = local(f, "n", n, LocalKind::Input);
  ExprId k = local(f, "k", n, LocalKind::Output);
  get(f).body = {conditional(rel(ExprKind::Less, x, i(0)), {plain(StatementKind::Return)}),
                 loop(StatementKind::While, ExprId(), b(true),
                      {assignment(k, op(ExprKind::Add, k, i(1))),
                       conditional(rel(ExprKind::Greater, op(ExprKind::Mul, k, k), x),
                                   {plain(StatementKind::Break)})}),
                 assignment(k, op(ExprKind::Mul, k, i(1)))};
  EXPECT_EQ(integer(call(f, n, {i(50)})), 8);
  EXPECT_EQ(integer(call(f, n, {i(-1)})), 0);
}

TEST_F(EvaluateTest, arraysOfUnknownSizeAndSizesThatUseLaterLocals) {
  // y[m] = x reversed and doubled; m is declared after y
  FunctionId f = function("reverse");
  TypeId open = realArray({kUnknownSize});
  ExprId x = local(f, "x", open, LocalKind::Input, {}, {ExprId()});
  ExprId y = local(f, "y", open, LocalKind::Output, {}, {pool.local(2, pool.types.integer())});
  ExprId m = local(f, "m", pool.types.integer(), LocalKind::Protected,
                   fn(Builtin::SizeOf, pool.types.integer(), {x, i(1)}));
  ExprId it = pool.iterator(pool.newIterator(), pool.types.integer());
  ExprId range = pool.make(ExprKind::Range, intArray({kUnknownSize}), 0, {i(1), pool.missing(), m});
  ExprId from = index(x, {op(ExprKind::Sub, op(ExprKind::Add, m, i(1)), it)}, pool.types.real());
  get(f).body = {
      loop(StatementKind::For, it, range,
           {assignment(index(y, {it}, pool.types.real()), op(ExprKind::Mul, r(2), from))})};
  EXPECT_EQ(realsOf(call(f, open, {reals({1, 2, 3})})), (std::vector<double>{6, 4, 2}));
  // the argument itself is untouched although arrays are shared
  ExprId v = reals({1, 2});
  EXPECT_EQ(realsOf(op(ExprKind::Add, v, call(f, open, {v}))), (std::vector<double>{5, 4}));
}

TEST_F(EvaluateTest, openDimensionsTakeWhatIsAssigned) {
  FunctionId f = function("grow");
  TypeId open = realArray({kUnknownSize});
  ExprId y = local(f, "y", open, LocalKind::Output, {}, {ExprId()});
  ExprId z = local(f, "z", realArray({2}), LocalKind::Protected);
  get(f).body = {assignment(y, reals({1, 2, 3}))};
  EXPECT_EQ(realsOf(call(f, open, {})), (std::vector<double>{1, 2, 3}));
  get(f).body.push_back(assignment(z, reals({1, 2, 3})));
  EXPECT_NE(why(call(f, open, {})), "");
}

TEST_F(EvaluateTest, severalResults) {
  FunctionId f = function("both");
  TypeId n = pool.types.integer();
  ExprId x = local(f, "x", n, LocalKind::Input);
  ExprId a = local(f, "a", n, LocalKind::Output);
  ExprId c = local(f, "c", n, LocalKind::Output);
  get(f).body = {assignment(a, op(ExprKind::Add, x, i(1))),
                 assignment(c, op(ExprKind::Sub, x, i(1)))};
  TypeId both[2] = {n, n};
  ExprId results = call(f, pool.types.tuple(both), {i(5)});
  EXPECT_EQ(integer(pool.make(ExprKind::TupleElement, n, 0, {results})), 6);
  EXPECT_EQ(integer(pool.make(ExprKind::TupleElement, n, 1, {results})), 4);
  EXPECT_EQ(integer(call(f, n, {i(5)})), 6);

  FunctionId g = function("swap");
  ExprId u = local(g, "u", n, LocalKind::Input);
  ExprId w = local(g, "w", intArray({2}), LocalKind::Output);
  Statement tuple;
  tuple.kind = StatementKind::TupleAssign;
  tuple.targets = {index(w, {i(2)}, n), index(w, {i(1)}, n)};
  tuple.value = call(f, pool.types.tuple(both), {u});
  get(g).body = {tuple};
  EXPECT_EQ(integersOf(call(g, intArray({2}), {i(10)})), (std::vector<int64_t>{9, 11}));
  get(g).body[0].targets[0] = pool.missing();
  EXPECT_EQ(integersOf(call(g, intArray({2}), {i(10)})), (std::vector<int64_t>{9, 0}));
}

TEST_F(EvaluateTest, defaultsOfArguments) {
  FunctionId f = function("scaled");
  TypeId t = pool.types.real();
  ExprId x = local(f, "x", t, LocalKind::Input);
  ExprId k = local(f, "k", t, LocalKind::Input, op(ExprKind::Mul, x, r(10)));
  ExprId y = local(f, "y", t, LocalKind::Output);
  get(f).body = {assignment(y, op(ExprKind::Add, x, k))};
  EXPECT_EQ(real(call(f, t, {r(1)})), 11.0);
  EXPECT_EQ(real(call(f, t, {r(1), pool.missing()})), 11.0);
  EXPECT_EQ(real(call(f, t, {i(1), i(2)})), 3.0);
  EXPECT_EQ(why(call(f, t, {})), "the argument x of scaled is not given");
}

TEST_F(EvaluateTest, assignmentToPartsOfRecordsAndMatrices) {
  TypeId record = pool.types.scalar(BaseType::Record,
                                    pool.types
                                        .addRecord({pool.names.intern("R"),
                                                    {{pool.names.intern("x"), pool.types.real()},
                                                     {pool.names.intern("v"), intArray({2})}}})
                                        .index());
  TypeId records = dims(record, {3});
  FunctionId f = function("parts");
  ExprId a = local(f, "a", records, LocalKind::Output);
  ExprId second = index(a, {i(2)}, record);
  ExprId x = pool.make(ExprKind::Field, pool.types.real(), 0, {second});
  ExprId v = pool.make(ExprKind::Field, intArray({2}), 1, {second});
  ExprId allX = pool.make(ExprKind::Field, realArray({3}), 0, {a});
  get(f).body = {assignment(allX, reals({1, 2, 3})), assignment(x, r(20)),
                 assignment(index(v, {i(1)}, pool.types.integer()), i(7)),
                 assignment(index(a, {i(3)}, record),
                            pool.make(ExprKind::Record, record, 0, {r(30), ints({8, 9})}))};
  Value result = value(call(f, records, {}));
  ASSERT_EQ(result.fields.size(), 2u);
  EXPECT_EQ(result.fields[0].reals, (std::vector<double>{1, 20, 30}));
  EXPECT_EQ(result.fields[1].integers, (std::vector<int64_t>{0, 0, 7, 0, 8, 9}));

  FunctionId g = function("matrix");
  ExprId m = local(g, "m", intArray({2, 3}), LocalKind::Output);
  get(g).body = {assignment(index(m, {pool.colon(), i(2)}, intArray({2})), ints({1, 2})),
                 assignment(index(m, {i(1), ints({3, 1})}, intArray({2})), ints({5, 6}))};
  EXPECT_EQ(integersOf(call(g, intArray({2, 3}), {})), (std::vector<int64_t>{6, 1, 5, 0, 2, 0}));
  get(g).body = {assignment(index(m, {i(3), i(1)}, pool.types.integer()), i(1))};
  EXPECT_NE(why(call(g, intArray({2, 3}), {})).find("out of bounds 1:2"), std::string::npos);
}

TEST_F(EvaluateTest, assertionsFailWithTheirMessageAndPlace) {
  FunctionId f = function("checked");
  ExprId x = local(f, "x", pool.types.real(), LocalKind::Input);
  local(f, "y", pool.types.real(), LocalKind::Output);
  Statement check = plain(StatementKind::Assert);
  check.value = rel(ExprKind::Greater, x, r(0));
  check.message = op(ExprKind::Add, s("x is "), fn(Builtin::StringOf, pool.types.string(), {x}));
  check.range = {FileId(0u), 10, 20};
  get(f).body = {check};
  EXPECT_EQ(real(call(f, pool.types.real(), {r(1)})), 0.0);
  EvaluationResult result = evaluate(call(f, pool.types.real(), {r(-1)}), context);
  EXPECT_EQ(result.reason, "x is -1");
  EXPECT_EQ(result.range, check.range);
  get(f).body[0].level = AssertLevel::Warning;
  EXPECT_EQ(real(call(f, pool.types.real(), {r(-1)})), 0.0);
}

TEST_F(EvaluateTest, functionsAsArguments) {
  TypeId t = pool.types.real(), fun = pool.types.scalar(BaseType::Function);
  FunctionId line = function("line");  // a*x + c
  ExprId x = local(line, "x", t, LocalKind::Input);
  ExprId a = local(line, "a", t, LocalKind::Input);
  ExprId c = local(line, "c", t, LocalKind::Input, r(0.5));
  ExprId y = local(line, "y", t, LocalKind::Output);
  get(line).body = {assignment(y, op(ExprKind::Add, op(ExprKind::Mul, a, x), c))};
  FunctionId at = function("at");  // f(z)
  ExprId f = local(at, "f", fun, LocalKind::Input);
  ExprId z = local(at, "z", t, LocalKind::Input);
  ExprId w = local(at, "w", t, LocalKind::Output);
  get(at).body = {assignment(w, pool.make(ExprKind::Call, t, FunctionId().index(), {f, z}))};
  ExprId bound =
      pool.make(ExprKind::FunctionRef, fun, line.index(), {pool.missing(), r(3), pool.missing()});
  EXPECT_EQ(real(call(at, t, {bound, r(2)})), 6.5);
}

TEST_F(EvaluateTest, externalFunctions) {
  TypeId t = pool.types.real();
  FunctionId f = function("mySin");
  ExprId u = local(f, "u", t, LocalKind::Input);
  ExprId y = local(f, "y", t, LocalKind::Output);
  get(f).external = ExternalCall{"builtin", "sin", y, {u}, {}, {}, {}, {}};
  EXPECT_DOUBLE_EQ(real(call(f, t, {r(1)})), std::sin(1.0));
  get(f).external->language = "C";
  get(f).external->function = "my_function";
  EXPECT_EQ(why(call(f, t, {r(1)})),
            "the external function my_function can't be called at translation time");
  context.external = [&](const Function&,
                         const std::vector<Value>& inputs) -> std::optional<EvaluationResult> {
    const double given = inputs.at(0).reals.at(0);
    if (given < 0) return EvaluationResult{.value = {}, .reason = "negative"};
    return EvaluationResult{.value = Value{t, {given * 2}, {}, {}, {}}};
  };
  EXPECT_EQ(real(call(f, t, {r(4)})), 8.0);
  EXPECT_EQ(why(call(f, t, {r(-4)})), "negative");
}

TEST_F(EvaluateTest, standardExternalsWithResultsAsArguments) {
  TypeId n = pool.types.integer(), t = pool.types.real();
  FunctionId f = function("scanReal");
  ExprId string = local(f, "string", pool.types.string(), LocalKind::Input);
  ExprId start = local(f, "startIndex", n, LocalKind::Input, i(1));
  ExprId isUnsigned = local(f, "unsigned", pool.types.boolean(), LocalKind::Input, b(false));
  ExprId next = local(f, "nextIndex", n, LocalKind::Output);
  ExprId number = local(f, "number", t, LocalKind::Output);
  get(f).external = ExternalCall{"C",      "ModelicaStrings_scanReal",
                                 ExprId(), {string, start, isUnsigned, next, number},
                                 {},       {},
                                 {},       {}};
  TypeId both[2] = {n, t};
  ExprId results = call(f, pool.types.tuple(both), {s(" 2.5 ")});
  EXPECT_EQ(integer(pool.make(ExprKind::TupleElement, n, 0, {results})), 5);
  EXPECT_EQ(real(pool.make(ExprKind::TupleElement, t, 1, {results})), 2.5);

  FunctionId g = function("length");
  ExprId whole = local(g, "string", pool.types.string(), LocalKind::Input);
  ExprId result = local(g, "result", n, LocalKind::Output);
  get(g).external = ExternalCall{"C", "ModelicaStrings_length", result, {whole}, {}, {}, {}, {}};
  EXPECT_EQ(integer(call(g, n, {s("four")})), 4);
}

TEST_F(EvaluateTest, arraysOfRecordsInRecordsBecomeLiterals) {
  auto record = [&](const char* name, std::vector<RecordField> fields) {
    return pool.types.scalar(
        BaseType::Record,
        pool.types.addRecord({pool.names.intern(name), std::move(fields)}).index());
  };
  TypeId inner = record("Inner", {{pool.names.intern("x"), pool.types.real()}});
  TypeId outer = record("Outer", {{pool.names.intern("a"), dims(inner, {2})}});
  auto in = [&](double x) { return pool.make(ExprKind::Record, inner, 0, {r(x)}); };
  auto out = [&](double x, double y) {
    return pool.make(ExprKind::Record, outer, 0, {array({in(x), in(y)})});
  };
  ExprId e = array({out(1, 2), out(3, 4)});
  EXPECT_EQ(toExpr(value(e), pool), e);
  EXPECT_EQ(toExpr(value(index(e, {i(2)}, outer)), pool), out(3, 4));
}

TEST_F(EvaluateTest, recordConstructor) {
  TypeId record = pool.types.scalar(BaseType::Record,
                                    pool.types
                                        .addRecord({pool.names.intern("Complex"),
                                                    {{pool.names.intern("re"), pool.types.real()},
                                                     {pool.names.intern("im"), pool.types.real()}}})
                                        .index());
  FunctionId f = function("Complex");
  local(f, "re", pool.types.real(), LocalKind::Input);
  local(f, "im", pool.types.real(), LocalKind::Input, r(0));
  local(f, "result", record, LocalKind::Output);
  get(f).isRecordConstructor = true;
  ExprId one = call(f, record, {i(2)});
  EXPECT_EQ(real(pool.make(ExprKind::Field, pool.types.real(), 0, {one})), 2.0);
  EXPECT_EQ(real(pool.make(ExprKind::Field, pool.types.real(), 1, {one})), 0.0);
}

TEST_F(EvaluateTest, errorsAlreadyReportedGiveNoValue) {
  EXPECT_NE(why(pool.missing()), "");
  EXPECT_NE(why(op(ExprKind::Add, r(1), pool.missing())), "");
  EXPECT_NE(why(pool.ifThenElse(pool.types.real(), pool.missing(), r(1), r(2))), "");
  EXPECT_NE(why(fn(Builtin::Sin, pool.types.real(), {pool.missing()})), "");
}

TEST_F(EvaluateTest, anArrayVariableIsAskedForOnce) {
  Value big{realArray({1000}), std::vector<double>(1000, 1.0), {}, {}, {}};
  variables.push_back(big);
  ExprId v = pool.variable(VariableId(0u), realArray({1000}));
  ExprId it = pool.iterator(pool.newIterator(), pool.types.integer());
  ExprId range = pool.make(ExprKind::Range, intArray({1000}), 0, {i(1), pool.missing(), i(1000)});
  ExprId sum =
      pool.make(ExprKind::Reduction, pool.types.real(), static_cast<uint32_t>(Builtin::Sum),
                {index(v, {it}, pool.types.real()), it, range});
  EXPECT_EQ(real(sum), 1000.0);
  EXPECT_EQ(variableReads, 1);
}

}  // namespace
}  // namespace formola

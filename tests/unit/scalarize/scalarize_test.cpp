#include "scalarize/scalarize.h"

#include <gtest/gtest.h>

#include "../dae/dae_builder.h"
#include "dae/verify.h"
#include "diag/codes/dae.h"

namespace formola {
namespace {

using testing::DaeBuilder;

class ScalarizeTest : public ::testing::Test, public DaeBuilder {
 protected:
  SourceManager sources;
  Diagnostics diagnostics{sources};
  Dae result;

  void run() {
    result = scalarize(dae, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) messages += d.message + "\n";
    if (!diagnostics.hasErrors()) {
      for (const std::string& problem : verify(result, DaeForm::Scalar)) ADD_FAILURE() << problem;
    }
  }
  // Scalarizes with one equation `x = expr` and gives the right sides; x gets the type of expr.
  std::vector<ExprId> leavesOf(ExprId expr) {
    ExprId x = variable("result", pool.type(expr));
    equation(x, expr);
    run();
    std::vector<ExprId> rights;
    for (const Equation& e : result.equations) rights.push_back(e.right);
    return rights;
  }
  // The scalar variable k of the result.
  ExprId v(uint32_t k) {
    return pool.variable(VariableId(k), result.variables[VariableId(k)].type);
  }
  std::string nameOf(size_t k) {
    return std::string(pool.names.text(result.variables[VariableId(k)].name));
  }
  std::string messages;
};

using Exprs = std::vector<ExprId>;

TEST_F(ScalarizeTest, SplitsVariablesAttributesAndBindings) {
  ExprId a = variable("a", real);
  ExprId x = variable("x", reals({2, 3}));
  of(x).start = list({list({num(1), num(2), num(3)}), list({num(4), num(5), num(6)})});
  of(x).fixed = pool.boolean(true);
  ExprId p = variable("p", reals({2}), Variability::Parameter);
  of(p).binding = fn(Builtin::Fill, reals({2}), {num(7), lit(2)});
  variable("none", reals({0, 4}));
  ExprId last = variable("last", pool.types.string());
  run();
  ASSERT_EQ(result.variables.size(), 10u);
  EXPECT_EQ(nameOf(0), "a");
  EXPECT_EQ(nameOf(1), "x[1,1]");
  EXPECT_EQ(nameOf(3), "x[1,3]");
  EXPECT_EQ(nameOf(4), "x[2,1]");
  EXPECT_EQ(nameOf(7), "p[1]");
  EXPECT_EQ(nameOf(9), "last");
  EXPECT_EQ(result.variables[VariableId(4u)].start, num(4));
  EXPECT_EQ(result.variables[VariableId(4u)].fixed, pool.boolean(true));
  EXPECT_EQ(result.variables[VariableId(4u)].type, real);
  EXPECT_EQ(result.variables[VariableId(8u)].binding, num(7));
  EXPECT_FALSE(result.variables[VariableId(0u)].start.valid());
  EXPECT_EQ(messages, "");
  (void)a;
  (void)last;
}

TEST_F(ScalarizeTest, ElementwiseOperatorsBroadcastScalars) {
  ExprId k = variable("k", real);
  ExprId x = variable("x", reals({2}));
  equation(der(x), add(mul(k, x), list({num(1), num(2)})));
  run();
  ASSERT_EQ(result.equations.size(), 2u);
  EXPECT_EQ(result.equations[1].left, der(v(2)));
  EXPECT_EQ(result.equations[1].right, add(mul(v(0), v(2)), num(2)));
}

TEST_F(ScalarizeTest, ProductsOfAllShapes) {
  ExprId a = variable("a", reals({2, 2}));  // 0..3
  ExprId x = variable("x", reals({2}));     // 4, 5
  auto product = [&](TypeId type, ExprId l, ExprId r) {
    return pool.binary(ExprKind::MatMul, type, l, r);
  };
  ExprId s = variable("s", real), mv = variable("mv", reals({2})), vm = variable("vm", reals({2})),
         mm = variable("mm", reals({2, 2}));
  equation(s, product(real, x, x));
  equation(mv, product(reals({2}), a, x));
  equation(vm, product(reals({2}), x, a));
  equation(mm, product(reals({2, 2}), a, a));
  run();
  ASSERT_EQ(result.equations.size(), 9u);
  auto dot = [&](uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    return add(mul(v(i), v(j)), mul(v(k), v(l)));
  };
  EXPECT_EQ(result.equations[0].right, dot(4, 4, 5, 5));
  EXPECT_EQ(result.equations[1].right, dot(0, 4, 1, 5));
  EXPECT_EQ(result.equations[2].right, dot(2, 4, 3, 5));
  EXPECT_EQ(result.equations[3].right, dot(4, 0, 5, 2));
  EXPECT_EQ(result.equations[4].right, dot(4, 1, 5, 3));
  EXPECT_EQ(result.equations[6].right, dot(0, 1, 1, 3));
}

TEST_F(ScalarizeTest, Reductions) {
  ExprId x = variable("x", reals({3}));
  ExprId none = variable("none", reals({0}));
  Exprs got = leavesOf(list({fn(Builtin::Sum, real, {x}), fn(Builtin::Product, real, {x}),
                             fn(Builtin::Min, real, {x}), fn(Builtin::Sum, real, {none}),
                             fn(Builtin::Product, real, {none})}));
  ASSERT_EQ(got.size(), 5u);
  EXPECT_EQ(got[0], add(add(v(0), v(1)), v(2)));
  EXPECT_EQ(got[1], mul(mul(v(0), v(1)), v(2)));
  EXPECT_EQ(got[2], fn(Builtin::MinOf, real, {fn(Builtin::MinOf, real, {v(0), v(1)}), v(2)}));
  EXPECT_EQ(got[3], num(0));
  EXPECT_EQ(got[4], num(1));
}

TEST_F(ScalarizeTest, MatrixFunctions) {
  ExprId x = variable("x", reals({3}));
  ExprId y = variable("y", reals({3}));
  ExprId a = variable("a", reals({2, 3}));  // 6..11
  auto check = [&](ExprId e, Exprs expected) {
    dae.equations.clear();
    ExprId to = variable("to" + std::to_string(dae.variables.size()), pool.type(e));
    equation(to, e);
    run();
    ASSERT_EQ(result.equations.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(result.equations[i].right, expected[i]) << i;
  };
  run();
  ExprId x1 = v(0), x2 = v(1), x3 = v(2), y1 = v(3), y2 = v(4), y3 = v(5);
  auto minus = [&](ExprId e) { return pool.unary(ExprKind::Neg, real, e); };
  check(fn(Builtin::Cross, reals({3}), {x, y}),
        {sub(mul(x2, y3), mul(x3, y2)), sub(mul(x3, y1), mul(x1, y3)),
         sub(mul(x1, y2), mul(x2, y1))});
  check(fn(Builtin::Skew, reals({3, 3}), {x}),
        {num(0), minus(x3), x2, x3, num(0), minus(x1), minus(x2), x1, num(0)});
  check(fn(Builtin::Transpose, reals({3, 2}), {a}), {v(6), v(9), v(7), v(10), v(8), v(11)});
  check(fn(Builtin::Diagonal, reals({3, 3}), {x}),
        {x1, num(0), num(0), num(0), x2, num(0), num(0), num(0), x3});
  check(fn(Builtin::Identity, integers({2, 2}), {lit(2)}), {lit(1), lit(0), lit(0), lit(1)});
  check(fn(Builtin::OuterProduct, reals({3, 3}), {x, y}),
        {mul(x1, y1), mul(x1, y2), mul(x1, y3), mul(x2, y1), mul(x2, y2), mul(x2, y3), mul(x3, y1),
         mul(x3, y2), mul(x3, y3)});
  ExprId square =
      list({list({at(x, {lit(1)}), at(x, {lit(2)})}), list({at(x, {lit(3)}), at(x, {lit(1)})})});
  check(fn(Builtin::Symmetric, reals({2, 2}), {square}), {x1, x2, x2, x1});
  check(fn(Builtin::Cat, reals({2, 6}), {lit(2), a, a}),
        {v(6), v(7), v(8), v(6), v(7), v(8), v(9), v(10), v(11), v(9), v(10), v(11)});
  check(fn(Builtin::Cat, reals({6}), {lit(1), x, y}), {x1, x2, x3, y1, y2, y3});
  check(fn(Builtin::Promote, reals({3, 1}), {x, lit(2)}), {x1, x2, x3});
  check(fn(Builtin::Matrix, reals({3, 1}), {x}), {x1, x2, x3});
  check(fn(Builtin::Vector, reals({3}), {fn(Builtin::Matrix, reals({3, 1}), {x})}), {x1, x2, x3});
  check(fn(Builtin::Zeros, reals({2}), {lit(2)}), {num(0), num(0)});
  check(fn(Builtin::Linspace, reals({3}), {num(1), num(2), lit(3)}), {num(1), num(1.5), num(2)});
  check(fn(Builtin::SizeOf, integers({2}), {a}), {lit(2), lit(3)});
  check(fn(Builtin::SizeOf, integer, {a, lit(2)}), {lit(3)});
  EXPECT_EQ(messages, "");
}

TEST_F(ScalarizeTest, LiteralSubscriptsAndSlices) {
  ExprId a = variable("a", reals({2, 3}));
  ExprId row = at(a, {lit(2), pool.colon()});
  row = pool.make(ExprKind::Index, reals({3}), 0, {a, lit(2), pool.colon()});
  ExprId some =
      pool.make(ExprKind::Index, reals({2, 2}), 0, {a, pool.colon(), list({lit(3), lit(1)})});
  ExprId one = at(a, {lit(1), lit(2)});
  ExprId first = at(a, {lit(1)});
  ExprId y = variable("y", reals({3})), z = variable("z", reals({2, 2})), s = variable("s", real);
  equation(y, row);
  equation(z, some);
  equation(s, one);
  equation(y, first);
  run();
  Exprs rights;
  for (const Equation& e : result.equations) rights.push_back(e.right);
  EXPECT_EQ(rights, (Exprs{v(3), v(4), v(5), v(2), v(0), v(5), v(3), v(1), v(0), v(1), v(2)}));
}

TEST_F(ScalarizeTest, SubscriptsKnownAtRunTimeBecomeLinear) {
  ExprId a = variable("a", reals({2, 3}));
  ExprId i = variable("i", integer, Variability::Discrete);
  ExprId j = variable("j", integer, Variability::Discrete);
  ExprId both = at(a, {i, j});
  ExprId column = at(a, {lit(2), j});
  Exprs got = leavesOf(list({both, column}));
  ASSERT_EQ(got.size(), 2u);
  ExprId all = list({v(0), v(1), v(2), v(3), v(4), v(5)});
  ExprId linear = add(mul(sub(v(6), lit(1)), lit(3)), v(7));
  EXPECT_EQ(got[0], at(all, {linear}));
  EXPECT_EQ(got[1], at(list({v(3), v(4), v(5)}), {v(7)}));
}

TEST_F(ScalarizeTest, SubscriptsOfFixedParametersAreResolved) {
  ExprId x = variable("x", reals({3}));
  ExprId order = variable("order", integers({3}), Variability::Parameter);
  of(order).binding = list({lit(3), lit(1), lit(2)});
  of(order).evaluate = true;
  ExprId permuted = pool.make(ExprKind::Index, reals({3}), 0, {x, order});
  EXPECT_EQ(leavesOf(permuted),
            (Exprs{pool.variable(VariableId(2u), real), pool.variable(VariableId(0u), real),
                   pool.variable(VariableId(1u), real)}));
}

TEST_F(ScalarizeTest, ComprehensionLooksOnlyAtTheBranchThatCounts) {
  ExprId x = variable("x", reals({3}));
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId body = iff(isEqual(i, lit(1)), num(0), at(x, {sub(i, lit(1))}));
  ExprId e = pool.make(ExprKind::Comprehension, reals({3}), 0, {body, i, range(lit(1), lit(3), 3)});
  EXPECT_EQ(leavesOf(e), (Exprs{num(0), pool.variable(VariableId(0u), real),
                                pool.variable(VariableId(1u), real)}));
  EXPECT_EQ(messages, "");
}

TEST_F(ScalarizeTest, LastIteratorIsFirstDimension) {
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId j = pool.iterator(pool.newIterator(), integer);
  ExprId body = add(mul(lit(10), i), j);
  ExprId e = pool.make(ExprKind::Comprehension, integers({3, 2}), 0,
                       {body, i, range(lit(1), lit(2), 2), j, range(lit(1), lit(3), 3)});
  EXPECT_EQ(leavesOf(e), (Exprs{lit(11), lit(21), lit(12), lit(22), lit(13), lit(23)}));
}

TEST_F(ScalarizeTest, ReductionOverRaggedRanges) {
  ExprId x = variable("x", reals({3}));
  ExprId i = pool.iterator(pool.newIterator(), integer);
  // {sum(x[1:i]) for i in 1:3}: the size of x[1:i] is known only when i is
  ExprId some =
      pool.make(ExprKind::Index, reals({kUnknownSize}), 0, {x, range(lit(1), i, kUnknownSize)});
  ExprId e = pool.make(ExprKind::Comprehension, reals({3}), 0,
                       {fn(Builtin::Sum, real, {some}), i, range(lit(1), lit(3), 3)});
  Exprs got = leavesOf(e);
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0], v(0));
  EXPECT_EQ(got[2], add(add(v(0), v(1)), v(2)));
}

TEST_F(ScalarizeTest, ReductionWithSeveralIteratorsAndVectorRange) {
  ExprId x = variable("x", reals({2}));
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId r = pool.iterator(pool.newIterator(), real);
  ExprId body = mul(pool.unary(ExprKind::Cast, real, i), r);
  ExprId e = pool.make(ExprKind::Reduction, real, static_cast<uint32_t>(Builtin::Sum),
                       {body, i, range(lit(1), lit(2), 2), r, x});
  Exprs got = leavesOf(e);
  ASSERT_EQ(got.size(), 1u);
  ExprId first = add(mul(num(1), v(0)), mul(num(1), v(1)));
  ExprId second = add(mul(num(2), v(0)), mul(num(2), v(1)));
  EXPECT_EQ(got[0], add(first, second));
}

TEST_F(ScalarizeTest, CallsStaySharedAndTakeArrays) {
  ExprId x = variable("x", reals({2}));
  FunctionId f = function("f", {reals({kUnknownSize})}, {reals({kUnknownSize})});
  Exprs got = leavesOf(call(f, reals({2}), {mul(num(2), x)}));
  ASSERT_EQ(got.size(), 2u);
  ExprId shared = call(f, reals({2}), {list({mul(num(2), v(0)), mul(num(2), v(1))})});
  EXPECT_EQ(got[0], at(shared, {lit(1)}));
  EXPECT_EQ(got[1], at(shared, {lit(2)}));
}

TEST_F(ScalarizeTest, CallOfCallPassesTheArrayOn) {
  ExprId x = variable("x", reals({2}));
  FunctionId f = function("f", {reals({2})}, {reals({2})});
  Exprs got = leavesOf(call(f, reals({2}), {call(f, reals({2}), {x})}));
  ExprId inner = call(f, reals({2}), {list({v(0), v(1)})});
  EXPECT_EQ(got[1], at(call(f, reals({2}), {inner}), {lit(2)}));
}

TEST_F(ScalarizeTest, CallOfUnknownSizeTakesThatOfTheOtherSide) {
  ExprId x = variable("x", reals({2}));
  FunctionId f = function("f", {real}, {reals({kUnknownSize})});
  ExprId value = call(f, reals({kUnknownSize}), {num(1)});
  equation(x, value);
  run();
  ASSERT_EQ(result.equations.size(), 2u);
  EXPECT_EQ(result.equations[1].right, at(value, {lit(2)}));
}

TEST_F(ScalarizeTest, TupleCallBecomesEqualities) {
  ExprId x = variable("x", real), y = variable("y", reals({2}));
  FunctionId f = function("f", {real}, {real, real, reals({2})});
  TypeId results[3] = {real, real, reals({2})};
  ExprId value = call(f, pool.types.tuple(results), {num(1)});
  Equation e;
  e.kind = EquationKind::TupleCall;
  e.targets = {x, pool.missing(), y};
  e.right = value;
  dae.equations.push_back(e);
  run();
  ASSERT_EQ(result.equations.size(), 3u);
  EXPECT_EQ(result.equations[0].right, pool.make(ExprKind::TupleElement, real, 0, {value}));
  ExprId third = pool.make(ExprKind::TupleElement, reals({2}), 2, {value});
  EXPECT_EQ(result.equations[2].left, v(2));
  EXPECT_EQ(result.equations[2].right, at(third, {lit(2)}));
}

TEST_F(ScalarizeTest, Records) {
  RecordInfo info{pool.names.intern("R"),
                  {{pool.names.intern("a"), real}, {pool.names.intern("b"), reals({2})}}};
  TypeId record = pool.types.scalar(BaseType::Record, pool.types.addRecord(info).index());
  ExprId x = variable("x", real), y = variable("y", reals({2}));
  ExprId c = variable("c", boolean, Variability::Discrete);
  FunctionId f = function("f", {}, {record});
  ExprId made = pool.make(ExprKind::Record, record, 0, {x, y});
  ExprId called = call(f, record, {});
  ExprId chosen = pool.ifThenElse(record, c, made, called);
  equation(y, pool.make(ExprKind::Field, reals({2}), 1, {chosen}));
  equation(made, called);
  // an array of records: its field is an array of arrays
  ExprId both = list({made, made});
  ExprId z = variable("z", reals({2, 2}));
  equation(z, pool.make(ExprKind::Field, reals({2, 2}), 1, {both}));
  run();
  ASSERT_EQ(result.equations.size(), 9u);
  ExprId b = pool.make(ExprKind::Field, reals({2}), 1, {called});
  EXPECT_EQ(result.equations[1].right, iff(v(3), v(2), at(b, {lit(2)})));
  EXPECT_EQ(result.equations[2].left, v(0));
  EXPECT_EQ(result.equations[2].right, pool.make(ExprKind::Field, real, 0, {called}));
  EXPECT_EQ(result.equations[6].right, v(2));
  EXPECT_EQ(result.equations[7].right, v(1));
}

TEST_F(ScalarizeTest, RecordConstructorsAreRecords) {
  RecordInfo info{
      pool.names.intern("R"),
      {{pool.names.intern("a"), real}, {pool.names.intern("b"), reals({kUnknownSize})}}};
  TypeId record = pool.types.scalar(BaseType::Record, pool.types.addRecord(info).index());
  FunctionId make = function("R", {real, reals({kUnknownSize})}, {record});
  dae.functions[make].isRecordConstructor = true;
  ExprId x = variable("x", real), y = variable("y", reals({2}));
  ExprId made = call(make, record, {x, y});
  // b has the size of the argument, whatever the declaration says
  ExprId b = pool.make(ExprKind::Field, reals({kUnknownSize}), 1, {made});
  ExprId doubled = pool.binary(ExprKind::Mul, reals({2}), num(2), b);
  Exprs got = leavesOf(doubled);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[1], mul(num(2), v(2)));
}

TEST_F(ScalarizeTest, ArgumentsKeepTheirRecords) {
  RecordInfo info{pool.names.intern("R"),
                  {{pool.names.intern("a"), real}, {pool.names.intern("b"), reals({2})}}};
  TypeId record = pool.types.scalar(BaseType::Record, pool.types.addRecord(info).index());
  FunctionId f = function("f", {array(record, {2})}, {real});
  ExprId x = variable("x", real), y = variable("y", reals({2}));
  ExprId made = pool.make(ExprKind::Record, record, 0, {x, y});
  Exprs got = leavesOf(call(f, real, {list({made, made})}));
  ExprId scalarMade = pool.make(ExprKind::Record, record, 0, {v(0), list({v(1), v(2)})});
  EXPECT_EQ(got[0], call(f, real, {list({scalarMade, scalarMade})}));
}

TEST_F(ScalarizeTest, EnumerationAndBooleanSubscripts) {
  TypeId colors = pool.types.scalar(
      BaseType::Enumeration, pool.types
                                 .addEnum({pool.names.intern("Color"),
                                           {pool.names.intern("red"), pool.names.intern("green")}})
                                 .index());
  ExprId x = variable("x", reals({2}));
  ExprId c = variable("c", colors, Variability::Discrete),
         b = variable("b", boolean, Variability::Discrete);
  ExprId i = pool.iterator(pool.newIterator(), colors);
  ExprId both =
      pool.make(ExprKind::Range, array(colors, {2}), 0,
                {pool.enumeration(colors, 1), pool.missing(), pool.enumeration(colors, 2)});
  ExprId sum = pool.make(ExprKind::Reduction, real, static_cast<uint32_t>(Builtin::Sum),
                         {at(x, {i}), i, both});
  Exprs got = leavesOf(list({at(x, {pool.enumeration(colors, 2)}), at(x, {pool.boolean(false)}),
                             at(x, {c}), at(x, {b}), sum}));
  ASSERT_EQ(got.size(), 5u);
  ExprId all = list({v(0), v(1)});
  EXPECT_EQ(got[0], v(1));
  EXPECT_EQ(got[1], v(0));
  EXPECT_EQ(got[2], at(all, {pool.unary(ExprKind::Cast, integer, v(2))}));
  EXPECT_EQ(got[3], at(all, {iff(v(3), lit(2), lit(1))}));
  EXPECT_EQ(got[4], add(v(0), v(1)));
}

TEST_F(ScalarizeTest, OperatorsWithSeveralArguments) {
  ExprId x = variable("x", reals({2})), y = variable("y", reals({2}));
  equation(y, fn(Builtin::Delay, reals({2}), {x, num(1)}));
  equation(y, fn(Builtin::Smooth, reals({2}), {lit(1), x}));
  equation(y, fn(Builtin::Homotopy, reals({2}), {x, y}));
  equation(y, fn(Builtin::Residue, reals({2}), {x}));
  run();
  ASSERT_EQ(result.equations.size(), 8u);
  EXPECT_EQ(result.equations[1].right, fn(Builtin::Delay, real, {v(1), num(1)}));
  EXPECT_EQ(result.equations[3].right, fn(Builtin::Smooth, real, {lit(1), v(1)}));
  EXPECT_EQ(result.equations[5].right, fn(Builtin::Homotopy, real, {v(1), v(3)}));
  EXPECT_EQ(result.equations[7].right, fn(Builtin::Residue, real, {v(1)}));
}

TEST_F(ScalarizeTest, ArraysOfDifferentSizeButLiteralCondition) {
  ExprId x = variable("x", reals({2})), y = variable("y", reals({3}));
  EXPECT_EQ(leavesOf(pool.ifThenElse(reals({2}), pool.boolean(true), x, y)).size(), 2u);
  EXPECT_EQ(messages, "");
}

TEST_F(ScalarizeTest, SharedSubexpressionsAreExpandedOnce) {
  // x + x doubled 60 times has 2^60 occurrences of x
  ExprId x = variable("x", reals({2}));
  ExprId e = x;
  for (int i = 0; i < 60; ++i) e = add(e, e);
  Exprs got = leavesOf(e);
  ASSERT_EQ(got.size(), 2u);
  ExprId expected = v(1);
  for (int i = 0; i < 60; ++i) expected = add(expected, expected);
  EXPECT_EQ(got[1], expected);
}

TEST_F(ScalarizeTest, DeepExpressionsDoNotRecurse) {
  ExprId x = variable("x", reals({2}));
  ExprId e = x;
  for (int i = 0; i < 200'000; ++i) e = add(e, x);
  EXPECT_EQ(leavesOf(e).size(), 2u);
}

// ---- equations

class IfEquationTest : public ScalarizeTest {
 protected:
  Equation branchesOf(std::vector<std::pair<ExprId, std::vector<Equation>>> branches,
                      EquationKind kind = EquationKind::If) {
    Equation e;
    e.kind = kind;
    for (auto& [condition, body] : branches) e.branches.push_back({condition, body});
    return e;
  }
};

TEST_F(IfEquationTest, SameLeftSidesInAnyOrder) {
  ExprId x = variable("x", reals({2})), y = variable("y", real);
  ExprId c = variable("c", boolean, Variability::Discrete);
  dae.equations.push_back(
      branchesOf({{c, {equality(x, list({num(1), num(2)})), equality(y, num(3))}},
                  {ExprId(), {equality(y, num(4)), equality(x, list({num(5), num(6)}))}}}));
  run();
  ASSERT_EQ(result.equations.size(), 3u);
  EXPECT_EQ(result.equations[1].left, v(1));
  EXPECT_EQ(result.equations[1].right, iff(v(3), num(2), num(6)));
  EXPECT_EQ(result.equations[2].left, v(2));
  EXPECT_EQ(result.equations[2].right, iff(v(3), num(3), num(4)));
}

TEST_F(IfEquationTest, DifferentLeftSidesBecomeResiduals) {
  ExprId u = variable("u", real), i = variable("i", real);
  ExprId c = variable("c", boolean, Variability::Discrete),
         d = variable("d", boolean, Variability::Discrete);
  dae.equations.push_back(branchesOf(
      {{c, {equality(u, num(0))}}, {d, {equality(i, u)}}, {ExprId(), {equality(i, num(0))}}}));
  run();
  ASSERT_EQ(result.equations.size(), 1u);
  EXPECT_EQ(result.equations[0].left, num(0));
  EXPECT_EQ(result.equations[0].right, iff(c, u, iff(d, sub(i, u), i)));
}

TEST_F(IfEquationTest, NestedAndLiteralConditions) {
  ExprId x = variable("x", real);
  ExprId c = variable("c", boolean, Variability::Discrete);
  Equation inner = branchesOf({{c, {equality(x, num(1))}}, {ExprId(), {equality(x, num(2))}}});
  dae.equations.push_back(branchesOf({{pool.boolean(false), {}}, {pool.boolean(true), {inner}}}));
  dae.equations.push_back(branchesOf({{c, {inner}}, {ExprId(), {equality(x, num(3))}}}));
  run();
  ASSERT_EQ(result.equations.size(), 2u);
  ExprId chosen = iff(c, num(1), num(2));
  EXPECT_EQ(result.equations[0].right, chosen);
  EXPECT_EQ(result.equations[1].right, iff(c, chosen, num(3)));
}

TEST_F(IfEquationTest, AssertsAreGuarded) {
  ExprId x = variable("x", real);
  ExprId c = variable("c", boolean, Variability::Discrete),
         d = variable("d", boolean, Variability::Discrete);
  auto check = [&](double bound) {
    Equation e;
    e.kind = EquationKind::Assert;
    e.left = less(x, num(bound));
    e.right = pool.string("too big");
    e.level = AssertLevel::Warning;
    return e;
  };
  dae.equations.push_back(branchesOf({{c, {check(1)}}, {d, {check(2)}}, {ExprId(), {check(3)}}}));
  run();
  ASSERT_EQ(result.equations.size(), 3u);
  EXPECT_EQ(result.equations[0].kind, EquationKind::Assert);
  EXPECT_EQ(result.equations[0].level, AssertLevel::Warning);
  EXPECT_EQ(result.equations[0].left, either(notTrue(c), less(x, num(1))));
  EXPECT_EQ(result.equations[1].left, either(either(c, notTrue(d)), less(x, num(2))));
  EXPECT_EQ(result.equations[2].left, either(either(c, d), less(x, num(3))));
}

TEST_F(IfEquationTest, DifferentNumbersAreAnError) {
  ExprId x = variable("x", real);
  ExprId c = variable("c", boolean, Variability::Discrete);
  dae.equations.push_back(branchesOf({{c, {equality(x, num(1))}}, {ExprId(), {}}}));
  run();
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, diag::IfEquationBranchSizes);
}

TEST_F(IfEquationTest, InsideWhenValuesAreKept) {
  ExprId x = variable("x", integers({2}), Variability::Discrete);
  ExprId c = variable("c", boolean, Variability::Discrete),
         w = variable("w", boolean, Variability::Discrete);
  ExprId h = variable("h", real);
  Equation reinit = equality(h, num(1));
  reinit.kind = EquationKind::Reinit;
  Equation stop;
  stop.kind = EquationKind::Terminate;
  stop.right = pool.string("end");
  Equation body = branchesOf({{c, {equality(x, list({lit(1), lit(2)})), reinit, stop}}});
  dae.equations.push_back(branchesOf({{list({w, c}), {body}}}, EquationKind::When));
  run();
  ASSERT_EQ(result.equations.size(), 1u);
  const EquationBranch& branch = result.equations[0].branches[0];
  EXPECT_EQ(branch.condition, list({v(3), v(2)}));
  ASSERT_EQ(branch.body.size(), 4u);
  EXPECT_EQ(branch.body[1].left, v(1));
  EXPECT_EQ(branch.body[1].right, iff(v(2), lit(2), pre(v(1))));
  EXPECT_EQ(branch.body[2].kind, EquationKind::Reinit);
  EXPECT_EQ(branch.body[2].right, iff(v(2), num(1), pre(v(4))));
  EXPECT_EQ(branch.body[3].kind, EquationKind::If);
  EXPECT_EQ(branch.body[3].branches[0].body[0].kind, EquationKind::Terminate);
}

TEST_F(ScalarizeTest, AlgorithmsKeepArrays) {
  variable("first", reals({2}));
  ExprId x = variable("x", reals({2})), a = variable("a", reals({2, 2}));
  ExprId i = pool.iterator(pool.newIterator(), integer);
  Statement whole, element, single, loop;
  whole.target = x;
  whole.value = pool.binary(ExprKind::MatMul, reals({2}), a, x);
  element.target = at(x, {i});
  element.value = num(1);
  single.target = at(a, {lit(2), lit(1)});
  single.value = at(x, {lit(2)});
  loop.kind = StatementKind::For;
  loop.target = i;
  loop.value = range(lit(1), lit(2), 2);
  loop.branches.push_back({ExprId(), {element}});
  dae.algorithms.push_back({{whole, loop, single}, {}});
  run();
  const std::vector<Statement>& body = result.algorithms[0].body;
  ExprId xs = list({v(2), v(3)});
  EXPECT_EQ(body[0].target, xs);
  EXPECT_EQ(body[0].value, pool.binary(ExprKind::MatMul, reals({2}),
                                       list({list({v(4), v(5)}), list({v(6), v(7)})}), xs));
  EXPECT_EQ(body[1].branches[0].body[0].target, at(xs, {i}));
  EXPECT_EQ(body[2].target, v(6));
  EXPECT_EQ(body[2].value, v(3));
}

TEST_F(ScalarizeTest, ErrorsAreDiagnostics) {
  ExprId x = variable("x", reals({2})), y = variable("y", reals({3})), s = variable("s", real);
  equation(x, y);
  equation(s, at(x, {lit(3)}));
  equation(x, add(x, pool.binary(ExprKind::Sub, reals({2}), x, y)));
  run();
  ASSERT_EQ(diagnostics.all().size(), 3u);
  for (const Diagnostic& d : diagnostics.all()) EXPECT_EQ(d.code, diag::ScalarizeUnsupported);
  EXPECT_NE(messages.find("the subscript 3 is outside 1:2"), std::string::npos) << messages;
}

TEST_F(ScalarizeTest, ProvenanceIsKept) {
  ExprId x = variable("x", reals({2}));
  Equation e = equality(x, list({num(1), num(2)}));
  e.origin.instance = pool.names.intern("a.b");
  e.fromConnect = true;
  dae.equations.push_back(e);
  run();
  EXPECT_EQ(result.equations[1].origin.instance, e.origin.instance);
  EXPECT_TRUE(result.equations[1].fromConnect);
}

// ---- scale

TEST_F(ScalarizeTest, HundredThousandElements) {
  constexpr Size n = 100'000;
  ExprId x = variable("x", reals({n}));
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId body = sub(at(x, {add(i, lit(1))}), at(x, {i}));
  ExprId inner = pool.make(ExprKind::Comprehension, reals({n - 1}), 0,
                           {body, i, range(lit(1), lit(n - 1), n - 1)});
  ExprId flow = variable("flow", reals({n - 1}));
  equation(flow, inner);
  ExprId k = variable("k", integer, Variability::Parameter);
  ExprId j = pool.iterator(pool.newIterator(), integer);
  ExprId shifted = pool.make(ExprKind::Comprehension, reals({n}), 0,
                             {at(x, {add(j, k)}), j, range(lit(1), lit(n), n)});
  equation(x, shifted);  // a subscript known at run time for every element: the table is made once
  run();
  ASSERT_EQ(result.equations.size(), size_t{2 * n - 1});
  EXPECT_EQ(result.equations[n - 2].right, sub(v(n - 1), v(n - 2)));
  EXPECT_EQ(messages, "");
}

}  // namespace
}  // namespace formola

#include "dae/compact.h"

#include <gtest/gtest.h>

#include "dae/equal.h"
#include "dae_builder.h"
#include "scalarize/scalarize.h"

namespace formola {
namespace {

using testing::DaeBuilder;

// A model with something of everything.
class CompactTest : public ::testing::Test, public DaeBuilder {
 protected:
  FunctionId unused, derivative, used;

  void fill() {
    dae.model = "M";
    ExprId x = variable("x", reals({3}));
    of(x).unit = pool.names.intern("m");
    of(x).start = num(-0.0);
    of(x).origin.instance = pool.names.intern("a.b");
    TypeId colors =
        pool.types.scalar(BaseType::Enumeration,
                          pool.types
                              .addEnum({pool.names.intern("Color"),
                                        {pool.names.intern("red"), pool.names.intern("green")}})
                              .index());
    ExprId c = variable("c", colors, Variability::Parameter);
    of(c).binding = pool.enumeration(colors, 2);
    unused = function("unused", {real}, {real});
    derivative = function("derivative", {real}, {real});
    used = function("used", {real}, {real});
    dae.functions[used].derivatives.push_back({derivative, 1, {}, {}});
    dae.functions[used].body.resize(1);
    dae.functions[used].body[0].target = pool.local(1, real);
    dae.functions[used].body[0].value = mul(pool.local(0, real), num(2));
    pool.newIterator();
    ExprId i = pool.iterator(pool.newIterator(), integer);
    ExprId body = call(used, real, {at(x, {i})});
    equation(
        x, pool.make(ExprKind::Comprehension, reals({3}), 0, {body, i, range(lit(1), lit(3), 3)}));
    Equation when;
    when.kind = EquationKind::When;
    when.branches.push_back({less(pool.time(), num(1)), {equality(at(x, {lit(1)}), num(4))}});
    when.branches[0].body[0].origin.instance = pool.names.intern("w");
    dae.equations.push_back(when);
    Statement print;
    print.kind = StatementKind::Assert;
    print.value = less(at(x, {lit(2)}), num(1e300));
    print.message = pool.string("large");
    dae.initialAlgorithms.push_back({{print}, {}});
    for (int k = 0; k < 1000; ++k) pool.real(k + 0.5);  // garbage
  }
};

TEST_F(CompactTest, KeepsTheModelAndDropsTheRest) {
  fill();
  Dae small = compact(dae);
  EXPECT_LT(small.pool->size(), 100u);
  ASSERT_EQ(small.functions.size(), 2u);
  EXPECT_EQ(small.pool->names.text(small.functions[FunctionId(0u)].name), "derivative");
  EXPECT_EQ(small.functions[FunctionId(1u)].derivatives[0].function, FunctionId(0u));
  // without the unused function the original is equal
  Dae again = compact(small);
  EXPECT_EQ(firstDifference(small, again), "");
  EXPECT_EQ(again.pool->size(), small.pool->size());
  EXPECT_EQ(firstDifference(dae, small), "the number of functions: 3 and 2");
}

TEST_F(CompactTest, AfterScalarize) {
  fill();
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Dae scalar = scalarize(dae, diagnostics);
  EXPECT_FALSE(diagnostics.hasErrors());
  Dae small = compact(scalar);
  EXPECT_EQ(small.equations.size(), scalar.equations.size());
  EXPECT_LT(small.pool->size(), scalar.pool->size());
  EXPECT_TRUE(equal(small, compact(small)));
}

TEST_F(CompactTest, DifferencesAreSeen) {
  fill();
  Dae base = compact(dae);
  auto differs = [&](auto change) {
    Dae other = compact(dae);
    change(other);
    return firstDifference(base, other);
  };
  EXPECT_EQ(differs([](Dae&) {}), "");
  EXPECT_EQ(differs([](Dae& d) { d.variables[VariableId(0u)].name = d.pool->names.intern("y"); }),
            "variable 1");
  EXPECT_EQ(differs([](Dae& d) { d.variables[VariableId(0u)].start = d.pool->real(0.0); }),
            "variable 1");
  EXPECT_EQ(differs([](Dae& d) { d.variables[VariableId(1u)].isFinal = true; }), "variable 2");
  EXPECT_EQ(differs([](Dae& d) { d.equations[1].branches[0].body[0].right = d.pool->real(5); }),
            "equation 2");
  EXPECT_EQ(differs([](Dae& d) { d.equations[0].right = d.equations[0].left; }), "equation 1");
  EXPECT_EQ(
      differs([](Dae& d) { d.initialAlgorithms[0].body[0].message = d.pool->string("Large"); }),
      "initial algorithm 1");
  EXPECT_EQ(differs([](Dae& d) { d.functions[FunctionId(1u)].impure = true; }), "function 2");
  EXPECT_EQ(differs([](Dae& d) { d.equations.pop_back(); }), "the number of equations: 2 and 1");
}

TEST_F(CompactTest, DeepExpressionsDoNotRecurse) {
  ExprId x = variable("x", real);
  ExprId e = x;
  for (int i = 0; i < 200'000; ++i) e = add(x, e);
  equation(x, e);
  Dae small = compact(dae);
  EXPECT_EQ(firstDifference(dae, small), "");
}

}  // namespace
}  // namespace formola

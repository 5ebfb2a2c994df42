#include "dae/verify.h"

#include <gtest/gtest.h>

#include "dae_builder.h"
#include "scalarize/scalarize.h"

namespace formola {
namespace {

using testing::DaeBuilder;

class VerifyTest : public ::testing::Test, public DaeBuilder {
 protected:
  ExprId x = variable("x", reals({3}));
  ExprId y = variable("y", real);
  ExprId n = variable("n", integer, Variability::Parameter);

  // The problems as one text.
  std::string found(DaeForm form = DaeForm::Arrays) {
    std::string all;
    for (const std::string& p : verify(dae, form)) all += p + "\n";
    return all;
  }
  void expectProblem(const std::string& text, DaeForm form = DaeForm::Arrays) {
    std::string all = found(form);
    EXPECT_NE(all.find(text), std::string::npos) << "expected: " << text << "\nfound: " << all;
  }
};

TEST_F(VerifyTest, SoundModelsHaveNoProblems) {
  ExprId i = pool.iterator(pool.newIterator(), integer);
  ExprId body = mul(at(x, {i}), num(2));
  equation(der(x),
           pool.make(ExprKind::Comprehension, reals({3}), 0, {body, i, range(lit(1), lit(3), 3)}));
  equation(y, iff(less(y, num(1)), fn(Builtin::Sum, real, {x}),
                  pool.binary(ExprKind::Div, real, y, num(2))));
  Statement loop, inner;
  loop.kind = StatementKind::For;
  loop.target = pool.iterator(pool.newIterator(), integer);
  loop.value = range(lit(1), lit(3), 3);
  inner.target = at(x, {loop.target});
  inner.value = num(0);
  loop.branches.push_back({ExprId(), {inner}});
  dae.algorithms.push_back({{loop}, {}});
  EXPECT_EQ(found(), "");
  SourceManager sources;
  Diagnostics diagnostics(sources);
  dae = scalarize(dae, diagnostics);
  EXPECT_EQ(found(DaeForm::Scalar), "");
}

TEST_F(VerifyTest, ScalarFormAllowsCallsAndRunTimeSubscripts) {
  FunctionId f = function("f", {reals({kUnknownSize})}, {reals({kUnknownSize})});
  equation(x, call(f, reals({3}), {x}));
  equation(y, at(x, {n}));
  Equation when;
  when.kind = EquationKind::When;
  when.branches.push_back({list({less(y, num(1)), less(y, num(2))}), {}});
  Equation reinit = equality(y, num(0));
  reinit.kind = EquationKind::Reinit;
  when.branches[0].body.push_back(reinit);
  dae.equations.push_back(when);
  EXPECT_EQ(found(), "");
  SourceManager sources;
  Diagnostics diagnostics(sources);
  dae = scalarize(dae, diagnostics);
  EXPECT_EQ(found(DaeForm::Scalar), "");
}

TEST_F(VerifyTest, ArraysInScalarForm) {
  equation(x, mul(num(2), x));
  expectProblem("variable 'x': it should be scalar", DaeForm::Scalar);
  expectProblem("equation 1: it should be scalar", DaeForm::Scalar);
}

TEST_F(VerifyTest, References) {
  equation(y, pool.variable(VariableId(99u), real));
  equation(pool.variable(pool.variableOf(y), integer), lit(1));
  equation(y, pool.local(0, real));
  equation(y, pool.unary(ExprKind::Cast, real, pool.iterator(pool.newIterator(), integer)));
  equation(y, call(FunctionId(7u), real, {}));
  equation(y, ExprId(size_t{1} << 30));
  expectProblem("equation 1: variable 99 does not exist");
  expectProblem("equation 2: variable 'y' is used with another type");
  expectProblem("equation 3: local 0 outside a function");
  expectProblem("is bound by nothing");
  expectProblem("function 7 does not exist");
  expectProblem("is not in the pool");
}

TEST_F(VerifyTest, Types) {
  equation(y, pool.binary(ExprKind::Add, real, y, lit(1)));
  expectProblem("equation 1: expression");
  dae.equations.clear();
  equation(x, pool.binary(ExprKind::Sub, reals({3}), x, fn(Builtin::Zeros, reals({2}), {lit(2)})));
  expectProblem("the sizes of its operands do not fit");
  dae.equations.clear();
  equation(y, lit(1));
  expectProblem("equation 1: its sides have different types");
  dae.equations.clear();
  equation(y, x);
  expectProblem("its sides have 1 and 3 elements");
  dae.equations.clear();
  equation(y, at(x, {num(1)}));
  expectProblem("a subscript that is no Integer");
  dae.equations.clear();
  equation(y, pool.make(ExprKind::Field, real, 0, {y}));
  expectProblem("picks from what has no parts");
  dae.equations.clear();
  equation(x, pool.make(ExprKind::Array, reals({3}), 0, {y, y}));
  expectProblem("has not the size of its type");
}

TEST_F(VerifyTest, MissingAndMisplaced) {
  equation(y, pool.missing());
  equation(y, pool.binary(ExprKind::Add, real, y, pool.missing()));
  equation(y, ExprId());
  Equation reinit = equality(y, num(0));
  reinit.kind = EquationKind::Reinit;
  reinit.origin.instance = pool.names.intern("a.b");
  dae.equations.push_back(reinit);
  Equation when;
  when.kind = EquationKind::When;
  when.branches.push_back({y, {}});
  dae.equations.push_back(when);
  expectProblem("equation 1: its right side is missing");
  expectProblem("has an operand that is missing");
  expectProblem("equation 3: it has no right side");
  expectProblem("equation 4 (of 'a.b'): reinit outside a when-equation");
  expectProblem("equation 5: its condition is not Boolean");
}

TEST_F(VerifyTest, Variables) {
  variable("x", real);
  of(y).binding = num(1);
  of(x).start = list({num(1), num(2)});
  expectProblem("variable 'x': its name occurs twice");
  expectProblem("variable 'y': it has a binding");
  expectProblem("variable 'x': its binding or an attribute has another size");
}

TEST_F(VerifyTest, FunctionsAndStatements) {
  FunctionId f = function("f", {real}, {real});
  Function& g = dae.functions[f];
  g.body.resize(2);
  g.body[0].target = pool.local(1, real);
  g.body[0].value = pool.local(5, real);
  g.body[1].target = num(1);
  g.body[1].value = pool.local(0, real);
  std::swap(g.locals[0].kind, g.locals[1].kind);
  equation(y, call(f, real, {y, y}));
  expectProblem("function 'f': local 5 does not exist");
  expectProblem("function 'f': a target that cannot be assigned");
  expectProblem("function 'f': its inputs, outputs and protected variables are not in order");
  expectProblem("2 operands instead of 1");
}

}  // namespace
}  // namespace formola

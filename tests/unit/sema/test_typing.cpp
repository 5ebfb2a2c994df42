// Types, sizes and variability of expressions; calls, operators of records, loops.
#include "typed_test.h"

namespace formola {
namespace {

using TypingTest = TypedTest;

TEST_F(TypingTest, LiteralsAndOperators) {
  model("model M Real x; Integer n; Boolean b; String s; end M;");
  EXPECT_EQ(type("1"), "Integer");
  EXPECT_EQ(type("1.0"), "Real");
  EXPECT_EQ(type("n + 1"), "Integer");
  EXPECT_EQ(type("n + x"), "Real");
  EXPECT_EQ(type("n / 2"), "Real");
  EXPECT_EQ(type("x < n"), "Boolean");
  EXPECT_EQ(type("not b or x > 1"), "Boolean");
  EXPECT_EQ(type("s + \"a\""), "String");
  EXPECT_EQ(type("if b then n else x"), "Real");
  EXPECT_EQ(codes(), Codes());
}

TEST_F(TypingTest, OperandsThatDoNotFit) {
  model("model M Real x; Boolean b; Real v[3]; Real w[2]; end M;");
  EXPECT_EQ(type("x + b"), "(erroneous)");
  EXPECT_EQ(codes(), Codes{"OperandTypes"});
  EXPECT_EQ(type("v + w"), "(erroneous)");
  EXPECT_EQ(type("if b then v else w"), "(erroneous)");
  EXPECT_EQ(type("if x then 1 else 2"), "(erroneous)");
  EXPECT_EQ(type("x and b"), "(erroneous)");
  EXPECT_EQ(codes().size(), 5u) << messages();
  // what is made from something wrong is wrong without another message
  EXPECT_EQ(type("1 + (x + b)"), "(erroneous)");
  EXPECT_EQ(type("nowhere"), "(erroneous)");
  EXPECT_EQ(codes().back(), "UndefinedName");
}

TEST_F(TypingTest, SizesOfArrays) {
  model("model M Real A[2, 3]; Real B[3, 4]; Real v[3]; Integer k; end M;");
  EXPECT_EQ(type("A * B"), "Real[2,4]");
  EXPECT_EQ(type("A * v"), "Real[2]");
  EXPECT_EQ(type("v * v"), "Real");
  EXPECT_EQ(type("v * B"), "Real[4]");
  EXPECT_EQ(type("2 * A"), "Real[2,3]");
  EXPECT_EQ(type("v .* v"), "Real[3]");
  EXPECT_EQ(type("transpose(A)"), "Real[3,2]");
  EXPECT_EQ(type("A[1, :]"), "Real[3]");
  EXPECT_EQ(type("A[:, 2:3]"), "Real[2,2]");
  EXPECT_EQ(type("A[end, end]"), "Real");
  EXPECT_EQ(type("A[k]"), "Real[3]");
  EXPECT_EQ(type("{v, v}"), "Real[2,3]");
  EXPECT_EQ(type("[A; A]"), "Real[4,3]");
  EXPECT_EQ(type("[A, A]"), "Real[2,6]");
  EXPECT_EQ(type("{1, 2.5}"), "Real[2]");
  EXPECT_EQ(type("1:2:9"), "Integer[5]");
  EXPECT_EQ(type("fill(true, 2, 3)"), "Boolean[2,3]");
  EXPECT_EQ(type("size(A)"), "Integer[2]");
  EXPECT_EQ(typed("size(A, 2)"), pool->integer(3));
  EXPECT_EQ(typed("ndims(A)"), pool->integer(2));
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("A * A"), "(erroneous)");
  EXPECT_EQ(type("A[3, 1]"), "(erroneous)");
  EXPECT_EQ(type("v[1, 1]"), "(erroneous)");
  EXPECT_EQ(codes().size(), 3u) << messages();
}

TEST_F(TypingTest, ComprehensionsAndReductions) {
  model("model M Real v[3]; Real A[2, 3]; type E = enumeration(a, b); end M;");
  EXPECT_EQ(type("{i * v[i] for i in 1:3}"), "Real[3]");
  EXPECT_EQ(type("{A[i, j] for i, j}"), "Real[3,2]");  // ranges from the subscripts
  EXPECT_EQ(type("sum(v[i] for i in 1:3)"), "Real");
  EXPECT_EQ(type("max(i for i in {1, 2})"), "Integer");
  EXPECT_EQ(type("{e for e in E}"), "enumeration M.E[2]");
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("{i for i in 1}"), "(erroneous)");
  EXPECT_EQ(codes(), Codes{"IteratorRangeNotVector"});
}

TEST_F(TypingTest, LoopsHaveALimit) {
  model("model M end M;");
  sema.limits.iterations = 10;
  EXPECT_EQ(type("{i for i in 1:5}"), "Integer[5]");
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("{i for i in 1:6}"), "(erroneous)");  // those of all loops are counted
  EXPECT_EQ(codes(), Codes{"TooLarge"});
}

TEST_F(TypingTest, VariabilityOfExpressions) {
  model(R"(
    function f input Real u; output Real y; algorithm y := u; y := y + u; end f;
    impure function g input Real u; output Real y; algorithm y := u; y := y + u; end g;
    model M
      constant Real c = 1; parameter Real p = 2; discrete Real d; Real x; Real v[2];
    end M;)");
  EXPECT_EQ(variability("c + 1"), Variability::Constant);
  EXPECT_EQ(variability("c * p"), Variability::Parameter);
  EXPECT_EQ(variability("p + d"), Variability::Discrete);
  EXPECT_EQ(variability("p + x"), Variability::Continuous);
  EXPECT_EQ(variability("x > 1"), Variability::Discrete);
  EXPECT_EQ(variability("time"), Variability::Continuous);
  EXPECT_EQ(variability("size(v, 1)"), Variability::Constant);
  EXPECT_EQ(variability("floor(x)"), Variability::Discrete);
  EXPECT_EQ(variability("floor(p)"), Variability::Parameter);
  EXPECT_EQ(variability("pre(d)"), Variability::Discrete);
  EXPECT_EQ(variability("f(p)"), Variability::Parameter);
  EXPECT_EQ(variability("f(x)"), Variability::Continuous);
  EXPECT_EQ(variability("g(p)"), Variability::Discrete);
}

TEST_F(TypingTest, CallsTakeArgumentsByPositionNameAndDefault) {
  model(R"(
    function f
      input Real a; input Real b = 2 * a; input Integer n = 3;
      output Real y; output Real z;
    algorithm y := a; z := b; y := y + n;
    end f;
    model M Real x; end M;)");
  const ExprId call = pool->child(typed("f(x, n = 4)"), 0);
  ASSERT_EQ(pool->kind(call), ExprKind::Call);
  ASSERT_EQ(pool->children(call).size(), 3u);
  EXPECT_EQ(pool->kind(pool->child(call, 1)), ExprKind::Mul);
  EXPECT_EQ(pool->child(call, 2), pool->integer(4));
  EXPECT_EQ(type("f(x)"), "Real");  // the first of two results
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("f()"), "(erroneous)");
  EXPECT_EQ(type("f(1, 2, 3, 4)"), "(erroneous)");
  EXPECT_EQ(type("f(1, a = 2)"), "(erroneous)");
  EXPECT_EQ(type("f(1, c = 2)"), "(erroneous)");
  EXPECT_EQ(type("f(1, 2, 3.5)"), "(erroneous)");
  EXPECT_EQ(codes(), (Codes{"MissingArgument", "TooManyArguments", "ArgumentTwice",
                            "NoSuchArgument", "TypeMismatch"}));
}

TEST_F(TypingTest, CallsOnArraysAreMadeForEachElement) {
  model(R"(
    function f input Real a; input Real b; output Real y; algorithm y := a; y := y * b; end f;
    function h input Real a[3]; output Real y; algorithm y := a[1]; y := y + a[2]; end h;
    model M Real v[3]; Real A[2, 3]; Real w[2]; end M;)");
  EXPECT_EQ(type("f(v, 2)"), "Real[3]");
  EXPECT_EQ(type("f(A, A)"), "Real[2,3]");
  EXPECT_EQ(pool->kind(typed("f(v, 2)")), ExprKind::Array);
  EXPECT_EQ(type("h(A)"), "Real[2]");
  EXPECT_EQ(type("sin(A)"), "Real[2,3]");
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("f(v, w)"), "(erroneous)");
  EXPECT_EQ(codes(), Codes{"VectorizeMismatch"});
  EXPECT_EQ(type("h(w)"), "(erroneous)");
}

TEST_F(TypingTest, ResultsHaveTheSizesOfTheArguments) {
  model(R"(
    function f
      input Real u[:]; input Integer n = 2; output Real y[size(u, 1), n];
    algorithm y := fill(u[1], size(u, 1), n); y[1, 1] := 2;
    end f;
    model M parameter Integer k = 4; Real v[3]; end M;)");
  EXPECT_EQ(type("f(v)"), "Real[3,2]");
  EXPECT_EQ(type("f(v, k)"), "Real[3,4]");
  EXPECT_EQ(type("f({1, 2})"), "Real[2,2]");
  EXPECT_TRUE(at({"k"})->structural);  // a size needs its value
}

TEST_F(TypingTest, FunctionsThatAreOneAssignmentAreReplaced) {
  model(R"(
    function f input Real u; output Real y = 2 * u; algorithm annotation(Inline = true); end f;
    function g input Real u; output Real y; algorithm y := 2 * u; annotation(Inline = true); end g;
    function h input Real u; output Real y; algorithm y := 2 * u; annotation(Inline = false); end h;
    model M Real x; end M;)");
  EXPECT_EQ(typed("g(x)"), typed("2 * x"));
  EXPECT_EQ(pool->kind(typed("h(x)")), ExprKind::Call);
}

TEST_F(TypingTest, OperatorsOfRecords) {
  model(R"(
    operator record Complex
      Real re; Real im;
      encapsulated operator 'constructor'
        import Complex;
        function fromReal input Real re; input Real im = 0; output Complex result(re = re, im = im);
        algorithm annotation(Inline = true);
        end fromReal;
      end 'constructor';
      encapsulated operator function '+'
        import Complex;
        input Complex a; input Complex b; output Complex c;
      algorithm c := Complex(a.re + b.re, a.im + b.im);
      end '+';
    end Complex;
    model M Complex a; Complex b; Complex v[2]; end M;)");
  EXPECT_EQ(type("a + b"), "record Complex");
  EXPECT_EQ(type("a + 1"), "record Complex");  // by the constructor
  EXPECT_EQ(type("v + v"), "record Complex[2]");
  EXPECT_EQ(type("a.re"), "Real");
  EXPECT_EQ(type("v.im"), "Real[2]");
  EXPECT_EQ(codes(), Codes()) << messages();
  EXPECT_EQ(type("a * b"), "(erroneous)");
  EXPECT_EQ(codes().size(), 1u);
}

TEST_F(TypingTest, RecordConstructors) {
  model(R"(
    record R Real a = 1; Integer n; Real v[n] = ones(n); end R;
    model M parameter R r = R(2, 3); parameter R s = R(n = 2); end M;)");
  EXPECT_EQ(type("R(2, 3)"), "record R");
  EXPECT_EQ(numbers("r.a"), Numbers{2});
  EXPECT_EQ(numbers("r.v"), (Numbers{1, 1, 1}));
  EXPECT_EQ(numbers("s.a"), Numbers{1});
  EXPECT_EQ(numbers("s.v"), (Numbers{1, 1}));
  EXPECT_EQ(codes(), Codes()) << messages();
  EXPECT_EQ(type("R(2)"), "(erroneous)");
  EXPECT_EQ(type("R(n = 1, b = 2)"), "(erroneous)");
  EXPECT_EQ(codes(), (Codes{"MissingArgument", "NoSuchArgument"}));
}

TEST_F(TypingTest, Enumerations) {
  model("model M type E = enumeration(a, b, c); parameter E e = E.b; Real x[E]; end M;");
  EXPECT_EQ(type("E.a"), "enumeration M.E");
  EXPECT_EQ(numbers("E(3)"), Numbers{3});
  EXPECT_EQ(type("x[E.b]"), "Real");
  EXPECT_EQ(type("Integer(e)"), "Integer");
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(type("E.d"), "(erroneous)");
  EXPECT_EQ(type("x[1]"), "(erroneous)");
  EXPECT_EQ(codes(), (Codes{"NoSuchLiteral", "TypeMismatch"}));
}

TEST_F(TypingTest, ComponentsBehindAName) {
  model(R"(
    model A Real x[2]; end A;
    model M A a[3]; A b if false; parameter Integer k = 2; end M;)");
  const Selection all = sema.select(name("a.x"), context);
  EXPECT_TRUE(all.ok);
  EXPECT_EQ(all.instances.size(), 6u);
  EXPECT_EQ(all.dims, (std::vector<Size>{3, 2}));
  const Selection one = sema.select(name("a[k].x[1]"), context);
  ASSERT_EQ(one.instances.size(), 1u);
  EXPECT_TRUE(one.dims.empty());
  EXPECT_EQ(sema.path(one.instances[0]), "a[2].x");
  EXPECT_EQ(one.subscripts, (std::vector<std::vector<int64_t>>{{1}}));
  const Selection none = sema.select(name("b.x"), context);
  EXPECT_TRUE(none.removed);
  EXPECT_FALSE(none.ok);
  EXPECT_EQ(codes(), Codes());
  EXPECT_FALSE(sema.select(name("a[4].x"), context).ok);
  EXPECT_FALSE(sema.select(name("a.y"), context).ok);
  EXPECT_EQ(codes(), (Codes{"IndexOutOfBounds", "NoSuchMember"}));
}

}  // namespace
}  // namespace formola

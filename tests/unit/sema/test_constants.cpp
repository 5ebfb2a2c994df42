// Values known at translation time: what there is, what is refused, and where it ends.
#include "typed_test.h"

namespace formola {
namespace {

using ConstantsTest = TypedTest;

TEST_F(ConstantsTest, ValuesOfConstantsAndParameters) {
  model(R"(
    package P constant Real g = 9.81; constant Integer sizes[2] = {3, 4}; end P;
    model M
      constant Integer n = 2 * 3;
      parameter Real p = n + P.g;
      parameter Boolean b = p > 10;
      parameter String s = "a" + "b";
      Real x;
    end M;)");
  EXPECT_EQ(numbers("n"), Numbers{6});
  EXPECT_EQ(numbers("p"), Numbers{6 + 9.81});
  EXPECT_EQ(numbers("P.sizes[2] + n"), Numbers{10});
  EXPECT_EQ(sema.constants().evaluateBoolean(typed("b"), {}, context), true);
  EXPECT_EQ(sema.constants().evaluateInteger(typed("n - 1"), {}, context), 5);
  ASSERT_TRUE(value("s"));
  EXPECT_EQ(value("s")->strings, Codes{"ab"});
  EXPECT_EQ(codes(), Codes());
}

TEST_F(ConstantsTest, ParametersThatAreNeededBecomeStructural) {
  model(
      "model M parameter Integer a = b; parameter Integer b = 2; parameter Integer c = 3; end M;");
  EXPECT_EQ(numbers("a"), Numbers{2});
  EXPECT_TRUE(at({"a"})->structural);
  EXPECT_TRUE(at({"b"})->structural);
  EXPECT_FALSE(at({"c"})->structural);
}

TEST_F(ConstantsTest, ModifiersDecide) {
  model(R"(
    model A parameter Real p = 1; parameter Real q = 2 * p; end A;
    model M A a(p = 5); A b; end M;)");
  EXPECT_EQ(numbers("a.q"), Numbers{10});
  EXPECT_EQ(numbers("b.q"), Numbers{2});
}

TEST_F(ConstantsTest, FunctionsAreRun) {
  model(R"(
    function factorial
      input Integer n; output Integer f = 1;
    algorithm for i in 2:n loop f := f * i; end for;
    end factorial;
    function fibonacci
      input Integer n; output Integer f;
    algorithm f := if n < 2 then n else fibonacci(n - 1) + fibonacci(n - 2);
    end fibonacci;
    model M end M;)");
  EXPECT_EQ(numbers("factorial(5)"), Numbers{120});
  EXPECT_EQ(numbers("fibonacci(10)"), Numbers{55});
  EXPECT_EQ(numbers("{factorial(i) for i in 1:4}"), (Numbers{1, 2, 6, 24}));
}

TEST_F(ConstantsTest, IntegersBecomeRealWhereTheTypeSaysSo) {
  model("model M constant Real c = 3; parameter Real v[2] = {1, 2}; end M;");
  const std::optional<Value> c = sema.constants().valueOf(at({"c"}));
  ASSERT_TRUE(c);
  EXPECT_EQ(c->reals, Numbers{3});
  EXPECT_TRUE(c->integers.empty());
  EXPECT_EQ(sema.constants().valueOf(at({"v"}))->reals, (Numbers{1, 2}));
}

TEST_F(ConstantsTest, AParameterWithoutValueHasItsStartValue) {
  model(
      "model M parameter Real p(start = 3); parameter Real q; parameter Real r(start = 1, fixed = "
      "false); end M;");
  EXPECT_EQ(numbers("p"), Numbers{3});
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(numbers("q"), Numbers());
  EXPECT_EQ(codes(), Codes{"NotEvaluable"});
  EXPECT_NE(messages().find("'q' has no value"), std::string::npos) << messages();
  EXPECT_EQ(numbers("r"), Numbers());  // it is to be computed
  EXPECT_EQ(codes().size(), 2u);
}

TEST_F(ConstantsTest, WhatChangesHasNoValue) {
  model("model M Real x; discrete Real d; end M;");
  EXPECT_FALSE(value("x + 1", false));
  EXPECT_EQ(codes(), Codes());  // who only tries hears nothing
  EXPECT_FALSE(value("x + 1"));
  EXPECT_EQ(codes(), Codes{"NotEvaluable"});
  EXPECT_NE(messages().find("'x' changes during the simulation"), std::string::npos) << messages();
  EXPECT_FALSE(sema.constants().valueOf(at({"d"})));
}

TEST_F(ConstantsTest, ValuesThatDependOnThemselves) {
  model("model M constant Real a = b; constant Real b = a + 1; parameter Real p = p; end M;");
  EXPECT_EQ(numbers("a"), Numbers());
  ASSERT_FALSE(codes().empty());
  EXPECT_EQ(codes()[0], "CyclicConstant");
  const size_t before = codes().size();
  EXPECT_EQ(numbers("a"), Numbers());  // said once
  EXPECT_EQ(codes().size(), before);
}

TEST_F(ConstantsTest, ConstantsWithoutValue) {
  model("model M constant Real c; end M;");
  EXPECT_FALSE(sema.constants().valueOf(at({"c"})));
  EXPECT_EQ(codes(), Codes{"ConstantWithoutValue"});
}

TEST_F(ConstantsTest, ReasonsAreThoseOfTheEvaluation) {
  model(R"(
    function f input Integer i; output Real y; protected Real v[2] = {1, 2}; algorithm y := v[i]; end f;
    model M parameter Integer n = 0; end M;)");
  EXPECT_EQ(numbers("div(1, n)"), Numbers());
  EXPECT_EQ(numbers("f(3)"), Numbers());
  EXPECT_EQ(codes(), (Codes{"NotEvaluable", "NotEvaluable"})) << messages();
}

TEST_F(ConstantsTest, EvaluationEnds) {
  model(R"(
    function endless input Real u; output Real y = u; algorithm while true loop y := y + 1; end while; end endless;
    function large input Integer n; output Real y; protected Real v[n]; algorithm v := fill(1, n); y := sum(v); end large;
    model M end M;)");
  sema.limits.steps = 1000;
  EXPECT_EQ(numbers("endless(1)"), Numbers());
  EXPECT_EQ(codes(), Codes{"NotEvaluable"}) << messages();
  sema.limits.made = 1000;
  EXPECT_EQ(numbers("large(10)"), Numbers{10});
  EXPECT_EQ(numbers("large(100000)"), Numbers());
  EXPECT_EQ(codes().size(), 2u) << messages();
}

TEST_F(ConstantsTest, NumbersThatNoParameterChanges) {
  model("model M constant Real c = 2; parameter Real p = 3; end M;");
  EXPECT_EQ(sema.constants().constantNumber(typed("c + 1"), context), 3.0);
  EXPECT_EQ(sema.constants().constantNumber(typed("2"), context), 2.0);
  EXPECT_FALSE(sema.constants().constantNumber(typed("p"), context));
  EXPECT_FALSE(sema.constants().constantNumber(typed("{c, c}"), context));
  EXPECT_FALSE(at({"p"})->structural);
}

}  // namespace
}  // namespace formola

// What declarations and modifiers give components: values, attributes, parts of records and arrays;
// dimensions.
#include "typed_test.h"

namespace formola {
namespace {

class BindingsTest : public TypedTest {
 protected:
  // The value of a component as it is given, evaluated.
  Numbers bound(Instance* component) {
    const ExprId expr = sema.bindings().binding(component);
    if (!expr.valid()) return {};
    return numbersIn(sema.constants().evaluateNow(expr, {}, context));
  }
  Numbers attribute(Instance* component, std::string_view name) {
    const ExprId expr = sema.bindings().attribute(component, symbol(name));
    if (!expr.valid()) return {};
    return numbersIn(sema.constants().evaluateNow(expr, {}, context));
  }
  Instance* element(std::initializer_list<std::string_view> parts, size_t index) {
    return sema.element(at(parts), index);
  }
};

TEST_F(BindingsTest, TheOutermostModifierCounts) {
  model(R"(
    model A parameter Real p = 1; end A;
    model B extends A(p = 2); end B;
    model M B b(p = 3); B c; parameter Real q; end M;)");
  EXPECT_EQ(bound(at({"b", "p"})), Numbers{3});
  EXPECT_EQ(bound(at({"c", "p"})), Numbers{2});
  EXPECT_FALSE(sema.bindings().binding(at({"q"})).valid());
  EXPECT_EQ(sources.text(sema.bindings().bindingPlace(at({"b", "p"}))), "3");
  EXPECT_EQ(sources.text(sema.bindings().bindingPlace(at({"q"}))), "q");
}

TEST_F(BindingsTest, ValuesAreLookedUpWhereTheyAreWritten) {
  model(R"(
    model A parameter Real k = 1; parameter Real p = k; end A;
    model M parameter Real k = 7; A a(p = k); A b; end M;)");
  EXPECT_EQ(bound(at({"a", "p"})), Numbers{7});
  EXPECT_EQ(bound(at({"b", "p"})), Numbers{1});
}

TEST_F(BindingsTest, ValuesAreOfTheTypeOfTheComponent) {
  model("model M parameter Real a = 2; parameter Integer b = 2.5; Real v[3] = {1, 2}; end M;");
  EXPECT_EQ(sema.bindings().binding(at({"a"})), pool->real(2));
  EXPECT_FALSE(sema.bindings().binding(at({"b"})).valid());
  EXPECT_TRUE(at({"b"})->broken);
  EXPECT_EQ(codes(), Codes{"TypeMismatch"});
  EXPECT_FALSE(sema.bindings().binding(at({"v"})).valid());
  EXPECT_EQ(codes().size(), 2u);
}

TEST_F(BindingsTest, AValueOfARecordReachesItsFields) {
  model(R"(
    record R parameter Real a = 1; parameter Real b = 2; end R;
    model M R r = R(3, 4); R s(b = 6) = R(a = 5, b = 0); R t; end M;)");
  EXPECT_EQ(bound(at({"r", "a"})), Numbers{3});
  EXPECT_EQ(bound(at({"r", "b"})), Numbers{4});
  EXPECT_EQ(bound(at({"s", "a"})), Numbers{5});
  EXPECT_EQ(bound(at({"s", "b"})), Numbers{6});
  EXPECT_EQ(bound(at({"t", "b"})), Numbers{2});
}

TEST_F(BindingsTest, AValueOfAnArrayReachesItsElements) {
  model(R"(
    model A parameter Real p = 1; parameter Real v[2] = {0, 0}; end A;
    model M A a[2](p = {3, 4}, each v = {5, 6}); A b[2](p = 7); A c[2](p = {1, 2, 3}); end M;)");
  EXPECT_EQ(bound(sema.member(element({"a"}, 0), symbol("p"))), Numbers{3});
  EXPECT_EQ(bound(sema.member(element({"a"}, 1), symbol("p"))), Numbers{4});
  EXPECT_EQ(bound(sema.member(element({"a"}, 1), symbol("v"))), (Numbers{5, 6}));
  EXPECT_EQ(codes(), Codes());
  bound(sema.member(element({"b"}, 0), symbol("p")));
  EXPECT_EQ(codes(), Codes{"MissingEach"});
  bound(sema.member(element({"c"}, 0), symbol("p")));
  EXPECT_EQ(codes().back(), "ArrayModifierSize");
}

TEST_F(BindingsTest, Attributes) {
  model(R"(
    type T = Real(start = 1, nominal = 10);
    model A T x(start = 2); T y; end A;
    model M A a(x(start = 3)); A b; T v[2](start = {4, 5}); end M;)");
  EXPECT_EQ(attribute(at({"a", "x"}), "start"), Numbers{3});
  EXPECT_EQ(attribute(at({"b", "x"}), "start"), Numbers{2});
  EXPECT_EQ(attribute(at({"b", "y"}), "start"), Numbers{1});
  EXPECT_EQ(attribute(at({"a", "x"}), "nominal"), Numbers{10});
  EXPECT_EQ(attribute(at({"v"}), "start"), (Numbers{4, 5}));
  EXPECT_EQ(attribute(at({"a", "x"}), "min"), Numbers());
  SourceRange place;
  sema.bindings().attribute(at({"a", "x"}), symbol("start"), &place);
  EXPECT_EQ(sources.text(place), "3");
}

TEST_F(BindingsTest, BreakTakesAValueAway) {
  model(R"(
    model A parameter Real p = 1; end A;
    model M A a(p = break); end M;)");
  EXPECT_FALSE(sema.bindings().binding(at({"a", "p"})).valid());
}

TEST_F(BindingsTest, DimensionsComeFromParametersTypesAndValues) {
  model(R"(
    type V = Real[2];
    model A parameter Integer n = 2; Real x[n, n + 1]; V v[n]; end A;
    model M
      A a(n = 3);
      parameter Real open[:] = {1, 2, 3, 4};
      parameter Real both[:, size(both, 1)] = {{1, 2}, {3, 4}};
      Boolean b[Boolean];
    end M;)");
  auto dims = [&](std::initializer_list<std::string_view> parts) {
    const Instance* component = at(parts);
    return std::vector<Size>(component->dims.begin(), component->dims.end());
  };
  EXPECT_EQ(dims({"a", "x"}), (std::vector<Size>{3, 4}));
  EXPECT_EQ(dims({"a", "v"}), (std::vector<Size>{3, 2}));
  EXPECT_EQ(dims({"open"}), std::vector<Size>{4});
  EXPECT_EQ(dims({"both"}), (std::vector<Size>{2, 2}));
  EXPECT_EQ(dims({"b"}), std::vector<Size>{2});
  EXPECT_TRUE(at({"a", "n"})->structural);
  EXPECT_EQ(codes(), Codes()) << messages();
}

TEST_F(BindingsTest, DimensionsThatAreNone) {
  model(
      "model M Real a[:]; Real b[1.5]; parameter Integer n = -1; Real c[n]; Real x; Real "
      "d[integer(x)]; end M;");
  for (std::string_view component : {"a", "b", "c", "d"}) {
    const size_t before = codes().size();
    for (Size d : at({component})->dims) EXPECT_EQ(d, 0) << component;
    EXPECT_EQ(codes().size(), before + 1) << component << "\n" << messages();
  }
  EXPECT_EQ(codes()[0], "UnknownDimension");
}

TEST_F(BindingsTest, ArraysHaveALimit) {
  model("model M Real a[3, 3]; Real b[3, 4]; end M;");
  sema.limits.elements = 10;
  EXPECT_FALSE(at({"a"})->broken);
  EXPECT_TRUE(at({"b"})->broken);
  EXPECT_EQ(codes(), Codes{"TooLarge"});
}

TEST_F(BindingsTest, ConditionsAreEvaluated) {
  model(R"(
    model A parameter Boolean use = false; Real x if use; Real y if not use; end A;
    model M A a(use = true); A b; Real wrong if 1; end M;)");
  EXPECT_FALSE(at({"a", "x"})->removed);
  EXPECT_TRUE(at({"a", "y"})->removed);
  EXPECT_TRUE(at({"b", "x"})->removed);
  EXPECT_EQ(codes(), Codes());
  at({"wrong"});
  EXPECT_EQ(codes(), Codes{"ConditionNotBoolean"});
}

TEST_F(BindingsTest, FinalValuesMayBeGivenAgainIfTheyAreTheSame) {
  model(R"(
    model A final parameter Real p = 2; final parameter Real q = 2; end A;
    model M A a(p = 1 + 1, q = 3); end M;)");
  at({"a", "p"});
  at({"a", "q"});
  EXPECT_EQ(codes(), (Codes{"FinalSameValue", "FinalElement"}));
}

}  // namespace
}  // namespace formola

// The instance tree: layouts, components, inner and outer, redeclarations, limits.
#include "tree_test.h"

namespace formola {
namespace {

using InstancesTest = TreeTest;

TEST_F(InstancesTest, LayoutsListInheritedElementsInPlace) {
  declare(R"(
    model A Real a; end A;
    model B Real b; end B;
    model C
      Real first;
      extends A;
      Real second;
      extends B;
    end C;)");
  const Layout* layout = instances.layout(classNamed("C"));
  std::vector<std::string> names;
  for (const LayoutElement& e : layout->elements) names.emplace_back(pool->names.text(e.name));
  EXPECT_EQ(names, (Codes{"first", "a", "second", "b"}));
  ASSERT_EQ(layout->parts.size(), 3u);
  EXPECT_EQ(named(classNamed("C")), "C");
  EXPECT_EQ(layout->parts[1].deriving, 0u);
  EXPECT_EQ(instances.layout(classNamed("C")), layout);  // shared by all who ask
}

TEST_F(InstancesTest, WhatIsInheritedTwiceIsThereOnce) {
  declare(R"(
    model A Real x; end A;
    model B extends A; end B;
    model C extends A; end C;
    model D extends B; extends C; end D;)");
  const Layout* layout = instances.layout(classNamed("D"));
  EXPECT_EQ(layout->elements.size(), 1u);
  EXPECT_TRUE(layout->visible(0, 0));
  EXPECT_EQ(codes(), Codes());
}

TEST_F(InstancesTest, ClassesThatExtendThemselvesAreReported) {
  declare("model A extends B; Real x; end A; model B extends A; end B;");
  Instance* a = classNamed("A");
  instances.layout(a);
  ASSERT_FALSE(codes().empty());
  EXPECT_EQ(codes()[0], "CyclicExtends");
}

TEST_F(InstancesTest, TypesAndPrefixes) {
  declare(R"(
    type Angle = Real;
    connector C Real e; flow Real f; end C;
    model M
      parameter Integer n = 1;
      discrete Real d;
      Boolean b;
      Angle phi;
      C c;
      output Real y;
    protected
      Real hidden;
    end M;)");
  Instance* m = model("M");
  EXPECT_EQ(at(m, {"n"})->variability, Variability::Parameter);
  EXPECT_EQ(at(m, {"d"})->variability, Variability::Discrete);
  EXPECT_EQ(at(m, {"b"})->variability, Variability::Discrete);
  EXPECT_EQ(at(m, {"phi"})->variability, Variability::Continuous);
  EXPECT_EQ(at(m, {"phi"})->layout->builtin, BaseType::Real);
  EXPECT_EQ(at(m, {"y"})->causality, Causality::Output);
  EXPECT_TRUE(at(m, {"hidden"})->isProtected);
  EXPECT_TRUE(instances.isConnector(at(m, {"c"})));
  EXPECT_FALSE(at(m, {"c", "e"})->isFlow);
  EXPECT_TRUE(at(m, {"c", "f"})->isFlow);
  EXPECT_EQ(at(m, {"nothing"}), nullptr);
}

TEST_F(InstancesTest, VariabilityIsThatOfTheWholeAtMost) {
  declare("record R Real x; constant Real c = 1; end R; model M parameter R r; R s; end M;");
  Instance* m = model("M");
  EXPECT_EQ(at(m, {"r", "x"})->variability, Variability::Parameter);
  EXPECT_EQ(at(m, {"r", "c"})->variability, Variability::Constant);
  EXPECT_EQ(at(m, {"s", "x"})->variability, Variability::Continuous);
}

TEST_F(InstancesTest, ConditionsRemoveComponents) {
  declare("model A end A; model M A a if false; A b if true; A c; end M;");
  Instance* m = model("M");
  EXPECT_TRUE(at(m, {"a"})->removed);
  EXPECT_FALSE(at(m, {"b"})->removed);
  EXPECT_FALSE(at(m, {"c"})->removed);
  EXPECT_EQ(given.conditions, 2);  // each is asked for once
  at(m, {"a"});
  EXPECT_EQ(given.conditions, 2);
  EXPECT_TRUE(isConditional(*at(m, {"b"})));
  EXPECT_FALSE(isConditional(*at(m, {"c"})));
}

TEST_F(InstancesTest, ElementsOfComponentArrays) {
  declare(
      "model A Real x; end A; model M A a[2, 3](each x = 1, x(start = {{1, 2, 3}, {4, 5, 6}})); "
      "end M;");
  given.dims[symbol("a")] = {2, 3};
  Instance* a = at(model("M"), {"a"});
  EXPECT_TRUE(a->isArray);
  Instance* last = instances.element(a, 5);
  ASSERT_EQ(last->position.size(), 2u);
  EXPECT_EQ(last->position[0].index, 2);
  EXPECT_EQ(last->position[1].index, 3);
  EXPECT_EQ(instances.element(a, 5), last);
  EXPECT_EQ(instancePath(*at(last, {"x"}), pool->names), "a[2,3].x");
  // a value for each is the same, the other is to be taken apart
  const Instance* x = at(last, {"x"});
  ASSERT_EQ(x->layers.size(), 2u);
  EXPECT_EQ(x->layers[0].accesses.size(), 0u);
  EXPECT_EQ(x->layers[1].accesses.size(), 2u);
}

TEST_F(InstancesTest, OuterComponentsAreTheNextInnerOne) {
  declare(R"(
    model World Real g; end World;
    model Part outer World world; end Part;
    model Group inner World world; Part part; end Group;
    model M inner World world; Part part; Group group; end M;)");
  Instance* m = model("M");
  EXPECT_EQ(instances.target(at(m, {"part", "world"})), at(m, {"world"}));
  EXPECT_EQ(instances.target(at(m, {"group", "part", "world"})), at(m, {"group", "world"}));
  EXPECT_EQ(instances.target(at(m, {"world"})), at(m, {"world"}));
  EXPECT_EQ(codes(), Codes());
}

TEST_F(InstancesTest, InnerAndOuterAtOnce) {
  declare(R"(
    model World Real g; end World;
    model Part outer World world; end Part;
    model Group inner outer World world; Part part; end Group;
    model M inner World world; Group group; end M;)");
  Instance* m = model("M");
  Instance* both = at(m, {"group", "world"});
  EXPECT_EQ(instances.target(at(m, {"group", "part", "world"})), both);
  EXPECT_EQ(instances.target(both), both);
  EXPECT_EQ(instances.localTarget(both), at(m, {"world"}));
}

TEST_F(InstancesTest, AMissingInnerIsAddedOnce) {
  declare(R"(
    model World Real g; end World;
    partial model Nothing end Nothing;
    model Part outer World world; end Part;
    model Wrong outer Nothing nothing; end Wrong;
    model M Part a; Part b; Wrong c; end M;)");
  Instance* m = model("M");
  Instance* added = instances.target(at(m, {"a", "world"}));
  EXPECT_EQ(instances.target(at(m, {"b", "world"})), added);
  EXPECT_EQ(added->parent, m);
  EXPECT_EQ(instances.implicitInners(), std::vector<Instance*>{added});
  EXPECT_EQ(codes(), Codes{"ImplicitInner"});
  instances.target(at(m, {"c", "nothing"}));
  EXPECT_EQ(codes().back(), "MissingInner");
}

TEST_F(InstancesTest, RedeclaredComponentsHaveTheNewClass) {
  declare(R"(
    model A Real x; end A;
    model B extends A; Real y; end B;
    model Wrong Real z; end Wrong;
    model M replaceable A a; A fixed; end M;
    model N M m(redeclare B a); end N;
    model O M m(redeclare B fixed); end O;
    model P M m(redeclare Wrong a); end P;)");
  EXPECT_EQ(typeName(at(model("N"), {"m", "a"})), "B");
  EXPECT_NE(at(model("N"), {"m", "a", "y"}), nullptr);
  EXPECT_EQ(codes(), Codes());
  at(model("O"), {"m", "fixed"});
  EXPECT_EQ(codes(), Codes{"NotReplaceable"});
  Instance* wrong = at(model("P"), {"m", "a"});
  EXPECT_TRUE(wrong->broken);
  EXPECT_EQ(wrong->layout, instances.emptyLayout());
  EXPECT_EQ(codes().size(), 2u);
}

TEST_F(InstancesTest, WhatCanStandForAnotherClass) {
  declare(R"(
    model A Real x; protected Real p; end A;
    model Same Real x; Real more; end Same;
    model Less Real y; end Less;
    model Other Integer x; end Other;)");
  Instance* a = classNamed("A");
  EXPECT_EQ(redeclarations.incompatibility(a, a), "");
  EXPECT_EQ(redeclarations.incompatibility(a, classNamed("Same")), "");
  EXPECT_EQ(redeclarations.incompatibility(a, classNamed("Less")), "it has no 'x'");
  EXPECT_EQ(redeclarations.incompatibility(a, classNamed("Other")), "its 'x' is of another type");
  EXPECT_EQ(redeclarations.incompatibility(classNamed("Real"), classNamed("Integer")),
            "their built-in types differ");
}

TEST_F(InstancesTest, RedeclaredClassesAreCheckedAtTheEnd) {
  declare(R"(
    package P replaceable model T Real x; end T; end P;
    model Wrong Real y; end Wrong;
    model M
      package Q = P(redeclare model T = Wrong);
      Q.T t;
    end M;)");
  EXPECT_EQ(typeName(at(model("M"), {"t"})), "Wrong");
  EXPECT_EQ(codes(), Codes());
  redeclarations.checkClassRedeclarations();
  EXPECT_EQ(codes().size(), 1u) << messages();
}

TEST_F(InstancesTest, UnknownAndFinalModifiersAreReported) {
  declare(R"(
    model A final parameter Real p = 1; Real x; end A;
    model M A a(p = 2); end M;
    model N A a(q = 2); end N;)");
  at(model("M"), {"a", "p"});
  EXPECT_EQ(codes(), Codes{"FinalElement"});
  at(model("N"), {"a"});
  EXPECT_EQ(codes().size(), 2u) << messages();
}

TEST_F(InstancesTest, ComponentsOfTheirOwnClassEnd) {
  declare("model A A a; Real x; end A;");
  at(model("A"), {"a"});
  EXPECT_EQ(codes(), Codes{"RecursiveComponent"});
}

TEST_F(InstancesTest, TooManyComponentsEndInAMessage) {
  declare("model A Real x; end A; model M A a[1000]; end M;");
  given.dims[symbol("a")] = {1000};
  limits.instances = 512;
  Instance* a = at(model("M"), {"a"});
  Instance* last = nullptr;
  for (size_t i = 0; i < 1000; ++i) last = instances.element(a, i);
  EXPECT_TRUE(last->removed);
  EXPECT_FALSE(instances.element(a, 0)->removed);
  ASSERT_FALSE(codes().empty());
  EXPECT_EQ(codes()[0], "TooLarge");
}

TEST_F(InstancesTest, UnknownClassesLeaveNothingBehind) {
  declare("model M Nowhere x; end M;");
  Instance* x = at(model("M"), {"x"});
  EXPECT_TRUE(x->broken);
  EXPECT_EQ(x->layout, instances.emptyLayout());
  EXPECT_EQ(codes(), Codes{"UndefinedName"});
}

TEST_F(InstancesTest, PredefinedTypes) {
  EXPECT_EQ(instances.predefined(symbol("Integer"))->layout->builtin, BaseType::Integer);
  EXPECT_EQ(instances.predefined(symbol("Complex")), nullptr);
  const TypeId select = instances.predefinedEnumeration("StateSelect");
  EXPECT_EQ(pool->types.enumOf(select).literals.size(), 5u);
}

}  // namespace
}  // namespace formola

// Names: own, inherited, enclosing and imported ones, encapsulated classes, redeclared packages.
#include "tree_test.h"

namespace formola {
namespace {

class LookupTest : public TreeTest {
 protected:
  // What `text` means in the class `scope`; "" if it is no class there.
  std::string meaning(std::string_view text, std::string_view scope) {
    return named(lookup.lookupClass(name(text), {classNamed(scope), 0}, false));
  }
};

TEST_F(LookupTest, InnerNamesHideOuterOnes) {
  declare(R"(
    package P
      model A end A;
      package Q
        model A end A;
        model B end B;
        model User end User;
      end Q;
    end P;
    model B end B;)");
  EXPECT_EQ(meaning("A", "P.Q.User"), "P.Q.A");
  EXPECT_EQ(meaning("A", "P"), "P.A");
  EXPECT_EQ(meaning("B", "P.Q.User"), "P.Q.B");
  EXPECT_EQ(meaning("B", "P"), "B");
  EXPECT_EQ(meaning("Q.A", "P"), "P.Q.A");
  EXPECT_EQ(meaning("Nowhere", "P"), "");
  EXPECT_EQ(meaning("Q.Nowhere", "P"), "");
}

TEST_F(LookupTest, ALeadingDotStartsAtTheTop) {
  declare("package P package P model M end M; end P; model M end M; end P;");
  EXPECT_EQ(meaning("P.M", "P"), "P.P.M");
  EXPECT_EQ(meaning(".P.M", "P"), "P.M");
  Instance* real = lookup.lookupClass(name(".Real"), {classNamed("P"), 0});
  EXPECT_EQ(real, instances.predefined(symbol("Real")));
}

TEST_F(LookupTest, TellsWhatComesFromOutside) {
  declare(R"(
    package P
      constant Real c = 1;
      model M
        Real x;
      end M;
    end P;)");
  Instance* m = model("P.M");
  const Found own = lookup.lookupSimple(symbol("x"), {m, 0});
  ASSERT_TRUE(own);
  EXPECT_TRUE(own.instance->isComponent());
  EXPECT_FALSE(own.fromEnclosing);
  const Found constant = lookup.lookupSimple(symbol("c"), {m, 0});
  ASSERT_TRUE(constant);
  EXPECT_TRUE(constant.fromEnclosing);
  EXPECT_EQ(constant.instance, lookup.classMember(classNamed("P"), symbol("c")));
  EXPECT_FALSE(lookup.lookupSimple(symbol("y"), {m, 0}));
}

TEST_F(LookupTest, EncapsulatedClassesSeeNothingAround) {
  declare(R"(
    package P
      model Helper end Helper;
      encapsulated model M
        import P.Helper;
        model Own end Own;
      end M;
      encapsulated model N end N;
    end P;)");
  EXPECT_EQ(meaning("Own", "P.M"), "P.M.Own");
  EXPECT_EQ(meaning("Helper", "P.M"), "P.Helper");
  EXPECT_EQ(meaning("Helper", "P.N"), "");
  EXPECT_EQ(meaning("N", "P.M"), "");
  EXPECT_EQ(lookup.lookupClass(name("Real"), {classNamed("P.N"), 0}),
            instances.predefined(symbol("Real")));
}

TEST_F(LookupTest, ImportsOfEveryForm) {
  declare(R"(
    package L
      model A end A;
      model B end B;
      model C end C;
      package All model D end D; end All;
    end L;
    package User
      import L.A;
      import Short = L.B;
      import L.{B, C};
      import L.All.*;
      model M end M;
    end User;)");
  EXPECT_EQ(meaning("A", "User.M"), "L.A");
  EXPECT_EQ(meaning("Short", "User.M"), "L.B");
  EXPECT_EQ(meaning("B", "User.M"), "L.B");
  EXPECT_EQ(meaning("C", "User.M"), "L.C");
  EXPECT_EQ(meaning("D", "User.M"), "L.All.D");
  EXPECT_EQ(meaning("All", "User.M"), "");
  EXPECT_EQ(codes(), Codes());
}

TEST_F(LookupTest, ImportsAreNotInherited) {
  declare(R"(
    package L model A end A; end L;
    package Base
      import L.A;
      model InBase end InBase;
    end Base;
    package Derived
      extends Base;
    end Derived;)");
  EXPECT_EQ(meaning("A", "Base"), "L.A");
  EXPECT_EQ(meaning("InBase", "Derived"), "Base.InBase");
  EXPECT_EQ(meaning("A", "Derived"), "");
}

TEST_F(LookupTest, NamesThatTwoImportsGiveAreAmbiguous) {
  declare(R"(
    package A model M end M; protected model Hidden end Hidden; end A;
    package B model M end M; model Hidden end Hidden; end B;
    package User
      import A.*;
      import B.*;
    end User;)");
  EXPECT_EQ(meaning("Hidden", "User"), "B.Hidden");  // only what is public is imported
  EXPECT_EQ(codes(), Codes());
  meaning("M", "User");
  meaning("M", "User");
  EXPECT_EQ(codes(), Codes{"AmbiguousImport"});
}

TEST_F(LookupTest, AMissingImportIsReportedOnceAndNotItsUses) {
  declare(
      "package L model Resistor end Resistor; end L; package User import L.Resistro; end User;");
  EXPECT_EQ(lookup.lookupClass(name("Resistro"), {classNamed("User"), 0}), nullptr);
  EXPECT_EQ(lookup.lookupClass(name("Resistro"), {classNamed("User"), 0}), nullptr);
  EXPECT_EQ(codes(), Codes{"ImportNotFound"});
  EXPECT_NE(messages().find("did you mean 'Resistor'?"), std::string::npos) << messages();
}

TEST_F(LookupTest, InheritedClassesAndConstants) {
  declare(R"(
    package Base
      constant Real c = 1;
      type T = Real;
      model M end M;
    end Base;
    package Middle extends Base; end Middle;
    package Derived
      extends Middle;
      model User end User;
    end Derived;)");
  EXPECT_EQ(meaning("M", "Derived.User"), "Base.M");
  EXPECT_EQ(meaning("Derived.M", "Base"), "Base.M");
  const Found c = lookup.lookupSimple(symbol("c"), {classNamed("Derived.User"), 0});
  ASSERT_TRUE(c);
  instances.resolve(c.instance);
  EXPECT_EQ(c.instance->variability, Variability::Constant);
  EXPECT_EQ(c.instance->parent, classNamed("Derived"));  // its own: it may be modified there
}

TEST_F(LookupTest, NamesInModifiedPackagesAreThoseOfTheRedeclaration) {
  declare(R"(
    package Water model State end State; end Water;
    package Air model State end State; end Air;
    model Tank
      replaceable package Medium = Water;
    end Tank;
    model Plant
      Tank a;
      Tank b(redeclare package Medium = Air);
    end Plant;)");
  Instance* plant = model("Plant");
  EXPECT_EQ(named(lookup.lookupClass(name("Medium.State"), {at(plant, {"a"}), 0})), "Water.State");
  EXPECT_EQ(named(lookup.lookupClass(name("Medium.State"), {at(plant, {"b"}), 0})), "Air.State");
  EXPECT_EQ(codes(), Codes());
}

TEST_F(LookupTest, BasesAreLookedUpWithoutThemselves) {
  // while the bases of a class are looked for, only what is written in it is visible
  declare(R"(
    package Base package Inner model M end M; end Inner; end Base;
    package Inner model N end N; end Inner;
    package P
      extends Base;
      model Q extends Inner.M; end Q;
    end P;)");
  EXPECT_EQ(named(lookup.lookupClass(name("Inner.M"), {classNamed("P.Q"), 0})), "Base.Inner.M");
}

TEST_F(LookupTest, NamesMayNotPassThroughModels) {
  declare(R"(
    model M
      Real x;
      model Inside end Inside;
      constant Real c = 1;
    end M;
    package P protected model Hidden end Hidden; end P;)");
  EXPECT_NE(classNamed("M.Inside"), nullptr);
  EXPECT_EQ(codes(), Codes{"ThroughModel"});
  EXPECT_NE(classNamed("P.Hidden"), nullptr);
  EXPECT_EQ(codes(), (Codes{"ThroughModel", "ProtectedAccess"}));
  EXPECT_EQ(lookup.lookupClass(name("c"), {classNamed("M"), 0}), nullptr);
  EXPECT_EQ(codes().back(), "NotAClass");
}

TEST_F(LookupTest, UndefinedNamesSuggestWhatIsVisible) {
  declare("package P model Resistor end Resistor; package Q model M end M; end Q; end P;");
  EXPECT_EQ(lookup.lookupClass(name("Resistro"), {classNamed("P.Q.M"), 0}), nullptr);
  EXPECT_EQ(lookup.lookupClass(name("double"), {classNamed("P.Q.M"), 0}), nullptr);
  EXPECT_EQ(lookup.lookupClass(name("Q.Nn"), {classNamed("P"), 0}), nullptr);
  EXPECT_EQ(codes(), (Codes{"UndefinedName", "UndefinedName", "ClassNotFoundIn"}));
  EXPECT_NE(messages().find("did you mean 'Resistor'?"), std::string::npos) << messages();
  EXPECT_NE(messages().find("did you mean 'Real'?"), std::string::npos) << messages();
  const size_t before = codes().size();
  EXPECT_EQ(lookup.lookupClass(name("Resistro"), {classNamed("P"), 0}, false), nullptr);
  EXPECT_EQ(codes().size(), before);
}

TEST_F(LookupTest, ModelsByTheirWholeName) {
  declare("package P model M end M; constant Real c = 1; end P;");
  EXPECT_EQ(named(lookup.findClass(path({"P", "M"}), {})), "P.M");
  EXPECT_EQ(lookup.findClass(path({"Real"}), {}), instances.predefined(symbol("Real")));
  EXPECT_EQ(codes(), Codes());
  EXPECT_EQ(lookup.findClass(path({"Q"}), {}), nullptr);
  EXPECT_EQ(lookup.findClass(path({"P", "N"}), {}), nullptr);
  EXPECT_EQ(lookup.findClass(path({"P", "c"}), {}), nullptr);
  EXPECT_EQ(codes(), (Codes{"ModelNotFound", "ClassNotFoundIn", "ClassNotFoundIn"}));
}

TEST_F(LookupTest, FunctionsOfOuterComponentsAreThoseOfTheInnerOne) {
  declare(R"(
    partial function f input Real u; output Real y; end f;
    model World
      replaceable function g = f;
    end World;
    function f1 extends f; algorithm y := u; end f1;
    model Part outer World world; end Part;
    model M
      inner World world(redeclare function g = f1);
      Part part;
    end M;)");
  Instance* part = at(model("M"), {"part"});
  Instance* world = at(part, {"world"});
  EXPECT_EQ(named(lookup.lookupRest(world, name("world.g"), 1, {part, 0}, true)), "f1");
  EXPECT_EQ(codes(), Codes());
}

}  // namespace
}  // namespace formola

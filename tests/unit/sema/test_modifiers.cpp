// How modifiers reach the elements of a class, without anything else of the layer.
#include "sema/modifiers.h"
#include "tree_test.h"

namespace formola {
namespace {

class ModifiersTest : public TreeTest {
 protected:
  // The modification of the first component of the class.
  const ast::Modification* firstModification(std::string_view className) {
    const Layout* layout = instances.layout(classNamed(className));
    return layout->elements.at(0).component->modification;
  }
  ModLayer layerOf(const ast::Modification* modification) {
    ModLayer layer;
    layer.modification = modification;
    return layer;
  }
  std::vector<ModLayer> derived(const ModLayer& layer, std::string_view element) {
    std::vector<ModLayer> to;
    modifiers.deriveFrom(layer, symbol(element), to);
    return to;
  }
  std::string text(const ast::Expr* expr) {
    return expr ? std::string(sources.text(expr->range)) : "";
  }
  // The values in the layers of a component, outermost first.
  std::vector<std::string> values(const Instance* component) {
    std::vector<std::string> all;
    for (const ModLayer& layer : component->layers)
      if (layer.modification && layer.modification->binding)
        all.push_back(text(layer.modification->binding));
    return all;
  }
};

TEST_F(ModifiersTest, AnArgumentIsForTheElementOfItsName) {
  declare(
      "model A Real x; Real y; end A; model M A a(x = 1, final y = 2, each x.start = 3); end M;");
  const ModLayer layer = layerOf(firstModification("M"));
  const std::vector<ModLayer> x = derived(layer, "x");
  ASSERT_EQ(x.size(), 2u);
  EXPECT_EQ(text(x[0].modification->binding), "1");
  EXPECT_FALSE(x[0].final);
  EXPECT_EQ(x[1].modification, nullptr);  // x.start: its path is not walked to the end
  EXPECT_EQ(x[1].pathDone, 1u);
  const std::vector<ModLayer> start = derived(x[1], "start");
  ASSERT_EQ(start.size(), 1u);
  EXPECT_EQ(text(start[0].modification->binding), "3");
  EXPECT_EQ(derived(x[1], "stop").size(), 0u);
  const std::vector<ModLayer> y = derived(layer, "y");
  ASSERT_EQ(y.size(), 1u);
  EXPECT_TRUE(y[0].final);
  EXPECT_TRUE(derived(layer, "z").empty());
}

TEST_F(ModifiersTest, TheValueOfARecordReachesItsFields) {
  declare("record R Real a; Real b; end R; model M R r(a = 1) = R(2, 3); end M;");
  const ModLayer layer = layerOf(firstModification("M"));
  const std::vector<ModLayer> a = derived(layer, "a");
  ASSERT_EQ(a.size(), 2u);
  EXPECT_EQ(text(a[0].modification->binding), "1");
  EXPECT_TRUE(a[0].accesses.empty());
  EXPECT_TRUE(a[1].bindingOnly);
  EXPECT_EQ(text(a[1].modification->binding), "R(2, 3)");
  ASSERT_EQ(a[1].accesses.size(), 1u);
  EXPECT_EQ(a[1].accesses[0].field, symbol("a"));
  // and the fields of a field, but not what its arguments alone say
  const std::vector<ModLayer> deeper = derived(a[1], "c");
  ASSERT_EQ(deeper.size(), 1u);
  ASSERT_EQ(deeper[0].accesses.size(), 2u);
  EXPECT_EQ(deeper[0].accesses[1].field, symbol("c"));
  std::vector<ModLayer> arguments;
  EXPECT_TRUE(modifiers.deriveArguments(layer, symbol("a"), arguments));
  EXPECT_EQ(arguments.size(), 1u);
}

TEST_F(ModifiersTest, OutermostFirst) {
  declare(R"(
    model A Real x = 1; end A;
    model B extends A(x = 2); end B;
    model C extends B(x = 3); end C;
    model D C c(x = 4); end D;
    model M extends D(c(x = 5)); D other; end M;)");
  Instance* m = model("M");
  EXPECT_EQ(values(at(m, {"c", "x"})), (Codes{"5", "4", "3", "2", "1"}));
  EXPECT_EQ(values(at(m, {"other", "c", "x"})), (Codes{"4", "3", "2", "1"}));
}

TEST_F(ModifiersTest, DottedNamesAndNestedOnesAreTheSame) {
  declare(R"(
    model A Real x; end A;
    model B A a; end B;
    model M B b(a.x = 1); B c(a(x = 2)); end M;)");
  Instance* m = model("M");
  EXPECT_EQ(values(at(m, {"b", "a", "x"})), Codes{"1"});
  EXPECT_EQ(values(at(m, {"c", "a", "x"})), Codes{"2"});
}

TEST_F(ModifiersTest, LevelsTellWhereAModifierIsWritten) {
  declare("model A Real x = 1; end A; model B A a(x = 2); end B; model M B b; end M;");
  Instance* x = at(model("M"), {"b", "a", "x"});
  ASSERT_EQ(x->layers.size(), 2u);
  EXPECT_LT(x->layers[0].level, x->layers[1].level);
}

}  // namespace
}  // namespace formola

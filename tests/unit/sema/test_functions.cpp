// Functions as later stages see them: interface, body, annotations, derivatives.
#include "typed_test.h"

namespace formola {
namespace {

class FunctionsTest : public TypedTest {
 protected:
  const Function* function(std::string_view text) {
    Instance* found = sema.lookupClass(name(text), {sema.root(), 0});
    const FunctionId id = sema.functions().functionOf(found, {});
    return id.valid() ? &sema.functions().function(id) : nullptr;
  }
  std::vector<std::string> locals(const Function& f) {
    std::vector<std::string> names;
    for (const LocalVariable& local : f.locals) names.emplace_back(pool->names.text(local.name));
    return names;
  }
};

TEST_F(FunctionsTest, InputsThenOutputsThenTheOthers) {
  declare(R"(
    partial function Base input Real u; output Real y; end Base;
    function f
      extends Base;
      protected Real t;
      public input Integer n = 2;
      output Boolean b;
    algorithm
      t := u;
      y := t * n;
      b := y > 1;
    end f;)");
  const Function* f = function("f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->inputCount, 2u);
  EXPECT_EQ(f->outputCount, 2u);
  EXPECT_EQ(locals(*f), (Codes{"u", "n", "y", "b", "t"}));
  EXPECT_EQ(f->body.size(), 3u);
  EXPECT_EQ(f->locals[1].binding, pool->integer(2));
  EXPECT_EQ(function("f"), f);  // made once
  EXPECT_EQ(sema.functions().functionCount(), 1u);
}

TEST_F(FunctionsTest, BodiesAreTyped) {
  declare(
      "function f input Real u; output Real y; algorithm y := u and true; z := 1; u := 2; end f;");
  function("f");
  EXPECT_EQ(codes().size(), 3u) << messages();
}

TEST_F(FunctionsTest, AFunctionMayCallItself) {
  declare(R"(
    function f input Integer n; output Integer y;
    algorithm y := if n < 1 then 0 else f(n - 1);
    end f;)");
  ASSERT_NE(function("f"), nullptr);
  EXPECT_EQ(sema.functions().functionCount(), 1u);
  EXPECT_EQ(codes(), Codes());
}

TEST_F(FunctionsTest, Annotations) {
  declare(R"(
    function f_der input Real u; input Real du; output Real dy; algorithm dy := du; end f_der;
    function f input Real u; output Real y; algorithm y := u;
      annotation(derivative = f_der, smoothOrder = 2, Inline = false);
    end f;)");
  const Function* f = function("f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->derivatives.size(), 1u);
  EXPECT_EQ(f->smoothOrder, 2);
  EXPECT_EQ(sema.functions().functionCount(), 2u);
}

TEST_F(FunctionsTest, PartialDerivativesAreFunctions) {
  model(R"(
    function f input Real x; input Real y; output Real z; algorithm z := x ^ 2 * y; end f;
    function fx = der(f, x);
    model M end M;)");
  EXPECT_EQ(numbers("fx(3, 2)"), Numbers{12});
  EXPECT_EQ(codes(), Codes()) << messages();
}

}  // namespace
}  // namespace formola

// Visiting, mapping and simultaneous substitution.
#include "expr/substitute.h"

#include "expr/rewrite.h"
#include "helper.h"

namespace formola {
namespace {

using test::Scope;

TEST(ForEachNode, VisitsSharedPartsOnceChildrenFirstLeftToRight) {
  Scope s;
  ExprId root = s.parse("(a + b)*(a + b) - b");
  std::string order;
  ExprSet seen;
  forEachNode(s.pool, {&root, 1}, seen, [&](ExprId id) { order += s.text(id) + "; "; });
  EXPECT_EQ(order, "a; b; a + b; (a + b)*(a + b); (a + b)*(a + b) - b; ");
  order.clear();
  forEachNode(s.pool, {&root, 1}, seen, [&](ExprId id) { order += s.text(id); });
  EXPECT_EQ(order, "");
}

TEST(Substitution, IsSimultaneous) {
  Scope s;
  Substitution swap(s.pool);
  swap.set(s.pool.variableOf(s.var("x")), s.var("y"));
  swap.set(s.pool.variableOf(s.var("y")), s.var("x"));
  EXPECT_EQ(s.text(swap.apply(s.parse("x - sin(y)*z"))), "y - sin(x)*z");
  EXPECT_EQ(s.text(swap.apply(s.parse("x + y"))), "y + x");
}

TEST(Substitution, KeepsWhatIsUntouchedAndSimplifiesTheRest) {
  Scope s;
  Substitution zero(s.pool);
  zero.set(s.pool.variableOf(s.var("x")), s.pool.real(0));
  ExprId untouched = s.parse("a + 0");
  EXPECT_EQ(zero.apply(untouched), untouched);
  EXPECT_EQ(s.text(zero.apply(s.parse("x/b + c*x - d"))), "-d");
}

TEST(Substitution, PartsAndClear) {
  Scope s;
  Substitution inlining(s.pool);
  inlining.set(s.parse("der(x)"), s.parse("(x - old(x))/h"));
  EXPECT_EQ(s.text(inlining.apply(s.parse("T*der(x) + x"))), "T*((x - old(x))/h) + x");
  inlining.clear();
  inlining.set(s.pool.variableOf(s.var("x")), s.pool.integer(2));
  ExprId e = inlining.apply(s.parse("x*y"));
  EXPECT_EQ(s.text(e), "2*y");
  EXPECT_EQ(s.pool.type(s.pool.child(e, 0)), s.pool.types.real());
}

TEST(Substitution, DeepChains) {
  Scope s;
  ExprId e = s.var("x");
  for (int i = 0; i < 200'000; ++i) e = s.pool.builtin(Builtin::Sin, s.pool.types.real(), {e});
  Substitution sub(s.pool);
  sub.set(s.pool.variableOf(s.var("x")), s.pool.real(0));
  EXPECT_EQ(sub.apply(e), s.pool.real(0));
}

}  // namespace
}  // namespace formola

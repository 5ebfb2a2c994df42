#include "diag/codes/structure.h"

#include <gtest/gtest.h>

#include "../dae/dae_builder.h"
#include "structure/index/derivatives.h"
#include "structure/lower/lower_events.h"
#include "structure/simplify/eliminate_aliases.h"
#include "structure/structure_model.h"
#include "structure/systems/summary.h"

namespace formola::testing {
namespace {

class StructureTest : public ::testing::Test, public DaeBuilder {
 protected:
  SourceManager sources;
  Diagnostics diagnostics{sources};

  ExprId unknown(const std::string& name) { return variable(name, real); }
  ExprId parameter(const std::string& name, double value) {
    ExprId id = variable(name, real, Variability::Parameter);
    of(id).binding = num(value);
    return id;
  }
  ExprId neg(ExprId a) { return pool.unary(ExprKind::Neg, real, a); }
  bool reported(DiagCode code) const {
    for (const Diagnostic& d : diagnostics.all())
      if (d.code == code) return true;
    return false;
  }
  StructuredDae aliased() {
    return eliminateAliases(lowerEvents(std::move(dae), diagnostics), {}, diagnostics);
  }
  static const Alias* aliasOf(const StructuredDae& m, std::string_view name) {
    for (const Alias& a : m.aliases)
      if (m.name(a.variable) == name) return &a;
    return nullptr;
  }
};

TEST_F(StructureTest, AliasesWithSignsThroughChains) {
  ExprId a = unknown("a"), b = unknown("b"), c = unknown("c"), d = unknown("d");
  equation(a, b);                    // a = b
  equation(add(b, c), num(0));       // c = -b
  equation(num(0), sub(neg(c), d));  // d = -c
  equation(der(c), a);
  StructuredDae m = aliased();
  EXPECT_TRUE(diagnostics.all().empty());
  ASSERT_EQ(m.aliases.size(), 3u);
  // c is differentiated, so it stays
  EXPECT_EQ(aliasOf(m, "c"), nullptr);
  for (auto [name, negated] : {std::pair("a", true), {"b", true}, {"d", true}}) {
    const Alias* alias = aliasOf(m, name);
    ASSERT_NE(alias, nullptr) << name;
    EXPECT_EQ(m.name(alias->of), "c");
    EXPECT_EQ(alias->negated, negated) << name;
  }
  ASSERT_EQ(m.equations.size(), 1u);
}

TEST_F(StructureTest, ZeroTurnsASumIntoAnAlias) {
  ExprId a = unknown("a"), b = unknown("b"), c = unknown("c");
  equation(add(add(a, b), c), num(0));
  equation(b, num(0));
  equation(c, fn(Builtin::Sin, real, {pool.time()}));
  StructuredDae m = aliased();
  const Alias* alias = aliasOf(m, "a");
  if (!alias) alias = aliasOf(m, "c");
  ASSERT_NE(alias, nullptr);
  EXPECT_TRUE(alias->negated);
  EXPECT_EQ(m.equations.size(), 1u);
}

TEST_F(StructureTest, AliasOfAParameterAndMergedAttributes) {
  ExprId p = parameter("p", 4), x = unknown("x"), y = unknown("y"), z = unknown("z");
  equation(x, neg(p));
  equation(y, neg(z));
  equation(der(y), num(1));
  of(z).start = num(3);
  of(z).fixed = pool.boolean(true);
  of(y).stateSelect = StateSelect::Always;
  StructuredDae m = aliased();
  const Alias* alias = aliasOf(m, "x");
  ASSERT_NE(alias, nullptr);
  EXPECT_EQ(m.name(alias->of), "p");
  EXPECT_TRUE(alias->negated);
  // z is fixed, so it stays; it takes over what y asks for
  alias = aliasOf(m, "y");
  ASSERT_NE(alias, nullptr);
  const Variable& kept = m.dae.variables[alias->of];
  EXPECT_EQ(kept.stateSelect, StateSelect::Always);
  EXPECT_EQ(m.pool().realValue(kept.start), 3);
}

TEST_F(StructureTest, ContradictingConstantsAreReported) {
  ExprId a = unknown("a"), b = unknown("b");
  equation(a, b);
  equation(a, num(1));
  equation(b, num(2));
  aliased();
  EXPECT_TRUE(reported(diag::ContradictingEquations));
}

TEST_F(StructureTest, DerivativeOfAnExpression) {
  ExprId x = unknown("x"), y = unknown("y");
  equation(der(mul(x, y)), num(1));
  equation(y, mul(x, x));
  StructuredDae m = introduceDerivatives(lowerEvents(std::move(dae), diagnostics), {}, diagnostics);
  ASSERT_TRUE(m.info[pool.variableOf(x)].derivative.valid());
  EXPECT_TRUE(m.info[pool.variableOf(y)].derivative.valid());
  EXPECT_EQ(verify(m), "");
}

TEST_F(StructureTest, SingularSystemIsExplained) {
  ExprId a = unknown("a"), b = unknown("b"), c = unknown("c");
  equation(mul(a, a), num(2));
  equation(fn(Builtin::Sin, real, {a}), num(0.5));
  equation(add(b, mul(num(2), c)), a);
  structureModel(std::move(dae), {}, diagnostics);
  ASSERT_TRUE(reported(diag::StructurallySingular));
  const Diagnostic& d = diagnostics.all().front();
  EXPECT_NE(d.message.find("2 equations for only 1 unknown (a)"), std::string::npos) << d.message;
  EXPECT_EQ(d.notes.size(), 2u);
}

// W4: a voltage divider is one linear block.
TEST_F(StructureTest, VoltageDivider) {
  ExprId u = parameter("u", 10), r1 = parameter("R1", 100), r2 = parameter("R2", 20);
  ExprId v1 = unknown("v1"), v2 = unknown("v2"), i = unknown("i");
  equation(v1, mul(r1, i));
  equation(v2, mul(r2, i));
  equation(add(v1, v2), u);
  StructuredDae m = structureModel(std::move(dae), {}, diagnostics);
  ASSERT_EQ(m.blocks.size(), 1u);
  EXPECT_EQ(m.blocks[0].kind, BlockKind::Linear);
  EXPECT_EQ(m.blocks[0].torn.size(), 0u);  // i = u/(R1 + R2)
  EXPECT_EQ(m.blocks[0].inner.size(), 3u);
  const StructureSummary summary = summarize(m);
  EXPECT_EQ(summary.linearSizes, std::vector<size_t>{3});
  EXPECT_EQ(summary.linearTorn, std::vector<size_t>{0});
  EXPECT_EQ(summary.largestBlock, 3u);
}

// W7: the superheater. With E as state a nonlinear block, with h preferred a linear one.
TEST_F(StructureTest, PreferredState) {
  for (bool prefer : {false, true}) {
    DaeBuilder b;
    ExprId e = b.variable("E", b.real), h = b.variable("h", b.real), r = b.variable("r", b.real);
    b.equation(b.der(e), b.sub(b.num(1), h));
    b.equation(e, b.mul(b.mul(b.num(2), r), h));
    b.equation(r, b.fn(Builtin::Exp, b.real, {h}));
    if (prefer) b.of(h).stateSelect = StateSelect::Prefer;
    StructuredDae m = structureModel(std::move(b.dae), {}, diagnostics);
    ASSERT_FALSE(diagnostics.hasErrors());
    StructureSummary summary = summarize(m);
    ASSERT_EQ(summary.states.size(), 1u);
    EXPECT_EQ(m.name(summary.states[0]), prefer ? "h" : "E");
    EXPECT_EQ(summary.nonlinearSizes.size(), prefer ? 0u : 1u);
    EXPECT_EQ(summary.differentiatedEquations, prefer ? 2u : 0u);
  }
}

TEST_F(StructureTest, AttributesByParametersGetTheirValues) {
  ExprId p = parameter("p", 4), x = unknown("x");
  ExprId yes = variable("yes", boolean, Variability::Parameter);
  of(yes).binding = pool.boolean(true);
  of(x).nominal = mul(num(2), p);
  of(x).min = neg(p);
  of(x).start = p;
  of(x).fixed = yes;
  equation(der(x), neg(x));
  StructuredDae m = structureModel(std::move(dae), {}, diagnostics);
  ASSERT_FALSE(diagnostics.hasErrors());
  const Variable& v = m.dae.variables[pool.variableOf(x)];
  EXPECT_EQ(pool.realValue(v.nominal), 8);
  EXPECT_EQ(pool.realValue(v.min), -4);
  EXPECT_TRUE(pool.booleanValue(v.fixed));
  EXPECT_EQ(v.start, p);  // p may still change before a run
}

// What is said of one name of a quantity counts more than the default of another.
TEST_F(StructureTest, StateSelectOfAnAlias) {
  for (StateSelect said : {StateSelect::Never, StateSelect::Avoid, StateSelect::Prefer}) {
    DaeBuilder b;
    ExprId x = b.variable("x", b.real), y = b.variable("y", b.real);
    b.of(y).stateSelect = said;
    b.equation(x, y);
    b.equation(b.der(x), b.num(1));
    StructuredDae m = eliminateAliases(lowerEvents(std::move(b.dae), diagnostics), {}, diagnostics);
    ASSERT_EQ(m.aliases.size(), 1u);
    EXPECT_EQ(m.dae.variables[m.aliases[0].of].stateSelect, said);
  }
}

TEST_F(StructureTest, WhenClauseBecomesAnEquation) {
  ExprId x = unknown("x"), d = variable("d", real);
  equation(der(x), num(1));
  Equation when;
  when.kind = EquationKind::When;
  when.branches.push_back(
      {pool.binary(ExprKind::Greater, boolean, x, num(2)), {equality(d, mul(num(3), x))}});
  dae.equations.push_back(when);
  StructuredDae m = structureModel(std::move(dae), {}, diagnostics);
  ASSERT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(m.whens.size(), 1u);
  EXPECT_EQ(m.info[pool.variableOf(d)].role, Role::Discrete);
  ASSERT_EQ(m.relations.size(), 1u);  // that of the condition; none in the body
  EXPECT_EQ(m.relations[0].kind, RelationKind::State);
  EXPECT_EQ(verify(m), "");
}

}  // namespace
}  // namespace formola::testing

// Linear blocks solved by formulas, unknowns bound to parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../dae/dae_builder.h"
#include "expr/eval_numeric.h"
#include "structure/simplify/parameter_values.h"
#include "structure/structure_model.h"

namespace formola::testing {
namespace {

class RelaxTest : public ::testing::Test, public DaeBuilder {
 protected:
  SourceManager sources;
  Diagnostics diagnostics{sources};

  ExprId unknown(const std::string& name) { return variable(name, real); }
  ExprId parameter(const std::string& name, double value) {
    ExprId id = variable(name, real, Variability::Parameter);
    of(id).binding = num(value);
    return id;
  }
  StructuredDae structured(const StructureOptions& options = {}) {
    return structureModel(std::move(dae), options, diagnostics);
  }
  static const Block* blockOf(const StructuredDae& m, std::string_view name) {
    for (const Block& b : m.blocks)
      for (VariableId id : b.unknowns)
        if (m.name(id) == name) return &b;
    return nullptr;
  }
  // The values of all unknowns at a time; every block must be a sequence of assignments.
  static std::vector<double> evaluate(const StructuredDae& m, double time) {
    std::vector<double> values = parameterValues(m);
    NumericEvaluator numeric(m.pool(), [&](ExprId leaf) {
      return m.pool().kind(leaf) == ExprKind::Time ? time
                                                   : values[m.pool().variableOf(leaf).index()];
    });
    for (const Block& b : m.blocks) {
      EXPECT_TRUE(b.torn.empty());
      for (const Assignment& a : b.inner) {
        numeric.reset();
        values[a.variable.index()] = numeric(a.value);
      }
    }
    return values;
  }
};

// W4: the divider's denominator is the sum of the resistances.
TEST_F(RelaxTest, W4VoltageDivider) {
  ExprId r1 = parameter("R1", 100), r2 = parameter("R2", 20);
  ExprId u1 = unknown("u1"), u2 = unknown("u2"), i = unknown("i");
  equation(u1, mul(r1, i));
  equation(u2, mul(r2, i));
  equation(add(u1, u2), pool.time());
  StructuredDae m = structured();
  ASSERT_EQ(m.blocks.size(), 1u);
  EXPECT_EQ(m.blocks[0].kind, BlockKind::Linear);
  EXPECT_TRUE(m.blocks[0].torn.empty());
  const auto values = evaluate(m, 6);
  EXPECT_NEAR(values[pool.variableOf(u2).index()], 20.0 * 6 / 120, 1e-12);
  // one division, by R1 + R2
  const ExprId first = m.blocks[0].inner[0].value;
  ASSERT_EQ(m.pool().kind(first), ExprKind::Div);
  const ExprId divisor = m.pool().child(first, 1);
  // u/(R1 + R2), or with both signs turned
  EXPECT_TRUE(m.pool().kind(divisor) == ExprKind::Add || m.pool().kind(divisor) == ExprKind::Sub);
}

TEST_F(RelaxTest, WithoutRelaxingTheTornSystemStays) {
  ExprId r1 = parameter("R1", 100), r2 = parameter("R2", 20);
  ExprId u1 = unknown("u1"), u2 = unknown("u2"), i = unknown("i");
  equation(u1, mul(r1, i));
  equation(u2, mul(r2, i));
  equation(add(u1, u2), pool.time());
  StructuredDae m = structured(without(Pass::relaxBlocks));
  ASSERT_EQ(m.blocks.size(), 1u);
  EXPECT_EQ(m.blocks[0].torn.size(), 1u);
}

// W15: the determinant R1*R2 + R1*R3 + R2*R3 is seen to be positive only when it is expanded.
TEST_F(RelaxTest, TwoMeshesInClosedForm) {
  ExprId r1 = parameter("R1", 1), r2 = parameter("R2", 2), r3 = parameter("R3", 3);
  ExprId a = unknown("a"), b = unknown("b");
  equation(add(mul(add(r1, r2), a), mul(r2, b)), pool.time());
  equation(add(mul(r2, a), mul(add(r2, r3), b)), num(0));
  StructuredDae m = structured();
  const auto values = evaluate(m, 1);
  EXPECT_NEAR(values[pool.variableOf(a).index()], 5.0 / 11, 1e-12);
  EXPECT_NEAR(values[pool.variableOf(b).index()], -2.0 / 11, 1e-12);
}

// A ladder of positive parameters: nodal equations, eliminated or torn, agree with the exact
// solution of the recurrence.
TEST_F(RelaxTest, LadderOfResistors) {
  const int n = 6;
  ExprId r = parameter("R", 1), g = parameter("G", 1);
  std::vector<ExprId> v{pool.time()};
  std::vector<ExprId> i;
  for (int k = 1; k <= n; ++k) {
    v.push_back(unknown("v" + std::to_string(k)));
    i.push_back(unknown("i" + std::to_string(k)));
  }
  for (int k = 0; k < n; ++k) {
    equation(mul(r, i[k]), sub(v[k], v[k + 1]));
    ExprId next = k + 1 < n ? i[k + 1] : num(0);
    equation(i[k], add(mul(g, v[k + 1]), next));
  }
  StructuredDae m = structured();
  ASSERT_TRUE(diagnostics.all().empty());
  bool numeric = false;
  for (const Block& b : m.blocks) numeric = numeric || !b.torn.empty();
  ASSERT_FALSE(numeric);
  const auto values = evaluate(m, 1);
  // from the far end: v(n) = 1, i(n) = v(n); v(k-1) = v(k) + i(k), i(k-1) = i(k) + v(k-1)
  double voltage = 1, current = 1;
  for (int k = n; k > 0; --k) {
    voltage += current;
    current += voltage;
  }
  double last = 1 / voltage;
  EXPECT_NEAR(values[pool.variableOf(v[n]).index()], last, 1e-10);
  double node = 1, along = current / voltage;
  for (int k = 0; k < n; ++k) {
    along = k == 0 ? along - node : along;
    EXPECT_NEAR(values[pool.variableOf(i[k]).index()], along, 1e-9);
    node -= along;
    along -= node;
  }
}

TEST_F(RelaxTest, UnknownsOfParametersAreBound) {
  ExprId r0 = parameter("R0", 10), alpha = parameter("alpha", 0.1);
  ExprId r = unknown("R"), half = unknown("half"), u = unknown("u");
  equation(r, mul(r0, add(num(1), alpha)));
  equation(mul(num(2), half), r);
  equation(u, mul(half, pool.time()));
  StructuredDae m = structured();
  EXPECT_EQ(m.info[pool.variableOf(r)].role, Role::Parameter);
  EXPECT_EQ(m.info[pool.variableOf(half)].role, Role::Parameter);
  EXPECT_EQ(m.equations.size(), 1u);
  EXPECT_NEAR(parameterValues(m)[pool.variableOf(half).index()], 5.5, 1e-12);
}

TEST_F(RelaxTest, WhatIsDifferentiatedIsNotBound) {
  ExprId p = parameter("p", 2);
  ExprId x = unknown("x"), y = unknown("y");
  equation(x, p);
  equation(y, der(x));
  StructuredDae m = structured();
  EXPECT_FALSE(diagnostics.hasErrors());
}

}  // namespace
}  // namespace formola::testing

// What every program must fulfil: a variable is written once, and before it is read.
#include "schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "../dae/dae_builder.h"
#include "diag/codes/classes.h"
#include "schedule_of.h"
#include "structure/structure_model.h"
#include "structure/systems/inline_integration.h"
#include "structure/systems/verify_blocks.h"

namespace formola::testing {
namespace {

class ScheduleTest : public ::testing::Test, public DaeBuilder {
 protected:
  SourceManager sources;
  Diagnostics diagnostics{sources};

  ExprId unknown(const std::string& name, double start = 0) {
    ExprId id = variable(name, real);
    of(id).start = num(start);
    return id;
  }
  ExprId parameter(const std::string& name, double value) {
    ExprId id = variable(name, real, Variability::Parameter);
    of(id).binding = num(value);
    return id;
  }
  ExprId div(ExprId a, ExprId b) { return op(ExprKind::Div, a, b); }
  ExprId exp(ExprId a) { return fn(Builtin::Exp, real, {a}); }
  Schedule build(const InlineFormula* formula = nullptr) {
    StructuredDae model = structureModel(std::move(dae), {}, diagnostics);
    EXPECT_FALSE(diagnostics.hasErrors());
    Schedule result = scheduleOf(std::move(model), diagnostics, {}, formula);
    EXPECT_FALSE(diagnostics.hasErrors());
    return result;
  }
};

void checkSchedule(const Schedule& s) {
  EXPECT_EQ(verify(s), "");
}

// What is wrong with a program is told.
TEST_F(ScheduleTest, BrokenProgramsAreTold) {
  ExprId x = unknown("x", 1), a = unknown("a"), b = unknown("b");
  equation(der(x), mul(a, b));
  equation(b, exp(a));
  equation(a, sub(num(1), x));
  const Schedule good = build();
  ASSERT_EQ(good.derivatives.size(), 3u);
  auto complaint = [&](auto&& harm) {
    Schedule broken = good;
    harm(broken);
    return verify(broken);
  };
  EXPECT_EQ(complaint([](Schedule&) {}), "");
  EXPECT_EQ(complaint([](Schedule& s) { std::swap(s.derivatives[0], s.derivatives[1]); }),
            "program derivatives and outputs: a is read before it is written");
  EXPECT_EQ(complaint([](Schedule& s) { s.event.push_back(s.event.back()); }),
            "program event: der(x) is written twice");
  EXPECT_EQ(complaint([](Schedule& s) { s.event.erase(s.event.begin() + 2); }),
            "program event: der(x) is not written");
  EXPECT_EQ(complaint([](Schedule& s) { s.derivatives[0].kind = StepKind::Linear; }),
            "program derivatives and outputs: no such linear block");
  EXPECT_EQ(complaint([](Schedule& s) { std::swap(s.owner[0], s.owner[1]); }),
            "der(x) has the place of a state");
}

TEST_F(ScheduleTest, AssignmentsInOrder) {
  ExprId x = unknown("x", 1), a = unknown("a"), b = unknown("b"), c = unknown("c");
  equation(c, add(a, b));  // an output: nobody needs it
  equation(der(x), mul(a, b));
  equation(b, exp(a));
  equation(a, sub(num(1), x));
  const Schedule s = build();
  checkSchedule(s);
  EXPECT_EQ(s.derivatives.size(), 3u);
  EXPECT_EQ(s.outputs.size(), 1u);
  EXPECT_EQ(s.nStates, 1);
}

TEST_F(ScheduleTest, LinearBlockOfAResistorNetwork) {
  // a chain of nodes between x and 0 with a bridge that no sequence of assignments resolves
  ExprId x = unknown("x", 1), g = parameter("g", 2);
  std::vector<ExprId> v;
  for (int i = 0; i < 6; ++i) v.push_back(unknown("v" + std::to_string(i)));
  for (size_t i = 0; i < v.size(); ++i) {
    ExprId left = i == 0 ? x : v[i - 1], right = i + 1 == v.size() ? num(0) : v[i + 1];
    ExprId bridge = v[(i + 3) % v.size()];
    equation(add(mul(g, sub(left, v[i])), add(sub(right, v[i]), mul(x, sub(bridge, v[i])))),
             num(0));
  }
  equation(der(x), sub(v[0], x));
  const Schedule s = build();
  checkSchedule(s);
  ASSERT_EQ(s.linearBlocks.size(), 2u);  // of the model and of its initial system
  EXPECT_EQ(s.linearBlocks[0].sizeBeforeTearing, 6u);
}

TEST_F(ScheduleTest, NonlinearBlockWithInnerSequence) {
  ExprId x = unknown("x", 1), a = unknown("a", 1), b = unknown("b"), c = unknown("c");
  equation(b, exp(a));
  equation(c, mul(b, b));
  equation(add(a, c), x);
  equation(der(x), sub(a, x));
  const Schedule s = build();
  checkSchedule(s);
  ASSERT_EQ(s.nonlinearBlocks.size(), 2u);  // of the model and of its initial system
  EXPECT_EQ(s.nonlinearBlocks[0].unknowns.size(), 1u);
  EXPECT_TRUE(s.nonlinearBlocks[0].hasJacobian);
}

// A field too large for a dense matrix, with calls of a function that says what its derivative is:
// a call has no gradient, but the equations around it stay sparse.
TEST_F(ScheduleTest, CallsInALargeFieldLeaveItSparse) {
  constexpr size_t m = 60;
  const FunctionId law = function("law", {real}, {real}),
                   slope = function("law_der", {real, real}, {real});
  dae.functions[law].external.emplace();  // nothing is known of it but
  dae.functions[law].derivatives.emplace_back().function = slope;
  ExprId x = unknown("x", 1);
  std::vector<ExprId> v;
  for (size_t i = 0; i < m * m; ++i) v.push_back(unknown("v" + std::to_string(i), 1));
  const auto at = [&](size_t i, size_t j) { return i < m && j < m ? v[i * m + j] : x; };
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j < m; ++j) {
      const ExprId around = add(add(at(i - 1, j), at(i + 1, j)), add(at(i, j - 1), at(i, j + 1)));
      equation(add(mul(num(4), at(i, j)), call(law, real, {at(i, j)})), around);
    }
  }
  equation(der(x), sub(v[0], x));
  const Schedule s = build();
  ASSERT_FALSE(s.nonlinearBlocks.empty());
  const NonlinearBlock& block = s.nonlinearBlocks[0];
  const size_t n = block.unknowns.size();
  ASSERT_GT(n * m * m, 4'000'000u);  // beyond that nothing is differentiated column by column
  EXPECT_TRUE(block.hasJacobian);
  EXPECT_LT(4 * block.jacobian.size(), n * n);  // else it is factored as a dense one
}

TEST_F(ScheduleTest, DiscreteStepsRunAtEventsOnly) {
  ExprId x = unknown("x", 1), d = variable("d", real);
  equation(der(x), sub(d, x));
  Equation when;
  when.kind = EquationKind::When;
  when.branches.push_back(
      {pool.binary(ExprKind::Greater, boolean, x, num(2)), {equality(d, mul(num(3), x))}});
  dae.equations.push_back(when);
  const Schedule s = build();
  checkSchedule(s);
  EXPECT_EQ(s.nStateRelations, 1u);
  EXPECT_TRUE(
      std::any_of(s.event.begin(), s.event.end(), [](const Step& t) { return t.discrete; }));
  for (const auto* program : {&s.derivatives, &s.outputs})
    for (const Step& step : *program) EXPECT_FALSE(step.discrete);
}

// x and y of a pendulum: one program for any choice of states.
TEST_F(ScheduleTest, StatesChosenAtRunTime) {
  ExprId x = unknown("x", 1), y = unknown("y"), u = unknown("u"), v = unknown("v"),
         f = unknown("f");
  equation(der(x), u);
  equation(der(y), v);
  equation(der(u), mul(f, x));
  equation(der(v), sub(mul(f, y), num(9.81)));
  equation(add(mul(x, x), mul(y, y)), num(1));
  const InlineFormula formula;
  const Schedule s = build(&formula);
  ASSERT_EQ(s.model.stateSets.size(), 1u);
  const StateSet& set = s.model.stateSets[0];
  EXPECT_EQ(set.candidates[0].size(), 2u);
  EXPECT_EQ(set.states.size(), 2u);  // x or y, and its derivative
  EXPECT_EQ(set.selection.size(), 2u);
  EXPECT_EQ(set.jacobian.size(), 2u);
  EXPECT_EQ(s.nStates, 2);
  for (VariableId id : set.selection) EXPECT_GE(s.slots[id].index, s.parameterBegin);
  checkSchedule(s);
}

TEST_F(ScheduleTest, InlinedStepOfSeveralStages) {
  ExprId x = unknown("x", 1), v = unknown("v"), a = unknown("a");
  equation(der(x), v);
  equation(der(v), sub(a, x));
  equation(add(a, exp(a)), mul(num(-1), v));
  InlineFormula radau3;
  radau3.nodes = {1.0 / 3, 1};
  radau3.matrix = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}};
  const Schedule s = build(&radau3);
  ASSERT_TRUE(s.inlined);
  EXPECT_EQ(s.inlined->stages.size(), 2u);
  checkSchedule(s);
}

TEST_F(ScheduleTest, InlinedStepOfALinearPartInANonlinearBlock) {
  // W12: a linear controller with a nonlinear plant
  ExprId x = unknown("x", 1), c1 = unknown("c1"), c2 = unknown("c2"), u = unknown("u");
  equation(der(x), sub(u, exp(x)));
  equation(der(c1), sub(c2, mul(num(2), c1)));
  equation(der(c2), sub(sub(num(1), x), c2));
  equation(u, add(mul(num(3), c1), c2));
  const InlineFormula formula;
  const Schedule s = build(&formula);
  checkSchedule(s);
}

// A plate of cells: what is factored are the states, each with its neighbours, and no mixture of
// states and derivatives.
TEST_F(ScheduleTest, InlinedPlateIsTornAtItsStates) {
  constexpr int side = 12;
  std::vector<ExprId> cells;
  for (int i = 0; i < side * side; ++i) cells.push_back(unknown("T" + std::to_string(i)));
  for (int i = 0; i < side * side; ++i) {
    ExprId flow = num(0);
    for (const int step : {-side, -1, 1, side}) {
      const int j = i + step;
      const bool sameRow = std::abs(step) != 1 || i / side == (j + side) / side - 1;
      if (j >= 0 && j < side * side && sameRow) flow = add(flow, sub(cells[j], cells[i]));
    }
    equation(der(cells[i]), mul(num(100), flow));
  }
  const InlineFormula formula;
  const Schedule s = build(&formula);
  ASSERT_EQ(s.linearBlocks.size(), 1u);
  const LinearBlock& block = s.linearBlocks.front();
  EXPECT_EQ(block.unknowns.size(), cells.size());
  EXPECT_LE(block.matrix.size(), 5 * cells.size());
  for (VariableId id : block.unknowns) EXPECT_EQ(s.model.info[id].role, Role::State);
  checkSchedule(s);
}

// What is wrong with the blocks of an inlined system is told.
TEST_F(ScheduleTest, BrokenBlocksOfAnInlinedSystemAreTold) {
  ExprId x = unknown("x", 1), y = unknown("y");
  equation(der(x), sub(y, x));
  equation(add(y, exp(y)), x);
  StructuredDae model = structureModel(std::move(dae), {}, diagnostics);
  const InlinedSystem good = inlineIntegration(model, {}, {}, diagnostics);
  std::vector<VariableId> unknowns;
  for (const Block& block : good.blocks)
    unknowns.insert(unknowns.end(), block.unknowns.begin(), block.unknowns.end());
  auto complaint = [&](auto&& harm) {
    InlinedSystem broken = good;
    harm(broken.blocks);
    return verifyBlocks(model, broken.equations, unknowns, broken.blocks);
  };
  EXPECT_EQ(complaint([](std::vector<Block>&) {}), "");
  EXPECT_NE(complaint([](std::vector<Block>& blocks) { blocks.pop_back(); }), "");
  EXPECT_NE(complaint([](std::vector<Block>& blocks) { blocks.push_back(blocks.back()); }), "");
  EXPECT_NE(complaint([](std::vector<Block>& blocks) {
              for (Block& block : blocks)
                if (block.kind == BlockKind::Nonlinear) block.torn.clear();
            }),
            "");
  EXPECT_NE(complaint([](std::vector<Block>& blocks) {
              for (Block& block : blocks) {
                Block& sequence = block.parts.empty() ? block : block.parts.front();
                if (!sequence.inner.empty()) sequence.inner[0].variable = {};
              }
            }),
            "");
}

// A function that cannot be differentiated leaves no sparse matrix, and there is a limit to that.
TEST_F(ScheduleTest, DenseSystemsAreLimited) {
  const FunctionId f = function("f", {real}, {real});
  dae.functions[f].external.emplace();
  ExprId x = unknown("x"), y = unknown("y");
  equation(add(x, call(f, real, {y})), num(1));
  equation(add(y, call(f, real, {x})), num(2));
  const Schedule schedule = build();
  ASSERT_EQ(schedule.nonlinearBlocks.size(), 2u);
  checkDenseSystems(schedule, 1, diagnostics);
  EXPECT_FALSE(diagnostics.hasErrors());
  checkDenseSystems(schedule, 0, diagnostics);
  EXPECT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.all().back().code, diag::TooLarge);
}

}  // namespace
}  // namespace formola::testing

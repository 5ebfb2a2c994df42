// d der(x)/dx from the derivatives of the steps, against formulas and against differences.
#include <algorithm>
#include <cmath>

#include "runtime/workspace.h"
#include "simulation.h"
#include "solver/evaluator.h"

namespace formola::testing {
namespace {

struct JacobianBench : ModelBench {
  bool translateWithTangent() {
    StructuredDae model = structureModel(std::move(dae), {}, diagnostics);
    if (diagnostics.hasErrors()) return false;
    Schedule schedule = scheduleOf(std::move(model), diagnostics);
    if (diagnostics.hasErrors()) return false;
    buildStateTangent(schedule);
    compiled = std::make_unique<HostedModel>(interpretedModel(std::move(schedule), diagnostics));
    return !diagnostics.hasErrors();
  }

  // The Jacobian at x on the pattern of the model.
  std::vector<double> at(const std::vector<double>& x) {
    runtime::Instance d(compiled->model());
    compiled->model().evalParameters(d.get());
    solver::Evaluator evaluator(d.get());
    std::vector<double> values(static_cast<size_t>(evaluator.entries()), NAN);
    EXPECT_EQ(evaluator.jacobian(0.25, x.data(), values.data()), FML_OK);
    EXPECT_EQ(d->statistics.differencedJacobians, 0u);
    EXPECT_EQ(d->statistics.jacobianEvaluations, 1u);
    return values;
  }

  // The same by central differences with steps that are large against what Newton's method leaves.
  std::vector<double> differencesAt(std::vector<double> x) {
    constexpr double kStep = 1e-4;
    runtime::Instance d(compiled->model());
    compiled->model().evalParameters(d.get());
    solver::Evaluator evaluator(d.get());
    const FmlPattern& pattern = evaluator.pattern();
    const auto n = static_cast<int32_t>(x.size());
    std::vector<double> values, low(x.size()), high(x.size());
    for (int32_t j = 0; j < n; ++j) {
      const double middle = x[static_cast<size_t>(j)];
      x[static_cast<size_t>(j)] = middle - kStep;
      EXPECT_EQ(evaluator.derivatives(0.25, x.data(), low.data()), FML_OK);
      x[static_cast<size_t>(j)] = middle + kStep;
      EXPECT_EQ(evaluator.derivatives(0.25, x.data(), high.data()), FML_OK);
      x[static_cast<size_t>(j)] = middle;
      const bool sparse = pattern.colStart != nullptr;
      for (int32_t p = sparse ? pattern.colStart[j] : 0; p < (sparse ? pattern.colStart[j + 1] : n);
           ++p) {
        const auto i = static_cast<size_t>(sparse ? pattern.rows[p] : p);
        values.push_back((high[i] - low[i]) / (2 * kStep));
      }
    }
    return values;
  }

  void expectSame(const std::vector<double>& x) {
    ASSERT_TRUE(translateWithTangent()) << messages();
    ASSERT_EQ(compiled->schedule().tangent->failure, "");
    ASSERT_EQ(compiled->model().nStates, static_cast<int32_t>(x.size()));
    const std::vector<double> analytic = at(x), differences = differencesAt(x);
    ASSERT_EQ(analytic.size(), differences.size());
    double largest = 0;
    for (size_t i = 0; i < analytic.size(); ++i) {
      EXPECT_NEAR(analytic[i], differences[i], 1e-6 * std::max(1.0, std::abs(analytic[i])));
      largest = std::max(largest, std::abs(analytic[i]));
    }
    EXPECT_GT(largest, 0);
  }
};

TEST(StateJacobian, ExactForAssignments) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 1, true), w = m.unknown("w");
  ExprId k = m.parameter("k", 3);
  m.equation(w, m.mul(m.f(Builtin::Sin, x), y));
  m.equation(m.der(x), m.add(m.mul(k, w), m.pool.time()));
  m.equation(m.der(y), m.sub(m.mul(w, w), y));
  ASSERT_TRUE(m.translateWithTangent()) << m.messages();
  const std::vector<double> j = m.at({0.3, 2});
  const double s = std::sin(0.3), c = std::cos(0.3);
  ASSERT_EQ(j.size(), 4u);
  EXPECT_DOUBLE_EQ(j[0], 3 * c * 2);
  EXPECT_DOUBLE_EQ(j[1], 2 * (s * 2) * c * 2);
  EXPECT_DOUBLE_EQ(j[2], 3 * s);
  EXPECT_DOUBLE_EQ(j[3], 2 * (s * 2) * s - 1);
}

// a and b from two coupled equations that are linear in them, with coefficients that depend on x.
TEST(StateJacobian, LinearBlock) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 1, true);
  ExprId a = m.unknown("a"), b = m.unknown("b"), c = m.unknown("c");
  m.equation(m.add(m.mul(x, a), b), m.add(y, c));
  m.equation(m.sub(a, m.mul(m.add(y, m.num(2)), b)), m.sub(m.f(Builtin::Exp, x), c));
  m.equation(m.add(a, m.mul(m.num(4), c)), m.mul(x, b));
  m.equation(m.der(x), m.mul(a, b));
  m.equation(m.der(y), m.sub(c, y));
  m.expectSame({0.7, 1.3});
}

// No derivative needs the inner variable f, so that it is an output; the Jacobian does need it.
TEST(StateJacobian, InnerVariableThatIsAnOutput) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 1, true);
  ExprId a = m.unknown("a"), f = m.unknown("f");
  m.equation(f, m.add(m.mul(x, a), y));
  m.equation(m.add(m.mul(m.f(Builtin::Cos, x), f), m.mul(x, a)), m.add(m.num(1), y));
  m.equation(m.der(x), a);
  m.equation(m.der(y), m.sub(a, y));
  m.expectSame({0.7, 1.3});
  const Schedule& schedule = m.compiled->schedule();
  const auto solve = std::find_if(schedule.derivatives.begin(), schedule.derivatives.end(),
                                  [](const Step& step) { return step.kind == StepKind::Linear; });
  ASSERT_NE(solve, schedule.derivatives.end());
  const LinearBlock& block = schedule.linearBlocks[solve->block];
  ASSERT_EQ(block.after.size(), 1u);
  const VariableId inner = block.after[0].variable;
  EXPECT_EQ(schedule.model.name(inner), "f");
  auto computes = [&](const std::vector<Step>& steps) {
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
      return step.kind == StepKind::Assign && step.variable == inner;
    });
  };
  EXPECT_FALSE(computes(schedule.derivatives));
  EXPECT_TRUE(computes(schedule.outputs));
  EXPECT_TRUE(computes(schedule.event));
}

constexpr int kJoints = 60;

std::string numbered(const char* text, int i) {
  return text + std::to_string(i);
}

// Bodies on a chain of joints: q of each joint gives the motion a of the bodies outwards, the
// forces f follow inwards, in three directions. Neither can be solved in the other
// direction, since coefficients may vanish.
void addChain(ModelBench& m) {
  std::vector<ExprId> w;
  for (int i = 0; i < kJoints; ++i) w.push_back(m.unknown(numbered("w", i), 0.1 * i, true));
  std::vector<ExprId> torque(kJoints, m.num(0));
  for (const char* direction : {"1_", "2_", "3_"}) {
    const std::string end = direction;
    std::vector<ExprId> a, f;
    for (int i = 0; i < kJoints; ++i) {
      a.push_back(m.unknown(numbered(("a" + end).c_str(), i)));
      f.push_back(m.unknown(numbered(("f" + end).c_str(), i)));
    }
    for (int i = 0; i < kJoints; ++i) {
      const auto k = static_cast<size_t>(i);
      const ExprId at = m.add(w[k], m.num(i * (direction[0] - '0')));
      const ExprId axis = m.f(Builtin::Sin, at), turn = m.f(Builtin::Cos, at);
      const ExprId motion = m.mul(axis, m.der(w[k]));
      m.equation(a[k], i == 0 ? motion : m.add(m.mul(turn, a[k - 1]), motion));
      ExprId force = a[k];
      for (int stage = 0; stage < 8; ++stage) {
        const ExprId next = m.unknown(numbered(("h" + end).c_str(), 100 * stage + i));
        m.equation(next, m.add(m.mul(m.num(1.1), force), w[k]));
        force = next;
      }
      m.equation(f[k], i == kJoints - 1 ? force : m.add(m.mul(turn, f[k + 1]), force));
      torque[k] = m.add(torque[k], m.mul(turn, f[k]));
    }
  }
  for (size_t k = 0; k < kJoints; ++k)
    m.equation(m.add(m.mul(m.num(9), m.der(w[k])), m.mul(m.num(0.01), torque[k])),
               m.sub(m.num(1), w[k]));
}

// The matrix has more unknowns than q, so that it is sparse; the formulas do not need them.
TEST(StateJacobian, LongChainByFormulas) {
  JacobianBench m;
  addChain(m);
  std::vector<double> x;
  for (int i = 0; i < kJoints; ++i) x.push_back(std::sin(i));
  m.expectSame(x);
  const Schedule& schedule = m.compiled->schedule();
  const auto solve = std::find_if(schedule.derivatives.begin(), schedule.derivatives.end(),
                                  [](const Step& step) { return step.kind == StepKind::Linear; });
  ASSERT_NE(solve, schedule.derivatives.end());
  const LinearBlock& block = schedule.linearBlocks[solve->block];
  EXPECT_EQ(block.formulas.size(), static_cast<size_t>(kJoints));
  EXPECT_GT(block.unknowns.size(), block.formulas.size());

  // The same values as by numbers.
  ModelBench numeric;
  addChain(numeric);
  StructureOptions options;
  options.off.add(Pass::relaxBlocks);
  ASSERT_TRUE(numeric.translate(options)) << numeric.messages();
  std::vector<ModelBench::Row> rows;
  for (ModelBench* bench : {static_cast<ModelBench*>(&m), &numeric}) {
    const FmlModel& model = bench->compiled->model();
    runtime::Instance d(model);
    model.evalParameters(d.get());
    std::copy(x.begin(), x.end(), d->v);
    EXPECT_EQ(model.evalDerivatives(d.get()), FML_OK);
    EXPECT_EQ(model.evalOutputs(d.get()), FML_OK);
    EXPECT_EQ(d->statistics.factorizations > 0, bench == &numeric);
    rows.push_back({0, {}, std::vector<double>(d->v, d->v + model.nVariables)});
  }
  for (int i = 0; i < kJoints; ++i)
    for (const char* text : {"w", "a1_", "h2_", "f3_", "f1_"}) {
      const double expected = numeric.value(rows[1], numbered(text, i));
      EXPECT_NEAR(m.value(rows[0], numbered(text, i)), expected,
                  1e-12 * std::max(1.0, std::abs(expected)))
          << numbered(text, i);
    }
}

TEST(StateJacobian, NonlinearBlock) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 1, true);
  ExprId a = m.unknown("a"), b = m.unknown("b");
  m.equation(m.add(a, m.f(Builtin::Exp, a)), m.add(x, b));
  m.equation(m.add(b, m.mul(b, m.mul(b, b))), m.sub(m.mul(y, a), x));
  m.equation(m.der(x), m.sub(b, x));
  m.equation(m.der(y), m.mul(a, y));
  m.expectSame({0.7, 1.3});
}

// A linear system for p and q inside of a nonlinear one for a.
TEST(StateJacobian, LinearBlockInsideANonlinearOne) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true);
  ExprId a = m.unknown("a"), p = m.unknown("p"), q = m.unknown("q"), r = m.unknown("r");
  m.equation(m.add(m.mul(m.num(3), p), m.mul(a, q)), m.add(x, r));
  m.equation(m.sub(m.mul(a, p), m.mul(m.num(5), q)), m.add(m.f(Builtin::Sin, a), r));
  m.equation(m.add(m.add(p, q), m.mul(m.num(4), r)), m.mul(x, a));
  m.equation(m.add(a, m.f(Builtin::Exp, a)), m.add(m.add(p, q), x));
  m.equation(m.der(x), m.sub(m.mul(p, r), m.mul(a, x)));
  m.expectSame({0.7});
}

// About 20 unknowns that are iterated on, with pairs of linear equations that formulas solve.
// Nearly linear, so that what Newton's method leaves is small against the differences.
TEST(StateJacobian, ManyUnknownsWithLinearParts) {
  JacobianBench m;
  const int n = 20;
  std::vector<ExprId> x, a;
  ExprId mean = m.num(0);
  for (int k = 0; k < n; ++k) {
    x.push_back(m.unknown("x" + std::to_string(k), 1, true));
    a.push_back(m.unknown("a" + std::to_string(k)));
    mean = m.add(mean, m.mul(m.num(0.01 * (k + 1)), a.back()));
  }
  const ExprId s = m.unknown("s");
  m.equation(s, mean);
  for (size_t k = 0; k < x.size(); ++k) {
    const ExprId p = m.unknown("p" + std::to_string(k)), q = m.unknown("q" + std::to_string(k));
    m.equation(m.add(m.mul(m.num(3), p), q), m.add(m.mul(x[k], a[k]), s));
    m.equation(m.sub(p, m.mul(m.num(2), q)), m.sub(s, m.mul(m.num(0.1), p)));
    const ExprId bent = m.mul(m.num(0.1), m.f(Builtin::Sin, a[k]));
    m.equation(m.add(m.mul(m.num(2), a[k]), bent), m.add(m.add(p, q), m.num(1)));
    m.equation(m.der(x[k]), m.sub(m.mul(p, q), m.mul(a[k], x[k])));
  }
  std::vector<double> point;
  for (int k = 0; k < n; ++k) point.push_back(1 + 0.05 * k);
  m.expectSame(point);
  const auto& blocks = m.compiled->schedule().nonlinearBlocks;
  ASSERT_FALSE(blocks.empty());
  EXPECT_GT(blocks.back().unknowns.size(), 16u);
  EXPECT_TRUE(blocks.back().hasJacobian);
}

// The mode stays; what it chooses is differentiated.
TEST(StateJacobian, RelationsAreFrozen) {
  JacobianBench m;
  ExprId x = m.unknown("x", 1, true);
  m.equation(m.der(x), m.iff(m.less(x, m.num(2)), m.mul(x, x), m.mul(m.num(-7), x)));
  ASSERT_TRUE(m.translateWithTangent()) << m.messages();
  // No event has set the relation: it does not hold.
  EXPECT_EQ(m.at({1.5}), std::vector<double>{-7});
}

// 40 states in a ladder: four colours at most, and the pattern is that of the differences.
TEST(StateJacobian, SparseLadder) {
  JacobianBench m;
  const int n = 40;
  std::vector<ExprId> x, i;
  for (int k = 0; k < n; ++k) x.push_back(m.unknown("x" + std::to_string(k), 0, true));
  for (int k = 0; k <= n; ++k) i.push_back(m.unknown("i" + std::to_string(k)));
  m.equation(i[0], m.sub(m.pool.time(), x[0]));
  for (size_t k = 1; k < x.size(); ++k)
    m.equation(i[k], m.mul(m.sub(x[k - 1], x[k]), m.f(Builtin::Exp, x[k])));
  m.equation(i[x.size()], m.num(0));
  for (size_t k = 0; k < x.size(); ++k) m.equation(m.der(x[k]), m.sub(i[k], i[k + 1]));
  std::vector<double> point;
  for (int k = 0; k < n; ++k) point.push_back(std::sin(0.3 * k));
  m.expectSame(point);
  EXPECT_EQ(m.compiled->model().jacobianPattern.colStart[n], 3 * n - 2);
}

// 20 states, each of which acts on all: more columns than one pass takes.
TEST(StateJacobian, DenseMatrixInStrips) {
  JacobianBench m;
  std::vector<ExprId> x;
  const int n = 20;
  for (int k = 0; k < n; ++k) x.push_back(m.unknown("x" + std::to_string(k), 1, true));
  ExprId sum = m.unknown("s");
  ExprId all = x[0];
  for (size_t k = 1; k < x.size(); ++k)
    all = m.add(all, m.mul(m.num(0.1 * static_cast<double>(k)), x[k]));
  m.equation(sum, all);
  for (size_t k = 0; k < x.size(); ++k)
    m.equation(m.der(x[k]), m.sub(m.f(Builtin::Sin, m.mul(sum, x[k])), x[k]));
  std::vector<double> point;
  for (int k = 0; k < n; ++k) point.push_back(0.01 * k);
  m.expectSame(point);
}

// A function of which nothing is known is differenced where it stands, the rest is not.
TEST(StateJacobian, ExternalFunction) {
  JacobianBench m;
  const FunctionId f = m.function("f", {m.real}, {m.real});
  m.dae.functions[f].external.emplace();
  ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 1, true), w = m.unknown("w");
  ExprId argument[1] = {x};
  m.equation(w, m.mul(y, m.pool.call(f, m.real, argument)));
  m.equation(m.der(x), m.add(w, x));
  m.equation(m.der(y), m.neg(y));
  StructuredDae model = structureModel(std::move(m.dae), {}, m.diagnostics);
  Schedule schedule = scheduleOf(std::move(model), m.diagnostics);
  buildStateTangent(schedule);
  ASSERT_TRUE(schedule.tangent.has_value());
  EXPECT_EQ(schedule.tangent->failure, "");
  EXPECT_EQ(schedule.tangent->differenced, 1u);
  EXPECT_EQ(schedule.tangent->terms.size(), 5u);  // w by x and y, der(x) by w and x, der(y) by y
}

// What leads to no derivative of a state is no hindrance, the rest is: then there are differences.
TEST(StateJacobian, WhatHasNoDerivative) {
  for (bool needed : {false, true}) {
    JacobianBench m;
    const FunctionId f = m.function("f", {m.real}, {m.real});
    m.dae.functions[f].impure = true;
    ExprId x = m.unknown("x", 1, true), w = m.unknown("w");
    ExprId argument[1] = {x};
    m.equation(w, m.pool.call(f, m.real, argument));
    m.equation(m.der(x), needed ? m.add(w, x) : m.neg(x));
    StructuredDae model = structureModel(std::move(m.dae), {}, m.diagnostics);
    Schedule schedule = scheduleOf(std::move(model), m.diagnostics);
    buildStateTangent(schedule);
    ASSERT_TRUE(schedule.tangent.has_value());
    EXPECT_EQ(schedule.tangent->failure.empty(), !needed) << schedule.tangent->failure;
    EXPECT_EQ(schedule.tangent->operations.empty(), needed);
  }
}

}  // namespace
}  // namespace formola::testing

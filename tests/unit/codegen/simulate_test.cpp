// Flat DAEs through all structural passes, the schedule, the interpreter and the integrators.
#include <cmath>

#include "simulation.h"

namespace formola::testing {
namespace {

// Source U0 = 1, R, C and ground in a loop, written as Modelica flattens them.
struct RcCircuit : ModelBench {
  RcCircuit() {
    ExprId u0 = parameter("U0.U", 2), r = parameter("R.R", 100), c = parameter("C.C", 1e-3);
    auto twoPin = [&](const std::string& name) {
      std::vector<ExprId> v;
      for (const char* part : {".p.v", ".n.v", ".p.i", ".n.i", ".v", ".i"})
        v.push_back(unknown(name + part));
      equation(v[4], sub(v[0], v[1]));
      equation(num(0), add(v[2], v[3]));
      equation(v[5], v[2]);
      return v;
    };
    auto source = twoPin("U0"), resistor = twoPin("R"), capacitor = twoPin("C");
    ExprId gv = unknown("G.p.v"), gi = unknown("G.p.i");
    of(capacitor[4]).start = num(0.5);
    of(capacitor[4]).fixed = pool.boolean(true);
    equation(source[4], u0);
    equation(resistor[4], mul(r, resistor[5]));
    equation(capacitor[5], mul(c, der(capacitor[4])));
    equation(gv, num(0));
    equation(source[0], resistor[0]);
    equation(add(source[2], resistor[2]), num(0));
    equation(resistor[1], capacitor[0]);
    equation(add(resistor[3], capacitor[2]), num(0));
    equation(source[1], capacitor[1]);
    equation(capacitor[1], gv);
    equation(add(add(source[3], capacitor[3]), gi), num(0));
  }
};

TEST(Simulate, RcCircuit) {
  for (bool aliases : {true, false}) {
    RcCircuit m;
    StructureOptions options;
    if (!aliases) options.off.add(Pass::eliminateAliases);
    ASSERT_TRUE(m.translate(options)) << m.messages();
    EXPECT_EQ(m.compiled->model().nStates, 1);
    ASSERT_TRUE(m.simulate(0.3)) << m.report.message;
    EXPECT_NEAR(m.last("C.v"), 2 - 1.5 * std::exp(-3), 1e-6);
    EXPECT_NEAR(m.last("R.i"), 1.5 * std::exp(-3) / 100, 1e-7);
    EXPECT_NEAR(m.last("U0.p.i"), -m.last("R.i"), 1e-12);
    EXPECT_NEAR(m.last("U0.n.v"), 0, 1e-12);
    EXPECT_NEAR(m.last("G.p.i"), 0, 1e-12);
  }
}

TEST(Simulate, BouncingBall) {
  ModelBench m;
  ExprId h = m.unknown("h", 1, true), v = m.unknown("v", 0, true);
  ExprId e = m.parameter("e", 0.8), g = m.parameter("g", 9.81);
  m.equation(m.der(h), v);
  m.equation(m.der(v), m.neg(g));
  m.dae.equations.push_back(m.when(m.compare(ExprKind::LessEqual, h, m.num(0)),
                                   {m.reinit(v, m.neg(m.mul(e, m.pre(v))))}));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
  // Dropped from 1 m; after the first bounce at t1 the speed is 0.8 sqrt(2 g).
  const double t1 = std::sqrt(2 / 9.81), v1 = 0.8 * std::sqrt(2 * 9.81), t = 1.0 - t1;
  EXPECT_NEAR(m.last("h"), v1 * t - 9.81 * t * t / 2, 1e-6);
  EXPECT_EQ(m.report.stateEvents, 2u);  // the bounce, and h > 0 again
}

// x' = u with u sampled: x(0.1 k) = 0.5^k.
TEST(Simulate, SampledFeedback) {
  ModelBench m;
  ExprId x = m.unknown("x", 1, true), u = m.variable("u", m.real, Variability::Discrete);
  m.equation(m.der(x), u);
  m.dae.equations.push_back(m.when(m.fn(Builtin::Sample, m.boolean, {m.num(0), m.num(0.1)}),
                                   {m.equality(u, m.mul(m.num(-5), x))}));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(0.95)) << m.report.message;
  EXPECT_NEAR(m.last("x"), 0.75 * std::pow(0.5, 9), 1e-9);
}

// x' = if time < 0.5 then 1 else -1: one time event, exact.
TEST(Simulate, TimeEvent) {
  ModelBench m;
  ExprId x = m.unknown("x", 0, true);
  m.equation(m.der(x), m.iff(m.less(m.pool.time(), m.num(0.5)), m.num(1), m.num(-1)));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
  EXPECT_NEAR(m.last("x"), 0, 1e-12);
  EXPECT_EQ(m.report.timeEvents, 1u);
  EXPECT_EQ(m.report.stateEvents, 0u);
}

// Two resistors and a source behind an inner resistance: one linear block.
TEST(Simulate, LinearBlock) {
  for (bool tearing : {true, false}) {
    ModelBench m;
    ExprId x = m.unknown("x", 1, true), u = m.unknown("u"), i = m.unknown("i"), w = m.unknown("w");
    ExprId a = m.parameter("a", 3), b = m.parameter("b", 2);
    m.equation(m.add(m.mul(a, u), i), x);         // 3u + i = x
    m.equation(m.sub(u, m.mul(b, i)), w);         // u - 2i = w
    m.equation(m.add(w, m.add(u, i)), m.num(0));  // w + u + i = 0
    m.equation(m.der(x), m.neg(u));
    StructureOptions options;
    if (!tearing) options.off.add(Pass::tearBlocks);
    ASSERT_TRUE(m.translate(options)) << m.messages();
    ASSERT_EQ(m.compiled->schedule().linearBlocks.size(), 2u);  // continuous and initial
    ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
    // i = 2u from the last two, so 5u = x
    EXPECT_NEAR(m.last("x"), std::exp(-0.2), 1e-6);
    EXPECT_NEAR(m.last("w"), -3 * m.last("u"), 1e-12);
  }
}

// y + exp(y) - 1 = x, x' = -(1 + exp(y)) y: y = exp(-t).
TEST(Simulate, NonlinearBlock) {
  ModelBench m;
  ExprId x = m.unknown("x", std::exp(1.0), true), y = m.unknown("y");
  ExprId exp = m.f(Builtin::Exp, y);
  m.equation(m.sub(m.add(y, exp), m.num(1)), x);
  m.equation(m.der(x), m.neg(m.mul(m.add(m.num(1), exp), y)));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_EQ(m.compiled->schedule().nonlinearBlocks.size(), 2u);
  EXPECT_TRUE(m.compiled->schedule().nonlinearBlocks[0].hasJacobian);
  ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
  EXPECT_NEAR(m.last("y"), std::exp(-1.0), 1e-6);
}

// W5: parallel capacitors on a current source have one state.
TEST(Simulate, ParallelCapacitors) {
  ModelBench m;
  ExprId u1 = m.unknown("u1", 0, true), u2 = m.unknown("u2");
  ExprId i1 = m.unknown("i1"), i2 = m.unknown("i2");
  ExprId c1 = m.parameter("C1", 0.2), c2 = m.parameter("C2", 0.1);
  m.equation(m.mul(c1, m.der(u1)), i1);
  m.equation(m.mul(c2, m.der(u2)), i2);
  m.equation(m.add(i1, i2), m.num(3));
  m.equation(m.sub(u1, u2), m.num(0));
  StructureOptions options;
  options.off.add(Pass::eliminateAliases);
  ASSERT_TRUE(m.translate(options)) << m.messages();
  EXPECT_EQ(m.compiled->model().nStates, 1);
  EXPECT_EQ(m.compiled->schedule().model.differentiatedEquations, 1u);
  ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
  EXPECT_NEAR(m.last("u2"), 10, 1e-6);
  EXPECT_NEAR(m.last("i1"), 2, 1e-9);
}

// The pendulum in Cartesian coordinates, index 3, started near the side; energy is kept.
TEST(Simulate, CartesianPendulum) {
  ModelBench m;
  ExprId x = m.unknown("x", 0.6, true), y = m.unknown("y", -0.8, false);
  ExprId vx = m.unknown("vx", 0, true), vy = m.unknown("vy"), f = m.unknown("F");
  m.of(x).stateSelect = StateSelect::Prefer;
  m.of(vx).stateSelect = StateSelect::Prefer;
  m.equation(m.der(x), vx);
  m.equation(m.der(y), vy);
  m.equation(m.der(vx), m.neg(m.mul(f, x)));
  m.equation(m.der(vy), m.sub(m.neg(m.mul(f, y)), m.num(9.81)));
  m.equation(m.add(m.mul(x, x), m.mul(y, y)), m.num(1));
  ASSERT_TRUE(m.translate()) << m.messages();
  EXPECT_EQ(m.compiled->model().nStates, 2);
  ASSERT_TRUE(m.simulate(0.5)) << m.report.message;
  const double px = m.last("x"), py = m.last("y"), wx = m.last("vx"), wy = m.last("vy");
  EXPECT_NEAR(px * px + py * py, 1, 1e-9);
  EXPECT_NEAR(0.5 * (wx * wx + wy * wy) + 9.81 * py, -9.81 * 0.8, 1e-5);
}

// Ideal diode in curve-parameter form between sin(t) and an RC pair: a mixed block.
TEST(Simulate, IdealDiode) {
  ModelBench m;
  ExprId c = m.unknown("c", 0, true), s = m.unknown("s"), u = m.unknown("u"), i = m.unknown("i");
  ExprId off = m.variable("off", m.boolean, Variability::Discrete);
  m.equation(off, m.less(s, m.num(0)));
  m.equation(u, m.iff(off, s, m.num(0)));                               // voltage over the diode
  m.equation(i, m.iff(off, m.num(0), s));                               // current
  m.equation(m.sub(m.sub(m.f(Builtin::Sin, m.pool.time()), u), i), c);  // R = 1
  m.equation(m.der(c), i);
  ASSERT_TRUE(m.translate()) << m.messages();
  EXPECT_GE(m.compiled->schedule().mixedBlocks.size(), 1u);
  ASSERT_TRUE(m.simulate(2.0)) << m.report.message;
  // Charging c = (sin t - cos t + exp(-t)) / 2 while sin t > c; then c stays.
  double t = 2.0, charged = (std::sin(t) - std::cos(t) + std::exp(-t)) / 2;
  double top = 0;
  for (const auto& row : m.rows) top = std::max(top, m.value(row, "c"));
  EXPECT_NEAR(m.value(m.rows[25], "c"), (std::sin(1) - std::cos(1) + std::exp(-1.0)) / 2, 1e-6);
  EXPECT_LE(m.last("c"), top + 1e-12);
  EXPECT_NEAR(m.last("c"), std::sin(t) > charged ? charged : top, 1e-6);
}

// z' = floor(x) with x = 3 time: a state event at each integer; mod of time: time events.
TEST(Simulate, IntegerFunctionsCauseEvents) {
  ModelBench m;
  ExprId x = m.unknown("x", 0, true), z = m.unknown("z", 0, true), w = m.unknown("w", 0, true);
  m.equation(m.der(x), m.num(3));
  m.equation(m.der(z), m.f(Builtin::Floor, x));
  m.equation(m.der(w), m.fn(Builtin::Mod, m.real, {m.mul(m.num(3), m.pool.time()), m.num(2.3)}));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1.5)) << m.report.message;
  EXPECT_NEAR(m.last("z"), (0 + 1 + 2 + 3) / 3.0 + 4 * (1.5 - 4 / 3.0), 1e-9);
  EXPECT_NEAR(m.last("w"), (2.3 * 2.3 + 2.2 * 2.2) / 2 / 3, 1e-6);
  EXPECT_EQ(m.report.timeEvents, 1u);
  EXPECT_EQ(m.report.stateEvents, 4u);
}

// An algorithm with a loop-carried discrete counter and a continuous result.
TEST(Simulate, AlgorithmWithWhen) {
  ModelBench m;
  ExprId x = m.unknown("x", 0, true), y = m.unknown("y");
  ExprId n = m.variable("n", m.integer, Variability::Discrete);
  m.equation(m.der(x), y);
  Statement count, assign, when;
  count.kind = StatementKind::Assign;
  count.target = n;
  count.value = m.pool.binary(ExprKind::Add, m.integer, m.pre(n), m.lit(1));
  when.kind = StatementKind::When;
  when.branches.push_back({m.compare(ExprKind::Greater, x, m.num(1)), {count}});
  assign.target = y;
  assign.value = m.add(m.num(1), m.pool.unary(ExprKind::Cast, m.real, n));
  Algorithm algorithm;
  algorithm.body = {when, assign};
  m.dae.algorithms.push_back(algorithm);
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1.5)) << m.report.message;
  EXPECT_NEAR(m.last("x"), 2, 1e-6);  // slope 1 up to time 1, then 2
  EXPECT_EQ(m.last("n"), 1);
}

TEST(Simulate, CyclicParametersAreReported) {
  ModelBench m;
  ExprId p = m.parameter("p", 1), q = m.parameter("q", 1), x = m.unknown("x", 0, true);
  m.of(p).binding = m.add(q, m.num(1));
  m.of(q).binding = m.mul(p, m.num(2));
  m.equation(m.der(x), p);
  EXPECT_FALSE(m.translate());
  EXPECT_NE(m.messages().find("CyclicParameters"), std::string::npos) << m.messages();
}

// Initialisation: a steady state asked for by an initial equation, a parameter that follows from
// it.
TEST(Simulate, SteadyStateAndFreeParameter) {
  ModelBench m;
  ExprId x = m.unknown("x"), k = m.variable("k", m.real, Variability::Parameter);
  m.of(k).fixed = m.pool.boolean(false);
  m.equation(m.der(x), m.sub(m.mul(k, x), m.num(6)));
  m.dae.initialEquations.push_back(m.equality(m.der(x), m.num(0)));
  m.dae.initialEquations.push_back(m.equality(x, m.num(2)));
  ASSERT_TRUE(m.translate()) << m.messages();
  ASSERT_TRUE(m.simulate(1.0)) << m.report.message;
  EXPECT_NEAR(m.last("k"), 3, 1e-9);
  EXPECT_NEAR(m.last("x"), 2, 1e-6);
}

TEST(Simulate, TooManyInitialConditions) {
  ModelBench m;
  ExprId x = m.unknown("x", 1, true);
  m.equation(m.der(x), m.neg(x));
  m.dae.initialEquations.push_back(m.equality(x, m.num(2)));
  EXPECT_FALSE(m.translate());
  EXPECT_NE(m.messages().find("InitialOverdetermined"), std::string::npos) << m.messages();
}

}  // namespace
}  // namespace formola::testing

// The same model by the interpreter and by native code: trajectories agree bit for bit.
#include <bit>
#include <cmath>
#include <functional>

#include "../codegen/simulation.h"
#include "codegen/llvm/llvm_model.h"

namespace formola::testing {
namespace {

using Build = std::function<void(ModelBench&)>;
using Rows = std::vector<ModelBench::Row>;

struct Trajectory {
  Rows rows;
  solver::SimulationReport report;
};

Trajectory simulate(const FmlModel& model, double stop, solver::Method method) {
  Trajectory result;
  struct Recorder : solver::ResultObserver {
    Rows* rows;
    bool row(const FmlData& d, solver::RowKind kind) override {
      rows->push_back({d.time, kind, std::vector<double>(d.v, d.v + d.model->nVariables)});
      return true;
    }
  } recorder;
  recorder.rows = &result.rows;
  solver::SimulationProblem problem;
  problem.model = &model;
  problem.method = method;
  problem.stopTime = stop;
  problem.tolerance = 1e-6;
  problem.intervals = 20;
  result.report = solver::simulate(problem, recorder);
  return result;
}

void expectSame(const Rows& a, const Rows& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].time, b[i].time);
    for (size_t k = 0; k < a[i].v.size(); ++k) {
      if (std::isnan(a[i].v[k]) && std::isnan(b[i].v[k])) continue;
      ASSERT_EQ(std::bit_cast<uint64_t>(a[i].v[k]), std::bit_cast<uint64_t>(b[i].v[k]))
          << "row " << i << " variable " << k << ": " << a[i].v[k] << " and " << b[i].v[k];
    }
  }
}

// Chunks of one or two instructions make nearly every value cross a border.
void crossCheck(const Build& build, double stop, solver::Method method = solver::Method::Cvode) {
  ModelBench reference;
  build(reference);
  ASSERT_TRUE(reference.translate()) << reference.messages();
  const Trajectory expected = simulate(reference.compiled->model(), stop, method);
  ASSERT_GT(expected.rows.size(), 10u);
  std::vector<LlvmOptions> variants(5);
  variants[1].chunkSize = 1;
  variants[1].cold = true;
  variants[2].chunkSize = 3;
  variants[2].chunksPerModule = 2;
  variants[2].optimization = 1;
  variants[3].optimization = 2;
  variants[3].threads = 2;
  variants[4].leastRolled = 1;
  for (const LlvmOptions& options : variants) {
    ModelBench m;
    build(m);
    ASSERT_TRUE(m.translate()) << m.messages();
    const auto interpreted = m.compiled->model().evalDerivatives;
    LlvmModel native(std::move(*m.compiled), options);
    ASSERT_EQ(native.failure(), "");
    ASSERT_NE(native.model().evalDerivatives, interpreted);
    const Trajectory got = simulate(native.model(), stop, method);
    EXPECT_EQ(expected.report.outcome, got.report.outcome) << got.report.message;
    EXPECT_EQ(expected.report.message, got.report.message);
    expectSame(expected.rows, got.rows);
  }
}

TEST(CrossCheck, ExplicitOde) {
  crossCheck(
      [](ModelBench& m) {
        ExprId x = m.unknown("x", 1, true), v = m.unknown("v", 0, true), e = m.unknown("e");
        ExprId k = m.parameter("k", 4);
        m.equation(m.der(x), v);
        m.equation(m.der(v), m.sub(m.neg(m.mul(k, m.f(Builtin::Sin, x))),
                                   m.mul(m.num(0.1), m.f(Builtin::Tanh, v))));
        m.equation(e, m.add(m.mul(v, v), m.f(Builtin::Abs, m.mul(k, x))));
      },
      2.0);
}

// Cells whose equations become loops: with numbers and places from tables, a recurrence, relations,
// elementary functions, and counts that are no multiple of the width of a vector.
void buildCells(ModelBench& m) {
  constexpr int n = 23;
  std::vector<ExprId> x, q, y;
  for (int i = 0; i < n; ++i) x.push_back(m.unknown("x" + std::to_string(i), 0.1 * i, true));
  for (int i = 0; i < n; ++i) q.push_back(m.unknown("q" + std::to_string(i)));
  for (int i = 0; i < n; ++i) y.push_back(m.unknown("y" + std::to_string(i)));
  for (size_t i = 0; i < n; ++i) {
    const ExprId other = x[(i * 7 + 3) % n];
    m.equation(q[i], m.mul(m.num(0.1 * static_cast<double>(i % 5)), m.f(Builtin::Sin, other)));
    // y[i] needs y[i - 1].
    const ExprId before = i == 0 ? m.num(1) : y[i - 1];
    m.equation(y[i], m.add(m.mul(before, m.f(Builtin::Cos, x[i])), m.f(Builtin::Atan, q[i])));
    const ExprId limited = m.iff(m.less(x[i], m.num(0.3)), m.num(1), m.neg(other));
    const ExprId free =
        m.f(Builtin::NoEvent, m.iff(m.less(other, q[i]), q[i], m.f(Builtin::Exp, q[i])));
    m.equation(m.der(x[i]), m.sub(m.add(limited, free), m.mul(x[i], y[n - 1 - i])));
  }
}

// With every loop that can be found.
LlvmStatistics rolled(void (*build)(ModelBench&)) {
  ModelBench m;
  build(m);
  EXPECT_TRUE(m.translate()) << m.messages();
  LlvmOptions options;
  options.leastRolled = 1;
  return LlvmModel(std::move(*m.compiled), options).statistics();
}

TEST(CrossCheck, CellsAsLoops) {
  crossCheck(buildCells, 1.0);
  const LlvmStatistics found = rolled(buildCells);
  EXPECT_GT(found.loops, 3u);
  EXPECT_LT(found.compiled * 10, found.instructions * 4);
}

// A grid: loops over its lines, with vectors along each; the neighbours of lines (every fifth cell
// of every third line counts differently) leave lines of several lengths, one of them too short.
void buildGrid(ModelBench& m) {
  constexpr size_t rows = 7, columns = 19;
  std::vector<ExprId> x, east, north;
  auto name = [](const char* letter, size_t r, size_t c) {
    return letter + std::to_string(r) + "_" + std::to_string(c);
  };
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) {
      const double start = 0.1 * static_cast<double>(r * c % 11);
      x.push_back(m.unknown(name("x", r, c), start, true));
    }
  auto cell = [&](size_t r, size_t c) { return x[r * columns + c]; };
  for (size_t c = 0; c < columns; ++c)
    for (size_t r = 0; r < rows; ++r) {
      east.push_back(m.unknown(name("east", r, c)));
      north.push_back(m.unknown(name("north", r, c)));
      const ExprId right = c + 1 < columns ? cell(r, c + 1) : m.num(0.5);
      const ExprId up = r + 1 < rows ? cell(r + 1, c) : m.num(-0.25);
      m.equation(east.back(), m.mul(m.num(2), m.sub(cell(r, c), right)));
      m.equation(north.back(), m.mul(m.num(0.1 * static_cast<double>(c)), m.sub(cell(r, c), up)));
    }
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) {
      const ExprId out = m.add(east[c * rows + r], north[c * rows + r]);
      const ExprId left = c == 0 ? m.num(0) : east[(c - 1) * rows + r];
      const ExprId in = r == 0 ? left : m.add(left, north[c * rows + r - 1]);
      m.equation(m.der(cell(r, c)), m.sub(in, r % 3 == 0 && c % 5 == 0 ? m.neg(out) : out));
    }
}

TEST(CrossCheck, GridAsLoopsOverLines) {
  crossCheck(buildGrid, 0.5);
  EXPECT_GT(rolled(buildGrid).loops, 3u);
}

TEST(CrossCheck, BouncingBall) {
  crossCheck(
      [](ModelBench& m) {
        ExprId h = m.unknown("h", 1, true), v = m.unknown("v", 0, true);
        m.equation(m.der(h), v);
        m.equation(m.der(v), m.num(-9.81));
        m.dae.equations.push_back(m.when(m.compare(ExprKind::LessEqual, h, m.num(0)),
                                         {m.reinit(v, m.mul(m.num(-0.8), m.pre(v)))}));
      },
      2.0);
}

TEST(CrossCheck, SampledAndTimeEvents) {
  crossCheck(
      [](ModelBench& m) {
        ExprId x = m.unknown("x", 1, true), y = m.unknown("y", 0, true);
        ExprId u = m.variable("u", m.real, Variability::Discrete);
        m.equation(m.der(x), u);
        m.dae.equations.push_back(m.when(m.fn(Builtin::Sample, m.boolean, {m.num(0), m.num(0.1)}),
                                         {m.equality(u, m.mul(m.num(-5), x))}));
        m.equation(m.der(y), m.iff(m.less(m.pool.time(), m.num(0.45)), m.num(1), m.neg(y)));
      },
      0.95);
}

TEST(CrossCheck, LinearBlock) {
  crossCheck(
      [](ModelBench& m) {
        ExprId x = m.unknown("x", 1, true), u = m.unknown("u"), i = m.unknown("i");
        ExprId w = m.unknown("w"), a = m.parameter("a", 3), b = m.parameter("b", 2);
        m.equation(m.add(m.mul(a, u), i), x);
        m.equation(m.sub(u, m.mul(b, i)), w);
        m.equation(m.add(w, m.add(u, i)), m.num(0));
        m.equation(m.der(x), m.neg(u));
      },
      1.0);
}

TEST(CrossCheck, NonlinearBlock) {
  auto build = [](ModelBench& m) {
    ExprId x = m.unknown("x", std::exp(1.0), true), y = m.unknown("y"), z = m.unknown("z");
    ExprId exp = m.f(Builtin::Exp, y);
    m.equation(m.add(m.sub(m.add(y, exp), m.num(1)), m.mul(m.num(0.1), m.mul(z, z))), x);
    m.equation(m.add(z, m.f(Builtin::Sin, m.mul(y, z))), m.add(y, m.num(0.5)));
    m.equation(m.der(x), m.neg(m.mul(m.add(m.num(1), exp), y)));
  };
  crossCheck(build, 1.0);
  crossCheck(build, 1.0, solver::Method::Ida);
}

// n nonlinear blocks of one shape, each with numbers of its own and with two unknowns (solved one
// after the other in every evaluation), and between them what the next one needs.
void buildChain(ModelBench& m, int n) {
  ExprId before = m.f(Builtin::Sin, m.pool.time());
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i);
    ExprId x = m.unknown("x" + number, 0.1 * i, true);
    ExprId y = m.unknown("y" + number), z = m.unknown("z" + number), w = m.unknown("w" + number);
    ExprId factor = m.num(0.1 + 0.001 * i);
    m.equation(m.add(m.add(y, m.f(Builtin::Exp, y)), m.mul(factor, m.mul(z, z))), m.add(x, before));
    m.equation(m.add(z, m.f(Builtin::Sin, m.mul(y, z))), m.add(y, m.num(0.5)));
    m.equation(w, m.mul(y, m.f(Builtin::Cos, m.add(z, x))));
    m.equation(m.der(x), m.sub(w, m.mul(m.num(2), x)));
    before = w;
  }
}

TEST(CrossCheck, BlocksOfOneShape) {
  auto build = [](ModelBench& m) { buildChain(m, 9); };
  crossCheck(build, 1.0);
  crossCheck(build, 1.0, solver::Method::Ida);
}

TEST(CrossCheck, BlocksOfOneShapeHaveOneFunction) {
  auto statistics = [](int n) {
    ModelBench m;
    buildChain(m, n);
    EXPECT_TRUE(m.translate()) << m.messages();
    EXPECT_EQ(m.compiled->model().nNonlinearBlocks, 2 * n);  // also those of the initial system
    LlvmModel native(std::move(*m.compiled), LlvmOptions());
    const FmlNonlinearBlock* blocks = native.model().nonlinearBlocks;
    EXPECT_EQ(blocks[1].residual == blocks[2].residual, n > 3);
    EXPECT_EQ(blocks[1].jacobian == blocks[2].jacobian, n > 3);
    return native.statistics();
  };
  const LlvmStatistics few = statistics(3), some = statistics(12), many = statistics(48);
  EXPECT_EQ(few.shared, 0u);
  EXPECT_EQ(some.chunks, many.chunks);
  EXPECT_EQ(some.compiled, many.compiled);
  EXPECT_LT(many.compiled * 10, many.instructions);
}

TEST(CrossCheck, PendulumOfIndexThree) {
  crossCheck(
      [](ModelBench& m) {
        ExprId x = m.unknown("x", 0.6, true), y = m.unknown("y", -0.8, false);
        ExprId vx = m.unknown("vx", 0, true), vy = m.unknown("vy"), f = m.unknown("F");
        m.of(x).stateSelect = StateSelect::Prefer;
        m.of(vx).stateSelect = StateSelect::Prefer;
        m.equation(m.der(x), vx);
        m.equation(m.der(y), vy);
        m.equation(m.der(vx), m.neg(m.mul(f, x)));
        m.equation(m.der(vy), m.sub(m.neg(m.mul(f, y)), m.num(9.81)));
        m.equation(m.add(m.mul(x, x), m.mul(y, y)), m.num(1));
      },
      0.5);
}

TEST(CrossCheck, IdealDiode) {
  crossCheck(
      [](ModelBench& m) {
        ExprId c = m.unknown("c", 0, true), s = m.unknown("s"), u = m.unknown("u");
        ExprId i = m.unknown("i"), off = m.variable("off", m.boolean, Variability::Discrete);
        m.equation(off, m.less(s, m.num(0)));
        m.equation(u, m.iff(off, s, m.num(0)));
        m.equation(i, m.iff(off, m.num(0), s));
        m.equation(m.sub(m.sub(m.f(Builtin::Sin, m.pool.time()), u), i), c);
        m.equation(m.der(c), i);
      },
      4.0);
}

TEST(CrossCheck, DelayAndHomotopy) {
  crossCheck(
      [](ModelBench& m) {
        ExprId x = m.unknown("x", 1, true), y = m.unknown("y");
        m.equation(m.der(x), m.neg(m.fn(Builtin::Delay, m.real, {x, m.num(0.3)})));
        m.equation(y, m.fn(Builtin::Homotopy, m.real, {m.mul(x, x), x}));
      },
      1.0);
}

// f(u) = 2 u + 1 in a branch of an if (lazy), and plain.
void addFunction(ModelBench& m, FunctionId& f) {
  f = m.function("f", {m.real}, {m.real});
  Statement s;
  s.kind = StatementKind::Assign;
  s.target = m.pool.local(1, m.real);
  s.value = m.add(m.mul(m.num(2), m.pool.local(0, m.real)), m.num(1));
  m.dae.functions[f].body.push_back(s);
}

TEST(CrossCheck, UserFunctions) {
  crossCheck(
      [](ModelBench& m) {
        FunctionId f;
        addFunction(m, f);
        ExprId x = m.unknown("x", 1, true), y = m.unknown("y"), z = m.unknown("z");
        auto call = [&](ExprId u) { return m.call(f, m.real, {u}); };
        m.equation(m.der(x), m.neg(call(x)));
        m.equation(y, m.add(m.iff(m.less(x, m.num(0.5)), call(m.mul(x, x)), m.sub(call(x), x)),
                            call(m.f(Builtin::Sin, x))));
        m.equation(z, m.mul(y, call(y)));
      },
      1.0);
}

}  // namespace
}  // namespace formola::testing

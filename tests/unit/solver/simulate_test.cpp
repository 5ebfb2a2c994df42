#include "solver/simulate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <string>

#include "models.h"

namespace formola::solver::test {
namespace {

constexpr Method kAll[] = {Method::Ida,   Method::IdaDense, Method::Cvode,
                           Method::Euler, Method::Rk4,      Method::Dopri5};
constexpr Method kAdaptive[] = {Method::Ida, Method::IdaDense, Method::Cvode, Method::Dopri5};
constexpr Method kStiff[] = {Method::Ida, Method::IdaDense, Method::Cvode};

SimulationProblem problemFor(const FmlModel& model, Method method, double stop,
                             double tolerance = 1e-6) {
  SimulationProblem problem;
  problem.model = &model;
  problem.method = method;
  problem.stopTime = stop;
  problem.tolerance = tolerance;
  problem.intervals = 50;
  if (method == Method::Euler) problem.step = stop / 2e4;
  if (method == Method::Rk4) problem.step = stop / 2e3;
  return problem;
}

// The largest error of variable `index` over all rows.
double errorOf(const FmlModel& model, Method method, double stop, double tolerance, int32_t index,
               const std::function<double(double)>& exact) {
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, method, stop, tolerance), recorder);
  EXPECT_EQ(report.outcome, Outcome::Finished) << methodName(method) << " " << report.message;
  EXPECT_EQ(recorder.rows.back().time, stop);
  double error = 0;
  for (const Row& row : recorder.rows)
    error = std::max(error, std::abs(row.v[static_cast<size_t>(index)] - exact(row.time)));
  return error;
}

// The error stays within `factor` of the tolerance and falls with it.
void expectErrorFollows(const FmlModel& model, Method method, double stop, int32_t index,
                        const std::function<double(double)>& exact, double factor) {
  double last = INFINITY;
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    const double error = errorOf(model, method, stop, tolerance, index, exact);
    EXPECT_LT(error, factor * tolerance) << methodName(method) << " " << tolerance;
    EXPECT_LT(error, last / 5) << methodName(method) << " " << tolerance;
    last = error;
  }
}

TEST(Accuracy, DecayFollowsTolerance) {
  const FmlModel model = decay();
  const auto exact = [](double t) { return std::exp(-t); };
  for (Method method : kAdaptive) expectErrorFollows(model, method, 3, 0, exact, 20);
  EXPECT_LT(errorOf(model, Method::Rk4, 3, 1e-6, 0, exact), 1e-12);
  EXPECT_LT(errorOf(model, Method::Euler, 3, 1e-6, 0, exact), 1e-4);
}

TEST(Accuracy, OscillatorFollowsTolerance) {
  const FmlModel model = oscillator();
  const auto exact = [](double t) { return std::sin(t); };
  for (Method method : kAdaptive) expectErrorFollows(model, method, 10, 0, exact, 200);
  for (Method method : kAdaptive)
    EXPECT_LT(errorOf(model, method, 10, 1e-8, 4, [](double) { return 1.0; }), 1e-5);
  EXPECT_LT(errorOf(model, Method::Rk4, 10, 1e-6, 0, exact), 1e-9);
  EXPECT_LT(errorOf(model, Method::Euler, 10, 1e-6, 0, exact), 1e-2);
}

TEST(Accuracy, OrderOfFixedStepMethods) {
  const FmlModel model = oscillator();
  for (auto [method, order] : {std::pair{Method::Euler, 1}, {Method::Rk4, 4}}) {
    double error[2];
    for (int k = 0; k < 2; ++k) {
      SimulationProblem problem = problemFor(model, method, 5);
      problem.step = 0.05 / (1 << k);
      Recorder recorder;
      ASSERT_EQ(simulate(problem, recorder).outcome, Outcome::Finished);
      error[k] = std::abs(recorder.rows.back().v[0] - std::sin(5.0));
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.2) << methodName(method);
  }
}

TEST(Accuracy, RobertsonAgainstPublishedValues) {
  const FmlModel model = robertson();
  // Mazzia, Magherini: Test Set for IVP Solvers, release 2.4, problem ROBER: solution at t = 1e11.
  const double reference[] = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
  for (Method method : kStiff)
    for (double tolerance : {1e-6, 1e-8}) {
      Recorder recorder;
      SimulationProblem problem = problemFor(model, method, 1e11, tolerance);
      const SimulationReport report = simulate(problem, recorder);
      ASSERT_EQ(report.outcome, Outcome::Finished) << methodName(method) << report.message;
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(report.finalValues[i] / reference[i], 1, 1e3 * tolerance)
            << methodName(method) << " " << i << " " << tolerance;
      EXPECT_LT(report.stepsAccepted, 5000U);
    }
}

TEST(Accuracy, NonlinearBlockInTheRightHandSide) {
  const FmlModel model = implicitDecay(false);
  const auto exact = [](double t) { return std::exp(-t); };
  for (Method method : kAdaptive) expectErrorFollows(model, method, 3, 2, exact, 50);
  EXPECT_LT(errorOf(model, Method::Rk4, 3, 1e-6, 2, exact), 1e-9);
}

TEST(Accuracy, NonlinearBlockInDaeForm) {
  const FmlModel model = implicitDecay(true);
  const auto exact = [](double t) { return std::exp(-t); };
  for (Method method : {Method::Ida, Method::IdaDense})
    expectErrorFollows(model, method, 3, 2, exact, 50);
}

TEST(Accuracy, HeatEquationWithSparseJacobian) {
  for (bool analytic : {true, false}) {
    const FmlModel model = heat(analytic);
    const auto exact = [](double t) {
      return std::sin(M_PI * 20 / (kHeatCells + 1)) * std::exp(heatRate() * t);
    };
    for (Method method : kStiff) expectErrorFollows(model, method, 0.3, 19, exact, 50);
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, Method::Ida, 0.3), recorder);
    EXPECT_GT(report.jacobianEvaluations, 0U);
    EXPECT_GT(report.factorizations, 0U);
  }
}

// ---- events

double bounceTime(int k) {  // of bounce k = 1, 2, ...
  const double first = std::sqrt(2 / 9.81), speed = 9.81 * first;
  double t = first, v = speed;
  for (int i = 1; i < k; ++i) {
    v *= 0.8;
    t += 2 * v / 9.81;
  }
  return t;
}

TEST(Events, BouncesAreWhereTheyShouldBe) {
  const FmlModel model = bouncingBall();
  for (Method method : kAll) {
    Recorder recorder;
    SimulationProblem problem = problemFor(model, method, 3, 1e-8);
    const SimulationReport report = simulate(problem, recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << methodName(method) << " " << report.message;
    // A bounce is an event at which the speed jumps; the relation falls back in an event of its
    // own.
    int bounces = 0;
    for (size_t i = 0; i + 1 < recorder.rows.size(); ++i) {
      const Row &before = recorder.rows[i], &after = recorder.rows[i + 1];
      if (after.kind != RowKind::AfterEvent || after.v[1] == before.v[1]) continue;
      ++bounces;
      ASSERT_EQ(before.kind, RowKind::BeforeEvent);
      EXPECT_EQ(before.time, after.time);
      EXPECT_NEAR(after.v[1], -0.8 * before.v[1], 1e-15);
      // The solution is a parabola: all but Euler integrate it to within the tolerance.
      const double tolerance = method == Method::Euler                             ? 5e-3
                               : method == Method::Rk4 || method == Method::Dopri5 ? 1e-10
                                                                                   : 1e-6;
      EXPECT_NEAR(after.time, bounceTime(bounces), tolerance) << methodName(method) << bounces;
    }
    EXPECT_GE(bounces, 6) << methodName(method);
    EXPECT_GE(report.stateEvents, static_cast<uint64_t>(bounces));
  }
}

TEST(Events, SamplesTickExactly) {
  const FmlModel model = sampledIntegrator();
  for (Method method : kAll) {
    Recorder recorder;
    SimulationProblem problem = problemFor(model, method, 1);
    problem.intervals = 7;
    const SimulationReport report = simulate(problem, recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << methodName(method) << " " << report.message;
    EXPECT_EQ(report.timeEvents, 11U) << methodName(method);
    const std::vector<double> ticks = recorder.times(RowKind::AfterEvent);
    ASSERT_EQ(ticks.size(), 10U);
    for (size_t k = 0; k < ticks.size(); ++k) EXPECT_EQ(ticks[k], static_cast<double>(k + 1) * 0.1);
    EXPECT_NEAR(report.finalValues[0], std::pow(0.5, 10), 1e-7) << methodName(method);
  }
}

TEST(Events, TimeRelationIsHitExactly) {
  const FmlModel model = timeSwitch();
  for (Method method : kAll) {
    Recorder recorder;
    SimulationProblem problem = problemFor(model, method, 1);
    problem.step = 0.03;  // no multiple of it is 0.5
    const SimulationReport report = simulate(problem, recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << methodName(method) << " " << report.message;
    EXPECT_EQ(report.timeEvents, 1U);
    EXPECT_EQ(recorder.times(RowKind::BeforeEvent), std::vector<double>{0.5});
    // The instant is also on the output grid: still one row before and one after.
    EXPECT_EQ(std::count_if(recorder.rows.begin(), recorder.rows.end(),
                            [](const Row& row) { return row.time == 0.5; }),
              2);
    EXPECT_NEAR(report.finalValues[0], 0, 1e-12) << methodName(method);
  }
}

TEST(Events, DiodeSwitchesOffAndOnAgain) {
  const FmlModel model = peakDetector();
  // sin t + cos t = exp(-t) in (2, 3): the end of charging.
  double low = 2, high = 3;
  for (int i = 0; i < 100; ++i) {
    const double t = (low + high) / 2;
    (std::sin(t) + std::cos(t) > std::exp(-t) ? low : high) = t;
  }
  const double off = low, held = std::sin(off), on = 2 * M_PI + std::asin(held);
  for (Method method : kAll) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 8, 1e-8), recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << methodName(method) << " " << report.message;
    const std::vector<double> events = recorder.times(RowKind::AfterEvent);
    ASSERT_EQ(events.size(), 2U) << methodName(method);
    const double tolerance = method == Method::Euler ? 1e-3 : 1e-6;
    EXPECT_NEAR(events[0], off, tolerance) << methodName(method);
    EXPECT_NEAR(events[1], on, tolerance) << methodName(method);
    for (const Row& row : recorder.rows)
      if (row.time > off + 0.1 && row.time < on) {
        EXPECT_NEAR(row.v[0], held, tolerance);
      }
  }
}

TEST(Events, DaeFormRestartsAfterReinit) {
  // implicitDecay with, at time 1, reinit(x, e): y starts again from 1. v: x, x', y.
  FmlModel model = implicitDecay(true);
  model.nRelations = 1;
  model.discreteBegin = 3;
  model.parameterBegin = model.nVariables = 4;  // v[3]: the when-condition
  static const double start[] = {2.718281828459045, 0, 0, 0};
  model.start = start;
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->time >= 1;
    d->v[3] = d->relations[0];
    if (d->initial == 0 && d->v[3] != 0 && d->pre[3] == 0) fml_reinit(d, 0, 2.718281828459045);
    return d->model->evalDerivatives(d);
  };
  model.nextTimeEvent = [](FmlData* d) { return d->time < 1 ? 1.0 : INFINITY; };
  for (Method method : {Method::Ida, Method::IdaDense}) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 2, 1e-8), recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << report.message;
    for (const Row& row : recorder.rows) {
      const bool second = row.time > 1 || row.kind == RowKind::AfterEvent;
      EXPECT_NEAR(row.v[2], std::exp(second ? 1 - row.time : -row.time), 1e-6) << row.time;
    }
  }
}

int instantCalls = 0;

TEST(Events, InstantsAreAskedForAtEventsOnly) {
  FmlModel model = decay();
  model.nextTimeEvent = [](FmlData* d) {
    ++instantCalls;
    return d->time < 1 ? 1.0 : INFINITY;
  };
  instantCalls = 0;
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Ida, 2, 1e-8), recorder);
  ASSERT_EQ(report.outcome, Outcome::Finished) << report.message;
  EXPECT_EQ(report.timeEvents, 1U);
  EXPECT_GT(report.stepsAccepted, 20U);
  EXPECT_EQ(instantCalls, 2);
}

TEST(Events, ModelWithoutStates) {
  // y = sin(time), relation y > 0.5; v: y, b.
  FmlModel model = baseModel(0, 1, 1);
  model.nRelations = model.nStateRelations = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[0] = std::sin(d->time);
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->v[0] = std::sin(d->time);
    d->relations[0] = d->v[0] > 0.5;
    d->v[1] = d->relations[0];
    return FML_OK;
  };
  model.evalZeroCrossings = [](FmlData* d, double* z) {
    z[0] = d->v[0] - 0.5;
    return FML_OK;
  };
  for (Method method : kAll) {
    Recorder recorder;
    ASSERT_EQ(simulate(problemFor(model, method, 3), recorder).outcome, Outcome::Finished);
    const std::vector<double> events = recorder.times(RowKind::AfterEvent);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_NEAR(events[0], M_PI / 6, 1e-11);
    EXPECT_NEAR(events[1], 5 * M_PI / 6, 1e-11);
  }
}

TEST(Events, ChatteringIsNamed) {
  // x' = if x > 0 then -1 else 1: slides on x = 0.
  FmlModel model = baseModel(1);
  static const double start[] = {0.5, 0};
  model.start = start;
  model.nRelations = model.nStateRelations = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = d->relations[0] != 0 ? -1 : 1;
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->v[0] > 0;
    d->v[1] = d->relations[0] != 0 ? -1 : 1;
    return FML_OK;
  };
  model.evalZeroCrossings = [](FmlData* d, double* z) {
    z[0] = d->v[0];
    return FML_OK;
  };
  for (Method method : {Method::Ida, Method::Dopri5}) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 1), recorder);
    EXPECT_EQ(report.outcome, Outcome::Failed);
    EXPECT_EQ(report.stage, FailedStage::Chattering) << report.message;
    EXPECT_EQ(report.relations, std::vector<int32_t>{0});
    EXPECT_NEAR(report.endTime, 0.5, 1e-5);
    EXPECT_FALSE(report.warnings.empty());
  }
}

TEST(Events, CyclingIterationIsNamed) {
  // b = not pre(b)
  FmlModel model = baseModel(0, 0, 1);
  model.evalDerivatives = [](FmlData*) { return FML_OK; };
  model.evalInitial = [](FmlData*) { return FML_OK; };
  model.evalEvent = [](FmlData* d) {
    d->v[0] = 1 - d->pre[0];
    return FML_OK;
  };
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Ida, 1), recorder);
  EXPECT_EQ(report.outcome, Outcome::Failed);
  EXPECT_EQ(report.stage, FailedStage::EventIteration);
  EXPECT_EQ(report.variables, std::vector<int32_t>{0});
}

TEST(Events, DelayLine) {
  // x' = -delay(x, 1), x = 1 before 0: by the method of steps 1 - t, then 1 - t + (t - 1)^2 / 2,
  // then - (t - 2)^3 / 6.
  FmlModel model = baseModel(1);
  static const double start[] = {1, 0};
  model.start = start;
  model.nDelays = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = -fml_delay(d, 0, d->v[0], 1);
    return FML_OK;
  };
  model.storeDelays = [](FmlData* d) {
    fml_delay_store(d, 0, d->v[0], 1);
    return FML_OK;
  };
  const auto exact = [](double t) {
    double x = 1 - t;
    if (t > 1) x += (t - 1) * (t - 1) / 2;
    if (t > 2) x -= (t - 2) * (t - 2) * (t - 2) / 6;
    return x;
  };
  for (Method method : kAdaptive) {
    EXPECT_LT(errorOf(model, method, 3, 1e-4, 0, exact), 5e-3) << methodName(method);
    EXPECT_LT(errorOf(model, method, 3, 1e-8, 0, exact), 1e-6) << methodName(method);
  }
}

TEST(Events, DelayedJumpIsHitExactly) {
  // u = if time < 0.3 then 0 else 1; x' = delay(u, 0.4): x = max(0, t - 0.7). v: x, x', u.
  FmlModel model = baseModel(1, 0, 1);
  model.nRelations = 1;
  model.nDelays = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = fml_delay(d, 0, d->v[2], 0.4);
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->time < 0.3;
    d->v[2] = d->relations[0] != 0 ? 0 : 1;
    d->v[1] = fml_delay(d, 0, d->v[2], 0.4);
    return FML_OK;
  };
  model.nextTimeEvent = [](FmlData* d) { return d->time < 0.3 ? 0.3 : INFINITY; };
  model.storeDelays = [](FmlData* d) {
    fml_delay_store(d, 0, d->v[2], 0.4);
    return FML_OK;
  };
  for (Method method : kAll) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 1), recorder);
    ASSERT_EQ(report.outcome, Outcome::Finished) << report.message;
    EXPECT_GE(report.timeEvents, 2U) << methodName(method);
    EXPECT_NEAR(report.finalValues[0], 0.3, 1e-9) << methodName(method);
  }
}

// ---- output

TEST(Output, GridIsExact) {
  const FmlModel model = decay();
  for (Method method : kAll) {
    Recorder recorder;
    SimulationProblem problem = problemFor(model, method, 2);
    problem.startTime = 1;
    problem.intervals = 10;
    ASSERT_EQ(simulate(problem, recorder).outcome, Outcome::Finished);
    ASSERT_EQ(recorder.rows.size(), 11U) << methodName(method);
    for (size_t i = 0; i < 10; ++i)
      EXPECT_NEAR(recorder.rows[i].time, 1 + 0.1 * static_cast<double>(i), 1e-14);
    EXPECT_EQ(recorder.rows.back().time, 2);
  }
}

TEST(Output, NoTimeToSimulateGivesTheInitialRow) {
  const FmlModel model = decay();
  for (Method method : kAll) {
    Recorder recorder;
    SimulationProblem problem = problemFor(model, method, 0);
    const SimulationReport report = simulate(problem, recorder);
    EXPECT_EQ(report.outcome, Outcome::Finished) << methodName(method) << report.message;
    ASSERT_EQ(recorder.rows.size(), 1U);
    EXPECT_EQ(recorder.rows[0].v[1], -1);
  }
}

TEST(Output, WithoutEventRows) {
  const FmlModel model = bouncingBall();
  Recorder recorder;
  SimulationProblem problem = problemFor(model, Method::Cvode, 2);
  problem.eventRows = false;
  ASSERT_EQ(simulate(problem, recorder).outcome, Outcome::Finished);
  EXPECT_EQ(recorder.rows.size(), 51U);
}

TEST(Output, StatisticsAreFilled) {
  const FmlModel model = oscillator();
  for (Method method : kAll) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 10), recorder);
    EXPECT_GT(report.stepsAccepted, 10U);
    EXPECT_GT(report.functionEvaluations, report.stepsAccepted);
    const bool implicit =
        method == Method::Ida || method == Method::IdaDense || method == Method::Cvode;
    EXPECT_EQ(report.newtonIterations > 0, implicit);
    EXPECT_EQ(report.jacobianEvaluations > 0, implicit);
    EXPECT_EQ(report.factorizations > 0, implicit);
    EXPECT_EQ(report.finalValues.size(), 5U);
  }
}

// ---- ends before the stop time

TEST(Endings, BlowUpKeepsWhatWasComputed) {
  // x' = x^2, x(0) = 1: infinite at t = 1.
  FmlModel model = decay();
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = d->v[0] * d->v[0];
    return FML_OK;
  };
  for (Method method : kAdaptive) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 2), recorder);
    EXPECT_EQ(report.outcome, Outcome::Failed) << methodName(method);
    EXPECT_EQ(report.stage, FailedStage::Integration);
    EXPECT_FALSE(report.message.empty());
    EXPECT_NEAR(report.endTime, 1, 1e-3) << methodName(method);
    EXPECT_GE(recorder.rows.size(), 25U);
  }
}

TEST(Endings, Terminate) {
  FmlModel model = timeSwitch();
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->time < 0.5;
    d->v[1] = 1;
    if (d->relations[0] == 0) fml_terminate(d, "half way");
    return FML_OK;
  };
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Dopri5, 1), recorder);
  EXPECT_EQ(report.outcome, Outcome::Terminated);
  EXPECT_EQ(report.message, "half way");
  EXPECT_EQ(recorder.rows.back().time, 0.5);
}

TEST(Endings, AssertionInTheRightHandSide) {
  FmlModel model = decay();
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = -d->v[0];
    if (d->v[0] < 0.5) return fml_assert_failed(d, 3, FML_ERROR, "x is too small");
    return FML_OK;
  };
  for (Method method : kAll) {
    Recorder recorder;
    const SimulationReport report = simulate(problemFor(model, method, 2), recorder);
    EXPECT_EQ(report.outcome, Outcome::Failed);
    EXPECT_NE(report.message.find("x is too small"), std::string::npos)
        << methodName(method) << ": " << report.message;
    EXPECT_EQ(report.failure.kind, runtime::FailureKind::Assertion);
    EXPECT_NEAR(report.endTime, std::log(2.0), 0.1) << methodName(method);
  }
}

TEST(Endings, Interrupt) {
  const FmlModel model = oscillator();
  std::atomic<bool> interrupt = false;
  class Stopper : public Recorder {
   public:
    explicit Stopper(std::atomic<bool>& flag) : flag_(flag) {}
    void progress(double time, double) override {
      if (time > 4) flag_ = true;
    }

   private:
    std::atomic<bool>& flag_;
  } recorder(interrupt);
  SimulationProblem problem = problemFor(model, Method::Ida, 10);
  problem.interrupt = &interrupt;
  const SimulationReport report = simulate(problem, recorder);
  EXPECT_EQ(report.outcome, Outcome::Interrupted);
  EXPECT_GT(report.endTime, 4);
  EXPECT_LT(report.endTime, 6);
  EXPECT_EQ(recorder.rows.back().time, report.endTime);
}

TEST(Endings, ObserverStops) {
  const FmlModel model = oscillator();
  Recorder recorder;
  recorder.limit = 5;
  EXPECT_EQ(simulate(problemFor(model, Method::Ida, 10), recorder).outcome,
            Outcome::ObserverStopped);
  EXPECT_EQ(recorder.rows.size(), 5U);
}

TEST(Endings, TerminalEvent) {
  FmlModel model = baseModel(1, 0, 1);
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = 1;
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->v[1] = 1;
    if (d->terminal != 0) d->v[2] = d->v[0];
    return FML_OK;
  };
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Dopri5, 1), recorder);
  EXPECT_EQ(report.outcome, Outcome::Finished);
  EXPECT_NEAR(report.finalValues[2], 1, 1e-12);
}

// ---- initialisation

const int32_t kStateUnknown[] = {0};

TEST(Initialisation, HomotopyWhereNewtonFails) {
  // Initial equation tanh(10 (x - 20)) = 0 from x = 0, where the derivative vanishes, without a
  // value on the way; simplified: x = 19.
  FmlNonlinearBlock block{};
  block.n = 1;
  block.unknowns = kStateUnknown;
  block.residual = [](FmlData* d, int32_t, double* r) {
    if (d->v[0] > 5 && d->v[0] < 10) return FML_RETRY;
    const double x = d->v[0] - 19;
    r[0] = d->lambda * std::tanh(10 * (x - 1)) + (1 - d->lambda) * x;
    return FML_OK;
  };
  FmlModel model = baseModel(1);
  model.nNonlinearBlocks = 1;
  model.nonlinearBlocks = &block;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = 0;
    return FML_OK;
  };
  model.evalInitial = [](FmlData* d) { return fml_solve_nonlinear(d, 0); };
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Ida, 1), recorder);
  ASSERT_EQ(report.outcome, Outcome::Finished) << report.message;
  EXPECT_NEAR(recorder.rows.front().v[0], 20, 1e-9);
  EXPECT_EQ(report.warnings.size(), 1U);
}

TEST(Initialisation, FailureIsReported) {
  FmlModel model = decay();
  model.evalInitial = [](FmlData* d) { return fml_domain_error(d, 5, "sqrt", -1); };
  Recorder recorder;
  const SimulationReport report = simulate(problemFor(model, Method::Ida, 1), recorder);
  EXPECT_EQ(report.outcome, Outcome::Failed);
  EXPECT_EQ(report.stage, FailedStage::Initialisation);
  EXPECT_NE(report.message.find("sqrt(-1)"), std::string::npos) << report.message;
  EXPECT_TRUE(recorder.rows.empty());
}

TEST(Initialisation, ParametersAreSetBeforeBoundOnesAreEvaluated) {
  // x' = -q x, q = 2 p; v: x, x', p, q.
  FmlModel model = baseModel(1, 0, 0, 2);
  static const double start[] = {1, 0, 1, 0};
  model.start = start;
  model.evalParameters = [](FmlData* d) {
    d->v[3] = 2 * d->v[2];
    return FML_OK;
  };
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = -d->v[3] * d->v[0];
    return FML_OK;
  };
  Recorder recorder;
  SimulationProblem problem = problemFor(model, Method::Cvode, 1, 1e-8);
  problem.setParameters = [](FmlData& d) { d.v[2] = 0.25; };
  const SimulationReport report = simulate(problem, recorder);
  EXPECT_NEAR(report.finalValues[0], std::exp(-0.5), 1e-6);
}

// x' = -x with the implicit formula in the model, which has no solution from time 0.5 on.
FmlModel decayInlinedUntilHalf() {
  static const double start[] = {1, 0, 0, 0};
  static const int32_t state[] = {0}, derivative[] = {1}, old[] = {3};
  static FmlInlineForm form{};
  form.nStages = 1;
  form.stepIndex = 2;
  form.oldIndices = old;
  form.stageIndices = state;
  form.derivativeIndices = form.slopeIndices = derivative;
  form.evalStep = [](FmlData* d) {
    if (d->time > 0.5) return FML_RETRY;
    d->v[0] = d->v[3] / (1 + d->v[2]);
    d->v[1] = -d->v[0];
    return FML_OK;
  };
  FmlModel model = baseModel(1, 0, 0, 2);
  model.start = start;
  model.evalDerivatives = decay().evalDerivatives;
  model.inlineForm = &form;
  return model;
}

TEST(FallBack, IdaGoesOnWhereTheInlinedMethodFails) {
  const FmlModel model = decayInlinedUntilHalf();
  SimulationProblem problem = problemFor(model, Method::InlineBdf, 2, 1e-8);
  Recorder alone;
  const SimulationReport failed = simulate(problem, alone);
  EXPECT_EQ(failed.outcome, Outcome::Failed);
  EXPECT_NEAR(failed.endTime, 0.5, 1e-6);

  problem.fallBack = true;
  Recorder recorder;
  const SimulationReport report = simulate(problem, recorder);
  ASSERT_EQ(report.outcome, Outcome::Finished) << report.message;
  EXPECT_EQ(report.method, Method::InlineBdf);
  ASSERT_TRUE(report.fellBackAt);
  EXPECT_NEAR(*report.fellBackAt, 0.5, 1e-6);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].find("the rest is done by ida"), std::string::npos);
  ASSERT_EQ(recorder.rows.size(), 51U);
  for (const Row& row : recorder.rows) EXPECT_NEAR(row.v[0], std::exp(-row.time), 1e-6);
}

TEST(FallBack, NothingIsSaidWhereNothingFails) {
  const FmlModel model = decayInlinedUntilHalf();
  SimulationProblem problem = problemFor(model, Method::InlineBdf, 0.5, 1e-8);
  problem.fallBack = true;
  Recorder recorder;
  const SimulationReport report = simulate(problem, recorder);
  EXPECT_EQ(report.outcome, Outcome::Finished);
  EXPECT_FALSE(report.fellBackAt);
  EXPECT_TRUE(report.warnings.empty());
}

TEST(Methods, NamesGoBothWays) {
  for (std::string_view name : methodNames()) EXPECT_EQ(methodName(*parseMethod(name)), name);
  EXPECT_FALSE(parseMethod("leapfrog"));
}

}  // namespace
}  // namespace formola::solver::test

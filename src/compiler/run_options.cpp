#include "compiler/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/method_lists.h"

namespace formola {

namespace {

constexpr int kRealTimeIterations = 3;  // unless given

constexpr int kIntervals = 500;

// What is wrong with the times and the tolerance; empty: nothing.
std::string wrongExperiment(const solver::SimulationProblem& problem) {
  constexpr double kLeast = 1e-15;  // about the distance of neighbouring numbers of size 1
  if (!std::isfinite(problem.startTime) || !std::isfinite(problem.stopTime))
    return fmt::format("start and stop time must be finite, not {:g} and {:g}", problem.startTime,
                       problem.stopTime);
  if (problem.stopTime < problem.startTime)
    return fmt::format("the stop time {:g} lies before the start time {:g}", problem.stopTime,
                       problem.startTime);
  if (!(problem.tolerance >= kLeast) || !std::isfinite(problem.tolerance))
    return fmt::format("the tolerance is {:g}; it must be at least {:g}, for example 1e-6",
                       problem.tolerance, kLeast);
  return {};
}

}  // namespace

std::string wrongOption(const RunOptions& options, solver::Method method) {
  const std::string name(solver::methodName(method));
  if (options.realTime && (!solver::isInlined(method) || !options.step))
    return "--real-time needs --step and an inlined method";
  if (options.realTimeIterations && !options.realTime)
    return "--real-time-iterations has an effect with --real-time only";
  const bool fixed =
      solver::familyOf(method) == solver::MethodFamily::FixedStep || options.step.has_value();
  if (options.maxStep && fixed)
    return "--max-step is for methods that choose their steps, not for " +
           (options.step ? "fixed steps (--step)" : name);
  if (!options.startUp.empty() && options.startUp != "auto") {
    const int order = solver::fixedBdfOrder(method);
    const bool variable = solver::familyOf(method) == solver::MethodFamily::InlineBdf ||
                          solver::familyOf(method) == solver::MethodFamily::InlineMixed;
    if (!variable && order < solver::kStartOrder)
      return fmt::format(
          "--start-up is for inline:bdf, inline:mixed and inline:bdf{} and higher, not for {}",
          solver::kStartOrder, name);
    if (options.step && options.startUp == "low-order")
      return "with --step the start is by Runge-Kutta steps: --start-up low-order has no effect";
  }
  if (!options.errorEstimate.empty()) {
    if (solver::familyOf(method) != solver::MethodFamily::InlineCoupled)
      return fmt::format("--error-estimate is for {}, not for {}",
                         solver::methodsOf({solver::MethodFamily::InlineCoupled}), name);
    if (options.step) return "with --step no error is estimated: --error-estimate has no effect";
  }
  return {};
}

// --step is a part of many commands of which only the method is changed: no reason to stop.
std::string uselessStep(const RunOptions& options, solver::Method method) {
  const bool chosen =
      !solver::isInlined(method) && solver::familyOf(method) != solver::MethodFamily::FixedStep;
  if (!options.step || !chosen) return {};
  return fmt::format("--step has no effect: {} chooses its steps by --tolerance",
                     solver::methodName(method));
}

std::string planRun(const RunOptions& options, solver::Method method, const Experiment& experiment,
                    solver::SimulationProblem& problem) {
  if (std::string wrong = wrongOption(options, method); !wrong.empty()) return wrong;
  problem.method = method;
  problem.startUp = options.startUp == "runge-kutta" ? solver::StartUp::RungeKutta
                    : options.startUp == "low-order" ? solver::StartUp::LowOrder
                                                     : solver::StartUp::Automatic;
  problem.embeddedEstimate = options.errorEstimate == "embedded";
  problem.relaxing = options.relaxing();
  problem.threads = options.threads;
  if (options.realTime)
    problem.realTimeIterations = options.realTimeIterations.value_or(kRealTimeIterations);
  problem.startTime = options.startTime.value_or(experiment.startTime);
  problem.stopTime = options.stopTime.value_or(experiment.stopTime);
  problem.tolerance = options.tolerance.value_or(experiment.tolerance);
  problem.step = method == solver::Method::Auto ? 0 : options.step.value_or(0);
  problem.maxStep = options.maxStep.value_or(0);
  problem.eventRows = !options.noEventRows;
  problem.intervals = kIntervals;
  if (options.intervals) {
    problem.intervals = *options.intervals;
  } else if (experiment.interval > 0) {
    const double count = std::round((problem.stopTime - problem.startTime) / experiment.interval);
    problem.intervals = static_cast<int32_t>(std::clamp(count, 1.0, 1e6));
  }
  return wrongExperiment(problem);
}

}  // namespace formola

// One run of a compiled model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/compiled_model.h"
#include "compiler/result_plan.h"
#include "results/result_sink.h"
#include "solver/problem.h"

namespace formola {

struct RunSettings {
  solver::SimulationProblem problem;  // `model` is set by runModel
  StoredVariables stored;
  bool keepSteps = false;
  std::function<void()> firstRow;  // called before the first row is kept
  std::function<void(double time, double stepSize)> progress;  // after each accepted step
};

struct RunResult {
  solver::SimulationReport report;
  // With keepSteps: of each step its end, size and order; how many steps each state limited.
  std::vector<double> stepTimes, stepSizes, stepOrders;
  std::vector<size_t> limited;
  std::vector<double> eventTimes;
  size_t rows = 0;
  std::string error;    // of the filter
  bool written = true;  // false: the sink says why
};

// Purpose:    one simulation; its rows go to `sink`, which is finished. problem.interrupt ends it
//             after the present step.
// Requires:   a model compiled for problem.method.
// Ensures:    nothing is printed; runs of one model in several threads do not disturb each other.
RunResult runModel(const CompiledModel& compiled, RunSettings settings, results::ResultSink& sink);

}  // namespace formola

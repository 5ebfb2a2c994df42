// What a run is asked for.
#pragma once

#include <optional>
#include <string>

#include "dae/dae.h"
#include "solver/problem.h"

namespace formola {

// What is not given comes from the experiment annotation.
struct RunOptions {
  std::optional<double> startTime, stopTime, tolerance, step, maxStep;
  std::optional<int> intervals;
  std::string startUp;        // "" or auto: as events ask for it
  std::string errorEstimate;  // "": not given, blended
  std::string linearSolver;   // "": not given, lu
  bool realTime = false;
  bool noEventRows = false;
  std::optional<int> realTimeIterations;
  int threads = 1;

  bool relaxing() const { return linearSolver == "relaxing"; }
};

// An option that the method would ignore; "": none.
std::string wrongOption(const RunOptions& options, solver::Method method);

// Purpose:    the problem that the options and the experiment annotation describe.
// Ensures:    "" and a complete problem but for its model; otherwise what is wrong: wrongOption,
//             times or the tolerance.
std::string planRun(const RunOptions& options, solver::Method method, const Experiment& experiment,
                    solver::SimulationProblem& problem);

// "": none. An option that has no effect and does no harm.
std::string uselessStep(const RunOptions& options, solver::Method method);

}  // namespace formola

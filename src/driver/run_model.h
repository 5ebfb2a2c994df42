// A model compiled for one integration method, and one run of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/interp.h"
#ifdef FORMOLA_HAVE_LLVM
#include "codegen/llvm/llvm_model.h"
#endif
#include "diag/diag.h"
#include "driver/options.h"
#include "results/result_sink.h"
#include "schedule/schedule.h"
#include "solver/problem.h"

namespace formola {

// The model behind one of the back ends.
struct CompiledModel {
  std::unique_ptr<InterpretedModel> interpreted;
#ifdef FORMOLA_HAVE_LLVM
  std::unique_ptr<LlvmModel> native;
  const FmlModel& model() const { return native ? native->model() : interpreted->model(); }
  const Schedule& schedule() const { return native ? native->schedule() : interpreted->schedule(); }
  std::string printFunctions() const {
    return native ? native->printFunctions() : interpreted->printFunctions();
  }
#else
  const FmlModel& model() const { return interpreted->model(); }
  const Schedule& schedule() const { return interpreted->schedule(); }
  std::string printFunctions() const { return interpreted->printFunctions(); }
#endif
};

// The pass differentiateSteps where the method asks for d der(x)/dx, unless it is disabled.
void differentiateSteps(Schedule& schedule, solver::Method method, const Options& options);

// With options.backend; nothing if there are errors, which are reported.
std::optional<CompiledModel> compileModel(Schedule schedule, const Options& options,
                                          Diagnostics& diagnostics);

struct RunSettings {
  solver::SimulationProblem problem;  // `model` and `interrupt` are set by runModel
  std::string filter;                 // names of the variables to keep; "": all
  bool progressBar = false;
  bool keepSteps = false;
  bool ownsProgram = false;  // Ctrl-C in the initialisation, with nothing to keep, ends the program
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

// Purpose:    one simulation; its rows go to `sink`, which is finished. Ctrl-C ends it after the
//             present step, a second one ends the program as usual.
// Requires:   a model compiled for problem.method.
RunResult runModel(const CompiledModel& compiled, RunSettings settings, results::ResultSink& sink);

}  // namespace formola

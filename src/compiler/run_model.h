// One run of a compiled model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/compiled_model.h"
#include "compiler/result_plan.h"
#include "results/result_sink.h"
#include "solver/stepper.h"

namespace formola {

struct RunSettings {
  solver::SimulationProblem problem;  // `model` is set by runModel
  StoredVariables stored;
  bool keepSteps = false;
  bool stepped = false;            // step by step: inputs may get other values on the way
  std::function<void()> firstRow;  // called before the first row is kept
  std::function<void(double time, double stepSize)> progress;  // after each accepted step
};

// What ended a smooth piece: the first relation that holds now and did not before, or the other way
// round; -1: none, as at samples.
struct RunEvent {
  double time = 0;
  int32_t relation = -1;
  bool holds = false;
};

struct RunResult {
  solver::SimulationReport report;
  // With keepSteps: of each step its end, size and order; how many steps each state limited.
  std::vector<double> stepTimes, stepSizes, stepOrders;
  std::vector<size_t> limited;
  std::vector<RunEvent> events;
  size_t rows = 0;
  std::string error;    // of the filter
  bool written = true;  // false: the sink says why
};

// Purpose:    one simulation; its rows go to `sink`, which is finished. problem.interrupt ends it
//             after the present step.
// Requires:   a model compiled for problem.method.
// Ensures:    nothing is printed; runs of one model in several threads do not disturb each other.
RunResult runModel(const CompiledModel& compiled, RunSettings settings, results::ResultSink& sink);

// "w > 0 begins to hold"; "event" without a relation.
std::string eventText(const Schedule& schedule, const RunEvent& event);

// A simulation that its user drives step by step. Rows go to the sink, which may be exchanged.
class SteppedRun {
 public:
  SteppedRun(std::shared_ptr<const CompiledModel> compiled, RunSettings settings,
             results::ResultSink& sink);
  ~SteppedRun();
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  solver::Stepper& stepper() { return *stepper_; }
  const std::shared_ptr<const CompiledModel>& code() const { return compiled_; }
  // What went wrong with the filter; "": nothing.
  const std::string& error() const;
  const RunSettings& settings() const { return *settings_; }
  // Where the program keeps the variable of that name; index -1: it does not, or not as a number.
  Slot slot(const std::string& name);
  // The value now; nothing where slot() has no index.
  std::optional<double> value(const std::string& name);
  // Rows that follow go there, as those of a new result.
  void redirect(results::ResultSink& sink);

 private:
  class Observer;
  std::unordered_map<std::string_view, VariableId> byName_;
  std::shared_ptr<const CompiledModel> compiled_;
  std::unique_ptr<RunSettings> settings_;
  std::unique_ptr<Observer> observer_;
  std::unique_ptr<solver::Stepper> stepper_;
};

}  // namespace formola

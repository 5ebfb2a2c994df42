#include "fmu/co_simulation.h"

#include <algorithm>
#include <cmath>

namespace formola::fmu {

namespace {

class Run {
 public:
  Run(Instance& instance, const Places& places, const CoSimulation& problem,
      std::vector<double>& values)
      : instance_(instance), places_(places), problem_(problem), v_(values) {}

  CoSimulationReport run() {
    if (start())
      while (advance()) {
      }
    report_.time = time_;
    return std::move(report_);
  }

 private:
  bool start();
  bool advance();
  bool handleEvent();
  bool finish(CoSimulationEnd end, std::string message = {}) {
    report_.end = end;
    report_.message = std::move(message);
    return false;
  }
  bool fail() { return finish(CoSimulationEnd::Failed, instance_.failure()); }
  bool row(bool event) {
    if (event && !problem_.eventRows) return true;
    for (const auto* part : {&places_.continuous, &places_.discrete, &places_.parameters})
      if (!succeeded(readNumbers(instance_, *part, v_.data()))) return fail();
    return problem_.row(time_, v_.data(), event) || finish(CoSimulationEnd::RowRefused);
  }
  // Values of driven inputs; where a signal jumps those before or after.
  void driveInputs(bool fromRight) {
    for (const runtime::DrivenInput& input : problem_.inputs)
      v_[static_cast<size_t>(input.index)] = input.signal->at(time_, fromRight);
  }
  bool writeInputs(bool discrete) {
    if (!succeeded(writeNumbers(instance_, places_.continuousInputs, v_.data()))) return fail();
    return !discrete || succeeded(writeNumbers(instance_, places_.discreteInputs, v_.data())) ||
           fail();
  }
  double nextBreak() const {
    double next = std::numeric_limits<double>::infinity();
    for (const runtime::DrivenInput& input : problem_.inputs)
      next = std::min(next, input.signal->nextBreak(time_));
    return next;
  }
  double resolution() const { return 1e-9 * problem_.step; }
  // Whether an output instant has been reached, which then counts as served.
  bool isDue() {
    const int64_t before = rowsDone_;
    while (problem_.start + static_cast<double>(rowsDone_ + 1) * problem_.rows <=
           time_ + resolution())
      ++rowsDone_;
    return rowsDone_ > before;
  }
  // After an event: its row, or that of the output instant on which it falls.
  bool rowAfterEvent() {
    const bool due = isDue();
    return problem_.eventRows || !due ? row(true) : row(false);
  }

  Instance& instance_;
  const Places& places_;
  const CoSimulation& problem_;
  std::vector<double>& v_;
  CoSimulationReport report_;
  double time_ = 0;
  double nextEvent_ = std::numeric_limits<double>::infinity();
  int64_t point_ = 0;  // communication points so far, counted from the start
  int64_t rowsDone_ = 0;
};

bool Run::start() {
  time_ = problem_.start;
  driveInputs(true);
  if (!succeeded(instance_.enterInitialization(problem_.start, problem_.stop, problem_.tolerance)))
    return fail();
  if (!writeInputs(true)) return false;
  if (!succeeded(instance_.exitInitialization())) return fail();
  if (instance_.usesEventMode()) {
    EventResult result;
    if (!succeeded(instance_.updateDiscreteStates(result))) return fail();
    nextEvent_ = result.nextEvent;
    if (result.terminate) return finish(CoSimulationEnd::Terminated, "the FMU asked for the end");
    if (!succeeded(instance_.enterStepMode())) return fail();
  }
  return row(false);
}

// Inputs that jump, and what the FMU asks for, with rows before and after.
bool Run::handleEvent() {
  ++report_.events;
  if (!row(true)) return false;
  driveInputs(true);
  if (!instance_.usesEventMode()) return writeInputs(true) && rowAfterEvent();
  if (!succeeded(instance_.enterEventMode())) return fail();
  if (!writeInputs(true)) return false;
  EventResult result;
  if (!succeeded(instance_.updateDiscreteStates(result))) return fail();
  nextEvent_ = result.nextEvent;
  if (result.terminate) {
    rowAfterEvent();
    return finish(CoSimulationEnd::Terminated, "the FMU asked for the end");
  }
  if (!succeeded(instance_.enterStepMode())) return fail();
  return rowAfterEvent();
}

bool Run::advance() {
  if (time_ >= problem_.stop - resolution()) return finish(CoSimulationEnd::Finished);
  if (problem_.interrupt != nullptr && problem_.interrupt->load(std::memory_order_relaxed))
    return finish(CoSimulationEnd::Interrupted, fmt::format("interrupted at time {}", time_));
  const double grid = problem_.start + static_cast<double>(point_ + 1) * problem_.step;
  double end = problem_.variableStep ? std::min(grid, problem_.stop) : grid;
  if (end > problem_.stop + resolution()) return finish(CoSimulationEnd::Finished);
  const double jump = nextBreak();
  if (problem_.variableStep && jump > time_ + resolution()) end = std::min(end, jump);
  if (problem_.variableStep && nextEvent_ > time_ + resolution()) end = std::min(end, nextEvent_);
  StepResult result;
  if (!succeeded(instance_.doStep(time_, end - time_, result))) return fail();
  ++report_.steps;
  const bool early = result.end < end - resolution();
  if (early && result.end <= time_ && !result.event && !result.terminate)
    return finish(CoSimulationEnd::Failed,
                  fmt::format("the FMU does not get beyond time {}", time_));
  const double before = time_;
  time_ = early ? result.end : end;
  if (problem_.progress) problem_.progress(time_, time_ - before);
  if (!early && time_ >= grid - resolution()) ++point_;
  if (result.terminate) {
    row(false);
    return finish(CoSimulationEnd::Terminated, "the FMU asked for the end");
  }
  driveInputs(false);
  // Inputs are those of the communication point; those that jump are an event.
  if (!writeInputs(!instance_.usesEventMode())) return false;
  const bool jumps = std::abs(jump - time_) <= resolution();
  const bool reached = instance_.usesEventMode() && nextEvent_ <= time_ + resolution();
  if (result.event || jumps || reached) return handleEvent();
  if (!isDue() && time_ < problem_.stop - resolution()) return true;
  return row(false);
}

}  // namespace

CoSimulationReport coSimulate(Instance& instance, const Places& places, const CoSimulation& problem,
                              std::vector<double>& values) {
  return Run(instance, places, problem, values).run();
}

}  // namespace formola::fmu

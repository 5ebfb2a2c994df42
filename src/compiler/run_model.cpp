#include "compiler/run_model.h"

#include <algorithm>

#include "dae/printer.h"
#include "solver/simulate.h"

namespace formola {

namespace {

// Hands rows of the simulation to the result files and keeps what the report shows.
class Recorder : public solver::ResultObserver {
 public:
  Recorder(const Schedule& schedule, results::ResultSink& sink, const RunSettings& settings)
      : schedule_(schedule), sink_(&sink), settings_(settings) {}

  bool row(const FmlData& data, solver::RowKind kind) override {
    if (!begun_ && !begin(data)) return false;
    if (rows == 0 && settings_.firstRow) settings_.firstRow();
    for (const uint32_t column : stored_) values_[column] = data.v[slots_[column]];
    if (kind == solver::RowKind::AfterEvent) events.push_back(eventNow(data));
    if (rows == 0) keepRelations(data);
    ++rows;
    return sink_->row(data.time, values_);
  }

  void redirect(results::ResultSink& sink) {
    sink_ = &sink;
    begun_ = false;
    slots_.clear();
  }

  void progress(double time, double stepSize) override {
    if (settings_.progress) settings_.progress(time, stepSize);
  }

  bool wantsSteps() const override { return settings_.keepSteps; }
  void stepped(const solver::StepInfo& step) override {
    // An event ended the step before this one earlier.
    if (!stepTimes.empty()) stepTimes.back() = std::min(stepTimes.back(), step.end - step.size);
    stepTimes.push_back(step.end);
    stepSizes.push_back(step.size);
    stepOrders.push_back(step.order);
    limited.resize(static_cast<size_t>(schedule_.nStates), 0);
    if (step.limiting >= 0) ++limited[static_cast<size_t>(step.limiting)];
  }

  std::vector<double> stepTimes, stepSizes, stepOrders;
  std::vector<RunEvent> events;
  std::vector<size_t> limited;
  std::string error;
  size_t rows = 0;

 private:
  // Inputs that somebody drives, or may still come to.
  bool changes(int32_t input) const {
    const auto& driven = settings_.problem.inputs;
    return settings_.stepped || std::any_of(driven.begin(), driven.end(),
                                            [&](const auto& one) { return one.index == input; });
  }

  void keepRelations(const FmlData& data) {
    relations_.assign(data.relations, data.relations + data.model->nRelations);
  }
  RunEvent eventNow(const FmlData& data) {
    RunEvent event{data.time};
    for (size_t i = 0; i < relations_.size() && event.relation < 0; ++i)
      if (relations_[i] != data.relations[i])
        event = {data.time, static_cast<int32_t>(i), data.relations[i] != 0};
    keepRelations(data);
    return event;
  }

  bool begin(const FmlData& data) {
    begun_ = true;
    auto plan =
        planResult(schedule_, settings_.stored, {data.v, static_cast<size_t>(schedule_.nVariables)},
                   error, [this](int32_t input) { return changes(input); });
    if (!plan) return false;
    results::ResultLayout& layout = plan->layout;
    layout.startTime = settings_.problem.startTime;
    layout.stopTime = settings_.problem.stopTime;
    slots_ = std::move(plan->slots);
    values_.resize(slots_.size());
    stored_ = results::storedColumns(layout).used;
    return sink_->begin(layout);
  }

  const Schedule& schedule_;
  results::ResultSink* sink_;
  const RunSettings& settings_;
  bool begun_ = false;
  std::vector<int32_t> slots_;    // by column
  std::vector<uint32_t> stored_;  // the columns that the sink keeps; it does not read the others
  std::vector<double> values_;
  std::vector<uint8_t> relations_;  // after the last event
};

// What the code decides about a run.
void complete(solver::SimulationProblem& problem, const CompiledModel& compiled) {
  problem.model = &compiled.model();
  problem.bounds = &compiled.bounds;
  if (problem.method != solver::Method::Auto) return;
  problem.method = compiled.method;
  problem.fallBack = compiled.schedule().model.inputDifferences.empty();
}

}  // namespace

class SteppedRun::Observer : public Recorder {
 public:
  using Recorder::Recorder;
};

SteppedRun::SteppedRun(std::shared_ptr<const CompiledModel> compiled, RunSettings settings,
                       results::ResultSink& sink)
    : compiled_(std::move(compiled)),
      settings_(std::make_unique<RunSettings>(std::move(settings))) {
  settings_->stepped = true;
  complete(settings_->problem, *compiled_);
  observer_ = std::make_unique<Observer>(compiled_->schedule(), sink, *settings_);
  stepper_ = std::make_unique<solver::Stepper>(settings_->problem, *observer_);
}

SteppedRun::~SteppedRun() = default;

const std::string& SteppedRun::error() const {
  return observer_->error;
}

Slot SteppedRun::slot(const std::string& name) {
  const Schedule& schedule = compiled_->schedule();
  if (byName_.empty())
    for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
      byName_.emplace(schedule.model.name(VariableId(i)), VariableId(i));
  const auto found = byName_.find(name);
  return found == byName_.end() || !schedule.isNumber(found->second)
             ? Slot{}
             : schedule.slots[found->second];
}

std::optional<double> SteppedRun::value(const std::string& name) {
  const Slot place = slot(name);
  if (place.index < 0) return std::nullopt;
  const double value = stepper_->data().v[place.index];
  return place.negated ? 0.0 - value : value;
}

void SteppedRun::redirect(results::ResultSink& sink) {
  observer_->redirect(sink);
}

std::string eventText(const Schedule& schedule, const RunEvent& event) {
  constexpr size_t kLongest = 90;
  const StructuredDae& model = schedule.model;
  if (event.relation < 0 || static_cast<size_t>(event.relation) >= model.relations.size())
    return "event";
  std::string text = print(model.relations[static_cast<size_t>(event.relation)].relation,
                           PrintContext{model.pool(), &model.dae, nullptr});
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text + (event.holds ? " begins to hold" : " ceases to hold");
}

RunResult runModel(const CompiledModel& compiled, RunSettings settings, results::ResultSink& sink) {
  complete(settings.problem, compiled);
  Recorder recorder(compiled.schedule(), sink, settings);
  RunResult result;
  result.report = solver::simulate(settings.problem, recorder);
  result.written = recorder.rows == 0 || sink.finish();
  result.stepTimes = std::move(recorder.stepTimes);
  result.stepSizes = std::move(recorder.stepSizes);
  result.stepOrders = std::move(recorder.stepOrders);
  result.limited = std::move(recorder.limited);
  result.events = std::move(recorder.events);
  result.rows = recorder.rows;
  result.error = recorder.error;
  return result;
}

}  // namespace formola

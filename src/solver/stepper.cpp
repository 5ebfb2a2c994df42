#include "solver/stepper.h"

#include <algorithm>
#include <utility>

#include "runtime/workspace.h"
#include "solver/simulation.h"

namespace formola::solver {

bool Simulation::begin() {
  end_ = std::numeric_limits<double>::infinity();
  return start();
}

bool Simulation::advanceTo(double time) {
  if (!applyInputs()) return false;
  horizon_ = time;
  knowsNextEvent_ = false;
  while (integrator_->stepEnd() < time)
    if (!advance()) return false;
  if (report_.endTime >= time) return true;  // an event gave the row
  integrator_->interpolate(time);
  if (evaluator_.everything() != FML_OK)
    return fail(FailedStage::Integration, evaluationFailed(d_, time));
  return emit(RowKind::Output);
}

void Simulation::setInput(int32_t index, std::shared_ptr<const runtime::InputSignal> signal) {
  inputs_.set(index, std::move(signal));
  inputsChanged_ = true;
}

// What was set by hand is an event: relations may change, and the past is no guide any more.
bool Simulation::applyInputs() {
  if (!std::exchange(inputsChanged_, false)) return true;
  knowsNextEvent_ = false;
  storePast(false);
  bool changed = false;
  if (!settle(changed)) return false;
  if (!emit(RowKind::AfterEvent)) return false;
  return restartIntegrator();
}

// As an event that gives all states other values.
bool Simulation::moveStates(const double* x) {
  std::copy(x, x + d_->model->nStates, d_->v);
  leavePoint();
  if (evaluator_.everything() != FML_OK)
    return fail(FailedStage::Integration, evaluationFailed(d_, d_->time));
  inputsChanged_ = true;
  return applyInputs();
}

SimulationState Simulation::save() const {
  const FmlModel& model = *d_->model;
  const FmlWorkspace& w = *d_->workspace;
  SimulationState state;
  state.model = &model;
  state.time = d_->time;
  state.reached = d_->reached;
  state.passed = d_->passed;
  state.v = w.v;
  state.pre = w.pre;
  state.relations = w.relations;
  state.delays = w.delays;
  state.transports = w.transports;
  state.delayTimes = w.delayTimes;
  state.crossingScale = w.crossingScale;
  state.segmentStart = w.segmentStart;
  state.schedule = schedule_;
  state.inputs = inputs_;
  state.inputsChanged = inputsChanged_;
  return state;
}

bool Simulation::restore(const SimulationState& state) {
  FmlWorkspace& w = *d_->workspace;
  d_->time = state.time;
  d_->reached = state.reached;
  d_->passed = state.passed;
  std::copy(state.v.begin(), state.v.end(), d_->v);
  std::copy(state.pre.begin(), state.pre.end(), d_->pre);
  std::copy(state.relations.begin(), state.relations.end(), d_->relations);
  w.delays = state.delays;
  w.transports = state.transports;
  w.delayTimes = state.delayTimes;
  w.crossingScale = state.crossingScale;
  w.terminated = false;
  schedule_ = state.schedule;
  inputs_ = state.inputs;
  inputsChanged_ = state.inputsChanged;
  fml_parameters_changed(d_);
  runtime::modesChanged(d_);
  runtime::discretesChanged(d_);
  sets_.adopt();
  chatter_ = ChatterGuard(problem_.stopTime - problem_.startTime);
  timeEvents_ = TimeEventGuard(problem_.startTime, problem_.stopTime);
  accumulation_ = AccumulationWatch(d_->model->nStateRelations);
  lastJump_ = retryLimit_ = -std::numeric_limits<double>::infinity();
  tinySteps_ = 0;
  slowSteps_ = 0;
  slowSince_ = -std::numeric_limits<double>::infinity();
  crawl_.restart(state.time);
  knowsNextEvent_ = false;
  afterCrossing_ = false;
  past_.restart(state.time);
  report_.outcome = Outcome::Finished;
  report_.message.clear();
  return restartIntegrator() && emit(RowKind::Output);
}

SimulationReport& Simulation::close() {
  complete();
  return report_;
}

Stepper::Stepper(SimulationProblem problem, ResultObserver& observer)
    : problem_(std::make_unique<SimulationProblem>(std::move(problem))),
      simulation_(std::make_unique<Simulation>(*problem_, observer)) {}

Stepper::~Stepper() = default;

bool Stepper::start() {
  going_ = simulation_->begin();
  return going_;
}

bool Stepper::advanceTo(double time) {
  if (going_) going_ = simulation_->advanceTo(time);
  return going_;
}

void Stepper::setInput(int32_t index, std::shared_ptr<const runtime::InputSignal> signal) {
  simulation_->setInput(index, std::move(signal));
}

bool Stepper::settle() {
  if (going_) going_ = simulation_->applyInputs();
  return going_;
}

bool Stepper::moveTo(const double* x) {
  if (going_) going_ = simulation_->moveStates(x);
  return going_;
}

FmlData& Stepper::data() {
  return *simulation_->data();
}

const SimulationReport& Stepper::report() const {
  return simulation_->report();
}

SimulationReport Stepper::finish() {
  going_ = false;
  return std::move(simulation_->close());
}

SimulationState Stepper::save() const {
  return simulation_->save();
}

bool Stepper::restore(const SimulationState& state) {
  going_ = state.model == problem_->model && simulation_->restore(state);
  return going_;
}

}  // namespace formola::solver

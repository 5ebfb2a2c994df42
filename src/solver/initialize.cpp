#include "solver/initialize.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "runtime/input_signals.h"
#include "runtime/workspace.h"
#include "solver/events.h"
#include "solver/start_from_states.h"

namespace formola::solver {

namespace {

constexpr int kPasses = 100;
constexpr double kSmallestHomotopyStep = 1e-4;

FmlStatus evaluateInitial(FmlData* d) {
  const FmlModel& model = *d->model;
  runtime::writeInputs(d);
  if (model.evalInitial != nullptr) return model.evalInitial(d);
  if (model.evalEvent != nullptr) return model.evalEvent(d);
  if (const FmlStatus status = model.evalDerivatives(d)) return status;
  return model.evalOutputs != nullptr ? model.evalOutputs(d) : FML_OK;
}

// Repeats the initial system until relations and discrete variables repeat.
FmlStatus solveInitial(FmlData* d, std::string& message) {
  DiscreteState before(*d->model), after(*d->model);
  d->workspace->modeMoves = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    before.read(*d);
    if (const FmlStatus status = evaluateInitial(d)) {
      message = runtime::describeFailure(*d->model, d->workspace->failure);
      return status;
    }
    after.read(*d);
    if (before == after) return FML_OK;
  }
  message = "the discrete variables of the initial system do not settle";
  return FML_RETRY;
}

// lambda from 0 to 1; each solution starts the next. `step`: the first one to try.
FmlStatus followHomotopy(FmlData* d, double step, std::string& message) {
  const auto n = static_cast<size_t>(d->model->nVariables);
  std::vector<double> good(n);
  std::vector<uint8_t> goodRelations(static_cast<size_t>(d->model->nRelations));
  const auto keep = [&] {
    std::copy(d->v, d->v + n, good.begin());
    std::copy(d->relations, d->relations + goodRelations.size(), goodRelations.begin());
  };
  d->lambda = 0;
  if (const FmlStatus status = solveInitial(d, message)) return status;
  keep();
  double reached = 0;
  while (reached < 1) {
    d->lambda = std::min(1.0, reached + step);
    const FmlStatus status = solveInitial(d, message);
    if (status < 0) return status;
    if (status == FML_OK) {
      keep();
      reached = d->lambda;
      step *= 2;
      continue;
    }
    std::copy(good.begin(), good.end(), d->v);
    std::copy(goodRelations.begin(), goodRelations.end(), d->relations);
    step /= 4;
    if (step < kSmallestHomotopyStep) {
      message = fmt::format("homotopy got stuck at lambda = {:.3g}: {}", reached, message);
      return FML_RETRY;
    }
  }
  return FML_OK;
}

// Values to begin with beyond the start values, as far as there are some. False: there are none.
bool guess(FmlData* d) {
  const FmlModel& model = *d->model;
  if (model.evalGuesses == nullptr) return false;
  const std::vector<double> before(d->v, d->v + model.nVariables);
  const std::vector<uint8_t> relations(d->relations, d->relations + model.nRelations);
  model.evalGuesses(d);
  runtime::clearFailure(d);
  std::copy(relations.begin(), relations.end(), d->relations);
  bool any = false;
  for (size_t i = 0; i < before.size(); ++i) {
    if (!std::isfinite(d->v[i])) d->v[i] = before[i];
    any = any || d->v[i] != before[i];
  }
  return any;
}

// From what follows from the states, and from there along their derivatives towards rest.
// `homotopy`: the model has a way from a simplified model.
FmlStatus solveFromStates(FmlData* d, bool homotopy, std::string& message) {
  const FmlModel& model = *d->model;
  const std::vector<double> pre(d->pre, d->pre + model.nVariables);
  const bool running = startFromStates(d);
  const std::vector<double> values(d->v, d->v + model.nVariables);
  const std::vector<uint8_t> relations(d->relations, d->relations + model.nRelations);
  const auto back = [&] {
    std::copy(values.begin(), values.end(), d->v);
    std::copy(pre.begin(), pre.end(), d->pre);
    std::copy(relations.begin(), relations.end(), d->relations);
  };
  std::string why;
  FmlStatus status = solveInitial(d, why);
  if (status > 0 && homotopy) {
    back();
    status = followHomotopy(d, 1, why);
    d->lambda = 1;
  }
  if (status > 0 && running) {
    back();
    if (moveTowardsRest(d)) status = solveInitial(d, why);
  }
  if (status != FML_OK && message.empty()) message = why;
  // An assertion that fails on this way says nothing about the ways that are left.
  const bool asserted = d->workspace->failure.kind == runtime::FailureKind::Assertion;
  return status < 0 && asserted ? FML_RETRY : status;
}

}  // namespace

InitializationResult initialize(FmlData* d, double time, StateSets& sets,
                                const std::function<bool(const FmlData&)>& accept) {
  const FmlModel& model = *d->model;
  const auto n = static_cast<size_t>(model.nVariables);
  InitializationResult result;
  d->time = time;
  d->lambda = 1;
  d->live = 1;
  d->initial = 1;
  d->reached = d->passed = -std::numeric_limits<double>::infinity();
  reachInstant(d);
  runtime::clearFailure(d);
  if (model.evalParameters != nullptr && model.evalParameters(d) != FML_OK) {
    result.message = "the parameters could not be evaluated: " +
                     runtime::describeFailure(model, d->workspace->failure);
    return result;
  }
  if (accept && !accept(*d)) {
    result.refused = true;
    return result;
  }
  sets.adopt();
  fml_parameters_changed(d);
  std::copy(d->v, d->v + n, d->pre);
  const std::vector<double> start(d->v, d->v + n);

  // Where the model says by homotopy() how to get to the solution, its way is gone: of several
  // solutions (a flip-flop, a Schmitt trigger) the simplified model tells which one is meant.
  std::string message, homotopyMessage;
  FmlStatus status = FML_RETRY;
  const bool homotopyFirst = model.usesHomotopy != 0 && model.evalInitial != nullptr;
  const std::vector<uint8_t> startRelations(d->relations, d->relations + model.nRelations);
  const auto backToStart = [&] {
    std::copy(start.begin(), start.end(), d->v);
    std::copy(start.begin(), start.end(), d->pre);
    std::copy(startRelations.begin(), startRelations.end(), d->relations);
    d->lambda = 1;
  };
  if (homotopyFirst) {
    status = followHomotopy(d, 1, homotopyMessage);
    if (status != FML_OK) backToStart();
    d->lambda = 1;
  }
  if (status != FML_OK) status = solveInitial(d, message);
  if (status > 0 && model.evalInitial != nullptr && model.nStates > 0) {
    backToStart();
    status = solveFromStates(d, homotopyFirst, message);
    result.usedStates = status == FML_OK;
    d->lambda = 1;
  }
  if (status > 0 && !homotopyFirst && model.evalInitial != nullptr) {
    backToStart();
    status = followHomotopy(d, 0.1, homotopyMessage);
    result.usedHomotopy = status == FML_OK;
    d->lambda = 1;
  }
  if (status > 0) {
    backToStart();
    if (guess(d)) {
      status = solveInitial(d, message);
      result.usedGuesses = status == FML_OK;
    }
  }
  if (status > 0 && !sets.empty()) {
    // The states that were guessed may be the wrong ones here: x of x^2 + y^2 = 1 where y = 0.
    backToStart();
    if (sets.guess()) status = solveInitial(d, message);
  }
  if (status == FML_OK) {
    std::copy(d->v, d->v + n, d->pre);
    status = model.evalStart != nullptr ? model.evalStart(d) : FML_OK;
    if (status != FML_OK) message = runtime::describeFailure(model, d->workspace->failure);
  }
  d->live = 0;
  d->initial = 0;
  if (status != FML_OK) {
    result.message = "initialisation failed: " + message;
    if (homotopyFirst && homotopyMessage != message)
      result.message += "; by the way of homotopy(): " + homotopyMessage;
    return result;
  }
  runtime::discretesChanged(d);
  result.ok = true;
  return result;
}

}  // namespace formola::solver

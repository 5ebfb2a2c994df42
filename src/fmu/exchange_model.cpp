#include "fmu/exchange_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace formola::fmu {

ExchangeModel::ExchangeModel(const Description& description, const Places& places,
                             Instance& instance, double stop, double tolerance)
    : description_(description),
      places_(places),
      instance_(instance),
      stop_(stop),
      tolerance_(tolerance),
      needsCompleted_(description.modelExchange->needsCompletedStep) {
  model_.owner = this;
  z_.resize(instance.countIndicators());
  findNominals();
  fillModel();
  findPattern(description);
}

void ExchangeModel::findNominals() {
  nominal_.assign(static_cast<size_t>(places_.count), 1.0);
  for (uint32_t i = 0; i < description_.variables.size(); ++i)
    for (uint32_t k = 0; places_.first[i] >= 0 && k < places_.length[i]; ++k) {
      const double nominal = std::abs(description_.variables[i].nominal);
      if (nominal > 0 && std::isfinite(nominal))
        nominal_[static_cast<size_t>(places_.first[i]) + k] = nominal;
    }
}

void ExchangeModel::fillModel() {
  model_.abiVersion = FML_ABI_VERSION;
  model_.name = description_.model.c_str();
  model_.nVariables = places_.count;
  model_.nStates = places_.nStates;
  model_.discreteBegin = places_.discreteBegin;
  model_.parameterBegin = places_.parameterBegin;
  model_.nominal = nominal_.data();
  // Behind the indicators one that falls below zero when the FMU asks for an event after a step.
  model_.nRelations = static_cast<int32_t>(z_.size()) + (needsCompleted_ ? 1 : 0);
  model_.nStateRelations = model_.nRelations;
  model_.evalInitial = [](FmlData* d) { return of(d).initialise(d); };
  model_.evalEvent = [](FmlData* d) { return of(d).event(d); };
  model_.evalDerivatives = [](FmlData* d) { return of(d).derivatives(d); };
  model_.evalOutputs = [](FmlData* d) { return of(d).outputs(d); };
  if (model_.nRelations > 0)
    model_.evalZeroCrossings = [](FmlData* d, double* z) { return of(d).crossings(d, z); };
  model_.nextTimeEvent = [](FmlData* d) {
    const double next = of(d).nextEvent_;
    return next > d->reached ? next : std::numeric_limits<double>::infinity();
  };
  model_.describe = [](const FmlModel* model, FmlEntity entity, int32_t index) -> const char* {
    const Places& all = static_cast<const Model*>(model)->owner->places_;
    if (entity != FML_VARIABLE) return nullptr;
    if (index < all.nStates) return all.stateNames[static_cast<size_t>(index)].c_str();
    for (const NamedNumber& number : all.numbers)
      if (number.place == index) return number.name.c_str();
    return nullptr;
  };
}

namespace {

// One element, counted from 1, or all of them (0), as a half-open range.
std::pair<size_t, size_t> elementsOf(size_t element, size_t count) {
  if (element == 0) return {0, count};
  return element <= count ? std::pair{element - 1, element} : std::pair<size_t, size_t>{0, 0};
}

}  // namespace

// Where ModelStructure tells what each derivative depends on; else all on all.
void ExchangeModel::findPattern(const Description& description) {
  const auto n = static_cast<size_t>(places_.nStates);
  if (n == 0) return;
  std::vector<std::vector<int32_t>> rowsOf(n);
  std::map<Reference, std::pair<int32_t, uint32_t>> states;  // first place, elements
  for (uint32_t i = 0; i < description.variables.size(); ++i)
    if (places_.first[i] >= 0 && places_.first[i] < places_.nStates)
      states[description.variables[i].reference] = {places_.first[i], places_.length[i]};
  int32_t row = 0;
  for (const Unknown& unknown : description.derivatives) {
    if (!unknown.dependencies) return;
    const auto length = static_cast<int32_t>(places_.length[unknown.variable]);
    std::vector<ElementDependency> all;
    const Reference reference = description.variables[unknown.variable].reference;
    if (std::optional<std::vector<ElementDependency>> told =
            length > 1 ? instance_.elementDependencies(reference) : std::nullopt)
      all = std::move(*told);
    else
      for (const uint32_t known : *unknown.dependencies)
        all.push_back({0, description.variables[known].reference, 0});
    for (const ElementDependency& d : all) {
      const auto state = states.find(d.known);
      if (state == states.end()) continue;
      const auto [first, count] = state->second;
      const auto [fromColumn, toColumn] = elementsOf(d.elementOfKnown, count);
      const auto [fromRow, toRow] = elementsOf(d.element, static_cast<size_t>(length));
      for (size_t k = fromColumn; k < toColumn; ++k)
        for (size_t r = fromRow; r < toRow; ++r)
          rowsOf[static_cast<size_t>(first) + k].push_back(row + static_cast<int32_t>(r));
    }
    row += length;
  }
  columns_.push_back(0);
  for (auto& rows : rowsOf) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    columns_.push_back(static_cast<int32_t>(rows_.size()));
  }
  model_.jacobianPattern.colStart = columns_.data();
  model_.jacobianPattern.rows = rows_.data();
}

FmlStatus ExchangeModel::answer(FmlData* d, Status status) {
  if (succeeded(status)) return FML_OK;
  fml_assert_failed(d, -1, FML_ERROR, ("the FMU failed: " + instance_.failure()).c_str());
  return status == Status::Discard ? FML_RETRY : FML_FATAL;
}

void ExchangeModel::readNominals(FmlData* d) {
  const auto n = static_cast<size_t>(places_.nStates);
  std::vector<double> values(n, 1.0);
  if (n == 0 || !succeeded(instance_.getNominals(values))) return;
  for (size_t i = 0; i < n; ++i)
    if (std::isfinite(values[i]) && values[i] != 0) d->nominal[i] = std::abs(values[i]);
}

FmlStatus ExchangeModel::readAll(FmlData* d) {
  const auto n = static_cast<size_t>(places_.nStates);
  Status status = Status::Ok;
  if (n > 0) status = instance_.getDerivatives({d->v + n, n});
  for (const auto* part : {&places_.continuous, &places_.discrete, &places_.parameters})
    if (succeeded(status)) status = readNumbers(instance_, *part, d->v);
  if (succeeded(status) && !z_.empty()) status = instance_.getIndicators(z_);
  for (size_t k = 0; k < z_.size(); ++k) d->relations[k] = z_[k] > 0;
  if (needsCompleted_) d->relations[z_.size()] = 1;
  return answer(d, status);
}

FmlStatus ExchangeModel::initialise(FmlData* d) {
  if (initialised_) return FML_OK;
  initialised_ = true;
  const auto n = static_cast<size_t>(places_.nStates);
  Status status = instance_.enterInitialization(d->time, stop_, tolerance_);
  for (const auto* inputs : {&places_.continuousInputs, &places_.discreteInputs})
    if (succeeded(status)) status = writeNumbers(instance_, *inputs, d->v);
  if (succeeded(status)) status = instance_.exitInitialization();
  if (succeeded(status) && n > 0) status = instance_.getStates({d->v, n});
  if (!succeeded(status)) {
    // Another attempt would have to begin with a new instance.
    answer(d, status);
    return FML_FATAL;
  }
  readNominals(d);
  return readAll(d);
}

// Time, states and continuous inputs of the data.
Status ExchangeModel::moveTo(const FmlData* d) {
  Status status = instance_.setTime(d->time);
  const auto n = static_cast<size_t>(places_.nStates);
  if (succeeded(status) && n > 0) status = instance_.setStates({d->v, n});
  if (succeeded(status)) status = writeNumbers(instance_, places_.continuousInputs, d->v);
  return status;
}

FmlStatus ExchangeModel::event(FmlData* d) {
  if (d->terminal != 0) return FML_OK;
  const auto n = static_cast<size_t>(places_.nStates);
  if (!eventDone_) {
    eventDone_ = true;
    Status status = Status::Ok;
    if (continuous_) {
      status = moveTo(d);
      if (succeeded(status)) status = instance_.enterEventMode();
      if (succeeded(status)) status = writeNumbers(instance_, places_.discreteInputs, d->v);
    }
    EventResult result;
    if (succeeded(status)) status = instance_.updateDiscreteStates(result);
    nextEvent_ = result.nextEvent;
    wantsEvent_ = std::numeric_limits<double>::infinity();
    stepEnd_ = std::numeric_limits<double>::quiet_NaN();
    const bool ends = result.terminate || wantsEnd_;
    if (succeeded(status) && ends) fml_terminate(d, "the FMU asked for the end");
    if (succeeded(status) && !ends) status = instance_.enterContinuousTimeMode();
    continuous_ = !ends;
    if (succeeded(status) && result.statesChanged && n > 0) {
      std::vector<double> states(n);
      status = instance_.getStates(states);
      for (size_t i = 0; i < n; ++i)
        if (states[i] != d->v[i]) fml_reinit(d, static_cast<int32_t>(i), states[i]);
    }
    if (succeeded(status) && result.nominalsChanged) readNominals(d);
    if (const FmlStatus failed = answer(d, status)) return failed;
  }
  return readAll(d);
}

FmlStatus ExchangeModel::derivatives(FmlData* d) {
  eventDone_ = false;
  Status status = moveTo(d);
  const auto n = static_cast<size_t>(places_.nStates);
  if (succeeded(status) && n > 0) status = instance_.getDerivatives({d->v + n, n});
  return answer(d, status);
}

// Discrete ones, too: an Integer may be a function of time, which no event tells.
FmlStatus ExchangeModel::outputs(FmlData* d) {
  const FmlStatus status = answer(d, readNumbers(instance_, places_.continuous, d->v));
  if (status != FML_OK || !continuous_) return status;
  return answer(d, readNumbers(instance_, places_.discrete, d->v));
}

// Tells the FMU of the end of a step, once, unless one of its relations has changed in the step.
FmlStatus ExchangeModel::completeStep(FmlData* d, const double* z) {
  if (d->time != stepEnd_) return FML_OK;
  for (size_t k = 0; k < z_.size(); ++k)
    if ((z[k] > 0) != (d->relations[k] != 0)) return FML_OK;
  stepEnd_ = std::numeric_limits<double>::quiet_NaN();
  bool event = false;
  const FmlStatus status = answer(d, instance_.completedStep(event, wantsEnd_));
  if (event || wantsEnd_) wantsEvent_ = d->time;
  return status;
}

FmlStatus ExchangeModel::crossings(FmlData* d, double* z) {
  FmlStatus status = FML_OK;
  if (!z_.empty()) status = answer(d, instance_.getIndicators({z, z_.size()}));
  if (!needsCompleted_ || status != FML_OK) return status;
  status = completeStep(d, z);
  z[z_.size()] = d->time >= wantsEvent_ ? -1 : 1;
  return status;
}

}  // namespace formola::fmu

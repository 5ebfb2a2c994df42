// An instance of an FMU of FMI 2.0.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "fmu/shared_calls.h"

namespace formola::fmu {

namespace {

using namespace fmi2;

void logMessage(void* environment, const char*, int status, const char* category,
                const char* message, ...) {
  if (environment == nullptr || message == nullptr) return;
  char text[2048];
  va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  static_cast<fmu::Instance*>(environment)->log(status, category, text);
}

class Instance2 final : public SharedCalls {
 public:
  Instance2() : SharedCalls("fmi2") {}
  ~Instance2() override { close(); }

  std::string open(const Description& description, const InstanceOptions& options);

  Status get(ValueType type, std::span<const Reference> references,
             std::span<double> values) override;
  Status set(ValueType type, std::span<const Reference> references,
             std::span<const double> values) override;
  Status setString(Reference reference, const std::string& value) override {
    const char* text = value.c_str();
    return judge(setString_(component_, &reference, 1, &text), "fmi2SetString");
  }
  Status enterInitialization(double start, std::optional<double> stop,
                             std::optional<double> tolerance) override {
    const Status status = judge(setup_(component_, tolerance.has_value(), tolerance.value_or(0),
                                       start, stop.has_value(), stop.value_or(0)),
                                "fmi2SetupExperiment");
    if (!succeeded(status)) return status;
    return judge(enterInitialization_(component_), "fmi2EnterInitializationMode");
  }
  Status completedStep(bool& event, bool& terminate) override {
    Boolean enter = 0, end = 0;
    const Status status =
        judge(completed_(component_, 1, &enter, &end), "fmi2CompletedIntegratorStep");
    event = enter != 0;
    terminate = end != 0;
    return status;
  }
  size_t countIndicators() override { return indicators_; }
  Status doStep(double time, double step, StepResult& result) override;

 protected:
  Status updateOnce(EventResult& result, bool& again) override {
    EventInfo info{};
    const Status status = judge(update_(component_, &info), "fmi2NewDiscreteStates");
    again = info.newDiscreteStatesNeeded != 0;
    result.terminate = info.terminateSimulation != 0;
    result.statesChanged = info.valuesOfContinuousStatesChanged != 0;
    result.nominalsChanged = info.nominalsOfContinuousStatesChanged != 0;
    if (info.nextEventTimeDefined != 0) result.nextEvent = info.nextEventTime;
    return status;
  }

 private:
  Callbacks callbacks_{};
  size_t indicators_ = 0;
  std::vector<int> integers_;

  Instantiate* instantiate_ = nullptr;
  SetupExperiment* setup_ = nullptr;
  Simple* enterInitialization_ = nullptr;
  Get<double>* getReal_ = nullptr;
  Get<int>*getInteger_ = nullptr, *getBoolean_ = nullptr;
  Set<double>* setReal_ = nullptr;
  Set<int>*setInteger_ = nullptr, *setBoolean_ = nullptr;
  Set<const char*>* setString_ = nullptr;
  NewDiscreteStates* update_ = nullptr;
  CompletedStep* completed_ = nullptr;
  DoStep* doStep_ = nullptr;
  GetRealStatus* realStatus_ = nullptr;
  GetBooleanStatus* booleanStatus_ = nullptr;
};

std::string Instance2::open(const Description& description, const InstanceOptions& options) {
  if (std::string why = library_.open(options.binary); !why.empty()) return why;
  library_.need(instantiate_, "fmi2Instantiate");
  needShared(options.kind, "GetDerivatives");
  library_.need(setup_, "fmi2SetupExperiment");
  library_.need(enterInitialization_, "fmi2EnterInitializationMode");
  library_.need(getReal_, "fmi2GetReal");
  library_.need(getInteger_, "fmi2GetInteger");
  library_.need(getBoolean_, "fmi2GetBoolean");
  library_.need(setReal_, "fmi2SetReal");
  library_.need(setInteger_, "fmi2SetInteger");
  library_.need(setBoolean_, "fmi2SetBoolean");
  library_.need(setString_, "fmi2SetString");
  const bool exchange = options.kind == Interface::ModelExchange;
  if (exchange) {
    library_.need(update_, "fmi2NewDiscreteStates");
    library_.need(completed_, "fmi2CompletedIntegratorStep");
  } else {
    library_.need(doStep_, "fmi2DoStep");
    library_.may(realStatus_, "fmi2GetRealStatus");
    library_.may(booleanStatus_, "fmi2GetBooleanStatus");
  }
  if (!library_.missing().empty()) return "the function " + library_.missing() + " is missing";
  indicators_ = description.eventIndicators;
  callbacks_ = {logMessage, std::calloc, std::free, nullptr, this};
  const std::string resources = "file://" + options.resources;
  component_ =
      instantiate_(description.model.c_str(), exchange ? kModelExchange : kCoSimulation,
                   description.token.c_str(), resources.c_str(), &callbacks_, 0, options.logging);
  if (component_ == nullptr) {
    judge(static_cast<int>(Status::Error), "fmi2Instantiate");
    return failure();
  }
  return {};
}

Status Instance2::get(ValueType type, std::span<const Reference> references,
                      std::span<double> values) {
  const size_t n = references.size();
  if (n == 0) return Status::Ok;
  if (type == ValueType::Float64)
    return judge(getReal_(component_, references.data(), n, values.data()), "fmi2GetReal");
  integers_.resize(n);
  const bool boolean = type == ValueType::Boolean;
  const Status status = judge(
      (boolean ? getBoolean_ : getInteger_)(component_, references.data(), n, integers_.data()),
      boolean ? "fmi2GetBoolean" : "fmi2GetInteger");
  for (size_t i = 0; i < n; ++i) values[i] = boolean ? integers_[i] != 0 : integers_[i];
  return status;
}

Status Instance2::set(ValueType type, std::span<const Reference> references,
                      std::span<const double> values) {
  const size_t n = references.size();
  if (n == 0) return Status::Ok;
  if (type == ValueType::Float64)
    return judge(setReal_(component_, references.data(), n, values.data()), "fmi2SetReal");
  integers_.resize(n);
  for (size_t i = 0; i < n; ++i) integers_[i] = static_cast<int>(values[i]);
  const bool boolean = type == ValueType::Boolean;
  return judge(
      (boolean ? setBoolean_ : setInteger_)(component_, references.data(), n, integers_.data()),
      boolean ? "fmi2SetBoolean" : "fmi2SetInteger");
}

Status Instance2::doStep(double time, double step, StepResult& result) {
  result = {};
  result.end = time + step;
  const int answer = doStep_(component_, time, step, 1);
  if (answer != static_cast<int>(Status::Discard)) return judge(answer, "fmi2DoStep");
  // The step was not finished: how far it came, and whether the FMU wants to end.
  Boolean terminated = 0;
  double reached = time;
  if (booleanStatus_ != nullptr) booleanStatus_(component_, kTerminated, &terminated);
  if (realStatus_ != nullptr) realStatus_(component_, kLastSuccessfulTime, &reached);
  result.terminate = terminated != 0;
  result.end = reached;
  if (result.terminate || reached > time) return Status::Ok;
  return judge(answer, "fmi2DoStep");
}

}  // namespace

std::unique_ptr<Instance> makeInstance2(const Description& description,
                                        const InstanceOptions& options, std::string& why) {
  auto instance = std::make_unique<Instance2>();
  why = instance->open(description, options);
  return why.empty() ? std::move(instance) : nullptr;
}

}  // namespace formola::fmu

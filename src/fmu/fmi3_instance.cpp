// An instance of an FMU of FMI 3.0.
#include <limits>
#include <type_traits>
#include <utility>

#include "fmu/shared_calls.h"

namespace formola::fmu {

namespace {

using namespace fmi3;

void logMessage(void* environment, int status, const char* category, const char* message) {
  if (environment == nullptr || message == nullptr) return;
  static_cast<fmu::Instance*>(environment)->log(status, category, message);
}

void nothing() {}

// The functions for one type of numbers.
template <typename T>
struct Access {
  Get<T>* get = nullptr;
  Set<T>* set = nullptr;
  std::string getName, setName;

  void find(Library& library, const std::string& type) {
    getName = "fmi3Get" + type;
    setName = "fmi3Set" + type;
    library.need(get, getName.c_str());
    library.need(set, setName.c_str());
  }
  // Numbers beyond the range of an integer type become its limits.
  static T converted(double value) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (value >= static_cast<double>(std::numeric_limits<T>::max()))
        return std::numeric_limits<T>::max();
      if (value <= static_cast<double>(std::numeric_limits<T>::min()))
        return std::numeric_limits<T>::min();
    }
    return static_cast<T>(value);
  }
  int read(Component c, std::span<const Reference> references, std::span<double> values) const {
    const auto buffer = std::make_unique<T[]>(values.size());
    const int status = get(c, references.data(), references.size(), buffer.get(), values.size());
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(buffer[i]);
    return status;
  }
  int write(Component c, std::span<const Reference> references,
            std::span<const double> values) const {
    const auto buffer = std::make_unique<T[]>(values.size());
    for (size_t i = 0; i < values.size(); ++i) buffer[i] = converted(values[i]);
    return set(c, references.data(), references.size(), buffer.get(), values.size());
  }
};

class Instance3 final : public SharedCalls {
 public:
  Instance3() : SharedCalls("fmi3") {}
  ~Instance3() override { close(); }

  std::string open(const Description& description, const InstanceOptions& options);

  Status get(ValueType type, std::span<const Reference> references,
             std::span<double> values) override {
    if (references.empty()) return Status::Ok;
    if (type == ValueType::Float64)
      return judge(float64_.get(component_, references.data(), references.size(), values.data(),
                                values.size()),
                   "fmi3GetFloat64");
    return withAccess(type, [&](const auto& access) {
      return judge(access.read(component_, references, values), access.getName.c_str());
    });
  }
  Status set(ValueType type, std::span<const Reference> references,
             std::span<const double> values) override {
    if (references.empty()) return Status::Ok;
    return withAccess(type, [&](const auto& access) {
      return judge(access.write(component_, references, values), access.setName.c_str());
    });
  }
  Status setString(Reference reference, const std::string& value) override {
    const char* text = value.c_str();
    return judge(setString_(component_, &reference, 1, &text, 1), "fmi3SetString");
  }
  Status enterConfiguration() override {
    return judge(enterConfiguration_(component_), "fmi3EnterConfigurationMode");
  }
  Status exitConfiguration() override {
    return judge(exitConfiguration_(component_), "fmi3ExitConfigurationMode");
  }
  Status enterInitialization(double start, std::optional<double> stop,
                             std::optional<double> tolerance) override {
    return judge(enterInitialization_(component_, tolerance.has_value(), tolerance.value_or(0),
                                      start, stop.has_value(), stop.value_or(0)),
                 "fmi3EnterInitializationMode");
  }
  Status completedStep(bool& event, bool& terminate) override {
    event = terminate = false;
    return judge(completed_(component_, true, &event, &terminate), "fmi3CompletedIntegratorStep");
  }
  size_t countIndicators() override {
    size_t n = 0;
    return succeeded(judge(count_(component_, &n), "fmi3GetNumberOfEventIndicators")) ? n : 0;
  }
  std::optional<std::vector<ElementDependency>> elementDependencies(Reference of) override {
    constexpr size_t kMost = 100'000'000;
    size_t n = 0;
    if (countDependencies_ == nullptr || dependencies_ == nullptr ||
        countDependencies_(component_, of, &n) != 0 || n > kMost)
      return std::nullopt;
    std::vector<size_t> elements(n), elementsOfKnowns(n);
    std::vector<Reference> knowns(n);
    std::vector<int> kinds(n);
    if (dependencies_(component_, of, elements.data(), knowns.data(), elementsOfKnowns.data(),
                      kinds.data(), n) != 0)
      return std::nullopt;
    std::vector<ElementDependency> result;
    for (size_t i = 0; i < n; ++i) result.push_back({elements[i], knowns[i], elementsOfKnowns[i]});
    return result;
  }
  Status enterStepMode() override { return judge(enterStep_(component_), "fmi3EnterStepMode"); }
  Status doStep(double time, double step, StepResult& result) override {
    result = {};
    bool event = false, end = false, early = false;
    double reached = time + step;
    const Status status =
        judge(doStep_(component_, time, step, true, &event, &end, &early, &reached), "fmi3DoStep");
    result.event = event;
    result.terminate = end;
    result.end = early ? reached : time + step;
    return status;
  }

  Status activatePartition(Reference clock, double time) override {
    return judge(activate_(component_, clock, time), "fmi3ActivateModelPartition");
  }
  Status getClock(Reference clock, bool& ticked) override {
    ticked = false;
    return judge(getClock_(component_, &clock, 1, &ticked), "fmi3GetClock");
  }
  Status getInterval(Reference clock, double& interval, bool& known) override {
    int qualifier = 0;
    const Status status =
        judge(getInterval_(component_, &clock, 1, &interval, &qualifier), "fmi3GetIntervalDecimal");
    known = qualifier == kIntervalChanged;
    return status;
  }
  Status getShift(Reference clock, double& shift) override {
    return judge(getShift_(component_, &clock, 1, &shift), "fmi3GetShiftDecimal");
  }
  bool clocksUpdated() override { return std::exchange(clocksUpdated_, false); }

 protected:
  Status updateOnce(EventResult& result, bool& again) override {
    bool terminate = false, nominals = false, states = false, next = false;
    double time = 0;
    again = false;
    const Status status =
        judge(update_(component_, &again, &terminate, &nominals, &states, &next, &time),
              "fmi3UpdateDiscreteStates");
    result.terminate = terminate;
    result.nominalsChanged = nominals;
    result.statesChanged = states;
    if (next) result.nextEvent = time;
    return status;
  }

 private:
  template <typename F>
  Status withAccess(ValueType type, F f) {
    switch (type) {
      case ValueType::Float64:
        return f(float64_);
      case ValueType::Float32:
        return f(float32_);
      case ValueType::Int8:
        return f(int8_);
      case ValueType::UInt8:
        return f(uint8_);
      case ValueType::Int16:
        return f(int16_);
      case ValueType::UInt16:
        return f(uint16_);
      case ValueType::Int32:
        return f(int32_);
      case ValueType::UInt32:
        return f(uint32_);
      case ValueType::Int64:
        return f(int64_);
      case ValueType::UInt64:
        return f(uint64_);
      case ValueType::Boolean:
        return f(boolean_);
      default:
        return Status::Error;
    }
  }

  Access<double> float64_;
  Access<float> float32_;
  Access<int8_t> int8_;
  Access<uint8_t> uint8_;
  Access<int16_t> int16_;
  Access<uint16_t> uint16_;
  Access<int32_t> int32_;
  Access<uint32_t> uint32_;
  Access<int64_t> int64_;
  Access<uint64_t> uint64_;
  Access<bool> boolean_;
  Set<const char*>* setString_ = nullptr;
  Simple *enterConfiguration_ = nullptr, *exitConfiguration_ = nullptr;
  EnterInitialization* enterInitialization_ = nullptr;
  Simple* enterStep_ = nullptr;
  UpdateDiscreteStates* update_ = nullptr;
  CompletedStep* completed_ = nullptr;
  GetCount* count_ = nullptr;
  GetDependencyCount* countDependencies_ = nullptr;
  GetDependencies* dependencies_ = nullptr;
  DoStep* doStep_ = nullptr;
  ActivatePartition* activate_ = nullptr;
  GetClock* getClock_ = nullptr;
  GetInterval* getInterval_ = nullptr;
  GetShift* getShift_ = nullptr;
  bool clocksUpdated_ = false;
};

std::string Instance3::open(const Description& description, const InstanceOptions& options) {
  if (std::string why = library_.open(options.binary); !why.empty()) return why;
  float64_.find(library_, "Float64");
  float32_.find(library_, "Float32");
  int8_.find(library_, "Int8");
  uint8_.find(library_, "UInt8");
  int16_.find(library_, "Int16");
  uint16_.find(library_, "UInt16");
  int32_.find(library_, "Int32");
  uint32_.find(library_, "UInt32");
  int64_.find(library_, "Int64");
  uint64_.find(library_, "UInt64");
  boolean_.find(library_, "Boolean");
  library_.need(setString_, "fmi3SetString");
  library_.need(enterConfiguration_, "fmi3EnterConfigurationMode");
  library_.need(exitConfiguration_, "fmi3ExitConfigurationMode");
  library_.need(enterInitialization_, "fmi3EnterInitializationMode");
  needShared(options.kind, "GetContinuousStateDerivatives");
  need(enterEvent_, "EnterEventMode");
  library_.need(update_, "fmi3UpdateDiscreteStates");
  InstantiateModelExchange* exchange = nullptr;
  InstantiateCoSimulation* coSimulation = nullptr;
  InstantiateScheduledExecution* scheduled = nullptr;
  if (options.kind == Interface::ModelExchange) {
    library_.need(exchange, "fmi3InstantiateModelExchange");
    library_.need(completed_, "fmi3CompletedIntegratorStep");
    library_.need(count_, "fmi3GetNumberOfEventIndicators");
    if (description.modelExchange->elementDependencies) {
      library_.may(countDependencies_, "fmi3GetNumberOfVariableDependencies");
      library_.may(dependencies_, "fmi3GetVariableDependencies");
    }
  } else if (options.kind == Interface::ScheduledExecution) {
    library_.need(scheduled, "fmi3InstantiateScheduledExecution");
    library_.need(activate_, "fmi3ActivateModelPartition");
    library_.need(getClock_, "fmi3GetClock");
    library_.need(getInterval_, "fmi3GetIntervalDecimal");
    library_.need(getShift_, "fmi3GetShiftDecimal");
  } else {
    library_.need(coSimulation, "fmi3InstantiateCoSimulation");
    library_.need(enterStep_, "fmi3EnterStepMode");
    library_.need(doStep_, "fmi3DoStep");
  }
  if (!library_.missing().empty()) return "the function " + library_.missing() + " is missing";
  // A path that ends in a separator, so that names of files can be appended.
  const std::string resources = options.resources.empty() ? "" : options.resources + "/";
  const char* folder = resources.empty() ? nullptr : resources.c_str();
  const char* name = description.model.c_str();
  const char* token = description.token.c_str();
  if (exchange != nullptr) {
    component_ = exchange(name, token, folder, false, options.logging, this, logMessage);
  } else if (scheduled != nullptr) {
    const auto update = [](void* environment) {
      if (environment != nullptr)
        static_cast<Instance3*>(static_cast<fmu::Instance*>(environment))->clocksUpdated_ = true;
    };
    component_ = scheduled(name, token, folder, false, options.logging,
                           static_cast<fmu::Instance*>(this), logMessage, update, nothing, nothing);
  } else {
    usesEventMode_ = description.coSimulation->eventMode;
    component_ = coSimulation(name, token, folder, false, options.logging, usesEventMode_, true,
                              nullptr, 0, this, logMessage, nullptr);
  }
  if (component_ == nullptr) {
    judge(static_cast<int>(Status::Error), exchange != nullptr ? "fmi3InstantiateModelExchange"
                                           : scheduled != nullptr
                                               ? "fmi3InstantiateScheduledExecution"
                                               : "fmi3InstantiateCoSimulation");
    return failure();
  }
  return {};
}

}  // namespace

std::unique_ptr<Instance> makeInstance3(const Description& description,
                                        const InstanceOptions& options, std::string& why) {
  auto instance = std::make_unique<Instance3>();
  why = instance->open(description, options);
  return why.empty() ? std::move(instance) : nullptr;
}

}  // namespace formola::fmu

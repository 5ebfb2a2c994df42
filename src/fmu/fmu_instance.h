// A running instance of an FMU of either version behind one interface.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fmu/fmu_description.h"

namespace formola::fmu {

enum class Interface : uint8_t { ModelExchange, CoSimulation, ScheduledExecution };

// What an event changed.
struct EventResult {
  bool terminate = false;
  bool statesChanged = false;
  bool nominalsChanged = false;
  double nextEvent = std::numeric_limits<double>::infinity();
};

// What one element of an unknown depends on; elements count from 1, 0: all of them.
struct ElementDependency {
  size_t element = 0;
  Reference known = 0;
  size_t elementOfKnown = 0;
};

// What became of a communication step.
struct StepResult {
  bool event = false;  // event mode is asked for
  bool terminate = false;
  double end = 0;  // what was reached
};

struct InstanceOptions {
  Interface kind = Interface::ModelExchange;
  std::string binary;     // the shared object
  std::string resources;  // the folder; "": there is none
  bool logging = false;
};

// Purpose:    one instance; the calls follow the state machine of the standard, which is the same
//             for both versions but for names.
// Ensures:    each function returns what the FMU answered; Ok and Warning are successes. After
//             others `failure()` says which call it was and what the FMU told by its logger.
//             Pending (asynchronous steps) becomes Error.
class Instance {
 public:
  virtual ~Instance() = default;
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // Numbers of one type; values of arrays stand one after the other.
  virtual Status get(ValueType type, std::span<const Reference> references,
                     std::span<double> values) = 0;
  virtual Status set(ValueType type, std::span<const Reference> references,
                     std::span<const double> values) = 0;
  virtual Status setString(Reference reference, const std::string& value) = 0;

  virtual Status enterConfiguration() { return Status::Ok; }  // FMI 3.0
  virtual Status exitConfiguration() { return Status::Ok; }
  virtual Status enterInitialization(double start, std::optional<double> stop,
                                     std::optional<double> tolerance) = 0;
  virtual Status exitInitialization() = 0;
  virtual Status terminate() = 0;

  // Events: repeats until the FMU is content.
  virtual Status enterEventMode() = 0;
  Status updateDiscreteStates(EventResult& result);

  // Model exchange
  virtual Status enterContinuousTimeMode() = 0;
  virtual Status setTime(double time) = 0;
  virtual Status setStates(std::span<const double> states) = 0;
  virtual Status getStates(std::span<double> states) = 0;
  virtual Status getDerivatives(std::span<double> derivatives) = 0;
  virtual Status getIndicators(std::span<double> indicators) = 0;
  virtual Status getNominals(std::span<double> nominals) = 0;
  virtual Status completedStep(bool& event, bool& terminate) = 0;
  virtual size_t countIndicators() = 0;
  // Of a variable with several elements; nothing where the FMU does not tell.
  virtual std::optional<std::vector<ElementDependency>> elementDependencies(Reference) {
    return std::nullopt;
  }

  // Co-simulation
  bool usesEventMode() const { return usesEventMode_; }
  virtual Status enterStepMode() { return Status::Ok; }
  virtual Status doStep(double time, double step, StepResult& result) = 0;

  // Scheduled execution (FMI 3.0)
  virtual Status activatePartition(Reference /*clock*/, double /*time*/) { return Status::Error; }
  // Whether an output clock has ticked since it was asked last.
  virtual Status getClock(Reference /*clock*/, bool& /*ticked*/) { return Status::Error; }
  // Of a clock whose description does not tell; `known` is false where it is as before.
  virtual Status getInterval(Reference /*clock*/, double& /*interval*/, bool& /*known*/) {
    return Status::Error;
  }
  virtual Status getShift(Reference /*clock*/, double& /*shift*/) { return Status::Error; }
  // Whether the FMU has called for a look at its clocks since this was asked last.
  virtual bool clocksUpdated() { return false; }

  const std::string& failure() const { return failure_; }
  // What the logger was told with the status Warning, each text once.
  const std::vector<std::string>& warnings() const { return warnings_; }

  void log(int status, const char* category, std::string text);

 protected:
  virtual Status updateOnce(EventResult& result, bool& again) = 0;
  // Keeps what failed.
  Status judge(int status, const char* function);

  bool usesEventMode_ = false;

 private:
  std::string failure_;
  std::vector<std::string> told_;  // by the logger, since the last success
  std::vector<std::string> warnings_;
};

inline bool succeeded(Status status) {
  return status == Status::Ok || status == Status::Warning;
}

// Purpose:    loads the binary and makes an instance. Foreign code runs from here on.
// Ensures:    null and `why` if that fails.
std::unique_ptr<Instance> makeInstance(const Description& description,
                                       const InstanceOptions& options, std::string& why);
std::unique_ptr<Instance> makeInstance2(const Description& description,
                                        const InstanceOptions& options, std::string& why);
std::unique_ptr<Instance> makeInstance3(const Description& description,
                                        const InstanceOptions& options, std::string& why);

}  // namespace formola::fmu

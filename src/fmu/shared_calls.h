// The calls that FMI 2.0 and 3.0 have in common but for the prefix of their names.
#pragma once

#include "fmu/fmi_api.h"
#include "fmu/fmu_instance.h"
#include "fmu/fmu_library.h"

namespace formola::fmu {

class SharedCalls : public Instance {
 public:
  Status exitInitialization() override { return run(exitInitialization_); }
  Status terminate() override { return run(terminate_); }
  Status enterEventMode() override { return run(enterEvent_); }
  Status enterContinuousTimeMode() override { return run(enterContinuous_); }
  Status setTime(double time) override { return run(setTime_, time); }
  Status setStates(std::span<const double> x) override {
    return run(setStates_, x.data(), x.size());
  }
  Status getStates(std::span<double> x) override { return run(getStates_, x.data(), x.size()); }
  Status getDerivatives(std::span<double> x) override {
    return run(getDerivatives_, x.data(), x.size());
  }
  Status getIndicators(std::span<double> z) override {
    return run(getIndicators_, z.data(), z.size());
  }
  Status getNominals(std::span<double> x) override { return run(getNominals_, x.data(), x.size()); }

 protected:
  // A function of the binary and its whole name.
  template <typename F>
  struct Function {
    F* call = nullptr;
    std::string name;
  };

  explicit SharedCalls(std::string prefix) : prefix_(std::move(prefix)) {}
  // For destructors: the binary may still call back.
  void close() {
    if (component_ != nullptr && free_.call != nullptr) free_.call(component_);
    component_ = nullptr;
  }

  template <typename F, typename... Arguments>
  Status run(const Function<F>& function, Arguments... arguments) {
    return judge(function.call(component_, arguments...), function.name.c_str());
  }
  template <typename F>
  void need(Function<F>& function, std::string_view name) {
    function.name = prefix_ + std::string(name);
    library_.need(function.call, function.name.c_str());
  }
  // `derivatives`: what the function for der(x) is called.
  void needShared(Interface kind, std::string_view derivatives) {
    need(free_, "FreeInstance");
    need(exitInitialization_, "ExitInitializationMode");
    need(terminate_, "Terminate");
    if (kind != Interface::ModelExchange) return;
    need(enterEvent_, "EnterEventMode");
    need(enterContinuous_, "EnterContinuousTimeMode");
    need(setTime_, "SetTime");
    need(setStates_, "SetContinuousStates");
    need(getStates_, "GetContinuousStates");
    need(getDerivatives_, derivatives);
    need(getIndicators_, "GetEventIndicators");
    need(getNominals_, "GetNominalsOfContinuousStates");
  }

  Library library_;
  Component component_ = nullptr;
  Function<Simple> enterEvent_;  // also of co-simulation in FMI 3.0

 private:
  std::string prefix_;
  Function<Free> free_;
  Function<Simple> exitInitialization_, terminate_, enterContinuous_;
  Function<SetTime> setTime_;
  Function<SetStates> setStates_;
  Function<GetStates> getStates_, getDerivatives_, getIndicators_, getNominals_;
};

}  // namespace formola::fmu

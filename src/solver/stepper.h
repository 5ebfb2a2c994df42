// A simulation in the hands of its user: step by step, with inputs that are set on the way, and
// states that are kept and gone back to.
#pragma once

#include <memory>
#include <vector>

#include "runtime/delay_buffer.h"
#include "runtime/input_signals.h"
#include "runtime/transport_profile.h"
#include "solver/events.h"
#include "solver/problem.h"

namespace formola::solver {

class Simulation;

// Everything that decides how a simulation goes on, but for the memory of the integrator and of
// external objects.
struct SimulationState {
  const FmlModel* model = nullptr;
  double time = 0, reached = 0, passed = 0, segmentStart = 0;
  std::vector<double> v, pre, delayTimes, crossingScale;
  std::vector<uint8_t> relations;
  std::vector<runtime::DelayBuffer> delays;
  std::vector<runtime::TransportProfile> transports;
  TimeSchedule schedule;
  runtime::InputWriter inputs{{}};
  bool inputsChanged = false;
};

// Purpose: the loop of `simulate`, as far as it is asked to go. A row is given at the start, at the
// ends of advanceTo, and two at each event. Functions return false when the run is over: report()
// tells why.
class Stepper {
 public:
  // problem.stopTime is no end; it tells how long steps may become and what counts as a short time.
  Stepper(SimulationProblem problem, ResultObserver& observer);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // Initialises.
  bool start();
  // Requires: time >= data().time. Ensures: all variables are those at `time`, after an event
  // there.
  bool advanceTo(double time);
  // From the present time on, an event there, which settle() or the next step handles.
  void setInput(int32_t index, std::shared_ptr<const runtime::InputSignal> signal);
  bool settle();
  bool going() const { return going_; }
  // Other states at the present time, as an event would give them.
  bool moveTo(const double* x);

  FmlData& data();
  const SimulationReport& report() const;
  SimulationReport finish();

  SimulationState save() const;
  // Requires: start(); a state of the same compiled model, maybe of another Stepper. Ensures: goes
  // on from there with an integrator that begins anew.
  bool restore(const SimulationState& state);

 private:
  std::unique_ptr<SimulationProblem> problem_;
  std::unique_ptr<Simulation> simulation_;
  bool going_ = false;
};

}  // namespace formola::solver

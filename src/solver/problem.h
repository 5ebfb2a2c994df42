// What to simulate and how, who gets the results, and what came of it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/failure.h"
#include "runtime/input_signals.h"
#include "runtime/model_abi.h"
#include "runtime/workspace.h"
#include "solver/method.h"

namespace formola::solver {

// The attributes min and max of a variable, or of an alias of one.
struct Bounds {
  int32_t variable;
  bool negated = false;    // the value is -v[variable]
  bool parameter = false;  // outside is an error
  bool exact = false;      // a parameter, or no Real: not subject to errors of integration
  double min, max;
  std::string name;
};

class EventWatcher;

// How inline:bdf begins, at the start and after each event: with order one and small steps, with
// Runge-Kutta steps from which order four follows, or with these where events come often.
enum class StartUp : uint8_t { Automatic, LowOrder, RungeKutta };

struct SimulationProblem {
  const FmlModel* model = nullptr;
  Method method = Method::Ida;  // not Auto
  // A method that fails or chatters is replaced by IDA, from the last accepted point on.
  bool fallBack = false;
  double startTime = 0;
  double stopTime = 1;
  double tolerance = 1e-6;  // relative; absolute tolerance of a state: tolerance * nominal
  int32_t intervals = 500;  // rows are given at startTime + i (stopTime - startTime) / intervals;
                            // 0: start and stop only
  double step = 0;          // of fixed-step methods; 0: the length of an output interval
  bool embeddedEstimate = false;  // Radau and Lobatto: usual embedded formula, not blended ones
  StartUp startUp = StartUp::Automatic;
  int32_t realTimeIterations = 0;  // > 0: real time, at most so many Newton iterations in a block
  double maxStep = 0;              // 0: a tenth of the simulated time
  bool relaxing = false;           // large systems of equations are relaxed, not factored
  int32_t threads = 1;             // that share the long loops of an evaluation
  bool eventRows = true;           // two more rows at each event: before and after
  std::function<void(FmlData&)>
      setParameters;  // writes free parameters and start values, before evalParameters
  // Looks at the values of all parameters; false ends the run with Outcome::Refused.
  std::function<bool(const FmlData&)> acceptParameters;
  std::vector<runtime::DrivenInput> inputs;      // others keep their values
  const std::atomic<bool>* interrupt = nullptr;  // set from outside: stop after the present step
  const std::vector<Bounds>* bounds = nullptr;   // that are checked; null: none
  EventWatcher* events = nullptr;                // may be null
};

enum class RowKind : uint8_t { Output, BeforeEvent, AfterEvent };

// Looks at the events of a run.
class EventWatcher {
 public:
  virtual ~EventWatcher() = default;
  // At the left limit; samples that tick are marked. `crossed`: the relations that cause it, empty
  // at a time event.
  virtual void before(const FmlData& data, const std::vector<int32_t>& crossed) = 0;
  // When all has settled. `passes`: it had a second part, right after the instant.
  virtual void after(const FmlData& data, bool passes) = 0;
};

// An accepted step of the integrator.
struct StepInfo {
  double end = 0, size = 0;
  int order = 0;          // of the formula
  int32_t limiting = -1;  // the state with the largest error against its tolerance; -1: not known
};

// Receives the results while the simulation runs.
class ResultObserver {
 public:
  virtual ~ResultObserver() = default;
  // All variables are in data.v, consistent at data.time. Times do not decrease. False ends the
  // simulation, e.g. when the disk is full.
  virtual bool row(const FmlData& data, RowKind kind) = 0;
  // After each accepted step.
  virtual void progress(double time, double stepSize) {
    (void)time;
    (void)stepSize;
  }
  // As progress, with what must be asked for; only where wantsSteps.
  virtual bool wantsSteps() const { return false; }
  virtual void stepped(const StepInfo& step) { (void)step; }
};

// Durations of steps, kept in classes of 1 % so that recording one needs no memory.
class StepTimes {
 public:
  void add(double seconds);
  uint64_t count() const { return count_; }
  double worst() const { return worst_; }
  double mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
  // The duration that the given fraction of the steps did not exceed.
  double quantile(double fraction) const;

 private:
  static constexpr int kClasses = 2400;  // from 1 ns to 20 s
  std::array<uint32_t, kClasses> classes_{};
  uint64_t count_ = 0;
  double sum_ = 0, worst_ = 0;
};

// Steps of which something is to be told: how many, and where the first one ended.
struct NotedSteps {
  uint64_t count = 0;
  double first = 0;
  void add(double time) {
    if (count++ == 0) first = time;
  }
};

enum class Outcome : uint8_t {
  Finished,
  Terminated,       // by terminate() in the model: a success
  Interrupted,      // by SimulationProblem::interrupt
  ObserverStopped,  // ResultObserver::row returned false
  Refused,          // by SimulationProblem::acceptParameters
  Failed,
};

enum class FailedStage : uint8_t {
  None,
  Initialisation,
  Integration,
  EventLocation,
  EventIteration,
  Chattering
};

// A variable that was a denormal number.
struct DenormalValue {
  int32_t variable;  // index into v
  double time, value;
};

struct SimulationReport {
  Outcome outcome = Outcome::Failed;
  FailedStage stage = FailedStage::None;
  std::string message;       // one or more sentences for the user when the outcome is not Finished
  runtime::Failure failure;  // what an evaluation reported last, if that is the cause
  std::vector<int32_t> relations;    // that chatter or cycle
  std::vector<int32_t> variables;    // discrete ones that cycle, states that slide
  double endTime = 0;                // up to which results were given
  Method method = Method::Ida;       // as the problem has it
  std::optional<double> fellBackAt;  // the time from which on IDA did the rest

  uint64_t stepsAccepted = 0;
  uint64_t stepsRejected = 0;
  uint64_t newtonIterations = 0;             // of the integrator, or in inlined steps
  uint64_t blockNewtonIterations = 0;        // in nonlinear blocks of the model, otherwise
  std::vector<uint64_t> iterationsOfBlocks;  // of each nonlinear block, whoever counts them
  uint64_t functionEvaluations = 0;
  uint64_t jacobianEvaluations = 0;
  uint64_t differencedJacobians = 0;  // so many of them by differences of the right-hand side
  uint64_t factorizations = 0;        // of the integrator and of blocks
  uint64_t timeEvents = 0;
  uint64_t stateEvents = 0;
  uint64_t stateChanges = 0;      // how often states were exchanged for other candidates
  uint64_t formulaFallbacks = 0;  // linear blocks whose formulas did not hold
  runtime::RelaxingIteration::Counts relaxing;  // of all systems
  double secondsInitialize = 0;
  double secondsSimulate = 0;
  StepTimes stepTimes;     // real time only, as the next two
  NotedSteps overruns;     // took longer than the step size
  NotedSteps unconverged;  // with blocks for which the iterations were too few

  std::vector<std::string> warnings;  // assertions at level warning, chattering, homotopy used
  std::vector<DenormalValue> denormals;
  std::vector<double> finalValues;  // v as the run left it
};

}  // namespace formola::solver

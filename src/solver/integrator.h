// One interface to all integrators: a smooth piece of the solution, step by step, with dense
// output.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "solver/evaluator.h"
#include "solver/problem.h"

namespace formola::solver {

// Purpose: advance the states between events. The simulation loop owns events, output and time
// limits.
class Integrator {
 public:
  virtual ~Integrator() = default;
  Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  // Begins at the time and states in the data, where derivatives have been evaluated; forgets the
  // past. False: message() tells why.
  virtual bool restart() = 0;
  // One accepted step from stepEnd() on, not beyond `limit` (> stepEnd()). The model is smooth up
  // to there.
  virtual bool step(double limit) = 0;
  // The solution at t in [stepStart(), stepEnd()]: writes the states (and, where the integrator
  // knows them, start values of algebraic unknowns) into the data and sets its time. The rest must
  // be evaluated.
  virtual void interpolate(double t) = 0;
  // The data hold what evalDerivatives would compute at the point last asked for.
  virtual bool evaluated() const { return false; }
  // Of the last step: the order of its formula; the state with the largest error against its
  // tolerance, -1 where no error is estimated.
  virtual int order() const { return 0; }
  virtual int32_t limitingState() { return -1; }
  // Its steps cannot be solved again and again: another method will do better.
  virtual bool struggles() const { return false; }
  // Adds its counts.
  virtual void count(SimulationReport& report) const = 0;

  double stepStart() const { return stepStart_; }
  double stepEnd() const { return stepEnd_; }
  const std::string& message() const { return message_; }

 protected:
  double stepStart_ = 0;
  double stepEnd_ = 0;
  std::string message_;
};

// Why the derivatives could not be evaluated, for Integrator::message.
std::string evaluationFailed(FmlData* d, double t);

// The largest |errors[i] * weights[i]|; -1: all are zero or no numbers.
int32_t largestError(const double* errors, const double* weights, int32_t n);

// "; the state that limits the step is x", or "".
std::string limitText(const FmlModel& model, int32_t state);

// The integrator for problem.method; models without states get one that only advances time.
std::unique_ptr<Integrator> makeIntegrator(const SimulationProblem& problem, Evaluator& evaluator);
std::unique_ptr<Integrator> makeStateless(const SimulationProblem& problem, Evaluator& evaluator);

template <typename T>
std::unique_ptr<Integrator> makeIntegratorOf(const SimulationProblem& problem,
                                             Evaluator& evaluator) {
  return std::make_unique<T>(problem, evaluator);
}

// Inlined BDF with steps that follow the tolerance, or of variable order and fixed step.
std::unique_ptr<Integrator> makeInlineBdf(const SimulationProblem& problem, Evaluator& evaluator,
                                          int highestOrder, bool fixedOrder);

inline double largestStep(const SimulationProblem& problem) {
  return problem.maxStep > 0 ? problem.maxStep : (problem.stopTime - problem.startTime) / 10;
}
inline double outputInterval(const SimulationProblem& problem) {
  const double length = problem.stopTime - problem.startTime;
  return problem.intervals > 0 ? length / problem.intervals : length;
}

// A step of size h with `left` before the limit: not beyond it, and no tiny rest before it.
struct FittedStep {
  double h;
  bool last;  // ends at the limit
};
inline FittedStep fitStep(double h, double left) {
  if (1.0000001 * h >= left) return {left, true};
  return {2 * h > left ? left / 2 : h, false};
}

// How near two instants must be to count as one: a few units in the last place.
inline double timeResolution(double t) {
  return 8 * 2.220446049250313e-16 * (std::abs(t) > 1e-290 ? std::abs(t) : 1e-290);
}

// Where a fixed step of size h from t ends: steps end on multiples of h from the start, so that one
// cut short by an event does not shift the rest.
inline double fixedStepEnd(const SimulationProblem& problem, double t, double h, double limit) {
  // After many steps, or far from time 0, the quotient has fewer digits than a fixed slack needs.
  constexpr double kSlack = 1e-9, kRounding = 1e-15, kMost = 0.25;
  const double steps = (t - problem.startTime) / h;
  const double resolution =
      std::fmin(timeResolution(std::fmax(std::fabs(t), std::fabs(problem.startTime))) / h, kMost);
  const double slack = std::fmax(kSlack, resolution);
  const double end =
      problem.startTime + (std::floor(steps + std::fmax(slack, kRounding * steps)) + 1) * h;
  return end > limit - slack * h ? limit : end;
}

}  // namespace formola::solver

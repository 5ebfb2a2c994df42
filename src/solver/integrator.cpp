#include "solver/integrator.h"

#include <fmt/format.h>

#include "runtime/workspace.h"

namespace formola::solver {

namespace {

// Advances time only, by multiples of a step since the start, as rows are: sums of steps would
// drift away from them. No error limits the step: where relations are watched, it is short however
// few rows are asked for, so that what crosses and comes back is seen.
class Stateless : public Integrator {
 public:
  Stateless(const SimulationProblem& problem, Evaluator& evaluator)
      : problem_(problem),
        evaluator_(evaluator),
        h_(std::min(problem.step > 0 ? problem.step : outputInterval(problem),
                    largestStep(problem))) {
    constexpr double kSteps = 500;
    if (problem.step <= 0 && problem.model->nStateRelations > 0)
      h_ = std::min(h_, (problem.stopTime - problem.startTime) / kSteps);
  }

  bool restart() override {
    stepStart_ = stepEnd_ = evaluator_.data()->time;
    return true;
  }
  bool step(double limit) override {
    stepStart_ = stepEnd_;
    stepEnd_ = fixedStepEnd(problem_, stepStart_, h_, limit);
    ++steps_;
    return true;
  }
  void interpolate(double t) override { evaluator_.data()->time = t; }
  void count(SimulationReport& report) const override { report.stepsAccepted += steps_; }

 private:
  const SimulationProblem& problem_;
  Evaluator& evaluator_;
  double h_;
  uint64_t steps_ = 0;
};

}  // namespace

int32_t largestError(const double* errors, const double* weights, int32_t n) {
  int32_t worst = -1;
  double largest = 0;
  for (int32_t i = 0; i < n; ++i)
    if (const double e = std::abs(errors[i] * weights[i]); e > largest) {
      largest = e;
      worst = i;
    }
  return worst;
}

std::string limitText(const FmlModel& model, int32_t state) {
  if (state < 0) return {};
  return "; the state that limits the step is " +
         runtime::describeEntity(model, FML_VARIABLE, state);
}

std::string evaluationFailed(FmlData* d, double t) {
  const std::string reason = runtime::describeFailure(*d->model, d->workspace->failure);
  return fmt::format("the derivatives could not be evaluated at time {}{}{}", t,
                     reason.empty() ? "" : ": ", reason);
}

std::unique_ptr<Integrator> makeStateless(const SimulationProblem& problem, Evaluator& evaluator) {
  return std::make_unique<Stateless>(problem, evaluator);
}

}  // namespace formola::solver

// Explicit methods with fixed step: Euler and classical Runge–Kutta.
#include "solver/integration_method.h"

namespace formola::solver {

namespace {

using Vector = std::vector<double>;

class FixedStep : public Integrator {
 public:
  FixedStep(const SimulationProblem& problem, Evaluator& evaluator)
      : problem_(problem),
        evaluator_(evaluator),
        n_(evaluator.nStates()),
        h_(problem.step > 0 ? problem.step : outputInterval(problem)) {
    for (Vector* v : {&x0_, &f0_, &x1_, &f1_}) v->assign(static_cast<size_t>(n_), 0.0);
  }

  bool restart() override {
    FmlData* d = evaluator_.data();
    stepStart_ = stepEnd_ = d->time;
    std::copy(d->v, d->v + n_, x1_.begin());
    std::copy(d->v + n_, d->v + 2 * n_, f1_.begin());
    return true;
  }

  bool step(double limit) override {
    stepStart_ = stepEnd_;
    x0_.swap(x1_);
    f0_.swap(f1_);
    const double end = fixedStepEnd(problem_, stepStart_, h_, limit);
    const double h = end - stepStart_;
    stepEnd_ = end;
    if (!advance(h) || evaluator_.derivatives(end, x1_.data(), f1_.data()) != FML_OK) {
      message_ = evaluationFailed(evaluator_.data(), end);
      stepEnd_ = stepStart_;
      return false;
    }
    ++steps_;
    return true;
  }

  void interpolate(double t) override {
    FmlData* d = evaluator_.data();
    d->time = t;
    if (t >= stepEnd_ || stepEnd_ == stepStart_) {
      std::copy(x1_.begin(), x1_.end(), d->v);
      return;
    }
    // Cubic Hermite interpolation: order 4 at the inside of a step.
    const double h = stepEnd_ - stepStart_;
    const double s = (t - stepStart_) / h;
    for (int32_t i = 0; i < n_; ++i) {
      const double difference = x1_[i] - x0_[i];
      d->v[i] = (1 - s) * x0_[i] + s * x1_[i] +
                s * (s - 1) * ((1 - 2 * s) * difference + (s - 1) * h * f0_[i] + s * h * f1_[i]);
    }
  }

  void count(SimulationReport& report) const override { report.stepsAccepted += steps_; }

 protected:
  // x1_ from x0_ and f0_ at the beginning of the step.
  virtual bool advance(double h) = 0;

  const SimulationProblem& problem_;
  Evaluator& evaluator_;
  int32_t n_;
  double h_;
  uint64_t steps_ = 0;
  Vector x0_, f0_, x1_, f1_;
};

class Euler : public FixedStep {
 public:
  using FixedStep::FixedStep;
  int order() const override { return 1; }

 private:
  bool advance(double h) override {
    for (int32_t i = 0; i < n_; ++i) x1_[i] = x0_[i] + h * f0_[i];
    return true;
  }
};

class RungeKutta : public FixedStep {
 public:
  RungeKutta(const SimulationProblem& problem, Evaluator& evaluator)
      : FixedStep(problem, evaluator) {
    for (Vector* v : {&stage_, &k2_, &k3_, &k4_}) v->assign(static_cast<size_t>(n_), 0.0);
  }
  int order() const override { return 4; }

 private:
  bool evaluateAt(double t, double factor, const Vector& slope, Vector& result) {
    for (int32_t i = 0; i < n_; ++i) stage_[i] = x0_[i] + factor * slope[i];
    return evaluator_.derivatives(t, stage_.data(), result.data()) == FML_OK;
  }

  bool advance(double h) override {
    const double middle = stepStart_ + h / 2;
    if (!evaluateAt(middle, h / 2, f0_, k2_) || !evaluateAt(middle, h / 2, k2_, k3_) ||
        !evaluateAt(stepStart_ + h, h, k3_, k4_))
      return false;
    for (int32_t i = 0; i < n_; ++i)
      x1_[i] = x0_[i] + h / 6 * (f0_[i] + 2 * (k2_[i] + k3_[i]) + k4_[i]);
    return true;
  }

  Vector stage_, k2_, k3_, k4_;
};

}  // namespace

constinit const IntegrationMethod kEuler = {
    .family = MethodFamily::FixedStep,
    .order = 1,
    .integrator = makeIntegratorOf<Euler>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Forward Euler", "Explicit", 1, multistep({1}, {0, 1})}};
    }};

constinit const IntegrationMethod kRk4 = {
    .family = MethodFamily::FixedStep,
    .order = 4,
    .integrator = makeIntegratorOf<RungeKutta>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Runge–Kutta, order 4", "Explicit", 4,
               rungeKutta({{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}},
                          {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6})}};
    }};

}  // namespace formola::solver

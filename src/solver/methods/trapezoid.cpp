// The trapezoidal rule, and a forward and a backward Euler step in turn (book, 8.10), of which the
// pair is one step of the trapezoidal rule: with variable step they are the same method.
#include "solver/integration_method.h"
#include "solver/one_stage.h"

namespace formola::solver {

namespace {

// The trapezoidal rule turns the sign of a stiff component in every step and does not make it
// smaller: R(inf) = -1. Its third difference then is as large for any step that is not as short as
// the component is fast. Where this takes more than so much of the tolerance, steps of an L-stable
// method of higher order damp it, so many that the differences hold none of it any more (the idea:
// R. Rannacher, Finite element solution of diffusion problems with irregular data, 1984).
constexpr double kRinging = 0.05;
constexpr int kDampingSteps = 3;

// x_n = x_{n-1} + h/2 (f_{n-1} + f_n)
class Trapezoid : public ControlledOneStage {
 public:
  Trapezoid(const SimulationProblem& problem, Evaluator& evaluator)
      : ControlledOneStage(problem, evaluator, 2, 2, 3, 2) {}

 protected:
  void begin() override {
    ControlledOneStage::begin();
    damping_ = 0;
  }
  bool fixedStep(double h, bool /*regular*/) override { return attempt(h); }

 private:
  bool attempt(double h) override {
    for (int32_t i = 0; i < n_; ++i) old_[i] = x_[i] + h / 2 * f_[i];
    return solveStep(stepEnd_ + h, h / 2);
  }
  bool takesRungeKutta() const override { return damping_ > 0; }
  bool changesFormula(double error) override {
    if (damping_ > 0 || !(ringing() > kRinging)) return false;
    // Not the step is too long: what rings does so with every step that is not much shorter.
    damping_ = kDampingSteps;
    return !(error <= 1);
  }
  double growth(double /*error*/, double factor) override {
    if (damping_ == 0) return factor;
    // The estimate of the Runge-Kutta method does not speak for the trapezoidal rule.
    --damping_;
    return std::min(factor, 1.0);
  }
  double errorOf(double h) override {
    if (damping_ > 0) return sdirkError(h, error_);
    if (pastCount_ < 3)
      differencesOfSlopes(h, 2);
    else
      thirdDifferences(h);
    return norm(error_.data());
  }
  // As the formula has it, not as the model computes it from x: see coupled.cpp.
  void takeSlopes(double h) override {
    for (int32_t i = 0; i < n_ && !isFixed(); ++i) f_[i] = (x_[i] - old_[i]) * (2 / h);
  }

  // With steps as long as the slow states allow: der(x) of a stiff state is its error times lambda.
  bool byValues() const { return !isFixed() && history_.points() >= 3; }
  void predict(double t) override {
    if (byValues())
      history_.evaluateValues(t, 3, d_->v, nullptr);
    else
      ControlledOneStage::predict(t);
  }
  void dense(double t, double* x) const override {
    if (byValues())
      history_.evaluateValues(t, 4, x, nullptr);
    else
      ControlledOneStage::dense(t, x);
  }
  void thirdDifferences(double h);

  int damping_ = 0;  // so many steps by the Runge-Kutta method
};

// h^3/12 x''' from the divided difference of the last four values of x, for steps of any size.
// That of der(x) would magnify errors of the iteration by h lambda, which is without bounds where
// the trapezoidal rule is used for stiff problems.
void Trapezoid::thirdDifferences(double h) {
  const double p = before_[0], p2 = before_[1];
  for (int32_t i = 0; i < n_; ++i) {
    const double d1 = (d_->v[i] - past_[0][i]) / h, d1p = (past_[0][i] - past_[1][i]) / p,
                 d1p2 = (past_[1][i] - past_[2][i]) / p2;
    const double d2 = (d1 - d1p) / (h + p), d2p = (d1p - d1p2) / (p + p2);
    error_[i] = h * h * h / 2 * (d2 - d2p) / (h + p + p2);
  }
}

class ForwardBackward : public Trapezoid {
 public:
  using Trapezoid::Trapezoid;

 private:
  void begin() override {
    Trapezoid::begin();
    forward_ = true;
  }
  bool fixedStep(double h, bool /*regular*/) override {
    forward_ = !forward_;
    return forward_ ? backwardEuler(h) : forwardEuler(h);
  }
  bool forwardEuler(double h) {
    for (int32_t i = 0; i < n_; ++i) old_[i] = x_[i] + h * f_[i];
    return evaluator_.derivatives(stepEnd_ + h, old_.data()) == FML_OK;
  }

  bool forward_ = true;  // the next fixed step is forward Euler
};

constexpr const char* kGroup = "One-step and Adams";

}  // namespace

constinit const IntegrationMethod kTrapezoid = {
    .family = MethodFamily::InlineTrapezoid,
    .order = 2,
    .integrator = makeIntegratorOf<Trapezoid>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Trapezoidal rule", kGroup, 1, multistep({1}, {0.5, 0.5})}};
    }};

constinit const IntegrationMethod kForwardBackward = {
    .family = MethodFamily::InlineForwardBackward,
    .order = 2,
    .integrator = makeIntegratorOf<ForwardBackward>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Backinterpolation, order 2", kGroup, 1, Amplification{{{-1, -0.5}, {1, -0.5}}}}};
    }};

}  // namespace formola::solver

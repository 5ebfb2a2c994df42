// Adams-Moulton of orders 3 to 6, for steps of any size (book, 4.3 and 8.10).
#include "solver/integration_method.h"
#include "solver/one_stage.h"
#include "solver/stability_watch.h"

namespace formola::solver {

namespace {

// For a step of size h after steps of the sizes `before`, the last one first: x_n = x_{n-1} + sum
// b[i] f_{n-i}, the integral of the polynomial through f at the last `order` points.
struct AdamsFormula {
  double b[kMostPast];
};

// Requires: order - 2 sizes.
AdamsFormula adamsMoulton(int order, double h, const double* before) {
  if (order == 3) {  // as C programs have it, to the last digit
    const double p = before[0];
    return {{h * (2 * h + 3 * p) / (6 * (h + p)), h * (h + 3 * p) / (6 * p),
             -(h * h * h / (6 * p * (h + p)))}};
  }
  double points[kMostPast] = {0, -h};
  for (int i = 2; i < order; ++i) points[i] = points[i - 1] - before[i - 2];
  AdamsFormula formula{};
  for (int k = 0; k < order; ++k) {
    double polynomial[kMostPast] = {1};  // 1 at point k and 0 at the others
    int degree = 0;
    for (int i = 0; i < order; ++i) {
      if (i == k) continue;
      const double scale = 1 / (points[k] - points[i]);
      for (int d = degree + 1; d >= 0; --d)
        polynomial[d] = scale * ((d > 0 ? polynomial[d - 1] : 0) - points[i] * polynomial[d]);
      ++degree;
    }
    double power = -h;
    for (int d = 0; d <= degree; ++d, power *= -h) formula.b[k] -= polynomial[d] * power / (d + 1);
  }
  return formula;
}

template <int kOrder>
class AdamsMoulton : public ControlledOneStage {
 public:
  AdamsMoulton(const SimulationProblem& problem, Evaluator& evaluator)
      : ControlledOneStage(problem, evaluator, kOrder, 3, kOrder + 1, 2),
        stability_(problem.method) {}

 private:
  bool advance(double limit) override {
    if (!ControlledOneStage::advance(limit)) return false;
    if (isFixed()) return true;
    stability_.add(unstable_, stepEnd_);
    message_ = stability_.hopeless(stepEnd_, problem_.stopTime, nextStep());
    return message_.empty();
  }
  std::string note() const override { return stability_.note(); }

  // The formula has the points that it goes through.
  bool goes() const { return stepsBefore_ >= kOrder - 2; }
  bool takesRungeKutta() const override { return !goes(); }
  bool attempt(double h) override {
    const AdamsFormula formula = adamsMoulton(kOrder, h, before_);
    for (int32_t i = 0; i < n_; ++i) {
      old_[i] = x_[i] + formula.b[1] * f_[i];
      for (int k = 2; k < kOrder; ++k) old_[i] += formula.b[k] * fBefore_[k - 2][i];
    }
    return solveStep(stepEnd_ + h, formula.b[0]);
  }
  bool fixedStep(double h, bool /*regular*/) override {
    return goes() ? attempt(h) : startUp(h, kOrder > 3 ? 16 : 4);
  }
  double errorOf(double h) override {
    differencesOfSlopes(h, kOrder);
    return norm(error_.data());
  }
  double growth(double error, double factor) override {
    unstable_ = ringing() > 0.5 * error;
    // Coefficients grow with the powers of the quotient of two steps.
    return kOrder > 3 ? std::min(factor, 1.5) : factor;
  }

  StabilityWatch stability_;
  bool unstable_ = false;  // what the last step looked like
};

template <int kOrder>
constexpr IntegrationMethod describe() {
  return {.family = MethodFamily::InlineAdams,
          .order = kOrder,
          .integrator = makeIntegratorOf<AdamsMoulton<kOrder>>,
          .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
            const double equal[kMostPast] = {1, 1, 1, 1, 1, 1};
            const AdamsFormula formula = adamsMoulton(kOrder, 1, equal);
            return {{"Adams–Moulton, order " + std::to_string(kOrder), "One-step and Adams", 1,
                     multistep({1}, {formula.b, formula.b + kOrder})}};
          }};
}

}  // namespace

constinit const IntegrationMethod kAdamsMoulton3 = describe<3>();
constinit const IntegrationMethod kAdamsMoulton4 = describe<4>();
constinit const IntegrationMethod kAdamsMoulton5 = describe<5>();
constinit const IntegrationMethod kAdamsMoulton6 = describe<6>();

}  // namespace formola::solver

// Richardson extrapolation of 1, 2, 3 and 4 steps of backward Euler over the same time to order 4:
// Hairer and Wanner, IV.9.
#include "solver/integration_method.h"
#include "solver/one_stage.h"

namespace formola::solver {

namespace {

constexpr int kResults = 4;
// What each of the results counts in the extrapolated one, and in that without the first one, of an
// order less.
constexpr double kWeights[kResults] = {-1.0 / 6, 4, -27.0 / 2, 32.0 / 3};
constexpr double kWeightsBefore[kResults] = {0, 2, -9, 8};

class Extrapolation : public ControlledOneStage {
 public:
  Extrapolation(const SimulationProblem& problem, Evaluator& evaluator)
      : ControlledOneStage(problem, evaluator, 4, 3, 4, 4) {
    constexpr double kGrowth = 28;  // of errors in what is extrapolated
    iterationError_ /= kGrowth;
  }

 private:
  bool attempt(double h) override;
  bool fixedStep(double h, bool /*regular*/) override { return attempt(h); }
  double errorOf(double /*h*/) override { return norm(error_.data()); }
  void takeSlopes(double /*h*/) override { f_ = slopes_; }

  Vector slopes_, sum_, begin_;
};

// Each of the results is an expansion in powers of its step, and so is the slope of its last step,
// which does not magnify errors of stiff states as the model would.
bool Extrapolation::attempt(double h) {
  sum_.assign(static_cast<size_t>(n_), 0.0);
  slopes_ = error_ = sum_;
  for (int n = 1; n <= kResults; ++n) {
    const double part = h / n;
    begin_ = x_;
    for (int k = 1; k <= n; ++k) {
      if (k > 1) std::copy(d_->v, d_->v + n_, begin_.begin());
      old_ = begin_;
      if (!solveStep(stepEnd_ + k * part, part)) return false;
    }
    for (int32_t i = 0; i < n_; ++i) {
      sum_[i] += kWeights[n - 1] * d_->v[i];
      slopes_[i] += kWeights[n - 1] * (d_->v[i] - begin_[i]) / part;
      error_[i] += (kWeights[n - 1] - kWeightsBefore[n - 1]) * d_->v[i];
    }
  }
  return evaluator_.derivatives(stepEnd_ + h, sum_.data()) == FML_OK;
}

// The sum of weight_n (1 - z/n)^-n over a common denominator.
Amplification amplification() {
  std::vector<double> denominator{1}, numerator{0};
  auto times = [](const std::vector<double>& p, int n) {  // (1 - z/n)^n p
    std::vector<double> product = p;
    for (int k = 0; k < n; ++k) {
      product.push_back(0);
      for (size_t i = product.size() - 1; i > 0; --i) product[i] -= product[i - 1] / n;
    }
    return product;
  };
  for (int n = 1; n <= kResults; ++n) {
    numerator = times(numerator, n);
    for (size_t i = 0; i < denominator.size(); ++i)
      numerator[i] -= kWeights[n - 1] * denominator[i];
    denominator = times(denominator, n);
  }
  return {{numerator, denominator}};
}

}  // namespace

constinit const IntegrationMethod kExtrapolation4 = {
    .family = MethodFamily::InlineExtrapolation,
    .order = 4,
    .integrator = makeIntegratorOf<Extrapolation>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Backward Euler, extrapolated to order 4", "One-step and Adams", kResults,
               amplification()}};
    }};

}  // namespace formola::solver

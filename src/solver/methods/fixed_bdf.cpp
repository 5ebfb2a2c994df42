// BDF of one order: x_n = sum_i a_i x_{n-i} + h b der(x_n) with a fixed step; with steps that
// follow the tolerance, those of methods/bdf.cpp.
#include "solver/integration_method.h"
#include "solver/one_stage.h"

namespace formola::solver {

namespace {

class FixedBdf : public OneStageIntegrator {
 public:
  FixedBdf(const SimulationProblem& problem, Evaluator& evaluator, int order)
      : OneStageIntegrator(problem, evaluator, order, 2), formula_(kBdf[order - 1]) {}

 private:
  bool fixedStep(double h, bool regular) override {
    // The error of the start must not show in that of the formula.
    if (order() > 1 && (!regular || pastCount_ < order())) return startUp(h, 1 << order());
    for (int32_t i = 0; i < n_; ++i) {
      double sum = 0;
      for (int j = 0; j < order(); ++j) sum += formula_.a[j] * past_[j][i];
      old_[i] = sum;
    }
    return solveStep(stepEnd_ + h, formula_.b * h);
  }

  const BdfFormula& formula_;
};

template <int kOrder>
std::unique_ptr<Integrator> makeBdf(const SimulationProblem& problem, Evaluator& evaluator) {
  if (problem.step > 0) return std::make_unique<FixedBdf>(problem, evaluator, kOrder);
  return makeInlineBdf(problem, evaluator, kOrder, true);
}

template <int kOrder>
constexpr IntegrationMethod describe() {
  return {.family = MethodFamily::InlineFixedBdf,
          .order = kOrder,
          .differentiates = true,
          .integrator = makeBdf<kOrder>,
          .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
            const BdfFormula& f = kBdf[kOrder - 1];
            return {{"BDF, order " + std::to_string(kOrder), "BDF", 1,
                     multistep({f.a, f.a + kOrder}, {f.b})}};
          }};
}

}  // namespace

constinit const IntegrationMethod kBdf1 = describe<1>();
constinit const IntegrationMethod kBdf2 = describe<2>();
constinit const IntegrationMethod kBdf3 = describe<3>();
constinit const IntegrationMethod kBdf4 = describe<4>();
constinit const IntegrationMethod kBdf5 = describe<5>();
constinit const IntegrationMethod kBdf6 = describe<6>();

constinit const IntegrationMethod kBackwardEuler = {
    .family = MethodFamily::InlineFixedBdf,
    .order = 1,
    .differentiates = true,
    .integrator = makeBdf<1>,
    .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
      return {{"Backward Euler", "One-step and Adams", 1, multistep({1}, {1})}};
    }};

}  // namespace formola::solver

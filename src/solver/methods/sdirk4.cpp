// Hairer and Wanner's SDIRK 4(3), five stages one after the other (Hairer and Wanner, table
// IV.6.5); its coefficients are in formulas.h, since other methods begin with its steps.
#include "solver/integration_method.h"
#include "solver/one_stage.h"

namespace formola::solver {

namespace {

class Sdirk : public ControlledOneStage {
 public:
  Sdirk(const SimulationProblem& problem, Evaluator& evaluator)
      : ControlledOneStage(problem, evaluator, 4, 3, 4, 4) {}

 private:
  bool attempt(double h) override { return sdirk(h, x_); }
  bool fixedStep(double h, bool /*regular*/) override { return attempt(h); }
  double errorOf(double h) override { return sdirkError(h, error_); }
  double kinkOf(double h) override { return sdirkKink(h); }
  void takeSlopes(double /*h*/) override { f_ = sdirkStages_[kSdirkStages - 1]; }
};

std::vector<MethodFormula> formulas(const IntegrationMethod&) {
  std::vector<std::vector<double>> matrix(kSdirkStages, std::vector<double>(kSdirkStages, 0.0));
  for (size_t i = 0; i < kSdirkStages; ++i) {
    for (size_t j = 0; j < i; ++j) matrix[i][j] = kSdirkA[i][j];
    matrix[i][i] = kSdirkGamma;
  }
  std::vector<double> embedded = matrix.back();
  for (size_t i = 0; i < kSdirkStages; ++i) embedded[i] -= kSdirkE[i];
  const char* group = "Diagonally implicit Runge–Kutta";
  return {{"HW-SDIRK, order 4(3)", group, kSdirkStages, rungeKutta(matrix, matrix.back())},
          {"HW-SDIRK: embedded, order 3", group, kSdirkStages, rungeKutta(matrix, embedded), true}};
}

}  // namespace

constinit const IntegrationMethod kSdirk4 = {.family = MethodFamily::InlineDiagonal,
                                             .order = 4,
                                             .differentiates = true,
                                             .integrator = makeIntegratorOf<Sdirk>,
                                             .formulas = formulas};

}  // namespace formola::solver

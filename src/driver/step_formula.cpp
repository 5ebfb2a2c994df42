#include "driver/step_formula.h"

#include "solver/formulas.h"

namespace formola {

text::StepFormula stepFormula(solver::Method method) {
  using Kind = text::StepFormula::Kind;
  text::StepFormula formula;
  formula.name = solver::methodName(method);
  formula.sdirkGamma = solver::kSdirkGamma;
  for (int s = 0; s < solver::kSdirkStages; ++s) {
    formula.sdirkNodes.push_back(solver::kSdirkC[s]);
    formula.sdirkMatrix.emplace_back(solver::kSdirkA[s], solver::kSdirkA[s] + s);
  }
  const int order = solver::fixedBdfOrder(method);
  solver::CoupledTableau tableau = solver::coupledTableau(method);
  formula.nodes = std::move(tableau.nodes);
  if (!tableau.matrix.empty()) formula.inverse = solver::inverseOf(std::move(tableau.matrix));
  if (order > 0) {
    const solver::BdfFormula& bdf = solver::kBdf[order - 1];
    formula.kind = Kind::Bdf;
    formula.past.assign(bdf.a, bdf.a + order);
    formula.weight = bdf.b;
  } else if (!formula.nodes.empty()) {
    formula.kind = Kind::Coupled;
    formula.densePoints = solver::coupledMethod(method)->densePoints;
    const solver::Embedding& e = solver::coupledMethod(method)->embedding;
    const size_t stages = formula.nodes.size();
    auto row = [&](const double* values) { return std::vector<double>(values, values + stages); };
    formula.embedding = {e.order,        e.factor,       e.start,  e.middle,
                         row(e.beforeX), row(e.beforeF), row(e.x), row(e.f)};
  } else if (method == solver::Method::InlineBdf) {
    formula.kind = Kind::VariableBdf;
    formula.densePoints = 3;
  } else if (method == solver::Method::InlineTrapezoid) {
    formula.kind = Kind::Trapezoid;
  } else if (method == solver::Method::InlineBi2) {
    formula.kind = Kind::Bi2;
  } else if (method == solver::Method::InlineAm3) {
    formula.kind = Kind::Am3;
    formula.densePoints = 3;
  } else if (method == solver::Method::InlineSdirk4) {
    formula.kind = Kind::Sdirk;
    formula.densePoints = 3;
  }
  return formula;
}

bool hasStepFormula(solver::Method method) {
  return stepFormula(method).kind != text::StepFormula::Kind::Explicit;
}

void planNewton(const solver::SimulationProblem& problem, text::TargetOptions& target) {
  target.tolerance = problem.tolerance;
  target.blockTolerance = solver::blockNewtonTolerance(problem.tolerance);
  const double error =
      target.formula.kind == text::StepFormula::Kind::Coupled
          ? solver::embeddingIterationError(solver::coupledMethod(problem.method)->embedding)
          : solver::kOneStageIterationError;
  target.stepTolerance = solver::stepNewtonTolerance(error, problem.tolerance);
  target.stepIterations = solver::kStepIterations;
  target.realTimeIterations = problem.realTimeIterations;
}

}  // namespace formola

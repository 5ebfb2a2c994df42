#include "driver/step_formula.h"

#include "solver/formulas.h"
#include "solver/method.h"

namespace formola {

namespace {

using Kind = text::StepFormula::Kind;
using Family = solver::MethodFamily;

void setCoupled(const solver::CoupledMethod& method, text::StepFormula& formula) {
  solver::CoupledTableau tableau = method.tableau();
  formula.kind = Kind::Coupled;
  formula.nodes = std::move(tableau.nodes);
  formula.inverse = solver::inverseOf(std::move(tableau.matrix));
  formula.densePoints = method.densePoints;
  const solver::Embedding& e = method.embedding;
  const size_t stages = formula.nodes.size();
  auto row = [&](const double* values) { return std::vector<double>(values, values + stages); };
  formula.embedding = {e.order,        e.factor,       e.start,  e.middle,
                       row(e.beforeX), row(e.beforeF), row(e.x), row(e.f)};
}

}  // namespace

text::StepFormula stepFormula(solver::Method method) {
  text::StepFormula formula;
  formula.name = solver::methodName(method);
  formula.sdirkGamma = solver::kSdirkGamma;
  for (int s = 0; s < solver::kSdirkStages; ++s) {
    formula.sdirkNodes.push_back(solver::kSdirkC[s]);
    formula.sdirkMatrix.emplace_back(solver::kSdirkA[s], solver::kSdirkA[s] + s);
  }
  const int order = solver::fixedOrder(method);
  switch (solver::familyOf(method)) {
    case Family::InlineFixedBdf: {
      const solver::BdfFormula& bdf = solver::kBdf[order - 1];
      formula.kind = Kind::Bdf;
      formula.past.assign(bdf.a, bdf.a + order);
      formula.weight = bdf.b;
      break;
    }
    case Family::InlineCoupled:
      setCoupled(*solver::coupledMethod(method), formula);
      break;
    case Family::InlineBdf:
      formula.kind = Kind::VariableBdf;
      formula.densePoints = 3;
      break;
    case Family::InlineTrapezoid:
      formula.kind = Kind::Trapezoid;
      break;
    case Family::InlineForwardBackward:
      formula.kind = Kind::Bi2;
      break;
    case Family::InlineAdams:
      if (order != 3) break;
      formula.kind = Kind::Am3;
      formula.densePoints = 3;
      break;
    case Family::InlineDiagonal:
      formula.kind = Kind::Sdirk;
      formula.densePoints = 3;
      break;
    default:
      break;  // explicit, or one that translated programs do not have
  }
  return formula;
}

bool hasStepFormula(solver::Method method) {
  return stepFormula(method).kind != Kind::Explicit;
}

void planNewton(const solver::SimulationProblem& problem, text::TargetOptions& target) {
  target.tolerance = problem.tolerance;
  target.blockTolerance = solver::blockNewtonTolerance(problem.tolerance);
  const double error =
      target.formula.kind == Kind::Coupled
          ? solver::embeddingIterationError(solver::coupledMethod(problem.method)->embedding)
          : solver::kOneStageIterationError;
  target.stepTolerance = solver::stepNewtonTolerance(error, problem.tolerance);
  target.stepIterations = solver::kStepIterations;
  target.realTimeIterations = problem.realTimeIterations;
}

}  // namespace formola

// Inlined Radau IIA and Lobatto IIIC: all stages are solved together.
//
// The error is estimated by the blended embeddings of Cellier and Kofman, Continuous System
// Simulation (2006), 8.7 and 8.8: a second formula of the same order over two steps of equal size,
// A-stable. Its difference from the solution is a known fraction of the local error of
// x' = lambda x, by which the estimate is multiplied:
//
//             local error        difference            factor
//   Radau 3   -(lambda h)^4/72    -(lambda h)^4/468      6.5
//   Radau 5    (lambda h)^6/7200  -(lambda h)^6/144095  20.013
//   Lobatto 4  (lambda h)^5/480   -(lambda h)^5/13751.5 28.649
//
// The step size may change only after two equal steps. A kink of der(x) before the first stage is
// seen by KinkWatch.
//
// On request the usual embedded formula of order s for s stages is used instead (Hairer and Wanner
// II, IV.8): with der(x) at the beginning as a further value its error is gamma h times the
// difference between der(x) there and the polynomial through der(x) of the stages. It judges every
// step by itself, but is of a lower order and sees stiff components that the method damps, since
// the filter that would hide them needs the Jacobian, which an inlined model does not show.
#pragma once

#include "solver/integration_method.h"

namespace formola::solver {

std::unique_ptr<Integrator> makeInlineCoupled(const SimulationProblem& problem,
                                              Evaluator& evaluator);
std::vector<MethodFormula> coupledFormulas(const IntegrationMethod& method);

// A method is this of its coefficients.
constexpr IntegrationMethod coupledRungeKutta(const CoupledMethod& formula) {
  return {.family = MethodFamily::InlineCoupled,
          .order = formula.embedding.order,
          .differentiates = true,
          .integrator = makeInlineCoupled,
          .stages = formula.tableau,
          .coupled = &formula,
          .formulas = coupledFormulas};
}

}  // namespace formola::solver

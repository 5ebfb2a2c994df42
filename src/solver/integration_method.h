// What one integration method is; each line of methods.def has such a description, in the file of
// solver/methods with its coefficients or its integrator.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "solver/formulas.h"
#include "solver/integrator.h"
#include "solver/method.h"
#include "solver/stability.h"

namespace formola::solver {

struct IntegrationMethod {
  MethodFamily family;
  // Of its formula; 0: the method chooses it.
  int order = 0;
  // As the functions of this name in method.h say.
  bool differentiates = false;
  bool usesStateJacobian = false;
  // Null: whoever compiles the model takes another method instead.
  std::unique_ptr<Integrator> (*integrator)(const SimulationProblem&, Evaluator&) = nullptr;
  // The stages that the inlined equations have, solved together; null: one.
  CoupledTableau (*stages)() = nullptr;
  const CoupledMethod* coupled = nullptr;  // of the family InlineCoupled
  // For the analysis of stability, without the name of the method; null: no constant coefficients.
  std::vector<MethodFormula> (*formulas)(const IntegrationMethod&) = nullptr;
  // One line about a method whose order or steps vary.
  std::string_view about = {};
};

#define METHOD(enumerator, name, description) extern const IntegrationMethod description;
#include "solver/methods.def"
#undef METHOD

const IntegrationMethod& descriptionOf(Method method);

}  // namespace formola::solver

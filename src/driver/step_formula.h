// Integration methods as parts of translated programs.
#pragma once

#include "codegen/text/targets.h"
#include "solver/problem.h"

namespace formola {

// The coefficients of an inlined method for the text of its steps.
text::StepFormula stepFormula(solver::Method method);
// False: there is no text for the steps of this inlined method.
bool hasStepFormula(solver::Method method);

// What Newton's method is asked for in the program, as in simulate with a fixed step.
void planNewton(const solver::SimulationProblem& problem, text::TargetOptions& target);

}  // namespace formola

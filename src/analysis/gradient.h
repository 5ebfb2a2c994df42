// The gradient of a number that a run comes to, by many parameters at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/measurements.h"
#include "analysis/result_expression.h"
#include "compiler/translated_model.h"

namespace formola::analysis {

struct GradientRequest {
  // One of both: an expression of the result, or measured values; then it is the sum of squares of
  // what the run is away from them.
  std::string objective;
  Measurements measured;
  std::vector<std::string> others;  // expressions of the same run, beside the objective
  std::vector<std::string> over;    // parameters by name
  RunValues values;
  RunSettings settings;
  bool forward = false;            // all parameters from the beginning on: to compare with
  size_t bytes = size_t{1} << 28;  // for what steps leave; beyond that some are made again
};

struct GradientRun {
  std::shared_ptr<const CompiledModel> code;  // null: `problem` or `diagnostics` say why
  solver::SimulationReport report;            // of the run
  double value = 0;
  std::vector<double> gradient;  // by parameter
  struct Other {
    double value = 0;
    std::vector<double> gradient;
  };
  std::vector<Other> others;       // of GradientRequest::others
  size_t steps = 0, repeated = 0;  // of the tape; made again after the first time
  double secondsRun = 0, secondsTape = 0, secondsSweep = 0;
  std::string problem;  // what is wrong with the question, or cannot be done; "": nothing
  std::string diagnostics;
};

// Purpose:    d objective / d p for all parameters p at a cost that hardly depends on their number.
// Method:     the derivative of the discretised run itself: the accepted steps of an inlined
//             one-step method are kept (StepTape) and gone through from the last to the first, each
//             by the transposed equations of the inlined step (InlinedStep::backward), whose
//             blocks are solved with transposed factors. Step sizes do not move with the
//             parameters. At events the adjoint jumps by the transposed map of the sensitivities
//             (EventJump), which takes an event for each state and parameter, and where states are
//             exchanged by the transposed one of StateChoices. Initial values are differenced
//             (initialSensitivities).
// Ensures:    `problem` names what is not covered: what simulateWithSensitivities does not cover,
//             and methods without single steps (InlinedStep::offers).
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 15; Cao, Li, Petzold, Serban:
//             Adjoint sensitivity analysis for differential-algebraic equations, SIAM J. Sci.
//             Comput. 24, 2003.
GradientRun gradientOfRun(TranslatedModel& model, const GradientRequest& request);

// The same for programs.
std::string gradientJson(const GradientRun& run, const GradientRequest& request);

}  // namespace formola::analysis

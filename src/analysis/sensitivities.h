// How trajectories change with parameters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/translated_model.h"

namespace formola::analysis {

// The derivatives of Real variables by some parameters at the rows of a result.
struct Sensitivities {
  std::vector<std::string> parameters, variables;
  std::vector<double> values;  // by variable, then parameter, then row
  size_t rows = 0;
};

struct SensitivityRun {
  std::shared_ptr<const CompiledModel> code;  // null: `problem` or `diagnostics` say why
  solver::SimulationReport report;            // of the run
  Sensitivities sensitivities;
  std::string problem;  // what is wrong with the question, or cannot be done; "": nothing
  std::string diagnostics;
};

// Purpose:    a run together with its forward sensitivities. Rows are those of the output grid, or
//             at the given times, which do not decrease and do not lie before the start.
// Method:     the variational equations ds/dt = A s + df/dp along the solution, with exact A and
//             df/dp (TangentPoint), by the Radau IIA formula of order 5. Its steps end at the rows
//             and at events, and are halved until two halves agree with the whole to a tenth of the
//             tolerance, also at the very beginning of the step. The initial values of s are
//             difference quotients of the initialisation, extrapolated. At events the derivatives
//             jump (EventJump); where the run exchanges its states they become those of the new
//             ones (StateChoices). What is delayed is kept as the steps leave it, with its
//             derivatives (DelayedTangents); with delays no step is longer than they are.
// Requires:   parameters by name.
// Ensures:    `problem` names what is not covered: delays that change during the run,
//             spatialDistribution, parameters that ask for a translation, points at which no
//             derivative exists, slopes that jump without an event.
// Reference:  Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I (1993), I.14.
SensitivityRun simulateWithSensitivities(TranslatedModel& model, const RunValues& values,
                                         const RunSettings& settings,
                                         const std::vector<std::string>& parameters,
                                         results::ResultSink& sink,
                                         const std::vector<double>* times = nullptr);

}  // namespace formola::analysis

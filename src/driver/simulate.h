// The simulate command: from a scalar flat DAE to result files and the report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "driver/options.h"
#include "driver/translate.h"

namespace formola {

// Seconds of the stages before the simulation, for the report.
using StageTimes = std::vector<std::pair<std::string, double>>;

// Purpose:    structural analysis, code, simulation, results.
// Requires:   a scalarized DAE without errors.
// Ensures:    the exit status of the contract. Model errors are in `diagnostics`; a failed
// simulation is explained on
//             standard error and leaves what it had computed in the result file.
int simulateModel(Dae dae, const Options& options, StageTimes times, PassObserver& observer,
                  Diagnostics& diagnostics);

}  // namespace formola

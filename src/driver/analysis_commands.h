// The commands that ask several questions of one model: sweep, linearize, steady-state,
// sensitivities, calibrate, optimize.
#pragma once

#include "driver/options.h"

namespace formola {

// A run for each case; a row for each in --output.
int sweepModel(const Options& options);
// A, B, C, D, poles and zeros; --json, or matrices as text.
int linearizeModel(const Options& options);
// The values of all variables at rest.
int steadyStateOfModel(const Options& options);
// Derivatives of trajectories by parameters; a table, --report.
int sensitivitiesOfModel(const Options& options);
// Parameters fitted to --data; a table, --report.
int calibrateModel(const Options& options);
// Parameters for which --minimize is smallest; a table, --report.
int optimizeModel(const Options& options);

}  // namespace formola

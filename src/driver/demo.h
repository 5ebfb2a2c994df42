// The demo command: the six-axis robot, inlined methods against SUNDIALS.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"
#include "driver/options.h"
#include "source/source.h"

namespace formola {

// The model of the demo and what is changed in it, as for `simulate`.
Options demoModel(Options options);

// Purpose:    simulates the robot with four methods at several tolerances, compares time and
// achieved
//             accuracy against a tight reference, prints the comparison, writes the page.
// Requires:   the scalarized DAE of demoModel.
// Ensures:    the exit status of the contract; every number printed was measured in this run.
int runDemo(const Dae& dae, const Options& options, const SourceManager& sources,
            Diagnostics& diagnostics);

}  // namespace formola

// The demo command: the six-axis robot, inlined methods against SUNDIALS.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// The model of the demo and what is changed in it, as for `simulate`.
Options demoModel(Options options);

// Purpose:    simulates the robot with four methods at several tolerances, compares time and
//             achieved accuracy against a tight reference, prints the comparison, writes the page.
// Requires:   demoModel was chosen, and the compilation keeps its stages.
// Ensures:    the exit status of the contract; every number printed was measured in this run.
int runDemo(Compilation& compilation, const Options& options);

}  // namespace formola

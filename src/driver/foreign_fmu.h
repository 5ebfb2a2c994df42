// The commands on FMUs of others: simulate, inspect and import.
#pragma once

#include "driver/options.h"

namespace formola {

// Whether the command is about an FMU: its one input is a file that ends in .fmu.
bool isAboutFmu(const Options& options);

// Whether it is about a system structure: a file that ends in .ssp.
bool isAboutSystem(const Options& options);

int simulateSystem(const Options& options);
int simulateFmu(const Options& options);
int inspectFmu(const Options& options);
int importFmu(const Options& options);

}  // namespace formola

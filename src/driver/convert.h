// The convert command: Dymola notation -> Modelica text.
#pragma once

#include "driver/options.h"

namespace formola {

// Purpose:    writes the models of the given .dym files as Modelica on standard output: one class
//             for each model, connectors from cuts, comments as descriptions.
// Ensures:    the text gives the same equations, after alias elimination, as the .dym files do; an
//             exit status of the contract.
int convertFiles(const Options& options);

}  // namespace formola

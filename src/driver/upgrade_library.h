// The upgrade command: models for an older version of a library become models for a newer one.
#pragma once

#include "driver/options.h"

namespace formola {

// Purpose:    converts the files of a library, or a file, by the conversion scripts of the
// libraries
//             that --to names; prints what would change, or writes it with --write or --output.
// Ensures:    nothing is written where a text or a script has errors. How many classes check before
//             and after is told. An exit status of the contract: 1 if classes check no more that
//             did before.
int upgradeLibrary(const Options& options);

}  // namespace formola

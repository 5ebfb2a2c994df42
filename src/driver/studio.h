// formola studio: the page in the browser.
#pragma once

#include "driver/options.h"

namespace formola {

// Serves until it is interrupted; prints the address. The exit status.
int runStudio(const Options& options);

}  // namespace formola

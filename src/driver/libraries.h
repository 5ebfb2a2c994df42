// Where libraries are looked for.
#pragma once

#include "driver/options.h"
#include "sema/library.h"

namespace formola {

// The folders of -L, those of MODELICAPATH, and the bundled libraries, in this order.
void addSearchPaths(Library& library, const Options& options);

}  // namespace formola

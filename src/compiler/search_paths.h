// Where libraries are looked for.
#pragma once

#include <string>
#include <vector>

#include "sema/library.h"

namespace formola {

// The given folders, those of MODELICAPATH, and the bundled libraries, in this order; the folder of
// the latter, "" if there is none.
std::string addSearchPaths(Library& library, const std::vector<std::string>& folders);

}  // namespace formola

// Object code -> a shared library, by the libraries of lld.
#pragma once

#include <string>

#include "cc/machine.h"

namespace formola::cc {

// Purpose: the shared library `path` from the code of one object file.
// Ensures: false on failure, `error` then has the words of the linker. The library needs the C
//          library alone, by names and versions of cc/c_library.h; nothing is looked up in the
//          folders of this machine, so that the one for another machine is made alike. It is the
//          same for the same code.
bool link(const std::string& object, const Machine& machine, const std::string& path,
          std::string& error);

}  // namespace formola::cc

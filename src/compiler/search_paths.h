// Where libraries are looked for.
#pragma once

#include <string>
#include <vector>

#include "sema/library.h"

namespace formola {

struct SearchPath {
  std::vector<std::string> folders;  // in the order in which they are looked at
  std::string bundled;               // the folder of the bundled libraries, "" if there is none
};

// The given folders, those of MODELICAPATH, and the bundled libraries, in this order.
SearchPath addSearchPaths(Library& library, const std::vector<std::string>& folders);

// The folder with the finished page of the studio: share/formola/studio where Formola is installed,
// build/studio in a checkout, or as FORMOLA_STUDIO says; "" if there is none.
std::string studioBundle();

// The program that makes binaries of FMUs by LLVM: beside this one, or in lib/formola where Formola
// is installed; "" if it was not built.
std::string nativeCompiler();

}  // namespace formola

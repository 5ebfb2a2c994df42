// The code behind external functions as what a program is linked with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "evaluate/effects.h"

namespace formola {

struct ForeignCode {
  std::vector<std::string> includes;      // texts of Include, each once
  std::vector<std::string> includePaths;  // of #include
  std::vector<std::string> files;         // C files
  std::vector<std::string> archives, sharedObjects;
  std::vector<std::string> systemLibraries;  // names
  bool refused = false;                      // by the gate, which tells what
};

// Purpose: what external functions need, for a machine whose libraries are in the subfolders
//          `platforms` of LibraryDirectory.
// Requires: function->external for all of them.
// Ensures: nothing is compiled or loaded. The gate is asked for each function, as before a run;
//          functions of the C library from numbers to a number need no permission. Libraries are
//          looked for as ExternalLibraries does, static ones first.
ForeignCode foreignCode(std::span<const Function* const> functions, const ExprPool& pool,
                        EffectGate* gate, std::span<const char* const> platforms);

}  // namespace formola

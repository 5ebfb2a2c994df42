// Functions of the model in code for lanes: one lane at a time.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "codegen/lower/compiled_functions.h"

namespace formola::lanes {

// Purpose:    the functions of the model that the module calls, and those that they call, with
//             elementary functions of our own; nothing outside of the module is called afterwards.
// Ensures:    "", or what has no code for lanes: functions that call themselves.
// Complexity: linear in their instructions.
std::string defineCalledFunctions(const lowered::CompiledFunctions* functions, llvm::Module& module,
                                  bool fuse);

}  // namespace formola::lanes

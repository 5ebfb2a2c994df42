// Compiled Modelica functions -> LLVM IR.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "codegen/lower/compiled_functions.h"

namespace formola::native {

// The name of a function in generated code.
std::string functionName(uint32_t number);

// Purpose: the IR of function `number`: i32 (double* arguments, double* results), 0 where it has
//          results.
// Ensures: the operations of the register code in their order; results are not checked for being
//          numbers.
// Complexity: linear in the instructions, and in what the promotion of registers to values takes.
void emitFunction(const lowered::CompiledFunctions& functions, uint32_t number,
                  llvm::Module& module);

}  // namespace formola::native

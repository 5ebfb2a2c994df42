// Elementary functions as LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "expr/expr.h"

namespace formola::native {

// A call of a function of numbers that only computes, by its name in externalFunctions().
llvm::Value* emitElementary(llvm::IRBuilder<>& builder, llvm::Module& module, const char* name,
                            llvm::ArrayRef<llvm::Value*> arguments);

// Purpose: an elementary function of as many numbers as it has arguments.
// Ensures: agrees with evaluateBuiltin of expr/fold.h to the last bit.
llvm::Value* emitBuiltin(llvm::IRBuilder<>& builder, llvm::Module& module, Builtin function,
                         llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace formola::native

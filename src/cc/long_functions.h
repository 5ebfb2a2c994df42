// Long functions without loops, which the equations of models are, cost less to optimise.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace formola::cc {

// Purpose:    such a function gets the few passes that shorten formulas; then it is marked as
//             finished: translated instruction by instruction. All other passes take time that
//             grows faster than its length.
// Ensures:    false, and nothing is done, for other functions.
// Complexity: linear in the code.
bool finishIfLong(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace formola::cc

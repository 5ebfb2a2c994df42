// Long functions without loops, which the equations of models are, cost less to optimise.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace formola::cc {

// Purpose:    before everything else these functions get the few passes that shorten formulas; then
//             they are marked as finished: not inlined, passed over by all other passes, and
//             translated instruction by instruction. All that takes time that grows faster than
//             their length otherwise.
// Requires:   called before the pipeline is built; of optimised code.
// Complexity: linear in the code.
void finishLongFunctions(llvm::PassBuilder& builder);

}  // namespace formola::cc

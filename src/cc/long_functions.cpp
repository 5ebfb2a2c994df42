#include "cc/long_functions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace formola::cc {

namespace {

constexpr size_t kLong = 200;  // instructions as they come from the text: some dozen statements

// Loops are written so that a branch leads back in the text.
bool hasLoop(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  for (const llvm::BasicBlock& block : function) {
    seen.insert(&block);
    for (const llvm::BasicBlock* next : llvm::successors(&block))
      if (seen.contains(next)) return true;
  }
  return false;
}

}  // namespace

bool finishIfLong(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  if (function.getInstructionCount() <= kLong || hasLoop(function)) return false;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  analyses.invalidate(function, passes.run(function, analyses));
  function.addFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(llvm::Attribute::OptimizeNone);
  return true;
}

}  // namespace formola::cc

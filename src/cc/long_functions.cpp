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

struct FinishLongFunctions : llvm::PassInfoMixin<FinishLongFunctions> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& manager =
        analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    for (llvm::Function& function : module) {
      if (function.isDeclaration() || function.getInstructionCount() <= kLong || hasLoop(function))
        continue;
      manager.invalidate(function, passes.run(function, manager));
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
    return llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void finishLongFunctions(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(FinishLongFunctions{});
      });
}

}  // namespace formola::cc

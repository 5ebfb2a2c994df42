// Functions of generated code on their way to the JIT compiler.
#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <vector>

#include "support/assert.h"

namespace formola::native {

// Collects functions in modules of bounded size and hands full ones to the JIT.
class ModuleWriter {
 public:
  ModuleWriter(llvm::orc::LLJIT& jit, std::string name, uint32_t limit, bool verify)
      : jit_(jit), name_(std::move(name)), limit_(limit), verify_(verify) {}

  llvm::Module& module() {
    if (module_ != nullptr) return *module_;
    context_ = std::make_unique<llvm::LLVMContext>();
    module_ = std::make_unique<llvm::Module>(name_ + std::to_string(count_++), *context_);
    module_->setDataLayout(jit_.getDataLayout());
    module_->setTargetTriple(jit_.getTargetTriple().str());
    functions_ = 0;
    return *module_;
  }
  // One more function was written.
  llvm::Error wrote() {
    if (++functions_ < limit_) return llvm::Error::success();
    return flush();
  }
  llvm::Error flush() {
    if (module_ == nullptr) return llvm::Error::success();
    for (const llvm::Function& f : *module_)
      if (!f.isDeclaration()) names_.push_back(f.getName().str());
    if (verify_) FORMOLA_ASSERT(!llvm::verifyModule(*module_, &llvm::errs()));
    return jit_.addIRModule(llvm::orc::ThreadSafeModule(std::move(module_), std::move(context_)));
  }
  uint32_t count() const { return count_; }
  const std::vector<std::string>& functions() const { return names_; }

 private:
  llvm::orc::LLJIT& jit_;
  std::string name_;
  std::vector<std::string> names_;  // of all functions written
  uint32_t limit_;
  bool verify_;
  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
  uint32_t functions_ = 0;
  uint32_t count_ = 0;
};

// Straight code, and what is compiled as well as LLVM can.
struct Writers {
  ModuleWriter straight, hot;
};

}  // namespace formola::native

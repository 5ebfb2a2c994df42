#include "codegen/llvm/emit_function.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

#include "codegen/llvm/emit_operation.h"
#include "codegen/lower/operands.h"
#include "support/assert.h"

namespace formola::native {

using llvm::Value;
using lowered::FunctionCall;
using lowered::FunctionCode;
using lowered::Instruction;
using lowered::kConstantBit;
using lowered::Op;

std::string functionName(uint32_t number) {
  return "fn" + std::to_string(number);
}

namespace {

constexpr uint32_t kNone = UINT32_MAX;

class Emitter {
 public:
  Emitter(const lowered::CompiledFunctions& functions, uint32_t number, llvm::Module& module)
      : functions_(functions),
        code_(functions[number]),
        module_(module),
        entry_(module.getContext()),
        build_(module.getContext()),
        real_(entry_.getDoubleTy()),
        pointer_(entry_.getPtrTy()),
        function_(declared(number)) {}

  void emit();

 private:
  llvm::Function* declared(uint32_t number) {
    const std::string name = functionName(number);
    if (llvm::Function* known = module_.getFunction(name)) return known;
    auto* type =
        llvm::FunctionType::get(entry_.getInt32Ty(), {entry_.getPtrTy(), entry_.getPtrTy()}, false);
    auto* f = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    f->setDoesNotThrow();
    return f;
  }
  void classify();
  Value* number(double x) { return llvm::ConstantFP::get(real_, x); }
  Value* element(Value* array, uint32_t index) {
    return index == 0 ? array : build_.CreateConstInBoundsGEP1_32(real_, array, index);
  }
  Value* place(uint32_t reg);
  Value* value(uint32_t operand);
  Value* truth(uint32_t operand) { return build_.CreateFCmpUNE(value(operand), number(0)); }
  void define(uint32_t reg, Value* result);
  void defineTruth(uint32_t reg, Value* result) { define(reg, build_.CreateUIToFP(result, real_)); }
  void failUnless(Value* condition);
  Value* subscript(uint32_t operand, uint32_t count);
  Value* constantTable();
  void call(const FunctionCall& call);
  void enter();
  void leave(uint32_t status);
  template <typename AnyEmitter>
  friend bool native::emitOperation(AnyEmitter&, llvm::IRBuilder<>&, llvm::Module&,
                                    const lowered::Instructions&, const Instruction&);
  void instruction(const Instruction& i);

  const lowered::CompiledFunctions& functions_;
  const FunctionCode& code_;
  llvm::Module& module_;
  llvm::IRBuilder<> entry_, build_;
  llvm::Type* real_;
  llvm::Type* pointer_;
  llvm::Function* function_;
  llvm::BasicBlock* failed_ = nullptr;
  Value *arguments_ = nullptr, *results_ = nullptr, *table_ = nullptr;
  llvm::GlobalVariable* depth_ = nullptr;  // of calls of itself

  // A register is in memory (its range), a variable of the stack that becomes a value again, or a
  // value of one basic block.
  std::vector<uint32_t> range_;            // by register: index into FunctionCode::memory
  std::vector<uint8_t> crosses_, isUsed_;  // by register
  std::vector<Value*> memory_;             // by range
  std::vector<llvm::AllocaInst*> slot_;    // by register that crosses blocks
  std::vector<Value*> known_;              // by other register
};

void Emitter::classify() {
  const size_t n = code_.registers;
  range_.assign(n, kNone);
  for (uint32_t k = 0; k < code_.memory.size(); ++k)
    for (uint32_t r = 0; r < code_.memory[k].second; ++r) range_[code_.memory[k].first + r] = k;
  crosses_.assign(n, 0);
  isUsed_.assign(n, 0);
  std::vector<uint8_t> leads(code_.instructions.size() + 1, 0);
  for (uint32_t k = 0; k < code_.instructions.size(); ++k) {
    const Instruction& i = code_.instructions[k];
    if (i.op != Op::Jump && i.op != Op::JumpUnless) continue;
    leads[i.b] = 1;
    leads[k + 1] = 1;
  }
  std::vector<uint32_t> block(n, kNone);  // of the definition
  uint32_t now = 0;
  auto read = [&](uint32_t operand) {
    if ((operand & kConstantBit) != 0) return;
    isUsed_[operand] = 1;
    if (operand >= code_.inputs && block[operand] != now) crosses_[operand] = 1;
  };
  auto written = [&](uint32_t reg) {
    if (block[reg] != kNone) crosses_[reg] = 1;
    block[reg] = now;
  };
  for (uint32_t k = 0; k < code_.instructions.size(); ++k) {
    if (leads[k] != 0) ++now;
    const Instruction& i = code_.instructions[k];
    forEachOperand(code_, i, read);
    if (hasResult(i.op)) written(i.dst);
    if (i.op == Op::Call) {
      const FunctionCall& call = code_.calls[i.a];
      const auto count = static_cast<uint32_t>(functions_[call.callee].results.size());
      for (uint32_t r = 0; r < count; ++r) written(call.result + r);
    }
  }
  if (leads[code_.instructions.size()] != 0) ++now;
  for (uint32_t operand : code_.results) read(operand);
}

Value* Emitter::place(uint32_t reg) {
  const uint32_t range = range_[reg];
  if (range != kNone) return element(memory_[range], reg - code_.memory[range].first);
  if (slot_[reg] == nullptr) slot_[reg] = entry_.CreateAlloca(real_);
  return slot_[reg];
}

Value* Emitter::value(uint32_t operand) {
  if ((operand & kConstantBit) != 0) return number(code_.constants[operand & ~kConstantBit]);
  if (range_[operand] != kNone || crosses_[operand] != 0)
    return build_.CreateLoad(real_, place(operand));
  if (operand < code_.inputs && known_[operand] == nullptr)
    known_[operand] =
        entry_.CreateLoad(real_, entry_.CreateConstInBoundsGEP1_32(real_, arguments_, operand));
  FORMOLA_ASSERT(known_[operand] != nullptr);
  return known_[operand];
}

void Emitter::define(uint32_t reg, Value* result) {
  if (range_[reg] != kNone || crosses_[reg] != 0) {
    build_.CreateStore(result, place(reg));
  } else {
    known_[reg] = result;
  }
}

void Emitter::failUnless(Value* condition) {
  auto* next = llvm::BasicBlock::Create(module_.getContext(), "", function_);
  build_.CreateCondBr(condition, next, failed_);
  build_.SetInsertPoint(next);
}

// The place from 0 of a subscript that is checked.
Value* Emitter::subscript(uint32_t operand, uint32_t count) {
  Value* at = value(operand);
  failUnless(build_.CreateAnd(build_.CreateFCmpOGE(at, number(1)),
                              build_.CreateFCmpOLE(at, number(count))));
  return build_.CreateSub(build_.CreateFPToSI(at, build_.getInt64Ty()), build_.getInt64(1));
}

Value* Emitter::constantTable() {
  if (table_ == nullptr) {
    auto* data =
        llvm::ConstantDataArray::get(module_.getContext(), llvm::ArrayRef<double>(code_.constants));
    table_ = new llvm::GlobalVariable(module_, data->getType(), true,
                                      llvm::GlobalValue::PrivateLinkage, data);
  }
  return table_;
}

void Emitter::call(const FunctionCall& call) {
  const auto inputs = static_cast<uint32_t>(call.arguments.size());
  const auto results = static_cast<uint32_t>(functions_[call.callee].results.size());
  Value* in = entry_.CreateAlloca(real_, entry_.getInt32(std::max(inputs, 1U)));
  Value* out = entry_.CreateAlloca(real_, entry_.getInt32(std::max(results, 1U)));
  for (uint32_t k = 0; k < inputs; ++k)
    build_.CreateStore(value(call.arguments[k]), element(in, k));
  Value* status = build_.CreateCall(declared(call.callee), {in, out});
  failUnless(build_.CreateICmpEQ(status, build_.getInt32(0)));
  for (uint32_t k = 0; k < results; ++k)
    if (isUsed_[call.result + k] != 0 || range_[call.result + k] != kNone)
      define(call.result + k, build_.CreateLoad(real_, element(out, k)));
}

// Counts calls of itself inside of each other; too many fail.
void Emitter::enter() {
  if (!code_.recursive) return;
  llvm::Type* count = build_.getInt32Ty();
  depth_ = new llvm::GlobalVariable(module_, count, false, llvm::GlobalValue::PrivateLinkage,
                                    build_.getInt32(0));
  llvm::LLVMContext& context = module_.getContext();
  auto* deep = llvm::BasicBlock::Create(context, "deep", function_);
  auto* next = llvm::BasicBlock::Create(context, "", function_);
  Value* depth = build_.CreateLoad(count, depth_);
  build_.CreateCondBr(build_.CreateICmpUGT(depth, build_.getInt32(code_.mostDepth())), deep, next);
  build_.SetInsertPoint(deep);
  build_.CreateRet(build_.getInt32(1));
  build_.SetInsertPoint(next);
  build_.CreateStore(build_.CreateAdd(depth, build_.getInt32(1)), depth_);
}

void Emitter::leave(uint32_t status) {
  if (depth_ != nullptr) {
    Value* depth = build_.CreateLoad(build_.getInt32Ty(), depth_);
    build_.CreateStore(build_.CreateSub(depth, build_.getInt32(1)), depth_);
  }
  build_.CreateRet(build_.getInt32(status));
}

void Emitter::instruction(const Instruction& i) {
  llvm::IRBuilder<>& b = build_;
  if (emitOperation(*this, b, module_, code_, i)) return;
  switch (i.op) {
    case Op::LoadAt: {
      Value* at = subscript(i.b, i.c);
      return define(i.dst, b.CreateLoad(real_, b.CreateInBoundsGEP(real_, place(i.a), at)));
    }
    case Op::LoadConstantAt: {
      Value* at = b.CreateAdd(subscript(i.b, i.c), b.getInt64(i.a));
      return define(i.dst, b.CreateLoad(real_, b.CreateInBoundsGEP(real_, constantTable(), at)));
    }
    case Op::StoreAt: {
      Value* at = subscript(i.b, i.c);
      Value* stored = value(i.dst);
      b.CreateStore(stored, b.CreateInBoundsGEP(real_, place(i.a), at));
      return;
    }
    case Op::Bound: {
      Value* at = value(i.a);
      return failUnless(
          b.CreateAnd(b.CreateFCmpOGE(at, number(1)), b.CreateFCmpOLE(at, number(i.c))));
    }
    case Op::Call:
      return call(code_.calls[i.a]);
    case Op::FailUnless:
      return failUnless(truth(i.a));
    default:
      FORMOLA_ASSERT(!"ends a basic block, or is of equations");
  }
}

void Emitter::emit() {
  llvm::LLVMContext& context = module_.getContext();
  classify();
  known_.assign(code_.registers, nullptr);
  slot_.assign(code_.registers, nullptr);
  arguments_ = function_->getArg(0);
  results_ = function_->getArg(1);
  auto* entry = llvm::BasicBlock::Create(context, "", function_);
  auto* body = llvm::BasicBlock::Create(context, "body", function_);
  failed_ = llvm::BasicBlock::Create(context, "failed", function_);
  entry_.SetInsertPoint(entry);
  build_.SetInsertPoint(body);
  enter();
  for (const auto& [first, count] : code_.memory) {
    memory_.push_back(entry_.CreateAlloca(real_, entry_.getInt32(count)));
    for (uint32_t r = first; r < std::min(first + count, code_.inputs); ++r)
      build_.CreateStore(
          build_.CreateLoad(real_, build_.CreateConstInBoundsGEP1_32(real_, arguments_, r)),
          element(memory_.back(), r - first));
  }

  const auto n = static_cast<uint32_t>(code_.instructions.size());
  std::vector<llvm::BasicBlock*> blocks(n + 1, nullptr);
  auto blockAt = [&](uint32_t k) {
    if (blocks[k] == nullptr) blocks[k] = llvm::BasicBlock::Create(context, "at", function_);
    return blocks[k];
  };
  for (const Instruction& i : code_.instructions)
    if (i.op == Op::Jump || i.op == Op::JumpUnless) blockAt(i.b);
  bool ended = false;
  for (uint32_t k = 0; k <= n; ++k) {
    if (blocks[k] != nullptr) {
      if (!ended) build_.CreateBr(blocks[k]);
      build_.SetInsertPoint(blocks[k]);
      ended = false;
    } else if (ended) {
      build_.SetInsertPoint(blockAt(k));  // nothing leads here
      ended = false;
    }
    if (k == n) break;
    const Instruction& i = code_.instructions[k];
    switch (i.op) {
      case Op::JumpUnless: {
        Value* condition = truth(i.a);
        build_.CreateCondBr(condition, blockAt(k + 1), blockAt(i.b));
        ended = true;
        break;
      }
      case Op::Jump:
        build_.CreateBr(blockAt(i.b));
        ended = true;
        break;
      case Op::Fail:
        build_.CreateBr(failed_);
        ended = true;
        break;
      default:
        instruction(i);
    }
  }
  for (uint32_t k = 0; k < code_.results.size(); ++k)
    build_.CreateStore(value(code_.results[k]), element(results_, k));
  leave(0);
  build_.SetInsertPoint(failed_);
  leave(1);
  entry_.CreateBr(body);

  std::vector<llvm::AllocaInst*> variables;
  for (llvm::AllocaInst* slot : slot_)
    if (slot != nullptr && llvm::isAllocaPromotable(slot)) variables.push_back(slot);
  if (variables.empty()) return;
  llvm::DominatorTree tree(*function_);
  llvm::PromoteMemToReg(variables, tree);
}

}  // namespace

void emitFunction(const lowered::CompiledFunctions& functions, uint32_t number,
                  llvm::Module& module) {
  Emitter(functions, number, module).emit();
}

}  // namespace formola::native

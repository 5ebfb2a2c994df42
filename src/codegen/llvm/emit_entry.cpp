// Entries: the functions that call the chunks of a code and solve its blocks, in turn.
#include <cstddef>

#include "codegen/llvm/emit.h"
#include "runtime/model_abi.h"
#include "support/assert.h"

namespace formola::native {

using llvm::Value;
using lowered::Op;

namespace {

constexpr uint32_t kLongestPeriod = 16;

bool alike(const EntryItem& a, const EntryItem& b) {
  return a.op == b.op && (a.op != Op::Copy || (a.table != nullptr && a.table == b.table));
}

// How often the `period` items from `begin` on are done.
uint32_t repetitions(const std::vector<EntryItem>& items, size_t begin, size_t period) {
  size_t k = begin;
  while (k + period < items.size() && alike(items[k], items[k + period])) ++k;
  return static_cast<uint32_t>((k - begin) / period) + 1;
}

}  // namespace

std::vector<EntryLoop> planEntry(const std::vector<EntryItem>& items, uint32_t leastIterations) {
  std::vector<EntryLoop> loops;
  for (uint32_t k = 0; k < items.size();) {
    EntryLoop best{k, 1, 1, 0, {}};
    for (uint32_t period = 1; period <= kLongestPeriod; ++period) {
      const uint32_t count = repetitions(items, k, period);
      if (count >= leastIterations && count * period > best.count * best.period)
        best = {k, period, count, 0, {}};
    }
    if (best.count == 1 && !loops.empty() && loops.back().count == 1) {
      ++loops.back().period;
    } else {
      loops.push_back(best);
    }
    k += best.count * best.period;
  }
  for (EntryLoop& loop : loops) {
    if (loop.count == 1) continue;
    for (uint32_t k = 0; k < loop.period * loop.count; ++k) {
      const EntryItem& item = items[loop.begin + k];
      loop.numbers.insert(loop.numbers.end(), item.numbers, item.numbers + item.width());
    }
  }
  return loops;
}

Value* CodeEmitter::address(const void* base, size_t offset) {
  llvm::Type* bytes = llvm::ArrayType::get(build_->getInt8Ty(), 0);
  llvm::Constant* symbol = module_->getOrInsertGlobal(addresses_.nameOf(base), bytes);
  if (offset == 0) return symbol;
  return llvm::ConstantExpr::getGetElementPtr(build_->getInt8Ty(), symbol,
                                              build_->getInt64(offset));
}

void CodeEmitter::entryItem(const EntryItem& item, Value* const* numbers, Value* v) {
  llvm::IRBuilder<>& b = *build_;
  llvm::Type* status = b.getInt32Ty();
  if (item.op == Op::SolveAgain) {
    auto again = external("formola.again", status, {pointer_, status, pointer_}, false);
    Value* first = b.CreateInBoundsGEP(real_, registers_, b.CreateZExt(numbers[1], b.getInt64Ty()));
    return returnUnlessOk(b.CreateCall(again, {data_, numbers[0], first}));
  }
  if (item.op != Op::Copy) {
    FORMOLA_ASSERT(isSolve(item.op));
    const char* name = item.op == Op::SolveLinear      ? "formola.linear"
                       : item.op == Op::SolveNonlinear ? "formola.nonlinear"
                                                       : "formola.mixed";
    auto solve = external(name, status, {pointer_, status}, false);
    return returnUnlessOk(b.CreateCall(solve, {data_, numbers[0]}));
  }
  if (item.part > 0) return callInParts(item.callee, item.count, item.part);
  std::vector<Value*> arguments = {data_, v, registers_, out_};
  if (item.table != nullptr) {
    if (auto* row = llvm::dyn_cast<llvm::ConstantInt>(numbers[0])) {
      const auto* at = item.table->row(static_cast<uint32_t>(row->getZExtValue()));
      const auto* begin = item.table->row(0);
      arguments.push_back(address(begin, static_cast<size_t>(at - begin) * sizeof(*at)));
    } else {
      Value* words =
          b.CreateMul(b.CreateZExt(numbers[0], b.getInt64Ty()), b.getInt64(item.table->words));
      arguments.push_back(b.CreateGEP(b.getInt64Ty(), address(item.table->row(0)), words));
    }
  }
  llvm::FunctionType* type = chunkType(item.fails, item.table != nullptr, module_->getContext());
  Value* result = b.CreateCall(function(item.callee, type, *module_), arguments);
  if (item.fails) returnUnlessOk(result);
}

// The numbers of an item from a row of a table, which they are taken off.
std::vector<Value*> CodeEmitter::numbersFrom(Value*& row, const EntryItem& item) {
  llvm::IRBuilder<>& b = *build_;
  std::vector<Value*> numbers;
  for (uint32_t k = 0; k < item.width(); ++k) {
    numbers.push_back(b.CreateLoad(b.getInt32Ty(), row));
    row = b.CreateConstInBoundsGEP1_32(b.getInt32Ty(), row, 1);
  }
  return numbers;
}

llvm::FunctionType* CodeEmitter::partType(llvm::LLVMContext& context) const {
  llvm::Type *pointer = llvm::PointerType::getUnqual(context),
             *word = llvm::Type::getInt64Ty(context);
  return llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                 {pointer, pointer, pointer, word, word}, false);
}

void CodeEmitter::callInParts(const std::string& callee, uint32_t count, uint32_t part) {
  llvm::IRBuilder<>& b = *build_;
  llvm::Type* word = b.getInt64Ty();
  auto inParts = external("formola.parts", b.getInt32Ty(),
                          {pointer_, pointer_, pointer_, pointer_, word, word}, false);
  llvm::Function* loop = function(callee, partType(module_->getContext()), *module_);
  returnUnlessOk(
      b.CreateCall(inParts, {data_, loop, registers_, out_, b.getInt64(count), b.getInt64(part)}));
}

// The items of a loop with the numbers [first, last).
void CodeEmitter::emitRepetitions(const std::vector<EntryItem>& items, const EntryLoop& loop,
                                  Value* v, Value* first, Value* last) {
  llvm::IRBuilder<>& b = *build_;
  llvm::LLVMContext& context = module_->getContext();
  auto* body = llvm::BasicBlock::Create(context, "loop", function_);
  auto* after = llvm::BasicBlock::Create(context, "after", function_);
  auto* before = b.GetInsertBlock();
  b.CreateBr(body);
  b.SetInsertPoint(body);
  llvm::PHINode* at = b.CreatePHI(pointer_, 2);
  at->addIncoming(first, before);
  Value* row = at;
  for (uint32_t k = 0; k < loop.period; ++k) {
    const EntryItem& item = items[loop.begin + k];
    entryItem(item, numbersFrom(row, item).data(), v);
  }
  at->addIncoming(row, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpNE(row, last), body, after);
  b.SetInsertPoint(after);
}

void CodeEmitter::emitEntryLoop(const std::vector<EntryItem>& items, const EntryLoop& loop,
                                Value* v) {
  emitRepetitions(items, loop, v, address(loop.numbers.data()),
                  address(loop.numbers.data(), loop.numbers.size() * sizeof(loop.numbers[0])));
}

// A loop of an entry as a function of its own.
void CodeEmitter::emitEntryPart(const std::string& name, const std::vector<EntryItem>& items,
                                const EntryLoop& loop) {
  llvm::LLVMContext& context = module_->getContext();
  function_ = function(name, partType(context), *module_);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", function_));
  build_ = early_ = &b;
  data_ = function_->getArg(0);
  registers_ = function_->getArg(1);
  out_ = function_->getArg(2);
  Value* v = nullptr;
  member(offsetof(FmlData, v), pointer_, v);
  const uint64_t width = loop.numbers.size() / loop.count;
  auto row = [&](unsigned argument) {
    return b.CreateInBoundsGEP(b.getInt32Ty(), address(loop.numbers.data()),
                               b.CreateMul(function_->getArg(argument), b.getInt64(width)));
  };
  Value* last = row(4);
  emitRepetitions(items, loop, v, row(3), last);
  b.CreateRet(b.getInt32(0));
}

void CodeEmitter::emitEntry(const std::string& name, const Entry& entry, llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  module_ = &module;
  real_ = llvm::Type::getDoubleTy(context);
  pointer_ = llvm::PointerType::getUnqual(context);
  auto partName = [&](const EntryLoop& loop) {
    return name + ".loop" + std::to_string(loop.begin);
  };
  bool wide = false;
  for (const EntryLoop& loop : entry.loops) {
    wide = wide || loop.part > 0;
    if (loop.part > 0) emitEntryPart(partName(loop), entry.items, loop);
  }
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  std::vector<llvm::Type*> parameters = {pointer_};
  if (entry.ofBlock) parameters.push_back(word);
  if (entry.withOutput) parameters.push_back(pointer_);
  function_ = function(name, llvm::FunctionType::get(word, parameters, false), module);
  Value* null = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer_));
  data_ = function_->getArg(0);
  out_ = entry.withOutput ? function_->getArg(entry.ofBlock ? 2 : 1) : null;
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", function_));
  build_ = early_ = &b;
  Value* v = nullptr;
  member(offsetof(FmlData, v), pointer_, v);

  Value* row = nullptr;  // of numbers
  Value* code = address(&code_);
  if (entry.shared != nullptr) {
    Value* block = b.CreateZExt(function_->getArg(1), b.getInt64Ty());
    Value* number = b.CreateLoad(word, b.CreateGEP(word, address(entry.shared->rowOfBlock), block));
    number = b.CreateZExt(number, b.getInt64Ty());
    uint64_t width = 0;
    for (const EntryItem& item : entry.items) width += item.width();
    row = b.CreateGEP(word, address(entry.shared->numbers), b.CreateMul(number, b.getInt64(width)));
    if (chunks_.needsRegisters)
      code = b.CreateLoad(pointer_, b.CreateGEP(pointer_, address(entry.shared->codes), number));
  }
  registers_ = null;
  // What an instance needs to have registers is made here, and not by the first of some threads.
  if (chunks_.needsRegisters || wide)
    registers_ = b.CreateCall(external("formola.registers", pointer_, {pointer_, pointer_}, false),
                              {data_, code});
  for (const EntryLoop& loop : entry.loops) {
    if (loop.part > 0) {
      callInParts(partName(loop), loop.count, loop.part);
      continue;
    }
    if (loop.count > 1) {
      emitEntryLoop(entry.items, loop, v);
      continue;
    }
    for (uint32_t k = loop.begin; k < loop.begin + loop.period; ++k) {
      const EntryItem& item = entry.items[k];
      if (row != nullptr) {
        entryItem(item, numbersFrom(row, item).data(), v);
        continue;
      }
      Value* const numbers[2] = {b.getInt32(item.numbers[0]), b.getInt32(item.numbers[1])};
      entryItem(item, numbers, v);
    }
  }
  b.CreateRet(b.getInt32(0));
}

}  // namespace formola::native

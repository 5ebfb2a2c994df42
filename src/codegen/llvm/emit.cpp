#include "codegen/llvm/emit.h"

#include <llvm/IR/Intrinsics.h>

#include <cmath>
#include <cstddef>
#include <map>

#include "codegen/host/services.h"
#include "codegen/llvm/builtins.h"
#include "codegen/llvm/emit_function.h"
#include "codegen/llvm/emit_operation.h"
#include "expr/floor_of_time.h"
#include "runtime/model_abi.h"
#include "runtime/parallel.h"
#include "support/assert.h"

namespace formola::native {

using llvm::Value;
using lowered::Instruction;
using lowered::Op;

namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

template <typename F>
ExternalFunction external(const char* name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}

ExternalFunction libm(const char* name, Unary function) {
  return external(name, function);
}
ExternalFunction libm2(const char* name, Binary function) {
  return external(name, function);
}

}  // namespace

const std::vector<ExternalFunction>& externalFunctions() {
  static const std::vector<ExternalFunction> table = {
#define LIBM_1 libm
#define LIBM_2 libm2
#define ELEMENTARY(enumerator, name, arguments, f, ...) LIBM_##arguments("formola." name, f),
#include "expr/elementary.def"
#undef ELEMENTARY
      external("formola.floorOfTime", floorOfTime),
      external("formola.endOfFloor", endOfFloor),
      libm2("formola.pow", std::pow),
      // What intrinsics become on machines without an instruction for them.
      libm("floor", std::floor),
      libm("ceil", std::ceil),
      libm("trunc", std::trunc),
      external("formola.linear", fml_solve_linear),
      external("formola.again", fml_solve_linear_again),
      external("formola.nonlinear", fml_solve_nonlinear),
      external("formola.mixed", fml_solve_mixed),
      external("formola.delay", fml_delay),
      external("formola.transport", fml_transport),
      external("formola.parts", runtime::runInParts),
      external("formola.registers", lowered::registersOf),
      external("formola.call", lowered::callFunctionAt),
      external("formola.extract", lowered::extractAt),
      external("formola.act", lowered::actAt),
      external("formola.outside", lowered::indexOutside),
  };
  return table;
}

CodeEmitter::CodeEmitter(const lowered::RolledCode& rolled, const ChunkedCode& chunks,
                         std::string name, bool cold, AddressBook& addresses)
    : rolled_(rolled),
      code_(rolled.code),
      chunks_(chunks),
      name_(std::move(name)),
      cold_(cold),
      addresses_(addresses),
      known_(chunks.file.size()) {}

std::string chunkName(const std::string& code, uint32_t chunk) {
  return code + "." + std::to_string(chunk);
}

llvm::FunctionType* CodeEmitter::chunkType(bool fails, bool shared,
                                           llvm::LLVMContext& context) const {
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* result = fails ? llvm::Type::getInt32Ty(context) : llvm::Type::getVoidTy(context);
  const std::vector<llvm::Type*> parameters(shared ? 5 : 4, pointer);
  return llvm::FunctionType::get(result, parameters, false);
}

llvm::Function* CodeEmitter::function(const std::string& name, llvm::FunctionType* type,
                                      llvm::Module& module) const {
  if (llvm::Function* known = module.getFunction(name)) return known;
  auto* f = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  f->setDoesNotThrow();
  return f;
}

llvm::FunctionCallee CodeEmitter::external(const char* name, llvm::Type* result,
                                           llvm::ArrayRef<llvm::Type*> arguments, bool pure) {
  llvm::Function* f = function(name, llvm::FunctionType::get(result, arguments, false), *module_);
  if (pure) {
    f->setDoesNotAccessMemory();
    f->setWillReturn();
  }
  return f;
}

Value* CodeEmitter::number(double x) {
  return splat(llvm::ConstantFP::get(real_, x));
}

Value* CodeEmitter::splat(Value* scalar) {
  return lanes_ == 1 ? scalar : build_->CreateVectorSplat(lanes_, scalar);
}

Value* CodeEmitter::element(Value* array, uint32_t index) {
  return index == 0 ? array : build_->CreateConstInBoundsGEP1_32(real_, array, index);
}

// An entry of the row of the present chunk.
Value* CodeEmitter::rowEntry(uint32_t offset, llvm::Type* type) {
  Value*& entry = rowEntries_[offset];
  if (entry == nullptr) {
    llvm::IRBuilder<>& b = early();
    entry = b.CreateLoad(type, b.CreateConstInBoundsGEP1_32(b.getInt8Ty(), tableRow_, offset));
  }
  return entry;
}

uint32_t CodeEmitter::offsetOfPlace(uint32_t place) const {
  return shared_ == nullptr ? ShapeTable::kSame : shared_->table.offsetOfPlace[place];
}

// array[index], or where the table says that the place differs, as far from it as the table says.
Value* CodeEmitter::elementAt(llvm::IRBuilder<>& b, llvm::Type* type, Value* array, uint32_t index,
                              uint32_t offset) {
  if (offset == ShapeTable::kSame)
    return index == 0 ? array : b.CreateConstInBoundsGEP1_32(type, array, index);
  Value*& moved = movedArrays_[{array, offset}];
  if (moved == nullptr) {
    Value* distance = rowEntry(offset, b.getInt32Ty());
    moved = early().CreateGEP(type, array, early().CreateSExt(distance, b.getInt64Ty()));
  }
  return b.CreateConstGEP1_32(type, moved, index);
}

Value* CodeEmitter::namedElement(llvm::Type* type, Value* array, Field field) {
  return elementAt(*build_, type, array, code_.instructions[at_].*field, namedOffset());
}

uint32_t CodeEmitter::namedOffset() const {
  return shared_ == nullptr ? ShapeTable::kSame : offsetOfPlace(shared_->shape.named(at_));
}

Value* CodeEmitter::registerElement(llvm::IRBuilder<>& b, uint32_t reg) {
  return elementAt(
      b, real_, registers_, chunks_.merged[reg] != 0 ? reg : chunks_.file[reg],
      shared_ == nullptr ? ShapeTable::kSame : offsetOfPlace(shared_->shape.outside(reg)));
}

// constants[index], which in a shared chunk is literal `number`.
Value* CodeEmitter::literal(uint32_t index, uint32_t number) {
  const uint32_t offset =
      shared_ == nullptr ? ShapeTable::kSame : shared_->table.offsetOfLiteral[number];
  return offset == ShapeTable::kSame ? this->number(code_.constants[index])
                                     : rowEntry(offset, real_);
}

// The number of a delay or the like, for services.
Value* CodeEmitter::namedIndex(Field field) {
  Value* index = build_->getInt32(code_.instructions[at_].*field);
  const uint32_t offset = namedOffset();
  if (offset == ShapeTable::kSame) return index;
  return build_->CreateAdd(index, rowEntry(offset, build_->getInt32Ty()));
}

Value* CodeEmitter::loadAt(Value* array, Field field) {
  return loop_ != nullptr ? load(array, placesOf(indicesOf(field)))
                          : build_->CreateLoad(real_, namedElement(real_, array, field));
}

void CodeEmitter::storeAt(Value* what, Value* array, Field field) {
  if (loop_ != nullptr) return store(what, array, placesOf(indicesOf(field)));
  build_->CreateStore(what, namedElement(real_, array, field));
}

Value* CodeEmitter::byteAt(Value* array, Field field) {
  if (loop_ == nullptr) return namedElement(build_->getInt8Ty(), array, field);
  return build_->CreateInBoundsGEP(build_->getInt8Ty(), array,
                                   indexAt(placesOf(indicesOf(field)), 0));
}

Value* CodeEmitter::member(size_t offset, llvm::Type* type, Value*& cache) {
  if (cache == nullptr) {
    llvm::IRBuilder<>& b = early();
    cache = b.CreateLoad(type, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), data_, offset));
  }
  return cache;
}

Value* CodeEmitter::value(uint32_t reg) {
  Known& known = known_[reg];
  if (loop_ != nullptr) return known.stamp == stamp_ ? known.number : loopOperand(reg);
  if (chunks_.merged[reg] != 0) return build_->CreateLoad(real_, registerElement(*build_, reg));
  if (known.stamp == stamp_) return known.number;
  known = {nullptr, nullptr, stamp_};
  // Computed by another chunk.
  llvm::IRBuilder<>& b = early();
  const uint32_t outside = shared_ == nullptr ? kNoPlace : shared_->shape.outside(reg);
  switch (chunks_.home[reg]) {
    case Home::Constant:
      known.number = literal(chunks_.place[reg], outside);
      break;
    case Home::Variable:
      known.number =
          b.CreateLoad(real_, elementAt(b, real_, v_, chunks_.place[reg], offsetOfPlace(outside)));
      break;
    default:
      FORMOLA_ASSERT(chunks_.home[reg] == Home::Register);
      known.number = b.CreateLoad(real_, registerElement(b, reg));
  }
  return known.number;
}

Value* CodeEmitter::truth(uint32_t reg) {
  if ((chunks_.merged[reg] == 0 || loop_ != nullptr) && known_[reg].stamp == stamp_ &&
      known_[reg].truth != nullptr)
    return known_[reg].truth;
  return build_->CreateFCmpUNE(value(reg), number(0));
}

void CodeEmitter::define(uint32_t reg, Value* result, Value* truthValue) {
  if (chunks_.file[reg] != kNoPlace) {
    if (loop_ != nullptr) {
      store(result, registers_, placesOf(filePlaces()));
    } else {
      build_->CreateStore(
          result, elementAt(*build_, real_, registers_, chunks_.file[reg],
                            shared_ == nullptr ? ShapeTable::kSame
                                               : offsetOfPlace(shared_->shape.result(at_))));
    }
  }
  known_[reg] = {result, truthValue, stamp_};
}

void CodeEmitter::defineTruth(uint32_t reg, Value* truthValue) {
  define(reg, build_->CreateUIToFP(truthValue, lanes_ == 1 ? real_ : number(0)->getType()),
         truthValue);
}

void CodeEmitter::returnUnlessOk(Value* status) {
  llvm::LLVMContext& context = module_->getContext();
  auto* failed = llvm::BasicBlock::Create(context, "failed", function_);
  auto* next = llvm::BasicBlock::Create(context, "next", function_);
  build_->CreateCondBr(build_->CreateICmpNE(status, build_->getInt32(0)), failed, next);
  build_->SetInsertPoint(failed);
  build_->CreateRet(status);
  build_->SetInsertPoint(next);
}

// The elements go into an array on the stack; the subscript is known at run time only.
Value* CodeEmitter::pick(const Instruction& i) {
  llvm::IRBuilder<>& b = *build_;
  Value* at = value(i.b);
  Value* inside = b.CreateAnd(b.CreateFCmpOGE(at, number(1)), b.CreateFCmpOLE(at, number(i.c)));
  llvm::LLVMContext& context = module_->getContext();
  auto* outside = llvm::BasicBlock::Create(context, "outside", function_);
  auto* next = llvm::BasicBlock::Create(context, "inside", function_);
  b.CreateCondBr(inside, next, outside);
  b.SetInsertPoint(outside);
  auto fail = external("formola.outside", b.getInt32Ty(), {pointer_, real_, b.getInt32Ty()}, false);
  b.CreateRet(b.CreateCall(fail, {data_, at, b.getInt32(i.c)}));
  b.SetInsertPoint(next);
  Value* elements = early().CreateAlloca(real_, b.getInt32(i.c));
  for (uint32_t k = 0; k < i.c; ++k)
    b.CreateStore(value(code_.lists[i.a + k]), element(elements, k));
  Value* index = b.CreateSub(b.CreateFPToUI(at, b.getInt32Ty()), b.getInt32(1));
  return b.CreateLoad(real_,
                      b.CreateInBoundsGEP(real_, elements, b.CreateZExt(index, b.getInt64Ty())));
}

// Where live: relations[c] = r[a], or what its band holds; without a branch, writing the old value
// back is harmless.
Value* CodeEmitter::relation(const Instruction& i) {
  llvm::IRBuilder<>& b = *build_;
  Value* relations = member(offsetof(FmlData, relations), pointer_, relations_);
  Value* live = member(offsetof(FmlData, live), b.getInt8Ty(), live_);
  Value* place = byteAt(relations, &Instruction::c);
  Value* old = b.CreateLoad(b.getInt8Ty(), place);
  Value* bands = member(offsetof(FmlData, relationBands), pointer_, bands_);
  Value* band = loadAt(bands, &Instruction::c);
  Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value(i.b));
  Value* width = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, band);
  Value* held = b.CreateAnd(b.CreateFCmpOGT(size, number(0)), b.CreateFCmpOLE(size, width));
  Value* now = b.CreateSelect(held, b.CreateFCmpOLT(band, number(0)), truth(i.a));
  Value* fresh = b.CreateZExt(now, b.getInt8Ty());
  Value* result = b.CreateSelect(b.CreateICmpNE(live, b.getInt8(0)), fresh, old);
  b.CreateStore(result, place);
  return b.CreateICmpNE(result, b.getInt8(0));
}

// By the reference interpreter.
void CodeEmitter::call(uint32_t index) {
  llvm::IRBuilder<>& b = *build_;
  forEachArgument(code_.calls[index], [&](uint32_t r) {
    if (chunks_.merged[r] == 0) b.CreateStore(value(r), element(registers_, r));
  });
  auto service =
      external("formola.call", b.getInt32Ty(), {pointer_, pointer_, b.getInt32Ty()}, false);
  returnUnlessOk(b.CreateCall(service, {data_, address(&code_), b.getInt32(index)}));
}

// By native code, and where that fails by the reference interpreter, which leaves the results in
// the register file.
void CodeEmitter::callCompiled(uint32_t index) {
  llvm::IRBuilder<>& b = *build_;
  const lowered::CallSite& site = code_.calls[index];
  const auto inputs = static_cast<uint32_t>(site.operands.size());
  Value* arguments = early().CreateAlloca(real_, b.getInt32(std::max(inputs, 1U)));
  Value* results = early().CreateAlloca(real_, b.getInt32(std::max(site.results, 1U)));
  for (uint32_t k = 0; k < inputs; ++k)
    b.CreateStore(value(site.operands[k]), element(arguments, k));
  // Values that the interpreter needs are loaded where both paths see them.
  forEachArgument(site, [&](uint32_t r) { value(r); });
  auto callee = external(functionName(static_cast<uint32_t>(site.compiled)).c_str(), b.getInt32Ty(),
                         {pointer_, pointer_}, false);
  Value* status = b.CreateCall(callee, {arguments, results});
  // x * 0 is 0 for all that are numbers.
  Value* test = number(0);
  for (uint32_t k = 0; k < site.results; ++k)
    test = b.CreateFAdd(test, b.CreateFMul(b.CreateLoad(real_, element(results, k)), number(0)));
  Value* ok = b.CreateAnd(b.CreateICmpEQ(status, b.getInt32(0)), b.CreateFCmpOEQ(test, number(0)));
  llvm::LLVMContext& context = module_->getContext();
  auto* slow = llvm::BasicBlock::Create(context, "slow", function_);
  auto* next = llvm::BasicBlock::Create(context, "called", function_);
  b.CreateCondBr(ok, next, slow);
  b.SetInsertPoint(slow);
  call(index);
  for (uint32_t k = 0; k < site.results; ++k)
    b.CreateStore(b.CreateLoad(real_, element(registers_, site.result + k)), element(results, k));
  b.CreateBr(next);
  b.SetInsertPoint(next);
  for (uint32_t k = 0; k < site.results; ++k)
    define(site.result + k, b.CreateLoad(real_, element(results, k)));
}

void CodeEmitter::instruction(const Instruction& i) {
  llvm::IRBuilder<>& b = *build_;
  llvm::Type* byte = b.getInt8Ty();
  auto byteOf = [&](size_t offset, Value*& cache) {
    Value* loaded = member(offset, byte, cache);
    defineTruth(i.dst, b.CreateICmpNE(loaded, b.getInt8(0)));
  };
  auto flagAt = [&](Value* array) {
    Value* loaded = b.CreateLoad(byte, byteAt(array, &Instruction::a));
    defineTruth(i.dst, b.CreateICmpNE(loaded, b.getInt8(0)));
  };
  if (emitOperation(*this, b, *module_, code_, i)) return;
  switch (i.op) {
    case Op::Constant:
      return define(i.dst,
                    loop_ != nullptr
                        ? constants()
                        : literal(i.a, shared_ == nullptr ? kNoPlace : shared_->shape.named(at_)));
    case Op::Time:
      return define(i.dst, splat(member(offsetof(FmlData, time), real_, time_)));
    case Op::Load:
      return define(i.dst, loadAt(v_, &Instruction::a));
    case Op::LoadPre:
      return define(i.dst, loadAt(member(offsetof(FmlData, pre), pointer_, pre_), &Instruction::a));
    case Op::LoadRelation:
      return flagAt(member(offsetof(FmlData, relations), pointer_, relations_));
    case Op::Sampled:
      return flagAt(member(offsetof(FmlData, sampleActive), pointer_, samples_));
    case Op::Initial:
      return byteOf(offsetof(FmlData, initial), initial_);
    case Op::Terminal:
      return byteOf(offsetof(FmlData, terminal), terminal_);
    case Op::Reached:
      return define(i.dst, splat(member(offsetof(FmlData, reached), real_, reached_)));
    case Op::Passed:
      return define(i.dst, splat(member(offsetof(FmlData, passed), real_, passed_)));
    case Op::Lambda:
      return define(i.dst, splat(member(offsetof(FmlData, lambda), real_, lambda_)));
    case Op::Pick:
      return define(i.dst, pick(i));
    case Op::Relation:
      return defineTruth(i.dst, relation(i));
    case Op::Delay: {
      auto delay =
          external("formola.delay", real_, {pointer_, b.getInt32Ty(), real_, real_}, false);
      return define(
          i.dst, b.CreateCall(delay, {data_, namedIndex(&Instruction::c), value(i.a), value(i.b)}));
    }
    case Op::Transport: {
      auto transport =
          external("formola.transport", real_,
                   {pointer_, b.getInt32Ty(), real_, real_, real_, real_, real_}, false);
      std::vector<llvm::Value*> arguments{data_, namedIndex(&Instruction::c)};
      for (uint32_t k = 0; k < 5; ++k) arguments.push_back(value(code_.lists[i.a + k]));
      return define(i.dst, b.CreateCall(transport, arguments));
    }
    case Op::Call:
      return code_.calls[i.a].compiled < 0 ? call(i.a) : callCompiled(i.a);
    case Op::Extract: {
      auto extract =
          external("formola.extract", real_, {pointer_, pointer_, b.getInt32Ty()}, false);
      return define(i.dst, b.CreateCall(extract, {data_, address(&code_), b.getInt32(i.a)}));
    }
    case Op::Store:
      return storeAt(value(i.a), v_, &Instruction::dst);
    case Op::StorePre:
      return storeAt(value(i.a), member(offsetof(FmlData, pre), pointer_, pre_), &Instruction::dst);
    case Op::Output:
      return storeAt(value(i.a), out_, &Instruction::dst);
    case Op::Act: {
      auto act = external("formola.act", b.getInt32Ty(), {pointer_, b.getInt32Ty(), real_}, false);
      return returnUnlessOk(b.CreateCall(act, {data_, b.getInt32(i.a), value(i.c)}));
    }
    default:
      FORMOLA_ASSERT(!"not part of a chunk's straight code");
  }
}

void CodeEmitter::emitShared(uint32_t chunk, const SharedChunk& shared, llvm::Module& module) {
  shared_ = &shared;
  emitChunk(chunk, module);
  shared_ = nullptr;
}

// Nothing is known yet in what is written next.
void CodeEmitter::beginFunction(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  ++stamp_;
  module_ = &module;
  real_ = llvm::Type::getDoubleTy(context);
  pointer_ = llvm::PointerType::getUnqual(context);
  pre_ = relations_ = bands_ = samples_ = time_ = lambda_ = live_ = initial_ = terminal_ = nullptr;
  reached_ = passed_ = nullptr;
  rowEntries_.clear();
  movedArrays_.clear();
}

void CodeEmitter::beginPart(uint32_t index, llvm::Module& module) {
  beginFunction(module);
  function_ = function(chunkName(name_, index), partType(module.getContext()), module);
  data_ = function_->getArg(0);
  v_ = nullptr;  // emitLoop reads it
  registers_ = function_->getArg(1);
  out_ = function_->getArg(2);
}

void CodeEmitter::beginChunk(uint32_t index, llvm::Module& module) {
  const Chunk& chunk = chunks_.chunks[index];
  llvm::LLVMContext& context = module.getContext();
  beginFunction(module);
  function_ = function(shared_ == nullptr ? chunkName(name_, index) : shared_->name,
                       chunkType(chunk.fails, shared_ != nullptr, context), module);
  if (shared_ != nullptr) tableRow_ = function_->getArg(4);
  data_ = function_->getArg(0);
  v_ = function_->getArg(1);
  registers_ = function_->getArg(2);
  out_ = function_->getArg(3);
  // Services read v and the registers through d, so that nothing can be promised where they are
  // called.
  if (!chunk.fails)
    for (unsigned k = 1; k < 4; ++k) function_->addParamAttr(k, llvm::Attribute::NoAlias);
  if (cold_) {
    function_->addFnAttr(llvm::Attribute::OptimizeNone);
    function_->addFnAttr(llvm::Attribute::NoInline);
  }
}

void CodeEmitter::emitChunk(uint32_t index, llvm::Module& module) {
  const Chunk& chunk = chunks_.chunks[index];
  if (chunk.loop >= 0) return emitLoop(index, module);
  beginChunk(index, module);
  llvm::LLVMContext& context = module.getContext();
  auto* entry = llvm::BasicBlock::Create(context, "", function_);
  llvm::IRBuilder<> entryBuilder(entry);
  auto* body = chunk.branches ? llvm::BasicBlock::Create(context, "body", function_) : entry;
  llvm::IRBuilder<> bodyBuilder(body);
  build_ = &bodyBuilder;
  early_ = chunk.branches ? &entryBuilder : &bodyBuilder;

  std::map<uint32_t, llvm::BasicBlock*> blocks;  // by instruction, of jump targets
  auto blockAt = [&](uint32_t k) {
    llvm::BasicBlock*& block = blocks[k];
    if (block == nullptr) block = llvm::BasicBlock::Create(context, "at", function_);
    return block;
  };
  bool ended = false;  // the present block has its jump already
  for (uint32_t k = chunk.begin; k <= chunk.end; ++k) {
    if (auto found = blocks.find(k); found != blocks.end()) {
      if (!ended) build_->CreateBr(found->second);
      build_->SetInsertPoint(found->second);
      ended = false;
    }
    if (k == chunk.end) break;
    at_ = k;
    const Instruction& i = code_.instructions[k];
    if (i.op == Op::JumpUnless) {
      llvm::BasicBlock* next = blockAt(k + 1);
      build_->CreateCondBr(truth(i.a), next, blockAt(i.b));
      ended = true;
    } else if (i.op == Op::Jump) {
      build_->CreateBr(blockAt(i.b));
      ended = true;
    } else {
      instruction(i);
    }
  }
  if (chunk.fails) {
    build_->CreateRet(build_->getInt32(0));
  } else {
    build_->CreateRetVoid();
  }
  if (chunk.branches) entryBuilder.CreateBr(body);
}

}  // namespace formola::native

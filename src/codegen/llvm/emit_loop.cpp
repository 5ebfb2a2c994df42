// Loops of register code: one iteration is written, with what differs between iterations computed
// from the number of the iteration or read from a table.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>

#include "codegen/llvm/emit.h"
#include "support/assert.h"

namespace formola::native {

using interp::Instruction;
using interp::Loop;
using interp::Op;
using llvm::Value;

namespace {

// As many doubles as the widest registers in common use hold; LLVM splits it where they are
// shorter.
constexpr unsigned kLanes = 4;

// Operations that are the same on vectors. Elementary functions are called for each lane.
bool worksOnVectors(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Time:
    case Op::Load:
    case Op::Lambda:
    case Op::Copy:
    case Op::Neg:
    case Op::Not:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Pow:
    case Op::And:
    case Op::Or:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Select:
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::Exp:
    case Op::Log:
    case Op::Store:
    case Op::Output:
      return true;
    default:
      return false;
  }
}

// first + k * stride for all k.
bool isAffine(const std::vector<uint32_t>& indices, int64_t& stride) {
  stride = indices.size() < 2 ? 0 : static_cast<int64_t>(indices[1]) - indices[0];
  for (size_t k = 2; k < indices.size(); ++k)
    if (static_cast<int64_t>(indices[k]) - indices[k - 1] != stride) return false;
  return true;
}

}  // namespace

std::vector<uint32_t> CodeEmitter::indicesOf(Field field) const {
  std::vector<uint32_t> indices(loop_->count);
  for (uint32_t k = 0; k < loop_->count; ++k)
    indices[k] = code_.instructions[at_ + k * loop_->period].*field;
  return indices;
}

// Where the present result goes in the register file.
std::vector<uint32_t> CodeEmitter::filePlaces() const {
  std::vector<uint32_t> places = indicesOf(&Instruction::dst);
  for (uint32_t& r : places) r = chunks_.file[r];
  return places;
}

Value* CodeEmitter::indexIn(const std::vector<uint32_t>& indices, unsigned lane) {
  llvm::IRBuilder<>& b = *build_;
  int64_t stride = 0;
  if (isAffine(indices, stride)) {
    if (stride == 0) return b.getInt64(indices[0]);
    Value* steps = stride == 1 ? iteration_ : b.CreateMul(iteration_, b.getInt64(stride));
    return b.CreateAdd(steps, b.getInt64(static_cast<int64_t>(indices[0]) + lane * stride));
  }
  llvm::Constant* numbers = llvm::ConstantDataArray::get(module_->getContext(), indices);
  auto* table = new llvm::GlobalVariable(*module_, numbers->getType(), true,
                                         llvm::GlobalValue::PrivateLinkage, numbers);
  Value* at = lane == 0 ? iteration_ : b.CreateAdd(iteration_, b.getInt64(lane));
  Value* index = b.CreateLoad(b.getInt32Ty(), b.CreateInBoundsGEP(b.getInt32Ty(), table, at));
  return b.CreateZExt(index, b.getInt64Ty());
}

Value* CodeEmitter::load(Value* array, const std::vector<uint32_t>& indices) {
  llvm::IRBuilder<>& b = *build_;
  auto scalar = [&](unsigned lane) {
    return b.CreateLoad(real_, b.CreateInBoundsGEP(real_, array, indexIn(indices, lane)));
  };
  if (lanes_ == 1) return scalar(0);
  int64_t stride = 0;
  const bool affine = isAffine(indices, stride);
  if (affine && stride == 0) return splat(scalar(0));
  if (affine && stride == 1)
    return b.CreateAlignedLoad(llvm::FixedVectorType::get(real_, lanes_),
                               b.CreateInBoundsGEP(real_, array, indexIn(indices, 0)),
                               llvm::Align(sizeof(double)));
  Value* result = number(0);
  for (unsigned lane = 0; lane < lanes_; ++lane)
    result = b.CreateInsertElement(result, scalar(lane), b.getInt32(lane));
  return result;
}

void CodeEmitter::store(Value* what, Value* array, const std::vector<uint32_t>& indices) {
  llvm::IRBuilder<>& b = *build_;
  auto place = [&](unsigned lane) {
    return b.CreateInBoundsGEP(real_, array, indexIn(indices, lane));
  };
  int64_t stride = 0;
  if (lanes_ == 1) {
    b.CreateStore(what, place(0));
  } else if (isAffine(indices, stride) && stride == 1) {
    b.CreateAlignedStore(what, place(0), llvm::Align(sizeof(double)));
  } else {
    for (unsigned lane = 0; lane < lanes_; ++lane)
      b.CreateStore(b.CreateExtractElement(what, b.getInt32(lane)), place(lane));
  }
}

// The numbers of the present instruction, a constant in each iteration.
Value* CodeEmitter::constants() {
  std::vector<double> numbers;
  bool equal = true;
  for (uint32_t c : indicesOf(&Instruction::a)) {
    numbers.push_back(code_.constants[c]);
    equal = equal && std::bit_cast<uint64_t>(numbers.back()) == std::bit_cast<uint64_t>(numbers[0]);
  }
  if (equal) return number(numbers[0]);
  llvm::Constant* data = llvm::ConstantDataArray::get(module_->getContext(), numbers);
  auto* table = new llvm::GlobalVariable(*module_, data->getType(), true,
                                         llvm::GlobalValue::PrivateLinkage, data);
  std::vector<uint32_t> indices(numbers.size());
  for (uint32_t k = 0; k < indices.size(); ++k) indices[k] = k;
  return load(table, indices);
}

// A value from outside of the iteration.
Value* CodeEmitter::loopOperand(uint32_t reg) {
  uint32_t which = 0, count = 0;
  forEachOperand(code_, code_.instructions[at_], [&](uint32_t r) {
    if (r == reg) which = count;
    ++count;
  });
  const bool inFile = chunks_.merged[reg] != 0 || chunks_.home[reg] == Home::Register;
  FORMOLA_ASSERT(inFile || chunks_.home[reg] == Home::Variable);
  std::vector<uint32_t> places;
  for (uint32_t k = 0; k < loop_->count; ++k) {
    uint32_t n = 0;
    forEachOperand(code_, code_.instructions[at_ + k * loop_->period], [&](uint32_t r) {
      if (n++ == which) places.push_back(inFile ? chunks_.file[r] : chunks_.place[r]);
    });
  }
  return load(inFile ? registers_ : v_, places);
}

void CodeEmitter::emitIterations(unsigned lanes) {
  llvm::IRBuilder<>& b = *build_;
  llvm::LLVMContext& context = module_->getContext();
  lanes_ = lanes;
  llvm::BasicBlock* before = b.GetInsertBlock();
  auto* body = llvm::BasicBlock::Create(context, "loop", function_);
  auto* after = llvm::BasicBlock::Create(context, "after", function_);
  b.CreateBr(body);
  b.SetInsertPoint(body);
  llvm::PHINode* iteration = b.CreatePHI(b.getInt64Ty(), 2);
  iteration->addIncoming(b.getInt64(0), before);
  iteration_ = iteration;
  // The last iterations of a count that is no multiple are done twice: none needs another.
  if (loop_->count % lanes != 0)
    iteration_ =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, iteration, b.getInt64(loop_->count - lanes));
  for (uint32_t j = 0; j < loop_->period; ++j) {
    at_ = loop_->begin + j;
    instruction(code_.instructions[at_]);
  }
  Value* next = b.CreateAdd(iteration, b.getInt64(lanes));
  iteration->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpULT(next, b.getInt64(loop_->count)), body, after);
  b.SetInsertPoint(after);
  lanes_ = 1;
}

void CodeEmitter::emitLoop(uint32_t index, llvm::Module& module) {
  beginChunk(index, module);
  llvm::LLVMContext& context = module.getContext();
  loop_ = &rolled_.loops[static_cast<size_t>(chunks_.chunks[index].loop)];
  auto* entry = llvm::BasicBlock::Create(context, "", function_);
  auto* first = llvm::BasicBlock::Create(context, "first", function_);
  llvm::IRBuilder<> entryBuilder(entry), bodyBuilder(first);
  early_ = &entryBuilder;
  build_ = &bodyBuilder;

  bool vectors = loop_->independent && loop_->count >= 2 * kLanes;
  for (uint32_t j = 0; j < loop_->period && vectors; ++j)
    vectors = worksOnVectors(code_.instructions[loop_->begin + j].op);
  emitIterations(vectors ? kLanes : 1);
  build_->CreateRetVoid();
  entryBuilder.CreateBr(first);
  loop_ = nullptr;
}

}  // namespace formola::native

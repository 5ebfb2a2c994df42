// Loops of register code: one iteration is written, with what differs between iterations computed
// from the number of the iteration or read from a table.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>
#include <cstddef>
#include <numeric>
#include <set>

#include "codegen/llvm/emit.h"
#include "runtime/model_abi.h"
#include "support/assert.h"

namespace formola::native {

using llvm::Value;
using lowered::Instruction;
using lowered::Op;

namespace {

// Doubles in a vector: as many as the widest registers hold. LLVM splits it where they are shorter,
// which unrolls the loop.
constexpr unsigned kLanes = 8, kFewLanes = 4;
// Shorter rows are not worth a loop of their own.
constexpr uint32_t kShortestRow = 2 * kFewLanes;

// Operations that are the same on vectors. Elementary functions are not: they would be called for
// each lane, and every call leaves the vector registers to be spilled; measured, the loop is then
// up to a third slower than one without vectors.
bool worksOnVectors(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Time:
    case Op::Reached:
    case Op::Passed:
    case Op::Load:
    case Op::Lambda:
    case Op::Copy:
    case Op::Neg:
    case Op::Not:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::And:
    case Op::Or:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Select:
    case Op::MulAdd:
    case Op::MulSub:
    case Op::SubMul:
    case Op::Sqrt:
    case Op::Store:
    case Op::Output:
      return true;
    default:
      return false;
  }
}

int64_t strideOf(const std::vector<uint32_t>& indices) {
  return indices.size() < 2 ? 0 : static_cast<int64_t>(indices[1]) - indices[0];
}

// The greatest divisor of the number of indices and of all places where they go on otherwise than
// by the stride: rows of that length are regular.
uint32_t regularLength(const std::vector<uint32_t>& indices) {
  const int64_t stride = strideOf(indices);
  auto length = static_cast<uint32_t>(indices.size());
  for (uint32_t k = 2; k < indices.size() && length > 1; ++k)
    if (static_cast<int64_t>(indices[k]) - indices[k - 1] != stride) length = std::gcd(length, k);
  return length;
}

}  // namespace

CodeEmitter::Indices CodeEmitter::indicesOf(Field field) const {
  Indices indices(loop_->count);
  for (uint32_t k = 0; k < loop_->count; ++k)
    indices[k] = code_.instructions[at_ + k * loop_->period].*field;
  return indices;
}

// Where the present result goes in the register file.
CodeEmitter::Indices CodeEmitter::filePlaces() const {
  Indices places = indicesOf(&Instruction::dst);
  for (uint32_t& r : places) r = chunks_.file[r];
  return places;
}

bool CodeEmitter::inFile(uint32_t reg) const {
  return chunks_.merged[reg] != 0 || chunks_.home[reg] == Home::Register;
}

// Where an operand of the present instruction is that comes from outside of the iteration.
CodeEmitter::Indices CodeEmitter::operandPlaces(uint32_t reg) const {
  uint32_t which = 0, count = 0;
  forEachOperand(code_, code_.instructions[at_], [&](uint32_t r) {
    if (r == reg) which = count;
    ++count;
  });
  FORMOLA_ASSERT(inFile(reg) || chunks_.home[reg] == Home::Variable);
  Indices places;
  for (uint32_t k = 0; k < loop_->count; ++k) {
    uint32_t n = 0;
    forEachOperand(code_, code_.instructions[at_ + k * loop_->period], [&](uint32_t r) {
      if (n++ == which) places.push_back(inFile(reg) ? chunks_.file[r] : chunks_.place[r]);
    });
  }
  return places;
}

// The indices of everything that the present loop reads and writes in arrays of numbers.
std::vector<CodeEmitter::Indices> CodeEmitter::accesses() {
  std::vector<Indices> result;
  std::set<uint32_t> inside;
  for (uint32_t j = 0; j < loop_->period; ++j) {
    at_ = loop_->begin + j;
    const Instruction& i = code_.instructions[at_];
    if (i.op == Op::Load || i.op == Op::LoadPre) result.push_back(indicesOf(&Instruction::a));
    if (i.op == Op::Store || i.op == Op::StorePre || i.op == Op::Output)
      result.push_back(indicesOf(&Instruction::dst));
    forEachOperand(code_, i, [&](uint32_t r) {
      if (!inside.contains(r)) result.push_back(operandPlaces(r));
    });
    if (!hasResult(i.op)) continue;
    inside.insert(i.dst);
    if (chunks_.file[i.dst] != kNoPlace) result.push_back(filePlaces());
  }
  return result;
}

// The length of rows in which as many accesses as possible are regular (an access that is less
// regular stays with its table), and how many iterations are done at once.
void CodeEmitter::planIterations() {
  const std::vector<Indices> all = accesses();
  uint32_t length = loop_->count;
  for (const Indices& indices : all) {
    const uint32_t both = std::gcd(length, regularLength(indices));
    if (both >= kShortestRow) length = both;
  }
  row_ = length < loop_->count ? length : 0;
  lanes_ = 1;
  if (!loop_->independent || length < 2 * kFewLanes) return;
  for (uint32_t j = 0; j < loop_->period; ++j)
    if (!worksOnVectors(code_.instructions[loop_->begin + j].op)) return;
  // Lanes that do not follow each other are read and written one by one, and nothing is gained by
  // many of them.
  lanes_ = length >= 2 * kLanes ? kLanes : kFewLanes;
  for (const Indices& indices : all) {
    const int64_t stride = strideOf(indices);
    if ((stride != 0 && stride != 1) || regularLength(indices) % length != 0) lanes_ = kFewLanes;
  }
}

Value* CodeEmitter::tableOf(const Indices& indices) {
  llvm::Constant* numbers = llvm::ConstantDataArray::get(module_->getContext(), indices);
  return new llvm::GlobalVariable(*module_, numbers->getType(), true,
                                  llvm::GlobalValue::PrivateLinkage, numbers);
}

CodeEmitter::Places CodeEmitter::placesOf(const Indices& indices) {
  Places places;
  places.stride = strideOf(indices);
  const uint32_t regular = regularLength(indices);
  if (regular == indices.size()) {
    places.first = build_->getInt64(indices[0]);
    return places;
  }
  if (row_ == 0 || regular % row_ != 0) {
    places.kind = Places::Kind::Table;
    places.table = tableOf(indices);
    return places;
  }
  places.kind = Places::Kind::Rows;
  Indices firsts;
  for (size_t k = 0; k < indices.size(); k += row_) firsts.push_back(indices[k]);
  llvm::IRBuilder<>& b = *rowBuild_;
  if (regularLength(firsts) == firsts.size()) {
    places.first =
        b.CreateAdd(b.CreateMul(rowNumber_, b.getInt64(strideOf(firsts))), b.getInt64(firsts[0]));
  } else {
    Value* at = b.CreateInBoundsGEP(b.getInt32Ty(), tableOf(firsts), rowNumber_);
    places.first = b.CreateZExt(b.CreateLoad(b.getInt32Ty(), at), b.getInt64Ty());
  }
  return places;
}

Value* CodeEmitter::indexAt(const Places& places, unsigned lane) {
  llvm::IRBuilder<>& b = *build_;
  if (places.kind == Places::Kind::Table) {
    Value* at = lane == 0 ? iteration_ : b.CreateAdd(iteration_, b.getInt64(lane));
    Value* place = b.CreateInBoundsGEP(b.getInt32Ty(), places.table, at);
    return b.CreateZExt(b.CreateLoad(b.getInt32Ty(), place), b.getInt64Ty());
  }
  FORMOLA_ASSERT(lane == 0);
  if (places.stride == 0) return places.first;
  Value* number = places.kind == Places::Kind::Rows ? column_ : iteration_;
  Value* steps = places.stride == 1 ? number : b.CreateMul(number, b.getInt64(places.stride));
  return b.CreateAdd(places.first, steps);
}

// Where the lanes are in an array; one place if they follow each other or are the same.
std::vector<Value*> CodeEmitter::lanesAt(Value* array, const Places& places) {
  llvm::IRBuilder<>& b = *build_;
  std::vector<Value*> result = {b.CreateInBoundsGEP(real_, array, indexAt(places, 0))};
  if (places.kind != Places::Kind::Table && (places.stride == 0 || places.stride == 1))
    return result;
  for (unsigned lane = 1; lane < lanes_; ++lane)
    result.push_back(places.kind == Places::Kind::Table
                         ? b.CreateInBoundsGEP(real_, array, indexAt(places, lane))
                         : b.CreateConstInBoundsGEP1_64(
                               real_, result[0], static_cast<uint64_t>(lane * places.stride)));
  return result;
}

Value* CodeEmitter::load(Value* array, const Places& places) {
  llvm::IRBuilder<>& b = *build_;
  const std::vector<Value*> from = lanesAt(array, places);
  if (lanes_ == 1) return b.CreateLoad(real_, from[0]);
  if (from.size() == 1 && places.stride == 0) return splat(b.CreateLoad(real_, from[0]));
  if (from.size() == 1)
    return b.CreateAlignedLoad(llvm::FixedVectorType::get(real_, lanes_), from[0],
                               llvm::Align(sizeof(double)));
  Value* result = number(0);
  for (unsigned lane = 0; lane < lanes_; ++lane)
    result = b.CreateInsertElement(result, b.CreateLoad(real_, from[lane]), b.getInt32(lane));
  return result;
}

void CodeEmitter::store(Value* what, Value* array, const Places& places) {
  llvm::IRBuilder<>& b = *build_;
  const std::vector<Value*> to = lanesAt(array, places);
  if (to.size() == 1) {
    FORMOLA_ASSERT(lanes_ == 1 || places.stride == 1);
    b.CreateAlignedStore(what, to[0], llvm::Align(sizeof(double)));
    return;
  }
  for (unsigned lane = 0; lane < lanes_; ++lane)
    b.CreateStore(b.CreateExtractElement(what, b.getInt32(lane)), to[lane]);
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
  Places places;
  places.stride = 1;
  places.first = build_->getInt64(0);
  return load(table, places);
}

// A value from outside of the iteration.
Value* CodeEmitter::loopOperand(uint32_t reg) {
  return load(inFile(reg) ? registers_ : v_, placesOf(operandPlaces(reg)));
}

// One loop, or one over rows and inside of it one over the iterations of a row.
void CodeEmitter::emitIterations() {
  llvm::IRBuilder<>& b = *build_;
  llvm::LLVMContext& context = module_->getContext();
  const uint32_t length = row_ == 0 ? loop_->count : row_;
  auto* body = llvm::BasicBlock::Create(context, "loop", function_);
  auto* after = llvm::BasicBlock::Create(context, "after", function_);
  auto* head = row_ == 0 ? b.GetInsertBlock() : llvm::BasicBlock::Create(context, "row", function_);
  llvm::IRBuilder<> rowBuilder(head);
  rowBuild_ = &rowBuilder;
  llvm::PHINode* row = nullptr;
  Value* before = nullptr;  // iterations of the rows before
  if (row_ != 0) {
    row = rowBuilder.CreatePHI(b.getInt64Ty(), 2);
    row->addIncoming(from_ != nullptr ? from_ : b.getInt64(0), b.GetInsertBlock());
    rowNumber_ = row;
    before = rowBuilder.CreateMul(row, b.getInt64(row_));
    b.CreateBr(head);
  }
  b.SetInsertPoint(body);
  llvm::PHINode* counter = b.CreatePHI(b.getInt64Ty(), 2);
  const bool part = from_ != nullptr && row_ == 0;
  Value* end = part ? to_ : b.getInt64(length);
  counter->addIncoming(part ? from_ : b.getInt64(0), head);
  column_ = counter;
  // The last iterations of a count that is no multiple are done twice: none needs another.
  if (length % lanes_ != 0)
    column_ = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, counter,
                                      b.CreateSub(end, b.getInt64(lanes_)));
  iteration_ = row_ == 0 ? column_ : b.CreateAdd(before, column_);
  for (uint32_t j = 0; j < loop_->period; ++j) {
    at_ = loop_->begin + j;
    instruction(code_.instructions[at_]);
  }
  Value* next = b.CreateAdd(counter, b.getInt64(lanes_));
  counter->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpULT(next, end), body, after);
  rowBuilder.CreateBr(body);
  b.SetInsertPoint(after);
  if (row_ != 0) {
    auto* ended = llvm::BasicBlock::Create(context, "end", function_);
    Value* nextRow = b.CreateAdd(row, b.getInt64(1));
    Value* rows = from_ != nullptr ? to_ : b.getInt64(loop_->count / row_);
    row->addIncoming(nextRow, after);
    b.CreateCondBr(b.CreateICmpULT(nextRow, rows), head, ended);
    b.SetInsertPoint(ended);
  }
  rowBuild_ = nullptr;
}

void CodeEmitter::emitLoop(uint32_t index, llvm::Module& module) {
  const uint32_t part = chunks_.chunks[index].part;
  if (part > 0) {
    beginPart(index, module);
  } else {
    beginChunk(index, module);
  }
  llvm::LLVMContext& context = module.getContext();
  loop_ = &rolled_.loops[static_cast<size_t>(chunks_.chunks[index].loop)];
  auto* entry = llvm::BasicBlock::Create(context, "", function_);
  auto* first = llvm::BasicBlock::Create(context, "first", function_);
  llvm::IRBuilder<> entryBuilder(entry), bodyBuilder(first);
  early_ = &entryBuilder;
  build_ = &bodyBuilder;

  planIterations();
  if (part > 0) {
    // Parts are of whole rows, told by their iterations.
    v_ = member(offsetof(FmlData, v), pointer_, v_);
    from_ = function_->getArg(3);
    to_ = function_->getArg(4);
    if (row_ != 0) {
      Value* above = entryBuilder.getInt64(row_ - 1);
      Value* row = entryBuilder.getInt64(row_);
      from_ = entryBuilder.CreateUDiv(entryBuilder.CreateAdd(from_, above), row);
      to_ = entryBuilder.CreateUDiv(entryBuilder.CreateAdd(to_, above), row);
      // No row may begin in this part.
      auto* none = llvm::BasicBlock::Create(context, "none", function_);
      auto* some = llvm::BasicBlock::Create(context, "some", function_);
      entryBuilder.CreateCondBr(entryBuilder.CreateICmpULT(from_, to_), some, none);
      entryBuilder.SetInsertPoint(none);
      entryBuilder.CreateRet(entryBuilder.getInt32(0));
      entryBuilder.SetInsertPoint(some);
    }
  }
  emitIterations();
  if (part > 0) {
    build_->CreateRet(build_->getInt32(0));
  } else {
    build_->CreateRetVoid();
  }
  entryBuilder.CreateBr(first);
  loop_ = nullptr;
  from_ = to_ = nullptr;
  row_ = 0;
  lanes_ = 1;
}

}  // namespace formola::native

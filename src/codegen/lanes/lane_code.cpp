#include "codegen/lanes/lane_code.h"

#include <llvm/IR/Intrinsics.h>

namespace formola::lanes {

using llvm::Value;
using llvm::Intrinsic::ID;

LaneCode::LaneCode(llvm::Function* function, unsigned width, bool fuse)
    : function_(function), width_(width), build_(function->getContext()) {
  llvm::LLVMContext& context = function->getContext();
  entry_ = llvm::BasicBlock::Create(context, "entry", function);
  auto* body = llvm::BasicBlock::Create(context, "body", function);
  llvm::IRBuilder<>(entry_).CreateBr(body);
  build_.SetInsertPoint(body);
  real_ = build_.getDoubleTy();
  truth_ = build_.getInt1Ty();
  whole_ = build_.getInt64Ty();
  if (width > 1) {
    whole_ = llvm::FixedVectorType::get(whole_, width);
    real_ = llvm::FixedVectorType::get(real_, width);
    truth_ = llvm::FixedVectorType::get(truth_, width);
  }
  llvm::FastMathFlags flags;
  flags.setAllowContract(fuse);
  build_.setFastMathFlags(flags);
}

Number LaneCode::constant(double value) {
  return number(llvm::ConstantFP::get(real_, value));
}

Number LaneCode::same(Value* scalar) {
  return number(width_ == 1 ? scalar : build_.CreateVectorSplat(width_, scalar));
}

Condition LaneCode::condition(bool value) {
  return condition(llvm::ConstantInt::get(truth_, value ? 1 : 0));
}

llvm::AllocaInst* LaneCode::place(llvm::Type* type, const char* name) {
  llvm::IRBuilder<> b(entry_, entry_->begin());
  return b.CreateAlloca(type, nullptr, name);
}

// For each place LLVM looks through the blocks that write and read it, from their beginning
// (mem2reg): in short blocks that takes little, in one of a whole step it was most of the time of
// translation.
void LaneCode::store(Value* value, Value* place) {
  constexpr unsigned kMost = 32;
  build_.CreateStore(value, place);
  if (++stores_ < kMost) return;
  stores_ = 0;
  llvm::BasicBlock* next = block("next");
  build_.CreateBr(next);
  build_.SetInsertPoint(next);
}

llvm::GlobalVariable* LaneCode::constants(std::span<const double> values, const char* name) {
  llvm::Module* module = function_->getParent();
  llvm::Constant* all = llvm::ConstantDataArray::get(
      module->getContext(), llvm::ArrayRef<double>(values.data(), values.size()));
  auto* variable = new llvm::GlobalVariable(*module, all->getType(), true,
                                            llvm::GlobalValue::PrivateLinkage, all, name);
  variable->setAlignment(llvm::Align(8));
  return variable;
}

Number LaneCode::element(llvm::GlobalVariable* array, Value* at) {
  Value* place = build_.CreateInBoundsGEP(build_.getDoubleTy(), array, at);
  if (width_ == 1) return number(build_.CreateAlignedLoad(real_, place, llvm::Align(8)));
  return number(build_.CreateMaskedGather(real_, place, llvm::Align(8)));
}

Value* LaneCode::any(Condition c) {
  return width_ == 1 ? c.value : build_.CreateOrReduce(c.value);
}

llvm::BasicBlock* LaneCode::block(const char* name) {
  return llvm::BasicBlock::Create(function_->getContext(), name, function_);
}

void LaneCode::where(Condition c, const std::function<void()>& body) {
  llvm::BasicBlock *inside = block("where"), *after = block("after");
  build_.CreateCondBr(any(c), inside, after);
  build_.SetInsertPoint(inside);
  body();
  build_.CreateBr(after);
  build_.SetInsertPoint(after);
}

namespace {

llvm::IRBuilder<>& in(const Number& x) {
  return x.code->builder();
}
llvm::IRBuilder<>& in(const Condition& x) {
  return x.code->builder();
}

Number unary(ID id, Number x) {
  return {in(x).CreateUnaryIntrinsic(id, x.value), x.code};
}

llvm::Type* integers(const Number& x) {
  llvm::Type* word = in(x).getInt64Ty();
  const unsigned width = x.code->width();
  return width == 1 ? word : llvm::FixedVectorType::get(word, width);
}

Value* word(const Number& x, uint64_t value) {
  return llvm::ConstantInt::get(integers(x), value);
}

// The integer of a whole number, |x| < 2^51: its digits stand in the mantissa of x + 1.5 2^52.
constexpr double kShift = 0x1.8p52;
constexpr uint64_t kShiftBits = 0x4338000000000000;

}  // namespace

Number operator+(Number a, Number b) {
  return {in(a).CreateFAdd(a.value, b.value), a.code};
}
Number operator-(Number a, Number b) {
  return {in(a).CreateFSub(a.value, b.value), a.code};
}
Number operator*(Number a, Number b) {
  return {in(a).CreateFMul(a.value, b.value), a.code};
}
Number operator/(Number a, Number b) {
  return {in(a).CreateFDiv(a.value, b.value), a.code};
}
Number operator-(Number a) {
  return {in(a).CreateFNeg(a.value), a.code};
}
Condition operator<(Number a, Number b) {
  return {in(a).CreateFCmpOLT(a.value, b.value), a.code};
}
Condition operator<=(Number a, Number b) {
  return {in(a).CreateFCmpOLE(a.value, b.value), a.code};
}
Condition operator>(Number a, Number b) {
  return {in(a).CreateFCmpOGT(a.value, b.value), a.code};
}
Condition operator>=(Number a, Number b) {
  return {in(a).CreateFCmpOGE(a.value, b.value), a.code};
}
Condition operator==(Number a, Number b) {
  return {in(a).CreateFCmpOEQ(a.value, b.value), a.code};
}
Condition operator!=(Number a, Number b) {
  return {in(a).CreateFCmpUNE(a.value, b.value), a.code};
}
Condition operator&(Condition a, Condition b) {
  return {in(a).CreateAnd(a.value, b.value), a.code};
}
Condition operator|(Condition a, Condition b) {
  return {in(a).CreateOr(a.value, b.value), a.code};
}
Condition operator~(Condition a) {
  return {in(a).CreateNot(a.value), a.code};
}

Number like(const Number& x, double value) {
  return x.code->constant(value);
}
Number choose(Condition c, Number a, Number b) {
  return {in(a).CreateSelect(c.value, a.value, b.value), a.code};
}
Condition choose(Condition c, Condition a, Condition b) {
  return (c & a) | (~c & b);
}
Number fused(Number a, Number b, Number c) {
  return {in(a).CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()},
                                {a.value, b.value, c.value}),
          a.code};
}
Number root(Number x) {
  return unary(llvm::Intrinsic::sqrt, x);
}
Number size(Number x) {
  return unary(llvm::Intrinsic::fabs, x);
}
Number down(Number x) {
  return unary(llvm::Intrinsic::floor, x);
}
Number withSign(Number a, Number b) {
  return {in(a).CreateBinaryIntrinsic(llvm::Intrinsic::copysign, a.value, b.value), a.code};
}
Condition isFinite(Number x) {
  return size(x) < like(x, __builtin_inf());
}
Number larger(Number a, Number b) {
  return choose(a < b, b, a);
}

Number timesPower(Number x, Number k) {
  llvm::IRBuilder<>& b = in(x);
  Value* shifted = b.CreateBitCast((k + like(k, kShift)).value, integers(x));
  Value* biased = b.CreateAdd(b.CreateSub(shifted, word(x, kShiftBits)), word(x, 1023));
  Value* power = b.CreateBitCast(b.CreateShl(biased, word(x, 52)), x.code->real());
  return x * Number{power, x.code};
}

Number exponentPart(Number x) {
  llvm::IRBuilder<>& b = in(x);
  Value* bits = b.CreateBitCast(x.value, integers(x));
  Value* biased = b.CreateAnd(b.CreateLShr(bits, word(x, 52)), word(x, 0x7ff));
  Value* number = b.CreateBitCast(b.CreateAdd(biased, word(x, kShiftBits)), x.code->real());
  return Number{number, x.code} - like(x, kShift) - like(x, 1023);
}

Number mantissaPart(Number x) {
  llvm::IRBuilder<>& b = in(x);
  Value* bits = b.CreateBitCast(x.value, integers(x));
  Value* fraction = b.CreateAnd(bits, word(x, 0xfffffffffffff));
  return {b.CreateBitCast(b.CreateOr(fraction, word(x, 0x3ff0000000000000)), x.code->real()),
          x.code};
}

}  // namespace formola::lanes

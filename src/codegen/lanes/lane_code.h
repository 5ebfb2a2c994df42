// Numbers and conditions of the code that is being written, one of each for every lane.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <span>

namespace formola::lanes {

class LaneCode;

// The value of an expression in the code; operators write instructions.
struct Number {
  llvm::Value* value = nullptr;
  LaneCode* code = nullptr;
};

struct Condition {
  llvm::Value* value = nullptr;
  LaneCode* code = nullptr;
};

// Purpose: one function while it is written, for `width` trajectories at once.
class LaneCode {
 public:
  // fuse: products and sums may be contracted.
  LaneCode(llvm::Function* function, unsigned width, bool fuse);

  llvm::IRBuilder<>& builder() { return build_; }
  llvm::Function* function() { return function_; }
  unsigned width() const { return width_; }
  llvm::Type* real() const { return real_; }
  llvm::Type* truth() const { return truth_; }
  llvm::Type* whole() const { return whole_; }  // numbers of 64 bits

  Number number(llvm::Value* value) { return {value, this}; }
  Number constant(double value);
  // The same in all lanes.
  Number same(llvm::Value* scalar);
  Condition condition(llvm::Value* value) { return {value, this}; }
  Condition condition(bool value);

  // A place for a number that the code changes; it becomes a register where that is possible.
  llvm::AllocaInst* place(llvm::Type* type, const char* name = "");
  Number load(llvm::Value* place) { return number(build_.CreateLoad(real_, place)); }
  Condition test(llvm::Value* place) { return condition(build_.CreateLoad(truth_, place)); }
  void store(Number x, llvm::Value* place) { store(x.value, place); }
  void store(Condition c, llvm::Value* place) { store(c.value, place); }

  // Numbers that are constants of the module; the element of each lane.
  llvm::GlobalVariable* constants(std::span<const double> values, const char* name);
  Number element(llvm::GlobalVariable* array, llvm::Value* at);

  // True if the condition holds in some lane.
  llvm::Value* any(Condition c);
  // `body` where the condition holds in some lane.
  void where(Condition c, const std::function<void()>& body);
  // The condition in code that runs only where it holds in some lane: with one lane it holds.
  Condition here(Condition c) { return width_ == 1 ? condition(true) : c; }
  llvm::BasicBlock* block(const char* name);

 private:
  void store(llvm::Value* value, llvm::Value* place);

  llvm::Function* function_;
  unsigned width_;
  unsigned stores_ = 0;  // in the present block
  llvm::IRBuilder<> build_;
  llvm::BasicBlock* entry_;
  llvm::Type *real_, *truth_, *whole_;
};

Number operator+(Number a, Number b);
Number operator-(Number a, Number b);
Number operator*(Number a, Number b);
Number operator/(Number a, Number b);
Number operator-(Number a);
Condition operator<(Number a, Number b);
Condition operator<=(Number a, Number b);
Condition operator>(Number a, Number b);
Condition operator>=(Number a, Number b);
Condition operator==(Number a, Number b);
Condition operator!=(Number a, Number b);  // true for NaN
Condition operator&(Condition a, Condition b);
Condition operator|(Condition a, Condition b);
Condition operator~(Condition a);

// What lane_math.h asks for.
Number like(const Number& x, double value);
Number choose(Condition c, Number a, Number b);
Number fused(Number a, Number b, Number c);
Number root(Number x);
Number size(Number x);
Number down(Number x);
Number withSign(Number a, Number b);
Number timesPower(Number x, Number k);
Number exponentPart(Number x);
Number mantissaPart(Number x);

Condition choose(Condition c, Condition a, Condition b);
Condition isFinite(Number x);
Number larger(Number a, Number b);

}  // namespace formola::lanes

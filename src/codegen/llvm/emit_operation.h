// Instructions that only compute with registers, as LLVM IR: in chunks, loops and functions alike.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <vector>

#include "codegen/llvm/builtins.h"
#include "codegen/lower/bytecode.h"

namespace formola::native {

// Purpose:  the IR of one instruction; false where it does more than compute.
// Requires: the emitter gives value and truth of operands, and takes define and defineTruth of
//           registers.
// Ensures:  IEEE arithmetic, nothing contracted or reassociated.
template <typename Emitter>
bool emitOperation(Emitter& e, llvm::IRBuilder<>& b, llvm::Module& module,
                   const lowered::Instructions& code, const lowered::Instruction& i) {
  using lowered::Op;
  const auto x = [&] { return e.value(i.a); };
  const auto y = [&] { return e.value(i.b); };
  const auto number = [&](llvm::Value* value) { return e.define(i.dst, value), true; };
  const auto truth = [&](llvm::Value* value) { return e.defineTruth(i.dst, value), true; };
  const auto fused = [&](llvm::Value* p, llvm::Value* q, llvm::Value* s) {
    return number(b.CreateIntrinsic(llvm::Intrinsic::fma, {p->getType()}, {p, q, s}));
  };
  const auto elementary = [&](const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
    return number(emitElementary(b, module, name, arguments));
  };
  switch (i.op) {
    case Op::Copy:
      return number(x());
    case Op::Neg:
      return number(b.CreateFNeg(x()));
    case Op::Not:
      return truth(b.CreateNot(e.truth(i.a)));
    case Op::Add:
      return number(b.CreateFAdd(x(), y()));
    case Op::Sub:
      return number(b.CreateFSub(x(), y()));
    case Op::Mul:
      return number(b.CreateFMul(x(), y()));
    case Op::MulAdd:
      return fused(x(), y(), e.value(i.c));
    case Op::MulSub:
      return fused(x(), y(), b.CreateFNeg(e.value(i.c)));
    case Op::SubMul:
      return fused(b.CreateFNeg(x()), y(), e.value(i.c));
    case Op::Div:
      return number(b.CreateFDiv(x(), y()));
    case Op::Pow:
      return elementary("formola.pow", {x(), y()});
    case Op::And:
      return truth(b.CreateAnd(e.truth(i.a), e.truth(i.b)));
    case Op::Or:
      return truth(b.CreateOr(e.truth(i.a), e.truth(i.b)));
    case Op::Less:
      return truth(b.CreateFCmpOLT(x(), y()));
    case Op::LessEqual:
      return truth(b.CreateFCmpOLE(x(), y()));
    case Op::Greater:
      return truth(b.CreateFCmpOGT(x(), y()));
    case Op::GreaterEqual:
      return truth(b.CreateFCmpOGE(x(), y()));
    case Op::Equal:
      return truth(b.CreateFCmpOEQ(x(), y()));
    case Op::NotEqual:
      return truth(b.CreateFCmpUNE(x(), y()));
    case Op::Select:
      return number(b.CreateSelect(e.truth(i.a), y(), e.value(i.c)));
    case Op::Sqrt:
      return number(b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x()));
    case Op::Sin:
      return elementary("formola.sin", {x()});
    case Op::Cos:
      return elementary("formola.cos", {x()});
    case Op::Exp:
      return elementary("formola.exp", {x()});
    case Op::Log:
      return elementary("formola.log", {x()});
    case Op::Builtin: {
      std::vector<llvm::Value*> arguments;
      for (uint32_t k = 0; k < i.b; ++k) arguments.push_back(e.value(code.lists[i.a + k]));
      return number(emitBuiltin(b, module, static_cast<Builtin>(i.c), arguments));
    }
    default:
      return false;
  }
}

}  // namespace formola::native

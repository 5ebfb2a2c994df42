#include "codegen/llvm/builtins.h"

#include <llvm/IR/Intrinsics.h>

#include "support/assert.h"

namespace formola::native {

using llvm::Value;

Value* emitElementary(llvm::IRBuilder<>& b, llvm::Module& module, const char* name,
                      llvm::ArrayRef<Value*> arguments) {
  llvm::Function* f = module.getFunction(name);
  if (f == nullptr) {
    std::vector<llvm::Type*> types(arguments.size(), b.getDoubleTy());
    f = llvm::Function::Create(llvm::FunctionType::get(b.getDoubleTy(), types, false),
                               llvm::Function::ExternalLinkage, name, module);
    f->setDoesNotThrow();
    f->setDoesNotAccessMemory();
    f->setWillReturn();
  }
  return b.CreateCall(f, arguments);
}

Value* emitBuiltin(llvm::IRBuilder<>& b, llvm::Module& module, Builtin function, Value* x,
                   Value* y) {
  auto number = [&](double value) { return llvm::ConstantFP::get(b.getDoubleTy(), value); };
  auto intrinsic = [&](llvm::Intrinsic::ID id, Value* argument) {
    return b.CreateUnaryIntrinsic(id, argument);
  };
  auto elementary = [&](const char* name, llvm::ArrayRef<Value*> arguments) {
    return emitElementary(b, module, name, arguments);
  };
  switch (function) {
    case Builtin::Abs:
      return intrinsic(llvm::Intrinsic::fabs, x);
    case Builtin::Sign:
      return b.CreateSelect(b.CreateFCmpOGT(x, number(0)), number(1),
                            b.CreateSelect(b.CreateFCmpOLT(x, number(0)), number(-1), number(0)));
    case Builtin::Sqrt:
      return intrinsic(llvm::Intrinsic::sqrt, x);
    case Builtin::Floor:
    case Builtin::IntegerOf:
      return intrinsic(llvm::Intrinsic::floor, x);
    case Builtin::Ceil:
      return intrinsic(llvm::Intrinsic::ceil, x);
    case Builtin::MinOf: {
      return b.CreateSelect(b.CreateFCmpOLT(y, x), y, x);
    }
    case Builtin::MaxOf: {
      return b.CreateSelect(b.CreateFCmpOGT(y, x), y, x);
    }
    case Builtin::Mod: {
      return b.CreateFSub(x,
                          b.CreateFMul(intrinsic(llvm::Intrinsic::floor, b.CreateFDiv(x, y)), y));
    }
    case Builtin::Rem: {
      return b.CreateFSub(x,
                          b.CreateFMul(intrinsic(llvm::Intrinsic::trunc, b.CreateFDiv(x, y)), y));
    }
    case Builtin::Div:
      return intrinsic(llvm::Intrinsic::trunc, b.CreateFDiv(x, y));
    case Builtin::Sin:
      return elementary("formola.sin", {x});
    case Builtin::Cos:
      return elementary("formola.cos", {x});
    case Builtin::Tan:
      return elementary("formola.tan", {x});
    case Builtin::Asin:
      return elementary("formola.asin", {x});
    case Builtin::Acos:
      return elementary("formola.acos", {x});
    case Builtin::Atan:
      return elementary("formola.atan", {x});
    case Builtin::Atan2:
      return elementary("formola.atan2", {x, y});
    case Builtin::Sinh:
      return elementary("formola.sinh", {x});
    case Builtin::Cosh:
      return elementary("formola.cosh", {x});
    case Builtin::Tanh:
      return elementary("formola.tanh", {x});
    case Builtin::Exp:
      return elementary("formola.exp", {x});
    case Builtin::Log:
      return elementary("formola.log", {x});
    case Builtin::Log10:
      return elementary("formola.log10", {x});
    default:
      FORMOLA_ASSERT(!"an elementary function without native code");
      return nullptr;
  }
}

}  // namespace formola::native

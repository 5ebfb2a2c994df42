#include "codegen/llvm/builtins.h"

#include <llvm/IR/Intrinsics.h>

#include "support/assert.h"

namespace formola::native {

using llvm::Value;

Value* emitElementary(llvm::IRBuilder<>& b, llvm::Module& module, const char* name,
                      llvm::ArrayRef<Value*> arguments) {
  FORMOLA_ASSERT(arguments.front()->getType()->isDoubleTy());
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

Value* emitBuiltin(llvm::IRBuilder<>& b, llvm::Module& module, Builtin function,
                   llvm::ArrayRef<Value*> arguments) {
  Value *x = arguments.front(), *y = arguments.back();
  auto number = [&](double value) { return llvm::ConstantFP::get(b.getDoubleTy(), value); };
  auto intrinsic = [&](llvm::Intrinsic::ID id, Value* argument) {
    return b.CreateUnaryIntrinsic(id, argument);
  };
  auto elementary = [&](const char* name, llvm::ArrayRef<Value*> values) {
    return emitElementary(b, module, name, values);
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
    case Builtin::FloorOfTime:
      return elementary("formola.floorOfTime", arguments);
    case Builtin::EndOfFloor:
      return elementary("formola.endOfFloor", arguments);
#define ARGUMENTS_1 {x}
#define ARGUMENTS_2 {x, y}
#define ELEMENTARY(enumerator, name, arguments, ...) \
  case Builtin::enumerator:                          \
    return elementary("formola." name, ARGUMENTS_##arguments);
#include "expr/elementary.def"
#undef ELEMENTARY
    default:
      FORMOLA_ASSERT(!"an elementary function without native code");
      return nullptr;
  }
}

}  // namespace formola::native

// What an instruction of register code reads.
#pragma once

#include <vector>

#include "codegen/lower/bytecode.h"
#include "codegen/lower/function_code.h"

namespace formola::lowered {

// Calls f(register) for the registers that the arguments of a user function are made of.
template <typename F>
void forEachArgument(const CallSite& site, F&& f) {
  std::vector<const Argument*> todo;
  for (const Argument& a : site.arguments) todo.push_back(&a);
  while (!todo.empty()) {
    const Argument* a = todo.back();
    todo.pop_back();
    for (uint32_t r : a->registers) f(r);
    for (const Argument& field : a->fields) todo.push_back(&field);
  }
}

// The same for all that a call reads.
template <typename F>
void forEachCallOperand(const Code& code, uint32_t call, F&& f) {
  forEachArgument(code.calls[call], f);
  for (uint32_t r : code.calls[call].operands) f(r);
}
template <typename F>
void forEachCallOperand(const FunctionCode& code, uint32_t call, F&& f) {
  for (uint32_t operand : code.calls[call].arguments) f(operand);
}

// Calls f(operand) for each operand that an instruction of a Code or FunctionCode reads.
template <typename AnyCode, typename F>
void forEachOperand(const AnyCode& code, const Instruction& i, F&& f) {
  switch (i.op) {
    case Op::Constant:
    case Op::Time:
    case Op::Load:
    case Op::LoadPre:
    case Op::LoadRelation:
    case Op::Sampled:
    case Op::Initial:
    case Op::Terminal:
    case Op::Reached:
    case Op::Passed:
    case Op::Lambda:
    case Op::Jump:
    case Op::Extract:
    case Op::SolveLinear:
    case Op::SolveNonlinear:
    case Op::SolveMixed:
    case Op::SolveAgain:
    case Op::Fail:
      return;
    case Op::Copy:
#define UNARY(kind, text, value) case Op::kind:
#define BINARY(kind, text, value)
#include "expr/operators.def"
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::Exp:
    case Op::Log:
    case Op::JumpUnless:
    case Op::Store:
    case Op::StorePre:
    case Op::Output:
    case Op::Bound:
    case Op::FailUnless:
      f(i.a);
      return;
    case Op::LoadAt:
    case Op::LoadConstantAt:
      f(i.b);
      return;
    case Op::StoreAt:
      f(i.b);
      f(i.dst);
      return;
#define UNARY(kind, text, value)
#define BINARY(kind, text, value) case Op::kind:
#include "expr/operators.def"
    case Op::Relation:
    case Op::Delay:
      f(i.a);
      f(i.b);
      return;
    case Op::Select:
    case Op::MulAdd:
    case Op::MulSub:
    case Op::SubMul:
      f(i.a);
      f(i.b);
      f(i.c);
      return;
    case Op::Builtin:
      for (uint32_t k = 0; k < i.b; ++k) f(code.lists[i.a + k]);
      return;
    case Op::Transport:
      for (uint32_t k = 0; k < 5; ++k) f(code.lists[i.a + k]);
      return;
    case Op::Pick:
      for (uint32_t k = 0; k < i.c; ++k) f(code.lists[i.a + k]);
      f(i.b);
      return;
    case Op::Call:
      forEachCallOperand(code, i.a, f);
      return;
    case Op::Act:
      f(i.b);
      f(i.c);
      return;
  }
}

}  // namespace formola::lowered

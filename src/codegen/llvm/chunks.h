// Register code cut into chunks, each of which becomes one small function.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/bytecode.h"

namespace formola::native {

// Instructions [begin, end). A chunk that solves a block is that one instruction.
struct Chunk {
  uint32_t begin = 0, end = 0;
  bool solve = false;
  bool fails = false;     // it returns a status: calls, actions, subscripts
  bool branches = false;  // it has jumps
};

// Where a register is found by chunks other than the one that computes it.
enum class Home : uint8_t {
  None,      // used in its own chunk only
  Constant,  // place: index into Code::constants
  Variable,  // place: index into v; nothing overwrites it in this code
  Register,  // the register file of the instance
};

struct ChunkedCode {
  std::vector<Chunk> chunks;
  std::vector<Home> home;       // by register
  std::vector<uint32_t> place;  // by register
  std::vector<uint8_t> merged;  // by register: written on several paths, lives in the register file
  bool needsRegisters = false;  // the register file is used
};

// Purpose:    cuts a code into chunks and decides how values get from one chunk to another.
// Requires:   jumps go forward; a register computed between a jump and its target is used only
//             there, unless it is written on several paths.
//             blockWrites[i]: v[i] may be changed by solving a block.
// Ensures:    chunks have about `limit` instructions and contain the targets of their jumps (or
//             end there).
// Complexity: linear in instructions, registers and variables.
ChunkedCode cutIntoChunks(const interp::Code& code, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites);

// Calls f(register) for each register that an instruction reads.
template <typename F>
void forEachOperand(const interp::Code& code, const interp::Instruction& i, F&& f);

// Calls f(register) for the registers that the arguments of a user function are made of.
template <typename F>
void forEachArgument(const interp::CallSite& site, F&& f) {
  std::vector<const interp::Argument*> todo;
  for (const interp::Argument& a : site.arguments) todo.push_back(&a);
  while (!todo.empty()) {
    const interp::Argument* a = todo.back();
    todo.pop_back();
    for (uint32_t r : a->registers) f(r);
    for (const interp::Argument& field : a->fields) todo.push_back(&field);
  }
}

bool isSolve(interp::Op op);

template <typename F>
void forEachOperand(const interp::Code& code, const interp::Instruction& i, F&& f) {
  using interp::Op;
  switch (i.op) {
    case Op::Constant:
    case Op::Time:
    case Op::Load:
    case Op::LoadPre:
    case Op::LoadRelation:
    case Op::Sampled:
    case Op::Initial:
    case Op::Terminal:
    case Op::Lambda:
    case Op::Jump:
    case Op::Extract:
    case Op::SolveLinear:
    case Op::SolveNonlinear:
    case Op::SolveMixed:
    case Op::SolveAgain:
      return;
    case Op::Copy:
    case Op::Neg:
    case Op::Not:
    case Op::Sqrt:
    case Op::Sin:
    case Op::Cos:
    case Op::Exp:
    case Op::Log:
    case Op::Relation:
    case Op::JumpUnless:
    case Op::Store:
    case Op::StorePre:
    case Op::Output:
      f(i.a);
      return;
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
    case Op::Delay:
      f(i.a);
      f(i.b);
      return;
    case Op::Select:
      f(i.a);
      f(i.b);
      f(i.c);
      return;
    case Op::Builtin:
      for (uint32_t k = 0; k < i.b; ++k) f(code.lists[i.a + k]);
      return;
    case Op::Pick:
      for (uint32_t k = 0; k < i.c; ++k) f(code.lists[i.a + k]);
      f(i.b);
      return;
    case Op::Call:
      forEachArgument(code.calls[i.a], f);
      for (uint32_t r : code.calls[i.a].operands) f(r);
      return;
    case Op::Act:
      f(i.b);
      f(i.c);
      return;
  }
}

}  // namespace formola::native

// Register code: the one set of instructions, of equations and of functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace formola::lowered {

// An operand is a register, or in code of functions a constant where this bit is set.
inline constexpr uint32_t kConstantBit = 1U << 31;

// What reads or writes the model stands in code of equations only.
enum class Op : uint8_t {
  // Leaves: see isLeaf.
  Constant,  // r[dst] = constants[a]
  Time,
  Load,          // r[dst] = v[a]
  LoadPre,       // r[dst] = pre[a]
  LoadRelation,  // r[dst] = relations[a]
  Sampled,       // r[dst] = sampleActive[a]
  Initial,
  Terminal,
  Reached,
  Passed,
  Lambda,
  Copy,
#define OPERATOR(kind, text, value) kind,
#include "expr/operators.def"
  Select,  // r[dst] = r[a] ? r[b] : r[c]
  MulAdd,  // r[dst] = r[a]*r[b] + r[c], rounded once (codegen/lower/fuse_products.h)
  MulSub,  // r[dst] = r[a]*r[b] - r[c], rounded once
  SubMul,  // r[dst] = r[c] - r[a]*r[b], rounded once
  Sqrt,
  Sin,
  Cos,
  Exp,
  Log,
  Builtin,     // function c on b registers from lists[a]
  Pick,        // r[dst] = r[lists[a + r[b] - 1]], c elements
  Relation,    // where live: relations[c] = r[a] (already compared), or what relationBands[c] says
               // where its sides differ by r[b]; r[dst] = relations[c]
  Delay,       // r[dst] = delay buffer c of value r[a], delay time r[b]
  Transport,   // r[dst] = end c % 2 of transported profile c / 2; 5 registers from lists[a]
  JumpUnless,  // to b unless r[a]
  Jump,        // to b
  Call,        // calls[a]
  Extract,     // r[dst] = scalar extractions[a]
  Store,       // v[dst] = r[a]
  StorePre,    // pre[dst] = r[a]
  Output,      // out[dst] = r[a]
  SolveLinear,
  SolveNonlinear,
  SolveMixed,  // block a
  SolveAgain,  // r[dst ..] = A^-1 r[dst ..], b of them, with the factors of linear block a
  Act,         // action a where r[b]; value r[c]
  // Arrays of functions, and what makes a function fail: in code of functions only.
  LoadAt,          // r[dst] = r[a + (r[b] - 1)]; fails unless 1 <= r[b] <= c
  LoadConstantAt,  // the same with constants[a + ...]
  StoreAt,         // r[a + (r[b] - 1)] = r[dst]; fails unless 1 <= r[b] <= c
  Bound,           // fails unless 1 <= r[a] <= c
  FailUnless,      // r[a]
  Fail,
};

// True if the instruction only reads what is given: variables, constants, the state of events.
inline bool isLeaf(Op op) {
  return op <= Op::Lambda;
}

// True if the instruction solves a block.
inline bool isSolve(Op op) {
  return op >= Op::SolveLinear && op <= Op::SolveAgain;
}

// True if the instruction writes register `dst`.
inline bool hasResult(Op op) {
  switch (op) {
    case Op::JumpUnless:
    case Op::Jump:
    case Op::Call:
    case Op::Store:
    case Op::StorePre:
    case Op::Output:
    case Op::SolveLinear:
    case Op::SolveNonlinear:
    case Op::SolveMixed:
    case Op::SolveAgain:
    case Op::Act:
    case Op::StoreAt:
    case Op::Bound:
    case Op::FailUnless:
    case Op::Fail:
      return false;
    default:
      return true;
  }
}

struct Instruction {
  Op op;
  uint32_t dst = 0, a = 0, b = 0, c = 0;
};

// What code of equations and code of functions have in common.
struct Instructions {
  std::vector<Instruction> instructions;
  std::vector<double> constants;
  std::vector<uint32_t> lists;  // operands
  uint32_t registers = 0;       // of the frame
};

// How an argument of a user function is put together from registers.
struct Argument {
  enum class Kind : uint8_t { Scalars, Expression, Record, Result };
  Kind kind = Kind::Scalars;
  TypeId type;
  std::vector<uint32_t> registers;  // Scalars, row-major
  std::vector<Argument> fields;     // Record
  uint32_t extraction = 0;          // Result: a part of an earlier call's value
  ExprId expression;                // Expression: an object or a function, evaluated when called
};

struct CallSite {
  FunctionId function;
  TypeId type;         // of the call: sizes that it says the result must have
  uint32_t value = 0;  // number of the value that receives the result
  std::vector<Argument> arguments;
  // Valid: evaluated as an expression. Either a call with a function among its arguments, or an
  // operation on texts (then `function` is invalid): the arguments stand for the variables beyond
  // those of the model.
  ExprId whole;
  // A compiled function (codegen/lower/compiled_functions.h), or -1. It is tried first; the
  // registers of its arguments, and where its results go: [result, result + results).
  int32_t compiled = -1;
  std::vector<uint32_t> operands;
  uint32_t result = 0, results = 0;
};

// A part of the value of a call: fields in turn, of those the element that the subscripts (from 0)
// select in the first dimensions. f(x)[i].y[j] is the element (i, j) of the field y, as fields have
// the dimensions of their record before their own.
struct Extraction {
  uint32_t value = 0;
  std::vector<uint32_t> fields;
  std::vector<uint32_t> subscripts;
};

// The place that subscripts select among the elements of these dimensions, row-major, the remaining
// dimensions taken as one element; false if there is none.
inline bool placeOf(std::span<const uint32_t> subscripts, std::span<const Size> dims, size_t& at) {
  if (subscripts.size() > dims.size()) return false;
  at = 0;
  for (size_t d = 0; d < subscripts.size(); ++d) {
    if (dims[d] < 0 || subscripts[d] >= static_cast<uint32_t>(dims[d])) return false;
    at = at * static_cast<size_t>(dims[d]) + subscripts[d];
  }
  return true;
}

// What the instructions from `first` on compute.
struct Origin {
  uint32_t first = 0;
  VariableId variable;  // may be invalid: a residual or the like
  ExprId value;
  int32_t equation = -1;  // index into StructuredDae::equations
};

struct Code : Instructions {
  std::vector<CallSite> calls;
  std::vector<Extraction> extractions;
  std::vector<Origin> origins;
  uint32_t values = 0;
  uint32_t id = 0;  // which work area of an instance it uses
  bool empty() const { return instructions.empty(); }
};

}  // namespace formola::lowered

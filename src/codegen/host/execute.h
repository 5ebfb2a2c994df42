// The executor of register code, of equations and of functions alike.
#pragma once

#include <cmath>

#include "codegen/lower/bytecode.h"
#include "expr/fold.h"
#include "runtime/model_abi.h"

namespace formola::lowered {

// Purpose:  runs all instructions of a code in the registers of `machine`, which does what the
//           instructions do beside computing with them.
// Requires: Machine::kOfModel tells whether it runs code of equations, which has
//           data(), output() and what else the cases below call, or of functions. registers() is
//           the frame, get(operand) a number of it; after(i) follows each instruction but jumps,
//           true ends the code.
// Ensures:  stops at the first status that is not FML_OK and returns it.
// Long, since it has one case for each instruction.
template <typename Machine>
FmlStatus execute(const Instructions& code, Machine& machine) {
  double* const r = machine.registers();
  const auto get = [&](uint32_t operand) { return machine.get(operand); };
  const Instruction* const first = code.instructions.data();
  const Instruction* const last = first + code.instructions.size();
  for (const Instruction* i = first; i < last; ++i) {
    switch (i->op) {
#define TRY(what) \
  if (const FmlStatus status = what; status != FML_OK) return status;
#define OF_MODEL(op, ...)              \
  case Op::op:                         \
    if constexpr (Machine::kOfModel) { \
      __VA_ARGS__                      \
    }                                  \
    break;
#define OF_FUNCTION(op, ...)            \
  case Op::op:                          \
    if constexpr (!Machine::kOfModel) { \
      __VA_ARGS__                       \
    }                                   \
    break;
      OF_MODEL(Constant, r[i->dst] = code.constants[i->a];)
      OF_MODEL(Time, r[i->dst] = machine.data().time;)
      OF_MODEL(Load, r[i->dst] = machine.data().v[i->a];)
      OF_MODEL(LoadPre, r[i->dst] = machine.data().pre[i->a];)
      OF_MODEL(LoadRelation, r[i->dst] = machine.data().relations[i->a];)
      OF_MODEL(Sampled, r[i->dst] = machine.data().sampleActive[i->a];)
      OF_MODEL(Initial, r[i->dst] = machine.data().initial;)
      OF_MODEL(Terminal, r[i->dst] = machine.data().terminal;)
      OF_MODEL(Reached, r[i->dst] = machine.data().reached;)
      OF_MODEL(Passed, r[i->dst] = machine.data().passed;)
      OF_MODEL(Lambda, r[i->dst] = machine.data().lambda;)
      case Op::Copy:
        r[i->dst] = get(i->a);
        break;
#define UNARY(kind, text, value) \
  case Op::kind: {               \
    const double x = get(i->a);  \
    r[i->dst] = value;           \
    break;                       \
  }
#define BINARY(kind, text, value)              \
  case Op::kind: {                             \
    const double x = get(i->a), y = get(i->b); \
    r[i->dst] = value;                         \
    break;                                     \
  }
#include "expr/operators.def"
      case Op::Select:
        r[i->dst] = get(i->a) != 0 ? get(i->b) : get(i->c);
        break;
      case Op::MulAdd:
        r[i->dst] = std::fma(get(i->a), get(i->b), get(i->c));
        break;
      case Op::MulSub:
        r[i->dst] = std::fma(get(i->a), get(i->b), -get(i->c));
        break;
      case Op::SubMul:
        r[i->dst] = std::fma(-get(i->a), get(i->b), get(i->c));
        break;
      case Op::Sqrt:
        r[i->dst] = std::sqrt(get(i->a));
        break;
      case Op::Sin:
        r[i->dst] = std::sin(get(i->a));
        break;
      case Op::Cos:
        r[i->dst] = std::cos(get(i->a));
        break;
      case Op::Exp:
        r[i->dst] = std::exp(get(i->a));
        break;
      case Op::Log:
        r[i->dst] = std::log(get(i->a));
        break;
      case Op::Builtin: {
        double x[4];
        for (uint32_t k = 0; k < i->b && k < 4; ++k) x[k] = get(code.lists[i->a + k]);
        r[i->dst] = evaluateBuiltin(static_cast<Builtin>(i->c), {x, i->b}).value_or(NAN);
        break;
      }
      case Op::JumpUnless:
        if (get(i->a) != 0) break;
        [[fallthrough]];
      case Op::Jump:
        i = first + i->b - 1;
        continue;
      case Op::Call:
        TRY(machine.call(*i))
        break;
        OF_MODEL(Pick, TRY(machine.pick(*i)))
        OF_MODEL(Relation, machine.relation(*i);)
        OF_MODEL(Delay, machine.delay(*i);)
        OF_MODEL(Transport, machine.transport(*i);)
        OF_MODEL(Extract, machine.extract(*i);)
        OF_MODEL(Store, machine.data().v[i->dst] = r[i->a];)
        OF_MODEL(StorePre, machine.data().pre[i->dst] = r[i->a];)
        OF_MODEL(Output, machine.output()[i->dst] = r[i->a];)
        OF_MODEL(SolveLinear, TRY(machine.solve(*i)))
        OF_MODEL(SolveNonlinear, TRY(machine.solve(*i)))
        OF_MODEL(SolveMixed, TRY(machine.solve(*i)))
        OF_MODEL(SolveAgain, TRY(machine.solve(*i)))
        OF_MODEL(Act, TRY(machine.act(*i)))
        OF_FUNCTION(LoadAt, TRY(machine.loadAt(*i)))
        OF_FUNCTION(LoadConstantAt, TRY(machine.loadConstantAt(*i)))
        OF_FUNCTION(StoreAt, TRY(machine.storeAt(*i)))
        OF_FUNCTION(Bound, TRY(machine.bound(*i)))
        OF_FUNCTION(FailUnless, if (get(i->a) == 0) return FML_RETRY;)
        OF_FUNCTION(Fail, return FML_RETRY;)
#undef TRY
#undef OF_MODEL
#undef OF_FUNCTION
    }
    if (machine.after(*i)) return FML_OK;
  }
  return FML_OK;
}

}  // namespace formola::lowered

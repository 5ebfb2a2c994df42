#include "codegen/host/run_function.h"

#include <algorithm>
#include <cmath>

#include "expr/fold.h"

namespace formola::lowered {

namespace {

// Recurses on the nesting of functions, which is finite, and of calls of themselves, up to
// FunctionCode::mostDepth.
bool execute(const CompiledFunctions& functions, size_t number, const double* arguments,
             double* results, double* stack, uint32_t depth) {
  const FunctionCode& code = functions[number];
  double* const r = stack;
  const double* const constants = code.constants.data();
  std::copy(arguments, arguments + code.inputs, r);
  auto get = [&](uint32_t at) {
    return (at & kConstantBit) != 0 ? constants[at & ~kConstantBit] : r[at];
  };
  auto inside = [](double at, uint32_t count) { return at >= 1 && at <= count; };
  const FunctionInstruction* const first = code.instructions.data();
  const FunctionInstruction* const last = first + code.instructions.size();
  for (const FunctionInstruction* i = first; i < last; ++i) {
    switch (i->op) {
      case FunctionOp::Copy:
        r[i->dst] = get(i->a);
        break;
#define UNARY(kind, text, value) \
  case FunctionOp::kind: {       \
    const double x = get(i->a);  \
    r[i->dst] = value;           \
    break;                       \
  }
#define BINARY(kind, text, value)              \
  case FunctionOp::kind: {                     \
    const double x = get(i->a), y = get(i->b); \
    r[i->dst] = value;                         \
    break;                                     \
  }
#include "expr/operators.def"
      case FunctionOp::Select:
        r[i->dst] = get(i->a) != 0 ? get(i->b) : get(i->c);
        break;
      case FunctionOp::Builtin: {
        const double x[2] = {get(i->a), get(i->b)};
        r[i->dst] = evaluateBuiltin(static_cast<Builtin>(i->c), x).value_or(NAN);
        break;
      }
      case FunctionOp::Load: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->dst] = r[i->a + static_cast<uint32_t>(at) - 1];
        break;
      }
      case FunctionOp::LoadConstant: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->dst] = constants[i->a + static_cast<uint32_t>(at) - 1];
        break;
      }
      case FunctionOp::Store: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->a + static_cast<uint32_t>(at) - 1] = get(i->dst);
        break;
      }
      case FunctionOp::Bound:
        if (!inside(get(i->a), i->c)) return false;
        break;
      case FunctionOp::JumpUnless:
        if (get(i->a) == 0) i = first + i->b - 1;
        break;
      case FunctionOp::Jump:
        i = first + i->b - 1;
        break;
      case FunctionOp::Call: {
        // Arguments go where the callee's frame begins: that is behind this one, or, where it calls
        // itself, elsewhere.
        const FunctionCall& call = code.calls[i->a];
        std::vector<double> own;
        const bool again = call.callee == number;
        if (again && depth >= code.mostDepth()) return false;
        if (again) own.resize(code.stack);
        double* const next = again ? own.data() : r + code.registers;
        for (size_t k = 0; k < call.arguments.size(); ++k) next[k] = get(call.arguments[k]);
        if (!execute(functions, call.callee, next, r + call.result, next, again ? depth + 1 : 0))
          return false;
        break;
      }
      case FunctionOp::FailUnless:
        if (get(i->a) == 0) return false;
        break;
      case FunctionOp::Fail:
        return false;
    }
  }
  for (size_t k = 0; k < code.results.size(); ++k) results[k] = get(code.results[k]);
  return true;
}

}  // namespace

bool runFunction(const CompiledFunctions& functions, size_t number, const double* arguments,
                 double* results, double* stack) {
  if (!execute(functions, number, arguments, results, stack, 0)) return false;
  const size_t count = functions[number].results.size();
  return std::all_of(results, results + count, [](double x) { return std::isfinite(x); });
}

}  // namespace formola::lowered

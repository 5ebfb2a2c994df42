#include "codegen/host/run_function.h"

#include <algorithm>
#include <cmath>

#include "codegen/host/execute.h"

namespace formola::lowered {

namespace {

class Frame {
 public:
  static constexpr bool kOfModel = false;

  Frame(const CompiledFunctions& functions, size_t number, double* stack, uint32_t depth)
      : functions_(functions),
        code_(functions[number]),
        number_(number),
        registers_(stack),
        depth_(depth) {}

  // Recurses on the nesting of functions, which is finite, and of calls of themselves, up to
  // FunctionCode::mostDepth.
  FmlStatus run(const double* arguments, double* results) {
    std::copy(arguments, arguments + code_.inputs, registers_);
    if (FmlStatus status = execute(code_, *this)) return status;
    for (size_t k = 0; k < code_.results.size(); ++k) results[k] = get(code_.results[k]);
    return FML_OK;
  }

  double* registers() const { return registers_; }
  double get(uint32_t at) const {
    return (at & kConstantBit) != 0 ? code_.constants[at & ~kConstantBit] : registers_[at];
  }
  static bool after(const Instruction&) { return false; }

  // Arguments go where the callee's frame begins: that is behind this one, or, where it calls
  // itself, elsewhere.
  FmlStatus call(const Instruction& i) {
    const FunctionCall& call = code_.calls[i.a];
    std::vector<double> own;
    const bool again = call.callee == number_;
    if (again && depth_ >= code_.mostDepth()) return FML_RETRY;
    if (again) own.resize(code_.stack);
    double* const next = again ? own.data() : registers_ + code_.registers;
    for (size_t k = 0; k < call.arguments.size(); ++k) next[k] = get(call.arguments[k]);
    return Frame(functions_, call.callee, next, again ? depth_ + 1 : 0)
        .run(next, registers_ + call.result);
  }
  FmlStatus loadAt(const Instruction& i) { return load(registers_, i); }
  FmlStatus loadConstantAt(const Instruction& i) { return load(code_.constants.data(), i); }
  FmlStatus storeAt(const Instruction& i) {
    const double at = get(i.b);
    if (!isInside(at, i.c)) return FML_RETRY;
    registers_[i.a + static_cast<uint32_t>(at) - 1] = get(i.dst);
    return FML_OK;
  }
  FmlStatus bound(const Instruction& i) { return isInside(get(i.a), i.c) ? FML_OK : FML_RETRY; }

 private:
  static bool isInside(double at, uint32_t count) { return at >= 1 && at <= count; }
  FmlStatus load(const double* from, const Instruction& i) {
    const double at = get(i.b);
    if (!isInside(at, i.c)) return FML_RETRY;
    registers_[i.dst] = from[i.a + static_cast<uint32_t>(at) - 1];
    return FML_OK;
  }

  const CompiledFunctions& functions_;
  const FunctionCode& code_;
  size_t number_;
  double* registers_;
  uint32_t depth_;
};

}  // namespace

bool runFunction(const CompiledFunctions& functions, size_t number, const double* arguments,
                 double* results, double* stack) {
  if (Frame(functions, number, stack, 0).run(arguments, results) != FML_OK) return false;
  const size_t count = functions[number].results.size();
  return std::all_of(results, results + count, [](double x) { return std::isfinite(x); });
}

}  // namespace formola::lowered

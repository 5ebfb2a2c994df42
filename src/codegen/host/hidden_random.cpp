#include "codegen/host/hidden_random.h"

#include <unistd.h>

#include <chrono>

#include "support/assert.h"

namespace formola {

// (state, size, id)
bool HiddenRandom::setState(StandardCall& call) {
  if (call.arguments.size() != 3 || call.arguments[0].integers.empty() ||
      call.arguments[2].integers.size() != 1)
    return call.fail("wrong arguments of setInternalState");
  state_ = call.arguments[0].integers;
  id_ = call.integer(2);
  return true;
}

// y = (id)
bool HiddenRandom::next(StandardCall& call) {
  if (call.arguments.size() != 1 || call.arguments[0].integers.size() != 1)
    return call.fail("wrong arguments of impureRandom");
  if (state_.empty() || call.integer(0) != id_)
    return call.fail("impureRandom is called before initializeImpureRandom");
  const StandardExternal* generator = findStandardExternal("ModelicaRandom_xorshift1024star");
  FORMOLA_ASSERT(generator != nullptr);
  StandardCall step;
  step.types = call.types;
  step.arguments.resize(3);
  step.arguments[0].integers = state_;
  step.arguments[1].integers = state_;
  step.arguments[2].reals.assign(1, 0);
  if (!generator->function(step)) return call.fail(step.error);
  state_ = step.arguments[1].integers;
  call.result.reals.assign(1, step.arguments[2].reals[0]);
  return true;
}

bool HiddenRandom::knows(std::string_view function) {
  return function == "ModelicaRandom_setInternalState_xorshift1024star" ||
         function == "ModelicaRandom_impureRandom_xorshift1024star" ||
         function == "ModelicaRandom_automaticGlobalSeed";
}

std::optional<bool> HiddenRandom::call(std::string_view function, StandardCall& call) {
  if (function == "ModelicaRandom_setInternalState_xorshift1024star") return setState(call);
  if (function == "ModelicaRandom_impureRandom_xorshift1024star") return next(call);
  if (function == "ModelicaRandom_automaticGlobalSeed") {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    // Two runs at the same time differ by their processes; a positive Integer of 32 bits.
    call.result.integers.assign(1, (ms ^ (int64_t{getpid()} << 16)) & 0x7fffffff);
    return true;
  }
  return std::nullopt;
}

}  // namespace formola

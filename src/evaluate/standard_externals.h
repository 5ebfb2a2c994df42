// External functions of the Modelica Standard Library that models use while they are being
// translated: our own implementations, working on values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dae/resources.h"
#include "evaluate/effects.h"
#include "evaluate/value.h"

namespace formola {

// One call of `external "C" result = f(arguments)`.
struct StandardCall {
  const TypeTable* types = nullptr;
  // In the order of the external call. An argument that is an output comes with zeros of its size
  // and is overwritten.
  std::vector<Value> arguments;
  TypeId resultType;  // of `result` where the call has one, else invalid
  Value result;
  std::string error;                         // why it failed
  const PackageFolders* packages = nullptr;  // where modelica:// URIs lead; may be null
  EffectGate* gate = nullptr;                // null: no effects are allowed
  EffectRequest origin;                      // who calls; may() fills in the rest
  bool refused = false;                      // by the gate

  const std::string& string(size_t i) const { return arguments[i].strings[0]; }
  int64_t integer(size_t i) const { return arguments[i].integers[0]; }
  void setInteger(size_t i, int64_t value) { arguments[i].integers[0] = value; }
  void setReal(size_t i, double value) { arguments[i].reals[0] = value; }
  void setString(size_t i, std::string value) { arguments[i].strings[0] = std::move(value); }
  // Whether the effect may happen; if not, the call fails.
  bool may(Effect effect, const std::string& what);
  bool fail(std::string why) {
    error = std::move(why);
    return false;
  }
};

// What an implementation asks of its arguments: one letter each, i Integer, b Boolean, r Real, s
// String, scalars; I and S vectors of these; A a vector or matrix of Real.
struct StandardExternal {
  std::string_view name;  // in C
  std::string_view arguments;
  bool (*function)(StandardCall& call);  // false: failed, see StandardCall::error
};

// Null if there is none of that name.
const StandardExternal* findStandardExternal(std::string_view name);
// How often any such function has looked at files, the environment, the clock or the process since
// the program began. What is computed while this number stays depends on its arguments alone.
uint64_t looksOutside();
// Checks the arguments and calls.
bool callStandardExternal(const StandardExternal& external, StandardCall& call);

}  // namespace formola

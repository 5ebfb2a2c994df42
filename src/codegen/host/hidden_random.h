// The impure random numbers of Modelica.Math.Random.Utilities: a generator whose state is hidden in
// the running instance.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "evaluate/standard_externals.h"

namespace formola {

class HiddenRandom {
 public:
  // Purpose: calls ModelicaRandom_setInternalState_xorshift1024star, _impureRandom_xorshift1024star
  //          or _automaticGlobalSeed.
  // Ensures: nullopt: `function` is none of these. False: failed, see call.error.
  std::optional<bool> call(std::string_view function, StandardCall& call);
  static bool knows(std::string_view function);

 private:
  bool setState(StandardCall& call);
  bool next(StandardCall& call);

  std::vector<int64_t> state_;  // empty: not set yet
  int64_t id_ = 0;
};

}  // namespace formola

// What elementary.def says of a function, for those who are not interested in one in particular.
#pragma once

#include <string_view>

#include "expr/expr.h"

namespace formola {

struct Elementary {
  size_t arguments;
  std::string_view domain;  // what the argument must be, in words; "": any number will do
  bool (*isDefined)(double x);
  std::string_view c, matlab, acsl, simnon, paper;  // its names
};

// Null for what is not in elementary.def.
const Elementary* elementary(Builtin function);

}  // namespace formola

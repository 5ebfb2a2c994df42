#include "expr/elementary.h"

#include <cmath>

namespace formola {

const Elementary* elementary(Builtin function) {
  switch (function) {
#define ELEMENTARY(enumerator, name, arguments, f, defined, domain, partial, range, inverse, c, \
                   matlab, acsl, simnon, paper)                                                 \
  case Builtin::enumerator: {                                                                   \
    static constexpr Elementary info = {                                                        \
        arguments, domain, []([[maybe_unused]] double x) { return defined; }, c, matlab, acsl,                  \
        simnon,    paper};                                                                      \
    return &info;                                                                               \
  }
#include "expr/elementary.def"
#undef ELEMENTARY
    default:
      return nullptr;
  }
}

}  // namespace formola

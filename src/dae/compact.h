// A DAE in a fresh pool, without what passes have left behind.
#pragma once

#include "dae/dae.h"

namespace formola {

// Purpose:    drops expressions, types and names that nothing refers to any more, and functions
// that are never called;
//             expansion and elimination leave many of them.
// Ensures:    the result is `equal` to the argument but for the dropped functions. It has its own
// pool; variables,
//             equations and algorithms keep their order and numbers, functions their order.
//             Iterators are numbered anew. The argument's pool is not changed. The same input gives
//             the same ids.
// Complexity: linear in the size of what is kept.
Dae compact(Dae dae);

}  // namespace formola

// The code of a diagnostic: what users search for, as a number.
//
// The codes themselves are constants of the namespace diag, made from diagnostics.def. Each family
// of the table has a header of its own, "diag/codes/FAMILY.h", for those who report or compare its
// codes: a new diagnostic rebuilds them and nobody else.
#pragma once

#include <cstdint>

namespace formola {

enum class DiagCode : uint16_t {};

}  // namespace formola

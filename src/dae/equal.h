// Structural equality of flat DAEs.
#pragma once

#include <string>

#include "dae/dae.h"

namespace formola {

// Purpose:    compares two DAEs that may have different pools: the same variables, equations,
// algorithms and functions
//             in the same order, names by their text, iterators up to renaming. Places in source
//             files are ignored.
// Ensures:    "" if they are equal, else the first difference in words, for a test or a log.
// Complexity: linear; a pair of expressions is compared once however often it is shared.
std::string firstDifference(const Dae& a, const Dae& b);

inline bool equal(const Dae& a, const Dae& b) {
  return firstDifference(a, b).empty();
}

}  // namespace formola

// Variables that are elements of arrays, put together again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace formola::fmi {

// a for a[1], ..., a[n]; der(a) for der(a[1]), ...
struct FmuArray {
  std::string name;
  std::vector<int32_t> sizes;
  std::vector<size_t> elements;  // variables, the last index running first
  uint32_t reference = 0;        // that of the first element
  bool alias = false;            // an earlier array has the same reference
};

// Purpose:    names with the same text but for integer subscripts at their end.
// Ensures:    in an array all elements from 1 on are there, each once. In the order of the first
//             element.
// Complexity: n log n in the number of names.
std::vector<FmuArray> arraysOf(const std::vector<std::string>& names);

}  // namespace formola::fmi

// How many scalars a value of some type holds.
#pragma once

#include <vector>

#include "expr/type.h"

namespace formola {

// Purpose:    the number of scalar leaves of a type: elements of arrays, and in each record element
//             its fields.
// Ensures:    -1 if a size is unknown. Anything that is no record (also tuples and functions)
//             counts one.
// Complexity: O(1) for a type asked before.
class LeafCounter {
 public:
  explicit LeafCounter(const TypeTable& types) : types_(types) {}
  int64_t operator()(TypeId type);

 private:
  static constexpr int64_t kNotComputed = -2;
  const TypeTable& types_;
  std::vector<int64_t> counts_;  // per type
};

}  // namespace formola

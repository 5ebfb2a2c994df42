// An order of pivots for a sparse matrix of which only the pattern is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace formola::lanes {

struct FixedPivots {
  std::vector<std::pair<uint32_t, uint32_t>> order;  // row and column of each
  size_t operations = 0;                             // products that the elimination takes
  bool complete = false;                             // false: structurally singular, or too many
};

// Purpose:    pivots that leave little fill; of several with the same cost those on the diagonal.
// Complexity: O(n) searches among the remaining entries; gives up beyond `most` operations.
// Reference:  H. M. Markowitz: The elimination form of the inverse and its application to linear
//             programming, Management Science 3 (1957).
FixedPivots choosePivots(const std::vector<int32_t>& colStart, const std::vector<int32_t>& rows,
                         size_t most);

}  // namespace formola::lanes

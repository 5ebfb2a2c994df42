// Groups columns of a sparse matrix so that one difference quotient evaluates a whole group.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::runtime {

struct Colouring {
  std::vector<int32_t> colour;  // of each column
  int32_t count = 0;
};

// Purpose: columns of equal colour have no row in common.
// Complexity: O(sum over rows of (entries in the row)^2), linear for bounded rows; columns are
// taken as they come. Reference: Curtis, Powell, Reid: On the estimation of sparse Jacobian
// matrices, J. Inst. Maths Applics 13, 1974.
Colouring colourColumns(int32_t nRows, int32_t nColumns, const int32_t* colStart,
                        const int32_t* rows);

}  // namespace formola::runtime

// The order in which C programs eliminate a sparse matrix: what runtime/kernels/row_merge.h needs
// to know before it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace formola::text {

// The tables of RowMerge in runtime/kernels/row_merge.h.
struct RowMergePlan {
  struct Front {
    int32_t rows = 0, columns = 0, pivots = 0, own = 0, children = 0;
    int32_t column = 0, row = 0, value = 0;
  };
  int32_t n = 0, entries = 0, rows = 0;
  int64_t numbers = 0, stack = 0;
  int64_t multiplications = 0;  // of the elimination
  std::vector<Front> fronts;
  std::vector<int32_t> column, row, entry, place;
  std::vector<int32_t> start, of;  // the pattern itself
};

// Purpose:    an order of columns with little fill for elimination in which every row that has an
//             entry in a column may become the pivot's.
// Requires:   rows of the entries by columns (colStart: n + 1 places), each of them once.
// Ensures:    nothing if no choice of pivots exists, whatever the values. Ties are broken by index:
//             deterministic.
// Complexity: sum of the sizes of the fronts times the parts that a column is in, and a logarithm.
// Reference:  George, Ng: Symbolic factorization for sparse Gaussian elimination with partial
//             pivoting, SIAM J. Sci. Stat. Comput. 8, 1987; degrees of columns as in Davis,
//             Gilbert, Larimore, Ng: A column approximate minimum degree ordering algorithm, ACM
//             TOMS 30, 2004.
std::optional<RowMergePlan> planRowMerge(int32_t n, const std::vector<int32_t>& colStart,
                                         const std::vector<int32_t>& rows);

}  // namespace formola::text

// Where the pivots of a sparse matrix are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace formola::runtime {

struct PivotOrder {
  int32_t n = 0;
  // Pivot k is the entry of row rowOf[k] and column columnOf[k].
  std::vector<int32_t> rowOf, columnOf;
  // Diagonal blocks of the permuted matrix begin here; below them it is zero. The last one is n.
  std::vector<int32_t> blocks;
  // Rows (by pivot) and columns (of A) are multiplied by these before they are factored, so that
  // the sizes of pivots can be compared.
  std::vector<double> rowScale, columnScale;
};

// Is the permutation that brings the pivots to the diagonal odd?
inline bool isOdd(const std::vector<int32_t>& rowOf, const std::vector<int32_t>& columnOf) {
  std::vector<int32_t> to(rowOf.size());
  for (size_t k = 0; k < rowOf.size(); ++k) to[rowOf[k]] = columnOf[k];
  bool odd = false;
  for (size_t i = 0; i < to.size(); ++i)
    for (; to[i] != static_cast<int32_t>(i); odd = !odd) {
      const int32_t next = to[i];
      to[i] = to[next];
      to[next] = next;
    }
  return odd;
}

// With what fills up, as a factorisation with pivoting found it.
struct PivotPattern : PivotOrder {
  // The factors by columns, in the order of pivots; a diagonal may be among them or not.
  std::vector<int32_t> lowerStart, lowerRows, upperStart, upperRows;
};

}  // namespace formola::runtime

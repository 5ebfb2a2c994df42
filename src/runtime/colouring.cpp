#include "runtime/colouring.h"

namespace formola::runtime {

Colouring colourColumns(int32_t nRows, int32_t nColumns, const int32_t* colStart,
                        const int32_t* rows) {
  // The transposed pattern: the columns that have an entry in each row.
  std::vector<int32_t> rowStart(static_cast<size_t>(nRows) + 1, 0);
  const int32_t entries = colStart[nColumns];
  for (int32_t p = 0; p < entries; ++p) ++rowStart[rows[p] + 1];
  for (int32_t i = 0; i < nRows; ++i) rowStart[i + 1] += rowStart[i];
  std::vector<int32_t> columns(static_cast<size_t>(entries));
  std::vector<int32_t> next(rowStart.begin(), rowStart.end() - 1);
  for (int32_t j = 0; j < nColumns; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) columns[next[rows[p]]++] = j;

  Colouring result;
  result.colour.assign(static_cast<size_t>(nColumns), -1);
  std::vector<int32_t> usedBy;  // usedBy[c] == j: a neighbour of column j has colour c
  for (int32_t j = 0; j < nColumns; ++j) {
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p)
      for (int32_t q = rowStart[rows[p]]; q < rowStart[rows[p] + 1]; ++q) {
        const int32_t c = result.colour[columns[q]];
        if (c >= 0) usedBy[c] = j;
      }
    int32_t c = 0;
    while (c < result.count && usedBy[c] == j) ++c;
    if (c == result.count) {
      ++result.count;
      usedBy.push_back(-1);
    }
    result.colour[j] = c;
  }
  return result;
}

}  // namespace formola::runtime

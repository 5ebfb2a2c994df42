#include "codegen/lanes/fixed_pivots.h"

#include <set>

namespace formola::lanes {

FixedPivots choosePivots(const std::vector<int32_t>& colStart, const std::vector<int32_t>& rows,
                         size_t most) {
  FixedPivots result;
  const auto n = static_cast<uint32_t>(colStart.size() - 1);
  std::vector<std::set<uint32_t>> byRow(n), byColumn(n);
  for (uint32_t j = 0; j < n; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
      const auto i = static_cast<uint32_t>(rows[static_cast<size_t>(p)]);
      byRow[i].insert(j);
      byColumn[j].insert(i);
    }
  for (uint32_t k = 0; k < n; ++k) {
    size_t best = SIZE_MAX;
    std::pair<uint32_t, uint32_t> pivot;
    for (uint32_t j = 0; j < n; ++j)
      for (const uint32_t i : byColumn[j]) {
        // The diagonal comes first among equals.
        const size_t cost = 2 * (byRow[i].size() - 1) * (byColumn[j].size() - 1) + (i == j ? 0 : 1);
        if (cost < best) {
          best = cost;
          pivot = {i, j};
        }
      }
    if (best == SIZE_MAX) return result;
    const auto [row, column] = pivot;
    result.order.push_back(pivot);
    for (const uint32_t j : byRow[row]) byColumn[j].erase(row);
    for (const uint32_t i : byColumn[column]) byRow[i].erase(column);
    byRow[row].erase(column);
    result.operations += 2 * byRow[row].size() + byColumn[column].size() * byRow[row].size();
    if (result.operations > most) return result;
    for (const uint32_t i : byColumn[column])
      for (const uint32_t j : byRow[row]) {
        byRow[i].insert(j);
        byColumn[j].insert(i);
      }
    byRow[row].clear();
    byColumn[column].clear();
  }
  result.complete = true;
  return result;
}

}  // namespace formola::lanes

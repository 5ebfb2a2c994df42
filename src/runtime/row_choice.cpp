#include "runtime/row_choice.h"

#include <algorithm>
#include <cmath>

namespace formola::runtime {

std::vector<int32_t> rowsForColumns(int32_t n, const int32_t* colStart, const int32_t* rows,
                                    const double* values) {
  const int32_t entries = colStart[n];
  std::vector<double> largest(static_cast<size_t>(n), 0);
  for (int32_t p = 0; p < entries; ++p)
    largest[rows[p]] = std::max(largest[rows[p]], std::abs(values[p]));
  std::vector<int32_t> rowOf(static_cast<size_t>(n), -1), takenBy(static_cast<size_t>(n), -1);
  auto isFree = [&](int32_t p, int32_t j) {
    return values[p] != 0 && rowOf[j] < 0 && takenBy[rows[p]] < 0;
  };
  auto take = [&](int32_t p, int32_t j) {
    rowOf[j] = rows[p];
    takenBy[rows[p]] = j;
  };
  auto forEachFree = [&](auto&& use) {
    for (int32_t j = 0; j < n; ++j)
      for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p)
        if (isFree(p, j)) use(p, j);
  };
  // The largest of a row come before all others, which most often are not asked for.
  forEachFree([&](int32_t p, int32_t j) {
    if (std::abs(values[p]) == largest[rows[p]]) take(p, j);
  });
  struct Candidate {
    double weight;
    int32_t entry, column;
  };
  std::vector<Candidate> others;
  forEachFree([&](int32_t p, int32_t j) {
    others.push_back({std::abs(values[p]) / largest[rows[p]], p, j});
  });
  std::stable_sort(others.begin(), others.end(),
                   [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
  for (const Candidate& c : others)
    if (isFree(c.entry, c.column)) take(c.entry, c.column);
  std::vector<int32_t> visited(static_cast<size_t>(n), -1), next(colStart, colStart + n + 1);
  for (int32_t start = 0; start < n; ++start) {
    if (rowOf[start] >= 0) continue;
    std::vector<int32_t> path = {start};  // columns; each wants the row that the next one has
    std::vector<int32_t> via;             // entries
    next[start] = colStart[start];
    bool found = false;
    while (!path.empty() && !found) {
      const int32_t j = path.back();
      if (next[j] == colStart[j + 1]) {
        path.pop_back();
        if (!via.empty()) via.pop_back();
        continue;
      }
      const int32_t p = next[j]++;
      if (values[p] == 0 || visited[rows[p]] == start) continue;
      visited[rows[p]] = start;
      via.push_back(p);
      if (takenBy[rows[p]] < 0) {
        found = true;
      } else {
        path.push_back(takenBy[rows[p]]);
        next[path.back()] = colStart[path.back()];
      }
    }
    if (!found) return {};
    for (size_t k = 0; k < path.size(); ++k) {
      rowOf[path[k]] = rows[via[k]];
      takenBy[rows[via[k]]] = path[k];
    }
  }
  return rowOf;
}

}  // namespace formola::runtime

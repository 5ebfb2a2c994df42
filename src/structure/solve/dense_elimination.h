// Gaussian elimination of small dense matrices, for numerical probes at translation.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace formola {

// Purpose:    eliminates the first n columns of a matrix with pivots among its first n rows, the
//             largest of each column.
// Requires:   row-major, `rows` >= n rows of `width` >= n entries.
// Ensures:    true: zeros below the diagonal of these columns, in further rows too. False: a pivot
//             was below `smallest`, and the matrix is left where it was found.
// Complexity: O(n rows width).
inline bool eliminateColumns(std::vector<double>& a, size_t n, size_t rows, size_t width,
                             double smallest) {
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * width + k]) > std::abs(a[pivot * width + k])) pivot = i;
    if (std::abs(a[pivot * width + k]) < smallest) return false;
    for (size_t j = k; j < width && pivot != k; ++j)
      std::swap(a[pivot * width + j], a[k * width + j]);
    for (size_t i = k + 1; i < rows; ++i) {
      const double factor = a[i * width + k] / a[k * width + k];
      for (size_t j = k; j < width && factor != 0; ++j)
        a[i * width + j] -= factor * a[k * width + j];
    }
  }
  return true;
}

// A square system, row-major, its solution in `right`; false if it is singular.
// Complexity: O(n^3).
inline bool solveDense(std::vector<double>& a, std::vector<double>& right) {
  const size_t n = right.size();
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (a[pivot * n + k] == 0) return false;
    for (size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(right[k], right[pivot]);
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      right[i] -= factor * right[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) right[k] -= a[k * n + j] * right[j];
    right[k] /= a[k * n + k];
  }
  return true;
}

}  // namespace formola

#include "runtime/dense_lu.h"

#include <limits>

#include "support/machine.h"

namespace formola::runtime {

void DenseLu::resize(int n) {
  n_ = n;
  const auto size = static_cast<size_t>(n);
  lu_.assign(size * size, 0.0);
  rowScale_.assign(size, 1.0);
  columnScale_.assign(size, 1.0);
  pivot_.assign(size, 0);
}

FORMOLA_FOR_EACH_MACHINE bool DenseLu::factor(const double* matrix) {
  const int n = n_;
  double* a = lu_.data();
  std::fill(rowScale_.begin(), rowScale_.end(), 0.0);
  for (int j = 0; j < n; ++j) {
    const double* source = matrix + static_cast<size_t>(j) * n;
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      if (!std::isfinite(source[i])) return false;
      largest = std::max(largest, std::abs(source[i]));
    }
    if (largest == 0) return false;
    const double scale = 1 / largest;
    columnScale_[j] = scale;
    double* column = a + static_cast<size_t>(j) * n;
    for (int i = 0; i < n; ++i) {
      column[i] = source[i] * scale;
      rowScale_[i] = std::max(rowScale_[i], std::abs(column[i]));
    }
  }
  for (int i = 0; i < n; ++i) {
    if (rowScale_[i] == 0) return false;
    rowScale_[i] = 1 / rowScale_[i];
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) a[static_cast<size_t>(j) * n + i] *= rowScale_[i];

  // After equilibration pivots of a regular matrix are of the size of 1/condition; below this bound
  // nothing but rounding errors is left.
  const double singular = 4 * std::numeric_limits<double>::epsilon() * n;
  for (int k = 0; k < n; ++k) {
    double* pivotColumn = a + static_cast<size_t>(k) * n;
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(pivotColumn[i]) > std::abs(pivotColumn[p])) p = i;
    if (std::abs(pivotColumn[p]) <= singular) return false;
    pivot_[k] = p;
    if (p != k)
      for (int j = 0; j < n; ++j) {
        double* column = a + static_cast<size_t>(j) * n;
        std::swap(column[k], column[p]);
      }
    const double inverse = 1 / pivotColumn[k];
    pivotColumn[k] = inverse;
    for (int i = k + 1; i < n; ++i) pivotColumn[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* column = a + static_cast<size_t>(j) * n;
      const double factor = column[k];
      if (factor == 0) continue;
      for (int i = k + 1; i < n; ++i) column[i] -= pivotColumn[i] * factor;
    }
  }
  return true;
}

FORMOLA_FOR_EACH_MACHINE void DenseLu::solve(double* __restrict b) const {
  const int n = n_;
  const double* __restrict a = lu_.data();
  for (int i = 0; i < n; ++i) b[i] *= rowScale_[i];
  for (int k = 0; k < n; ++k)
    if (pivot_[k] != k) std::swap(b[k], b[pivot_[k]]);
  for (int k = 0; k < n; ++k) {
    const double* column = a + static_cast<size_t>(k) * n;
    const double factor = b[k];
    if (factor == 0) continue;
    for (int i = k + 1; i < n; ++i) b[i] -= column[i] * factor;
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* column = a + static_cast<size_t>(k) * n;
    b[k] *= column[k];  // the reciprocal of the pivot
    const double factor = b[k];
    if (factor == 0) continue;
    for (int i = 0; i < k; ++i) b[i] -= column[i] * factor;
  }
  for (int j = 0; j < n; ++j) b[j] *= columnScale_[j];
}

}  // namespace formola::runtime

#include "runtime/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/lanes.h"

namespace formola::runtime {

namespace {

constexpr int kLargestInverse = 32;
// Uses of the same factors after which the inverse, worth about as many, is expected to pay. A
// substitution waits for itself 2n times, which a small inverse takes no longer than.
constexpr int patience(int n) {
  return n <= 12 ? 0 : n / 4;
}
// Of an entry of the inverse of the equilibrated matrix: three of sixteen digits.
constexpr double kLargestEntry = 1e3;

// y := inverse b, with kWidth lanes of y in registers.
template <size_t kWidth>
FORMOLA_INTO_EACH_MACHINE void product(const double* inverse, size_t stride, const double* b, int n,
                                       double* y) {
  Lanes sum[kWidth] = {};
  for (int j = 0; j < n; ++j, inverse += stride) {
    const double factor = b[j];
    for (size_t k = 0; k < kWidth; ++k)
      sum[k] += FORMOLA_CONST_LANES(inverse + k * kLanes) * factor;
  }
  for (size_t k = 0; k < kWidth; ++k) FORMOLA_LANES(y + k * kLanes) = sum[k];
}

FORMOLA_FOR_EACH_MACHINE void inverseProduct(const double* inverse, size_t stride, const double* b,
                                             int n, double* y) {
  switch (stride / kLanes) {
    case 1:
      return product<1>(inverse, stride, b, n, y);
    case 2:
      return product<2>(inverse, stride, b, n, y);
    case 3:
      return product<3>(inverse, stride, b, n, y);
    case 4:
      return product<4>(inverse, stride, b, n, y);
    case 5:
      return product<5>(inverse, stride, b, n, y);
    case 6:
      return product<6>(inverse, stride, b, n, y);
    case 7:
      return product<7>(inverse, stride, b, n, y);
    default:
      return product<8>(inverse, stride, b, n, y);
  }
}
static_assert(kLargestInverse == 8 * kLanes);

// columns := U^-1 L^-1, with a column in registers: first U^-1 from the left to the right, from
// U^-1 U = 1, then X from the right to the left, from X L = U^-1 (Higham 14.3.3, method B). Returns
// the largest entry.
template <size_t kWidth>
FORMOLA_INTO_EACH_MACHINE double invertFactors(const double* upper, const double* lower,
                                               const double* pivotInverse, int n, double* columns) {
  constexpr size_t kStride = kWidth * kLanes;
  Lanes sum[kWidth];
  for (int j = 0; j < n; ++j) {
    double* to = columns + static_cast<size_t>(j) * kStride;
    const double* factors = upper + static_cast<size_t>(j) * kStride;
    for (size_t k = 0; k < kWidth; ++k) sum[k] = Lanes{};
    for (int i = 0; i < j; ++i)
      for (size_t k = 0; k < kWidth; ++k)
        sum[k] -= FORMOLA_CONST_LANES(columns + static_cast<size_t>(i) * kStride + k * kLanes) *
                  factors[i];
    for (size_t k = 0; k < kWidth; ++k) FORMOLA_LANES(to + k * kLanes) = sum[k] * pivotInverse[j];
    to[j] = pivotInverse[j];
  }
  Lanes most = {};
  for (int j = n - 1; j >= 0; --j) {
    double* to = columns + static_cast<size_t>(j) * kStride;
    const double* factors = lower + static_cast<size_t>(j) * kStride;
    for (size_t k = 0; k < kWidth; ++k) sum[k] = FORMOLA_CONST_LANES(to + k * kLanes);
    for (int i = j + 1; i < n; ++i)
      for (size_t k = 0; k < kWidth; ++k)
        sum[k] -= FORMOLA_CONST_LANES(columns + static_cast<size_t>(i) * kStride + k * kLanes) *
                  factors[i];
    for (size_t k = 0; k < kWidth; ++k) {
      FORMOLA_LANES(to + k * kLanes) = sum[k];
      const Lanes size = sum[k] < 0 ? -sum[k] : sum[k];
      most = most < size ? size : most;
    }
  }
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

FORMOLA_FOR_EACH_MACHINE double inverseOf(const double* upper, const double* lower,
                                          const double* pivotInverse, size_t stride, int n,
                                          double* columns) {
  switch (stride / kLanes) {
    case 1:
      return invertFactors<1>(upper, lower, pivotInverse, n, columns);
    case 2:
      return invertFactors<2>(upper, lower, pivotInverse, n, columns);
    case 3:
      return invertFactors<3>(upper, lower, pivotInverse, n, columns);
    case 4:
      return invertFactors<4>(upper, lower, pivotInverse, n, columns);
    case 5:
      return invertFactors<5>(upper, lower, pivotInverse, n, columns);
    case 6:
      return invertFactors<6>(upper, lower, pivotInverse, n, columns);
    case 7:
      return invertFactors<7>(upper, lower, pivotInverse, n, columns);
    default:
      return invertFactors<8>(upper, lower, pivotInverse, n, columns);
  }
}

}  // namespace

void DenseLu::resize(int n) {
  n_ = n;
  stride_ = wholeLanes(static_cast<size_t>(n));
  const size_t entries = stride_ * static_cast<size_t>(n);
  for (auto* v : {&lu_, &lower_}) v->assign(entries, 0.0);
  for (auto* v : {&inverse_, &columns_}) v->assign(n <= kLargestInverse ? entries : 0, 0.0);
  for (auto* v : {&rowScale_, &columnScale_, &pivotInverse_, &work_}) v->assign(stride_, 0.0);
  rowOf_.assign(static_cast<size_t>(n), 0);
  inverted_ = false;
}

// lu_ := the scaled matrix.
FORMOLA_FOR_EACH_MACHINE bool DenseLu::equilibrate(const double* matrix) {
  const auto n = static_cast<size_t>(n_);
  const size_t stride = stride_;
  double* rows = rowScale_.data();
  std::fill(rowScale_.begin(), rowScale_.end(), 0.0);
  Lanes notFinite = {};  // x - x is 0 for a number and NaN otherwise
  // All columns before the first is read: a load of lanes waits for stores of other sizes to end.
  for (size_t j = 0; j < n; ++j)
    std::copy(matrix + j * n, matrix + (j + 1) * n, lu_.data() + j * stride);
  for (size_t j = 0; j < n; ++j) {
    double* column = lu_.data() + j * stride;
    Lanes most = {};
    for (size_t i = 0; i < stride; i += kLanes) {
      const Lanes x = FORMOLA_CONST_LANES(column + i);
      const Lanes size = x < 0 ? -x : x;
      notFinite += x - x;
      most = most < size ? size : most;
    }
    const double largest = std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
    if (!(largest > 0)) return false;
    const double scale = 1 / largest;
    columnScale_[j] = scale;
    for (size_t i = 0; i < stride; i += kLanes) {
      const Lanes x = FORMOLA_CONST_LANES(column + i) * scale;
      FORMOLA_LANES(column + i) = x;
      const Lanes size = x < 0 ? -x : x;
      const Lanes before = FORMOLA_CONST_LANES(rows + i);
      FORMOLA_LANES(rows + i) = before < size ? size : before;
    }
  }
  if ((notFinite[0] + notFinite[1]) + (notFinite[2] + notFinite[3]) != 0) return false;
  for (size_t i = 0; i < n; ++i) {
    if (rows[i] == 0) return false;
    rows[i] = 1 / rows[i];
  }
  for (size_t j = 0; j < n; ++j) {
    double* column = lu_.data() + j * stride;
    for (size_t i = 0; i < stride; i += kLanes)
      FORMOLA_LANES(column + i) *= FORMOLA_CONST_LANES(rows + i);
  }
  return true;
}

FORMOLA_FOR_EACH_MACHINE bool DenseLu::eliminate() {
  const int n = n_;
  const size_t stride = stride_;
  double* a = lu_.data();
  for (int k = 0; k < n; ++k) rowOf_[k] = k;
  // After equilibration pivots of a regular matrix are of the size of 1/condition; below this bound
  // nothing but rounding errors is left.
  const double singular = 4 * std::numeric_limits<double>::epsilon() * n;
  for (int k = 0; k < n; ++k) {
    double* pivotColumn = a + static_cast<size_t>(k) * stride;
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(pivotColumn[i]) > std::abs(pivotColumn[p])) p = i;
    if (!(std::abs(pivotColumn[p]) > singular)) return false;
    if (p != k) {
      std::swap(rowOf_[k], rowOf_[p]);
      for (int j = 0; j < n; ++j) {
        double* column = (j < k ? lower_.data() : a) + static_cast<size_t>(j) * stride;
        std::swap(column[k], column[p]);
      }
    }
    const double inverse = 1 / pivotColumn[k];
    pivotInverse_[k] = inverse;
    const size_t first = (static_cast<size_t>(k) + 1) / kLanes * kLanes;
    // The multipliers alone, so that whole lanes can be used; pivotColumn keeps U.
    double* lower = lower_.data() + static_cast<size_t>(k) * stride;
    for (size_t i = 0; i < stride; i += kLanes) {
      const LaneIndices at = kLaneIndices + static_cast<int64_t>(i);
      const Lanes x = FORMOLA_CONST_LANES(pivotColumn + i);
      FORMOLA_LANES(lower + i) = at > k ? x * inverse : Lanes{};
      FORMOLA_LANES(pivotColumn + i) = at < k ? x : Lanes{};
    }
    for (int j = k + 1; j < n; ++j) {
      double* column = a + static_cast<size_t>(j) * stride;
      const double factor = column[k];
      if (factor == 0) continue;
      for (size_t i = first; i < stride; i += kLanes)
        FORMOLA_LANES(column + i) -= FORMOLA_CONST_LANES(lower + i) * factor;
    }
  }
  return true;
}

bool DenseLu::factor(const double* matrix) {
  uses_ = 0;
  inverted_ = false;
  if (n_ == 1) {  // scaled, any number but zero is one
    inverse_[0] = 1 / matrix[0];
    return inverted_ = std::isfinite(matrix[0]) && std::isfinite(inverse_[0]);
  }
  return equilibrate(matrix) && eliminate();
}

FORMOLA_FOR_EACH_MACHINE void DenseLu::substitute(double* y, double* x) const {
  const size_t stride = stride_;
  const double* column = lower_.data();
  for (size_t k = 0; k < static_cast<size_t>(n_); ++k, column += stride) {
    const double factor = y[k];
    if (factor == 0) continue;
    for (size_t i = (k + 1) / kLanes * kLanes; i < stride; i += kLanes)
      FORMOLA_LANES(y + i) -= FORMOLA_CONST_LANES(column + i) * factor;
  }
  // A number that was written into y would keep the next load of its lanes waiting.
  for (auto k = static_cast<size_t>(n_); k-- > 0;) {
    column = lu_.data() + k * stride;
    const double factor = x[k] = y[k] * pivotInverse_[k];
    if (factor == 0) continue;
    for (size_t i = 0; i < k; i += kLanes)
      FORMOLA_LANES(y + i) -= FORMOLA_CONST_LANES(column + i) * factor;
  }
}

FORMOLA_FOR_EACH_MACHINE void DenseLu::invert() {
  const size_t stride = stride_;
  const double largest =
      inverseOf(lu_.data(), lower_.data(), pivotInverse_.data(), stride, n_, columns_.data());
  if (!(largest <= kLargestEntry)) return;
  for (int j = 0; j < n_; ++j) {
    const double* from = columns_.data() + static_cast<size_t>(j) * stride;
    double* to = inverse_.data() + static_cast<size_t>(rowOf_[j]) * stride;
    const double scale = rowScale_[rowOf_[j]];
    for (size_t i = 0; i < stride; i += kLanes)
      FORMOLA_LANES(to + i) =
          FORMOLA_CONST_LANES(from + i) * (FORMOLA_CONST_LANES(columnScale_.data() + i) * scale);
  }
  inverted_ = true;
}

void DenseLu::multiplyByInverse(double* b) {
  if (n_ == 1) {
    b[0] *= inverse_[0];
    return;
  }
  inverseProduct(inverse_.data(), stride_, b, n_, work_.data());
  for (int i = 0; i < n_; ++i) b[i] = work_[i];
}

void DenseLu::solve(double* b) {
  if (!inverted_ && n_ <= kLargestInverse && uses_++ == patience(n_)) invert();
  if (inverted_) return multiplyByInverse(b);
  double* y = work_.data();
  for (int k = 0; k < n_; ++k) y[k] = b[rowOf_[k]] * rowScale_[rowOf_[k]];
  substitute(y, b);
  for (int k = 0; k < n_; ++k) b[k] *= columnScale_[k];
}

}  // namespace formola::runtime

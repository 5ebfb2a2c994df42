#include "runtime/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "support/lanes.h"

namespace formola::runtime {

namespace {

// A substitution waits for itself 2n times: a small matrix takes no longer to be inverted.
constexpr int kInvertedAtOnce = 3 * kLanes;
constexpr int kLargestByBlocks = 8 * kLanes;
// Uses of the same factors after which inverses of their blocks, worth about as many, are expected
// to pay.
constexpr int patience(int n) {
  return n / 4;
}
constexpr double kKeptPivot = 0.5;  // of the largest of its column
// After equilibration pivots of a regular matrix are of the size of 1/condition; below this bound
// nothing but rounding errors is left.
constexpr double singularBelow(int n) {
  return 4 * std::numeric_limits<double>::epsilon() * n;
}
// Of an entry of the inverse of the equilibrated matrix: three of sixteen digits.
constexpr double kLargestEntry = 1e3;

FORMOLA_INTO_EACH_MACHINE double largestOf(const Lanes& x) {
  return std::max(std::max(x[0], x[1]), std::max(x[2], x[3]));
}

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

// A block on the diagonal of a triangular matrix, by columns; behind its end as the unit matrix.
struct DiagonalBlock {
  double at[kLanes][kLanes] = {};
};

// The inverse of an upper triangle, from X U = 1 from the left to the right: products with it are
// as exact as substitutions (Higham 14.2.1).
DiagonalBlock inverseOf(const DiagonalBlock& u) {
  DiagonalBlock x;
  for (size_t j = 0; j < kLanes; ++j) {
    const double pivot = 1 / u.at[j][j];
    for (size_t k = 0; k < j; ++k)
      for (size_t i = 0; i <= k; ++i) x.at[j][i] -= x.at[k][i] * u.at[j][k];
    for (size_t i = 0; i < j; ++i) x.at[j][i] *= pivot;
    x.at[j][j] = pivot;
  }
  return x;
}

// The residual of a product with the inverse x against that of a substitution, each at its worst:
// rows of |U| |X| |U| by those of |U|.
double residualGrowth(const DiagonalBlock& u, const DiagonalBlock& x) {
  DiagonalBlock between;  // |X| |U|
  for (size_t j = 0; j < kLanes; ++j)
    for (size_t k = 0; k <= j; ++k)
      for (size_t i = 0; i <= k; ++i)
        between.at[j][i] += std::abs(x.at[k][i]) * std::abs(u.at[j][k]);
  double growth = 0;
  for (size_t i = 0; i < kLanes; ++i) {
    double largest = 0, usual = 0;
    for (size_t j = i; j < kLanes; ++j) {
      double sum = 0;
      for (size_t k = i; k <= j; ++k) sum += std::abs(u.at[k][i]) * between.at[j][k];
      largest = std::max(largest, sum);
      usual = std::max(usual, std::abs(u.at[j][i]));
    }
    growth = std::max(growth, largest / usual);
  }
  return growth;
}

// The blocks on the diagonals of U, whose pivots are beside it, and L, which has ones there, become
// their inverses. False: products with them would lose digits. Those of L do not, since its entries
// are at most 1.
bool invertDiagonal(double* upper, double* lower, const double* pivotInverse, size_t stride,
                    size_t n) {
  constexpr double kMostGrowth = 1e3;  // three of sixteen digits
  double growth = 0;
  for (size_t first = 0; first < n; first += kLanes) {
    const size_t size = std::min(kLanes, n - first);
    double* atUpper = upper + first * stride + first;
    double* atLower = lower + first * stride + first;
    DiagonalBlock u, l;  // of L the mirror image at the other diagonal
    for (size_t j = 0; j < kLanes; ++j) {
      u.at[j][j] = j < size ? 1 / pivotInverse[first + j] : 1;
      l.at[j][j] = 1;
      for (size_t i = 0; i < j && j < size; ++i) {
        u.at[j][i] = atUpper[j * stride + i];
        l.at[kLanes - 1 - i][kLanes - 1 - j] = atLower[i * stride + j];
      }
    }
    const DiagonalBlock x = inverseOf(u), y = inverseOf(l);
    growth = std::max(growth, residualGrowth(u, x));
    for (size_t j = 0; j < size; ++j)
      for (size_t i = 0; i < size; ++i) {
        atUpper[j * stride + i] = x.at[j][i];
        atLower[j * stride + i] = y.at[kLanes - 1 - j][kLanes - 1 - i];
      }
  }
  return growth <= kMostGrowth;
}

// product := four columns of kLanes rows times four numbers in memory.
template <size_t kStride>
FORMOLA_INTO_EACH_MACHINE void timesColumns(const double* columns, const double* x,
                                            Lanes& product) {
  product = (FORMOLA_CONST_LANES(columns) * x[0] + FORMOLA_CONST_LANES(columns + kStride) * x[1]) +
            (FORMOLA_CONST_LANES(columns + 2 * kStride) * x[2] +
             FORMOLA_CONST_LANES(columns + 3 * kStride) * x[3]);
}

// One block of the substitution: the numbers of `rest` there become those of the solution, and what
// they contribute to the blocks from kFrom to kTo is taken from these.
template <size_t kBlock, size_t kFrom, size_t kTo, size_t kStride>
FORMOLA_INTO_EACH_MACHINE void substituteBlock(const double* factors, Lanes* rest, double* x) {
  constexpr size_t kAt = kBlock * kLanes;
  const double* columns = factors + kAt * kStride;
  FORMOLA_LANES(x + kAt) = rest[kBlock];
  timesColumns<kStride>(columns + kAt, x + kAt, rest[kBlock]);
  FORMOLA_LANES(x + kAt) = rest[kBlock];
  for (size_t k = kFrom; k < kTo; ++k) {
    Lanes product;
    timesColumns<kStride>(columns + k * kLanes, x + kAt, product);
    rest[k] -= product;
  }
}

// x := U^-1 L^-1 x by blocks, with x in registers.
template <size_t kWidth, size_t... kBlock>
FORMOLA_INTO_EACH_MACHINE void substituteAll(std::index_sequence<kBlock...>, const double* upper,
                                             const double* lower, double* x) {
  constexpr size_t kStride = kWidth * kLanes, kLast = kWidth - 1;
  Lanes rest[kWidth];
  for (size_t k = 0; k < kWidth; ++k) rest[k] = FORMOLA_CONST_LANES(x + k * kLanes);
  (substituteBlock<kBlock, kBlock + 1, kWidth, kStride>(lower, rest, x), ...);
  (substituteBlock<kLast - kBlock, 0, kLast - kBlock, kStride>(upper, rest, x), ...);
}

FORMOLA_FOR_EACH_MACHINE void substituteByBlocks(const double* upper, const double* lower,
                                                 size_t stride, double* x) {
  switch (stride / kLanes) {
    case 1:
      return substituteAll<1>(std::make_index_sequence<1>(), upper, lower, x);
    case 2:
      return substituteAll<2>(std::make_index_sequence<2>(), upper, lower, x);
    case 3:
      return substituteAll<3>(std::make_index_sequence<3>(), upper, lower, x);
    case 4:
      return substituteAll<4>(std::make_index_sequence<4>(), upper, lower, x);
    case 5:
      return substituteAll<5>(std::make_index_sequence<5>(), upper, lower, x);
    case 6:
      return substituteAll<6>(std::make_index_sequence<6>(), upper, lower, x);
    case 7:
      return substituteAll<7>(std::make_index_sequence<7>(), upper, lower, x);
    default:
      return substituteAll<8>(std::make_index_sequence<8>(), upper, lower, x);
  }
}

// Inverts the equilibrated matrix in place by exchanging one unknown for one right-hand side after
// the other (Gauss-Jordan with partial pivoting). Rows stay where they are: row rowOf[k] becomes
// the row of unknown k, and column k belongs to the right-hand side of row rowOf[k]. Pivots of the
// last matrix, in rowOf, are kept where they are not much smaller than others: they are known
// before the column is, which nothing then waits for but a test that succeeds. Rows of pivots
// are divided by them at the end, so that the loops treat all rows and columns alike: a processor
// that guesses the ends of loops right is worth more than half of the operations. Returns the
// largest entry, infinity when a pivot is as small as rounding errors.
template <size_t kWidth>
FORMOLA_INTO_EACH_MACHINE double exchangeAll(double* a, int n, double* pivotInverse, int* rowOf,
                                             bool& odd) {
  constexpr size_t kStride = kWidth * kLanes;
  LaneIndices open[kWidth];  // all bits set: no pivot was in this row
  for (size_t w = 0; w < kWidth; ++w) {
    open[w] = kLaneIndices + static_cast<int64_t>(w * kLanes) < n;
    FORMOLA_LANES(pivotInverse + w * kLanes) = Lanes{};
  }
  const double singular = singularBelow(n);
  for (int k = 0; k < n; ++k) {
    double* pivotColumn = a + static_cast<size_t>(k) * kStride;
    Lanes column[kWidth], most = {};
    for (size_t w = 0; w < kWidth; ++w) {
      column[w] = FORMOLA_CONST_LANES(pivotColumn + w * kLanes);
      const Lanes size = open[w] ? (column[w] < 0 ? -column[w] : column[w]) : Lanes{};
      most = most < size ? size : most;
    }
    auto p = static_cast<size_t>(rowOf[k]);
    const double largest = largestOf(most);
    if (!(std::abs(pivotColumn[p]) >= kKeptPivot * largest)) {
      for (int m = k + 1; m < n; ++m)
        if (std::abs(pivotColumn[rowOf[m]]) == largest) {
          std::swap(rowOf[k], rowOf[m]);
          odd = !odd;
        }
      p = static_cast<size_t>(rowOf[k]);
    }
    if (!(largest > singular)) return std::numeric_limits<double>::infinity();
    const double inverse = 1 / pivotColumn[p];
    for (size_t w = 0; w < kWidth; ++w) {
      const auto isPivot = kLaneIndices + static_cast<int64_t>(w * kLanes) ==
                           LaneIndices{} + static_cast<int64_t>(p);
      open[w] = isPivot ? LaneIndices{} : open[w];
      column[w] = isPivot ? Lanes{} : column[w] * inverse;
      FORMOLA_LANES(pivotInverse + w * kLanes) =
          isPivot ? Lanes{} + inverse : FORMOLA_CONST_LANES(pivotInverse + w * kLanes);
    }
    for (int j = 0; j < n; ++j) {
      double* to = a + static_cast<size_t>(j) * kStride;
      const double factor = to[p];
      for (size_t w = 0; w < kWidth; ++w) FORMOLA_LANES(to + w * kLanes) -= column[w] * factor;
    }
    for (size_t w = 0; w < kWidth; ++w)
      FORMOLA_LANES(pivotColumn + w * kLanes) =
          kLaneIndices + static_cast<int64_t>(w * kLanes) == LaneIndices{} + static_cast<int64_t>(p)
              ? Lanes{} + 1.0
              : -column[w];
  }
  Lanes most = {};
  for (int j = 0; j < n; ++j) {
    double* to = a + static_cast<size_t>(j) * kStride;
    for (size_t w = 0; w < kWidth; ++w) {
      const Lanes x =
          FORMOLA_CONST_LANES(to + w * kLanes) * FORMOLA_CONST_LANES(pivotInverse + w * kLanes);
      FORMOLA_LANES(to + w * kLanes) = x;
      const Lanes size = x < 0 ? -x : x;
      most = most < size ? size : most;
    }
  }
  return largestOf(most);
}

}  // namespace

void DenseLu::resize(int n) {
  n_ = n;
  stride_ = wholeLanes(static_cast<size_t>(n));
  inverted_ = exchanged_ = scaled_ = odd_ = false;
  if (n == 1) return;
  const size_t parts = n <= kLargestByBlocks ? 4 : 2;
  storage_.assign(parts * stride_ * stride_, 0.0);
  vectors_.assign(4 * stride_, 0.0);
  rowOf_.resize(static_cast<size_t>(n));
  std::iota(rowOf_.begin(), rowOf_.end(), 0);
}

// lu := the scaled matrix.
FORMOLA_FOR_EACH_MACHINE bool DenseLu::equilibrate() {
  const auto n = static_cast<size_t>(n_);
  const size_t stride = stride_;
  double* a = lu();
  double* rows = rowScale();
  double* columnScales = columnScale();
  std::fill(rows, rows + stride, 0.0);
  Lanes notFinite = {};  // x - x is 0 for a number and NaN otherwise
  for (size_t j = 0; j < n; ++j) {
    double* column = a + j * stride;
    Lanes most = {};
    for (size_t i = 0; i < stride; i += kLanes) {
      const Lanes x = FORMOLA_CONST_LANES(column + i);
      const Lanes size = x < 0 ? -x : x;
      notFinite += x - x;
      most = most < size ? size : most;
    }
    const double largest = largestOf(most);
    if (!(largest > 0)) return false;
    const double scale = 1 / largest;
    columnScales[j] = scale;
    for (size_t i = 0; i < stride; i += kLanes) {
      const Lanes x = FORMOLA_CONST_LANES(column + i) * scale;
      FORMOLA_LANES(column + i) = x;
      const Lanes size = x < 0 ? -x : x;
      const Lanes before = FORMOLA_CONST_LANES(rows + i);
      FORMOLA_LANES(rows + i) = before < size ? size : before;
    }
  }
  if ((notFinite[0] + notFinite[1]) + (notFinite[2] + notFinite[3]) != 0) return false;
  bool regular = true;
  for (size_t i = 0; i < n; ++i) regular = regular && rows[i] != 0;
  if (!regular) return false;
  for (size_t i = 0; i < stride; i += kLanes) {
    const Lanes largest = FORMOLA_CONST_LANES(rows + i);
    FORMOLA_LANES(rows + i) = largest == 0 ? largest : 1 / largest;
  }
  for (size_t j = 0; j < n; ++j) {
    double* column = a + j * stride;
    for (size_t i = 0; i < stride; i += kLanes)
      FORMOLA_LANES(column + i) *= FORMOLA_CONST_LANES(rows + i);
  }
  return true;
}

// columns := the matrix in lu with the scales of the last one; false when these do not fit.
FORMOLA_FOR_EACH_MACHINE bool DenseLu::scaleAsBefore() {
  constexpr double kLargest = 4;  // a scaled row or column has its largest entry in 1/4 .. 4
  const auto n = static_cast<size_t>(n_);
  const size_t width = stride_ / kLanes;
  const double* from = lu();
  double* to = columns();
  const double* rows = rowScale();
  const double* columnScales = columnScale();
  Lanes rowMost[kInvertedAtOnce / kLanes] = {};
  Lanes notFinite = {};
  bool fits = true;
  for (size_t j = 0; j < n; ++j) {
    Lanes most = {};
    for (size_t w = 0; w < width; ++w, from += kLanes, to += kLanes) {
      const Lanes x =
          FORMOLA_CONST_LANES(from) * (FORMOLA_CONST_LANES(rows + w * kLanes) * columnScales[j]);
      FORMOLA_LANES(to) = x;
      const Lanes size = x < 0 ? -x : x;
      notFinite += x - x;
      most = most < size ? size : most;
      rowMost[w] = rowMost[w] < size ? size : rowMost[w];
    }
    const double largest = largestOf(most);
    fits = fits && largest >= 1 / kLargest && largest <= kLargest;
  }
  for (size_t i = 0; i < n; ++i) fits = fits && rowMost[i / kLanes][i % kLanes] >= 1 / kLargest;
  return fits && (notFinite[0] + notFinite[1]) + (notFinite[2] + notFinite[3]) == 0;
}

// inverse := that of the equilibrated matrix in columns, scaled back; false: there is none that
// serves.
FORMOLA_FOR_EACH_MACHINE bool DenseLu::exchange() {
  const auto n = static_cast<size_t>(n_);
  const size_t stride = stride_;
  double* a = columns();
  double* scales = work();
  int* rowOf = rowOf_.data();
  const double largest = stride == kLanes       ? exchangeAll<1>(a, n_, scales, rowOf, odd_)
                         : stride == 2 * kLanes ? exchangeAll<2>(a, n_, scales, rowOf, odd_)
                                                : exchangeAll<3>(a, n_, scales, rowOf, odd_);
  if (!(largest <= kLargestEntry)) return false;
  bool inOrder = true;
  for (size_t k = 0; k < n; ++k) inOrder = inOrder && rowOf[k] == static_cast<int>(k);
  const double* unknownScale = columnScale();
  for (size_t k = 0; k < n; ++k) {
    const auto row = static_cast<size_t>(rowOf[k]);
    const double scale = rowScale()[row];
    const double* from = a + k * stride;
    double* to = inverse() + row * stride;
    if (inOrder) {
      for (size_t i = 0; i < stride; i += kLanes)
        FORMOLA_LANES(to + i) =
            FORMOLA_CONST_LANES(from + i) * (FORMOLA_CONST_LANES(unknownScale + i) * scale);
    } else {
      for (size_t i = 0; i < n; ++i) to[i] = from[rowOf[i]] * (unknownScale[i] * scale);
    }
  }
  return true;
}

FORMOLA_FOR_EACH_MACHINE bool DenseLu::eliminate() {
  const int n = n_;
  const size_t stride = stride_;
  double* a = lu();
  for (int k = 0; k < n; ++k) rowOf_[k] = k;
  odd_ = false;
  const double singular = singularBelow(n);
  for (int k = 0; k < n; ++k) {
    double* pivotColumn = a + static_cast<size_t>(k) * stride;
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(pivotColumn[i]) > std::abs(pivotColumn[p])) p = i;
    if (!(std::abs(pivotColumn[p]) > singular)) return false;
    if (p != k) {
      std::swap(rowOf_[k], rowOf_[p]);
      odd_ = !odd_;
      for (int j = 0; j < n; ++j) {
        double* column = (j < k ? lower() : a) + static_cast<size_t>(j) * stride;
        std::swap(column[k], column[p]);
      }
    }
    const double inverse = 1 / pivotColumn[k];
    pivotInverse()[k] = inverse;
    const size_t first = (static_cast<size_t>(k) + 1) / kLanes * kLanes;
    // The multipliers alone, so that whole lanes can be used; pivotColumn keeps U.
    double* multipliers = lower() + static_cast<size_t>(k) * stride;
    for (size_t i = 0; i < stride; i += kLanes) {
      const LaneIndices at = kLaneIndices + static_cast<int64_t>(i);
      const Lanes x = FORMOLA_CONST_LANES(pivotColumn + i);
      FORMOLA_LANES(multipliers + i) = at > k ? x * inverse : Lanes{};
      FORMOLA_LANES(pivotColumn + i) = at < k ? x : Lanes{};
    }
    for (int j = k + 1; j < n; ++j) {
      double* column = a + static_cast<size_t>(j) * stride;
      const double factor = column[k];
      if (factor == 0) continue;
      for (size_t i = first; i < stride; i += kLanes)
        FORMOLA_LANES(column + i) -= FORMOLA_CONST_LANES(multipliers + i) * factor;
    }
  }
  return true;
}

bool DenseLu::factorOne(double a) {
  reciprocal_ = 1 / a;  // scaled, any number but zero is one
  return std::isfinite(a) && std::isfinite(reciprocal_);
}

bool DenseLu::factorLoaded() {
  uses_ = 0;
  inverted_ = exchanged_ = false;
  const bool small = n_ <= kInvertedAtOnce;
  if (small && scaled_ && scaleAsBefore() && exchange()) return inverted_ = exchanged_ = true;
  scaled_ = equilibrate();
  if (!scaled_) return false;
  if (small) {
    std::copy(lu(), lu() + static_cast<size_t>(n_) * stride_, columns());
    inverted_ = exchanged_ = exchange();
  }
  return inverted_ || eliminate();
}

int DenseLu::orientation() const {
  if (n_ == 1) return reciprocal_ < 0 ? -1 : 1;
  const double* pivots = vectors_.data() + (exchanged_ ? 3 : 2) * stride_;  // their inverses
  bool negative = odd_;
  for (int k = 0; k < n_; ++k) negative = negative != (pivots[k] < 0);
  return negative ? -1 : 1;
}

bool DenseLu::factor(const double* matrix) {
  if (n_ == 1) return factorOne(matrix[0]);
  const auto n = static_cast<size_t>(n_);
  for (size_t j = 0; j < n; ++j)
    std::copy(matrix + j * n, matrix + (j + 1) * n, lu() + j * stride_);
  return factorLoaded();
}

bool DenseLu::factor(const double* values, const FmlPattern& pattern) {
  if (n_ == 1) return factorOne(pattern.colStart[1] > 0 ? values[0] : 0);
  std::fill(lu(), lu() + static_cast<size_t>(n_) * stride_, 0.0);
  for (int j = 0; j < n_; ++j) {
    double* column = lu() + static_cast<size_t>(j) * stride_;
    for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
      column[pattern.rows[p]] = values[p];
  }
  return factorLoaded();
}

FORMOLA_FOR_EACH_MACHINE void DenseLu::substitute(double* y, double* x) {
  const size_t stride = stride_;
  const double* column = lower();
  for (size_t k = 0; k < static_cast<size_t>(n_); ++k, column += stride) {
    const double factor = y[k];
    if (factor == 0) continue;
    for (size_t i = (k + 1) / kLanes * kLanes; i < stride; i += kLanes)
      FORMOLA_LANES(y + i) -= FORMOLA_CONST_LANES(column + i) * factor;
  }
  // A number that was written into y would keep the next load of its lanes waiting.
  for (auto k = static_cast<size_t>(n_); k-- > 0;) {
    column = lu() + k * stride;
    const double factor = x[k] = y[k] * pivotInverse()[k];
    if (factor == 0) continue;
    for (size_t i = 0; i < k; i += kLanes)
      FORMOLA_LANES(y + i) -= FORMOLA_CONST_LANES(column + i) * factor;
  }
}

// inverse := U and columns := L with inverses for the blocks on the diagonals.
void DenseLu::invert() {
  const size_t size = static_cast<size_t>(n_) * stride_;
  std::copy(lu(), lu() + size, inverse());
  std::copy(lower(), lower() + size, columns());
  inverted_ =
      invertDiagonal(inverse(), columns(), pivotInverse(), stride_, static_cast<size_t>(n_));
}

void DenseLu::solve(const double* b, double* x) {
  if (n_ == 1) {
    x[0] = b[0] * reciprocal_;
    return;
  }
  if (!inverted_ && n_ <= kLargestByBlocks && uses_++ == patience(n_)) invert();
  if (exchanged_) return inverseProduct(inverse(), stride_, b, n_, x);
  double* y = inverted_ ? x : work();
  const double* rows = rowScale();
  for (int k = 0; k < n_; ++k) y[k] = b[rowOf_[k]] * rows[rowOf_[k]];
  std::fill(x + n_, x + stride_, 0.0);
  if (inverted_) {
    substituteByBlocks(inverse(), columns(), stride_, x);
  } else {
    substitute(y, x);
  }
  for (size_t k = 0; k < stride_; k += kLanes)
    FORMOLA_LANES(x + k) *= FORMOLA_CONST_LANES(columnScale() + k);
}

}  // namespace formola::runtime

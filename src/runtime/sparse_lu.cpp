#include "runtime/sparse_lu.h"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/row_choice.h"
#include "support/assert.h"

namespace formola::runtime {

struct SparseLu::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Klu() { klu_defaults(&common); }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
  ~Klu() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

namespace {

constexpr double kSingular = 8 * std::numeric_limits<double>::epsilon();
// Smallest over largest pivot. Below, old pivots may still serve, but new ones may be better.
constexpr double kPoorPivots = 1e-10;
// A multiplier of the elimination, of new pivots (KLU accepts a diagonal that is a thousandth of
// the largest entry of its column) and of old ones.
constexpr double kNewMultiplier = 1e3, kOldMultiplier = 1e6;

// Off-diagonal entries with one on the other side of the diagonal.
constexpr double kSymmetric = 0.7;

// Instructions of an elimination row by row, to compare with those of fronts: of a multiplication,
// and of an entry of the factors in one factorisation and some solutions.
constexpr double kRowMultiplication = 5, kRowEntry = 35;

// Multiplications for a pivot, below which there is nothing to be done side by side: of a chain 1.
constexpr double kFewest = 3;

// Of an elimination with this fill; both factors hold their diagonals.
double multiplications(const PivotPattern& pattern) {
  std::vector<double> inRow(static_cast<size_t>(pattern.n), 0.0);
  for (int32_t row : pattern.upperRows) ++inRow[row];
  double sum = 0;
  for (int32_t k = 0; k < pattern.n; ++k)
    sum += (inRow[k] - 1) * (pattern.lowerStart[k + 1] - pattern.lowerStart[k] - 1);
  return sum;
}

}  // namespace

SparseLu::SparseLu() = default;
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::analyze(int32_t n, const int32_t* colStart, const int32_t* rows) {
  n_ = n;
  colStart_.assign(colStart, colStart + n + 1);
  rows_.assign(rows, rows + colStart[n]);
  originalRows_ = rows_;
  scaled_.assign(rows_.size(), 0.0);
  columnScale_.assign(static_cast<size_t>(n), 1.0);
  rowTo_.clear();
  arranged_ = hasPivots_ = false;
  klu_ = std::make_unique<Klu>();
  klu_->symbolic = klu_analyze(n, colStart_.data(), rows_.data(), &klu_->common);
  return klu_->symbolic != nullptr && klu_->symbolic->structural_rank == n;
}

// By the numbers of the first matrix.
void SparseLu::permuteRows() {
  arranged_ = true;
  const std::vector<int32_t> rowOf =
      rowsForColumns(n_, colStart_.data(), rows_.data(), scaled_.data());
  if (rowOf.empty()) return;
  std::vector<int32_t> to(static_cast<size_t>(n_)), rows(rows_.size());
  for (int32_t j = 0; j < n_; ++j) to[rowOf[j]] = j;
  for (size_t p = 0; p < rows.size(); ++p) rows[p] = to[rows_[p]];
  auto permuted = std::make_unique<Klu>();
  permuted->common.btf = 0;  // it would look for a diagonal of its own
  permuted->symbolic = klu_analyze(n_, colStart_.data(), rows.data(), &permuted->common);
  if (permuted->symbolic == nullptr) return;
  // The work of orders that KLU estimates: minimum degree of A + Aᵀ.
  const double before = klu_->symbolic->est_flops, after = permuted->symbolic->est_flops;
  if (before >= 0 && after >= 0 && before <= after) return;
  klu_ = std::move(permuted);
  rows_ = std::move(rows);
  rowTo_ = std::move(to);
}

bool SparseLu::factorWithPivots(const double* values, double smallestPivot,
                                double largestMultiplier) {
  if (!byFronts_) return rowLu_.factor(values) > smallestPivot;
  const FrontalLu::Quality quality = frontalLu_.factor(values);
  return quality.pivots > smallestPivot && quality.multiplier <= largestMultiplier;
}

bool SparseLu::factor(const double* values) {
  FORMOLA_ASSERT(klu_ != nullptr);
  if (klu_->symbolic == nullptr) return false;
  if (hasPivots_ && factorWithPivots(values, kPoorPivots, kOldMultiplier)) return true;
  // Columns are scaled here, rows by KLU: then the ratio of pivots tells a singular matrix from one
  // in odd units.
  for (int32_t j = 0; j < n_; ++j) {
    double largest = 0;
    for (int32_t p = colStart_[j]; p < colStart_[j + 1]; ++p) {
      if (!std::isfinite(values[p])) return false;
      largest = std::max(largest, std::abs(values[p]));
    }
    if (largest == 0) return false;
    columnScale_[j] = 1 / largest;
    for (int32_t p = colStart_[j]; p < colStart_[j + 1]; ++p)
      scaled_[p] = values[p] * columnScale_[j];
  }

  if (!arranged_) {
    permuteRows();
    if (takeDiagonal(values)) return true;
  }
  Klu& k = *klu_;
  const auto factored = [&] {
    k.numeric = klu_factor(colStart_.data(), rows_.data(), scaled_.data(), k.symbolic, &k.common);
    return k.numeric != nullptr && klu_rcond(k.symbolic, k.numeric, &k.common) != 0;
  };
  bool regular = factored();
  // KLU takes an entry of the diagonal down to a thousandth of the largest in its column. Along a
  // chain of them entries may grow until the matrix seems singular: then the largest are taken.
  if ((!regular || k.common.rcond < kPoorPivots) && k.common.tol < 1) {
    klu_free_numeric(&k.numeric, &k.common);
    const double before = k.common.tol;
    k.common.tol = 1;
    regular = factored();
    if (!regular || k.common.rcond <= kSingular) k.common.tol = before;
  }
  regular = regular && k.common.rcond > kSingular;
  if (regular) keepPivots();
  klu_free_numeric(&k.numeric, &k.common);
  return regular && factorWithPivots(values, kSingular, HUGE_VAL);
}

// The pivots of the ordering alone, if the matrix is one for fronts and they serve.
bool SparseLu::takeDiagonal(const double* values) {
  const klu_symbolic& symbolic = *klu_->symbolic;
  // The work of another pattern than a symmetric one is not known before it is factored.
  if (symbolic.est_flops < 0 || symbolic.symmetry < kSymmetric) return false;
  PivotOrder order;
  order.n = n_;
  order.rowOf.assign(symbolic.P, symbolic.P + n_);
  order.columnOf.assign(symbolic.Q, symbolic.Q + n_);
  order.blocks.assign(symbolic.R, symbolic.R + symbolic.nblocks + 1);
  order.rowScale.assign(static_cast<size_t>(n_), 0.0);
  std::vector<double> largest(static_cast<size_t>(n_), 0.0);
  for (size_t p = 0; p < rows_.size(); ++p)
    largest[rows_[p]] = std::max(largest[rows_[p]], std::abs(scaled_[p]));
  for (int32_t k = 0; k < n_; ++k) order.rowScale[k] = 1 / largest[order.rowOf[k]];
  order.columnScale = columnScale_;
  rowsAsGiven(order);
  entries_ = static_cast<int64_t>(symbolic.lnz + symbolic.unz);
  byFronts_ = chooseFronts(order, symbolic.est_flops / 2);
  return hasPivots_ = byFronts_ && factorWithPivots(values, kPoorPivots, kNewMultiplier);
}

void SparseLu::rowsAsGiven(PivotOrder& order) const {
  if (rowTo_.empty()) return;
  std::vector<int32_t> rowFrom(static_cast<size_t>(n_));
  for (int32_t i = 0; i < n_; ++i) rowFrom[rowTo_[i]] = i;
  for (int32_t& row : order.rowOf) row = rowFrom[row];
}

// Sets frontalLu_ up if it is likely to be faster than rowLu_ with so many multiplications and
// entries_.
bool SparseLu::chooseFronts(const PivotOrder& order, double multiplications) {
  if (multiplications < kFewest * n_) return false;
  const double byRows =
      kRowMultiplication * multiplications + kRowEntry * static_cast<double>(entries_);
  // A pattern that is far from symmetric fills up much more with its transpose. Places in a front
  // are numbers of 31 bits.
  const FrontTree tree = buildFrontTree(order, colStart_.data(), originalRows_.data(),
                                        std::min(4 * entries_, int64_t{1} << 29));
  if (tree.fronts.empty() || tree.work > byRows) return false;
  frontalLu_.setUp(order, tree, colStart_.data(), originalRows_.data());
  return true;
}

void SparseLu::keepPivots() {
  Klu& k = *klu_;
  PivotPattern pattern;
  pattern.n = n_;
  const auto n = static_cast<size_t>(n_);
  const auto lowerCount = static_cast<size_t>(k.numeric->lnz);
  const auto upperCount = static_cast<size_t>(k.numeric->unz);
  entries_ = int64_t{k.numeric->lnz} + k.numeric->unz;
  pattern.rowOf.resize(n);
  pattern.columnOf.resize(n);
  pattern.rowScale.resize(n);
  pattern.blocks.resize(static_cast<size_t>(k.symbolic->nblocks) + 1);
  pattern.lowerStart.resize(n + 1);
  pattern.upperStart.resize(n + 1);
  pattern.lowerRows.resize(lowerCount);
  pattern.upperRows.resize(upperCount);
  std::vector<double> ignored(std::max(lowerCount, upperCount));
  klu_extract(k.numeric, k.symbolic, pattern.lowerStart.data(), pattern.lowerRows.data(),
              ignored.data(), pattern.upperStart.data(), pattern.upperRows.data(), ignored.data(),
              nullptr, nullptr, nullptr, pattern.rowOf.data(), pattern.columnOf.data(),
              pattern.rowScale.data(), pattern.blocks.data(), &k.common);
  for (double& scale : pattern.rowScale) scale = 1 / scale;
  pattern.columnScale = columnScale_;
  rowsAsGiven(pattern);
  byFronts_ = chooseFronts(pattern, multiplications(pattern));
  if (!byFronts_) rowLu_.setUp(pattern, colStart_.data(), originalRows_.data());
  hasPivots_ = true;
}

}  // namespace formola::runtime

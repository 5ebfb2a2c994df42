#include "runtime/block_matrix.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/assert.h"

namespace formola::runtime {

namespace {
// From about this size a sparse factorisation with at most a quarter of the entries filled beats
// the dense one, whose inverse below it needs few instructions.
constexpr int32_t kSparseFrom = 20;
constexpr int32_t kLargestLeastNorm = 1000;
// Relaxing: below so many unknowns factors are cheap; after so many refusals it is not tried again.
constexpr int32_t kRelaxFrom = 1000;
constexpr int kMostRefusals = 3;

#include "runtime/kernels/reflection.h"
// Needs reflection.h.
#include "runtime/kernels/least_norm.h"
}  // namespace

void BlockMatrix::setUp(int32_t n, const FmlPattern& pattern) {
  n_ = n;
  pattern_ = pattern;
  factored_ = analyzed_ = byRelaxing_ = false;
  relaxing_.reset();
  const auto size = static_cast<size_t>(n);
  if (!hasPattern()) {
    values_.assign(size * size, 0.0);
    denseLu_.resize(n);
    return;
  }
  if (pattern_.colour == nullptr) {
    colouring_ = std::make_unique<Colouring>(colourColumns(n, n, pattern_.colStart, pattern_.rows));
    pattern_.colour = colouring_->colour.data();
    pattern_.nColours = colouring_->count;
  }
  const auto entries = static_cast<size_t>(pattern_.colStart[n]);
  values_.assign(entries, 0.0);
  if (n >= kSparseFrom && 4 * entries <= size * size) {
    sparseLu_ = std::make_unique<SparseLu>();
  } else {
    denseLu_.resize(n);
  }
}

void BlockMatrix::relax(double tolerance) {
  const bool large = sparseLu_ && n_ >= kRelaxFrom;
  if (!hasPattern() || !(large || pattern_.nGroups > 1)) return;
  relaxing_ = std::make_unique<RelaxingIteration>(n_, pattern_, tolerance);
  factored_ = byRelaxing_ = false;
  refusals_ = 0;
}

bool BlockMatrix::factor() {
  byRelaxing_ = relaxing_ && refusals_ < kMostRefusals && relaxing_->load(values_.data());
  return factored_ = byRelaxing_ || factorLu();
}

bool BlockMatrix::factorLu() {
  if (!sparseLu_)
    return hasPattern() ? denseLu_.factor(values_.data(), pattern_)
                        : denseLu_.factor(values_.data());
  if (!analyzed_) {
    sparseLu_->analyze(n_, pattern_.colStart, pattern_.rows);
    analyzed_ = true;
  }
  return sparseLu_->factor(values_.data());
}

int BlockMatrix::orientation() const {
  if (byRelaxing_) return relaxing_->orientation();
  return sparseLu_ ? sparseLu_->orientation() : denseLu_.orientation();
}

void BlockMatrix::solve(const double* b, double* x) {
  if (byRelaxing_) std::fill(x, x + n_, 0.0);
  solveFrom(b, x);
}

void BlockMatrix::solveFrom(const double* b, double* x) {
  FORMOLA_ASSERT(factored_);
  if (byRelaxing_) {
    if (relaxing_->solve(b, x)) {
      refusals_ = 0;
      return;
    }
    ++refusals_;
    byRelaxing_ = false;
    factored_ = factorLu();
    if (!factored_) return std::fill(x, x + n_, std::numeric_limits<double>::quiet_NaN());
  }
  if (!sparseLu_) return denseLu_.solve(b, x);
  std::copy(b, b + n_, x);
  sparseLu_->solve(x);
}

void BlockMatrix::multiply(const double* x, double* y) const {
  std::fill(y, y + n_, 0.0);
  for (int32_t j = 0; j < n_; ++j) {
    if (hasPattern())
      for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
        y[pattern_.rows[p]] += values_[p] * x[j];
    else
      for (int32_t i = 0; i < n_; ++i) y[i] += values_[static_cast<size_t>(j) * n_ + i] * x[j];
  }
}

void BlockMatrix::copyTo(double* columns) const {
  if (!hasPattern()) {
    std::copy(values_.begin(), values_.end(), columns);
    return;
  }
  std::fill(columns, columns + static_cast<size_t>(n_) * n_, 0.0);
  for (int32_t j = 0; j < n_; ++j)
    for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
      columns[static_cast<size_t>(j) * n_ + pattern_.rows[p]] = values_[p];
}

namespace {

constexpr double kUndetermined = 1e-12;  // pivots of scaled matrices below it count as zero

// Columns, then rows get a largest entry of 1.
void equilibrate(Eigen::MatrixXd& a, Eigen::VectorXd& columnScale, Eigen::VectorXd& rowScale) {
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const double largest = a.col(j).cwiseAbs().maxCoeff();
    columnScale[j] = largest > 0 ? 1 / largest : 1;
    a.col(j) *= columnScale[j];
  }
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const double largest = a.row(i).cwiseAbs().maxCoeff();
    rowScale[i] = largest > 0 ? 1 / largest : 1;
    a.row(i) *= rowScale[i];
  }
}

}  // namespace

bool BlockMatrix::solveLeastNorm(const double* b, double* x) const {
  if (n_ > kLargestLeastNorm) return false;
  const auto n = static_cast<size_t>(n_);
  std::vector<double> columns(n * n), right(b, b + n), room(3 * n);
  copyTo(columns.data());
  return leastNorm(n_, columns.data(), right.data(), x, room.data()) != 0;
}

Freedom BlockMatrix::freedom() const {
  Freedom result;
  if (n_ > kLargestLeastNorm) return result;
  Eigen::MatrixXd a(n_, n_);
  copyTo(a.data());
  if (!a.allFinite()) return result;
  Eigen::VectorXd columnScale(n_), rowScale(n_);
  equilibrate(a, columnScale, rowScale);
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
  lu.setThreshold(kUndetermined);
  lu.compute(a);
  result.dimension = static_cast<int32_t>(lu.dimensionOfKernel());
  if (result.dimension == 0) return result;
  const Eigen::MatrixXd kernel = lu.kernel();
  constexpr double kSmall = 1e-9;  // against the largest entry of a direction
  for (int32_t j = 0; j < n_; ++j) {
    bool free = false;
    for (Eigen::Index k = 0; k < kernel.cols(); ++k)
      free = free || std::abs(kernel(j, k)) > kSmall * kernel.col(k).cwiseAbs().maxCoeff();
    if (free) result.unknowns.push_back(j);
  }
  return result;
}

}  // namespace formola::runtime

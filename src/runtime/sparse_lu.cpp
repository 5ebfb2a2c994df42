#include "runtime/sparse_lu.h"

#include <klu.h>

#include <limits>

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

SparseLu::SparseLu() = default;
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::analyze(int32_t n, const int32_t* colStart, const int32_t* rows) {
  n_ = n;
  colStart_.assign(colStart, colStart + n + 1);
  rows_.assign(rows, rows + colStart[n]);
  scaled_.assign(rows_.size(), 0.0);
  columnScale_.assign(static_cast<size_t>(n), 1.0);
  klu_ = std::make_unique<Klu>();
  klu_->symbolic = klu_analyze(n, colStart_.data(), rows_.data(), &klu_->common);
  return klu_->symbolic != nullptr && klu_->symbolic->structural_rank == n;
}

bool SparseLu::factor(const double* values) {
  FORMOLA_ASSERT(klu_ != nullptr);
  Klu& k = *klu_;
  if (k.symbolic == nullptr) return false;
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

  constexpr double kSingular = 8 * std::numeric_limits<double>::epsilon();
  constexpr double kPoorPivots =
      1e-10;  // the old pivots may still serve, but new ones may be better
  if (k.numeric != nullptr) {
    if (klu_refactor(colStart_.data(), rows_.data(), scaled_.data(), k.symbolic, k.numeric,
                     &k.common) != 0 &&
        klu_rcond(k.symbolic, k.numeric, &k.common) != 0 && k.common.rcond > kPoorPivots)
      return true;
    klu_free_numeric(&k.numeric, &k.common);
  }
  k.numeric = klu_factor(colStart_.data(), rows_.data(), scaled_.data(), k.symbolic, &k.common);
  if (k.numeric == nullptr) return false;
  if (klu_rcond(k.symbolic, k.numeric, &k.common) == 0 || k.common.rcond <= kSingular) {
    klu_free_numeric(&k.numeric, &k.common);
    return false;
  }
  return true;
}

void SparseLu::solve(double* b) {
  FORMOLA_ASSERT(klu_ != nullptr && klu_->numeric != nullptr);
  klu_solve(klu_->symbolic, klu_->numeric, n_, 1, b, &klu_->common);
  for (int32_t j = 0; j < n_; ++j) b[j] *= columnScale_[j];
}

}  // namespace formola::runtime

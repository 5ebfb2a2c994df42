#include "runtime/sparse_lu.h"

#include <klu.h>

#include <algorithm>
#include <cmath>
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

namespace {

// For each column a row of its own with an entry: the largest ones first, then by augmenting paths.
// Empty: there is no such choice.
std::vector<int32_t> rowsForColumns(int32_t n, const std::vector<int32_t>& colStart,
                                    const std::vector<int32_t>& rows,
                                    const std::vector<double>& values) {
  std::vector<double> largest(static_cast<size_t>(n), 0);
  for (size_t p = 0; p < rows.size(); ++p)
    largest[rows[p]] = std::max(largest[rows[p]], std::abs(values[p]));
  std::vector<int32_t> columnOf(rows.size()), order;
  for (int32_t j = 0; j < n; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
      columnOf[p] = j;
      if (values[p] != 0) order.push_back(p);
    }
  auto weight = [&](int32_t p) { return std::abs(values[p]) / largest[rows[p]]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return weight(a) > weight(b); });
  std::vector<int32_t> rowOf(static_cast<size_t>(n), -1), takenBy(static_cast<size_t>(n), -1);
  for (int32_t p : order)
    if (rowOf[columnOf[p]] < 0 && takenBy[rows[p]] < 0) {
      rowOf[columnOf[p]] = rows[p];
      takenBy[rows[p]] = columnOf[p];
    }
  std::vector<int32_t> visited(static_cast<size_t>(n), -1), next(colStart.begin(), colStart.end());
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
  const std::vector<int32_t> rowOf = rowsForColumns(n_, colStart_, rows_, scaled_);
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

bool SparseLu::factor(const double* values) {
  FORMOLA_ASSERT(klu_ != nullptr);
  if (klu_->symbolic == nullptr) return false;
  constexpr double kSingular = 8 * std::numeric_limits<double>::epsilon();
  // Below, the old pivots may still serve, but new ones may be better.
  constexpr double kPoorPivots = 1e-10;
  if (hasPivots_ && rowLu_.factor(values) > kPoorPivots) return true;
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

  if (!arranged_) permuteRows();
  Klu& k = *klu_;
  k.numeric = klu_factor(colStart_.data(), rows_.data(), scaled_.data(), k.symbolic, &k.common);
  if (k.numeric == nullptr) return false;
  const bool regular =
      klu_rcond(k.symbolic, k.numeric, &k.common) != 0 && k.common.rcond > kSingular;
  if (regular) keepPivots();
  klu_free_numeric(&k.numeric, &k.common);
  return regular && rowLu_.factor(values) > kSingular;
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
  if (!rowTo_.empty()) {
    std::vector<int32_t> rowFrom(n);
    for (int32_t i = 0; i < n_; ++i) rowFrom[rowTo_[i]] = i;
    for (int32_t& row : pattern.rowOf) row = rowFrom[row];
  }
  rowLu_.setUp(pattern, colStart_.data(), originalRows_.data());
  hasPivots_ = true;
}

}  // namespace formola::runtime

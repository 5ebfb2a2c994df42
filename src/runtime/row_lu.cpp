#include "runtime/row_lu.h"

#include <algorithm>
#include <cmath>

#include "support/assert.h"
#include "support/machine.h"

namespace formola::runtime {

namespace {

// out = factors[0] rows[0] + factors[1] rows[1] + ...
FORMOLA_FOR_EACH_MACHINE void combine(double* __restrict out, const double* const* rows,
                                      const double* factors, int32_t count, int32_t width) {
  for (int32_t m = 0; m < width; ++m) out[m] = 0;
  int32_t a = 0;
  for (; a + 4 <= count; a += 4) {
    const double* __restrict r0 = rows[a];
    const double* __restrict r1 = rows[a + 1];
    const double* __restrict r2 = rows[a + 2];
    const double* __restrict r3 = rows[a + 3];
    const double f0 = factors[a], f1 = factors[a + 1], f2 = factors[a + 2], f3 = factors[a + 3];
    for (int32_t m = 0; m < width; ++m)
      out[m] += (f0 * r0[m] + f1 * r1[m]) + (f2 * r2[m] + f3 * r3[m]);
  }
  for (; a < count; ++a) {
    const double* __restrict row = rows[a];
    const double factor = factors[a];
    for (int32_t m = 0; m < width; ++m) out[m] += factor * row[m];
  }
}

FORMOLA_FOR_EACH_MACHINE double dot(const double* a, const double* b, int32_t n) {
  double sums[8] = {};
  int32_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int32_t k = 0; k < 8; ++k) sums[k] += a[i + k] * b[i + k];
  for (int32_t k = 0; i < n; ++i, ++k) sums[k] += a[i] * b[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// Sum of values[i] x[columns[i]]: long sums in four parts, so that they need not wait for each
// other.
inline double gatherDot(const double* values, const int32_t* columns, int32_t n, const double* x) {
  double sum = 0;
  int32_t i = 0;
  if (n >= 8) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; i + 4 <= n; i += 4) {
      s0 += values[i] * x[columns[i]];
      s1 += values[i + 1] * x[columns[i + 1]];
      s2 += values[i + 2] * x[columns[i + 2]];
      s3 += values[i + 3] * x[columns[i + 3]];
    }
    sum = (s0 + s1) + (s2 + s3);
  }
  for (; i < n; ++i) sum += values[i] * x[columns[i]];
  return sum;
}

// x[i] -= factors[i] x[i - 1] for i = 0, 1, ... Two at a time, the second from the one before both:
// so it waits for half as many results.
inline void chainForward(double* x, const double* factors, int32_t n) {
  double carry = x[-1];
  int32_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const double f0 = factors[i], f1 = factors[i + 1], x0 = x[i], x1 = x[i + 1];
    x[i] = x0 - f0 * carry;
    x[i + 1] = carry = (x1 - f1 * x0) + (f1 * f0) * carry;
  }
  if (i < n) x[i] -= factors[i] * carry;
}

// x[i] -= factors[i] x[i + 1] for i = n - 1, n - 2, ...
inline void chainBackward(double* x, const double* factors, int32_t n) {
  double carry = x[n];
  int32_t i = n;
  for (; i >= 2; i -= 2) {
    const double f0 = factors[i - 1], f1 = factors[i - 2], x0 = x[i - 1], x1 = x[i - 2];
    x[i - 1] = x0 - f0 * carry;
    x[i - 2] = carry = (x1 - f1 * x0) + (f1 * f0) * carry;
  }
  if (i > 0) x[0] -= factors[0] * carry;
}

constexpr int32_t kShortestRun = 8;

// The transpose of a pattern, in which columns ascend; the diagonal is left out.
void byRows(int32_t n, const std::vector<int32_t>& colStart, const std::vector<int32_t>& rows,
            std::vector<int32_t>& rowStart, std::vector<int32_t>& columns) {
  rowStart.assign(static_cast<size_t>(n) + 1, 0);
  for (int32_t j = 0; j < n; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p)
      if (rows[p] != j) ++rowStart[rows[p] + 1];
  for (int32_t i = 0; i < n; ++i) rowStart[i + 1] += rowStart[i];
  columns.resize(static_cast<size_t>(rowStart[n]));
  std::vector<int32_t> next(rowStart.begin(), rowStart.end() - 1);
  for (int32_t j = 0; j < n; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p)
      if (rows[p] != j) columns[next[rows[p]]++] = j;
}

constexpr int32_t kLongestSupernode = 32;  // rows that stay in the cache while they are applied

}  // namespace

void RowLu::setUp(const PivotPattern& pattern, const int32_t* colStart, const int32_t* rows) {
  n_ = pattern.n;
  rowOf_ = pattern.rowOf;
  columnOf_ = pattern.columnOf;
  blocks_ = pattern.blocks;
  odd_ = isOdd(rowOf_, columnOf_);
  rowScale_ = pattern.rowScale;
  leftScale_.resize(static_cast<size_t>(n_));
  for (int32_t k = 0; k < n_; ++k) leftScale_[k] = pattern.columnScale[columnOf_[k]];
  byRows(n_, pattern.lowerStart, pattern.lowerRows, lowerStart_, lowerColumn_);
  byRows(n_, pattern.upperStart, pattern.upperRows, upperStart_, upperColumn_);
  lowerValue_.assign(lowerColumn_.size(), 0.0);
  upperValue_.assign(upperColumn_.size(), 0.0);
  rightScale_.assign(static_cast<size_t>(n_), 0.0);
  work_.assign(static_cast<size_t>(n_), 0.0);
  placeEntries(pattern, colStart, rows);
  findSupernodes();
  findRuns();
}

void RowLu::placeEntries(const PivotPattern& pattern, const int32_t* colStart,
                         const int32_t* rows) {
  const auto n = static_cast<size_t>(n_);
  std::vector<int32_t> pivotOfRow(n), pivotOfColumn(n), blockEnd(n);
  for (int32_t k = 0; k < n_; ++k) {
    pivotOfRow[rowOf_[k]] = k;
    pivotOfColumn[columnOf_[k]] = k;
  }
  for (size_t b = 0; b + 1 < blocks_.size(); ++b)
    std::fill(blockEnd.begin() + blocks_[b], blockEnd.begin() + blocks_[b + 1], blocks_[b + 1]);
  entryStart_.assign(n + 1, 0);
  outerStart_.assign(n + 1, 0);
  auto startsOf = [&](int32_t k, int32_t column) -> std::vector<int32_t>& {
    return column < blockEnd[k] ? entryStart_ : outerStart_;
  };
  for (int32_t j = 0; j < n_; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
      const int32_t k = pivotOfRow[rows[p]];
      ++startsOf(k, pivotOfColumn[j])[k + 1];
    }
  for (size_t k = 0; k < n; ++k) {
    entryStart_[k + 1] += entryStart_[k];
    outerStart_[k + 1] += outerStart_[k];
  }
  std::vector<int32_t> next(entryStart_), nextOuter(outerStart_);
  entrySource_.resize(static_cast<size_t>(entryStart_[n]));
  entryColumn_.resize(entrySource_.size());
  entryScale_.resize(entrySource_.size());
  outerSource_.resize(static_cast<size_t>(outerStart_[n]));
  outerColumn_.resize(outerSource_.size());
  outerScale_.resize(outerSource_.size());
  outerValue_.assign(outerSource_.size(), 0.0);
  for (int32_t j = 0; j < n_; ++j)
    for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
      const int32_t k = pivotOfRow[rows[p]], column = pivotOfColumn[j];
      const bool inner = column < blockEnd[k];
      const auto at = static_cast<size_t>(inner ? next[k]++ : nextOuter[k]++);
      (inner ? entrySource_ : outerSource_)[at] = p;
      (inner ? entryColumn_ : outerColumn_)[at] = column;
      (inner ? entryScale_ : outerScale_)[at] = pattern.rowScale[k] * pattern.columnScale[j];
    }
}

// Row j + 1 joins row j when the columns behind them are the same. Then a later row that takes a
// multiple of row j takes one of row j + 1 too, since that is where row j fills it up.
void RowLu::findSupernodes() {
  supernodes_.clear();
  segments_.clear();
  packed_.clear();
  supernodeOf_.assign(static_cast<size_t>(n_), 0);
  auto joins = [&](int32_t j) {
    const int32_t* row = upperColumn_.data() + upperStart_[j];
    const int32_t* end = upperColumn_.data() + upperStart_[j + 1];
    const int32_t* next = upperColumn_.data() + upperStart_[j + 1];
    const int32_t* nextEnd = upperColumn_.data() + upperStart_[j + 2];
    return end - row == nextEnd - next + 1 && *row == j + 1 && std::equal(row + 1, end, next);
  };
  for (int32_t k = 0; k < n_; ++k) {
    const bool same = k > 0 && supernodes_.back().size < kLongestSupernode && joins(k - 1);
    if (!same) supernodes_.push_back({k, 0, 0});
    Supernode& node = supernodes_.back();
    ++node.size;
    node.width = upperStart_[k + 1] - upperStart_[k];
    supernodeOf_[k] = static_cast<int32_t>(supernodes_.size()) - 1;
  }
  segmentStart_.assign(static_cast<size_t>(n_) + 1, 0);
  for (int32_t k = 0; k < n_; ++k) {
    for (int32_t p = lowerStart_[k]; p < lowerStart_[k + 1]; ++p) {
      const int32_t j = lowerColumn_[p];
      const bool open = static_cast<int32_t>(segments_.size()) > segmentStart_[k];
      Segment* last = open ? &segments_.back() : nullptr;
      if (last != nullptr && last->first + last->count == j &&
          supernodeOf_[last->first] == supernodeOf_[j])
        ++last->count;
      else
        segments_.push_back({j, 1});
    }
    segmentStart_[k + 1] = static_cast<int32_t>(segments_.size());
  }
  // Short segments are not worth their description.
  supernodal_ = 3 * segments_.size() < lowerColumn_.size();
  int32_t widest = 0;
  for (const Supernode& node : supernodes_) widest = std::max(widest, node.width);
  if (supernodal_) packed_.assign(static_cast<size_t>(widest), 0.0);
}

void RowLu::findRuns() {
  lowerRun_.assign(static_cast<size_t>(n_), 0);
  upperRun_.assign(static_cast<size_t>(n_), 0);
  int32_t inRuns = 0;
  auto follow = [&](auto&& one, auto&& take) {
    int32_t length = 0;
    for (int32_t k = 0; k <= n_; ++k) {
      if (k < n_ && one(k)) {
        ++length;
        continue;
      }
      if (length >= kShortestRun) {
        take(k - length, length);
        inRuns += length;
      }
      length = 0;
    }
  };
  follow(
      [&](int32_t k) {
        const int32_t at = lowerStart_[k];
        return lowerStart_[k + 1] == at + 1 && lowerColumn_[at] == k - 1;
      },
      [&](int32_t first, int32_t length) { lowerRun_[first] = length; });
  follow(
      [&](int32_t k) {
        const int32_t at = upperStart_[k];
        return upperStart_[k + 1] == at + 1 && upperColumn_[at] == k + 1;
      },
      [&](int32_t first, int32_t length) { upperRun_[first + length - 1] = length; });
  if (inRuns >= n_) return;  // half of the rows in both
  lowerRun_.clear();
  upperRun_.clear();
}

void RowLu::applyRow(int32_t j, double multiplier) {
  double* w = work_.data();
  for (int32_t q = upperStart_[j]; q < upperStart_[j + 1]; ++q)
    w[upperColumn_[q]] -= multiplier * upperValue_[q];
}

void RowLu::applySegment(const Segment& segment, double* multipliers) {
  double* w = work_.data();
  const Supernode& node = supernodes_[supernodeOf_[segment.first]];
  const int32_t end = node.first + node.size;
  const double* rows[kLongestSupernode];
  for (int32_t a = 0; a < segment.count; ++a) {
    const int32_t j = segment.first + a;
    const double multiplier = multipliers[a] = w[j];
    w[j] = 0;
    const double* row = upperValue_.data() + upperStart_[j];
    for (int32_t c = j + 1; c < end; ++c) w[c] -= multiplier * row[c - j - 1];
    rows[a] = row + (end - j - 1);
  }
  combine(packed_.data(), rows, multipliers, segment.count, node.width);
  const int32_t* columns = upperColumn_.data() + upperStart_[end] - node.width;
  for (int32_t m = 0; m < node.width; ++m) w[columns[m]] -= packed_[m];
}

double RowLu::factor(const double* values) {
  double* w = work_.data();
  std::fill(work_.begin(), work_.end(), 0.0);
  double smallest = HUGE_VAL, largest = 0, notFinite = 0;
  for (int32_t k = 0; k < n_; ++k) {
    for (int32_t p = entryStart_[k]; p < entryStart_[k + 1]; ++p) {
      const double value = values[entrySource_[p]] * entryScale_[p];
      notFinite += value - value;
      w[entryColumn_[p]] = value;
    }
    const int32_t begin = lowerStart_[k], end = lowerStart_[k + 1];
    if (supernodal_) {
      double* multipliers = lowerValue_.data() + begin;
      for (int32_t s = segmentStart_[k]; s < segmentStart_[k + 1]; ++s) {
        applySegment(segments_[s], multipliers);
        multipliers += segments_[s].count;
      }
    } else {
      for (int32_t p = begin; p < end; ++p) {
        const int32_t j = lowerColumn_[p];
        const double multiplier = lowerValue_[p] = w[j];
        w[j] = 0;
        applyRow(j, multiplier);
      }
    }
    const double pivot = w[k];
    w[k] = 0;
    smallest = std::min(smallest, std::abs(pivot));
    largest = std::max(largest, std::abs(pivot));
    notFinite += pivot - pivot;
    const double inverse = 1 / pivot;
    rightScale_[k] = rowScale_[k] * inverse;
    for (int32_t q = upperStart_[k]; q < upperStart_[k + 1]; ++q) {
      upperValue_[q] = w[upperColumn_[q]] * inverse;
      w[upperColumn_[q]] = 0;
    }
    for (int32_t p = begin; p < end; ++p) lowerValue_[p] *= inverse;
    for (int32_t p = outerStart_[k]; p < outerStart_[k + 1]; ++p) {
      const double value = values[outerSource_[p]] * outerScale_[p];
      notFinite += value - value;
      outerValue_[p] = value * inverse;
    }
  }
  return notFinite == 0 && smallest > 0 ? smallest / largest : 0;
}

int RowLu::orientation() const {
  bool negative = odd_;
  for (const double inverse : rightScale_) negative = negative != (inverse < 0);
  return negative ? -1 : 1;
}

void RowLu::forward(int32_t begin, int32_t end) {
  double* w = work_.data();
  if (!outerColumn_.empty())
    for (int32_t k = begin; k < end; ++k)
      for (int32_t p = outerStart_[k]; p < outerStart_[k + 1]; ++p)
        w[k] -= outerValue_[p] * w[outerColumn_[p]];
  if (supernodal_) {
    for (int32_t k = begin; k < end; ++k) {
      const double* value = lowerValue_.data() + lowerStart_[k];
      double sum = w[k];
      for (int32_t s = segmentStart_[k]; s < segmentStart_[k + 1]; ++s) {
        const Segment& segment = segments_[s];
        sum -= dot(value, w + segment.first, segment.count);
        value += segment.count;
      }
      w[k] = sum;
    }
    return;
  }
  auto generic = [&](int32_t k) {
    const int32_t at = lowerStart_[k];
    w[k] -=
        gatherDot(lowerValue_.data() + at, lowerColumn_.data() + at, lowerStart_[k + 1] - at, w);
  };
  if (lowerRun_.empty()) {
    for (int32_t k = begin; k < end; ++k) generic(k);
    return;
  }
  for (int32_t k = begin; k < end;) {
    const int32_t run = lowerRun_[k];
    if (run > 0)
      chainForward(w + k, lowerValue_.data() + lowerStart_[k], run);
    else
      generic(k);
    k += std::max(run, 1);
  }
}

void RowLu::backward(int32_t begin, int32_t end) {
  double* w = work_.data();
  if (!supernodal_) {
    auto generic = [&](int32_t k) {
      const int32_t at = upperStart_[k];
      w[k] -=
          gatherDot(upperValue_.data() + at, upperColumn_.data() + at, upperStart_[k + 1] - at, w);
    };
    if (upperRun_.empty()) {
      for (int32_t k = end - 1; k >= begin; --k) generic(k);
      return;
    }
    for (int32_t k = end - 1; k >= begin;) {
      const int32_t run = upperRun_[k];
      if (run > 0) {
        const int32_t first = k - run + 1;
        chainBackward(w + first, upperValue_.data() + upperStart_[first], run);
      } else {
        generic(k);
      }
      k -= std::max(run, 1);
    }
    return;
  }
  for (int32_t s = begin < end ? supernodeOf_[end - 1] : -1;
       s >= 0 && supernodes_[s].first >= begin; --s) {
    const Supernode& node = supernodes_[s];
    const int32_t last = node.first + node.size;
    const int32_t* columns = upperColumn_.data() + upperStart_[last] - node.width;
    for (int32_t m = 0; m < node.width; ++m) packed_[m] = w[columns[m]];
    for (int32_t k = last - 1; k >= node.first; --k) {
      const double* row = upperValue_.data() + upperStart_[k];
      const int32_t inside = last - k - 1;
      double sum = w[k] - dot(row + inside, packed_.data(), node.width);
      for (int32_t c = 0; c < inside; ++c) sum -= row[c] * w[k + 1 + c];
      w[k] = sum;
    }
  }
}

void RowLu::solve(double* b) {
  for (int32_t k = 0; k < n_; ++k) work_[k] = b[rowOf_[k]] * rightScale_[k];
  for (size_t block = blocks_.size() - 1; block > 0; --block) {
    forward(blocks_[block - 1], blocks_[block]);
    backward(blocks_[block - 1], blocks_[block]);
  }
  for (int32_t k = 0; k < n_; ++k) b[columnOf_[k]] = work_[k] * leftScale_[k];
}

}  // namespace formola::runtime

#include "runtime/relaxing_iteration.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "runtime/pivot_pattern.h"
#include "runtime/row_choice.h"

namespace formola::runtime {

namespace {

// Unknowns i and k are strongly tied if |a_ik a_ki| is this part of |a_ii a_kk|: cells of a grid in
// two directions have a sixteenth, in one direction a quarter.
constexpr double kStrong = 0.15;
constexpr int32_t kLargestGroup = 32;
// Sweeps that tell how fast they contract; how many of them may be left before others are tried.
constexpr int kTrialSweeps = 5;
constexpr double kMostSweeps = 15;
// The Krylov iteration halves residuals in so many steps at least, and ends after so many.
constexpr int kWatched = 40;
constexpr int kMostSteps = 2000;
constexpr int kMostRounds = 6;
// The error beside the change by a sweep, where sweeps do not contract.
constexpr double kLargestExcess = 1e6;
// Changes by a sweep: what rounding leaves, and at most where residuals cannot be made smaller.
constexpr double kMostRounding = 1e-11;
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sums[4] = {};
  const size_t n = a.size();
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

RelaxingIteration::RelaxingIteration(int32_t n, const FmlPattern& pattern, double tolerance)
    : n_(n), pattern_(pattern), tolerance_(tolerance) {}

// Columns with the row that each is solved from: groups of those that hold each other most.
void RelaxingIteration::groupByStrength(const double* values, const std::vector<int32_t>& rowOf) {
  std::vector<int32_t> columnOfRow(static_cast<size_t>(n_)), parent(static_cast<size_t>(n_)),
      size(static_cast<size_t>(n_), 1);
  for (int32_t j = 0; j < n_; ++j) columnOfRow[rowOf[j]] = j;
  std::iota(parent.begin(), parent.end(), 0);
  auto find = [&](int32_t j) {
    while (parent[j] != j) j = parent[j] = parent[parent[j]];
    return j;
  };
  Vector diagonal(static_cast<size_t>(n_), 0.0);
  for (int32_t j = 0; j < n_; ++j)
    for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
      if (pattern_.rows[p] == rowOf[j]) diagonal[j] = std::abs(values[p]);
  // The entry of column i in the row of column j.
  auto entry = [&](int32_t i, int32_t j) {
    const int32_t* begin = pattern_.rows + pattern_.colStart[i];
    const int32_t* end = pattern_.rows + pattern_.colStart[i + 1];
    const int32_t* at = std::lower_bound(begin, end, rowOf[j]);
    return at != end && *at == rowOf[j] ? std::abs(values[at - pattern_.rows]) : 0.0;
  };
  for (int32_t j = 0; j < n_; ++j)
    for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p) {
      const int32_t i = columnOfRow[pattern_.rows[p]];
      if (i <= j) continue;
      const double both = std::abs(values[p]) * entry(i, j);
      if (!(both > kStrong * diagonal[i] * diagonal[j])) continue;
      const int32_t a = find(i), b = find(j);
      if (a == b || size[a] + size[b] > kLargestGroup) continue;
      parent[std::max(a, b)] = std::min(a, b);
      size[std::min(a, b)] += size[std::max(a, b)];
    }
  // By their first columns.
  std::vector<int32_t> order(static_cast<size_t>(n_));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return find(a) < find(b); });
  columnOf_ = order;
  groupStart_.clear();
  for (int32_t k = 0; k < n_; ++k)
    if (k == 0 || find(order[k]) != find(order[k - 1])) groupStart_.push_back(k);
  groupStart_.push_back(n_);
  rowOf_.resize(static_cast<size_t>(n_));
  for (int32_t k = 0; k < n_; ++k) rowOf_[k] = rowOf[columnOf_[k]];
}

// Sizes of the entries with rows and columns scaled until the largest of each is near one: which
// entry of a row counts most does not depend on units then (Ruiz: A scaling algorithm to
// equilibrate both rows and columns norms in matrices, RAL-TR-2001-034).
RelaxingIteration::Vector RelaxingIteration::equilibrated(const double* values) const {
  constexpr int kRounds = 10;
  const auto n = static_cast<size_t>(n_);
  Vector sizes(static_cast<size_t>(pattern_.colStart[n_])), row(n), column(n);
  for (size_t p = 0; p < sizes.size(); ++p) sizes[p] = std::abs(values[p]);
  auto forEach = [&](auto&& use) {
    for (int32_t j = 0; j < n_; ++j)
      for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
        use(pattern_.rows[p], j, sizes[p]);
  };
  for (int round = 0; round < kRounds; ++round) {
    std::fill(row.begin(), row.end(), 0.0);
    std::fill(column.begin(), column.end(), 0.0);
    forEach([&](int32_t i, int32_t j, double size) {
      row[i] = std::max(row[i], size);
      column[j] = std::max(column[j], size);
    });
    forEach([&](int32_t i, int32_t j, double& size) {
      if (size > 0) size /= std::sqrt(row[i] * column[j]);
    });
  }
  return sizes;
}

void RelaxingIteration::setUp(const double* values) {
  if (pattern_.nGroups > 0) {
    rowOf_.resize(static_cast<size_t>(n_));
    std::iota(rowOf_.begin(), rowOf_.end(), 0);
    columnOf_ = rowOf_;
    groupStart_.assign(pattern_.groups, pattern_.groups + pattern_.nGroups);
    groupStart_.push_back(n_);
  } else {
    const Vector sizes = equilibrated(values);
    const std::vector<int32_t> rowOf =
        rowsForColumns(n_, pattern_.colStart, pattern_.rows, sizes.data());
    if (rowOf.empty()) return;
    groupByStrength(values, rowOf);
  }
  groupOf_.resize(static_cast<size_t>(n_));
  for (int32_t g = 0; g < groups(); ++g)
    std::fill(groupOf_.begin() + groupStart_[g], groupOf_.begin() + groupStart_[g + 1], g);
  oddOrder_ = isOdd(rowOf_, columnOf_);
  placeEntries();
  for (Vector* v : {&rowScale_, &scale_, &b_, &x_, &r_, &shadow_, &p_, &v_, &s_, &y_, &t_})
    v->assign(static_cast<size_t>(n_), 0.0);
  int32_t largest = 0;
  for (int32_t g = 0; g < groups(); ++g)
    largest = std::max(largest, groupStart_[g + 1] - groupStart_[g]);
  group_.assign(static_cast<size_t>(largest), 0.0);
  placed_ = true;
}

void RelaxingIteration::placeEntries() {
  const auto n = static_cast<size_t>(n_);
  std::vector<int32_t> rowAt(n);
  for (int32_t k = 0; k < n_; ++k) rowAt[rowOf_[k]] = k;
  inverseStart_.assign(1, 0);
  for (int32_t g = 0; g < groups(); ++g) {
    const int64_t size = groupStart_[g + 1] - groupStart_[g];
    inverseStart_.push_back(inverseStart_.back() + size * size);
  }
  inverse_.assign(static_cast<size_t>(inverseStart_.back()), 0.0);
  // Rows ascend by columns, so that in each those of earlier groups come first, then its own.
  entryStart_.assign(n + 1, 0);
  auto forEach = [&](auto&& use) {
    for (int32_t k = 0; k < n_; ++k)
      for (int32_t p = pattern_.colStart[columnOf_[k]]; p < pattern_.colStart[columnOf_[k] + 1];
           ++p)
        use(rowAt[pattern_.rows[p]], k, p);
  };
  forEach([&](int32_t row, int32_t, int32_t) { ++entryStart_[row + 1]; });
  std::partial_sum(entryStart_.begin(), entryStart_.end(), entryStart_.begin());
  const auto entries = static_cast<size_t>(entryStart_.back());
  entryColumn_.resize(entries);
  entrySource_.resize(entries);
  entryValue_.resize(entries);
  ownStart_.assign(entryStart_.begin(), entryStart_.end() - 1);
  laterStart_ = ownStart_;
  std::vector<int64_t> next = ownStart_;
  forEach([&](int32_t row, int32_t column, int32_t p) {
    const int64_t at = next[row]++;
    entryColumn_[at] = column;
    entrySource_[at] = p;
    if (groupOf_[column] < groupOf_[row]) ownStart_[row] = at + 1;
    if (groupOf_[column] <= groupOf_[row]) laterStart_[row] = at + 1;
  });
}

// False: singular.
bool RelaxingIteration::invert(int32_t g) {
  const int32_t size = groupStart_[g + 1] - groupStart_[g];
  double* own = inverse_.data() + inverseStart_[g];
  if (size == 1) {
    if (own[0] < 0) orientation_ = -orientation_;
    own[0] = 1 / own[0];
    return std::isfinite(own[0]);
  }
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Matrix> matrix(own, size, size);
  if (!matrix.allFinite()) return false;
  const Eigen::PartialPivLU<Matrix> lu(matrix);
  double least = HUGE_VAL, most = 0, sign = lu.permutationP().determinant();
  for (int32_t i = 0; i < size; ++i) {
    const double pivot = lu.matrixLU()(i, i);
    least = std::min(least, std::abs(pivot));
    most = std::max(most, std::abs(pivot));
    if (pivot < 0) sign = -sign;
  }
  if (!(least > kRounding * most)) return false;
  if (sign < 0) orientation_ = -orientation_;
  matrix = lu.inverse().eval();
  return true;
}

bool RelaxingIteration::load(const double* values) {
  if (!placed_) setUp(values);
  if (!placed_) return false;
  std::fill(inverse_.begin(), inverse_.end(), 0.0);
  for (int32_t k = 0; k < n_; ++k) {
    double largest = 0;
    for (int64_t p = entryStart_[k]; p < entryStart_[k + 1]; ++p)
      largest = std::max(largest, std::abs(values[entrySource_[p]]));
    rowScale_[k] = 1 / largest;
    for (int64_t p = entryStart_[k]; p < entryStart_[k + 1]; ++p)
      entryValue_[p] = values[entrySource_[p]] * rowScale_[k];
    const int32_t g = groupOf_[k], begin = groupStart_[g], size = groupStart_[g + 1] - begin;
    double* row = inverse_.data() + inverseStart_[g] + int64_t{k - begin} * size;
    for (int64_t p = ownStart_[k]; p < laterStart_[k]; ++p)
      row[entryColumn_[p] - begin] = entryValue_[p];
  }
  orientation_ = oddOrder_ ? -1 : 1;
  excess_ = 1;
  for (int32_t g = 0; g < groups(); ++g)
    if (!invert(g)) return false;
  return true;
}

// b without what the present values of other groups make up, by rows of group g, into t_.
double* RelaxingIteration::rightOf(int32_t g, const Vector& b, const Vector& x) {
  for (int32_t k = groupStart_[g]; k < groupStart_[g + 1]; ++k) {
    double sum = b[k];
    for (int64_t p = entryStart_[k]; p < ownStart_[k]; ++p)
      sum -= entryValue_[p] * x[entryColumn_[p]];
    for (int64_t p = laterStart_[k]; p < entryStart_[k + 1]; ++p)
      sum -= entryValue_[p] * x[entryColumn_[p]];
    t_[k] = sum;
  }
  return t_.data() + groupStart_[g];
}

// x := the inverse of the matrix of group g times x
void RelaxingIteration::solveGroup(int32_t g, double* x) {
  const int32_t size = groupStart_[g + 1] - groupStart_[g];
  const double* inverse = inverse_.data() + inverseStart_[g];
  if (size == 1) {
    x[0] *= inverse[0];
    return;
  }
  for (int32_t i = 0; i < size; ++i) {
    double sum = 0;
    for (int32_t j = 0; j < size; ++j) sum += inverse[i * size + j] * x[j];
    group_[i] = sum;
  }
  std::copy(group_.begin(), group_.begin() + size, x);
}

// One sweep through the groups. The largest change of an unknown, in parts of its scale.
double RelaxingIteration::sweep(const Vector& b, Vector& x) {
  ++counts_.sweeps;
  double change = 0;
  for (int32_t g = 0; g < groups(); ++g) {
    const int32_t begin = groupStart_[g], end = groupStart_[g + 1];
    double* value = rightOf(g, b, x);
    solveGroup(g, value);
    for (int32_t k = begin; k < end; ++k) {
      const double size = std::abs(value[k - begin] - x[k]);
      // Also where it is no number.
      if (!(size <= change * scale_[k])) change = scale_[k] > 0 ? size / scale_[k] : size;
      x[k] = value[k - begin];
    }
  }
  return change;
}

// z := M^-1 r: a sweep forth, from zero, and one back.
void RelaxingIteration::symmetricSweep(const Vector& r, Vector& z) {
  ++counts_.sweeps;
  for (int32_t g = 0; g < groups(); ++g) {
    for (int32_t k = groupStart_[g]; k < groupStart_[g + 1]; ++k) {
      double sum = r[k];
      for (int64_t p = entryStart_[k]; p < ownStart_[k]; ++p)
        sum -= entryValue_[p] * z[entryColumn_[p]];
      z[k] = sum;
    }
    solveGroup(g, z.data() + groupStart_[g]);
  }
  for (int32_t g = groups(); g-- > 0;) {
    const int32_t begin = groupStart_[g], end = groupStart_[g + 1];
    for (int32_t k = begin; k < end; ++k) {
      double sum = 0;
      for (int64_t p = laterStart_[k]; p < entryStart_[k + 1]; ++p)
        sum += entryValue_[p] * z[entryColumn_[p]];
      t_[k] = sum;
    }
    solveGroup(g, t_.data() + begin);
    for (int32_t k = begin; k < end; ++k) z[k] -= t_[k];
  }
}

void RelaxingIteration::multiply(const Vector& x, Vector& y) const {
  for (int32_t k = 0; k < n_; ++k) {
    double sum = 0;
    for (int64_t p = entryStart_[k]; p < entryStart_[k + 1]; ++p)
      sum += entryValue_[p] * x[entryColumn_[p]];
    y[k] = sum;
  }
}

// The scale of an unknown is the size of the terms that make it up: it has the unit of the unknown,
// whatever that and those of the equations are, and is no smaller where they cancel each other.
void RelaxingIteration::findScales(const Vector& b, const Vector& x) {
  for (int32_t g = 0; g < groups(); ++g) {
    const int32_t begin = groupStart_[g], size = groupStart_[g + 1] - begin;
    for (int32_t k = begin; k < begin + size; ++k) {
      double sum = std::abs(b[k]);
      for (int64_t p = entryStart_[k]; p < ownStart_[k]; ++p)
        sum += std::abs(entryValue_[p] * x[entryColumn_[p]]);
      for (int64_t p = laterStart_[k]; p < entryStart_[k + 1]; ++p)
        sum += std::abs(entryValue_[p] * x[entryColumn_[p]]);
      t_[k] = sum;
    }
    const double* inverse = inverse_.data() + inverseStart_[g];
    for (int32_t i = 0; i < size; ++i) {
      double sum = 0;
      for (int32_t j = 0; j < size; ++j) sum += std::abs(inverse[i * size + j]) * t_[begin + j];
      scale_[begin + i] = std::max(sum, std::abs(x[begin + i]));
    }
  }
}

// The change by a sweep at which errors are below the tolerance.
double RelaxingIteration::goal() const {
  return std::max(tolerance_ / excess_, kRounding);
}

// Sweeps alone. `change` is that of the last one; true: the goal is reached. Ends where many more
// would be needed.
bool RelaxingIteration::contract(const Vector& b, Vector& x, double& change) {
  double before = change = sweep(b, x);
  findScales(b, x);
  for (int k = 1;; ++k) {
    change = sweep(b, x);
    if (!std::isfinite(change)) return false;
    // Two at a time: rates of single sweeps may alternate. The first one has other scales.
    if (k > 1) rate_ = before > 0 ? change / before : 0;
    excess_ = std::max(excess_, rate_ < 1 ? 1 / (1 - rate_) : kLargestExcess);
    // Of slow sweeps a small change says little: their rate must be known.
    if (change <= goal() && (k > 1 || change <= kRounding)) return true;
    const double left = rate_ < 1 ? std::log(goal() / change) / std::log(rate_) : HUGE_VAL;
    if (k >= kTrialSweeps && left > kMostSweeps) return false;
    before = change;
  }
}

// Bi-CGSTAB, each direction by a symmetric sweep, from the residual in r_. True: it became
// `target` times as large as it was.
bool RelaxingIteration::descend(Vector& x, double target) {
  shadow_ = r_;
  p_ = r_;
  double size = std::sqrt(dot(r_, r_)), last = size;
  const double least = target * size;
  double rho = dot(shadow_, r_);
  for (int k = 1; k <= kMostSteps; ++k) {
    symmetricSweep(p_, y_);
    multiply(y_, v_);
    const double along = dot(shadow_, v_);
    const double alpha = rho / along;
    if (!std::isfinite(alpha)) return false;
    for (int32_t i = 0; i < n_; ++i) {
      x[i] += alpha * y_[i];
      r_[i] -= alpha * v_[i];
    }
    symmetricSweep(r_, y_);
    multiply(y_, s_);
    const double square = dot(s_, s_);
    const double omega = square > 0 ? dot(s_, r_) / square : 0;
    for (int32_t i = 0; i < n_; ++i) {
      x[i] += omega * y_[i];
      r_[i] -= omega * s_[i];
    }
    size = std::sqrt(dot(r_, r_));
    if (size <= least) return true;
    if (!std::isfinite(size)) return false;
    if (k % kWatched == 0) {
      if (size > 0.5 * last) return false;
      last = size;
    }
    const double next = dot(shadow_, r_);
    const double beta = next / rho * (alpha / omega);
    if (!std::isfinite(beta)) return false;
    for (int32_t i = 0; i < n_; ++i) p_[i] = r_[i] + beta * (p_[i] - omega * v_[i]);
    rho = next;
  }
  return false;
}

// Where sweeps alone are slow: they precondition, and one of them tells what was reached.
bool RelaxingIteration::accelerate(const Vector& b, Vector& x, double change) {
  ++counts_.accelerated;
  for (int round = 0; round < kMostRounds; ++round) {
    multiply(x, r_);
    for (int32_t k = 0; k < n_; ++k) r_[k] = b[k] - r_[k];
    begin_ = x;
    const double target = std::max(0.3 * goal() / change, 1e-13);
    const bool reached = descend(x, target);
    // How far the solution was away, beside the change that a sweep made there.
    double distance = 0;
    for (int32_t k = 0; k < n_; ++k)
      if (scale_[k] > 0) distance = std::max(distance, std::abs(x[k] - begin_[k]) / scale_[k]);
    if (!std::isfinite(distance)) return false;
    findScales(b, x);
    const double now = sweep(b, x);
    if (change > 1e3 * now) excess_ = std::max(excess_, distance / change);
    if (now <= goal()) return true;
    // As exact as residuals can be computed.
    if (reached && now > 0.5 * change) return now <= kMostRounding;
    if (!reached && !(now < 0.1 * change)) return false;
    change = now;
  }
  return false;
}

bool RelaxingIteration::solve(const double* b, double* x) {
  ++counts_.solves;
  for (int32_t k = 0; k < n_; ++k) {
    b_[k] = b[rowOf_[k]] * rowScale_[k];
    x_[k] = x[columnOf_[k]];
  }
  findScales(b_, x_);
  double change = 0;
  bool solved = contract(b_, x_, change);
  counts_.slowest = std::max(counts_.slowest, rate_);
  if (!solved && std::isfinite(change)) solved = accelerate(b_, x_, change);
  if (!solved) {
    ++counts_.refused;
    return false;
  }
  for (int32_t k = 0; k < n_; ++k) x[columnOf_[k]] = x_[k];
  return true;
}

}  // namespace formola::runtime

#include "graph/hidden_rows.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <queue>

namespace formola::graph {

namespace {

constexpr int64_t kLargest = int64_t{1} << 30;
constexpr size_t kMostWork = 100;  // for each entry

int64_t at(const IntegerRow& row, int column) {
  const auto place = std::lower_bound(row.begin(), row.end(), std::pair(column, INT64_MIN));
  return place != row.end() && place->first == column ? place->second : 0;
}

// a*x + b*y
IntegerRow combine(int64_t a, const IntegerRow& x, int64_t b, const IntegerRow& y) {
  IntegerRow result;
  result.reserve(x.size() + y.size());
  size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    if (j == y.size() || (i < x.size() && x[i].first < y[j].first)) {
      result.emplace_back(x[i].first, a * x[i].second);
      ++i;
    } else if (i == x.size() || y[j].first < x[i].first) {
      result.emplace_back(y[j].first, b * y[j].second);
      ++j;
    } else {
      const int64_t sum = a * x[i].second + b * y[j].second;
      if (sum != 0) result.emplace_back(x[i].first, sum);
      ++i;
      ++j;
    }
  }
  return result;
}

bool isSmall(const IntegerRow& row) {
  return std::all_of(row.begin(), row.end(),
                     [](const auto& entry) { return std::abs(entry.second) < kLargest; });
}

class Eliminator {
 public:
  Eliminator(std::vector<IntegerRow> rows, const std::vector<char>& eliminated)
      : rows_(std::move(rows)),
        original_(rows_),
        eliminated_(eliminated),
        active_(rows_.size(), 1),
        rowsOf_(eliminated.size()),
        count_(eliminated.size(), 0) {}

  std::vector<HiddenRow> run();

 private:
  using Candidate = std::pair<int, int>;  // number of rows, column

  void enter(int row, int column) {
    rowsOf_[static_cast<size_t>(column)].push_back(row);
    ++count_[static_cast<size_t>(column)];
  }
  void leave(int column) {
    const int left = --count_[static_cast<size_t>(column)];
    if (left > 0) queue_.emplace(left, column);
  }
  void retire(int row);
  void pivot(int column);
  void subtract(int row, int pivotRow, int column);
  IntegerRow rowsOf(int version) const;
  bool isHidden(const IntegerRow& of) const;

  std::vector<IntegerRow> rows_, original_;
  const std::vector<char>& eliminated_;
  std::vector<char> active_;
  // What became of the rows: a times one version plus b times another. The first versions are the
  // rows themselves.
  struct Version {
    int64_t a = 1, b = 0;
    int left = -1, right = -1;
  };
  std::vector<Version> versions_;
  std::vector<int> version_;              // by row, the newest
  std::vector<std::vector<int>> rowsOf_;  // by eliminated column; some have it no longer
  std::vector<int> count_;                // of active rows
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
  size_t work_ = 0;
};

void Eliminator::retire(int row) {
  active_[static_cast<size_t>(row)] = 0;
  for (const auto& [column, value] : rows_[static_cast<size_t>(row)])
    if (eliminated_[static_cast<size_t>(column)]) leave(column);
}

void Eliminator::subtract(int row, int pivotRow, int column) {
  IntegerRow& r = rows_[static_cast<size_t>(row)];
  const IntegerRow& p = rows_[static_cast<size_t>(pivotRow)];
  int64_t a = at(p, column), b = -at(r, column);
  const int64_t divisor = std::gcd(a, b);
  a /= divisor;
  b /= divisor;
  work_ += r.size() + p.size();
  IntegerRow result = combine(a, r, b, p);
  if (!isSmall(result)) {
    retire(row);
    return;
  }
  for (const auto& [c, value] : r)
    if (eliminated_[static_cast<size_t>(c)] && at(result, c) == 0) leave(c);
  for (const auto& [c, value] : p)
    if (eliminated_[static_cast<size_t>(c)] && at(r, c) == 0) {
      enter(row, c);
      queue_.emplace(count_[static_cast<size_t>(c)], c);
    }
  r = std::move(result);
  int& version = version_[static_cast<size_t>(row)];
  versions_.push_back({a, b, version, version_[static_cast<size_t>(pivotRow)]});
  version = static_cast<int>(versions_.size()) - 1;
}

// The shortest row that has the column determines it.
void Eliminator::pivot(int column) {
  std::vector<int> having;
  for (int row : rowsOf_[static_cast<size_t>(column)])
    if (active_[static_cast<size_t>(row)] && at(rows_[static_cast<size_t>(row)], column) != 0)
      having.push_back(row);
  rowsOf_[static_cast<size_t>(column)].clear();
  std::sort(having.begin(), having.end());
  having.erase(std::unique(having.begin(), having.end()), having.end());
  if (having.empty()) return;
  const int best = *std::min_element(having.begin(), having.end(), [&](int a, int b) {
    return rows_[static_cast<size_t>(a)].size() < rows_[static_cast<size_t>(b)].size();
  });
  for (int row : having)
    if (row != best) subtract(row, best, column);
  retire(best);
}

// The rows that a version is made of, with their factors; none if these are too large.
IntegerRow Eliminator::rowsOf(int version) const {
  std::map<int, int64_t, std::greater<>> open{{version, 1}};  // newest first
  IntegerRow result;
  while (!open.empty()) {
    const auto [v, factor] = *open.begin();
    open.erase(open.begin());
    if (factor == 0) continue;
    if (std::abs(factor) >= kLargest) return {};
    const Version& from = versions_[static_cast<size_t>(v)];
    if (from.left < 0) {
      result.emplace_back(v, factor);
      continue;
    }
    open[from.left] += factor * from.a;
    open[from.right] += factor * from.b;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// Columns that rows have, against the number of rows (the condition of Hall's theorem).
bool Eliminator::isHidden(const IntegerRow& of) const {
  std::vector<int> columns;
  for (const auto& [row, factor] : of)
    for (const auto& [column, value] : original_[static_cast<size_t>(row)])
      if (eliminated_[static_cast<size_t>(column)]) columns.push_back(column);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns.size() >= of.size();
}

std::vector<HiddenRow> Eliminator::run() {
  versions_.resize(rows_.size());
  version_.resize(rows_.size());
  std::iota(version_.begin(), version_.end(), 0);
  size_t entries = 0;
  for (size_t r = 0; r < rows_.size(); ++r)
    for (const auto& [column, value] : rows_[r]) {
      ++entries;
      if (eliminated_[static_cast<size_t>(column)]) enter(static_cast<int>(r), column);
    }
  for (size_t c = 0; c < count_.size(); ++c)
    if (count_[c] > 0) queue_.emplace(count_[c], static_cast<int>(c));
  while (!queue_.empty() && work_ <= kMostWork * entries) {
    const auto [count, column] = queue_.top();
    queue_.pop();
    if (count == count_[static_cast<size_t>(column)]) pivot(column);
  }
  std::vector<HiddenRow> result;
  if (!queue_.empty()) return result;
  for (size_t r = 0; r < rows_.size(); ++r) {
    const int row = static_cast<int>(r);
    if (!active_[r] || version_[r] == row) continue;
    IntegerRow of = rowsOf(version_[r]);
    if (!of.empty() && isHidden(of)) result.push_back({row, std::move(of), std::move(rows_[r])});
  }
  return result;
}

}  // namespace

std::vector<HiddenRow> findHiddenRows(std::vector<IntegerRow> rows,
                                      const std::vector<char>& eliminated) {
  return Eliminator(std::move(rows), eliminated).run();
}

}  // namespace formola::graph

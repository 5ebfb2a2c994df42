#include "graph/hidden_rows.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <queue>

namespace formola::graph {

namespace {

constexpr double kLargest = 1 << 30;
constexpr double kRounding = 1e-11;

const Monomial kZero{};

const Monomial& at(const MonomialRow& row, int column) {
  const auto place = std::lower_bound(row.begin(), row.end(), column,
                                      [](const auto& entry, int c) { return entry.first < c; });
  return place != row.end() && place->first == column ? place->second : kZero;
}

bool isWhole(double x) {
  return x == std::floor(x);
}
// False if that has no number here: it is too large, too small, or would be a sum of different
// units.
bool add(Monomial& sum, const Monomial& term) {
  if (sum.number != 0 && sum.unit != term.unit) return false;
  const double result = sum.number + term.number;
  const bool cancels =
      std::abs(result) <= kRounding * std::max(std::abs(sum.number), std::abs(term.number));
  sum = {cancels ? 0 : result, term.unit};
  return cancels || (std::abs(result) < kLargest && std::abs(result) > 1 / kLargest);
}

class Eliminator {
 public:
  Eliminator(std::vector<MonomialRow> rows, const std::vector<char>& eliminated, Units& units,
             size_t mostWork)
      : rows_(std::move(rows)),
        original_(rows_),
        eliminated_(eliminated),
        units_(units),
        mostWork_(mostWork),
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
  Monomial product(const Monomial& a, const Monomial& b) {
    return {a.number * b.number, units_.product(a.unit, b.unit)};
  }
  // a*x + b*y; false if that has too large numbers or sums of different units
  bool combine(const Monomial& a, const MonomialRow& x, const Monomial& b, const MonomialRow& y,
               MonomialRow& result);
  MonomialRow rowsOf(int version);
  bool isHidden(const MonomialRow& of) const;

  std::vector<MonomialRow> rows_, original_;
  const std::vector<char>& eliminated_;
  Units& units_;
  const size_t mostWork_;
  std::vector<char> active_;
  // What became of the rows: a times one version plus b times another. The first versions are the
  // rows themselves.
  struct Version {
    Monomial a, b;
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

bool Eliminator::combine(const Monomial& a, const MonomialRow& x, const Monomial& b,
                         const MonomialRow& y, MonomialRow& result) {
  result.reserve(x.size() + y.size());
  size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    const int column =
        std::min(i < x.size() ? x[i].first : INT_MAX, j < y.size() ? y[j].first : INT_MAX);
    Monomial sum;
    if (i < x.size() && x[i].first == column && !add(sum, product(a, x[i++].second))) return false;
    if (j < y.size() && y[j].first == column && !add(sum, product(b, y[j++].second))) return false;
    if (sum.number != 0) result.emplace_back(column, sum);
  }
  return true;
}

void Eliminator::subtract(int row, int pivotRow, int column) {
  MonomialRow& r = rows_[static_cast<size_t>(row)];
  const MonomialRow& p = rows_[static_cast<size_t>(pivotRow)];
  const Monomial mine = at(r, column), pivot = at(p, column);
  const double divisor = isWhole(mine.number) && isWhole(pivot.number)
                             ? static_cast<double>(std::gcd(static_cast<int64_t>(mine.number),
                                                            static_cast<int64_t>(pivot.number)))
                             : pivot.number;
  const Monomial a{pivot.number / divisor};
  const Monomial b{-mine.number / divisor, units_.product(mine.unit, pivot.unit, -1)};
  work_ += r.size() + p.size();
  MonomialRow result;
  if (!combine(a, r, b, p, result)) {
    retire(row);
    return;
  }
  for (const auto& [c, value] : r)
    if (eliminated_[static_cast<size_t>(c)] && at(result, c).number == 0) leave(c);
  for (const auto& [c, value] : p)
    if (eliminated_[static_cast<size_t>(c)] && at(r, c).number == 0) {
      enter(row, c);
      queue_.emplace(count_[static_cast<size_t>(c)], c);
    }
  r = std::move(result);
  int& version = version_[static_cast<size_t>(row)];
  versions_.push_back({a, b, version, version_[static_cast<size_t>(pivotRow)]});
  version = static_cast<int>(versions_.size()) - 1;
}

// The shortest row that has the column determines it, one of whole numbers if there is any: so
// these stay what they are.
void Eliminator::pivot(int column) {
  std::vector<int> having;
  for (int row : rowsOf_[static_cast<size_t>(column)])
    if (active_[static_cast<size_t>(row)] &&
        at(rows_[static_cast<size_t>(row)], column).number != 0)
      having.push_back(row);
  rowsOf_[static_cast<size_t>(column)].clear();
  std::sort(having.begin(), having.end());
  having.erase(std::unique(having.begin(), having.end()), having.end());
  if (having.empty()) return;
  auto rank = [&](int row) {
    const MonomialRow& r = rows_[static_cast<size_t>(row)];
    return std::pair(!isWhole(r), r.size());
  };
  const int best = *std::min_element(having.begin(), having.end(),
                                     [&](int a, int b) { return rank(a) < rank(b); });
  for (int row : having)
    if (row != best) subtract(row, best, column);
  retire(best);
}

// The rows that a version is made of, with their factors; none if these are too large or sums.
MonomialRow Eliminator::rowsOf(int version) {
  std::map<int, Monomial, std::greater<>> open{{version, 1}};  // newest first
  bool possible = true;
  MonomialRow result;
  while (!open.empty() && possible) {
    const auto [v, factor] = *open.begin();
    open.erase(open.begin());
    if (factor.number == 0) continue;
    const Version& from = versions_[static_cast<size_t>(v)];
    if (from.left < 0) {
      result.emplace_back(v, factor);
      continue;
    }
    possible = add(open[from.left], product(factor, from.a)) &&
               add(open[from.right], product(factor, from.b));
  }
  if (!possible) return {};
  std::reverse(result.begin(), result.end());
  return result;
}

// Columns that rows have, against the number of rows (the condition of Hall's theorem).
bool Eliminator::isHidden(const MonomialRow& of) const {
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
  while (!queue_.empty() && work_ <= mostWork_ * entries) {
    const auto [count, column] = queue_.top();
    queue_.pop();
    if (count == count_[static_cast<size_t>(column)]) pivot(column);
  }
  std::vector<HiddenRow> result;
  if (!queue_.empty()) return result;
  for (size_t r = 0; r < rows_.size(); ++r) {
    const int row = static_cast<int>(r);
    if (!active_[r] || version_[r] == row) continue;
    MonomialRow of = rowsOf(version_[r]);
    if (!of.empty() && isHidden(of)) result.push_back({row, std::move(of), std::move(rows_[r])});
  }
  return result;
}

}  // namespace

bool isWhole(const MonomialRow& row) {
  return std::all_of(row.begin(), row.end(),
                     [](const auto& e) { return e.second.unit == 0 && isWhole(e.second.number); });
}

int Units::intern(Powers powers) {
  const auto [place, isNew] = numbers_.emplace(std::move(powers), static_cast<int>(powers_.size()));
  if (isNew) powers_.push_back(place->first);
  return place->second;
}

int Units::product(int a, int b, int exponent) {
  if (b == 0) return a;
  if (a == 0 && exponent == 1) return b;
  Powers sum = powers(a);
  for (const auto& [symbol, power] : powers(b)) {
    const auto place = std::lower_bound(sum.begin(), sum.end(), std::pair(symbol, INT_MIN));
    if (place == sum.end() || place->first != symbol)
      sum.emplace(place, symbol, exponent * power);
    else if ((place->second += exponent * power) == 0)
      sum.erase(place);
  }
  return intern(std::move(sum));
}

std::vector<HiddenRow> findHiddenRows(std::vector<MonomialRow> rows,
                                      const std::vector<char>& eliminated, Units& units,
                                      size_t mostWork) {
  return Eliminator(std::move(rows), eliminated, units, mostWork).run();
}

}  // namespace formola::graph

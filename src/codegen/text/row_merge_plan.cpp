#include "codegen/text/row_merge_plan.h"

#include <algorithm>
#include <set>
#include <utility>

namespace formola::text {

namespace {

// Rows that count as having the same entries: one of the matrix, or what a front has left.
struct Group {
  std::vector<int32_t> columns;
  int32_t rows = 1;
  int32_t origin = 0;  // the row, or the front
  bool isFront = false, active = true;
};

struct Front {
  std::vector<int32_t> columns;  // pivots first
  int32_t pivots = 0, rows = 0;
  std::vector<int32_t> own, children;
};

class Elimination {
 public:
  Elimination(int32_t n, const std::vector<int32_t>& colStart, const std::vector<int32_t>& rows)
      : n_(n), groups_(static_cast<size_t>(n)), columns_(static_cast<size_t>(n)) {
    mark_.assign(static_cast<size_t>(n), -1);
    degree_.assign(static_cast<size_t>(n), 0);
    for (int32_t j = 0; j < n; ++j)
      for (int32_t k = colStart[j]; k < colStart[j + 1]; ++k) {
        groups_[rows[k]].columns.push_back(j);
        columns_[j].push_back(rows[k]);
      }
    for (int32_t i = 0; i < n; ++i) groups_[i].origin = i;
    for (int32_t j = 0; j < n; ++j) {
      for (int32_t g : columns_[j])
        degree_[j] += static_cast<int32_t>(groups_[g].columns.size()) - 1;
      degree_[j] = std::min(degree_[j], n);
      queue_.emplace(degree_[j], j);
    }
  }

  // False: there are not enough rows.
  bool run() {
    while (!queue_.empty())
      if (!makeFront(queue_.begin()->second)) return false;
    return true;
  }
  std::vector<Front> fronts;

 private:
  const std::vector<int32_t>& activeGroups(int32_t column) {
    std::erase_if(columns_[column], [&](int32_t g) { return !groups_[g].active; });
    return columns_[column];
  }
  void takeOut(int32_t column) { queue_.erase({degree_[column], column}); }

  bool makeFront(int32_t pivot) {
    const auto number = static_cast<int32_t>(fronts.size());
    Front front;
    std::vector<int32_t> merged;  // columns
    for (int32_t g : activeGroups(pivot)) {
      Group& group = groups_[g];
      (group.isFront ? front.children : front.own).push_back(group.origin);
      front.rows += group.rows;
      for (int32_t j : group.columns) {
        if (mark_[j] == number) continue;
        mark_[j] = number;
        merged.push_back(j);
      }
    }
    for (int32_t g : columns_[pivot]) {
      groups_[g].active = false;
      groups_[g].columns = {};
    }
    std::sort(merged.begin(), merged.end());
    // Columns that only these rows have cost nothing more.
    std::vector<int32_t> left;
    front.columns.push_back(pivot);
    for (int32_t j : merged) {
      takeOut(j);
      if (j == pivot) continue;
      (activeGroups(j).empty() ? front.columns : left).push_back(j);
    }
    front.pivots = static_cast<int32_t>(front.columns.size());
    const int32_t remaining = front.rows - front.pivots;
    if (remaining < 0 || (remaining > 0 && left.empty())) return false;
    front.columns.insert(front.columns.end(), left.begin(), left.end());
    if (remaining > 0) {
      const auto group = static_cast<int32_t>(groups_.size());
      groups_.push_back({left, remaining, number, true, true});
      for (int32_t j : left) columns_[j].push_back(group);
    }
    update(left);
    fronts.push_back(std::move(front));
    return true;
  }

  // How many columns would be merged with each of these: at most those of its groups.
  void update(const std::vector<int32_t>& changed) {
    std::vector<int32_t> seen;
    outside_.resize(groups_.size(), -1);
    for (int32_t j : changed)
      for (int32_t g : columns_[j]) {
        if (outside_[g] < 0) {
          outside_[g] = static_cast<int32_t>(groups_[g].columns.size());
          seen.push_back(g);
        }
        --outside_[g];
      }
    for (int32_t j : changed) {
      int64_t degree = static_cast<int64_t>(changed.size()) - 1;
      for (int32_t g : columns_[j]) degree += outside_[g];
      degree_[j] = static_cast<int32_t>(std::min<int64_t>(degree, n_));
      queue_.emplace(degree_[j], j);
    }
    for (int32_t g : seen) outside_[g] = -1;
  }

  int32_t n_;
  std::vector<Group> groups_;
  std::vector<std::vector<int32_t>> columns_;  // groups by column, those that are no more, too
  std::vector<int32_t> degree_, mark_, outside_;
  std::set<std::pair<int32_t, int32_t>> queue_;
};

// Children before the fronts that need them, so that what they leave lies on a stack.
std::vector<int32_t> childrenFirst(const std::vector<Front>& fronts) {
  std::vector<char> isChild(fronts.size(), 0);
  for (const Front& f : fronts)
    for (int32_t c : f.children) isChild[c] = 1;
  std::vector<int32_t> order;
  std::vector<std::pair<int32_t, size_t>> path;  // a front and its next child
  for (size_t root = 0; root < fronts.size(); ++root) {
    if (isChild[root] != 0) continue;
    path.emplace_back(static_cast<int32_t>(root), 0);
    while (!path.empty()) {
      auto& [front, next] = path.back();
      if (next < fronts[front].children.size()) {
        const int32_t child = fronts[front].children[next++];
        path.emplace_back(child, 0);
        continue;
      }
      order.push_back(front);
      path.pop_back();
    }
  }
  return order;
}

class Tables {
 public:
  Tables(RowMergePlan& plan, const std::vector<Front>& fronts, const std::vector<int32_t>& order)
      : plan_(plan), fronts_(fronts) {
    newNumber_.resize(fronts.size());
    local_.resize(static_cast<size_t>(plan.n));
    for (size_t k = 0; k < order.size(); ++k) newNumber_[order[k]] = static_cast<int32_t>(k);
    byRows();
    for (int32_t f : order) add(fronts[f]);
    plan.numbers = plan.entries + 2 * int64_t{plan.n} + value_;
  }

 private:
  void byRows() {
    rowStart_.assign(static_cast<size_t>(plan_.n) + 1, 0);
    for (int32_t row : plan_.of) ++rowStart_[row + 1];
    for (int32_t i = 0; i < plan_.n; ++i) rowStart_[i + 1] += rowStart_[i];
    entries_.resize(plan_.of.size());
    std::vector<int32_t> next(rowStart_.begin(), rowStart_.end() - 1);
    for (int32_t j = 0; j < plan_.n; ++j)
      for (int32_t k = plan_.start[j]; k < plan_.start[j + 1]; ++k)
        entries_[next[plan_.of[k]]++] = {k, j};
  }

  void add(const Front& front) {
    RowMergePlan::Front out;
    out.rows = front.rows;
    out.columns = static_cast<int32_t>(front.columns.size());
    out.pivots = front.pivots;
    out.own = static_cast<int32_t>(front.own.size());
    out.children = static_cast<int32_t>(front.children.size());
    out.column = static_cast<int32_t>(plan_.column.size());
    out.row = plan_.rows;
    out.value = static_cast<int32_t>(value_);
    for (int32_t k = 0; k < out.columns; ++k) local_[front.columns[k]] = k;
    plan_.column.insert(plan_.column.end(), front.columns.begin(), front.columns.end());
    plan_.row.insert(plan_.row.end(), front.own.begin(), front.own.end());
    for (int32_t row : front.own) {
      plan_.entry.push_back(rowStart_[row + 1] - rowStart_[row]);
      for (int32_t k = rowStart_[row]; k < rowStart_[row + 1]; ++k)
        plan_.entry.insert(plan_.entry.end(), {entries_[k].first, local_[entries_[k].second]});
    }
    int64_t popped = 0;
    for (size_t c = front.children.size(); c-- > 0;) {
      const Front& child = fronts_[front.children[c]];
      plan_.place.push_back(newNumber_[front.children[c]]);
      for (size_t k = static_cast<size_t>(child.pivots); k < child.columns.size(); ++k)
        plan_.place.push_back(local_[child.columns[k]]);
      popped += left(child);
    }
    plan_.stack = std::max(plan_.stack, top_ + int64_t{out.rows} * out.columns);
    top_ += left(front) - popped;
    plan_.rows += front.rows;
    value_ +=
        int64_t{front.pivots} * out.columns + int64_t{front.rows - front.pivots} * front.pivots;
    for (int32_t k = 0; k < front.pivots; ++k)
      plan_.multiplications += int64_t{front.rows - k - 1} * (out.columns - k);
    plan_.fronts.push_back(out);
  }
  static int64_t left(const Front& front) {
    return (static_cast<int64_t>(front.columns.size()) - front.pivots) *
           (front.rows - front.pivots);
  }

  RowMergePlan& plan_;
  const std::vector<Front>& fronts_;
  std::vector<int32_t> newNumber_, local_, rowStart_;
  std::vector<std::pair<int32_t, int32_t>> entries_;  // by rows: place and column
  int64_t value_ = 0, top_ = 0;
};

}  // namespace

std::optional<RowMergePlan> planRowMerge(int32_t n, const std::vector<int32_t>& colStart,
                                         const std::vector<int32_t>& rows) {
  Elimination elimination(n, colStart, rows);
  if (!elimination.run()) return std::nullopt;
  RowMergePlan plan;
  plan.n = n;
  plan.entries = static_cast<int32_t>(rows.size());
  plan.start = colStart;
  plan.of = rows;
  Tables(plan, elimination.fronts, childrenFirst(elimination.fronts));
  return plan;
}

}  // namespace formola::text

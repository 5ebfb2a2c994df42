#include "runtime/front_tree.h"

#include <algorithm>

#include "support/lanes.h"

namespace formola::runtime {

namespace {

// Solutions with the same factors: a BDF keeps its step for about as many.
constexpr double kSolutions = 6;

// Instructions of a front, counted for registers of four numbers.
double workOf(int32_t size, int32_t width) {
  const auto s = static_cast<double>(wholeLanes(static_cast<size_t>(size)));
  const auto w = static_cast<double>(wholeLanes(static_cast<size_t>(width)));
  const double multiplications = s * (w * w + w * s + s * s / 3);
  // The front is cleared and its factors are copied; what is left is added to the parent.
  const double factor =
      0.75 * multiplications + 0.6 * (s + w) * (s + w) + 12 * s + 1.5 * width * width + 150;
  const double solve = 1.6 * s * (s / 2 + w) + 5 * w + 8 * s + 60;
  return factor + kSolutions * solve;
}

// Unknowns, by the order of pivots, and those with a later pivot in whose equations they are or the
// other way round.
struct Neighbours {
  std::vector<int32_t> start, later;
};

Neighbours laterNeighbours(const PivotOrder& order, const int32_t* colStart, const int32_t* rows) {
  const auto n = static_cast<size_t>(order.n);
  std::vector<int32_t> pivotOfRow(n), blockOf(n);
  for (int32_t k = 0; k < order.n; ++k) pivotOfRow[order.rowOf[k]] = k;
  for (size_t b = 0; b + 1 < order.blocks.size(); ++b)
    std::fill(blockOf.begin() + order.blocks[b], blockOf.begin() + order.blocks[b + 1],
              static_cast<int32_t>(b));
  Neighbours result;
  result.start.assign(n + 2, 0);
  auto forEach = [&](auto&& take) {
    for (int32_t k = 0; k < order.n; ++k) {
      const int32_t j = order.columnOf[k];
      for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
        const int32_t i = pivotOfRow[rows[p]];
        if (i != k && blockOf[i] == blockOf[k]) take(std::min(i, k), std::max(i, k));
      }
    }
  };
  forEach([&](int32_t k, int32_t) { ++result.start[k + 2]; });
  for (size_t k = 2; k < n + 2; ++k) result.start[k] += result.start[k - 1];
  result.later.resize(static_cast<size_t>(result.start[n + 1]));
  forEach([&](int32_t k, int32_t other) { result.later[result.start[k + 1]++] = other; });
  return result;
}

// Fronts are named by the last of their pivots while they grow.
class Builder {
 public:
  Builder(int32_t n, Neighbours neighbours) : n_(n), neighbours_(std::move(neighbours)) {
    const auto size = static_cast<size_t>(n);
    for (auto* links : {&parent_, &firstChild_, &nextSibling_, &nextMember_})
      links->assign(size, -1);
    lastMember_.resize(size);
    size_.assign(size, 1);
    start_.assign(size + 1, 0);
  }

  bool eliminate(int64_t mostEntries);
  FrontTree finish();

 private:
  int32_t width(int32_t k) const { return static_cast<int32_t>(start_[k + 1] - start_[k]); }
  void join(int32_t k);
  std::vector<int32_t> postorder() const;

  int32_t n_;
  Neighbours neighbours_;
  std::vector<int64_t> start_;  // of what follows each pivot
  std::vector<int32_t> follow_;
  std::vector<int32_t> parent_, firstChild_, nextSibling_, size_, nextMember_, lastMember_;
};

// What follows pivot k: its own neighbours, and those that its children leave.
bool Builder::eliminate(int64_t mostEntries) {
  std::vector<int32_t> seen(static_cast<size_t>(n_), -1);
  for (int32_t k = 0; k < n_; ++k) {
    seen[k] = k;
    lastMember_[k] = k;
    auto add = [&](int32_t other) {
      if (seen[other] == k) return;
      seen[other] = k;
      follow_.push_back(other);
    };
    for (int32_t p = neighbours_.start[k]; p < neighbours_.start[k + 1]; ++p)
      add(neighbours_.later[p]);
    for (int32_t c = firstChild_[k]; c >= 0; c = nextSibling_[c])
      for (int64_t p = start_[c]; p < start_[c + 1]; ++p) add(follow_[p]);
    start_[k + 1] = static_cast<int64_t>(follow_.size());
    if (start_[k + 1] > mostEntries) return false;
    if (width(k) > 0) {
      const int32_t parent = *std::min_element(follow_.begin() + start_[k], follow_.end());
      parent_[k] = parent;
      join(k);
      nextSibling_[k] = firstChild_[parent];
      firstChild_[parent] = k;
    } else {
      join(k);
    }
  }
  return true;
}

// Children of k join it, those that leave the most first: they bring the fewest zeros.
void Builder::join(int32_t k) {
  std::vector<int32_t> children;
  for (int32_t c = firstChild_[k]; c >= 0; c = nextSibling_[c]) children.push_back(c);
  std::stable_sort(children.begin(), children.end(),
                   [&](int32_t a, int32_t b) { return width(a) > width(b); });
  firstChild_[k] = -1;
  for (size_t at = 0; at < children.size(); ++at) {
    const int32_t c = children[at];
    const double apart = workOf(size_[c], width(c)) + workOf(size_[k], width(k));
    if (workOf(size_[c] + size_[k], width(k)) <= apart) {
      size_[k] += size_[c];
      nextMember_[lastMember_[k]] = c;  // a list of members begins with the front's name
      lastMember_[k] = lastMember_[c];
      for (int32_t g = firstChild_[c]; g >= 0;) {
        const int32_t next = nextSibling_[g];
        parent_[g] = k;
        nextSibling_[g] = firstChild_[k];
        firstChild_[k] = g;
        g = next;
      }
      size_[c] = 0;
    } else {
      parent_[c] = k;
      nextSibling_[c] = firstChild_[k];
      firstChild_[k] = c;
    }
  }
}

std::vector<int32_t> Builder::postorder() const {
  std::vector<int32_t> order, path, next(firstChild_);
  for (int32_t root = 0; root < n_; ++root) {
    if (size_[root] == 0 || parent_[root] >= 0) continue;
    path = {root};
    while (!path.empty()) {
      const int32_t k = path.back();
      const int32_t child = next[k];
      if (child < 0) {
        order.push_back(k);
        path.pop_back();
      } else {
        next[k] = nextSibling_[child];
        path.push_back(child);
      }
    }
  }
  return order;
}

FrontTree Builder::finish() {
  FrontTree tree;
  const std::vector<int32_t> order = postorder();
  std::vector<int32_t> frontOf(static_cast<size_t>(n_), -1), place(static_cast<size_t>(n_));
  tree.fronts.reserve(order.size());
  for (int32_t k : order) {
    Front front;
    front.first = static_cast<int32_t>(tree.pivotOf.size());
    front.size = size_[k];
    front.width = width(k);
    for (int32_t member = k; member >= 0; member = nextMember_[member])
      tree.pivotOf.push_back(member);
    std::sort(tree.pivotOf.begin() + front.first, tree.pivotOf.end());
    frontOf[k] = static_cast<int32_t>(tree.fronts.size());
    tree.fronts.push_back(front);
    tree.work += workOf(front.size, front.width);
  }
  for (int32_t k = 0; k < n_; ++k) place[tree.pivotOf[k]] = k;
  for (int32_t k : order) {
    Front& front = tree.fronts[frontOf[k]];
    if (parent_[k] >= 0) {
      front.parent = frontOf[parent_[k]];
      ++tree.fronts[front.parent].children;
    }
    front.others = static_cast<int64_t>(tree.others.size());
    for (int64_t p = start_[k]; p < start_[k + 1]; ++p) tree.others.push_back(place[follow_[p]]);
    std::sort(tree.others.begin() + front.others, tree.others.end());
  }
  return tree;
}

}  // namespace

FrontTree buildFrontTree(const PivotOrder& order, const int32_t* colStart, const int32_t* rows,
                         int64_t mostEntries) {
  Builder builder(order.n, laterNeighbours(order, colStart, rows));
  if (!builder.eliminate(mostEntries)) return {};
  return builder.finish();
}

}  // namespace formola::runtime

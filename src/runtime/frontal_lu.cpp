#include "runtime/frontal_lu.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/assert.h"
#include "support/lanes.h"

namespace formola::runtime {

namespace {

constexpr int32_t kPanel = static_cast<int32_t>(kLanes);  // pivots eliminated at once
constexpr int32_t kTile = kPanel * kPanel;
// Of each panel beside its tiles: of L the elements 10 20 30 21 31 32, of U 01 02 12 03 13 23, and
// two zeros.
constexpr int32_t kCorner = 8;

int32_t padded(int32_t n) {
  return static_cast<int32_t>(wholeLanes(static_cast<size_t>(n)));
}

// L is stored by rows of tiles: those to the left of the diagonal, then the corner on it, if there
// is one. A tile holds four columns. Where row r begins when there are `panels` columns of tiles:
FORMOLA_INTO_EACH_MACHINE int64_t lowerRow(int32_t panels, int32_t r) {
  const int64_t q = r < panels ? r : panels;
  return 8 * q * (q - 1) + kCorner * q + int64_t{kTile} * panels * (r - q);
}

// U is stored by panels of four rows: the corner, then columns of four elements each. Where panel p
// of a front with `tiles` rows of tiles begins:
FORMOLA_INTO_EACH_MACHINE int64_t upperPanel(int32_t tiles, int32_t p) {
  return int64_t{kCorner} * p + int64_t{kTile} * (int64_t{p} * (tiles - 1) - p * (p - 1) / 2);
}

// The columns of four rows; lanes cannot be returned.
#define FORMOLA_TRANSPOSE(a, b, c, d)                                 \
  const Lanes a##b = __builtin_shufflevector(a, b, 0, 4, 2, 6);       \
  const Lanes b##a = __builtin_shufflevector(a, b, 1, 5, 3, 7);       \
  const Lanes c##d = __builtin_shufflevector(c, d, 0, 4, 2, 6);       \
  const Lanes d##c = __builtin_shufflevector(c, d, 1, 5, 3, 7);       \
  const Lanes a##0 = __builtin_shufflevector(a##b, c##d, 0, 1, 4, 5); \
  const Lanes a##1 = __builtin_shufflevector(b##a, d##c, 0, 1, 4, 5); \
  const Lanes a##2 = __builtin_shufflevector(a##b, c##d, 2, 3, 6, 7); \
  const Lanes a##3 = __builtin_shufflevector(b##a, d##c, 2, 3, 6, 7)

// Rows a and b of a front minus what four rows of U contribute: l are their multipliers, in a tile.
FORMOLA_INTO_EACH_MACHINE void updateTwoRows(double* a, double* b, const double* l, const double* u,
                                             int32_t side, int32_t count) {
  const double a0 = l[0], a1 = l[4], a2 = l[8], a3 = l[12];
  const double b0 = l[1], b1 = l[5], b2 = l[9], b3 = l[13];
  for (int32_t c = 0; c < count; c += kPanel) {
    const Lanes u0 = FORMOLA_CONST_LANES(u + c), u1 = FORMOLA_CONST_LANES(u + side + c);
    const Lanes u2 = FORMOLA_CONST_LANES(u + 2 * side + c);
    const Lanes u3 = FORMOLA_CONST_LANES(u + 3 * side + c);
    FORMOLA_LANES(a + c) -= (u0 * a0 + u1 * a1) + (u2 * a2 + u3 * a3);
    FORMOLA_LANES(b + c) -= (u0 * b0 + u1 * b1) + (u2 * b2 + u3 * b3);
  }
}

// Eliminates the pivots of a front from its first `rows` rows (rounded up to an even number; behind
// them are zeros), writes L and D^-1 U, and returns the square of the largest multiplier.
FORMOLA_FOR_EACH_MACHINE double eliminate(double* f, int32_t side, int32_t panels, int32_t rows,
                                          double* lower, double* upper, double* inversePivots) {
  Lanes squares = {};  // the largest of each lane
  const int32_t tiles = side / kPanel;
  for (int32_t p = 0; p < panels; ++p) {
    double* r0 = f + int64_t{p} * kPanel * (side + 1);
    double *r1 = r0 + side, *r2 = r1 + side, *r3 = r2 + side;
    const double i0 = 1 / r0[0];
    const double l10 = r1[0] * i0, l20 = r2[0] * i0, l30 = r3[0] * i0;
    const double u01 = r0[1], u02 = r0[2], u03 = r0[3];
    const double i1 = 1 / (r1[1] - l10 * u01);
    const double u12 = r1[2] - l10 * u02, u13 = r1[3] - l10 * u03;
    const double l21 = (r2[1] - l20 * u01) * i1, l31 = (r3[1] - l30 * u01) * i1;
    const double i2 = 1 / (r2[2] - l20 * u02 - l21 * u12);
    const double u23 = r2[3] - l20 * u03 - l21 * u13;
    const double l32 = (r3[2] - l30 * u02 - l31 * u12) * i2;
    const double i3 = 1 / (r3[3] - l30 * u03 - l31 * u13 - l32 * u23);
    double* corner = lower + lowerRow(panels, p) + kTile * p;
    FORMOLA_LANES(corner) = Lanes{l10, l20, l30, l21};
    FORMOLA_LANES(corner + 4) = Lanes{l31, l32, 0, 0};
    FORMOLA_LANES(upper) = Lanes{u01 * i0, u02 * i0, u12 * i1, u03 * i0};
    FORMOLA_LANES(upper + 4) = Lanes{u13 * i1, u23 * i2, 0, 0};
    upper += kCorner;
    const Lanes inverse = {i0, i1, i2, i3};
    FORMOLA_LANES(inversePivots + p * kPanel) = inverse;
    const int32_t count = side - (p + 1) * kPanel;
    r0 += kPanel, r1 += kPanel, r2 += kPanel, r3 += kPanel;
    for (int32_t c = 0; c < count; c += kPanel, upper += kTile) {
      const Lanes u = FORMOLA_CONST_LANES(r0 + c);
      const Lanes v = FORMOLA_CONST_LANES(r1 + c) - u * l10;
      const Lanes w = FORMOLA_CONST_LANES(r2 + c) - u * l20 - v * l21;
      const Lanes x = FORMOLA_CONST_LANES(r3 + c) - u * l30 - v * l31 - w * l32;
      FORMOLA_LANES(r1 + c) = v;
      FORMOLA_LANES(r2 + c) = w;
      FORMOLA_LANES(r3 + c) = x;
      FORMOLA_TRANSPOSE(u, v, w, x);
      FORMOLA_LANES(upper) = u0 * inverse;
      FORMOLA_LANES(upper + 4) = u1 * inverse;
      FORMOLA_LANES(upper + 8) = u2 * inverse;
      FORMOLA_LANES(upper + 12) = u3 * inverse;
    }
    for (int32_t r = p + 1; r < tiles; ++r) {
      double* row = f + int64_t{r} * kPanel * side + p * kPanel;
      const Lanes a = FORMOLA_CONST_LANES(row), b = FORMOLA_CONST_LANES(row + side);
      const Lanes c = FORMOLA_CONST_LANES(row + 2 * side);
      const Lanes d = FORMOLA_CONST_LANES(row + 3 * side);
      FORMOLA_TRANSPOSE(a, b, c, d);
      const Lanes l0 = a0 * i0;
      const Lanes l1 = (a1 - l0 * u01) * i1;
      const Lanes l2 = (a2 - l0 * u02 - l1 * u12) * i2;
      const Lanes l3 = (a3 - l0 * u03 - l1 * u13 - l2 * u23) * i3;
      double* tile = lower + lowerRow(panels, r) + kTile * p;
      FORMOLA_LANES(tile) = l0;
      FORMOLA_LANES(tile + 4) = l1;
      FORMOLA_LANES(tile + 8) = l2;
      FORMOLA_LANES(tile + 12) = l3;
      const Lanes s0 = l0 * l0, s1 = l1 * l1, s2 = l2 * l2, s3 = l3 * l3;
      const Lanes s01 = s0 > s1 ? s0 : s1, s23 = s2 > s3 ? s2 : s3;
      const Lanes four = s01 > s23 ? s01 : s23;
      squares = four > squares ? four : squares;
      row += kPanel;
      const int32_t left = rows - r * kPanel;
      if (left > 0) updateTwoRows(row, row + side, tile, r0, side, count);
      if (left > 2) updateTwoRows(row + 2 * side, row + 3 * side, tile + 2, r0, side, count);
    }
    const double inner =
        std::max({l10 * l10, l20 * l20, l30 * l30, l21 * l21, l31 * l31, l32 * l32});
    squares[0] = std::max(squares[0], inner);
  }
  return std::max({squares[0], squares[1], squares[2], squares[3]});
}

#undef FORMOLA_TRANSPOSE

// What a child left, `width` rows of `tiles` fours, into the front of its parent. fours: the first
// of four places that follow each other, or -1.
FORMOLA_FOR_EACH_MACHINE void addUpdate(double* f, int32_t side, const double* update,
                                        int32_t width, int32_t tiles, const int32_t* places,
                                        const int32_t* fours) {
  for (int32_t i = 0; i < width; ++i) {
    double* row = f + int64_t{places[i]} * side;
    for (int32_t t = 0; t < tiles; ++t, update += kPanel) {
      if (fours[t] >= 0) {
        FORMOLA_LANES(row + fours[t]) += FORMOLA_CONST_LANES(update);
        continue;
      }
      const int32_t* place = places + t * kPanel;
      row[place[0]] += update[0];
      row[place[1]] += update[1];
      row[place[2]] += update[2];
      row[place[3]] += update[3];
    }
  }
}

// The lower right part of a front, from `begin` on, as such an update.
FORMOLA_FOR_EACH_MACHINE void copyUpdate(const double* f, int32_t side, int32_t begin,
                                         int32_t width, double* update) {
  for (int32_t i = begin; i < begin + width; ++i)
    for (int32_t k = begin; k < side; k += kPanel, update += kPanel)
      FORMOLA_LANES(update) = FORMOLA_CONST_LANES(f + int64_t{i} * side + k);
}

// w := D^-1 L^-1 w, front by front.
FORMOLA_FOR_EACH_MACHINE void substituteLower(const FrontalLu::Plan* plan,
                                              const FrontalLu::Plan* end, const int32_t* others,
                                              const double* factors, double* w) {
  for (; plan != end; ++plan) {
    double* x = w + plan->first;
    const double* lower = factors + plan->factors;
    for (int32_t r = 0; r < plan->panels; ++r, lower += kCorner) {
      Lanes sum = FORMOLA_CONST_LANES(x + r * kPanel);
      for (int32_t j = 0; j < r * kPanel; j += kPanel, lower += kTile)
        sum -= (FORMOLA_CONST_LANES(lower) * x[j] + FORMOLA_CONST_LANES(lower + 4) * x[j + 1]) +
               (FORMOLA_CONST_LANES(lower + 8) * x[j + 2] +
                FORMOLA_CONST_LANES(lower + 12) * x[j + 3]);
      const double x0 = sum[0], x1 = sum[1] - lower[0] * x0;
      const double x2 = sum[2] - lower[1] * x0 - lower[3] * x1;
      const double x3 = sum[3] - lower[2] * x0 - lower[4] * x1 - lower[5] * x2;
      x[r * kPanel] = x0;
      x[r * kPanel + 1] = x1;
      x[r * kPanel + 2] = x2;
      x[r * kPanel + 3] = x3;
    }
    const int32_t* other = others + plan->others;
    for (int32_t r = plan->panels; r < plan->tiles; ++r, other += kPanel) {
      Lanes sum = {};
      for (int32_t j = 0; j < plan->panels * kPanel; j += kPanel, lower += kTile)
        sum += (FORMOLA_CONST_LANES(lower) * x[j] + FORMOLA_CONST_LANES(lower + 4) * x[j + 1]) +
               (FORMOLA_CONST_LANES(lower + 8) * x[j + 2] +
                FORMOLA_CONST_LANES(lower + 12) * x[j + 3]);
      w[other[0]] -= sum[0];
      w[other[1]] -= sum[1];
      w[other[2]] -= sum[2];
      w[other[3]] -= sum[3];
    }
  }
}

// w := U^-1 D^-1 w, from the last front to the first.
FORMOLA_FOR_EACH_MACHINE void substituteUpper(const FrontalLu::Plan* begin,
                                              const FrontalLu::Plan* end, const int32_t* others,
                                              const double* inverse, const double* factors,
                                              double* w) {
  for (const FrontalLu::Plan* plan = end; plan != begin;) {
    --plan;
    double* x = w + plan->first;
    const int32_t* other = others + plan->others;
    const int32_t width = (plan->tiles - plan->panels) * kPanel;
    for (int32_t p = plan->panels - 1; p >= 0; --p) {
      const double* corner = factors + plan->factors + upperPanel(plan->tiles, p);
      const double* upper = corner + kCorner;
      const int32_t at = p * kPanel;
      Lanes sum = FORMOLA_CONST_LANES(x + at) * FORMOLA_CONST_LANES(inverse + plan->first + at);
      for (int32_t j = at + kPanel; j < plan->panels * kPanel; j += kPanel, upper += kTile)
        sum -= (FORMOLA_CONST_LANES(upper) * x[j] + FORMOLA_CONST_LANES(upper + 4) * x[j + 1]) +
               (FORMOLA_CONST_LANES(upper + 8) * x[j + 2] +
                FORMOLA_CONST_LANES(upper + 12) * x[j + 3]);
      for (int32_t k = 0; k < width; k += kPanel, upper += kTile)
        sum -= (FORMOLA_CONST_LANES(upper) * w[other[k]] +
                FORMOLA_CONST_LANES(upper + 4) * w[other[k + 1]]) +
               (FORMOLA_CONST_LANES(upper + 8) * w[other[k + 2]] +
                FORMOLA_CONST_LANES(upper + 12) * w[other[k + 3]]);
      const double x3 = sum[3], x2 = sum[2] - corner[5] * x3;
      const double x1 = sum[1] - corner[4] * x3 - corner[2] * x2;
      const double x0 = sum[0] - corner[3] * x3 - corner[1] * x2 - corner[0] * x1;
      x[at] = x0;
      x[at + 1] = x1;
      x[at + 2] = x2;
      x[at + 3] = x3;
    }
  }
}

}  // namespace

void FrontalLu::setUp(const PivotOrder& order, const FrontTree& tree, const int32_t* colStart,
                      const int32_t* rows) {
  n_ = order.n;
  const auto n = static_cast<size_t>(n_);
  plans_.clear();
  rowOf_.resize(n);
  columnOf_.resize(n);
  position_.resize(n);
  rowScale_.resize(n);
  columnScale_.resize(n);
  int32_t position = 0;
  for (const Front& front : tree.fronts) {
    Plan plan;
    plan.first = position;
    plan.size = front.size;
    plan.width = front.width;
    plan.panels = padded(front.size) / kPanel;
    plan.tiles = plan.panels + padded(front.width) / kPanel;
    plan.parent = front.parent;
    plan.children = front.children;
    plans_.push_back(plan);
    for (int32_t k = front.first; k < front.first + front.size; ++k) {
      const int32_t pivot = tree.pivotOf[k];
      rowOf_[k] = order.rowOf[pivot];
      columnOf_[k] = order.columnOf[pivot];
      position_[k] = position + k - front.first;
      rowScale_[k] = order.rowScale[pivot];
      columnScale_[k] = order.columnScale[columnOf_[k]];
    }
    position += padded(front.size);
  }
  odd_ = isOdd(rowOf_, columnOf_);
  // One place more, which stays zero: for the other unknowns that fronts do not have.
  work_.resize(static_cast<size_t>(position) + 1);
  inverse_.resize(static_cast<size_t>(position));
  others_.clear();
  int64_t factors = 0;
  for (size_t f = 0; f < plans_.size(); ++f) {
    Plan& plan = plans_[f];
    plan.others = static_cast<int64_t>(others_.size());
    plan.factors = factors;
    factors += lowerRow(plan.panels, plan.tiles);
    const int64_t begin = tree.fronts[f].others;
    for (int64_t p = begin; p < begin + plan.width; ++p)
      others_.push_back(position_[tree.others[p]]);
    while (static_cast<int32_t>(others_.size() - plan.others) < padded(plan.width))
      others_.push_back(position);
  }
  lower_.resize(static_cast<size_t>(factors));
  upper_.resize(static_cast<size_t>(factors));
  blocks_.clear();
  for (size_t f = 0, block = 0; f < plans_.size(); ++f)
    if (tree.fronts[f].first == order.blocks[block]) {
      blocks_.push_back(f);
      ++block;
    }
  FORMOLA_ASSERT(blocks_.size() + 1 == order.blocks.size());
  blocks_.push_back(plans_.size());
  placeEntries(order, colStart, rows);
  placeUpdates();
}

void FrontalLu::placeEntries(const PivotOrder& order, const int32_t* colStart,
                             const int32_t* rows) {
  const auto n = static_cast<size_t>(n_);
  std::vector<int32_t> pivotOfRow(n), blockOf(n), frontOf(n);
  for (int32_t k = 0; k < n_; ++k) pivotOfRow[rowOf_[k]] = k;
  for (size_t b = 0; b + 1 < order.blocks.size(); ++b)
    std::fill(blockOf.begin() + order.blocks[b], blockOf.begin() + order.blocks[b + 1],
              static_cast<int32_t>(b));
  int32_t pivot = 0;
  for (size_t f = 0; f < plans_.size(); pivot += plans_[f].size, ++f)
    std::fill_n(frontOf.begin() + pivot, plans_[f].size, static_cast<int32_t>(f));

  struct Found {
    int32_t row, column, source;
  };
  std::vector<Found> found(static_cast<size_t>(colStart[n_]));  // by fronts
  entryStart_.assign(plans_.size() + 1, 0);
  auto forEach = [&](auto&& take) {
    for (int32_t column = 0; column < n_; ++column)
      for (int32_t p = colStart[columnOf_[column]]; p < colStart[columnOf_[column] + 1]; ++p)
        take(pivotOfRow[rows[p]], column, p);
  };
  outer_.clear();
  forEach([&](int32_t row, int32_t column, int32_t source) {
    if (blockOf[row] == blockOf[column])
      ++entryStart_[frontOf[std::min(row, column)] + 1];
    else
      outer_.push_back(
          {source, position_[row], position_[column], rowScale_[row] * columnScale_[column], 0.0});
  });
  std::stable_sort(outer_.begin(), outer_.end(),
                   [](const Outer& a, const Outer& b) { return a.row < b.row; });
  for (size_t f = 0; f < plans_.size(); ++f) entryStart_[f + 1] += entryStart_[f];
  std::vector<int64_t> next(entryStart_);
  forEach([&](int32_t row, int32_t column, int32_t source) {
    if (blockOf[row] == blockOf[column])
      found[next[frontOf[std::min(row, column)]]++] = {row, column, source};
  });
  entries_.clear();
  entries_.reserve(found.size());
  std::vector<int32_t> inFront(static_cast<size_t>(position_.back()) + 1);
  for (size_t f = 0; f < plans_.size(); ++f) {
    const Plan& plan = plans_[f];
    for (int32_t k = 0; k < plan.size; ++k) inFront[plan.first + k] = k;
    for (int32_t k = 0; k < plan.width; ++k)
      inFront[others_[plan.others + k]] = plan.panels * kPanel + k;
    for (int64_t e = entryStart_[f]; e < entryStart_[f + 1]; ++e) {
      const Found& entry = found[e];
      entries_.push_back(
          {entry.source,
           inFront[position_[entry.row]] * plan.tiles * kPanel + inFront[position_[entry.column]],
           rowScale_[entry.row] * columnScale_[entry.column]});
    }
  }
}

// Where the other unknowns of a front are in that of its parent, and how much is on the stack at
// most.
void FrontalLu::placeUpdates() {
  placeInParent_.assign(others_.size(), 0);
  foursInParent_.assign(others_.size() / kPanel, -1);
  int64_t largest = 0, height = 0, highest = 0;
  std::vector<int64_t> stack;
  for (const Plan& plan : plans_) {
    const int64_t side = int64_t{kPanel} * plan.tiles;
    largest = std::max(largest, side * side);
    for (int32_t c = 0; c < plan.children; ++c) {
      height -= stack.back();
      stack.pop_back();
    }
    stack.push_back(plan.update());
    height += stack.back();
    highest = std::max(highest, height);
    if (plan.parent < 0) continue;
    const Plan& parent = plans_[plan.parent];
    int32_t at = 0;
    for (int32_t k = 0; k < plan.width; ++k) {
      const int32_t unknown = others_[plan.others + k];
      if (unknown < parent.first + parent.size) {
        placeInParent_[plan.others + k] = unknown - parent.first;
        continue;
      }
      while (others_[parent.others + at] != unknown) ++at;
      placeInParent_[plan.others + k] = parent.panels * kPanel + at;
    }
    // Behind the last one there are zeros, which may be added anywhere in the row.
    for (int32_t k = 0; k < plan.width; k += kPanel) {
      const int32_t* place = placeInParent_.data() + plan.others + k;
      const int32_t last = std::min(kPanel, plan.width - k) - 1;
      if (place[last] == place[0] + last && place[0] + kPanel <= parent.tiles * kPanel)
        foursInParent_[(plan.others + k) / kPanel] = place[0];
    }
  }
  front_.resize(static_cast<size_t>(largest));
  updates_.resize(static_cast<size_t>(highest));
  children_.clear();
  children_.reserve(plans_.size());
}

FrontalLu::Quality FrontalLu::factor(const double* values) {
  double* f = front_.data();
  double* top = updates_.data();
  double smallest = HUGE_VAL, largest = 0;  // of inverse pivots
  double notFinite = 0, square = 0;
  children_.clear();
  for (size_t index = 0; index < plans_.size(); ++index) {
    const Plan& plan = plans_[index];
    const int32_t pivots = plan.panels * kPanel, side = plan.tiles * kPanel;
    std::fill_n(f, int64_t{side} * side, 0.0);
    for (int32_t k = plan.size; k < pivots; ++k) f[int64_t{k} * side + k] = 1;
    for (int64_t e = entryStart_[index]; e < entryStart_[index + 1]; ++e) {
      const double value = values[entries_[e].source] * entries_[e].scale;
      notFinite += value - value;
      f[entries_[e].place] = value;
    }
    for (int32_t c = 0; c < plan.children; ++c) {
      const Plan& child = plans_[children_.back()];
      children_.pop_back();
      top -= child.update();
      addUpdate(f, side, top, child.width, child.tiles - child.panels,
                placeInParent_.data() + child.others,
                foursInParent_.data() + child.others / kPanel);
    }
    children_.push_back(static_cast<int32_t>(index));
    double* inverse = inverse_.data() + plan.first;
    square = std::max(
        square, eliminate(f, side, plan.panels, pivots + plan.width, lower_.data() + plan.factors,
                          upper_.data() + plan.factors, inverse));
    for (int32_t k = 0; k < plan.size; ++k) {
      smallest = std::min(smallest, std::abs(inverse[k]));
      largest = std::max(largest, std::abs(inverse[k]));
      notFinite += inverse[k] - inverse[k];
    }
    copyUpdate(f, side, pivots, plan.width, top);
    top += plan.update();
  }
  for (Outer& outer : outer_) {
    outer.value = values[outer.source] * outer.scale;
    notFinite += outer.value - outer.value;
  }
  return {notFinite == 0 ? smallest / largest : 0, std::sqrt(square)};
}

int FrontalLu::orientation() const {
  const double* inverse = inverse_.data();
  bool negative = odd_;
  for (const int32_t position : position_) negative = negative != (inverse[position] < 0);
  return negative ? -1 : 1;
}

void FrontalLu::solve(double* b) {
  double* w = work_.data();
  for (int32_t k = 0; k < n_; ++k) w[position_[k]] = b[rowOf_[k]] * rowScale_[k];
  auto outer = outer_.end();
  for (size_t block = blocks_.size() - 1; block > 0; --block) {
    const Plan *begin = plans_.data() + blocks_[block - 1], *end = plans_.data() + blocks_[block];
    for (; outer != outer_.begin() && outer[-1].row >= begin->first; --outer)
      w[outer[-1].row] -= outer[-1].value * w[outer[-1].column];
    substituteLower(begin, end, others_.data(), lower_.data(), w);
    substituteUpper(begin, end, others_.data(), inverse_.data(), upper_.data(), w);
  }
  for (int32_t k = 0; k < n_; ++k) b[columnOf_[k]] = w[position_[k]] * columnScale_[k];
}

}  // namespace formola::runtime

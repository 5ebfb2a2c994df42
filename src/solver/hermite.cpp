#include "solver/hermite.h"

#include <algorithm>
#include <utility>

#include "runtime/vectors.h"

namespace formola::solver {

void HermiteHistory::add(double t, const std::vector<double>& x, const std::vector<double>& f) {
  for (int i = kMost; i > 0; --i) std::swap(points_[i], points_[i - 1]);
  points_[0].t = t;
  points_[0].x = x;
  points_[0].f = f;
  count_ = std::min(count_ + 1, kMost + 1);
}

void HermiteHistory::undo() {
  for (int i = 0; i < kMost; ++i) std::swap(points_[i], points_[i + 1]);
  --count_;
}

// Newton's form with every node twice, for data of which one value or slope is 1 and the rest 0: by
// how much each of them counts at t. Then the vectors are added up with these weights.
void HermiteHistory::evaluate(double t, int points, double* x, double* f) const {
  const int count = std::min(points, this->points());
  const int m = 2 * count;
  const auto n = static_cast<size_t>(n_);
  double node[2 * kMost], c[2 * kMost];
  for (int k = 0; k < m; ++k) node[k] = points_[k / 2].t;
  if (x != nullptr) std::fill(x, x + n, 0.0);
  if (f != nullptr) std::fill(f, f + n, 0.0);
  for (int one = 0; one < m; ++one) {
    const int point = one / 2;
    const bool isSlope = one % 2 == 1;
    for (int k = 0; k < m; ++k) c[k] = !isSlope && k / 2 == point ? 1 : 0;
    for (int level = 1; level < m; ++level)
      for (int k = m - 1; k >= level; --k)
        c[k] = k / 2 == (k - level) / 2 ? (isSlope && k / 2 == point ? 1 : 0)
                                        : (c[k] - c[k - 1]) / (node[k] - node[k - level]);
    double value = c[m - 1], slope = 0;
    for (int k = m - 2; k >= 0; --k) {
      slope = slope * (t - node[k]) + value;
      value = value * (t - node[k]) + c[k];
    }
    const double* data = (isSlope ? points_[point].f : points_[point].x).data();
    if (x != nullptr) runtime::addScaled(x, value, data, n);
    if (f != nullptr) runtime::addScaled(f, slope, data, n);
  }
}

}  // namespace formola::solver

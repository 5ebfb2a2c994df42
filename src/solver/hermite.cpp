#include "solver/hermite.h"

#include <algorithm>
#include <utility>

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

// Newton's form with every node twice.
void HermiteHistory::evaluate(double t, int points, double* x, double* f) const {
  const int count = std::min(points, this->points());
  const int m = 2 * count;
  double node[2 * kMost], c[2 * kMost];
  for (int k = 0; k < m; ++k) node[k] = points_[k / 2].t;
  for (int32_t i = 0; i < n_; ++i) {
    for (int k = 0; k < m; ++k) c[k] = points_[k / 2].x[static_cast<size_t>(i)];
    for (int level = 1; level < m; ++level)
      for (int k = m - 1; k >= level; --k)
        c[k] = node[k] == node[k - level] ? points_[k / 2].f[static_cast<size_t>(i)]
                                          : (c[k] - c[k - 1]) / (node[k] - node[k - level]);
    double value = c[m - 1], slope = 0;
    for (int k = m - 2; k >= 0; --k) {
      slope = slope * (t - node[k]) + value;
      value = value * (t - node[k]) + c[k];
    }
    if (x != nullptr) x[i] = value;
    if (f != nullptr) f[i] = slope;
  }
}

}  // namespace formola::solver

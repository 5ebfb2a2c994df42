#include "solver/hermite.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/vectors.h"

namespace formola::solver {

namespace {
#include "runtime/kernels/close_points.h"
#include "runtime/kernels/near.h"
// Needs near.h.
#include "runtime/kernels/extrapolate.h"
}  // namespace

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

HermiteHistory::Lagrange HermiteHistory::lagrange(double t, int k, int count) const {
  Lagrange result;
  for (int j = 0; j < count; ++j) {
    if (j == k) continue;
    const double inverse = 1 / (points_[k].t - points_[j].t), factor = (t - points_[j].t) * inverse;
    result.slope = result.slope * factor + result.value * inverse;
    result.value *= factor;
    result.slopeAtPoint += inverse;
  }
  return result;
}

// With the polynomials L_k of Lagrange x of point k counts by
// (1 - 2 L_k'(t_k) (t - t_k)) L_k(t)^2 and its slope by (t - t_k) L_k(t)^2.
void HermiteHistory::evaluate(double t, int points, double* x, double* f) const {
  const int count = std::min(points, this->points());
  const auto n = static_cast<size_t>(n_);
  if (x != nullptr) std::fill(x, x + n, 0.0);
  if (f != nullptr) std::fill(f, f + n, 0.0);
  for (int k = 0; k < count; ++k) {
    const Point& point = points_[k];
    const Lagrange l = lagrange(t, k, count);
    const double s = t - point.t, square = l.value * l.value, slopeOfSquare = 2 * l.value * l.slope;
    const double line = 1 - 2 * l.slopeAtPoint * s;
    if (x != nullptr) {
      runtime::addScaled(x, line * square, point.x.data(), n);
      runtime::addScaled(x, s * square, point.f.data(), n);
    }
    if (f != nullptr) {
      runtime::addScaled(f, line * slopeOfSquare - 2 * l.slopeAtPoint * square, point.x.data(), n);
      runtime::addScaled(f, s * slopeOfSquare + square, point.f.data(), n);
    }
  }
}

void HermiteHistory::between(double t, int points, double* x) const {
  const double times[] = {points_[0].t, points_[1].t, points_[2].t};
  evaluate(t, pointsApart(t, std::min(points, this->points()), times), x, nullptr);
}

void HermiteHistory::evaluateValues(double t, int points, double* x, double* f) const {
  const int count = std::min(points, count_);
  const auto n = static_cast<size_t>(n_);
  if (x != nullptr) std::fill(x, x + n, 0.0);
  if (f != nullptr) std::fill(f, f + n, 0.0);
  for (int k = 0; k < count; ++k) {
    const Lagrange l = lagrange(t, k, count);
    if (x != nullptr) runtime::addScaled(x, l.value, points_[k].x.data(), n);
    if (f != nullptr) runtime::addScaled(f, l.slope, points_[k].x.data(), n);
  }
}

void HermiteHistory::extrapolateSteady(double t, const double* nominal, double* x,
                                       double* f) const {
  const auto& [t0, x0, f0] = points_[0];
  const auto& [t1, x1, f1] = points_[1];
  stepExtrapolate(n_, count_, t, t0, t1, points_[2].t, x0.data(), x1.data(), points_[2].x.data(),
                  f0.data(), f1.data(), nominal, x, f);
}

}  // namespace formola::solver

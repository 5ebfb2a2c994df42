#include "analysis/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace formola::analysis {

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

Eigen::Map<const Vector> mapped(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

class Search {
 public:
  explicit Search(const LeastSquaresProblem& problem) : problem_(problem) {}
  LeastSquaresSolution run();

 private:
  bool iterate();
  std::vector<size_t> freeUnknowns(const Vector& gradient);
  Vector step(const std::vector<size_t>& open, double damping) const;
  std::vector<double> moved(const Vector& by) const;
  Rows jacobian() const;

  const LeastSquaresProblem& problem_;
  LeastSquaresSolution now_;
  Vector scale_;  // the largest norms of the columns so far
  double damping_ = -1, growth_ = 2;
};

Rows Search::jacobian() const {
  return Eigen::Map<const Rows>(now_.jacobian.data(),
                                static_cast<Eigen::Index>(now_.residuals.size()),
                                static_cast<Eigen::Index>(problem_.unknowns));
}

// Those that no bound holds: at a bound only where the sum of squares falls to the inside.
std::vector<size_t> Search::freeUnknowns(const Vector& gradient) {
  std::vector<size_t> open;
  now_.bound.assign(problem_.unknowns, 0);
  for (size_t k = 0; k < problem_.unknowns; ++k) {
    const double slope = gradient[static_cast<Eigen::Index>(k)];
    const bool held = (now_.p[k] <= problem_.lower[k] && slope >= 0) ||
                      (now_.p[k] >= problem_.upper[k] && slope <= 0);
    now_.bound[k] = held ? 1 : 0;
    if (!held) open.push_back(k);
  }
  return open;
}

// min |J d + r|^2 + damping |D d|^2 over the free unknowns, by orthogonal factors. What would leave
// its bounds goes to the bound, and the others are found again.
Vector Search::step(const std::vector<size_t>& open, double damping) const {
  const Rows all = jacobian();
  Vector by = Vector::Zero(all.cols());
  std::vector<size_t> moving = open;
  while (!moving.empty()) {
    const Eigen::Index m = all.rows(), n = static_cast<Eigen::Index>(moving.size());
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(m + n, n);
    Vector right = Vector::Zero(m + n), held = by;
    for (const size_t k : moving) held[static_cast<Eigen::Index>(k)] = 0;
    right.head(m) = -mapped(now_.residuals) - all * held;
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto column = static_cast<Eigen::Index>(moving[static_cast<size_t>(k)]);
      system.col(k).head(m) = all.col(column);
      system(m + k, k) = std::sqrt(damping) * scale_[column];
    }
    const Vector found = system.colPivHouseholderQr().solve(right);
    std::vector<size_t> inside;
    for (Eigen::Index k = 0; k < n; ++k) {
      const size_t i = moving[static_cast<size_t>(k)];
      const double to = now_.p[i] + found[k];
      by[static_cast<Eigen::Index>(i)] =
          std::clamp(to, problem_.lower[i], problem_.upper[i]) - now_.p[i];
      if (to >= problem_.lower[i] && to <= problem_.upper[i]) inside.push_back(i);
    }
    if (inside.size() == moving.size()) break;
    moving = std::move(inside);
  }
  return by;
}

std::vector<double> Search::moved(const Vector& by) const {
  std::vector<double> p = now_.p;
  for (size_t i = 0; i < p.size(); ++i)
    p[i] =
        std::clamp(p[i] + by[static_cast<Eigen::Index>(i)], problem_.lower[i], problem_.upper[i]);
  return p;
}

// One accepted step. False: there is none, the search has ended.
bool Search::iterate() {
  const Rows j = jacobian();
  const Vector r = mapped(now_.residuals);
  const Vector gradient = j.transpose() * r;
  const double cost = r.squaredNorm();
  for (Eigen::Index k = 0; k < j.cols(); ++k) {
    const double least = 1e-12 * std::sqrt(cost) / problem_.sizes[static_cast<size_t>(k)];
    scale_[k] = std::max({scale_[k], j.col(k).norm(), least, 1e-300});
  }
  const std::vector<size_t> open = freeUnknowns(gradient);
  now_.converged = open.empty() || cost <= problem_.negligible;
  if (now_.converged) return false;
  if (damping_ < 0) damping_ = 1e-3;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const std::vector<double> p = moved(step(open, damping_));
    const Vector by = mapped(p) - mapped(now_.p);
    double largest = 0;
    for (size_t k = 0; k < p.size(); ++k)
      largest = std::max(
          largest, std::abs(p[k] - now_.p[k]) / std::max(std::abs(now_.p[k]), problem_.sizes[k]));
    const double predicted = cost - (r + j * by).squaredNorm();
    // Nothing to be won that the residuals would show.
    const double nothing = problem_.exactness * cost * 1e-2 + 1e-3 * problem_.negligible;
    if (largest < 1e-12 || std::abs(predicted) <= nothing) {
      now_.converged = true;
      return false;
    }
    std::vector<double> residuals, derivatives;
    const bool there = problem_.evaluate(p, residuals, nullptr);
    const double reached = there ? mapped(residuals).squaredNorm() : cost;
    const double ratio = predicted > 0 && there ? (cost - reached) / predicted : -1;
    if (std::isfinite(reached) && ratio > 1e-4 && problem_.evaluate(p, residuals, &derivatives)) {
      now_.p = p;
      now_.residuals = std::move(residuals);
      now_.jacobian = std::move(derivatives);
      damping_ *= std::max(1.0 / 3, 1 - std::pow(2 * ratio - 1, 3));
      growth_ = 2;
      return true;
    }
    if (problem_.goOn && !problem_.goOn()) {
      now_.stopped = true;
      return false;
    }
    damping_ *= growth_;
    growth_ = std::min(growth_ * 2, 64.0);
  }
  // No descent however short the step: as good as the residuals can tell.
  now_.converged = (gradient.cwiseAbs().array() / scale_.array()).maxCoeff() <=
                   std::sqrt(problem_.exactness) * std::sqrt(cost);
  return false;
}

LeastSquaresSolution Search::run() {
  now_.p = problem_.start;
  for (size_t k = 0; k < problem_.unknowns; ++k)
    now_.p[k] = std::clamp(now_.p[k], problem_.lower[k], problem_.upper[k]);
  scale_ = Vector::Zero(static_cast<Eigen::Index>(problem_.unknowns));
  now_.bound.assign(problem_.unknowns, 0);
  now_.evaluated = problem_.evaluate(now_.p, now_.residuals, &now_.jacobian);
  if (!now_.evaluated) return now_;
  while (now_.iterations < problem_.iterations) {
    if (problem_.goOn && !problem_.goOn()) {
      now_.stopped = true;
      break;
    }
    if (!iterate()) break;
    ++now_.iterations;
  }
  return now_;
}

}  // namespace

LeastSquaresSolution leastSquares(const LeastSquaresProblem& problem) {
  return Search(problem).run();
}

}  // namespace formola::analysis

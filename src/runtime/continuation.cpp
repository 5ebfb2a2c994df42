#include "runtime/continuation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace formola::runtime {

namespace {

constexpr int kSteps = 400;      // one way
constexpr int kCorrections = 5;  // of one step
constexpr double kFirstStep = 0.02;
constexpr double kSmallestStep = 1e-9;
constexpr double kClose = 1e-4;     // to the curve, relative to the step
constexpr double kSharpTurn = 0.8;  // cosine of the angle between tangents that is too much
constexpr double kFarAway = 1e9;

// z: the unknowns in units of their scale, then lambda.
class Curve {
 public:
  explicit Curve(const CurveProblem& problem)
      : problem_(problem),
        n_(static_cast<Eigen::Index>(problem.start.size())),
        z_(Eigen::VectorXd::Zero(n_ + 1)),
        u_(problem.start.size()),
        r_(problem.start.size()),
        columns_(problem.start.size() * problem.start.size()) {}

  bool follow() {
    if (!problem_.residual(problem_.start, r_)) return false;
    first_ = r_;
    const Eigen::VectorXd start = Eigen::VectorXd::Zero(n_ + 1);
    for (const double way : {1.0, -1.0}) {
      z_ = start;
      if (!linearize(z_)) return false;
      tangent_ = nullVector();
      if (tangent_[n_] * way < 0) tangent_ = -tangent_;
      if (followOneWay()) return true;
    }
    return false;
  }

 private:
  std::vector<double>& unknownsAt(const Eigen::VectorXd& z) {
    for (Eigen::Index i = 0; i < n_; ++i) {
      const auto at = static_cast<size_t>(i);
      u_[at] = problem_.start[at] + problem_.scale[at] * z[i];
    }
    return u_;
  }

  // H = F(u) - (1 - lambda) F(start) and its derivatives at z, rows of size one.
  bool linearize(const Eigen::VectorXd& z) {
    if (!problem_.residual(unknownsAt(z), r_) || !problem_.jacobian(columns_)) return false;
    Eigen::MatrixXd a(n_, n_ + 1);
    value_.resize(n_);
    for (Eigen::Index i = 0; i < n_; ++i) {
      const auto at = static_cast<size_t>(i);
      for (Eigen::Index j = 0; j < n_; ++j)
        a(i, j) =
            columns_[static_cast<size_t>(j * n_ + i)] * problem_.scale[static_cast<size_t>(j)];
      a(i, n_) = first_[at];
      value_[i] = r_[at] - (1 - z[n_]) * first_[at];
      const double size = a.row(i).cwiseAbs().maxCoeff();
      if (!std::isfinite(size)) return false;
      if (size > 0) {
        a.row(i) /= size;
        value_[i] /= size;
      }
    }
    factors_.compute(a.transpose());
    return true;
  }

  // A z = 0: the last column of Q in Aᵀ = Q R.
  Eigen::VectorXd nullVector() const {
    return factors_.householderQ() * Eigen::VectorXd::Unit(n_ + 1, n_);
  }

  // The shortest z with A z = -H: -Q R⁻ᵀ H.
  bool correction(Eigen::VectorXd& z) const {
    z = Eigen::VectorXd::Zero(n_ + 1);
    z.head(n_) =
        factors_.matrixQR().topRows(n_).triangularView<Eigen::Upper>().transpose().solve(-value_);
    z = factors_.householderQ() * z;
    return z.allFinite();
  }

  // From z back to the curve; then the tangent there. False: too far, or too sharp a turn.
  bool correct(Eigen::VectorXd& z, double step, Eigen::VectorXd& tangent, int& corrections) {
    Eigen::VectorXd dz;
    double last = step;
    for (corrections = 0; corrections < kCorrections; ++corrections) {
      if (!linearize(z) || !correction(dz)) return false;
      const double size = dz.norm();
      if (size > 0.5 * last) return false;
      z += dz;
      last = size;
      if (size > kClose * step) continue;
      if (!linearize(z)) return false;
      tangent = nullVector();
      const double cosine = tangent.dot(tangent_);
      if (cosine < 0) tangent = -tangent;
      return std::abs(cosine) > kSharpTurn;
    }
    return false;
  }

  bool followOneWay() {
    double step = kFirstStep;
    Eigen::VectorXd next, tangent;
    for (int k = 0; k < kSteps && step > kSmallestStep && z_.norm() < kFarAway; ++k) {
      next = z_ + step * tangent_;
      int corrections = 0;
      if (!correct(next, step, tangent, corrections)) {
        step /= 4;
        continue;
      }
      const double before = z_[n_] - 1, after = next[n_] - 1;
      if ((before < 0) != (after < 0)) {
        const double part = before / (before - after);
        const Eigen::VectorXd between = z_ + part * (next - z_);
        if (problem_.finish(unknownsAt(between))) return true;
      }
      z_ = next;
      tangent_ = tangent;
      if (corrections < 2) step *= 2;
    }
    return false;
  }

  const CurveProblem& problem_;
  Eigen::Index n_;
  Eigen::VectorXd z_, tangent_, value_;
  Eigen::HouseholderQR<Eigen::MatrixXd> factors_;
  std::vector<double> u_, r_, first_, columns_;
};

}  // namespace

bool followCurve(const CurveProblem& problem) {
  return Curve(problem).follow();
}

}  // namespace formola::runtime

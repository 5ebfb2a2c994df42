#include "analysis/linear_system.h"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "analysis/balance_units.h"
#include "graph/strong_components.h"

namespace formola::analysis {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Matrix> view(const std::vector<double>& values, size_t rows, size_t columns) {
  return {values.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)};
}

void order(std::vector<Complex>& values) {
  std::sort(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  });
}

// A, one column of B and one row of C, the states in balanced units.
struct Channel {
  Eigen::MatrixXd a;
  Eigen::VectorXd b, c;
  double d = 0;
};

Channel channel(const LinearSystem& s, size_t input, size_t output) {
  const auto in = static_cast<Eigen::Index>(input), out = static_cast<Eigen::Index>(output);
  Eigen::MatrixXd a = view(s.a, s.n(), s.n());
  Eigen::MatrixXd b = view(s.b, s.n(), s.m()).col(in);
  Eigen::MatrixXd c = view(s.c, s.p(), s.n()).row(out);
  balanceUnits(a, b, c);
  return {std::move(a), b.col(0), c.row(0).transpose(), s.d[output * s.m() + input]};
}

// States that depend on each other, each group after those that it depends on: the eigenvalues of A
// are those of the groups by themselves.
graph::Groups groupsOf(const Eigen::MatrixXd& a) {
  graph::Digraph needs;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (j != i && a(i, j) != 0) needs.target.push_back(static_cast<int>(j));
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  return graph::strongComponents(needs);
}

void addEigenvalues(Eigen::MatrixXd a, std::vector<Complex>& to) {
  Eigen::MatrixXd none(a.rows(), 0), nothing(0, a.rows());
  balanceUnits(a, none, nothing);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a, false);
  const auto& found = solver.eigenvalues();
  to.insert(to.end(), found.data(), found.data() + found.size());
}

std::vector<Complex> eigenvalues(const Eigen::MatrixXd& a) {
  std::vector<Complex> result;
  const graph::Groups groups = groupsOf(a);
  for (int g = 0; g < groups.size(); ++g) {
    const std::vector<int> members(groups[g].begin(), groups[g].end());
    addEigenvalues(a(members, members), result);
  }
  order(result);
  return result;
}

// An orthogonal change of the states after which b is a multiple of the first unit vector.
void reflect(Eigen::MatrixXd& a, Eigen::VectorXd& b, Eigen::VectorXd& c) {
  const double size = b.norm();
  Eigen::VectorXd v = b;
  v[0] += b[0] < 0 ? -size : size;
  const double square = v.squaredNorm();
  if (square == 0) return;
  auto left = [&](auto&& m) { m -= (2 / square) * v * (v.transpose() * m); };
  left(a);
  a -= (2 / square) * (a * v).eval() * v.transpose();
  left(b);
  c -= (2 / square) * v * v.dot(c);
}

// The states that `begin` leads to, in the direction of the columns of `next`.
std::vector<char> reachable(const Eigen::VectorXd& begin, const Eigen::MatrixXd& next) {
  std::vector<char> found(static_cast<size_t>(begin.size()), 0);
  std::vector<Eigen::Index> open;
  auto add = [&](Eigen::Index i) {
    if (std::exchange(found[static_cast<size_t>(i)], 1) == 0) open.push_back(i);
  };
  for (Eigen::Index i = 0; i < begin.size(); ++i)
    if (begin[i] != 0) add(i);
  while (!open.empty()) {
    const Eigen::Index from = open.back();
    open.pop_back();
    for (Eigen::Index i = 0; i < begin.size(); ++i)
      if (next(i, from) != 0) add(i);
  }
  return found;
}

// Without states that lie on no way from the input to the output, as the angle of a shaft of which
// the speed is looked at: their poles are none of the channel.
void restrictToWay(Channel& ch) {
  const std::vector<char> driven = reachable(ch.b, ch.a), seen = reachable(ch.c, ch.a.transpose());
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < ch.a.rows(); ++i)
    if (driven[static_cast<size_t>(i)] != 0 && seen[static_cast<size_t>(i)] != 0) kept.push_back(i);
  ch.a = ch.a(kept, kept).eval();
  ch.b = ch.b(kept).eval();
  ch.c = ch.c(kept).eval();
}

}  // namespace

std::vector<Complex> poles(const LinearSystem& system) {
  return eigenvalues(view(system.a, system.n(), system.n()));
}

// A channel without direct transmission is reduced: with b = beta e1 the zeros are those of the
// system whose states are the others and whose input is the first state, until there is a direct
// transmission d; then they are the eigenvalues of A - b c / d.
std::vector<Complex> zeros(const LinearSystem& system, size_t input, size_t output) {
  Channel ch = channel(system, input, output);
  Eigen::MatrixXd& a = ch.a;
  const double eps = std::numeric_limits<double>::epsilon();
  while (a.rows() > 0) {
    const double scale = ch.b.norm() * ch.c.norm();
    const double small = 100 * eps * static_cast<double>(a.rows());
    if (std::abs(ch.d) > small * scale && ch.d != 0) break;
    if (scale == 0) return {};  // nothing is transmitted
    reflect(a, ch.b, ch.c);
    // y = c1 x1 + c2 x2; dx2/dt = A21 x1 + A22 x2: x1 is the input of what is left.
    const Eigen::Index n = a.rows() - 1;
    Eigen::VectorXd b = a.col(0).tail(n), c = ch.c.tail(n);
    const double cut = small * ch.c.norm(), cutB = small * a.norm();
    ch.d = std::abs(ch.c[0]) > cut ? ch.c[0] : 0;
    for (double& x : b) x = std::abs(x) > cutB ? x : 0;
    for (double& x : c) x = std::abs(x) > cut ? x : 0;
    a = a.bottomRightCorner(n, n).eval();
    ch.b = b;
    ch.c = c;
  }
  if (a.rows() == 0 || ch.d == 0) return {};
  return eigenvalues(a - ch.b * ch.c.transpose() / ch.d);
}

// By the Hessenberg form of A, which makes each system cheap.
std::vector<Complex> response(const LinearSystem& system, size_t input, size_t output,
                              const std::vector<double>& w) {
  Channel ch = channel(system, input, output);
  restrictToWay(ch);
  std::vector<Complex> result;
  result.reserve(w.size());
  const Eigen::Index n = ch.a.rows();
  if (n == 0) return std::vector<Complex>(w.size(), ch.d);
  const Eigen::HessenbergDecomposition<Eigen::MatrixXd> form(ch.a);
  const Eigen::MatrixXd q = form.matrixQ();
  const Eigen::MatrixXcd h = form.matrixH().cast<Complex>();
  const Eigen::VectorXcd b = (q.transpose() * ch.b).cast<Complex>();
  const Eigen::VectorXcd c = (q.transpose() * ch.c).cast<Complex>();
  for (const double frequency : w) {
    Eigen::MatrixXcd m = -h;
    m.diagonal().array() +=
        system.step > 0 ? std::exp(Complex(0, frequency * system.step)) : Complex(0, frequency);
    Eigen::VectorXcd x = b;
    // Elimination below the diagonal, rows exchanged where the lower pivot is larger.
    for (Eigen::Index k = 0; k + 1 < n; ++k) {
      if (std::abs(m(k + 1, k)) > std::abs(m(k, k))) {
        m.row(k).swap(m.row(k + 1));
        std::swap(x[k], x[k + 1]);
      }
      if (m(k, k) == 0.0) continue;
      const Complex factor = m(k + 1, k) / m(k, k);
      m.row(k + 1).tail(n - k) -= factor * m.row(k).tail(n - k);
      x[k + 1] -= factor * x[k];
    }
    if ((m.diagonal().array() == 0.0).any()) {  // at a pole
      result.emplace_back(std::numeric_limits<double>::infinity(), 0.0);
      continue;
    }
    m.triangularView<Eigen::Upper>().solveInPlace(x);
    result.push_back((c.transpose() * x)(0) + ch.d);
  }
  return result;
}

std::vector<double> frequencies(const LinearSystem& system, size_t input, size_t output) {
  std::vector<Complex> corners = poles(system);
  const std::vector<Complex> others = zeros(system, input, output);
  const size_t count = corners.size();
  corners.insert(corners.end(), others.begin(), others.end());
  // exp(s step) of what the corners of a continuous system are.
  if (system.step > 0)
    for (Complex& corner : corners)
      corner = corner != 0.0 ? std::log(corner) / system.step : Complex(0, 0);
  double most = 0;
  for (const Complex& corner : corners)
    if (std::isfinite(std::abs(corner))) most = std::max(most, std::abs(corner));
  double low = std::numeric_limits<double>::infinity();
  // What is zero but for rounding is an integrator.
  for (const Complex& corner : corners)
    if (std::abs(corner) > 1e-9 * most) low = std::min(low, std::abs(corner));
  if (!(most > 0)) low = most = 1;
  low = std::max(low / 100, most * 1e-12);
  double high = most * 100;
  if (system.step > 0) high = std::max(std::numbers::pi / system.step, low);
  constexpr int kPoints = 500, kAround = 40;
  std::vector<double> w;
  for (int i = 0; i < kPoints; ++i) w.push_back(low * std::pow(high / low, i / (kPoints - 1.0)));
  for (size_t k = 0; k < count; ++k) {
    const double size = std::abs(corners[k]), middle = corners[k].imag();
    if (!(middle > 0) || std::abs(corners[k].real()) > 0.2 * size) continue;
    const double width = std::max(std::abs(corners[k].real()), 1e-6 * size);
    for (int i = -kAround; i <= kAround; ++i)
      w.push_back(middle + width * std::sinh(5.0 * i / kAround) / std::sinh(5.0) * 10);
  }
  std::erase_if(w, [&](double each) { return !(each >= low && each <= high); });
  std::sort(w.begin(), w.end());
  w.erase(std::unique(w.begin(), w.end()), w.end());
  return w;
}

}  // namespace formola::analysis

#include "analysis/reduction.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "analysis/balance_units.h"

namespace formola::analysis {

namespace {

using Matrix = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct System {
  Matrix a, b, c;
};

System matricesOf(const LinearSystem& s) {
  const auto n = static_cast<Eigen::Index>(s.n()), m = static_cast<Eigen::Index>(s.m()),
             p = static_cast<Eigen::Index>(s.p());
  return {Eigen::Map<const Rows>(s.a.data(), n, n), Eigen::Map<const Rows>(s.b.data(), n, m),
          Eigen::Map<const Rows>(s.c.data(), p, n)};
}

// An orthonormal basis of what B, A B, A^2 B, ... span.
Matrix reached(const Matrix& a, const Matrix& b) {
  const Eigen::Index n = a.rows();
  const double size = std::max({a.norm(), b.norm(), 1e-300});
  Matrix basis(n, 0), next = b;
  while (basis.cols() < n && next.cols() > 0) {
    for (int twice = 0; twice < 2; ++twice) next -= basis * (basis.transpose() * next);
    const Eigen::JacobiSVD<Matrix> svd(next, Eigen::ComputeThinU);
    Eigen::Index rank = 0;
    while (rank < svd.singularValues().size() && svd.singularValues()[rank] > 1e-10 * size) ++rank;
    rank = std::min(rank, n - basis.cols());
    if (rank == 0) break;
    const Matrix fresh = svd.matrixU().leftCols(rank);
    Matrix grown(n, basis.cols() + rank);
    grown << basis, fresh;
    basis = std::move(grown);
    next = a * fresh;
  }
  return basis;
}

System restricted(const System& s, const Matrix& basis) {
  return {basis.transpose() * s.a * basis, basis.transpose() * s.b, s.c * basis};
}

// The part that inputs reach and outputs see.
System minimalPart(System s) {
  s = restricted(s, reached(s.a, s.b));
  return restricted(s, reached(s.a.transpose(), s.c.transpose()));
}

// A P + P A' + B B' = 0 for stable A, by its complex Schur form.
Matrix gramian(const Matrix& a, const Matrix& b) {
  using Complex = Eigen::MatrixXcd;
  const Eigen::ComplexSchur<Matrix> schur(a);
  const Complex& t = schur.matrixT();
  const Complex& u = schur.matrixU();
  const Complex right = u.adjoint() * (b * b.transpose()).cast<std::complex<double>>() * u;
  const Eigen::Index n = a.rows();
  Complex y = Complex::Zero(n, n);
  for (Eigen::Index k = n; k-- > 0;) {
    Eigen::VectorXcd f = -right.col(k);
    for (Eigen::Index j = k + 1; j < n; ++j) f -= std::conj(t(k, j)) * y.col(j);
    Complex system = t;
    system.diagonal().array() += std::conj(t(k, k));
    y.col(k) = system.triangularView<Eigen::Upper>().solve(f);
  }
  const Matrix p = (u * y * u.adjoint()).real();
  return (p + p.transpose()) / 2;
}

// L with P = L L' for P that is positive but for rounding.
Matrix squareRoot(const Matrix& p) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(p);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

void put(const Matrix& from, std::vector<double>& to) {
  to.resize(static_cast<size_t>(from.size()));
  Eigen::Map<Rows>(to.data(), from.rows(), from.cols()) = from;
}

}  // namespace

SystemOrders ordersOf(const LinearSystem& system) {
  System s = matricesOf(system);
  balanceUnits(s.a, s.b, s.c);
  SystemOrders orders;
  orders.controllable = static_cast<size_t>(reached(s.a, s.b).cols());
  orders.observable = static_cast<size_t>(reached(s.a.transpose(), s.c.transpose()).cols());
  orders.minimal = static_cast<size_t>(minimalPart(s).a.rows());
  return orders;
}

Reduction reduce(const LinearSystem& system, size_t order) {
  Reduction result;
  if (system.step > 0) {
    result.problem = "systems in which time goes in steps are not reduced";
    return result;
  }
  System s = matricesOf(system);
  balanceUnits(s.a, s.b, s.c);
  s = minimalPart(std::move(s));
  const Eigen::Index n = s.a.rows();
  result.system = system;
  result.system.states.clear();
  Eigen::Index kept = 0;
  if (n > 0) {
    const double fastest = s.a.eigenvalues().cwiseAbs().maxCoeff();
    const double slowest = s.a.eigenvalues().real().maxCoeff();
    if (!(slowest < -1e-12 * fastest)) {
      result.problem = fmt::format(
          "the part that inputs reach and outputs see is not stable, it has a pole with the real "
          "part {:.6g}: balanced truncation needs a stable system",
          slowest);
      return result;
    }
    const Matrix p = squareRoot(gramian(s.a, s.b));
    const Matrix q = squareRoot(gramian(s.a.transpose(), s.c.transpose()));
    const Eigen::JacobiSVD<Matrix> svd(q.transpose() * p,
                                       Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::VectorXd& sigma = svd.singularValues();
    result.hankel.assign(sigma.data(), sigma.data() + sigma.size());
    kept = order == 0 ? (sigma.array() > 1e-6 * sigma[0]).count()
                      : static_cast<Eigen::Index>(std::min(static_cast<size_t>(n), order));
    // What contributes nothing cannot be divided by.
    while (kept > 0 && !(sigma[kept - 1] > 1e-14 * sigma[0])) --kept;
    const Eigen::VectorXd scale = sigma.head(kept).cwiseSqrt().cwiseInverse();
    const Matrix into = p * svd.matrixV().leftCols(kept) * scale.asDiagonal();
    const Matrix from =
        scale.asDiagonal() * svd.matrixU().leftCols(kept).transpose() * q.transpose();
    s = {from * s.a * into, from * s.b, s.c * into};
    for (Eigen::Index i = kept; i < sigma.size(); ++i) result.errorBound += 2 * sigma[i];
  }
  put(s.a, result.system.a);
  put(s.b, result.system.b);
  put(s.c, result.system.c);
  for (Eigen::Index i = 0; i < kept; ++i)
    result.system.states.push_back(fmt::format("balanced[{}]", i + 1));
  return result;
}

}  // namespace formola::analysis

#include "analysis/balance_units.h"

#include <cmath>

namespace formola::analysis {

void balanceUnits(Eigen::MatrixXd& a, Eigen::MatrixXd& b, Eigen::MatrixXd& c) {
  constexpr int kMostRounds = 100;
  const Eigen::Index n = a.rows();
  const Eigen::VectorXd diagonal = a.diagonal();
  a.diagonal().setZero();  // no unit changes it
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double column = a.col(i).lpNorm<1>() + c.col(i).lpNorm<1>();
      const double row = a.row(i).lpNorm<1>() + b.row(i).lpNorm<1>();
      if (!(column > 0) || !(row > 0) || !std::isfinite(column) || !std::isfinite(row)) continue;
      const double f = std::exp2(std::round((std::log2(row) - std::log2(column)) / 2));
      // Where it hardly helps it may go on for ever.
      if (f == 1 || column * f + row / f > 0.95 * (column + row)) continue;
      changed = true;
      a.col(i) *= f;
      c.col(i) *= f;
      a.row(i) /= f;
      b.row(i) /= f;
    }
  }
  a.diagonal() = diagonal;
}

}  // namespace formola::analysis

// LU factorisation with partial pivoting for the small dense systems of torn blocks.
#pragma once

#include <vector>

namespace formola::runtime {

// Purpose: factor and solve A x = b, A dense n x n; nothing is allocated after resize.
// Rows and columns are equilibrated first (columns, then rows, to a largest entry of 1), so that
// neither the choice of pivots nor the test for singularity depends on the units of equations and
// unknowns. Reference: Golub, Van Loan: Matrix Computations, 4th ed., 3.4 (partial pivoting), 3.5.2
// (scaling).
class DenseLu {
 public:
  void resize(int n);
  int size() const { return n_; }

  // Column-major n x n; false when A is singular to working precision (then solve must not be
  // called).
  bool factor(const double* matrix);
  // b := A^-1 b
  void solve(double* b) const;

 private:
  int n_ = 0;
  std::vector<double> lu_;
  std::vector<double> rowScale_, columnScale_;
  std::vector<int> pivot_;  // row exchanged with row k at step k
};

}  // namespace formola::runtime

// LU factorisation with partial pivoting for the small dense systems of torn blocks.
#pragma once

#include <cstddef>
#include <vector>

namespace formola::runtime {

// Purpose: factor and solve A x = b, A dense n x n; nothing is allocated after resize.
// Rows and columns are equilibrated first (columns, then rows, to a largest entry of 1), so that
// neither the choice of pivots nor the test for singularity depends on the units of equations and
// unknowns. A small matrix that is solved with again and again is inverted: a product does not wait
// for its own results as the substitutions do. Where the inverse is large, so that the product
// would lose digits, it is not used. Reference: Golub, Van Loan: Matrix Computations, 4th ed., 3.4
// (partial pivoting), 3.5.2 (scaling); Higham: Accuracy and Stability of Numerical Algorithms, 2nd
// ed., 14.1 (errors of a product with the inverse).
class DenseLu {
 public:
  void resize(int n);
  int size() const { return n_; }

  // Column-major n x n; false when A is singular to working precision (then solve must not be
  // called).
  bool factor(const double* matrix);
  // b := A^-1 b
  void solve(double* b);

 private:
  bool equilibrate(const double* matrix);
  bool eliminate();
  // x := U^-1 L^-1 y, y in the order of pivots; y is used up.
  void substitute(double* y, double* x) const;
  void invert();
  void multiplyByInverse(double* b);

  // All vectors and columns are as long as whole lanes; what is behind n is zero.
  int n_ = 0;
  size_t stride_ = 0;
  std::vector<double> lu_;     // while it is made; then U, above the diagonal
  std::vector<double> lower_;  // L below the diagonal
  std::vector<double> rowScale_, columnScale_;
  std::vector<double> pivotInverse_;
  std::vector<double> work_;
  std::vector<int> rowOf_;                 // the row of A that is row k of the factors
  std::vector<double> inverse_, columns_;  // the second while it is made
  int uses_ = 0;                           // of these factors
  bool inverted_ = false;
};

}  // namespace formola::runtime

// LU factorisation with partial pivoting for the small dense systems of torn blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::runtime {

// Purpose: factor and solve A x = b, A dense n x n; nothing is allocated after resize.
// Rows and columns are equilibrated first (columns, then rows, to a largest entry of 1), so that
// neither the choice of pivots nor the test for singularity depends on the units of equations and
// unknowns. A small matrix is inverted, since a product does not wait for its own results as the
// substitutions do: the smallest at once, with the scales and pivots of the matrix before as long
// as they serve, others when they are solved with again and again. Where the inverse is large, so
// that the product would lose digits, small blocks on the diagonals of the factors are inverted.
// Reference: Golub, Van Loan: Matrix Computations, 4th ed., 3.4 (partial pivoting), 3.5.2
// (scaling); Higham: Accuracy and Stability of Numerical Algorithms, 2nd ed., 14.1 (errors of a
// product with the inverse), 14.4 (Gauss-Jordan elimination).
class DenseLu {
 public:
  void resize(int n);
  int size() const { return n_; }

  // Column-major n x n, or the values on a pattern; false when A is singular to working precision
  // (then solve must not be called).
  bool factor(const double* matrix);
  bool factor(const double* values, const FmlPattern& pattern);
  // The sign of the determinant of the last matrix, which was regular.
  int orientation() const;
  // x := A^-1 b. Requires: x holds wholeLanes(n) numbers and is not b.
  void solve(const double* b, double* x);

 private:
  double* part(size_t index) { return storage_.data() + index * stride_ * stride_; }
  // All vectors and columns are as long as whole lanes; what is behind n is zero.
  double* lu() { return part(0); }     // while it is made; then U, above the diagonal
  double* lower() { return part(1); }  // L below the diagonal
  double* inverse() { return part(2); }
  double* columns() { return part(3); }  // of the inverse, while it is made
  double* vector(size_t index) { return vectors_.data() + index * stride_; }
  double* rowScale() { return vector(0); }
  double* columnScale() { return vector(1); }
  double* pivotInverse() { return vector(2); }
  double* work() { return vector(3); }

  bool factorOne(double a);
  bool factorLoaded();
  bool equilibrate();
  bool scaleAsBefore();
  bool exchange();
  bool eliminate();
  // x := U^-1 L^-1 y, y in the order of pivots; y is used up.
  void substitute(double* y, double* x);
  void invert();

  int n_ = 0;
  int uses_ = 0;  // of these factors
  size_t stride_ = 0;
  bool inverted_ = false;
  bool exchanged_ = false;  // its inverse was made by exchange(), whose pivots are in work()
  bool odd_ = false;        // rowOf_ is an odd permutation
  bool scaled_ = false;    // rowScale and columnScale are those of the last matrix or of one before
  double reciprocal_ = 0;  // of the only entry
  std::vector<double> storage_, vectors_;
  std::vector<int> rowOf_;  // the row of A that is row k of the factors
};

}  // namespace formola::runtime

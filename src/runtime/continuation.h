// Follows a curve to the solution of a nonlinear system where Newton's method finds none.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace formola::runtime {

// F(u) = 0 with n unknowns. The functions return false where F or its derivatives are not defined.
struct CurveProblem {
  std::vector<double> start;
  std::vector<double> scale;  // what counts as a change of an unknown
  std::function<bool(const std::vector<double>& u, std::vector<double>& r)> residual;
  // At the point of the last residual; column by column.
  std::function<bool(std::vector<double>& columns)> jacobian;
  // Where the curve meets F = 0: the last iterations from u; false: go on along the curve.
  std::function<bool(const std::vector<double>& u)> finish;
};

// Purpose: follow the curve F(u) = (1 - lambda) F(start) from lambda = 0 to lambda = 1 by its arc
// length, so that lambda may go back at a fold: where Newton's method with damping is stuck at a
// minimum of |F|, the curve only turns round. Both ways from the start are tried.
// Ensures: true when `finish` said so.
// Complexity: some hundred factorisations of a dense matrix of size n + 1.
// Reference: E. Allgower, K. Georg, Introduction to Numerical Continuation Methods (SIAM 2003),
// chapters 3, 6 and 11 (Newton homotopy, Gauss-Newton corrector, adaptive steps).
bool followCurve(const CurveProblem& problem);

}  // namespace formola::runtime

// Sums of squares made small within bounds, by the method of Levenberg and Marquardt.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace formola::analysis {

struct LeastSquaresProblem {
  size_t unknowns = 0;
  std::vector<double> start, lower, upper;  // bounds may be infinite
  std::vector<double> sizes;                // what counts as large for each unknown, positive
  // The residuals at p and, where `jacobian` is not null, their derivatives row by row. False: they
  // cannot be evaluated there.
  std::function<bool(const std::vector<double>& p, std::vector<double>& residuals,
                     std::vector<double>* jacobian)>
      evaluate;
  std::function<bool()> goOn;  // asked before each iteration; may be empty
  int iterations = 100;        // at most
  double exactness = 1e-8;     // of the residuals, relative: smaller changes mean nothing
  double negligible = 0;       // a sum of squares of this size is as good as zero
};

struct LeastSquaresSolution {
  std::vector<double> p, residuals, jacobian;
  std::vector<char> bound;  // 1: held by a bound
  int iterations = 0;
  bool evaluated = false;  // false: already the start cannot be evaluated
  bool converged = false;
  bool stopped = false;  // by goOn
};

// Purpose:    p between the bounds for which the sum of squares is smallest, near the start.
// Method:     damped Gauss-Newton steps, the damping by the ratio of the actual to the predicted
//             decrease, unknowns in units of the columns of the Jacobian; an unknown that would
//             leave its bounds is held there. Where residuals cannot be evaluated the step is made
//             shorter.
// Reference:  Levenberg (1944); Marquardt (1963); More: The Levenberg-Marquardt algorithm (1978);
//             Nielsen: Damping parameter in Marquardt's method (1999).
LeastSquaresSolution leastSquares(const LeastSquaresProblem& problem);

}  // namespace formola::analysis

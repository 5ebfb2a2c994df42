// A root of one equation in one unknown where Newton's method finds none.
#pragma once

#include <functional>

namespace formola::runtime {

struct BracketProblem {
  double start = 0;
  double scale = 1;  // what counts as a change of the unknown
  double reach = 1;  // how far from the start, in units of scale
  double low = 0, high = 0;
  // False where the equation is not defined.
  std::function<bool(double u, double& r)> residual;
};

// Purpose: the root nearest to the start by a change of sign. Points are tried above and below it
//   at doubling distances; the first interval whose ends differ in sign is narrowed down. A slope
//   of zero at the start or an extremum on the way, at which Newton's method is stuck, does not
//   matter.
// Ensures: true and the root in u; a jump over zero, as at a pole, is no root.
// Complexity: some ten evaluations for the search, some ten for the root.
// Reference: the Illinois method, M. Dowell, P. Jarratt, A modified regula falsi method for
// computing the root of an equation, BIT 11 (1971); every third step halves the interval.
bool findByBracket(const BracketProblem& problem, double& u);

}  // namespace formola::runtime

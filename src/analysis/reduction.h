// What of a linear system inputs reach and outputs see, and smaller systems that behave nearly
// alike.
#pragma once

#include <string>
#include <vector>

#include "analysis/linear_system.h"

namespace formola::analysis {

// How many states inputs reach, outputs see, and both.
struct SystemOrders {
  size_t controllable = 0, observable = 0, minimal = 0;
};

// Method:     an orthonormal basis of the subspace that the inputs reach, B, A B, A^2 B, ... grown
//             until nothing is new but rounding (states in units that balance A); dually for
//             outputs.
// Reference:  Paige: Properties of numerical algorithms related to computing controllability
// (1981).
SystemOrders ordersOf(const LinearSystem& system);

struct Reduction {
  LinearSystem system;
  // Hankel singular values of the part that is reached and seen, descending: what each of its
  // balanced states contributes.
  std::vector<double> hankel;
  // The largest error of any frequency response is below twice the sum of those left out.
  double errorBound = 0;
  std::string problem;  // "": nothing
};

// Purpose:    balanced truncation to `order` states; 0: those that contribute more than a millionth
//             of the first one.
// Ensures:    `problem` says why not: the part that is reached and seen is not stable.
// Reference:  Moore (1981); Tombs, Postlethwaite (1987), square roots of the Gramians; Bartels,
//             Stewart (1972).
Reduction reduce(const LinearSystem& system, size_t order);

}  // namespace formola::analysis

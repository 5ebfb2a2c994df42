// Small linear systems with symbolic coefficients in closed form.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "expr/build.h"

namespace formola {

struct CramerEntry {
  int row = 0;
  int column = 0;
  ExprId value;
};

// unknown = numerator/denominator
struct CramerQuotient {
  ExprId numerator;
  ExprId denominator;  // the literal 1 if there is none
};

// Whether a factor is written before the others.
using CramerOrder = std::function<bool(ExprId)>;

inline constexpr int kLargestCramer = 9;

// Purpose:    the solution of A u = b by Cramer's rule, each determinant multiplied out to a sum of
//             products of the coefficients' factors and factors common to numerator and denominator
//             cancelled: what one would write down by hand for a circuit of a few elements.
// Requires:   at most kLargestCramer unknowns.
// Ensures:    nothing if the determinant is identically zero or the sums get too long. The sign of
//             a denominator is such that its first term is positive.
// Complexity: exponential in the number of unknowns; for display and small blocks only.
// Reference:  Cellier and Elmqvist, IEEE Control Systems 13(2), 1993: the solved systems of the
//             voltage divider and the parallel capacitors.
std::optional<std::vector<CramerQuotient>> solveByCramer(ExprPool& pool, int n,
                                                         const std::vector<CramerEntry>& matrix,
                                                         const std::vector<ExprId>& rhs,
                                                         const CramerOrder& isConstant = {});

}  // namespace formola

// Sums of products: expansion with cancellation.
#pragma once

#include <optional>
#include <vector>

#include "expr/build.h"

namespace formola {

// coefficient * product of the factors; factors are sorted and may repeat.
struct Monomial {
  double coefficient = 0;
  std::vector<ExprId> factors;
};

// Purpose:    writes an expression as a sum of products of parts that are no sums or products
//             themselves, equal products collected: (a + b)*(b + c) - b*b becomes a*b + a*c + b*c,
//             whose sign follows from those of a, b and c.
//             a/b is the product of a and 1/b. f*sin(a)^2 + f*cos(a)^2 becomes f.
// Requires:   a scalar Real expression.
// Ensures:    at most maxTerms terms on the way, else nothing. Terms in order of first occurrence.
// Complexity: O(nodes + maxTerms^2) for each product.
std::optional<std::vector<Monomial>> expand(ExprBuilder& build, ExprId root, size_t maxTerms);

// The sum of the terms.
ExprId sumOf(ExprBuilder& build, const std::vector<Monomial>& terms);

}  // namespace formola

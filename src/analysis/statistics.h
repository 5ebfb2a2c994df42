// Quantiles: of Student's distribution, and of samples.
#pragma once

#include <vector>

namespace formola::analysis {

// Purpose: the t that a variable with Student's distribution exceeds with probability 1 - p.
// Requires: 0 < p < 1, degrees > 0.
double studentQuantile(double p, double degrees);

// The value below which the part p of the samples lies, linear between neighbours; NaN where there
// are none.
// Requires: samples in ascending order, 0 <= p <= 1.
double quantileOf(const std::vector<double>& samples, double p);

}  // namespace formola::analysis

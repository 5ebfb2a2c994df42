#include "analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace formola::analysis {

namespace {

// The continued fraction of the incomplete beta function by Lentz's method (Abramowitz, Stegun:
// Handbook of Mathematical Functions, 26.5.8).
double betaFraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  auto away = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m <= 1000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    value *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return value;
}

// The regularised incomplete beta function.
double incompleteBeta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a
                                   : 1 - front * betaFraction(b, a, 1 - x) / b;
}

// The probability of values above t >= 0.
double studentTail(double t, double degrees) {
  return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
}

}  // namespace

double studentQuantile(double p, double degrees) {
  if (p == 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  double low = 0, high = 1;
  while (studentTail(high, degrees) > 1 - p && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (studentTail(middle, degrees) > 1 - p ? low : high) = middle;
  }
  return high;
}

double quantileOf(const std::vector<double>& samples, double p) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = p * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, samples.size() - 1);
  return samples[below] + (place - static_cast<double>(below)) * (samples[above] - samples[below]);
}

}  // namespace formola::analysis

#include "solver/explicit_part.h"

#include <algorithm>

namespace formola::solver {

namespace {
// How far the stability domain of Adams-Bashforth of order 1 to 6 reaches on the negative real
// axis.
constexpr double kReach[] = {2, 1, 6.0 / 11, 0.3, 90.0 / 551, 5.0 / 57};
// Of the last (about) 20 steps so many looked unstable.
constexpr double kMemory = 0.95, kEnough = 5;
}  // namespace

const std::array<double, ExplicitPart::kHighest + 1>& ExplicitPart::weights(int order,
                                                                            const double* alpha) {
  std::array<double, kHighest + 2> c{};
  for (int q = 1; q <= order; ++q) c[static_cast<size_t>(q)] = 1.0 / q;
  for (int i = 1; i <= order; ++i) {
    g_[static_cast<size_t>(i)] = c[1];
    for (int q = 1; q <= order - i; ++q) {
      const auto at = static_cast<size_t>(q);
      c[at] = i == 1 ? 1.0 / (q * (q + 1)) : c[at] - alpha[i] * c[at + 1];
    }
  }
  return g_;
}

double ExplicitPart::correctorWeight(int k) {
  constexpr double kWeight[] = {1.0 / 2,     5.0 / 12,   3.0 / 8,
                                251.0 / 720, 95.0 / 288, 19087.0 / 60480};
  return kWeight[std::clamp(k, 1, kHighest) - 1];
}

bool ExplicitPart::limited(double h, int k, double x, double slope, double lower, bool dominates) {
  const double reach = kReach[std::min(k, kHighest) - 1];
  const bool unstable = dominates && x > 0.8 * lower && h * slope > 0.5 * reach * x;
  evidence_ = kMemory * evidence_ + (unstable ? 1 : 0);
  return evidence_ > kEnough;
}

}  // namespace formola::solver

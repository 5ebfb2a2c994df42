#include "solver/hermite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace formola::solver {
namespace {

// The interpolation through k points is exact for polynomials below the degree 2 k.
TEST(HermiteHistory, IsExactForPolynomialsWithValuesAndSlopes) {
  const auto value = [](double t, int degree) { return std::pow(t - 0.3, degree); };
  const auto slope = [](double t, int degree) {
    return degree == 0 ? 0 : degree * std::pow(t - 0.3, degree - 1);
  };
  constexpr int kDegrees = 6;
  HermiteHistory history(kDegrees);
  for (const double t : {-2.0, -1.0, -0.2, 0.1, 0.7}) {  // the first is forgotten
    std::vector<double> x(kDegrees), f(kDegrees);
    for (int degree = 0; degree < kDegrees; ++degree) {
      x[degree] = value(t, degree);
      f[degree] = slope(t, degree);
    }
    history.add(t, x, f);
  }
  for (const int points : {2, 3})
    for (const double t : {-0.2, 0.1, 0.35, 0.7, 0.9}) {
      std::vector<double> x(kDegrees), f(kDegrees);
      history.evaluate(t, points, x.data(), f.data());
      for (int degree = 0; degree < 2 * points; ++degree) {
        EXPECT_NEAR(x[degree], value(t, degree), 1e-13) << points << " " << t << " " << degree;
        EXPECT_NEAR(f[degree], slope(t, degree), 1e-12) << points << " " << t << " " << degree;
      }
      // Through the values alone; four points are kept.
      for (const int values : {points, points + 1}) {
        history.evaluateValues(t, values, x.data(), f.data());
        for (int degree = 0; degree < values; ++degree) {
          EXPECT_NEAR(x[degree], value(t, degree), 1e-13) << values << " " << t << " " << degree;
          EXPECT_NEAR(f[degree], slope(t, degree), 1e-12) << values << " " << t << " " << degree;
        }
      }
    }
}

// Behind a step that an event has cut short: the third point would multiply rounding errors by
// 1e12.
TEST(HermiteHistory, LeavesOutAPointThatIsTooClose) {
  HermiteHistory history(1);
  const auto add = [&](double t) { history.add(t, {1 + t / 3}, {1.0 / 3}); };
  for (const double t : {0.4999997, 0.5, 0.51}) add(t);
  double x = 0, worst = 0;
  for (int k = 0; k <= 10; ++k) {
    const double t = 0.5 + 0.001 * k;
    history.evaluate(t, 3, &x, nullptr);
    worst = std::max(worst, std::abs(x - (1 + t / 3)));
    history.between(t, 3, &x);
    EXPECT_NEAR(x, 1 + t / 3, 1e-15) << t;
  }
  EXPECT_GT(worst, 1e-9);
  // Beside a step of about its size it counts.
  history.clear();
  for (const double t : {0.0, 0.2, 1.0}) history.add(t, {std::pow(t, 5)}, {5 * std::pow(t, 4)});
  history.between(0.6, 3, &x);
  EXPECT_NEAR(x, std::pow(0.6, 5), 1e-13);
}

}  // namespace
}  // namespace formola::solver

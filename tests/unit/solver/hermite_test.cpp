#include "solver/hermite.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace formola::solver

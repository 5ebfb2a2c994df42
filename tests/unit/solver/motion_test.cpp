#include "solver/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace formola::solver {
namespace {

constexpr double kRounding = 1e-9;

// Purpose: the function of a quantity u(t) = p + q t over [from, to] is inside of what intervals
// say, and so are its derivatives, at many points.
void holds(const std::function<Motion(const Motion&)>& of, const std::function<double(double)>& f,
           double low, double high) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  for (int k = 0; k < 400; ++k) {
    const double a = low + (high - low) * part(random), b = low + (high - low) * part(random);
    const double q = b - a;  // u from a to b while t goes from 0 to 1
    const Motion moved = of({{std::min(a, b), std::max(a, b)}, {q, q}});
    ASSERT_LE(moved.value.low, moved.value.high);
    ASSERT_LE(moved.slope.low, moved.slope.high);
    for (int i = 0; i <= 16; ++i) {
      const double t = i / 16.0, u = a + q * t, h = 1e-6;
      const double value = f(u), slope = (f(u + h * q) - f(u - h * q)) / (2 * h);
      if (!std::isfinite(value)) continue;
      const double slack = kRounding * (1 + std::abs(value));
      EXPECT_GE(value, moved.value.low - slack) << u;
      EXPECT_LE(value, moved.value.high + slack) << u;
      if (!std::isfinite(slope) || i == 0 || i == 16) continue;
      const double rough = 1e-3 * (1 + std::abs(slope));
      EXPECT_GE(slope, moved.slope.low - rough) << u;
      EXPECT_LE(slope, moved.slope.high + rough) << u;
    }
  }
}

TEST(Motion, FunctionsAreInside) {
  holds(sine, [](double x) { return std::sin(x); }, -40, 40);
  holds(sine, [](double x) { return std::sin(x); }, 1e6, 1e6 + 3);
  holds(cosine, [](double x) { return std::cos(x); }, -9, 9);
  holds(tangent, [](double x) { return std::tan(x); }, -1.5, 1.5);
  holds(arcSine, [](double x) { return std::asin(x); }, -0.99, 0.99);
  holds(arcCosine, [](double x) { return std::acos(x); }, -0.99, 0.99);
  holds(arcTangent, [](double x) { return std::atan(x); }, -5, 5);
  holds(hyperbolicSine, [](double x) { return std::sinh(x); }, -3, 3);
  holds(hyperbolicCosine, [](double x) { return std::cosh(x); }, -3, 3);
  holds(hyperbolicTangent, [](double x) { return std::tanh(x); }, -3, 3);
  holds(exponential, [](double x) { return std::exp(x); }, -5, 5);
  holds(logarithm, [](double x) { return std::log(x); }, 0.1, 5);
  holds(decadicLogarithm, [](double x) { return std::log10(x); }, 0.1, 5);
  holds(squareRoot, [](double x) { return std::sqrt(x); }, 0.01, 5);
  holds(absolute, [](double x) { return std::abs(x); }, -5, 5);
  holds(square, [](double x) { return x * x; }, -5, 5);
  for (const double n : {-3.0, -2.0, 0.0, 1.0, 2.0, 3.0, 4.0})
    holds([n](const Motion& a) { return power(a, Motion::point(n)); },
          [n](double x) { return std::pow(x, n); }, n < 0 ? 0.2 : -3, 3);
  holds([](const Motion& a) { return power(a, Motion::point(1.7)); },
        [](double x) { return std::pow(x, 1.7); }, -2, 3);
  holds([](const Motion& a) { return power(Motion::point(1.3), a); },
        [](double x) { return std::pow(1.3, x); }, -3, 3);
}

TEST(Motion, OperatorsAreInside) {
  // Both operands move.
  holds([](const Motion& a) { return multiply(sine(a), exponential(a)); },
        [](double x) { return std::sin(x) * std::exp(x); }, -4, 4);
  holds([](const Motion& a) { return divide(a, add(Motion::point(2), sine(a))); },
        [](double x) { return x / (2 + std::sin(x)); }, -4, 4);
  holds([](const Motion& a) { return smaller(sine(a), cosine(a)); },
        [](double x) { return std::min(std::sin(x), std::cos(x)); }, -4, 4);
  holds([](const Motion& a) { return larger(subtract(a, square(a)), negate(a)); },
        [](double x) { return std::max(x - x * x, -x); }, -4, 4);
}

TEST(Motion, BoundsAreNear) {
  const Motion peak = sine({{1, 2}, {1, 1}});
  EXPECT_EQ(peak.value.high, 1);
  EXPECT_NEAR(peak.value.low, std::sin(1.0), 1e-15);
  const Motion rising = sine({{-1, 1}, {3, 3}});
  EXPECT_NEAR(rising.slope.low, 3 * std::cos(1.0), 1e-12);
  EXPECT_NEAR(rising.slope.high, 3, 1e-15);
  EXPECT_EQ(multiply(Motion::point(0), Motion::all()).value.high, 0);
  EXPECT_TRUE(std::isinf(divide(Motion::point(1), {{-1, 1}, {1, 1}}).value.high));
}

TEST(Motion, WhatIsTrue) {
  const Motion low{{0, 1}, {1, 1}}, high{{2, 3}, {1, 1}}, both{{0.5, 2.5}, {1, 1}};
  EXPECT_EQ(isLess(low, high).value.low, 1);
  EXPECT_EQ(isLess(high, low).value.high, 0);
  EXPECT_EQ(isLess(low, both).value.low, 0);
  EXPECT_EQ(isLess(low, both).value.high, 1);
  EXPECT_EQ(isLess(Motion::point(1), Motion::point(1)).value.high, 0);
  EXPECT_EQ(isLessOrEqual(Motion::point(1), Motion::point(1)).value.low, 1);
  EXPECT_EQ(isEqual(Motion::point(1), Motion::point(1)).value.low, 1);
  EXPECT_EQ(isEqual(low, high).value.high, 0);
  EXPECT_EQ(select(Motion::point(1), low, high).value.high, 1);
  EXPECT_EQ(select({{0, 1}, {0, 0}}, low, high).value.high, 3);
  EXPECT_TRUE(std::isinf(select({{0, 1}, {0, 0}}, low, high).slope.high));
}

TEST(Motion, Cubics) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int k = 0; k < 300; ++k) {
    const double left = number(random), leftSlope = number(random), right = number(random),
                 rightSlope = number(random);
    const Cubic cubic = Cubic::hermite(left, leftSlope, right, rightSlope);
    EXPECT_NEAR(cubic.at(0), left, 1e-14);
    EXPECT_NEAR(cubic.at(1), right, 1e-14);
    EXPECT_NEAR(cubic.slopeAt(0), leftSlope, 1e-14);
    EXPECT_NEAR(cubic.slopeAt(1), rightSlope, 1e-13);
    const double from = std::abs(number(random)) / 4, to = from + std::abs(number(random)) / 4;
    const Motion over = cubic.over(from, to);
    double least = 1e9, most = -1e9;
    for (int i = 0; i <= 1000; ++i) {
      const double s = from + (to - from) * i / 1000;
      least = std::min(least, cubic.at(s));
      most = std::max(most, cubic.at(s));
      EXPECT_GE(cubic.slopeAt(s), over.slope.low - 1e-12);
      EXPECT_LE(cubic.slopeAt(s), over.slope.high + 1e-12);
    }
    EXPECT_LE(over.value.low, least + 1e-12);
    EXPECT_GE(over.value.high, most - 1e-12);
    EXPECT_NEAR(over.value.low, least, 1e-4);  // exact, not only an enclosure
    EXPECT_NEAR(over.value.high, most, 1e-4);
  }
}

}  // namespace
}  // namespace formola::solver

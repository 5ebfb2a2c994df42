// The elementary functions of lanes against those of the mathematical library.
#include "codegen/lanes/lane_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace formola::lanes {

namespace {

// A number with the operations that lane_math.h asks for.
struct Plain {
  double v;
};
Plain operator+(Plain a, Plain b) {
  return {a.v + b.v};
}
Plain operator-(Plain a, Plain b) {
  return {a.v - b.v};
}
Plain operator*(Plain a, Plain b) {
  return {a.v * b.v};
}
Plain operator/(Plain a, Plain b) {
  return {a.v / b.v};
}
bool operator<(Plain a, Plain b) {
  return a.v < b.v;
}
bool operator>(Plain a, Plain b) {
  return a.v > b.v;
}
bool operator==(Plain a, Plain b) {
  return a.v == b.v;
}
Plain like(Plain, double x) {
  return {x};
}
Plain choose(bool c, Plain a, Plain b) {
  return c ? a : b;
}
Plain fused(Plain a, Plain b, Plain c) {
  return {std::fma(a.v, b.v, c.v)};
}
Plain root(Plain x) {
  return {std::sqrt(x.v)};
}
Plain size(Plain x) {
  return {std::fabs(x.v)};
}
Plain down(Plain x) {
  return {std::floor(x.v)};
}
Plain withSign(Plain a, Plain b) {
  return {std::copysign(a.v, b.v)};
}
Plain timesPower(Plain x, Plain k) {
  return {x.v * std::ldexp(1.0, static_cast<int>(k.v))};
}
Plain exponentPart(Plain x) {
  return {static_cast<double>(std::ilogb(x.v))};
}
Plain mantissaPart(Plain x) {
  return {std::ldexp(x.v, -std::ilogb(x.v))};
}

// Numbers between two ones, in units of the last place of the expected one.
double distance(double x, double expected) {
  if (std::isnan(expected)) return std::isnan(x) ? 0 : 1e9;
  if (x == expected) return 0;
  if (!std::isfinite(x) || !std::isfinite(expected)) return 1e9;
  const double unit =
      std::fmax(std::nextafter(std::fabs(expected), INFINITY) - std::fabs(expected), 0x1p-1074);
  return std::fabs(x - expected) / unit;
}

template <typename Ours, typename Theirs>
void compare(const char* name, Ours ours, Theirs theirs, double low, double high, double most) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(low, high);
  double worst = 0, where = 0;
  for (int k = 0; k < 20000; ++k) {
    double x = uniform(random);
    if (k % 3 == 0) x *= std::exp2(-static_cast<double>(k % 60));
    const double d = distance(ours(Plain{x}).v, theirs(x));
    if (d > worst) worst = d, where = x;
  }
  EXPECT_LE(worst, most) << name << " at " << where;
}

}  // namespace

#define COMPARE(f, low, high, most) \
  compare(#f, [](Plain x) { return f(x); }, [](double x) { return std::f(x); }, low, high, most)

TEST(LaneMath, IsAsExactAsTheLibrary) {
  COMPARE(exp, -740, 709, 2);
  COMPARE(exp, -2, 2, 2);
  COMPARE(log, 0, 10, 2);
  COMPARE(log, 0, 1e300, 2);
  COMPARE(log10, 0, 1e3, 2);
  COMPARE(sin, -10, 10, 2);
  COMPARE(cos, -10, 10, 2);
  COMPARE(sin, -1e6, 1e6, 2);
  COMPARE(cos, -1e6, 1e6, 2);
  COMPARE(tan, -10, 10, 3);
  COMPARE(atan, -3, 3, 4);
  COMPARE(atan, -1e4, 1e4, 4);
  COMPARE(asin, -1, 1, 4);
  COMPARE(acos, -1, 1, 3);
  COMPARE(sinh, -5, 5, 3);
  COMPARE(sinh, -700, 700, 3);
  COMPARE(cosh, -700, 700, 3);
  COMPARE(tanh, -5, 5, 4);
}

TEST(LaneMath, PowersOfPairs) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> base(1e-3, 50), exponent(-8, 8);
  for (int k = 0; k < 20000; ++k) {
    const double x = base(random), y = k % 2 == 0 ? exponent(random) : std::round(exponent(random));
    const double a = k % 2 == 0 ? x : -x;
    EXPECT_LE(distance(pow(Plain{a}, Plain{y}).v, std::pow(a, y)), 4) << a << "^" << y;
    EXPECT_LE(distance(atan2(Plain{a}, Plain{y}).v, std::atan2(a, y)), 4) << a << ", " << y;
  }
}

TEST(LaneMath, LimitsAndNoNumbers) {
  const double special[] = {0.0, -0.0, 1, -1, 0.5, -2, 3, INFINITY, -INFINITY, NAN, 5e-324, 1e308};
  for (const double x : special) {
    for (const double y : special) {
      EXPECT_LE(distance(pow(Plain{x}, Plain{y}).v, std::pow(x, y)), 4) << x << "^" << y;
      if (std::fabs(x) == 5e-324 || std::fabs(y) == 5e-324) continue;
      EXPECT_LE(distance(atan2(Plain{x}, Plain{y}).v, std::atan2(x, y)), 2) << x << ", " << y;
    }
    EXPECT_LE(distance(exp(Plain{x}).v, std::exp(x)), 2) << x;
    EXPECT_LE(distance(log(Plain{x}).v, std::log(x)), 2) << x;
    EXPECT_LE(distance(tanh(Plain{x}).v, std::tanh(x)), 2) << x;
  }
  EXPECT_TRUE(std::isnan(sin(Plain{1e12}).v));  // too far: a single run decides
}

}  // namespace formola::lanes

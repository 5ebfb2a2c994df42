#include "solver/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace formola::solver {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

// Bounds that are no numbers, as of infinity - infinity, bound nothing.
Interval bounded(double low, double high) {
  return {std::isnan(low) ? -kInfinity : low, std::isnan(high) ? kInfinity : high};
}

Interval operator+(Interval a, Interval b) {
  return bounded(a.low + b.low, a.high + b.high);
}

Interval operator-(Interval a) {
  return {-a.high, -a.low};
}

Interval operator-(Interval a, Interval b) {
  return a + -b;
}

// What is zero stays zero, whatever finite number the other one is.
double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

Interval scaled(double factor, Interval a) {
  const double low = factor * a.low, high = factor * a.high;
  if (std::isnan(low) || std::isnan(high)) return {0, 0};  // 0 times what has no bound
  return factor >= 0 ? Interval{low, high} : Interval{high, low};
}

Interval operator*(Interval a, Interval b) {
  if (a.isPoint()) return scaled(a.low, b);
  if (b.isPoint()) return scaled(b.low, a);
  const double p = product(a.low, b.low), q = product(a.low, b.high), r = product(a.high, b.low),
               s = product(a.high, b.high);
  return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
}

Interval operator/(Interval a, Interval b) {
  if (b.contains(0)) return a.low == 0 && a.high == 0 ? a : Interval::all();
  return a * Interval{1 / b.high, 1 / b.low};
}

Interval unite(Interval a, Interval b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval squareOf(Interval a) {
  const double low = a.low * a.low, high = a.high * a.high;
  return {a.contains(0) ? 0 : std::min(low, high), std::max(low, high)};
}

Interval absoluteOf(Interval a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return -a;
  return {0, std::max(-a.low, a.high)};
}

// Of a function that grows.
template <typename F>
Interval image(Interval a, F f) {
  return bounded(f(a.low), f(a.high));
}

// a^n for a whole n > 0.
Interval wholePower(Interval a, double n) {
  const bool even = std::fmod(n, 2) == 0;
  return image(even ? absoluteOf(a) : a, [n](double x) { return std::pow(x, n); });
}

// The bounds of sin: 1 where a maximum is inside, -1 where a minimum is.
Interval sineOf(Interval a) {
  if (!(a.high - a.low < 2 * kPi)) return {-1, 1};
  // Far from zero arguments are known to so many digits only.
  const double slack = 4e-16 * std::max(std::abs(a.low), std::abs(a.high));
  const auto passes = [&](double peak) {  // peak + 2 pi k
    return std::floor((a.high + slack - peak) / (2 * kPi)) >=
           std::ceil((a.low - slack - peak) / (2 * kPi));
  };
  const double left = std::sin(a.low), right = std::sin(a.high);
  return {passes(-kPi / 2) ? -1 : std::min(left, right),
          passes(kPi / 2) ? 1 : std::max(left, right)};
}

Interval cosineOf(Interval a) {
  return sineOf({a.low + kPi / 2, a.high + kPi / 2});
}

// Which of two quantities counts: both, where their values overlap.
Interval slopeOfEither(bool first, bool second, Interval a, Interval b) {
  return first && second ? unite(a, b) : first ? a : b;
}

Motion truth(bool may, bool mayNot) {
  return {{mayNot ? 0.0 : 1.0, may ? 1.0 : 0.0}, {0, 0}};
}

}  // namespace

Interval Interval::all() {
  return {-kInfinity, kInfinity};
}

Motion add(const Motion& a, const Motion& b) {
  return {a.value + b.value, a.slope + b.slope};
}

Motion subtract(const Motion& a, const Motion& b) {
  return {a.value - b.value, a.slope - b.slope};
}

Motion negate(const Motion& a) {
  return {-a.value, -a.slope};
}

Motion multiply(const Motion& a, const Motion& b) {
  if (a.isConstant()) return {scaled(a.value.low, b.value), scaled(a.value.low, b.slope)};
  if (b.isConstant()) return {scaled(b.value.low, a.value), scaled(b.value.low, a.slope)};
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}

Motion square(const Motion& a) {
  return {squareOf(a.value), Interval::point(2) * a.value * a.slope};
}

Motion divide(const Motion& a, const Motion& b) {
  if (b.isConstant() && b.value.low != 0) return multiply(Motion::point(1 / b.value.low), a);
  const Interval value = a.value / b.value;
  return {value, (a.slope - value * b.slope) / b.value};
}

Motion power(const Motion& a, const Motion& b) {
  const bool whole = b.value.isPoint() && b.value.low == std::floor(b.value.low);
  if (whole && std::abs(b.value.low) < 1e9) {
    const double n = b.value.low;
    if (n == 0) return Motion::point(1);
    if (n == 1) return a;
    if (n < 0) return divide(Motion::point(1), power(a, Motion::point(-n)));
    return {wholePower(a.value, n), Interval::point(n) * wholePower(a.value, n - 1) * a.slope};
  }
  if (a.value.low > 0) return exponential(multiply(b, logarithm(a)));
  if (b.value.isPoint() && b.value.low > 0) {  // defined from 0 on
    const double e = b.value.low, top = std::max(a.value.high, 0.0);
    return {{0, std::pow(top, e)}, a.slope / Interval{0, 0}};
  }
  return Motion::all();
}

Motion smaller(const Motion& a, const Motion& b) {
  const Interval value{std::min(a.value.low, b.value.low), std::min(a.value.high, b.value.high)};
  return {value, slopeOfEither(a.value.low <= b.value.high, b.value.low <= a.value.high, a.slope,
                               b.slope)};
}

Motion larger(const Motion& a, const Motion& b) {
  return negate(smaller(negate(a), negate(b)));
}

Motion absolute(const Motion& a) {
  return {absoluteOf(a.value),
          slopeOfEither(a.value.high >= 0, a.value.low < 0, a.slope, -a.slope)};
}

Motion squareRoot(const Motion& a) {
  const Interval value = image(a.value, [](double x) { return std::sqrt(std::max(x, 0.0)); });
  return {value, a.slope / (Interval::point(2) * value)};
}

Motion sine(const Motion& a) {
  return {sineOf(a.value), cosineOf(a.value) * a.slope};
}

Motion cosine(const Motion& a) {
  return {cosineOf(a.value), -sineOf(a.value) * a.slope};
}

Motion tangent(const Motion& a) {
  return divide(sine(a), cosine(a));
}

Motion arcSine(const Motion& a) {
  const Interval inside{std::clamp(a.value.low, -1.0, 1.0), std::clamp(a.value.high, -1.0, 1.0)};
  const Motion below = squareRoot({Interval::point(1) - squareOf(inside), {0, 0}});
  return {image(inside, [](double x) { return std::asin(x); }), a.slope / below.value};
}

Motion arcCosine(const Motion& a) {
  return subtract(Motion::point(kPi / 2), arcSine(a));
}

Motion arcTangent(const Motion& a) {
  return {image(a.value, [](double x) { return std::atan(x); }),
          a.slope / (Interval::point(1) + squareOf(a.value))};
}

Motion hyperbolicSine(const Motion& a) {
  const Interval slope = image(absoluteOf(a.value), [](double x) { return std::cosh(x); });
  return {image(a.value, [](double x) { return std::sinh(x); }), slope * a.slope};
}

Motion hyperbolicCosine(const Motion& a) {
  const Interval slope = image(a.value, [](double x) { return std::sinh(x); });
  return {image(absoluteOf(a.value), [](double x) { return std::cosh(x); }), slope * a.slope};
}

Motion hyperbolicTangent(const Motion& a) {
  const Interval value = image(a.value, [](double x) { return std::tanh(x); });
  return {value, (Interval::point(1) - squareOf(value)) * a.slope};
}

Motion exponential(const Motion& a) {
  const Interval value = image(a.value, [](double x) { return std::exp(x); });
  return {value, value * a.slope};
}

Motion logarithm(const Motion& a) {
  const Interval inside{std::max(a.value.low, 0.0), std::max(a.value.high, 0.0)};
  return {image(inside, [](double x) { return std::log(x); }), a.slope / inside};
}

Motion decadicLogarithm(const Motion& a) {
  return multiply(logarithm(a), Motion::point(1 / std::numbers::ln10));
}

Motion isLess(const Motion& a, const Motion& b) {
  return truth(a.value.low < b.value.high, a.value.high >= b.value.low);
}

Motion isLessOrEqual(const Motion& a, const Motion& b) {
  return truth(a.value.low <= b.value.high, a.value.high > b.value.low);
}

Motion isEqual(const Motion& a, const Motion& b) {
  return truth(a.value.low <= b.value.high && b.value.low <= a.value.high,
               !(a.value.isPoint() && b.value.isPoint() && a.value.low == b.value.low));
}

Motion select(const Motion& condition, const Motion& a, const Motion& b) {
  if (condition.value.low > 0) return a;
  if (condition.value.high <= 0) return b;
  return {unite(a.value, b.value), Interval::all()};  // it may jump
}

Cubic Cubic::hermite(double left, double leftSlope, double right, double rightSlope) {
  const double rise = right - left;
  return {left, leftSlope, 3 * rise - 2 * leftSlope - rightSlope,
          leftSlope + rightSlope - 2 * rise};
}

Motion Cubic::over(double from, double to) const {
  Motion result = {{std::min(at(from), at(to)), std::max(at(from), at(to))},
                   {std::min(slopeAt(from), slopeAt(to)), std::max(slopeAt(from), slopeAt(to))}};
  const auto inside = [&](double s) { return s > from && s < to; };
  // Where the slope is largest or smallest.
  if (const double s = -x2 / (3 * x3); x3 != 0 && inside(s)) {
    result.slope.low = std::min(result.slope.low, slopeAt(s));
    result.slope.high = std::max(result.slope.high, slopeAt(s));
  }
  // Where the value is: roots of x1 + 2 x2 s + 3 x3 s^2, the way without cancellation.
  const double discriminant = x2 * x2 - 3 * x3 * x1;
  if (discriminant >= 0) {
    const double q = -(x2 + std::copysign(std::sqrt(discriminant), x2));
    for (const double s : {q / (3 * x3), x1 / q})
      if (inside(s)) {
        result.value.low = std::min(result.value.low, at(s));
        result.value.high = std::max(result.value.high, at(s));
      }
  }
  return result;
}

}  // namespace formola::solver

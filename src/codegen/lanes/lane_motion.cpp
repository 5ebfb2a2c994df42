#include "codegen/lanes/lane_motion.h"

#include <numbers>

#include "codegen/lanes/lane_math.h"

namespace formola::lanes {

namespace {

constexpr double kPi = std::numbers::pi, kInfinity = __builtin_inf();

Number lower(Number a, Number b) {
  return choose(b < a, b, a);
}

LaneInterval point(Number x) {
  return {x, x};
}

LaneInterval all(Number x) {
  return {like(x, -kInfinity), like(x, kInfinity)};
}

LaneInterval choose(Condition c, const LaneInterval& a, const LaneInterval& b) {
  return {lanes::choose(c, a.low, b.low), lanes::choose(c, a.high, b.high)};
}

// Bounds that are no numbers, as of infinity - infinity, bound nothing.
LaneInterval bounded(Number low, Number high) {
  return {lanes::choose(low == low, low, like(low, -kInfinity)),
          lanes::choose(high == high, high, like(high, kInfinity))};
}

Condition containsZero(const LaneInterval& a) {
  const Number zero = like(a.low, 0);
  return (a.low <= zero) & (a.high >= zero);
}

LaneInterval operator+(const LaneInterval& a, const LaneInterval& b) {
  return bounded(a.low + b.low, a.high + b.high);
}

LaneInterval operator-(const LaneInterval& a) {
  return {-a.high, -a.low};
}

LaneInterval operator-(const LaneInterval& a, const LaneInterval& b) {
  return a + -b;
}

// What is zero stays zero, whatever the other one is.
Number times(Number a, Number b) {
  const Number zero = like(a, 0);
  return lanes::choose((a == zero) | (b == zero), zero, a * b);
}

LaneInterval scaled(Number factor, const LaneInterval& a) {
  const Number p = times(factor, a.low), q = times(factor, a.high);
  return {lower(p, q), larger(p, q)};
}

LaneInterval operator*(const LaneInterval& a, const LaneInterval& b) {
  const Number p = times(a.low, b.low), q = times(a.low, b.high), r = times(a.high, b.low),
               s = times(a.high, b.high);
  return {lower(lower(p, q), lower(r, s)), larger(larger(p, q), larger(r, s))};
}

LaneInterval operator/(const LaneInterval& a, const LaneInterval& b) {
  const Number zero = like(a.low, 0), one = like(a.low, 1);
  const Condition nothing = (a.low == zero) & (a.high == zero);
  const LaneInterval result =
      choose(containsZero(b), all(a.low), a * LaneInterval{one / b.high, one / b.low});
  return choose(nothing, a, result);
}

LaneInterval unite(const LaneInterval& a, const LaneInterval& b) {
  return {lower(a.low, b.low), larger(a.high, b.high)};
}

LaneInterval squareOf(const LaneInterval& a) {
  const Number low = a.low * a.low, high = a.high * a.high;
  return {lanes::choose(containsZero(a), like(low, 0), lower(low, high)), larger(low, high)};
}

LaneInterval absoluteOf(const LaneInterval& a) {
  const Number zero = like(a.low, 0);
  const LaneInterval both{zero, larger(-a.low, a.high)};
  return choose(a.low >= zero, a, choose(a.high <= zero, -a, both));
}

// Of a function that grows.
template <typename F>
LaneInterval image(const LaneInterval& a, F f) {
  return bounded(f(a.low), f(a.high));
}

template <typename F>
LaneMotion fixedBy(const LaneMotion& a, F f) {
  return fixedMotion(f(a.value.low));
}

// The bounds of sin: 1 where a maximum is inside, -1 where a minimum is.
LaneInterval sineOf(const LaneInterval& a) {
  const Number one = like(a.low, 1), turn = like(a.low, 2 * kPi);
  // Far from zero arguments are known to so many digits only.
  const Number slack = like(a.low, 4e-16) * larger(size(a.low), size(a.high));
  const auto passes = [&](double peak) {  // peak + 2 pi k
    const Number at = like(a.low, peak);
    return down((a.high + slack - at) / turn) >= -down(-((a.low - slack - at) / turn));
  };
  const Number left = sin(a.low), right = sin(a.high);
  const Condition known =
      (a.high - a.low < turn) & (left == left) & (right == right);  // no numbers very far from zero
  const Condition bottom = passes(-kPi / 2), top = passes(kPi / 2);
  return {lanes::choose(known & ~bottom, lower(left, right), -one),
          lanes::choose(known & ~top, larger(left, right), one)};
}

LaneInterval cosineOf(const LaneInterval& a) {
  const Number quarter = like(a.low, kPi / 2);
  return sineOf({a.low + quarter, a.high + quarter});
}

// Which of two quantities counts: both, where their values overlap.
LaneInterval slopeOfEither(Condition first, Condition second, const LaneInterval& a,
                           const LaneInterval& b) {
  return choose(first & second, unite(a, b), choose(first, a, b));
}

LaneMotion truth(Condition may, Condition mayNot, bool fixed) {
  const Number one = like({nullptr, may.code}, 1), zero = like(one, 0);
  return {{lanes::choose(mayNot, zero, one), lanes::choose(may, one, zero)}, point(zero), fixed};
}

LaneInterval powerOf(const LaneInterval& a, int n) {
  const Number exponent = like(a.low, n);
  return image(n % 2 == 0 ? absoluteOf(a) : a, [&](Number x) { return pow(x, exponent); });
}

}  // namespace

LaneMotion fixedMotion(Number x) {
  return {point(x), point(like(x, 0)), true};
}

LaneMotion anyMotion(LaneCode& code) {
  const LaneInterval every = all(code.constant(0));
  return {every, every, false};
}

LaneMotion timeMotion(Number from, Number to) {
  return {{from, to}, point(like(from, 1)), false};
}

LaneMotion cubicMotion(const Number (&x)[4], Number from, Number to) {
  const auto at = [&](Number s) { return x[0] + s * (x[1] + s * (x[2] + s * x[3])); };
  const auto slopeAt = [&](Number s) {
    return x[1] + s * (like(s, 2) * x[2] + s * like(s, 3) * x[3]);
  };
  LaneMotion m{unite(point(at(from)), point(at(to))),
               unite(point(slopeAt(from)), point(slopeAt(to))), false};
  const auto inside = [&](Number s) { return (s > from) & (s < to); };
  const auto widen = [](LaneInterval& interval, Condition where, Number value) {
    interval = choose(where, unite(interval, point(value)), interval);
  };
  // Where the slope is largest or smallest, and where the value is: roots of x1 + 2 x2 s + 3 x3
  // s^2, the way without cancellation.
  const Number three = like(from, 3), zero = like(from, 0);
  const Number turn = -x[2] / (three * x[3]);
  widen(m.slope, inside(turn), slopeAt(turn));
  const Number discriminant = x[2] * x[2] - three * x[3] * x[1];
  const Number q = -(x[2] + withSign(root(larger(discriminant, zero)), x[2]));
  for (const Number s : {q / (three * x[3]), x[1] / q})
    widen(m.value, (discriminant >= zero) & inside(s), at(s));
  return m;
}

LaneMotion add(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(a.value.low + b.value.low);
  return {a.value + b.value, a.slope + b.slope, false};
}

LaneMotion subtract(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(a.value.low - b.value.low);
  return {a.value - b.value, a.slope - b.slope, false};
}

LaneMotion negate(const LaneMotion& a) {
  return {-a.value, -a.slope, a.fixed};
}

LaneMotion multiply(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(a.value.low * b.value.low);
  if (a.fixed) return {scaled(a.value.low, b.value), scaled(a.value.low, b.slope), false};
  if (b.fixed) return multiply(b, a);
  return {a.value * b.value, a.slope * b.value + a.value * b.slope, false};
}

LaneMotion square(const LaneMotion& a) {
  if (a.fixed) return fixedMotion(a.value.low * a.value.low);
  return {squareOf(a.value), scaled(like(a.value.low, 2), a.value * a.slope), false};
}

LaneMotion divide(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(a.value.low / b.value.low);
  const LaneInterval value = a.value / b.value;
  return {value, (a.slope - value * b.slope) / b.value, false};
}

LaneMotion wholePower(const LaneMotion& a, int n) {
  if (n == 0) return fixedMotion(like(a.value.low, 1));
  if (n == 1) return a;
  if (n < 0) return divide(fixedMotion(like(a.value.low, 1)), wholePower(a, -n));
  if (a.fixed) return fixedMotion(pow(a.value.low, like(a.value.low, n)));
  return {powerOf(a.value, n), scaled(like(a.value.low, n), powerOf(a.value, n - 1) * a.slope),
          false};
}

LaneMotion power(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(pow(a.value.low, b.value.low));
  const LaneMotion positive = exponential(multiply(b, logarithm(a)));
  const Condition defined = a.value.low > like(a.value.low, 0);
  return {choose(defined, positive.value, all(a.value.low)),
          choose(defined, positive.slope, all(a.value.low)), false};
}

LaneMotion smaller(const LaneMotion& a, const LaneMotion& b) {
  if (a.fixed && b.fixed) return fixedMotion(lower(a.value.low, b.value.low));
  return {{lower(a.value.low, b.value.low), lower(a.value.high, b.value.high)},
          slopeOfEither(a.value.low <= b.value.high, b.value.low <= a.value.high, a.slope, b.slope),
          false};
}

LaneMotion larger(const LaneMotion& a, const LaneMotion& b) {
  return negate(smaller(negate(a), negate(b)));
}

LaneMotion absolute(const LaneMotion& a) {
  const Number zero = like(a.value.low, 0);
  if (a.fixed) return fixedBy(a, [](Number x) { return size(x); });
  return {absoluteOf(a.value),
          slopeOfEither(a.value.high >= zero, a.value.low < zero, a.slope, -a.slope), false};
}

LaneMotion squareRoot(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return root(x); });
  const LaneInterval value = image(a.value, [](Number x) { return root(larger(x, like(x, 0))); });
  return {value, a.slope / scaled(like(value.low, 2), value), false};
}

LaneMotion sine(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return sin(x); });
  return {sineOf(a.value), cosineOf(a.value) * a.slope, false};
}

LaneMotion cosine(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return cos(x); });
  return {cosineOf(a.value), -(sineOf(a.value) * a.slope), false};
}

LaneMotion tangent(const LaneMotion& a) {
  return divide(sine(a), cosine(a));
}

LaneMotion arcSine(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return asin(x); });
  const Number one = like(a.value.low, 1);
  const auto within = [&](Number x) { return lower(larger(x, -one), one); };
  const LaneInterval inside{within(a.value.low), within(a.value.high)};
  const LaneInterval rest = point(one) - squareOf(inside);
  const LaneInterval below = image(rest, [](Number x) { return root(larger(x, like(x, 0))); });
  return {image(inside, [](Number x) { return asin(x); }), a.slope / below, false};
}

LaneMotion arcCosine(const LaneMotion& a) {
  return subtract(fixedMotion(like(a.value.low, kPi / 2)), arcSine(a));
}

LaneMotion arcTangent(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return atan(x); });
  return {image(a.value, [](Number x) { return atan(x); }),
          a.slope / (point(like(a.value.low, 1)) + squareOf(a.value)), false};
}

LaneMotion hyperbolicSine(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return sinh(x); });
  const LaneInterval slope = image(absoluteOf(a.value), [](Number x) { return cosh(x); });
  return {image(a.value, [](Number x) { return sinh(x); }), slope * a.slope, false};
}

LaneMotion hyperbolicCosine(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return cosh(x); });
  const LaneInterval slope = image(a.value, [](Number x) { return sinh(x); });
  return {image(absoluteOf(a.value), [](Number x) { return cosh(x); }), slope * a.slope, false};
}

LaneMotion hyperbolicTangent(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return tanh(x); });
  const LaneInterval value = image(a.value, [](Number x) { return tanh(x); });
  return {value, (point(like(value.low, 1)) - squareOf(value)) * a.slope, false};
}

LaneMotion exponential(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return exp(x); });
  const LaneInterval value = image(a.value, [](Number x) { return exp(x); });
  return {value, value * a.slope, false};
}

LaneMotion logarithm(const LaneMotion& a) {
  if (a.fixed) return fixedBy(a, [](Number x) { return log(x); });
  const Number zero = like(a.value.low, 0);
  const LaneInterval inside{larger(a.value.low, zero), larger(a.value.high, zero)};
  return {image(inside, [](Number x) { return log(x); }), a.slope / inside, false};
}

LaneMotion decadicLogarithm(const LaneMotion& a) {
  return multiply(fixedMotion(like(a.value.low, 1 / std::numbers::ln10)), logarithm(a));
}

LaneMotion isLess(const LaneMotion& a, const LaneMotion& b) {
  return truth(a.value.low < b.value.high, a.value.high >= b.value.low, a.fixed && b.fixed);
}

LaneMotion isLessOrEqual(const LaneMotion& a, const LaneMotion& b) {
  return truth(a.value.low <= b.value.high, a.value.high > b.value.low, a.fixed && b.fixed);
}

LaneMotion isEqual(const LaneMotion& a, const LaneMotion& b) {
  const Condition same =
      (a.value.low == a.value.high) & (b.value.low == b.value.high) & (a.value.low == b.value.low);
  return truth((a.value.low <= b.value.high) & (b.value.low <= a.value.high), ~same,
               a.fixed && b.fixed);
}

LaneMotion select(const LaneMotion& condition, const LaneMotion& a, const LaneMotion& b) {
  const Number zero = like(a.value.low, 0);
  const Condition first = condition.value.low > zero, second = condition.value.high <= zero;
  if (condition.fixed && a.fixed && b.fixed)
    return fixedMotion(lanes::choose(first, a.value.low, b.value.low));
  return {choose(first, a.value, choose(second, b.value, unite(a.value, b.value))),
          choose(first, a.slope, choose(second, b.slope, all(zero))), false};  // it may jump
}

}  // namespace formola::lanes

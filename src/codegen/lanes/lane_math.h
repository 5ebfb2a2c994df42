// Elementary functions without branches, for numbers of any kind: a double, or the code of one for
// each lane.
#pragma once

#include <cstddef>

// Purpose:    elementary functions that every lane computes with the same instructions, on machines
//             without a mathematical library too.
// Requires:   N with + - * / and comparisons among each other, and in reach by argument-dependent
//             look-up: like(x, double) a constant of the kind of x, choose(condition, a, b),
//             fused(a, b, c) = a b + c rounded once, root(x), size(x) = |x|, down(x) = floor(x),
//             withSign(a, b) |a| with the sign of b, timesPower(x, k) = x 2^k for whole |k| <=
//             1000, exponentPart(x) and mantissaPart(x) of a positive normal number x = m 2^e with
//             1 <= m < 2.
// Ensures:    within 4 units in the last place of the exact value, for normal numbers; exp, log,
// sin
//             and cos within 2 (sin, cos and tan for |x| < 1e9, beyond that NaN; sinh and cosh up
//             to 709).
// Reference:  argument reduction and the sums for log as in W. J. Cody, W. Waite: Software Manual
//             for the Elementary Functions (1980), chapters 5 to 9; the series are Taylor's, long
//             enough for double precision on the reduced interval.
namespace formola::lanes {

// c[0] + x (c[1] + x (c[2] + ...))
template <typename N, size_t n>
N polynomial(const N& x, const double (&c)[n]) {
  N sum = like(x, c[n - 1]);
  for (size_t k = n - 1; k-- > 0;) sum = fused(sum, x, like(x, c[k]));
  return sum;
}

// x 2^k for whole k of any size that matters.
template <typename N>
N timesAnyPower(const N& x, const N& k) {
  const N half = down(k * like(k, 0.5));
  return timesPower(timesPower(x, half), k - half);
}

// exp(x + low) for a small `low`.
template <typename N>
N expOf(const N& x, const N& low) {
  constexpr double kLog2E = 1.4426950408889634, kLn2High = 6.93147180369123816490e-01,
                   kLn2Low = 1.90821492927058770002e-10;
  static constexpr double kSeries[] = {
      0.5,         1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,       1.0 / 5040,
      1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  // Beyond these bounds the result is 0 or infinite; a NaN stays one.
  const N bounded =
      choose(x > like(x, 720), like(x, 720), choose(x < like(x, -760), like(x, -760), x));
  const N k = down(fused(bounded, like(x, kLog2E), like(x, 0.5)));
  const N high = fused(k, like(x, -kLn2High), bounded);
  const N r = fused(k, like(x, -kLn2Low), high) + low;
  const N e = fused(r * r, polynomial(r, kSeries), r) + like(x, 1);
  return timesAnyPower(e, k);
}

template <typename N>
N exp(const N& x) {
  return expOf(x, like(x, 0));
}

// log(x) as a sum of two numbers; 0 < x < infinity.
template <typename N>
struct LogParts {
  N high, low;
};

template <typename N>
LogParts<N> logParts(const N& x) {
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  static constexpr double kSeries[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                       2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  const auto small = x < like(x, 0x1p-1022);
  const N normal = choose(small, x * like(x, 0x1p54), x);
  const N m = mantissaPart(normal);
  const auto upper = m > like(x, 1.4142135623730951);
  const N mantissa = choose(upper, m * like(x, 0.5), m);
  const N e = exponentPart(normal) + choose(upper, like(x, 1), like(x, 0)) -
              choose(small, like(x, 54), like(x, 0));
  // log(m) = 2 artanh(s), s = f/(2 + f), with the rounding of s beside it.
  const N f = mantissa - like(x, 1), t = f + like(x, 2), tLow = f - (t - like(x, 2));
  const N s = f / t;
  const N sLow = (fused(like(x, 0) - s, t, f) - s * tLow) / t;
  const N z = s * s;
  const N tail = fused(s * z, polynomial(z, kSeries), sLow + sLow);
  const N main = s + s;
  const N high = e * like(x, kLn2High);
  // |high| is 0 or larger than |main|.
  const N sum = high + main;
  const N lost = choose(e == like(x, 0), like(x, 0), main - (sum - high));
  return {sum, lost + fused(e, like(x, kLn2Low), tail)};
}

// What log is beyond the positive numbers.
template <typename N>
N orLimits(const N& x, const N& value) {
  const N infinity = like(x, __builtin_inf());
  const N edge = choose(x == like(x, 0), like(x, 0) - infinity,
                        choose(x == infinity, infinity, like(x, __builtin_nan(""))));
  return choose(x > like(x, 0), choose(x < infinity, value, edge), edge);
}

template <typename N>
N log(const N& x) {
  const LogParts<N> parts = logParts(x);
  return orLimits(x, parts.high + parts.low);
}

template <typename N>
N log10(const N& x) {
  constexpr double kHigh = 0.4342944819032518, kLow = 1.098319650216765e-17;
  const LogParts<N> parts = logParts(x);
  const N value = fused(parts.high, like(x, kHigh),
                        fused(parts.low, like(x, kHigh), parts.high * like(x, kLow)));
  return orLimits(x, value);
}

template <typename N>
N pow(const N& x, const N& y) {
  const N one = like(x, 1), zero = like(x, 0), infinity = like(x, __builtin_inf());
  const N a = size(x);
  const auto ordinary = a > zero;
  const LogParts<N> parts = logParts(choose(ordinary, choose(a < infinity, a, one), one));
  const N product = y * parts.high;
  const N lost = fused(y, parts.high, zero - product) + y * parts.low;
  // Of 0 and infinity by the sign of y.
  const N atZero = choose(y > zero, zero, infinity), atInfinity = choose(y > zero, infinity, zero);
  const N finite = expOf(product, choose(size(lost) < one, lost, zero));
  const N positive = choose(
      a == one, one,
      choose(ordinary, choose(a < infinity, finite, atInfinity), choose(a == zero, atZero, a)));
  const auto whole = down(y) == y;
  const N half = y * like(x, 0.5);
  const N odd = choose(down(half) == half, one, like(x, -1));
  const N negative = choose(
      whole, positive * odd,
      choose(a == zero, positive, choose(a == infinity, positive, like(x, __builtin_nan("")))));
  const N value = choose(withSign(one, x) < zero, negative, positive);
  return choose(y == zero, one, choose(x == one, one, choose(y == y, value, y)));
}

template <typename N>
struct Reduced {
  N r, quadrant;  // x = r + quadrant pi/2, |r| <= pi/4; quadrant in 0..3
};

template <typename N>
Reduced<N> reduceAngle(const N& x) {
  constexpr double kTwoOverPi = 0.6366197723675814;
  constexpr double kParts[] = {1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33};
  const N far = choose(size(x) < like(x, 1e9), x, like(x, __builtin_nan("")));
  const N k = down(fused(far, like(x, kTwoOverPi), like(x, 0.5)));
  N r = far;
  for (const double part : kParts) r = fused(k, like(x, -part), r);
  const N quadrant = k - like(x, 4) * down(k * like(x, 0.25));
  return {r, quadrant};
}

template <typename N>
N sinSeries(const N& r) {
  static constexpr double kSeries[] = {
      -1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
      -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
  const N z = r * r;
  return fused(r * z, polynomial(z, kSeries), r);
}

template <typename N>
N cosSeries(const N& r) {
  static constexpr double kSeries[] = {
      1.0 / 24,        -1.0 / 720,         1.0 / 40320,          -1.0 / 3628800,
      1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000};
  const N z = r * r, half = z * like(r, 0.5), one = like(r, 1);
  const N w = one - half;
  return w + (((one - w) - half) + z * z * polynomial(z, kSeries));
}

template <typename N>
N sinCos(const N& x, double shift) {
  const Reduced<N> reduced = reduceAngle(x);
  N q = reduced.quadrant + like(x, shift);
  q = choose(q > like(x, 3.5), q - like(x, 4), q);
  const N s = sinSeries(reduced.r), c = cosSeries(reduced.r);
  const auto lower = q < like(x, 1.5);
  const N value =
      choose(q == like(x, 0), s, choose(q == like(x, 1), c, choose(q == like(x, 2), s, c)));
  return choose(lower, value, like(x, 0) - value);
}

template <typename N>
N sin(const N& x) {
  return choose(x == like(x, 0), x, sinCos(x, 0));
}

template <typename N>
N cos(const N& x) {
  return sinCos(x, 1);
}

template <typename N>
N tan(const N& x) {
  const Reduced<N> reduced = reduceAngle(x);
  const N s = sinSeries(reduced.r), c = cosSeries(reduced.r);
  const N half = reduced.quadrant * like(x, 0.5);
  return choose(down(half) == half, s / c, like(x, 0) - c / s);
}

// atan(y/x) for 0 <= y <= x.
template <typename N>
N atanOfRatio(const N& y, const N& x) {
  static constexpr double kSeries[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,
                                       -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17,
                                       -1.0 / 19, 1.0 / 21, -1.0 / 23};
  // Angles beyond pi/12 from the nearest of 0, pi/6 are taken off first.
  constexpr double kTanSixth = 0.57735026918962573, kSixth = 0.52359877559829882,
                   kSixthLow = 6.123233995736766e-17 / 3, kTanTwelfth = 0.2679491924311227;
  const N zero = like(x, 0);
  const auto large = y > x * like(x, kTanTwelfth);
  const N top = choose(large, fused(x, like(x, -kTanSixth), y), y);
  const N below = choose(large, fused(y, like(x, kTanSixth), x), x);
  const N t = choose(y == zero, zero, top / below);
  const N z = t * t;
  const N series = fused(t * z, polynomial(z, kSeries), t);
  // tan(pi/6) as used is not quite that of pi/6.
  return series + choose(large, like(x, kSixth), zero) + choose(large, like(x, kSixthLow), zero);
}

template <typename N>
N atan2(const N& y, const N& x) {
  constexpr double kPi = 3.141592653589793, kPiLow = 1.2246467991473532e-16;
  const N ay = size(y), ax = size(x), zero = like(x, 0), infinity = like(x, __builtin_inf());
  const auto steep = ay > ax;
  const auto equal = ay == ax;
  N small = choose(steep, ax, ay), large = choose(steep, ay, ax);
  const auto unbounded = equal & (ay == infinity);
  small = choose(unbounded, like(x, 1), small);
  large = choose(unbounded, like(x, 1), large);
  N a = atanOfRatio(small, choose(large == zero, like(x, 1), large));
  a = choose(steep, like(x, kPi / 2) - (a - like(x, kPiLow / 2)), a);
  a = choose(withSign(like(x, 1), x) < zero, like(x, kPi) - (a - like(x, kPiLow)), a);
  return choose(x == x, choose(y == y, withSign(a, y), y), x);
}

template <typename N>
N atan(const N& x) {
  return choose(x == like(x, 0), x, atan2(x, like(x, 1)));
}

template <typename N>
N asin(const N& x) {
  return atan2(x, root((like(x, 1) - x) * (like(x, 1) + x)));
}

template <typename N>
N acos(const N& x) {
  return atan2(root((like(x, 1) - x) * (like(x, 1) + x)), x);
}

// sinh of small arguments, where a difference of exponentials would lose digits.
template <typename N>
N sinhSeries(const N& x) {
  static constexpr double kSeries[] = {1.0 / 6,
                                       1.0 / 120,
                                       1.0 / 5040,
                                       1.0 / 362880,
                                       1.0 / 39916800,
                                       1.0 / 6227020800,
                                       1.0 / 1307674368000,
                                       1.0 / 355687428096000,
                                       1.0 / 121645100408832000};
  const N z = x * x;
  return fused(x * z, polynomial(z, kSeries), x);
}

template <typename N>
N sinh(const N& x) {
  const N a = size(x), e = exp(a);
  const N large = e * like(x, 0.5) - like(x, 0.5) / e;
  return withSign(choose(a < like(x, 1), sinhSeries(a), large), x);
}

template <typename N>
N cosh(const N& x) {
  const N e = exp(size(x));
  return e * like(x, 0.5) + like(x, 0.5) / e;
}

template <typename N>
N tanh(const N& x) {
  const N a = size(x), bounded = choose(a > like(x, 30), like(x, 30), a);
  const N e = exp(bounded + bounded);
  const N large = like(x, 1) - like(x, 2) / (e + like(x, 1));
  const N low = choose(a < like(x, 1), a, like(x, 0));
  const N small = sinhSeries(low) / cosh(low);
  const N value = withSign(choose(a < like(x, 0.75), small, large), x);
  return choose(x == x, value, x);
}

}  // namespace formola::lanes

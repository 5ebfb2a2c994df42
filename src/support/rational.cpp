#include "support/rational.h"

#include <numeric>

namespace formola {

Rational Rational::of(int64_t numerator, int64_t denominator) {
  const int64_t g = std::gcd(numerator, denominator);
  if (g == 0) return {};
  return {numerator / g, denominator / g};
}
Rational operator+(Rational a, Rational b) {
  const int64_t common = std::lcm(a.denominator, b.denominator);
  return Rational::of(
      a.numerator * (common / a.denominator) + b.numerator * (common / b.denominator), common);
}
Rational operator-(Rational a, Rational b) {
  return a + Rational{-b.numerator, b.denominator};
}
Rational operator*(Rational a, Rational b) {
  const Rational x = Rational::of(a.numerator, b.denominator);
  const Rational y = Rational::of(b.numerator, a.denominator);
  return {x.numerator * y.numerator, x.denominator * y.denominator};
}
Rational operator/(Rational a, Rational b) {
  return a * Rational{b.denominator, b.numerator};
}
bool operator<(Rational a, Rational b) {
  return (a - b).numerator < 0;
}
Rational commonMeasure(Rational a, Rational b) {
  const int64_t common = std::lcm(a.denominator, b.denominator);
  return Rational::of(
      std::gcd(a.numerator * (common / a.denominator), b.numerator * (common / b.denominator)),
      common);
}

}  // namespace formola

// Exact fractions.
#pragma once

#include <cstdint>

namespace formola {

// A rational number in lowest terms, of 64-bit integers; the denominator is positive.
struct Rational {
  int64_t numerator = 0;
  int64_t denominator = 1;

  static Rational of(int64_t numerator, int64_t denominator = 1);
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  bool isInteger() const { return denominator == 1; }
  friend bool operator==(const Rational&, const Rational&) = default;
};
Rational operator+(Rational a, Rational b);
Rational operator-(Rational a, Rational b);
Rational operator*(Rational a, Rational b);
Rational operator/(Rational a, Rational b);  // b is not zero
bool operator<(Rational a, Rational b);
// The largest number of which both are integer multiples.
Rational commonMeasure(Rational a, Rational b);

}  // namespace formola

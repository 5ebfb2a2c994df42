// What is known of the unit of an expression, and how operators combine it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace formola {

// Nothing is said of what cannot be judged: every operation on Unknown gives Unknown, and no two
// units differ of which one is not Known.
struct JudgedUnit {
  enum class Kind : uint8_t {
    Unknown,  // nothing can be said
    Any,      // a number without unit in a sum: it has the unit of its neighbours
    Known,
  };
  // Exponents are counted in twelfths, so that square and cube roots have them too. Angles count as
  // pure numbers: rad has the exponent 0.
  static constexpr int kWhole = 12;

  Kind kind = Kind::Unknown;
  bool inferred = false;  // not declared, but concluded from an equation
  std::array<int, 8> exponents{};
  double factor = 1;
  double offset = 0;  // of degC: not zero

  bool known() const { return kind == Kind::Known; }
  bool isNumber() const { return known() && exponents == std::array<int, 8>{} && factor == 1; }

  static JudgedUnit any() { return {Kind::Any, false, {}, 1, 0}; }
  static JudgedUnit number() { return {Kind::Known, false, {}, 1, 0}; }
  static JudgedUnit second();
  static JudgedUnit kelvin();
  // Unknown for what does not follow the grammar of units.
  static JudgedUnit declared(std::string_view unit);
  // Of a number as a factor: a small fraction or multiple of pi is a pure number; of others it is
  // not known whether they convert units or stand for constants that have one. A factor 1 does:
  // unitTorque = 1.
  static JudgedUnit ofFactor(double value);

  // "V"; what has a scale of its own as "0.001 V".
  std::string text() const;
};

// A declared pure number may be a gain whose author did not know what it would be used for: of what
// was inferred nothing is said behind it.
JudgedUnit product(const JudgedUnit& a, const JudgedUnit& b);
JudgedUnit quotient(const JudgedUnit& a, const JudgedUnit& b);
JudgedUnit power(const JudgedUnit& a, int numerator, int denominator);
// Of a sum, or of alternatives: what is known of one of them holds for all.
JudgedUnit common(const JudgedUnit& a, const JudgedUnit& b);

// Both are known, one of them without inference, and one is not the other. `offsets`: the zero
// point counts too, as in an equation.
bool differ(const JudgedUnit& a, const JudgedUnit& b, bool offsets);

}  // namespace formola

#include "dae/judged_unit.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "support/units.h"

namespace formola {

namespace {

constexpr size_t kRadian = 7;
constexpr size_t kSecond = 2, kKelvin = 4;

bool hides(const JudgedUnit& gain, const JudgedUnit& other) {
  return gain.isNumber() && !gain.inferred && other.inferred && !other.isNumber();
}

// Of twelfths: a small fraction has a whole number of them.
bool isSmallFraction(double value) {
  const double twelfths = 12 * value;
  return std::fabs(value) <= 12 && std::fabs(twelfths) > 0.5 &&
         std::fabs(twelfths - std::round(twelfths)) < 1e-9;
}

}  // namespace

JudgedUnit JudgedUnit::second() {
  JudgedUnit unit = number();
  unit.exponents[kSecond] = kWhole;
  return unit;
}

JudgedUnit JudgedUnit::kelvin() {
  JudgedUnit unit = number();
  unit.exponents[kKelvin] = kWhole;
  return unit;
}

JudgedUnit JudgedUnit::declared(std::string_view text) {
  const std::optional<BaseUnit> base = parseUnit(text);
  if (!base) return {};
  JudgedUnit unit = number();
  for (size_t i = 0; i < kRadian; ++i) unit.exponents[i] = kWhole * base->exponents[i];
  unit.factor = base->factor;
  unit.offset = base->offset;
  return unit;
}

JudgedUnit JudgedUnit::ofFactor(double value) {
  if (value == 0) return any();
  const bool pure = isSmallFraction(value) || isSmallFraction(value / std::numbers::pi);
  return pure && std::fabs(value) != 1 ? number() : JudgedUnit{};
}

std::string JudgedUnit::text() const {
  if (!known()) return "?";
  if (offset != 0) return "degC";
  std::array<int, 8> whole{};
  for (size_t i = 0; i < whole.size(); ++i) {
    if (exponents[i] % kWhole != 0) return "a root of a unit";
    whole[i] = exponents[i] / kWhole;
  }
  const std::string coherent = unitText(whole);
  return std::fabs(factor - 1) < 1e-9 ? coherent : fmt::format("{:.6g} {}", factor, coherent);
}

JudgedUnit product(const JudgedUnit& a, const JudgedUnit& b) {
  if (!a.known() || !b.known() || hides(a, b) || hides(b, a)) return {};
  JudgedUnit result = a;
  for (size_t i = 0; i < a.exponents.size(); ++i) result.exponents[i] += b.exponents[i];
  result.factor *= b.factor;
  result.offset = 0;
  result.inferred = a.inferred || b.inferred;
  return result;
}

JudgedUnit quotient(const JudgedUnit& a, const JudgedUnit& b) {
  if (!b.known() || hides(b, a)) return {};
  JudgedUnit inverse = b;
  for (int& exponent : inverse.exponents) exponent = -exponent;
  inverse.factor = 1 / b.factor;
  return product(a, inverse);
}

JudgedUnit power(const JudgedUnit& a, int numerator, int denominator) {
  if (!a.known()) return {};
  JudgedUnit result = a;
  result.offset = 0;
  for (int& exponent : result.exponents) {
    if (exponent * numerator % denominator != 0) return {};
    exponent = exponent * numerator / denominator;
  }
  result.factor = std::pow(a.factor, static_cast<double>(numerator) / denominator);
  return result;
}

JudgedUnit common(const JudgedUnit& a, const JudgedUnit& b) {
  if (a.known() && b.known()) return a.inferred ? b : a;
  if (a.known()) return a;
  if (b.known()) return b;
  return a.kind == JudgedUnit::Kind::Any ? b : a;
}

bool differ(const JudgedUnit& a, const JudgedUnit& b, bool offsets) {
  if (!a.known() || !b.known() || (a.inferred && b.inferred)) return false;
  if (a.exponents != b.exponents) return true;
  // A scale may be lost where units are inferred.
  if (a.inferred || b.inferred) return false;
  if (std::fabs(a.factor - b.factor) > 1e-9 * std::fabs(a.factor)) return true;
  return offsets && a.offset != b.offset;
}

}  // namespace formola

#include "draw/units.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace formola::draw {

namespace {

struct UnitSymbol {
  std::string_view name;
  double factor;
  bool prefixed;
};

// The gram has the factor of the kilogram's thousandth, so that kg is 1.
constexpr UnitSymbol kSymbols[] = {{"m", 1, true},      {"g", 1e-3, true},
                                   {"s", 1, true},      {"A", 1, true},
                                   {"K", 1, true},      {"mol", 1, true},
                                   {"cd", 1, true},     {"rad", 1, true},
                                   {"sr", 1, true},     {"Hz", 1, true},
                                   {"N", 1, true},      {"Pa", 1, true},
                                   {"J", 1, true},      {"W", 1, true},
                                   {"C", 1, true},      {"V", 1, true},
                                   {"F", 1, true},      {"Ohm", 1, true},
                                   {"S", 1, true},      {"Wb", 1, true},
                                   {"T", 1, true},      {"H", 1, true},
                                   {"lm", 1, true},     {"lx", 1, true},
                                   {"Bq", 1, true},     {"Gy", 1, true},
                                   {"Sv", 1, true},     {"kat", 1, true},
                                   {"min", 60, false},  {"h", 3600, true},
                                   {"d", 86400, false}, {"l", 1e-3, true},
                                   {"L", 1e-3, true},   {"eV", 1.602176634e-19, true},
                                   {"bar", 1e5, true},  {"deg", std::numbers::pi / 180, false},
                                   {"t", 1000, true},   {"rev", 2 * std::numbers::pi, false},
                                   {"var", 1, true},    {"rpm", 2 * std::numbers::pi / 60, false},
                                   {"1", 1, false},     {"degC", 1, false}};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix kPrefixes[] = {
    {"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12}, {"G", 1e9},
    {"M", 1e6},  {"k", 1e3},   {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3}, {"u", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

std::optional<double> symbolFactor(std::string_view name) {
  for (const UnitSymbol& s : kSymbols)
    if (s.name == name) return s.factor;
  for (const Prefix& p : kPrefixes) {
    if (!name.starts_with(p.name)) continue;
    for (const UnitSymbol& s : kSymbols)
      if (s.prefixed && s.name == name.substr(p.name.size())) return p.factor * s.factor;
  }
  return std::nullopt;
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// unit = product [ "/" factor ], factors with exponents and parentheses
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}
  std::optional<double> read() {
    const std::optional<double> value = product();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<double> product() {
    std::optional<double> value = factor();
    while (value && at_ < text_.size() && text_[at_] != ')') {
      const bool divide = take('/');
      if (!divide && !take('.')) return std::nullopt;
      const std::optional<double> next = factor();
      if (!next) return std::nullopt;
      value = divide ? *value / *next : *value * *next;
    }
    return value;
  }

  std::optional<double> factor() {
    std::optional<double> value;
    if (take('(')) {
      value = product();
      if (!take(')')) return std::nullopt;
    } else if (take('1')) {
      return 1.0;
    } else {
      const size_t begin = at_;
      while (at_ < text_.size() && isLetter(text_[at_])) ++at_;
      value = symbolFactor(text_.substr(begin, at_ - begin));
    }
    const int power = exponent();
    if (value && power != 1) value = std::pow(*value, power);
    return value;
  }

  int exponent() {
    const bool negative = take('-');
    if (!negative) take('+');
    int power = 0;
    const size_t begin = at_;
    while (at_ < text_.size() && isDigit(text_[at_]) && at_ - begin < 3)
      power = 10 * power + (text_[at_++] - '0');
    if (at_ == begin) return 1;
    return negative ? -power : power;
  }

  std::string_view text_;
  size_t at_ = 0;
};

void replaceWord(std::string& text, std::string_view word, std::string_view by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    const size_t end = at + word.size();
    if (end < text.size() && isLetter(text[end])) {
      at = end - by.size();
      continue;
    }
    text.replace(at, word.size(), by);
  }
}

}  // namespace

std::optional<UnitScale> unitScale(std::string_view unit) {
  if (unit == "degC") return UnitScale{1, 273.15};
  if (unit == "degF") return UnitScale{5.0 / 9, 273.15 - 32 * 5.0 / 9};
  const std::optional<double> factor = UnitReader(unit).read();
  if (!factor) return std::nullopt;
  return UnitScale{*factor, 0};
}

std::string prettyUnit(std::string_view unit) {
  static constexpr std::string_view kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  bool afterSymbol = false;
  for (size_t i = 0; i < unit.size(); ++i) {
    const char c = unit[i];
    const bool signedPower = c == '-' && i + 1 < unit.size() && isDigit(unit[i + 1]);
    if (c == '.') {
      text += "·";
    } else if (afterSymbol && isDigit(c)) {
      text += kRaised[c - '0'];
      continue;
    } else if (afterSymbol && signedPower) {
      text += "⁻";
      continue;
    } else {
      text += c;
    }
    afterSymbol = isLetter(c) || c == ')';
  }
  replaceWord(text, "Ohm", "Ω");
  replaceWord(text, "degC", "°C");
  replaceWord(text, "deg", "°");
  return text;
}

std::string withUnit(double value, std::string_view unit, std::string_view displayUnit) {
  std::string_view shown = unit;
  if (!displayUnit.empty() && displayUnit != unit) {
    const auto from = unitScale(unit), to = unitScale(displayUnit);
    if (from && to) {
      value = (from->factor * value + from->offset - to->offset) / to->factor;
      shown = displayUnit;
    }
  }
  std::string text = fmt::format("{:.6g}", value);
  if (!shown.empty() && shown != "1") text += " " + prettyUnit(shown);
  return text;
}

}  // namespace formola::draw

#include "draw/units.h"

#include <fmt/format.h>

#include "support/units.h"

namespace formola::draw {

namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

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
  const std::optional<BaseUnit> base = parseUnit(unit);
  if (!base) return std::nullopt;
  return UnitScale{base->factor, base->offset};
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
  // 1e-05: 1e-5
  if (const size_t e = text.find('e');
      e != std::string::npos && e + 3 < text.size() && text[e + 2] == '0')
    text.erase(e + 2, 1);
  if (!shown.empty() && shown != "1") text += " " + prettyUnit(shown);
  return text;
}

}  // namespace formola::draw

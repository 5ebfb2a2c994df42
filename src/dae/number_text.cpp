#include "dae/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace formola {

std::string realText(double value) {
  // Modelica has no literals for these; the texts are only for people and never read back
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // d.ddde±xx with the fewest digits that identify the number
  char buffer[40];
  auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  *end = '\0';
  std::string digits, sign;
  char* at = buffer;
  if (*at == '-') {
    sign = "-";
    ++at;
  }
  for (; *at != 'e'; ++at) {
    if (*at != '.') digits += *at;
  }
  const int exponent = std::atoi(at + 1);
  const int count = static_cast<int>(digits.size());

  // plain notation where it is no longer than people would write it by hand
  if (exponent >= 0 && (exponent <= 5 || exponent < count) && exponent <= 16) {
    if (count <= exponent + 1) return sign + digits + std::string(exponent + 1 - count, '0') + ".0";
    return sign + digits.substr(0, exponent + 1) + "." + digits.substr(exponent + 1);
  }
  if (exponent < 0 && exponent >= -4) return sign + "0." + std::string(-exponent - 1, '0') + digits;
  std::string text = sign + digits[0];
  if (count > 1) text += "." + digits.substr(1);
  return text + "e" + std::to_string(exponent);
}

}  // namespace formola

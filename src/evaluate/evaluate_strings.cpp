// String(...): spec 3.7.1.
#include <cmath>
#include <cstdio>

#include "evaluate/interpreter.h"

namespace formola::interpreter {

namespace {

// %[flags][width][.precision] without the percent sign; the letter at the end says what is
// converted.
struct Format {
  std::string directive;  // flags, width and precision
  char letter = 'g';
};

bool parseFormat(const std::string& text, Format& out) {
  size_t at = text.starts_with('%') ? 1 : 0;
  const size_t first = at;
  auto digits = [&] {
    size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - begin <= 4;  // nobody wants a number wider than that
  };
  while (at < text.size() && std::string_view("-+ #0").find(text[at]) != std::string_view::npos)
    ++at;
  if (!digits()) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (!digits()) return false;
  }
  if (at + 1 != text.size()) return false;
  out.directive = text.substr(first, at - first);
  out.letter = text[at];
  return std::string_view("eEfFgGdiuoxXcs").find(out.letter) != std::string_view::npos;
}

template <typename T>
std::string formatted(const std::string& format, T value) {
  // the format has just been checked against the type of the value
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length < 0) return {};
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
  text.pop_back();
  return text;
}

}  // namespace

// Children: value, significantDigits, minimumLength, leftJustified, format; Missing where omitted.
bool Interpreter::toString(std::span<Datum> arguments, Datum& out) {
  auto given = [&](size_t i) { return i < arguments.size() && !arguments[i].omitted(); };
  if (arguments.empty() || arguments[0].omitted())
    return fail("String of an expression with an error");
  const Datum& value = arguments[0];
  int64_t significant = 6, minimum = 0;
  bool left = true;
  Format format;
  bool hasFormat = false;
  for (size_t i : {size_t{1}, size_t{2}}) {
    if (!given(i)) continue;
    if (arguments[i].base != BaseType::Integer || !arguments[i].inCell()) {
      return fail("the format of String is not an Integer");
    }
    (i == 1 ? significant : minimum) = std::clamp<int64_t>(arguments[i].cell.integer, 0, 9999);
  }
  if (given(3) && !isTrue(arguments[3], left)) return false;
  if (given(4)) {
    hasFormat =
        arguments[4].base == BaseType::String && parseFormat(arguments[4].box->strings[0], format);
    if (!hasFormat) return fail("the format of String is none of C");
  }
  const bool realFormat = std::string_view("eEfFgG").find(format.letter) != std::string_view::npos;

  auto one = [&](size_t at, std::string& text) {
    switch (value.base) {
      case BaseType::Real: {
        const double x = value.realAt(at);
        if (hasFormat && !realFormat) {
          text = formatted("%" + format.directive + "lld", static_cast<long long>(std::llround(x)));
        } else if (hasFormat) {
          text = formatted("%" + format.directive + format.letter, x);
        } else {
          text = formatted("%." + std::to_string(significant) + "g", x);
        }
        return true;
      }
      case BaseType::Integer: {
        const int64_t x = value.integerAt(at);
        if (hasFormat && realFormat) {
          text = formatted("%" + format.directive + format.letter, static_cast<double>(x));
        } else if (hasFormat && format.letter == 'c') {
          text = formatted("%" + format.directive + "c", static_cast<int>(x));
        } else if (hasFormat) {
          const char letter = format.letter == 's' ? 'd' : format.letter;
          text = formatted("%" + format.directive + "ll" + letter, static_cast<long long>(x));
        } else {
          text = std::to_string(x);
        }
        return true;
      }
      case BaseType::Boolean:
        text = value.integerAt(at) != 0 ? "true" : "false";
        return true;
      case BaseType::Enumeration: {
        const EnumInfo& info = types_.enumOf(value.type);
        text = pool_.names.text(info.literals[static_cast<size_t>(value.integerAt(at) - 1)]);
        return true;
      }
      case BaseType::String:
        text = value.box->strings[at];
        return true;
      default:
        return fail("String is not defined for " + data_.shapeText(value));
    }
  };
  Datum result = data_.zero(types_.get(BaseType::String, 0, data_.dims(value)));
  std::vector<std::string>& texts = result.box->strings;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!one(i, texts[i])) return false;
    if (texts[i].size() < static_cast<size_t>(minimum)) {
      const size_t blanks = static_cast<size_t>(minimum) - texts[i].size();
      texts[i].insert(left ? texts[i].size() : 0, blanks, ' ');
    }
  }
  out = std::move(result);
  return true;
}

}  // namespace formola::interpreter

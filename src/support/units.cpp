#include "support/units.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace formola {

namespace {

struct UnitSymbol {
  std::string_view name;
  BaseUnit unit;
  bool prefixes = true;
};

// kg m s A K mol cd rad
const UnitSymbol kSymbols[] = {
    {"m", {{0, 1}}},
    {"g", {{1}, 1e-3}},
    {"s", {{0, 0, 1}}},
    {"A", {{0, 0, 0, 1}}},
    {"K", {{0, 0, 0, 0, 1}}},
    {"mol", {{0, 0, 0, 0, 0, 1}}},
    {"cd", {{0, 0, 0, 0, 0, 0, 1}}},
    {"rad", {{0, 0, 0, 0, 0, 0, 0, 1}}},
    {"sr", {{0, 0, 0, 0, 0, 0, 0, 2}}},
    {"Hz", {{0, 0, -1}}},
    {"N", {{1, 1, -2}}},
    {"Pa", {{1, -1, -2}}},
    {"J", {{1, 2, -2}}},
    {"W", {{1, 2, -3}}},
    {"C", {{0, 0, 1, 1}}},
    {"V", {{1, 2, -3, -1}}},
    {"F", {{-1, -2, 4, 2}}},
    {"Ohm", {{1, 2, -3, -2}}},
    {"S", {{-1, -2, 3, 2}}},
    {"Wb", {{1, 2, -2, -1}}},
    {"T", {{1, 0, -2, -1}}},
    {"H", {{1, 2, -2, -2}}},
    {"lm", {{0, 0, 0, 0, 0, 0, 1, 2}}},
    {"lx", {{0, -2, 0, 0, 0, 0, 1, 2}}},
    {"Bq", {{0, 0, -1}}},
    {"Gy", {{0, 2, -2}}},
    {"Sv", {{0, 2, -2}}},
    {"kat", {{0, 0, -1, 0, 0, 1}}},
    {"l", {{0, 3}, 1e-3}},
    {"L", {{0, 3}, 1e-3}},
    {"bar", {{1, -1, -2}, 1e5}},
    {"eV", {{1, 2, -2}, 1.602176634e-19}},
    {"VA", {{1, 2, -3}}},
    {"var", {{1, 2, -3}}},
    {"t", {{1}, 1e3}},
    {"min", {{0, 0, 1}, 60}, false},
    {"h", {{0, 0, 1}, 3600}, false},
    {"d", {{0, 0, 1}, 86400}, false},
    {"deg", {{0, 0, 0, 0, 0, 0, 0, 1}, std::numbers::pi / 180}, false},
    {"rev", {{0, 0, 0, 0, 0, 0, 0, 1}, 2 * std::numbers::pi}, false},
    {"degC", {{0, 0, 0, 0, 1}, 1, 273.15}, false},
    {"degF", {{0, 0, 0, 0, 1}, 5.0 / 9, 273.15 - 32 * 5.0 / 9}, false},
    {"rpm", {{0, 0, -1, 0, 0, 0, 0, 1}, 2 * std::numbers::pi / 60}, false},
    {"%", {{}, 0.01}, false},
};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix kPrefixes[] = {
    {"Y", 1e24}, {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},  {"G", 1e9},  {"M", 1e6},
    {"k", 1e3},  {"h", 1e2},   {"da", 1e1},  {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3}, {"u", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

std::optional<BaseUnit> parseSymbol(std::string_view name) {
  for (const UnitSymbol& symbol : kSymbols)
    if (symbol.name == name) return symbol.unit;
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.name)) continue;
    for (const UnitSymbol& symbol : kSymbols) {
      if (!symbol.prefixes || symbol.name != name.substr(prefix.name.size())) continue;
      BaseUnit unit = symbol.unit;
      unit.factor *= prefix.factor;
      return unit;
    }
  }
  return std::nullopt;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<BaseUnit> unit() {
    std::optional<BaseUnit> result = expression();
    if (at_ != text_.size()) return std::nullopt;
    return result;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  static void combine(BaseUnit& into, const BaseUnit& with, int power) {
    for (size_t i = 0; i < into.exponents.size(); ++i)
      into.exponents[i] += power * with.exponents[i];
    into.factor *= std::pow(with.factor, power);
    // An offset means nothing in a product.
    into.offset = 0;
  }

  // expression := product ["/" factor]
  std::optional<BaseUnit> expression() {
    std::optional<BaseUnit> result = product();
    if (result && take('/')) {
      const std::optional<BaseUnit> below = factor();
      if (!below) return std::nullopt;
      combine(*result, *below, -1);
    }
    return result;
  }

  std::optional<BaseUnit> product() {
    std::optional<BaseUnit> result = factor();
    while (result && take('.')) {
      const std::optional<BaseUnit> next = factor();
      if (!next) return std::nullopt;
      combine(*result, *next, 1);
    }
    return result;
  }

  std::optional<BaseUnit> factor() {
    if (take('1')) return BaseUnit{};
    if (take('(')) {
      if (++depth_ > kDeepest) return std::nullopt;
      const std::optional<BaseUnit> inner = expression();
      --depth_;
      if (!inner || !take(')')) return std::nullopt;
      return inner;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && !isDigit(text_[at_]) &&
           std::string_view("./()+-").find(text_[at_]) == std::string_view::npos)
      ++at_;
    const std::optional<BaseUnit> symbol = parseSymbol(text_.substr(begin, at_ - begin));
    if (!symbol) return std::nullopt;
    const int sign = take('-') ? -1 : 1;
    if (sign > 0) take('+');
    int power = 0;
    const size_t digits = at_;
    for (; at_ < text_.size() && isDigit(text_[at_]) && at_ < digits + 3; ++at_)
      power = 10 * power + (text_[at_] - '0');
    if (at_ == digits) return sign > 0 ? symbol : std::nullopt;
    if (power == 1 && sign == 1) return symbol;
    BaseUnit result;
    combine(result, *symbol, sign * power);
    return result;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;  // of parentheses
  static constexpr int kDeepest = 16;
};

// Coherent units with names, the ones that people expect first.
constexpr std::string_view kNamed[] = {"V", "A", "Ohm", "W",  "J", "N",     "Pa",    "F",
                                       "H", "C", "S",   "Wb", "T", "rad/s", "rad/s2"};

}  // namespace

std::optional<BaseUnit> parseUnit(std::string_view text) {
  return Reader(text).unit();
}

std::string unitText(const std::array<int, 8>& exponents) {
  for (std::string_view name : kNamed)
    if (parseUnit(name)->exponents == exponents) return std::string(name);
  std::string above, below;
  int count = 0;
  for (size_t i = 0; i < exponents.size(); ++i) {
    if (exponents[i] == 0) continue;
    std::string& side = exponents[i] > 0 ? above : below;
    if (!side.empty()) side += '.';
    side += kBaseUnits[i];
    if (const int power = std::abs(exponents[i]); power > 1) side += std::to_string(power);
    count += exponents[i] < 0 ? 1 : 0;
  }
  const std::string_view numerator = above.empty() ? std::string_view("1") : above;
  if (below.empty()) return std::string(numerator);
  return fmt::format(fmt::runtime(count > 1 ? "{}/({})" : "{}/{}"), numerator, below);
}

}  // namespace formola

#include "evaluate/standard_strings.h"

#include <algorithm>
#include <charconv>

namespace formola::standard {

namespace {

// The locale must not matter.
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Reads a text from some place on.
struct Scanner {
  std::string_view text;
  size_t at;

  Scanner(const std::string& whole, int64_t startIndex)
      : text(whole),
        at(startIndex < 1 ? 0 : std::min(static_cast<size_t>(startIndex - 1), whole.size())) {}

  char peek() const { return at < text.size() ? text[at] : '\0'; }
  template <typename Predicate>
  size_t skip(Predicate predicate) {
    const size_t begin = at;
    while (at < text.size() && predicate(text[at])) ++at;
    return at - begin;
  }
  bool sign(bool isUnsigned) {
    if (peek() != '+' && peek() != '-') return true;
    ++at;
    return !isUnsigned;
  }
  int64_t index() const { return static_cast<int64_t>(at) + 1; }
};

// from_chars knows no plus sign.
std::string_view withoutPlus(std::string_view text) {
  return text.starts_with('+') ? text.substr(1) : text;
}

}  // namespace

bool length(StandardCall& call) {
  call.result.integers.assign(1, static_cast<int64_t>(call.string(0).size()));
  return true;
}

bool substring(StandardCall& call) {
  const std::string& text = call.string(0);
  const auto size = static_cast<int64_t>(text.size());
  const int64_t first = std::max<int64_t>(call.integer(1), 1);
  int64_t last = call.integer(2) < 0 ? first : call.integer(2);
  last = std::min(last, size);
  call.result.strings.assign(1, "");
  if (first <= last) {
    call.result.strings[0] =
        text.substr(static_cast<size_t>(first - 1), static_cast<size_t>(last - first + 1));
  }
  return true;
}

bool compare(StandardCall& call) {
  std::string a = call.string(0), b = call.string(1);
  if (call.integer(2) == 0) {
    std::transform(a.begin(), a.end(), a.begin(), lower);
    std::transform(b.begin(), b.end(), b.begin(), lower);
  }
  const int order = a.compare(b);
  call.result.integers.assign(1, order < 0 ? 1 : order == 0 ? 2 : 3);
  return true;
}

// The AP hash function of A. Partow (2002): even and odd places are mixed in differently.
bool hashString(StandardCall& call) {
  uint32_t hash = 0xAAAAAAAAu;
  bool odd = false;
  for (char c : call.string(0)) {
    const auto byte = static_cast<uint32_t>(static_cast<unsigned char>(c));
    hash ^= odd ? ~((hash << 11) + (byte ^ (hash >> 5))) : (hash << 7) ^ byte * (hash >> 3);
    odd = !odd;
  }
  call.result.integers.assign(1, static_cast<int32_t>(hash));
  return true;
}

bool skipWhiteSpace(StandardCall& call) {
  Scanner scanner(call.string(0), call.integer(1));
  scanner.skip(isSpace);
  call.result.integers.assign(1, scanner.index());
  return true;
}

// [sign] (digits ["." [digits]] | "." digits) [("e" | "E") [sign] digits]
bool scanReal(StandardCall& call) {
  Scanner scanner(call.string(0), call.integer(1));
  call.setInteger(3, call.integer(1));
  call.setReal(4, 0);
  scanner.skip(isSpace);
  const size_t begin = scanner.at;
  if (!scanner.sign(call.integer(2) != 0)) return true;
  size_t digits = scanner.skip(isDigit);
  if (scanner.peek() == '.') {
    ++scanner.at;
    digits += scanner.skip(isDigit);
  }
  if (digits == 0) return true;
  if (scanner.peek() == 'e' || scanner.peek() == 'E') {
    ++scanner.at;
    scanner.sign(false);
    if (scanner.skip(isDigit) == 0) return true;
  }
  std::string_view token = withoutPlus(scanner.text.substr(begin, scanner.at - begin));
  double value = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return true;
  call.setInteger(3, scanner.index());
  call.setReal(4, value);
  return true;
}

bool scanInteger(StandardCall& call) {
  Scanner scanner(call.string(0), call.integer(1));
  call.setInteger(3, call.integer(1));
  call.setInteger(4, 0);
  scanner.skip(isSpace);
  const size_t begin = scanner.at;
  if (!scanner.sign(call.integer(2) != 0) || scanner.skip(isDigit) == 0) return true;
  // the beginning of a Real is no Integer
  if (scanner.peek() == '.' || scanner.peek() == 'e' || scanner.peek() == 'E') return true;
  std::string_view token = withoutPlus(scanner.text.substr(begin, scanner.at - begin));
  int32_t value = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return true;
  call.setInteger(3, scanner.index());
  call.setInteger(4, value);
  return true;
}

// What stands between the quotes, as it is written there.
bool scanString(StandardCall& call) {
  Scanner scanner(call.string(0), call.integer(1));
  call.setInteger(2, call.integer(1));
  call.setString(3, "");
  scanner.skip(isSpace);
  if (scanner.peek() != '"') return true;
  const size_t begin = ++scanner.at;
  while (scanner.at < scanner.text.size() && scanner.peek() != '"') {
    scanner.at += scanner.peek() == '\\' ? 2 : 1;
  }
  if (scanner.at >= scanner.text.size()) return true;
  std::string token(scanner.text.substr(begin, scanner.at - begin));
  ++scanner.at;
  call.setInteger(2, scanner.index());
  call.setString(3, std::move(token));
  return true;
}

bool scanIdentifier(StandardCall& call) {
  Scanner scanner(call.string(0), call.integer(1));
  call.setInteger(2, call.integer(1));
  call.setString(3, "");
  scanner.skip(isSpace);
  const size_t begin = scanner.at;
  if (!isLetter(scanner.peek())) return true;
  scanner.skip([](char c) { return isLetter(c) || isDigit(c) || c == '_'; });
  std::string token(scanner.text.substr(begin, scanner.at - begin));
  call.setInteger(2, scanner.index());
  call.setString(3, std::move(token));
  return true;
}

}  // namespace formola::standard

#include "syntax/source_text.h"

#include <cstring>

#include "diag/codes/syntax.h"

namespace formola::syntax {

uint32_t utf8Length(const char* p, const char* end) {
  auto byte = [&](int i) { return static_cast<unsigned char>(p[i]); };
  auto follows = [&](int i, unsigned low = 0x80, unsigned high = 0xBF) {
    return p + i < end && byte(i) >= low && byte(i) <= high;
  };
  unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

namespace {

// The offset of the first byte that is not UTF-8, or the size. Eight ASCII bytes are passed at a
// time.
size_t firstInvalidUtf8(std::string_view text) {
  const char* p = text.data();
  const char* end = p + text.size();
  while (p < end) {
    uint64_t word;
    while (end - p >= 8) {
      std::memcpy(&word, p, 8);
      if (word & 0x8080808080808080ull) break;
      p += 8;
    }
    if (p == end) break;
    uint32_t length = utf8Length(p, end);
    if (length == 0) return static_cast<size_t>(p - text.data());
    p += length;
  }
  return text.size();
}

size_t firstControlCharacter(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && !(c >= '\t' && c <= '\r')) || c == 0x7F) return i;
  }
  return text.size();
}

}  // namespace

bool checkSourceText(std::string_view text, SyntaxErrors& errors, bool& badUtf8) {
  constexpr size_t kMaxSize = 0xFFFFFFF0u;
  if (text.size() > kMaxSize) {
    errors.report(diag::FileTooLarge, 0, 0, text.size(), kMaxSize);
    return false;
  }
  // A zero byte, or control characters in what is not UTF-8, mean that this is no text at all: one
  // error, not thousands.
  size_t bad = firstInvalidUtf8(text);
  size_t control = bad < text.size() ? firstControlCharacter(text) : text.find('\0');
  if (control < text.size()) {
    auto offset = static_cast<uint32_t>(control);
    errors.report(diag::NotATextFile, offset, offset, static_cast<unsigned char>(text[control]),
                  control);
    return false;
  }
  if (bad < text.size()) {
    badUtf8 = true;
    errors.report(diag::NotUtf8, static_cast<uint32_t>(bad), static_cast<uint32_t>(bad) + 1,
                  fmt::format("0x{:02X}", static_cast<unsigned char>(text[bad])), bad);
  }
  return true;
}

}  // namespace formola::syntax

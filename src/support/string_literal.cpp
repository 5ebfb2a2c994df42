#include "support/string_literal.h"

namespace formola {

namespace {

// The letter behind the backslash, 0 for characters that need none.
char escapeOf(char c, char next, Layout layout) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\n':
      return layout == Layout::Kept ? '\0' : 'n';
    case '\t':
      return layout == Layout::Kept ? '\0' : 't';
    case '\r':
      return layout == Layout::Kept && next == '\n' ? '\0' : 'r';
    case '\a':
      return 'a';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\v':
      return 'v';
    default:
      return '\0';
  }
}

}  // namespace

std::string stringLiteral(std::string_view text, Layout layout) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (const char letter = escapeOf(c, next, layout); letter != '\0') {
      out += '\\';
      out += letter;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string quotedIdentifier(std::string_view name) {
  std::string out = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + '\'';
}

}  // namespace formola

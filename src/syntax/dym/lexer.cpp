#include "syntax/dym/lexer.h"

#include "diag/codes/dymola.h"
#include "syntax/source_text.h"
#include "syntax/token.h"

namespace formola::dym {

namespace {

struct Spelling {
  Tok kind;
  std::string_view text;
};

constexpr Spelling kPunctuation[] = {
#define X(name, text) {Tok::name, text},
    FORMOLA_DYM_PUNCTUATION(X)
#undef X
};
constexpr Spelling kKeywords[] = {
#define X(name, text) {Tok::Kw##name, text},
    FORMOLA_DYM_KEYWORDS(X)
#undef X
};

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Names that are keywords of Modelica get quotes, so that the tree can be printed as Modelica.
bool isModelicaKeyword(std::string_view word) {
  static constexpr std::string_view kOther[] = {
#define X(name, text) text,
      FORMOLA_KEYWORDS(X)
#undef X
  };
  if (word == "der" || word == "true" || word == "false") return false;
  for (std::string_view keyword : kOther)
    if (keyword == word) return true;
  return false;
}

}  // namespace

bool isKeyword(std::string_view word) {
  for (const Spelling& s : kKeywords)
    if (s.text == word) return true;
  return false;
}

std::string_view spelling(Tok kind) {
  switch (kind) {
    case Tok::EndOfFile:
      return "the end of the file";
    case Tok::Identifier:
      return "a name";
    case Tok::Number:
      return "a number";
    default:
      break;
  }
  for (const Spelling& s : kPunctuation)
    if (s.kind == kind) return s.text;
  for (const Spelling& s : kKeywords)
    if (s.kind == kind) return s.text;
  return "";
}

Lexer::Lexer(std::string_view text, Interner& names, syntax::SyntaxErrors& errors)
    : text_(text), names_(names), errors_(errors) {
  bool badUtf8 = false;
  if (!syntax::checkSourceText(text, errors_, badUtf8)) text_ = {};
  if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
}

void Lexer::skipBlank(Token& token) {
  if (at_ == 0) token.lineStart = true;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      token.lineStart = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
    } else if (c == '{') {
      const size_t close = text_.find('}', at_);
      if (close == std::string_view::npos) {
        errors_.report(diag::DymUnterminatedComment, at_, at_ + 1);
        at_ = static_cast<uint32_t>(text_.size());
        return;
      }
      std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
      if (token.lineStart) {
        const size_t first =
            token.above.empty() ? at_ : static_cast<size_t>(token.above.data() - text_.data());
        token.above = text_.substr(first, close + 1 - first);
      }
      if (token.comment.empty()) {
        token.commentSameLine = !token.lineStart;
        while (!inside.empty() && (inside.front() == ' ' || inside.front() == '\t'))
          inside.remove_prefix(1);
        while (!inside.empty() && (inside.back() == ' ' || inside.back() == '\t'))
          inside.remove_suffix(1);
        token.comment = inside;
      }
      if (inside.find('\n') != std::string_view::npos) token.lineStart = true;
      at_ = static_cast<uint32_t>(close + 1);
    } else {
      return;
    }
  }
}

void Lexer::lexNumber(Token& token) {
  while (isDigit(peek())) ++at_;
  if (peek() == '.') {
    ++at_;
    while (isDigit(peek())) ++at_;
  }
  if (peek() == 'e' || peek() == 'E') {
    const uint32_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (isDigit(peek(1 + sign))) {
      at_ += 1 + sign;
      while (isDigit(peek())) ++at_;
    }
  }
  token.kind = Tok::Number;
}

bool Lexer::lexPunctuation(Token& token) {
  const Spelling* best = nullptr;
  for (const Spelling& s : kPunctuation) {
    if (!text_.substr(at_).starts_with(s.text)) continue;
    if (!best || s.text.size() > best->text.size()) best = &s;
  }
  if (!best) return false;
  token.kind = best->kind;
  at_ += static_cast<uint32_t>(best->text.size());
  return true;
}

bool Lexer::lexForeign(Token& token) {
  const uint32_t begin = at_;
  ++at_;
  // one UTF-8 character
  while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
  const std::string_view c = text_.substr(begin, at_ - begin);
  std::string_view advice = "only letters, digits and '_' can stand in names";
  if (c == "^") advice = "a power is written with '**'";
  if (c == "}") advice = "there is no comment that it could close";
  if (c == "\"") advice = "there are no strings; a comment stands in braces";
  if (c == "'") advice = "a derivative is written der(x), a comment stands in braces";
  if (c == ":") advice = "an equation is written with '='";
  std::string shown(c);
  if (static_cast<unsigned char>(c[0]) < 0x20 || (c.size() == 1 && (c[0] & 0x80)))
    shown = fmt::format("\\x{:02x}", static_cast<unsigned char>(c[0]));
  if (!errors_.skipping()) errors_.report(diag::DymUnexpectedCharacter, begin, at_, shown, advice);
  token.kind = Tok::Power;
  return c == "^";
}

Token Lexer::next() {
  Token token;
  for (;;) {
    skipBlank(token);
    token.begin = at_;
    const char c = peek();
    if (at_ >= text_.size()) {
      token.lineStart = true;
      break;
    }
    if (isLetter(c)) {
      while (isLetter(peek()) || isDigit(peek())) ++at_;
      const std::string_view word = text_.substr(token.begin, at_ - token.begin);
      token.kind = Tok::Identifier;
      for (const Spelling& s : kKeywords)
        if (s.text == word) token.kind = s.kind;
      if (token.kind == Tok::Identifier)
        token.symbol =
            names_.intern(isModelicaKeyword(word) ? fmt::format("'{}'", word) : std::string(word));
      break;
    }
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      lexNumber(token);
      break;
    }
    if (lexPunctuation(token)) break;
    if (lexForeign(token)) break;
  }
  token.end = at_;
  return token;
}

}  // namespace formola::dym

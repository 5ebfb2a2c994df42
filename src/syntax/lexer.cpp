#include "syntax/lexer.h"

#include <cctype>
#include <cstring>

#include "diag/codes/syntax.h"
#include "syntax/source_text.h"

namespace formola::syntax {

namespace {

// ---------------------------------------------------------------- character classes

enum CharClass : uint8_t { kBlank = 1, kLetter = 2, kDigit = 4, kHigh = 8 };

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = kLetter;
  for (int c = 'A'; c <= 'Z'; ++c) table[c] = kLetter;
  for (int c = '0'; c <= '9'; ++c) table[c] = kDigit;
  table['_'] = kLetter;
  table[' '] = table['\t'] = table['\r'] = table['\n'] = table['\f'] = table['\v'] = kBlank;
  for (int c = 0x80; c <= 0xFF; ++c) table[c] = kHigh;
  return table;
}
constexpr std::array<uint8_t, 256> kClasses = makeClasses();

inline bool is(char c, int classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

// ---------------------------------------------------------------- keywords

struct Keyword {
  std::string_view text;
  Tok kind;
};
constexpr Keyword kKeywords[] = {
#define X(name, text) {text, Tok::Kw##name},
    FORMOLA_KEYWORDS(X)
#undef X
};
constexpr size_t kLongestKeyword = 13;  // constrainedby

// The keywords are sorted, so those with one first letter stand together: firstOf[c - 'a'] ..
// firstOf[c - 'a' + 1].
constexpr std::array<uint8_t, 27> makeFirstOf() {
  std::array<uint8_t, 27> first{};
  for (int letter = 0; letter <= 26; ++letter) {
    uint8_t count = 0;
    for (const Keyword& keyword : kKeywords) {
      if (keyword.text[0] < 'a' + letter) ++count;
    }
    first[letter] = count;
  }
  return first;
}
constexpr std::array<uint8_t, 27> kFirstOf = makeFirstOf();

Tok keywordOrIdentifier(std::string_view text) {
  if (text.size() < 2 || text.size() > kLongestKeyword) return Tok::Identifier;
  unsigned letter = static_cast<unsigned char>(text[0]) - 'a';
  if (letter >= 26) return Tok::Identifier;
  for (unsigned i = kFirstOf[letter]; i < kFirstOf[letter + 1]; ++i) {
    if (kKeywords[i].text == text) return kKeywords[i].kind;
  }
  return Tok::Identifier;
}

// Typographic characters that word processors put in place of the ones Modelica knows.
struct Lookalike {
  std::string_view character;
  std::string_view hint;
  Tok meant;  // EndOfFile: treat as white space
};
constexpr Lookalike kLookalikes[] = {
    {"\u2212", "write '-'", Tok::Minus},
    {"\u2013", "write '-'", Tok::Minus},
    {"\u2014", "write '-'", Tok::Minus},
    {"\u00D7", "write '*'", Tok::Star},
    {"\u00B7", "write '*'", Tok::Star},
    {"\u22C5", "write '*'", Tok::Star},
    {"\u00F7", "write '/'", Tok::Slash},
    {"\u2264", "write '<='", Tok::LessEqual},
    {"\u2265", "write '>='", Tok::GreaterEqual},
    {"\u2260", "write '<>'", Tok::NotEqual},
    {"\u00A0", "it is a no-break space, write a space", Tok::EndOfFile},
    {"\uFEFF", "it is a byte order mark, remove it", Tok::EndOfFile},
    {"\u200B", "it is a zero-width space, remove it", Tok::EndOfFile},
    {"\u201C", "strings are written with \"", Tok::EndOfFile},
    {"\u201D", "strings are written with \"", Tok::EndOfFile},
    {"\u2018", "names are quoted with '", Tok::EndOfFile},
    {"\u2019", "names are quoted with '", Tok::EndOfFile},
};

}  // namespace

bool isDeclarationPrefix(Tok kind) {
  switch (kind) {
    case Tok::KwParameter:
    case Tok::KwConstant:
    case Tok::KwDiscrete:
    case Tok::KwInput:
    case Tok::KwOutput:
    case Tok::KwFlow:
    case Tok::KwStream:
    case Tok::KwInner:
    case Tok::KwOuter:
    case Tok::KwReplaceable:
    case Tok::KwRedeclare:
    case Tok::KwFinal:
      return true;
    default:
      return false;
  }
}

std::string_view spelling(Tok kind) {
  switch (kind) {
    case Tok::EndOfFile:
      return "the end of the file";
    case Tok::Identifier:
      return "a name";
    case Tok::Integer:
      return "an integer";
    case Tok::Real:
      return "a number";
    case Tok::String:
      return "a string";
#define X(name, text) \
  case Tok::name:     \
    return text;
      FORMOLA_PUNCTUATION(X)
#undef X
#define X(name, text) \
  case Tok::Kw##name: \
    return text;
      FORMOLA_KEYWORDS(X)
#undef X
  }
  return "";
}

Lexer::Lexer(std::string_view text, Interner& names, SyntaxErrors& errors)
    : text_(text.data()),
      size_(static_cast<uint32_t>(text.size())),
      names_(names),
      errors_(errors) {
  if (!checkSourceText(text, errors_, badUtf8_)) {
    size_ = 0;
    return;
  }
  if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
}

void Lexer::skipBlockComment(bool& newLine) {
  uint32_t begin = at_;
  at_ += 2;
  for (;;) {
    const void* found = at_ < size_ ? std::memchr(text_ + at_, '*', size_ - at_) : nullptr;
    if (!found) {
      errors_.report(diag::UnterminatedComment, begin, begin + 2);
      errors_.giveUp();  // it swallowed the rest of the file: what seems to be missing there may be
                         // inside it
      at_ = size_;
      return;
    }
    at_ = static_cast<uint32_t>(static_cast<const char*>(found) - text_) + 1;
    if (peek(0) == '/') break;
  }
  ++at_;
  newLine = newLine || std::memchr(text_ + begin, '\n', at_ - begin) != nullptr;
}

bool Lexer::skipBlank() {
  bool newLine = at_ == 0;
  while (at_ < size_) {
    char c = text_[at_];
    if (is(c, kBlank)) {
      newLine = newLine || c == '\n';
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      const void* end = std::memchr(text_ + at_, '\n', size_ - at_);
      at_ = end ? static_cast<uint32_t>(static_cast<const char*>(end) - text_) : size_;
    } else if (c == '/' && peek(1) == '*') {
      skipBlockComment(newLine);
    } else {
      break;
    }
  }
  return newLine;
}

Token Lexer::next() {
  Token token;
  bool lineStart = false;
  for (;;) {
    lineStart |= skipBlank();
    token.begin = at_;
    if (at_ >= size_ || errors_.givenUp()) {
      at_ = size_;
      token.kind = Tok::EndOfFile;
      token.begin = size_;
      lineStart = true;
      break;
    }
    char c = text_[at_];
    if (is(c, kLetter)) {
      lexIdentifier(token);
      break;
    }
    if (is(c, kDigit) || (c == '.' && is(peek(1), kDigit))) {
      lexNumber(token);
      break;
    }
    if (c == '"') {
      lexString(token);
      break;
    }
    if (c == '\'') {
      if (lexQuotedIdentifier(token)) break;
      continue;
    }
    if (lexPunctuation(token)) break;
    if (is(c, kHigh) ? lexNonAscii(token) : lexForeign(token)) break;
  }
  token.lineStart = lineStart;
  token.end = at_;
  return token;
}

void Lexer::lexIdentifier(Token& token) {
  do {
    ++at_;
  } while (at_ < size_ && is(text_[at_], kLetter | kDigit));
  if (is(peek(0), kHigh)) {  // a letter such as "ü" within a name
    lexNonAscii(token);
    return;
  }
  std::string_view text(text_ + token.begin, at_ - token.begin);
  token.kind = keywordOrIdentifier(text);
  if (token.kind == Tok::Identifier) token.symbol = names_.intern(text);
}

// False: the quote was no name but a mark of another language, x' for a derivative or a transpose.
bool Lexer::lexQuotedIdentifier(Token& token) {
  token.kind = Tok::Identifier;
  scratch_.clear();
  scratch_ += '\'';
  ++at_;
  for (;;) {
    char c = peek(0);
    if (at_ >= size_ || c == '\n' || c == '\r') {
      const char before = token.begin > 0 ? text_[token.begin - 1] : ' ';
      const bool isMark = std::isalnum(static_cast<unsigned char>(before)) || before == '_' ||
                          before == ')' || before == ']';
      Diagnostic* d =
          errors_.report(diag::UnterminatedQuotedName, token.begin, isMark ? token.begin + 1 : at_);
      if (isMark) {
        if (d) d->note("the derivative of x is written der(x), the transpose of A transpose(A)");
        at_ = token.begin + 1;
        return false;
      }
      // A ';' in what was taken for the name more likely ends the declaration.
      std::string_view taken(text_ + token.begin, at_ - token.begin);
      size_t semicolon = std::min(taken.find(';'), taken.size());
      at_ = token.begin + static_cast<uint32_t>(semicolon);
      scratch_.assign(taken.substr(0, semicolon));
      scratch_ += '\'';
      break;
    }
    ++at_;
    if (c == '\'') {
      scratch_ += c;
      break;
    }
    if (c == '\\' && at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r') {
      // A redundant escape names the same identifier as the plain character (appendix A.1).
      if (text_[at_] != '"' && text_[at_] != '?') scratch_ += c;
      c = text_[at_++];
    }
    scratch_ += c;
  }
  token.symbol = names_.intern(scratch_);
  return true;
}

void Lexer::lexNumber(Token& token) {
  auto digits = [&] {
    while (at_ < size_ && is(text_[at_], kDigit)) ++at_;
  };
  token.kind = Tok::Integer;
  digits();
  if (peek(0) == '.') {
    token.kind = Tok::Real;
    ++at_;
    digits();
  }
  bool broken = false;
  if (peek(0) == 'e' || peek(0) == 'E') {
    uint32_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (is(peek(1 + sign), kDigit)) {
      token.kind = Tok::Real;
      at_ += 1 + sign;
      digits();
    } else if (sign > 0 || !is(peek(1), kLetter)) {
      broken = true;  // "1e", "1e+": the exponent is missing
      at_ += 1 + sign;
    }
  }
  std::string_view number(text_ + token.begin, at_ - token.begin);
  if (broken) {
    reportSoft(diag::InvalidNumber, token.begin, at_, number,
               "digits must follow the 'e' of the exponent");
    token.kind = Tok::Real;
  } else if (is(peek(0), kLetter)) {
    uint32_t name = at_;
    while (at_ < size_ && is(text_[at_], kLetter | kDigit)) ++at_;
    reportSoft(diag::InvalidNumber, token.begin, at_,
               std::string_view(text_ + token.begin, at_ - token.begin),
               fmt::format("write {}*{} for a product", number,
                           std::string_view(text_ + name, at_ - name)));
  }
}

void Lexer::lexString(Token& token) {
  token.kind = Tok::String;
  ++at_;
  while (at_ < size_) {
    char c = text_[at_];
    if (c == '"') {
      ++at_;
      return;
    }
    if (c == '\\') {
      token.plain = false;
      ++at_;
      if (at_ < size_) ++at_;
      continue;
    }
    if (c == '\r') token.plain = false;
    ++at_;
  }
  if (Diagnostic* d = errors_.report(diag::UnterminatedString, token.begin, token.begin + 1)) {
    d->note("if this string is complete, the closing quote of an earlier string is missing");
  }
  errors_.giveUp();
  token.plain = false;
}

std::string_view Lexer::stringValue(const Token& token, Arena& arena) {
  std::string_view raw = text(token).substr(1);
  if (token.plain) return raw.substr(0, raw.size() - 1);
  scratch_.clear();
  for (size_t i = 0; i < raw.size(); ++i) {
    size_t run = raw.find_first_of("\"\\\r", i);
    if (run == std::string_view::npos) run = raw.size();
    scratch_.append(raw.substr(i, run - i));
    i = run;
    if (i == raw.size()) break;
    char c = raw[i];
    if (c == '"') break;
    if (c == '\r') {  // line ends in strings are the same on every system
      if (i + 1 >= raw.size() || raw[i + 1] != '\n') scratch_ += '\n';
      continue;
    }
    if (c != '\\' || i + 1 >= raw.size()) {
      scratch_ += c;
      continue;
    }
    c = raw[++i];
    switch (c) {
      case '\'':
      case '"':
      case '?':
      case '\\':
        scratch_ += c;
        break;
      case 'a':
        scratch_ += '\a';
        break;
      case 'b':
        scratch_ += '\b';
        break;
      case 'f':
        scratch_ += '\f';
        break;
      case 'n':
        scratch_ += '\n';
        break;
      case 'r':
        scratch_ += '\r';
        break;
      case 't':
        scratch_ += '\t';
        break;
      case 'v':
        scratch_ += '\v';
        break;
      default: {
        auto begin = static_cast<uint32_t>(token.begin + i);
        uint32_t length = std::max(1u, utf8Length(raw.data() + i, raw.data() + raw.size()));
        errors_.report(diag::UnknownEscape, begin, begin + 1 + length,
                       std::string_view(raw.data() + i, length));
        scratch_ += '\\';
        scratch_ += c;
      }
    }
  }
  return arena.copy(std::string_view(scratch_));
}

// Long, since it has one case for each character.
bool Lexer::lexPunctuation(Token& token) {
  char next = peek(1);
  switch (text_[at_]) {
    case '(':
      take(token, Tok::LeftParen, 1);
      return true;
    case ')':
      take(token, Tok::RightParen, 1);
      return true;
    case '[':
      take(token, Tok::LeftBracket, 1);
      return true;
    case ']':
      take(token, Tok::RightBracket, 1);
      return true;
    case '{':
      take(token, Tok::LeftBrace, 1);
      return true;
    case '}':
      take(token, Tok::RightBrace, 1);
      return true;
    case ',':
      take(token, Tok::Comma, 1);
      return true;
    case ';':
      take(token, Tok::Semicolon, 1);
      return true;
    case '^':
      take(token, Tok::Caret, 1);
      return true;
    case '/':
      if (next == '=') return false;
      take(token, Tok::Slash, 1);
      return true;
    case '*':
      if (next == '*' || next == '=') return false;
      take(token, Tok::Star, 1);
      return true;
    case '+':
      if (next == '=') return false;
      take(token, Tok::Plus, 1);
      return true;
    case '-':
      if (next == '=') return false;
      take(token, Tok::Minus, 1);
      return true;
    case ':':
      if (next == '=') {
        take(token, Tok::Assign, 2);
      } else {
        take(token, Tok::Colon, 1);
      }
      return true;
    case '=':
      if (next == '<' || next == '>') return false;
      if (next == '=') {
        take(token, Tok::EqualEqual, 2);
      } else {
        take(token, Tok::Equals, 1);
      }
      return true;
    case '<':
      if (next == '=') {
        take(token, Tok::LessEqual, 2);
      } else if (next == '>') {
        take(token, Tok::NotEqual, 2);
      } else {
        take(token, Tok::Less, 1);
      }
      return true;
    case '>':
      if (next == '=') {
        take(token, Tok::GreaterEqual, 2);
      } else {
        take(token, Tok::Greater, 1);
      }
      return true;
    case '.':
      switch (next) {
        case '+':
          take(token, Tok::DotPlus, 2);
          return true;
        case '-':
          take(token, Tok::DotMinus, 2);
          return true;
        case '*':
          take(token, Tok::DotStar, 2);
          return true;
        case '/':
          take(token, Tok::DotSlash, 2);
          return true;
        case '^':
          take(token, Tok::DotCaret, 2);
          return true;
        default:
          take(token, Tok::Dot, 1);
          return true;
      }
    default:
      return false;
  }
}

// Operators of other languages: say what to write instead and go on with what was meant.
bool Lexer::lexForeign(Token& token) {
  struct Foreign {
    std::string_view text;
    std::string_view hint;
    Tok meant;
  };
  static constexpr Foreign kForeign[] = {
      {"!=", "'<>'", Tok::NotEqual},
      {"!", "'not'", Tok::KwNot},
      {"&&", "'and'", Tok::KwAnd},
      {"&", "'and'", Tok::KwAnd},
      {"||", "'or'", Tok::KwOr},
      {"|", "'or'", Tok::KwOr},
      {"**", "'^'", Tok::Caret},
      {"=<", "'<='", Tok::LessEqual},
      {"=>", "'>='", Tok::GreaterEqual},
      {"~=", "'<>'", Tok::NotEqual},
      {"%", "mod(a, b)", Tok::Slash},
      {"+=", "'x := x + ...'", Tok::Assign},
      {"-=", "'x := x - ...'", Tok::Assign},
      {"*=", "'x := x * ...'", Tok::Assign},
      {"/=", "'x := x / ...' (or '<>' for not equal)", Tok::Assign},
  };
  auto skipLine = [&] {
    while (at_ < size_ && text_[at_] != '\n') ++at_;
  };
  if (text_[at_] == '%') {
    // Where no expression stands before it, it is meant as the beginning of a comment.
    uint32_t before = at_;
    while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
    if (before == 0 || text_[before - 1] == '\n' || text_[before - 1] == ';') {
      reportSoft(diag::UnexpectedCharacter, at_, at_ + 1, "%", "a comment begins with //");
      skipLine();
      return false;
    }
  }
  std::string_view rest(text_ + at_, std::min<uint32_t>(size_ - at_, 2));
  for (const Foreign& foreign : kForeign) {
    if (!rest.starts_with(foreign.text)) continue;
    auto length = static_cast<uint32_t>(foreign.text.size());
    reportSoft(diag::ForeignOperator, at_, at_ + length, foreign.text, foreign.hint);
    take(token, foreign.meant, length);
    return true;
  }
  // A run of one and the same stray character is one error.
  char c = text_[at_];
  uint32_t begin = at_;
  while (at_ < size_ && text_[at_] == c) ++at_;
  std::string_view hint = c == '#'   ? "a comment begins with //"
                          : c == '?' ? "a choice is written if ... then ... else ..."
                                     : "remove it";
  std::string shown = static_cast<unsigned char>(c) < 0x20 || c == 0x7F
                          ? fmt::format("\\x{:02X}", static_cast<unsigned char>(c))
                          : std::string(1, c);
  reportSoft(diag::UnexpectedCharacter, begin, at_, shown, hint);
  if (c == '#') skipLine();  // what follows is meant as a comment
  return false;
}

bool Lexer::lexNonAscii(Token& token) {
  const char* p = text_ + at_;
  uint32_t length = utf8Length(p, text_ + size_);
  std::string_view character(p, std::max(1u, length));
  for (const Lookalike& lookalike : kLookalikes) {
    if (lookalike.character != character) continue;
    if (at_ > token.begin) {  // a name stands before it: that is the token, this comes next
      std::string_view name(text_ + token.begin, at_ - token.begin);
      token.kind = keywordOrIdentifier(name);
      if (token.kind == Tok::Identifier) token.symbol = names_.intern(name);
      return true;
    }
    reportSoft(diag::UnexpectedCharacter, at_, at_ + length, character, lookalike.hint);
    take(token, lookalike.meant, length);
    return lookalike.meant != Tok::EndOfFile;
  }
  // Letters outside ASCII: take the whole word as the name that was meant.
  while (at_ < size_ && is(text_[at_], kLetter | kDigit | kHigh)) ++at_;
  std::string_view word(text_ + token.begin, at_ - token.begin);
  if (!badUtf8_) {  // else the file's encoding was reported
    errors_.report(
        diag::UnexpectedCharacter, token.begin, at_, character,
        fmt::format("names use the letters a-z, A-Z, digits and _, or quotes: '{}'", word));
  }
  token.kind = Tok::Identifier;
  token.symbol = names_.intern(word);
  return true;
}

}  // namespace formola::syntax

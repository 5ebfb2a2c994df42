// Source text -> tokens, one at a time.
#pragma once

#include <string>
#include <string_view>

#include "support/arena.h"
#include "support/interner.h"
#include "syntax/syntax_errors.h"
#include "syntax/token.h"

namespace formola::syntax {

// Requires a text of less than 4 GiB that stays alive. Characters that are not Modelica are
// reported and passed over (or replaced by the operator that was meant: "!=" gives "<>"). After the
// end, EndOfFile is returned for ever. Complexity: linear in the text.
class Lexer {
 public:
  Lexer(std::string_view text, Interner& names, SyntaxErrors& errors);

  Token next();
  // Jump to the end of the file.
  void stop() { at_ = size_; }

  std::string_view text(const Token& token) const {
    return {text_ + token.begin, token.end - token.begin};
  }
  // The contents of a string token with escapes resolved; a view into the source where nothing had
  // to be rewritten.
  std::string_view stringValue(const Token& token, Arena& arena);

 private:
  bool skipBlank();  // white space and comments; true if a line end was passed
  void skipBlockComment(bool& newLine);
  void lexIdentifier(Token& token);
  bool lexQuotedIdentifier(Token& token);
  void lexNumber(Token& token);
  void lexString(Token& token);
  bool lexPunctuation(Token& token);
  bool lexForeign(Token& token);  // false: nothing to return, go on
  bool lexNonAscii(Token& token);
  void take(Token& token, Tok kind, uint32_t length) {
    token.kind = kind;
    at_ += length;
  }
  template <typename... Args>
  void reportSoft(DiagCode code, uint32_t begin, uint32_t end, const Args&... args) {
    if (!errors_.skipping()) errors_.report(code, begin, end, args...);
  }
  char peek(uint32_t ahead) const { return at_ + ahead < size_ ? text_[at_ + ahead] : '\0'; }

  const char* text_;
  uint32_t size_;
  uint32_t at_ = 0;
  Interner& names_;
  SyntaxErrors& errors_;
  bool badUtf8_ = false;
  std::string scratch_;
};

}  // namespace formola::syntax

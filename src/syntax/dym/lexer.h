// Tokens of the Dymola notation. Line ends matter: a token knows whether it begins a line.
#pragma once

#include <string_view>

#include "support/interner.h"
#include "syntax/syntax_errors.h"

namespace formola::dym {

// clang-format off
#define FORMOLA_DYM_KEYWORDS(X)                                                                    \
  X(Model, "model") X(Type, "type") X(Class, "class") X(End, "end") X(Cut, "cut") X(Main, "main")  \
  X(Path, "path") X(Local, "local") X(Terminal, "terminal") X(Parameter, "parameter")              \
  X(Constant, "constant") X(Input, "input") X(Output, "output") X(Submodel, "submodel")            \
  X(Inherit, "inherit") X(Node, "node") X(Connect, "connect") X(At, "at") X(From, "from")          \
  X(To, "to") X(If, "if") X(Then, "then") X(Else, "else") X(And, "and") X(Or, "or") X(Not, "not")

#define FORMOLA_DYM_PUNCTUATION(X)                                                                 \
  X(LeftParen, "(") X(RightParen, ")") X(LeftBracket, "[") X(RightBracket, "]") X(Comma, ",")      \
  X(Semicolon, ";") X(Dot, ".") X(Equals, "=") X(NotEqual, "<>") X(Less, "<") X(LessEqual, "<=")   \
  X(Greater, ">") X(GreaterEqual, ">=") X(Plus, "+") X(Minus, "-") X(Star, "*") X(Slash, "/")      \
  X(Power, "**") X(Parallel, "//") X(Backslash, "\\")

enum class Tok : uint8_t {
  EndOfFile, Identifier, Number,
#define X(name, text) name,
  FORMOLA_DYM_PUNCTUATION(X)
#undef X
#define X(name, text) Kw##name,
  FORMOLA_DYM_KEYWORDS(X)
#undef X
};
// clang-format on

std::string_view spelling(Tok kind);
bool isKeyword(std::string_view word);
inline bool isKeyword(Tok kind) {
  return kind >= Tok::KwModel;
}

struct Token {
  Tok kind = Tok::EndOfFile;
  bool lineStart = false;  // first token on its line
  uint32_t begin = 0;
  uint32_t end = 0;
  Symbol symbol;                 // Identifier
  std::string_view comment;      // the first comment between the previous token and this one
  std::string_view above;        // all comments on lines of their own, with braces
  bool commentSameLine = false;  // it begins on the line of the previous token
};

// Requires a text of less than 4 GiB that stays alive. Characters without meaning are reported and
// passed over. After the end, EndOfFile is returned for ever. Complexity: linear in the text.
class Lexer {
 public:
  Lexer(std::string_view text, Interner& names, syntax::SyntaxErrors& errors);

  Token next();
  void stop() { at_ = static_cast<uint32_t>(text_.size()); }
  std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

 private:
  void skipBlank(Token& token);
  void lexNumber(Token& token);
  bool lexPunctuation(Token& token);
  bool lexForeign(Token& token);  // false: nothing to return, go on
  char peek(uint32_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string_view text_;
  uint32_t at_ = 0;
  Interner& names_;
  syntax::SyntaxErrors& errors_;
};

}  // namespace formola::dym

// Tokens of Modelica 3.6 (specification section 2, appendix A.1).
#pragma once

#include <string_view>

#include "source/source.h"
#include "support/interner.h"

namespace formola::syntax {

// clang-format off
#define FORMOLA_KEYWORDS(X)                                                                              \
  X(Algorithm, "algorithm") X(And, "and") X(Annotation, "annotation") X(Block, "block")                  \
  X(Break, "break") X(Class, "class") X(Connect, "connect") X(Connector, "connector")                    \
  X(Constant, "constant") X(ConstrainedBy, "constrainedby") X(Der, "der") X(Discrete, "discrete")        \
  X(Each, "each") X(Else, "else") X(ElseIf, "elseif") X(ElseWhen, "elsewhen")                            \
  X(Encapsulated, "encapsulated") X(End, "end") X(Enumeration, "enumeration") X(Equation, "equation")    \
  X(Expandable, "expandable") X(Extends, "extends") X(External, "external") X(False, "false")            \
  X(Final, "final") X(Flow, "flow") X(For, "for") X(Function, "function") X(If, "if")                    \
  X(Import, "import") X(Impure, "impure") X(In, "in") X(Initial, "initial") X(Inner, "inner")            \
  X(Input, "input") X(Loop, "loop") X(Model, "model") X(Not, "not") X(Operator, "operator")              \
  X(Or, "or") X(Outer, "outer") X(Output, "output") X(Package, "package") X(Parameter, "parameter")      \
  X(Partial, "partial") X(Protected, "protected") X(Public, "public") X(Pure, "pure")                    \
  X(Record, "record") X(Redeclare, "redeclare") X(Replaceable, "replaceable") X(Return, "return")        \
  X(Stream, "stream") X(Then, "then") X(True, "true") X(Type, "type") X(When, "when")                    \
  X(While, "while") X(Within, "within")

#define FORMOLA_PUNCTUATION(X)                                                                           \
  X(LeftParen, "(") X(RightParen, ")") X(LeftBracket, "[") X(RightBracket, "]") X(LeftBrace, "{")        \
  X(RightBrace, "}") X(Comma, ",") X(Semicolon, ";") X(Dot, ".") X(Colon, ":") X(Assign, ":=")           \
  X(Equals, "=") X(EqualEqual, "==") X(NotEqual, "<>") X(Less, "<") X(LessEqual, "<=") X(Greater, ">")   \
  X(GreaterEqual, ">=") X(Plus, "+") X(Minus, "-") X(Star, "*") X(Slash, "/") X(Caret, "^")              \
  X(DotPlus, ".+") X(DotMinus, ".-") X(DotStar, ".*") X(DotSlash, "./") X(DotCaret, ".^")

enum class Tok : uint8_t {
  EndOfFile, Identifier, Integer, Real, String,
#define X(name, text) name,
  FORMOLA_PUNCTUATION(X)
#undef X
#define X(name, text) Kw##name,
  FORMOLA_KEYWORDS(X)
#undef X
};
// clang-format on

// The spelling of punctuation and keywords; a description of the others.
std::string_view spelling(Tok kind);
inline bool isKeyword(Tok kind) {
  return kind >= Tok::KwAlgorithm;
}
// Keywords before the type of a declaration: parameter, flow, inner, final, replaceable, ...
bool isDeclarationPrefix(Tok kind);

struct Token {
  Tok kind = Tok::EndOfFile;
  bool lineStart = false;  // first token on its line
  bool plain = true;       // String: no escapes and no line ends to rewrite
  uint32_t begin = 0;
  uint32_t end = 0;
  Symbol symbol;  // Identifier
};

}  // namespace formola::syntax

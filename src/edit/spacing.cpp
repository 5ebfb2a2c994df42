#include "edit/spacing.h"

namespace formola::edit {

using syntax::Tok;

namespace {

bool isOpening(Tok kind) {
  return kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace;
}

bool isClosing(Tok kind) {
  return kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace;
}

bool isDotted(Tok kind) {
  return kind >= Tok::DotPlus && kind <= Tok::DotCaret;
}

// Operators that may stand with or without blanks around them.
bool isLooseOperator(Tok kind) {
  return kind == Tok::Colon || (kind >= Tok::EqualEqual && kind <= Tok::DotCaret);
}

// Keywords that are the name of a call: der(x), initial(), connect(a, b).
bool isCalled(Tok kind) {
  return kind == Tok::KwDer || kind == Tok::KwInitial || kind == Tok::KwConnect ||
         kind == Tok::KwEnumeration || kind == Tok::KwPure;
}

// Keywords that stand for a value.
bool isValue(Tok kind) {
  return kind == Tok::KwTrue || kind == Tok::KwFalse || kind == Tok::KwEnd;
}

bool isNumber(Tok kind) {
  return kind == Tok::Integer || kind == Tok::Real;
}

// A blank in the text on either side of token i, as far as that is on its line; or one that must
// stand before it, as in 0.5 .* x.
bool hadBlankAround(const TokenList& tokens, size_t i) {
  if (i > 0 && isNumber(tokens[i - 1].kind) && isDotted(tokens[i].kind)) return true;
  auto blank = [&](size_t gap) {
    const std::string_view text = tokens.gap(gap);
    return !text.empty() && text.find('\n') == std::string_view::npos;
  };
  return blank(i) || blank(i + 1);
}

// ".*" at the end of "import A.*", where a description or ';' follows.
bool isImportStar(const TokenList& tokens, size_t i) {
  if (tokens[i].kind != Tok::DotStar || i + 1 >= tokens.size()) return false;
  const Tok next = tokens[i + 1].kind;
  return next == Tok::Semicolon || next == Tok::String || next == Tok::KwAnnotation;
}

bool afterComma(const TokenList& tokens, size_t i, Tok bracket) {
  return bracket == Tok::LeftParen || bracket == Tok::EndOfFile || !tokens.gap(i).empty();
}

bool beforeBracket(const TokenList& tokens, size_t i) {
  const Tok before = tokens[i - 1].kind;
  if (before == Tok::Identifier || isCalled(before) || isClosing(before)) return false;
  if (before == Tok::KwAnnotation) return !tokens.gap(i).empty();
  return true;
}

}  // namespace

bool isSign(const TokenList& tokens, size_t i) {
  const Tok kind = tokens[i].kind;
  if (kind != Tok::Plus && kind != Tok::Minus && kind != Tok::DotPlus && kind != Tok::DotMinus)
    return false;
  if (i == 0) return true;
  const Tok before = tokens[i - 1].kind;
  if (before == Tok::Identifier || before == Tok::Integer || before == Tok::Real ||
      before == Tok::String || isClosing(before))
    return false;
  return !isValue(before);
}

bool wantsBlank(const TokenList& tokens, size_t i, const SpacingContext& context) {
  const Tok before = tokens[i - 1].kind, next = tokens[i].kind;
  const bool had = !tokens.gap(i).empty();
  if (before == Tok::Comma && next == Tok::Comma) return had;
  if (next == Tok::Comma || next == Tok::Semicolon || isClosing(next)) return false;
  if (isOpening(before) || context.unary) return false;
  if (isNumber(before) && (next == Tok::Dot || isDotted(next))) return true;  // else another number
  if (before == Tok::Dot) return false;
  if (next == Tok::Dot && (before == Tok::Identifier || before == Tok::RightBracket)) return false;
  if (before == Tok::Comma) return afterComma(tokens, i, context.bracket);
  if (before == Tok::Semicolon) return context.bracket == Tok::EndOfFile || had;
  if (isImportStar(tokens, i)) return false;
  if (isImportStar(tokens, i - 1)) return true;
  for (size_t at : {i, i - 1}) {
    const Tok kind = tokens[at].kind;
    if (kind == Tok::Assign) return true;
    if (kind == Tok::Equals) return context.bracket == Tok::EndOfFile || hadBlankAround(tokens, at);
    if (isLooseOperator(kind) && !isSign(tokens, at)) return hadBlankAround(tokens, at);
  }
  if (next == Tok::LeftParen || next == Tok::LeftBracket) return beforeBracket(tokens, i);
  return true;
}

}  // namespace formola::edit

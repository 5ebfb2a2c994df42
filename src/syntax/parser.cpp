#include "syntax/parser.h"

#include "diag/codes/syntax.h"
#include "syntax/parser_impl.h"

namespace formola::syntax {

Parser::Parser(FileId file, const SourceManager& sources, Interner& names, Arena& arena,
               Diagnostics& diagnostics)
    : file_(file),
      names_(names),
      arena_(arena),
      errors_(diagnostics, file),
      lexer_(sources.text(file), names, errors_) {
  tok_ = lexer_.next();
}

// ---------------------------------------------------------------- tokens

void Parser::advance() {
  previous_ = tok_;
  prevEnd_ = tok_.end;
  if (aheadBegin_ < ahead_.size()) {
    tok_ = ahead_[aheadBegin_++];
    if (aheadBegin_ == ahead_.size()) {
      ahead_.clear();
      aheadBegin_ = 0;
    }
  } else {
    tok_ = lexer_.next();
  }
}

const Token& Parser::peek(size_t ahead) {
  if (ahead == 0) return tok_;
  while (ahead_.size() - aheadBegin_ < ahead) ahead_.push_back(lexer_.next());
  return ahead_[aheadBegin_ + ahead - 1];
}

std::string Parser::shown(const Token& token) const {
  constexpr size_t kLongest = 80, kKept = 60;
  std::string_view text = lexer_.text(token);
  if (text.size() <= kLongest) return std::string(text);
  size_t end = kKept;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole letters
  return fmt::format("{}... ({} characters)", text.substr(0, end), text.size());
}

std::string Parser::describe(const Token& token) const {
  switch (token.kind) {
    case Tok::EndOfFile:
      return "the end of the file";
    case Tok::String:
      return "a string";
    case Tok::Integer:
    case Tok::Real:
      return fmt::format("the number {}", shown(token));
    case Tok::Identifier: {
      std::string text = shown(token);
      return text.starts_with('\'') ? text : fmt::format("'{}'", text);
    }
    default:
      return fmt::format("'{}'", spelling(token.kind));
  }
}

bool Parser::expect(Tok kind, std::string_view what) {
  if (panic_) return false;
  if (accept(kind)) return true;
  fail(diag::ExpectedToken, rangeOf(tok_), what, describe(tok_));
  return false;
}

Symbol Parser::expectName(std::string_view what, SourceRange* range) {
  if (range) *range = rangeOf(tok_);
  if (at(Tok::Identifier)) {
    Symbol symbol = tok_.symbol;
    advance();
    return symbol;
  }
  // A keyword where the declared name ends: the user wanted it as a name.
  if (isKeyword(tok_.kind) && !tok_.lineStart && !panic_) {
    Tok next = peek().kind;
    bool ends = peek().lineStart || next == Tok::Semicolon || next == Tok::Equals ||
                next == Tok::LeftParen || next == Tok::Comma || next == Tok::LeftBracket ||
                next == Tok::Dot || next == Tok::RightParen || next == Tok::String ||
                next == Tok::Assign;
    if (ends) {
      complain(diag::KeywordAsName, rangeOf(tok_), spelling(tok_.kind));
      Symbol symbol = names_.intern(spelling(tok_.kind));
      advance();
      return symbol;
    }
  }
  fail(diag::ExpectedName, rangeOf(tok_), what, describe(tok_));
  return names_.intern("");
}

// The current token closes a bracket around the innermost one.
bool Parser::closesOuterBracket() const {
  Tok opening = at(Tok::RightParen)     ? Tok::LeftParen
                : at(Tok::RightBracket) ? Tok::LeftBracket
                                        : Tok::LeftBrace;
  return std::find(openBrackets_.begin(), openBrackets_.end() - 1, opening) !=
         openBrackets_.end() - 1;
}

void Parser::expectClosing(Tok close, const Bracket& bracket) {
  const Token& open = bracket.token;
  if (panic_) return;
  if (accept(close)) return;
  std::string_view openText = spelling(open.kind);
  std::string_view closeText = spelling(close);
  if (at(Tok::RightParen) || at(Tok::RightBracket) || at(Tok::RightBrace)) {
    if (bracketsWrong_) {
      panic_ = true;
      return;
    }
    if (Diagnostic* d = complain(diag::BracketMismatch, rangeOf(tok_), closeText, openText,
                                 spelling(tok_.kind))) {
      d->note(fmt::format("the '{}' is here", openText), rangeOf(open));
    }
    bracketsWrong_ = true;
    // "{(a}": the parenthesis was forgotten. "(a])": the ']' is too much. "(a]": it stands for the
    // ')'.
    if (closesOuterBracket()) return;
    advance();
    accept(close);
    return;
  }
  bool lost = at(Tok::EndOfFile) || at(Tok::Semicolon) || tok_.lineStart || isKeyword(tok_.kind) ||
              at(Tok::Assign) || at(Tok::Equals);
  if (lost) {
    if (Diagnostic* d =
            fail(diag::UnclosedBracket, rangeOf(open), openText, closeText, describe(tok_))) {
      d->note("it should be closed before this", rangeOf(tok_));
    }
    return;
  }
  fail(diag::ExpectedToken, rangeOf(tok_), fmt::format("',' or '{}'", closeText), describe(tok_));
}

// ---------------------------------------------------------------- errors and recovery

void Parser::stop() {
  errors_.giveUp();
  lexer_.stop();
  ahead_.clear();
  aheadBegin_ = 0;
  tok_ = lexer_.next();
}

void Parser::enter() {
  if (++depth_ <= kMaxNesting || errors_.givenUp()) return;
  errors_.report(diag::NestingTooDeep, tok_.begin, tok_.end, kMaxNesting);
  panic_ = true;
  stop();
}

bool Parser::startsClass(Tok kind) const {
  switch (kind) {
    case Tok::KwEncapsulated:
    case Tok::KwPartial:
    case Tok::KwClass:
    case Tok::KwModel:
    case Tok::KwOperator:
    case Tok::KwRecord:
    case Tok::KwBlock:
    case Tok::KwExpandable:
    case Tok::KwConnector:
    case Tok::KwType:
    case Tok::KwPackage:
    case Tok::KwPure:
    case Tok::KwImpure:
    case Tok::KwFunction:
      return true;
    default:
      return false;
  }
}

bool Parser::startsSection() {
  switch (tok_.kind) {
    case Tok::KwEquation:
    case Tok::KwAlgorithm:
    case Tok::KwPublic:
    case Tok::KwProtected:
    case Tok::KwExternal:
      return true;
    case Tok::KwInitial: {
      Tok next = peek().kind;
      return next == Tok::KwEquation || next == Tok::KwAlgorithm;
    }
    default:
      return false;
  }
}

bool Parser::startsDeclaration() {
  switch (tok_.kind) {
    case Tok::KwImport:
    case Tok::KwExtends:
      return true;
    case Tok::KwPure:
      return peek().kind != Tok::LeftParen;
    case Tok::Identifier:
    case Tok::Dot:
      break;
    default:
      return isDeclarationPrefix(tok_.kind) || startsClass(tok_.kind);
  }
  // "A.B c" on one line
  size_t i = at(Tok::Dot) ? 1 : 0;
  while (peek(i).kind == Tok::Identifier && peek(i + 1).kind == Tok::Dot) i += 2;
  return peek(i).kind == Tok::Identifier && peek(i + 1).kind == Tok::Identifier &&
         !peek(i + 1).lineStart;
}

bool Parser::closesSomething() {
  if (!at(Tok::KwEnd)) return false;
  switch (peek().kind) {
    case Tok::Identifier:
    case Tok::KwIf:
    case Tok::KwFor:
    case Tok::KwWhen:
    case Tok::KwWhile:
    case Tok::Semicolon:
    case Tok::EndOfFile:
      return true;
    default:
      return false;
  }
}

bool Parser::isOpenClass(Symbol name) const {
  return std::find(openClasses_.begin(), openClasses_.end(), name) != openClasses_.end();
}

bool Parser::canStartItem(const Token& token) const {
  if (token.kind == Tok::EndOfFile || isKeyword(token.kind)) {
    switch (token.kind) {
      case Tok::KwThen:
      case Tok::KwLoop:
      case Tok::KwIn:
      case Tok::KwAnd:
      case Tok::KwOr:
        return false;
      default:
        return true;
    }
  }
  switch (token.kind) {
    case Tok::Identifier:
    case Tok::Integer:
    case Tok::Real:
    case Tok::LeftParen:
    case Tok::LeftBrace:
    case Tok::Dot:
      return token.lineStart;
    default:
      return false;
  }
}

void Parser::expectSemicolon(std::string_view what) {
  bool missed = std::exchange(semicolonMissed_, false);
  if (!panic_) {
    if (accept(Tok::Semicolon) || missed) {
      bracketsWrong_ = false;
      return;
    }
    if (canStartItem(tok_)) {
      complain(diag::ExpectedSemicolon, {file_, prevEnd_, prevEnd_}, what);
      bracketsWrong_ = false;
      return;
    }
    switch (tok_.kind) {
      case Tok::RightParen:
        fail(diag::UnexpectedClosing, rangeOf(tok_), "(", ")");
        break;
      case Tok::RightBracket:
        fail(diag::UnexpectedClosing, rangeOf(tok_), "[", "]");
        break;
      case Tok::RightBrace:
        fail(diag::UnexpectedClosing, rangeOf(tok_), "{", "}");
        break;
      default:
        fail(diag::ExpectedToken, rangeOf(tok_),
             fmt::format("an operator or ';' after this {}", what), describe(tok_));
    }
  }
  skipItem();
  panic_ = false;
  bracketsWrong_ = false;
}

// Skips to the end of the item: past its ';', or up to something that surely begins or ends
// something else.
void Parser::skipItem() {
  if (std::exchange(nextItem_, false) && tok_.lineStart) {
    previous_.kind = Tok::Semicolon;  // as if it had been there
    return;
  }
  errors_.setSkipping(true);
  int square = 0;  // a ';' inside [...] that was opened while skipping separates rows
  while (!at(Tok::EndOfFile)) {
    if (at(Tok::LeftBracket)) ++square;
    if (at(Tok::RightBracket) && square > 0) --square;
    if (at(Tok::Semicolon) && square == 0) {
      errors_.setSkipping(false);
      advance();
      break;
    }
    if (startsSection() || closesSomething()) break;
    if (tok_.lineStart && startsOtherItem()) break;
    advance();
  }
  errors_.setSkipping(false);
}

// At the start of a line: a keyword that does not continue an expression.
bool Parser::startsOtherItem() {
  switch (tok_.kind) {
    case Tok::KwElse:
    case Tok::KwElseIf:
    case Tok::KwElseWhen:
      return !openBlocks_.empty();
    case Tok::KwFor:
    case Tok::KwWhen:
    case Tok::KwWhile:
    case Tok::KwConnect:
      return true;
    default:
      return startsDeclaration();
  }
}

bool Parser::leavesOpen(Tok kind) {
  switch (kind) {
    case Tok::KwExtends:
    case Tok::KwImport:
    case Tok::KwNot:
    case Tok::KwAnd:
    case Tok::KwOr:
    case Tok::KwIn:
    case Tok::KwIf:
    case Tok::KwElseIf:
    case Tok::KwWhen:
    case Tok::KwElseWhen:
    case Tok::KwWhile:
      return true;
    case Tok::Semicolon:
    case Tok::RightParen:
    case Tok::RightBracket:
    case Tok::RightBrace:
      return false;
    default:  // operators and what opens or separates
      return kind >= Tok::LeftParen && kind != Tok::Dot && !isKeyword(kind);
  }
}

// At the first token of a line: "parameter", "A.B c", which no expression and no list has, and
// outside of brackets "a.b =", which no expression has.
bool Parser::startsNextItem() {
  if (isDeclarationPrefix(tok_.kind)) return true;
  size_t i = at(Tok::Dot) ? 1 : 0;
  while (peek(i).kind == Tok::Identifier && peek(i + 1).kind == Tok::Dot) i += 2;
  if (peek(i).kind != Tok::Identifier || peek(i + 1).lineStart) return false;
  const Tok next = peek(i + 1).kind;
  return next == Tok::Identifier ||
         (openBrackets_.empty() && (next == Tok::Equals || next == Tok::Assign));
}

// ---------------------------------------------------------------- entry points

const ast::Expr* Parser::parseWholeExpression() {
  const ast::Expr* expr = parseExpression();
  if (!at(Tok::EndOfFile)) {
    fail(diag::ExpectedToken, rangeOf(tok_), "an operator or the end of the expression",
         describe(tok_));
  }
  return errors_.count() > 0 ? nullptr : expr;
}

}  // namespace formola::syntax

namespace formola {

const ast::StoredDefinition* parseFile(FileId file, const SourceManager& sources, Interner& names,
                                       Arena& arena, Diagnostics& diagnostics) {
  return syntax::Parser(file, sources, names, arena, diagnostics).parseStoredDefinition();
}

const ast::Expr* parseExpression(FileId file, const SourceManager& sources, Interner& names,
                                 Arena& arena, Diagnostics& diagnostics) {
  return syntax::Parser(file, sources, names, arena, diagnostics).parseWholeExpression();
}

}  // namespace formola

// Expressions and names (appendix A.2.7).
#include <charconv>
#include <cstdlib>

#include "diag/codes/syntax.h"
#include "syntax/parser_impl.h"

namespace formola::syntax {

using namespace ast;

namespace {

// Precedence of the binary operators, from the loosest (specification table 3.1). Comparison and
// power do not chain.
enum Precedence : int { kNone = 0, kOr, kAnd, kNot, kCompare, kAdd, kMul, kPow, kPrimary };

struct Operator {
  int precedence;
  BinaryOp op;
};

Operator operatorOf(Tok kind) {
  switch (kind) {
    case Tok::KwOr:
      return {kOr, BinaryOp::Or};
    case Tok::KwAnd:
      return {kAnd, BinaryOp::And};
    case Tok::Less:
      return {kCompare, BinaryOp::Less};
    case Tok::LessEqual:
      return {kCompare, BinaryOp::LessEqual};
    case Tok::Greater:
      return {kCompare, BinaryOp::Greater};
    case Tok::GreaterEqual:
      return {kCompare, BinaryOp::GreaterEqual};
    case Tok::EqualEqual:
      return {kCompare, BinaryOp::Equal};
    case Tok::NotEqual:
      return {kCompare, BinaryOp::NotEqual};
    case Tok::Plus:
      return {kAdd, BinaryOp::Add};
    case Tok::Minus:
      return {kAdd, BinaryOp::Sub};
    case Tok::DotPlus:
      return {kAdd, BinaryOp::ElementwiseAdd};
    case Tok::DotMinus:
      return {kAdd, BinaryOp::ElementwiseSub};
    case Tok::Star:
      return {kMul, BinaryOp::Mul};
    case Tok::Slash:
      return {kMul, BinaryOp::Div};
    case Tok::DotStar:
      return {kMul, BinaryOp::ElementwiseMul};
    case Tok::DotSlash:
      return {kMul, BinaryOp::ElementwiseDiv};
    case Tok::Caret:
      return {kPow, BinaryOp::Pow};
    case Tok::DotCaret:
      return {kPow, BinaryOp::ElementwisePow};
    default:
      return {kNone, BinaryOp::Add};
  }
}

}  // namespace

const Expr* Parser::missing() {
  return makeExpr<MissingExpr>(tok_.begin);
}

// expression: if-expression | simple-expression
const Expr* Parser::parseExpression() {
  Nesting nesting(*this);
  if (at(Tok::KwIf)) return parseIfExpression();
  return parseSimpleExpression();
}

// simple-expression: a | a:c | a:b:c
const Expr* Parser::parseSimpleExpression() {
  uint32_t begin = tok_.begin;
  const Expr* first = parseBinary(kOr);
  if (!at(Tok::Colon) || panic_) return first;
  advance();
  const Expr* second = parseBinary(kOr);
  if (!accept(Tok::Colon)) return makeExpr<RangeExpr>(begin, first, nullptr, second);
  const Expr* third = parseBinary(kOr);
  return makeExpr<RangeExpr>(begin, first, second, third);
}

// Precedence climbing: chains of one precedence are folded to the left by the loop, so that their
// length costs no stack; the recursion is at most one call for each precedence.
const Expr* Parser::parseBinary(int minPrecedence) {
  uint32_t begin = tok_.begin;
  const Expr* left = parsePrefix(minPrecedence);
  int lastCompare = kNone;
  for (;;) {
    Operator op = operatorOf(tok_.kind);
    if (op.precedence < minPrecedence || op.precedence == kNone || panic_) return left;
    if (op.precedence == lastCompare) {
      complain(op.precedence == kPow ? diag::ChainedPower : diag::ChainedComparison, rangeOf(tok_));
    }
    lastCompare = op.precedence == kCompare || op.precedence == kPow ? op.precedence : kNone;
    advance();
    const Expr* right = parseBinary(op.precedence + 1);
    left = makeExpr<BinaryExpr>(begin, op.op, left, right);
  }
}

// An operand, with its sign or "not". A sign binds weaker than * and stands only before the first
// term: -a*b is
// -(a*b), and a*-b is not Modelica (understood all the same, after an error).
const Expr* Parser::parsePrefix(int minPrecedence) {
  UnaryOp op;
  switch (tok_.kind) {
    case Tok::Plus:
      op = UnaryOp::Plus;
      break;
    case Tok::Minus:
      op = UnaryOp::Minus;
      break;
    case Tok::DotPlus:
      op = UnaryOp::ElementwisePlus;
      break;
    case Tok::DotMinus:
      op = UnaryOp::ElementwiseMinus;
      break;
    case Tok::KwNot:
      op = UnaryOp::Not;
      break;
    default:
      return parsePrimary();
  }
  uint32_t begin = tok_.begin;
  int own = op == UnaryOp::Not ? kNot : kAdd;
  if (minPrecedence > own) {
    // "a - - - b" is one error
    bool again = previous_.begin == lastSign_ && previous_.kind == tok_.kind;
    lastSign_ = tok_.begin;
    if (again) {
      // reported
    } else if (op == UnaryOp::Not) {
      complain(diag::NotNeedsParentheses, rangeOf(tok_));
    } else {
      complain(diag::SignNeedsParentheses, rangeOf(tok_), spelling(tok_.kind));
    }
  }
  advance();
  Nesting nesting(*this);  // "- - - - x": refused, but not by an overflowing stack
  const Expr* operand = parseBinary(std::max(own + 1, minPrecedence));
  return makeExpr<UnaryExpr>(begin, op, operand);
}

const Expr* Parser::parseIfExpression() {
  uint32_t begin = tok_.begin;
  List<IfBranch> branches(*this);
  do {
    Token keyword = tok_;
    advance();  // if, elseif
    const Expr* condition = parseCondition(keyword);
    const Expr* value = parseExpression();
    branches.add({condition, value});
  } while (at(Tok::KwElseIf) && !panic_);
  const Expr* otherwise;
  if (!panic_ && accept(Tok::KwElse)) {
    otherwise = parseExpression();
  } else {
    fail(diag::MissingElse, rangeFrom(begin));
    otherwise = missing();
  }
  auto all = branches.finish();
  return makeExpr<IfExpr>(begin, all, otherwise);
}

const Expr* Parser::parsePrimary() {
  uint32_t begin = tok_.begin;
  if (panic_) return missing();
  switch (tok_.kind) {
    case Tok::Identifier:
    case Tok::Dot:
      if (endsUnfinished(diag::ExpectedExpression)) return missing();
      return parseReferenceOrCall();
    case Tok::Integer:
    case Tok::Real:
      return parseNumber();
    case Tok::String: {
      std::string_view value = lexer_.stringValue(tok_, arena_);
      advance();
      return makeExpr<StringExpr>(begin, value);
    }
    case Tok::KwTrue:
      advance();
      return makeExpr<BooleanExpr>(begin, true);
    case Tok::KwFalse:
      advance();
      return makeExpr<BooleanExpr>(begin, false);
    case Tok::LeftParen:
      return parseParenthesized();
    case Tok::LeftBracket:
      return parseMatrix();
    case Tok::LeftBrace:
      return parseArray();
    case Tok::KwDer:
    case Tok::KwInitial:
    case Tok::KwPure: {
      if (peek().kind != Tok::LeftParen) break;
      Name function = keywordName();
      return parseCall(function, begin);
    }
    case Tok::KwEnd:
      if (subscriptDepth_ == 0) break;
      advance();
      return makeExpr<EndExpr>(begin);
    case Tok::KwIf:
      complain(diag::IfNeedsParentheses, rangeOf(tok_));
      return parseExpression();
    default:
      break;
  }
  if (isKeyword(tok_.kind) && !tok_.lineStart) {
    // "y = input + 1": a keyword between operators was meant as a variable.
    Tok next = peek().kind;
    if (operatorOf(next).precedence >= kCompare || next == Tok::LeftParen) {
      complain(diag::KeywordAsName, rangeOf(tok_), spelling(tok_.kind));
      advance();
      return makeExpr<MissingExpr>(begin);
    }
  }
  if (!endsUnfinished(diag::ExpectedExpression))
    fail(diag::ExpectedExpression, rangeOf(tok_), describe(tok_));
  return missing();
}

const Expr* Parser::parseNumber() {
  uint32_t begin = tok_.begin;
  std::string_view text = lexer_.text(tok_);
  const char* end = text.data() + text.size();
  if (at(Tok::Integer)) {
    int64_t value = 0;
    auto result = std::from_chars(text.data(), end, value);
    if (result.ec == std::errc::result_out_of_range) {
      complain(diag::IntegerTooLarge, rangeOf(tok_), shown(tok_));
    }
    advance();
    return makeExpr<IntegerExpr>(begin, value);
  }
  double value = 0;
  auto result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc::result_out_of_range) {
    // from_chars does not say whether it overflows or underflows; strtod gives infinity or (nearly)
    // zero.
    value = std::strtod(std::string(text).c_str(), nullptr);
    if (value > 1) {
      complain(diag::RealTooLarge, rangeOf(tok_), shown(tok_));
      value = 0;
    }
  }
  advance();
  return makeExpr<RealExpr>(begin, value);
}

Name Parser::keywordName() {
  List<NamePart> parts(*this);
  Name name;
  name.range = rangeOf(tok_);
  parts.add({names_.intern(spelling(tok_.kind)), rangeOf(tok_), {}});
  advance();
  name.parts = parts.finish();
  return name;
}

Name Parser::parseName(NameForm form, std::string_view what) {
  List<NamePart> parts(*this);
  Name name;
  uint32_t begin = tok_.begin;
  name.global = accept(Tok::Dot);
  do {
    NamePart part;
    part.name = expectName(what, &part.range);
    if (panic_) break;
    if (form == NameForm::WithSubscripts && at(Tok::LeftBracket))
      part.subscripts = parseSubscripts();
    parts.add(part);
    // "import A.B.*" ends the name before ".*", "A.B.{C}" before the dot
    if (at(Tok::Dot) && form == NameForm::Plain && peek().kind == Tok::LeftBrace) break;
  } while (accept(Tok::Dot));
  name.parts = parts.finish();
  name.range = rangeFrom(begin);
  return name;
}

const Expr* Parser::parseReferenceOrCall() {
  uint32_t begin = tok_.begin;
  Name name = parseName(NameForm::WithSubscripts, "a name");
  if (at(Tok::LeftParen) && !panic_) return parseCall(name, begin);
  return makeExpr<ReferenceExpr>(begin, name);
}

// function-call-args
const CallExpr* Parser::parseCall(const Name& function, uint32_t begin) {
  Nesting nesting(*this);
  Bracket open(*this);
  advance();
  List<const Expr*> arguments(*this);
  List<NamedArgument> named(*this);
  bool misplaced = false;
  if (!at(Tok::RightParen)) {
    do {
      if (at(Tok::Identifier) && peek().kind == Tok::Equals) {
        NamedArgument argument{tok_.symbol, rangeOf(tok_), nullptr};
        advance();
        advance();
        argument.value = parseArgument();
        named.add(argument);
        continue;
      }
      if (named.size() > 0 && !misplaced) {
        complain(diag::PositionalAfterNamed, rangeOf(tok_));
        misplaced = true;
      }
      uint32_t argumentBegin = tok_.begin;
      const Expr* argument = parseArgument();
      if (arguments.size() == 0 && at(Tok::KwFor))
        argument = parseComprehension(argument, argumentBegin);
      arguments.add(argument);
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  auto allArguments = arguments.finish();
  auto allNamed = named.finish();
  return makeExpr<CallExpr>(begin, function, allArguments, allNamed);
}

// function-argument
const Expr* Parser::parseArgument() {
  if (at(Tok::KwFunction)) return parsePartialApplication();
  return parseExpression();
}

const Expr* Parser::parsePartialApplication() {
  Nesting nesting(*this);
  uint32_t begin = tok_.begin;
  advance();
  Name function = parseName(NameForm::Plain, "the name of a function");
  List<NamedArgument> named(*this);
  Bracket open(*this);
  if (expect(Tok::LeftParen, "'(' after the function") && !at(Tok::RightParen)) {
    do {
      NamedArgument argument{};
      argument.name = expectName("the name of an argument", &argument.range);
      expect(Tok::Equals, "'=' after the name of the argument");
      argument.value = parseArgument();
      named.add(argument);
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  auto allNamed = named.finish();
  return makeExpr<PartialApplicationExpr>(begin, function, allNamed);
}

const Expr* Parser::parseComprehension(const Expr* body, uint32_t begin) {
  if (panic_) return body;
  advance();  // for
  auto iterators = parseIterators();
  return makeExpr<ComprehensionExpr>(begin, body, iterators);
}

// for-indices
std::span<const ForIterator> Parser::parseIterators() {
  List<ForIterator> iterators(*this);
  do {
    ForIterator iterator{};
    iterator.name = expectName("the name of the loop variable", &iterator.range);
    if (!panic_ && (at(Tok::Equals) || at(Tok::Assign))) {
      complain(diag::ForWithoutIn, rangeOf(tok_), names_.text(iterator.name), "...");
      advance();
      iterator.in = parseExpression();
    } else if (!panic_ && accept(Tok::KwIn)) {
      iterator.in = parseExpression();
    }
    iterators.add(iterator);
  } while (!panic_ && accept(Tok::Comma));
  return iterators.finish();
}

// "(" output-expression-list ")": a tuple, or just an expression in parentheses
const Expr* Parser::parseParenthesized() {
  uint32_t begin = tok_.begin;
  Bracket open(*this);
  advance();
  List<const Expr*> elements(*this);
  if (!at(Tok::RightParen)) {
    do {
      elements.add(at(Tok::Comma) || at(Tok::RightParen) ? missing() : parseExpression());
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  if (elements.size() == 1) return panic_ ? elements[0] : parseSelection(elements[0], begin);
  auto all = elements.finish();
  return makeExpr<TupleExpr>(begin, all);
}

// [ array-subscripts | "." IDENT ] behind an expression in parentheses
const Expr* Parser::parseSelection(const Expr* from, uint32_t begin) {
  if (at(Tok::LeftBracket)) {
    auto subscripts = parseSubscripts();
    return makeExpr<SelectionExpr>(begin, from, subscripts, Symbol());
  }
  if (!at(Tok::Dot)) return from;
  advance();
  const Symbol field = expectName("the name of a field", nullptr);
  return makeExpr<SelectionExpr>(begin, from, std::span<const Expr* const>(), field);
}

const Expr* Parser::parseMatrix() {
  uint32_t begin = tok_.begin;
  Bracket open(*this);
  advance();
  List<std::span<const Expr* const>> rows(*this);
  bool rowOnNewLine = false;
  do {
    rowOnNewLine = rows.size() > 0 && tok_.lineStart;
    List<const Expr*> row(*this);
    do {
      row.add(parseExpression());
    } while (!panic_ && accept(Tok::Comma));
    auto elements = row.finish();
    rows.add(elements);
  } while (!panic_ && accept(Tok::Semicolon));
  if (rowOnNewLine && !at(Tok::RightBracket)) {
    // "x = [1, 2; 3, 4;" and on the next line something that is no row
    fail(diag::UnclosedBracket, rangeOf(open.token), "[", "]", describe(tok_));
  }
  expectClosing(Tok::RightBracket, open);
  auto all = rows.finish();
  return makeExpr<MatrixExpr>(begin, all);
}

const Expr* Parser::parseArray() {
  uint32_t begin = tok_.begin;
  Bracket open(*this);
  advance();
  List<const Expr*> elements(*this);
  if (at(Tok::RightBrace)) {
    complain(diag::EmptyBraces, {file_, begin, tok_.end}, "fill(0.0, 0)");
  } else {
    do {
      uint32_t elementBegin = tok_.begin;
      const Expr* element = parseExpression();
      if (elements.size() == 0 && at(Tok::KwFor))
        element = parseComprehension(element, elementBegin);
      elements.add(element);
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightBrace, open);
  auto all = elements.finish();
  return makeExpr<ArrayExpr>(begin, all);
}

// array-subscripts
std::span<const Expr* const> Parser::parseSubscripts() {
  Nesting nesting(*this);
  Bracket open(*this);
  advance();
  List<const Expr*> subscripts(*this);
  ++subscriptDepth_;
  do {
    if (at(Tok::Colon) && (peek().kind == Tok::Comma || peek().kind == Tok::RightBracket)) {
      uint32_t begin = tok_.begin;
      advance();
      subscripts.add(makeExpr<ColonExpr>(begin));
    } else {
      subscripts.add(parseExpression());
    }
  } while (!panic_ && accept(Tok::Comma));
  --subscriptDepth_;
  expectClosing(Tok::RightBracket, open);
  return subscripts.finish();
}

}  // namespace formola::syntax

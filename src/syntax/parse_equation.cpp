// Equations (appendix A.2.6).
#include "diag/codes/syntax.h"
#include "syntax/parse_blocks.h"

namespace formola::syntax {

using namespace ast;

// ---------------------------------------------------------------- shared with statements

bool Parser::endsBody() {
  switch (tok_.kind) {
    case Tok::EndOfFile:
    case Tok::KwEnd:
    case Tok::KwElse:
    case Tok::KwElseIf:
    case Tok::KwElseWhen:
    case Tok::KwAnnotation:
      return true;
    default:
      return startsSection() || startsDeclaration();
  }
}

// After "if", "elseif", "when", "elsewhen", "while" was consumed: the condition and "then".
const Expr* Parser::parseCondition(const Token& keyword) {
  const Expr* condition = parseExpression();
  if (panic_) return condition;
  if (accept(Tok::KwThen)) return condition;
  if (Diagnostic* d = complain(diag::ExpectedThen, {file_, prevEnd_, prevEnd_},
                               spelling(keyword.kind), describe(tok_))) {
    d->note(fmt::format("the '{}' is here", spelling(keyword.kind)), rangeOf(keyword));
    if (at(Tok::Equals))
      d->note("a comparison is written with '==', for Real numbers with '<=' or '>='");
  }
  if (at(Tok::KwLoop)) {
    advance();
  } else if (!tok_.lineStart && !canStartItem(tok_) && !at(Tok::Identifier)) {
    panic_ = true;
  }
  return condition;
}

void Parser::expectLoop(const Token& keyword) {
  if (panic_ || accept(Tok::KwLoop)) return;
  if (Diagnostic* d = complain(diag::ExpectedLoop, {file_, prevEnd_, prevEnd_},
                               spelling(keyword.kind), describe(tok_))) {
    d->note(fmt::format("the '{}' is here", spelling(keyword.kind)), rangeOf(keyword));
  }
  if (at(Tok::KwThen)) advance();
}

// "end if" and the like. What is found instead decides who is wrong: the opener or the end.
void Parser::parseEndOf(const Token& opener, const Token& elseIf) {
  std::string_view keyword = spelling(opener.kind);
  if (panic_) {
    skipItem();
    panic_ = false;
  }
  if (at(Tok::KwEnd)) {
    const Token closed = peek();
    if (closed.kind == opener.kind) {
      advance();
      advance();
      return;
    }
    bool isBlock = closed.kind == Tok::KwIf || closed.kind == Tok::KwFor ||
                   closed.kind == Tok::KwWhen || closed.kind == Tok::KwWhile;
    bool closesOuter = isBlock && std::find(openBlocks_.begin(), openBlocks_.end() - 1,
                                            closed.kind) != openBlocks_.end() - 1;
    if (isBlock && !closesOuter) {
      if (Diagnostic* d =
              complain(diag::EndNameMismatch, rangeOf(closed), spelling(closed.kind), keyword)) {
        d->note(fmt::format("the '{}' begins here", keyword), rangeOf(opener));
      }
      advance();
      advance();
      return;
    }
    if (closed.kind == Tok::Semicolon || closed.lineStart) {
      complain(diag::EndWithoutName, rangeOf(tok_), keyword);
      advance();
      semicolonMissed_ = !at(Tok::Semicolon);
      return;
    }
  }
  std::string found = at(Tok::KwEnd) && peek().kind != Tok::EndOfFile
                          ? fmt::format("'end {}'", lexer_.text(peek()))
                          : describe(tok_);
  if (Diagnostic* d = complain(diag::UnclosedBlock, rangeOf(opener), keyword, found)) {
    d->note("here it should be closed", rangeOf(tok_));
    if (elseIf.kind == Tok::KwElse) {
      d->note(
          "this 'else if' begins a second 'if' with an 'end if' of its own; write 'elseif' for a "
          "branch",
          rangeOf(elseIf));
    }
  }
  semicolonMissed_ = true;
}

// ---------------------------------------------------------------- equations

std::span<const Equation* const> Parser::parseEquations() {
  List<const Equation*> equations(*this);
  while (!endsBody()) {
    uint32_t begin = tok_.begin;
    if (at(Tok::Semicolon)) {
      complain(diag::ExpectedToken, rangeOf(tok_), "an equation", "';'");
      advance();
      continue;
    }
    if (const Equation* equation = parseEquation()) equations.add(equation);
    expectSemicolon("equation");
    if (tok_.begin == begin && !at(Tok::EndOfFile)) advance();
  }
  return equations.finish();
}

const Equation* Parser::parseEquation() {
  Nesting nesting(*this);
  uint32_t begin = tok_.begin;
  Equation* equation = nullptr;
  switch (tok_.kind) {
    case Tok::KwIf:
    case Tok::KwWhen:
      equation = parseBranchEquation(tok_.kind);
      break;
    case Tok::KwFor:
      equation = parseForEquation();
      break;
    case Tok::KwConnect:
      equation = parseConnect();
      break;
    case Tok::KwWhile:
    case Tok::KwBreak:
    case Tok::KwReturn:
      complain(diag::WrongSection, rangeOf(tok_), spelling(tok_.kind), "an algorithm");
      ++misplacedStatements_;  // equations in it are no further mistakes
      parseStatement();
      --misplacedStatements_;
      return nullptr;
    default:
      equation = parseSimpleEquation();
      break;
  }
  if (!equation) return nullptr;
  if (panic_) {
    equation->range = rangeFrom(begin);
    return nullptr;
  }
  equation->comment = parseElementComment("an equation");
  equation->range = rangeFrom(begin);
  return equation;
}

// a = b, or a call
Equation* Parser::parseSimpleEquation() {
  const Expr* left = parseSimpleExpression();
  if (panic_) return nullptr;
  if (at(Tok::Equals) || at(Tok::Assign)) {
    if (at(Tok::Assign)) complain(diag::AssignInEquation, rangeOf(tok_), "an equation");
    advance();
    const Expr* right = parseExpression();
    return makeEquation<EqualityEquation>(left, right);
  }
  if (const auto* call = left->dynAs<CallExpr>()) return makeEquation<CallEquation>(call);
  if (const auto* binary = left->dynAs<BinaryExpr>(); binary && binary->op == BinaryOp::Equal) {
    complain(diag::ComparisonAsEquation, left->range);
    return makeEquation<EqualityEquation>(binary->left, binary->right);
  }
  fail(diag::EquationWithoutEquals, left->range, describe(tok_));
  return nullptr;
}

Equation* Parser::parseBranchEquation(Tok keyword) {
  auto branches = parseBranches<EquationBranch>(keyword, [&] { return parseEquations(); });
  if (keyword == Tok::KwIf) return makeEquation<IfEquation>(branches);
  return makeEquation<WhenEquation>(branches);
}

Equation* Parser::parseForEquation() {
  return parseLoop(
      [&] { return parseIterators(); }, [&] { return parseEquations(); },
      [&](auto iterators, auto body) { return makeEquation<ForEquation>(iterators, body); });
}

// connect(a, b)
Equation* Parser::parseConnect() {
  advance();
  Bracket open(*this);
  auto* equation = makeEquation<ConnectEquation>();
  if (!expect(Tok::LeftParen, "'(' after 'connect'")) return equation;
  const Expr* sides[2] = {};
  for (int i = 0; i < 2; ++i) {
    if (i > 0) expect(Tok::Comma, "',' and a second connector");
    sides[i] = parseExpression();
  }
  if (panic_) return equation;
  const auto* left = sides[0]->dynAs<ReferenceExpr>();
  const auto* right = sides[1]->dynAs<ReferenceExpr>();
  if (!left || !right) {
    complain(diag::ConnectNeedsNames, left ? sides[1]->range : sides[0]->range);
    expectClosing(Tok::RightParen, open);
    return nullptr;
  }
  if (at(Tok::Comma)) {
    fail(diag::ExpectedToken, rangeOf(tok_), "')' after the second connector", describe(tok_));
  }
  expectClosing(Tok::RightParen, open);
  equation->left = left->name;
  equation->right = right->name;
  return equation;
}

}  // namespace formola::syntax

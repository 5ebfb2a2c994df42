// Statements of algorithms (appendix A.2.6).
#include "diag/codes/syntax.h"
#include "syntax/parse_blocks.h"

namespace formola::syntax {

using namespace ast;

std::span<const Statement* const> Parser::parseStatements() {
  List<const Statement*> statements(*this);
  while (!endsBody()) {
    uint32_t begin = tok_.begin;
    if (at(Tok::Semicolon)) {
      complain(diag::ExpectedToken, rangeOf(tok_), "a statement", "';'");
      advance();
      continue;
    }
    if (const Statement* statement = parseStatement()) statements.add(statement);
    expectSemicolon("statement");
    if (tok_.begin == begin && !at(Tok::EndOfFile)) advance();
  }
  return statements.finish();
}

const Statement* Parser::parseStatement() {
  Nesting nesting(*this);
  uint32_t begin = tok_.begin;
  Statement* statement = nullptr;
  switch (tok_.kind) {
    case Tok::KwIf:
    case Tok::KwWhen:
      statement = parseBranchStatement(tok_.kind);
      break;
    case Tok::KwFor:
      statement = parseForStatement();
      break;
    case Tok::KwWhile:
      statement = parseWhileStatement();
      break;
    case Tok::KwBreak:
      advance();
      statement = makeStatement<BreakStatement>();
      break;
    case Tok::KwReturn:
      advance();
      statement = makeStatement<ReturnStatement>();
      break;
    case Tok::KwConnect:
      complain(diag::WrongSection, rangeOf(tok_), "connect", "an equation section");
      parseConnect();
      parseComment();
      return nullptr;
    case Tok::LeftParen:
      statement = parseMultiAssign();
      break;
    default:
      statement = parseSimpleStatement();
      break;
  }
  if (!statement || panic_) return nullptr;
  statement->comment = parseElementComment("a statement");
  statement->range = rangeFrom(begin);
  return statement;
}

// x := e, or f(x)
Statement* Parser::parseSimpleStatement() {
  const Expr* left = parseSimpleExpression();
  if (panic_) return nullptr;
  if (at(Tok::Assign) || at(Tok::Equals)) {
    const auto* target = left->dynAs<ReferenceExpr>();
    if (!target) {
      complain(diag::AssignToExpression, left->range);
    } else if (at(Tok::Equals) && misplacedStatements_ == 0) {
      complain(diag::EqualInAlgorithm, rangeOf(tok_), "=");
    }
    advance();
    const Expr* value = parseExpression();
    return target ? makeStatement<AssignStatement>(target, value) : nullptr;
  }
  if (const auto* call = left->dynAs<CallExpr>()) return makeStatement<CallStatement>(call);
  if (const auto* binary = left->dynAs<BinaryExpr>(); binary && binary->op == BinaryOp::Equal) {
    complain(diag::EqualInAlgorithm, left->range, "==");
    const auto* target = binary->left->dynAs<ReferenceExpr>();
    return target ? makeStatement<AssignStatement>(target, binary->right) : nullptr;
  }
  fail(diag::StatementWithoutAssign, left->range, describe(tok_));
  return nullptr;
}

// (a, , b) := f(x)
Statement* Parser::parseMultiAssign() {
  Bracket open(*this);
  advance();
  List<const ReferenceExpr*> targets(*this);
  const Expr* wrong = nullptr;
  if (!at(Tok::RightParen)) {
    do {
      if (at(Tok::Comma) || at(Tok::RightParen)) {
        targets.add(nullptr);
        continue;
      }
      const Expr* target = parseExpression();
      if (target->kind != ExprKind::Reference && !wrong) wrong = target;
      targets.add(target->dynAs<ReferenceExpr>());
    } while (!panic_ && accept(Tok::Comma));
  }
  expectClosing(Tok::RightParen, open);
  if (panic_) return nullptr;
  if (!at(Tok::Assign) && !at(Tok::Equals)) {
    fail(diag::StatementWithoutAssign, rangeFrom(open.token.begin), describe(tok_));
    return nullptr;
  }
  if (wrong) complain(diag::AssignToExpression, wrong->range);
  if (at(Tok::Equals)) complain(diag::EqualInAlgorithm, rangeOf(tok_), "=");
  advance();
  const Expr* value = parseExpression();
  if (panic_) return nullptr;
  const auto* call = value->dynAs<CallExpr>();
  if (!call) complain(diag::AssignNeedsCall, value->range);
  if (!call || wrong) return nullptr;
  auto all = targets.finish();
  return makeStatement<MultiAssignStatement>(all, call);
}

Statement* Parser::parseBranchStatement(Tok keyword) {
  auto branches = parseBranches<StatementBranch>(keyword, [&] { return parseStatements(); });
  if (keyword == Tok::KwIf) return makeStatement<IfStatement>(branches);
  return makeStatement<WhenStatement>(branches);
}

Statement* Parser::parseForStatement() {
  return parseLoop(
      [&] { return parseIterators(); }, [&] { return parseStatements(); },
      [&](auto iterators, auto body) { return makeStatement<ForStatement>(iterators, body); });
}

Statement* Parser::parseWhileStatement() {
  return parseLoop(
      [&] { return parseExpression(); }, [&] { return parseStatements(); },
      [&](auto condition, auto body) { return makeStatement<WhileStatement>(condition, body); });
}

}  // namespace formola::syntax

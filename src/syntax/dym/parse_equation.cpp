// Equations and expressions of the Dymola notation.
#include <cmath>

#include "diag/codes/syntax.h"
#include "syntax/dym/parser.h"

namespace formola::dym {

namespace {

// The word with which a statement was meant to begin, or nothing.
std::string statementMeant(std::string_view word) {
  const std::string meant =
      didYouMean(word, {"submodel", "connect", "local", "terminal", "parameter", "constant",
                        "input", "output", "inherit", "node", "path", "cut", "main"});
  return meant.empty() ? "" : fmt::format(" (did you mean '{}'?)", meant);
}

}  // namespace

void Parser::parseEquation(Model& model) {
  const Token first = tok_;
  if (at(Tok::Parallel)) {  // as in other languages
    const Token slashes = tok_;
    do advance();
    while (!tok_.lineStart && !at(Tok::EndOfFile));
    fail(diag::ExpectedExpression, rangeOf(slashes), "'//'; comments stand in braces");
    return;
  }
  const uint32_t begin = first.begin;
  const ast::Expr* left = parseExpression();
  if (panic_) return;
  if (!at(Tok::Equals)) {
    fail(diag::EquationWithoutEquals, rangeFrom(begin),
         describe(tok_) + keywordAdvice(first) +
             (first.kind == Tok::Identifier ? statementMeant(lexer_.text(first)) : ""));
    return;
  }
  advance();
  const ast::Expr* right = parseExpression();
  if (panic_) return;
  ast::Comment comment;
  comment.text = trailingComment();
  model.equations.push_back(arena_.make<ast::EqualityEquation>(
      ast::Equation{ast::EquationKind::Equality, rangeFrom(begin), comment}, left, right));
}

const ast::Expr* Parser::missing() {
  return makeExpr<ast::MissingExpr>(tok_.begin);
}

const ast::Expr* Parser::parseExpression() {
  Nesting nesting(*this);
  if (panic_) return missing();
  const uint32_t begin = tok_.begin;
  if (!accept(Tok::KwIf)) return parseBinary(0);
  std::vector<ast::IfBranch> branches;
  ast::IfBranch branch{};
  branch.condition = parseExpression();
  expect(Tok::KwThen, "'then' after the condition");
  branch.value = parseExpression();
  expect(Tok::KwElse, "'else' and the value in the other case");
  const ast::Expr* otherwise = parseExpression();
  branches.push_back(branch);
  return makeExpr<ast::IfExpr>(begin, arena_.copy(branches), otherwise);
}

namespace {

struct Operator {
  Tok token;
  int precedence;
  ast::BinaryOp op;
};

constexpr Operator kOperators[] = {
    {Tok::KwOr, 0, ast::BinaryOp::Or},
    {Tok::KwAnd, 1, ast::BinaryOp::And},
    {Tok::Less, 3, ast::BinaryOp::Less},
    {Tok::LessEqual, 3, ast::BinaryOp::LessEqual},
    {Tok::Greater, 3, ast::BinaryOp::Greater},
    {Tok::GreaterEqual, 3, ast::BinaryOp::GreaterEqual},
    {Tok::NotEqual, 3, ast::BinaryOp::NotEqual},
    {Tok::Plus, 4, ast::BinaryOp::Add},
    {Tok::Minus, 4, ast::BinaryOp::Sub},
    {Tok::Star, 5, ast::BinaryOp::Mul},
    {Tok::Slash, 5, ast::BinaryOp::Div},
};
constexpr int kNot = 2, kSign = 4;

}  // namespace

const ast::Expr* Parser::parseBinary(int minPrecedence) {
  const uint32_t begin = tok_.begin;
  const ast::Expr* left = parsePrefix(minPrecedence);
  while (!panic_) {
    const Operator* found = nullptr;
    for (const Operator& o : kOperators)
      if (o.token == tok_.kind && o.precedence >= minPrecedence) found = &o;
    if (!found) break;
    // A line that begins with a minus sign is an equation of its own.
    if (at(Tok::Minus) && !continues()) break;
    advance();
    const ast::Expr* right = parseBinary(found->precedence + 1);
    left = makeExpr<ast::BinaryExpr>(begin, found->op, left, right);
  }
  return left;
}

const ast::Expr* Parser::parsePrefix(int minPrecedence) {
  const uint32_t begin = tok_.begin;
  if (at(Tok::KwNot)) {
    Nesting nesting(*this);
    advance();
    const ast::Expr* operand = parseBinary(kNot + 1);
    return makeExpr<ast::UnaryExpr>(begin, ast::UnaryOp::Not, operand);
  }
  if (at(Tok::Minus) || at(Tok::Plus)) {
    Nesting nesting(*this);
    if (panic_) return missing();
    const ast::UnaryOp op = at(Tok::Minus) ? ast::UnaryOp::Minus : ast::UnaryOp::Plus;
    advance();
    // -a*b is -(a*b), as in Modelica; after another operator the sign belongs to the next factor.
    const ast::Expr* operand =
        minPrecedence <= kSign ? parseBinary(kSign + 1) : parsePrefix(minPrecedence);
    return makeExpr<ast::UnaryExpr>(begin, op, operand);
  }
  return parsePower();
}

const ast::Expr* Parser::parsePower() {
  const uint32_t begin = tok_.begin;
  const ast::Expr* base = parsePrimary();
  if (panic_ || !at(Tok::Power)) return base;
  Nesting nesting(*this);
  advance();
  // a**-b, a**b**c = a**(b**c)
  const ast::Expr* exponent = parsePrefix(kSign + 2);
  return makeExpr<ast::BinaryExpr>(begin, ast::BinaryOp::Pow, base, exponent);
}

const ast::Expr* Parser::parsePrimary() {
  if (panic_) return missing();
  switch (tok_.kind) {
    case Tok::Number:
      return parseNumber();
    case Tok::Identifier:
      return parseName();
    case Tok::LeftParen: {
      Nesting nesting(*this);
      Bracket bracket(*this);
      const ast::Expr* inside = parseExpression();
      bracket.close(Tok::RightParen);
      return inside;
    }
    case Tok::LeftBracket:
      return parseMatrix();
    case Tok::KwIf:
      return parseExpression();
    default:
      fail(diag::ExpectedExpression, rangeOf(tok_), describe(tok_));
      return missing();
  }
}

const ast::Expr* Parser::parseNumber() {
  const Token token = tok_;
  const std::string text(lexer_.text(token));
  advance();
  if (text.find_first_of(".eE") == std::string::npos && text.size() <= 18)
    return makeExpr<ast::IntegerExpr>(token.begin, int64_t{std::stoll(text)});
  const double value = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value)) fail(diag::RealTooLarge, rangeOf(token), text);
  return makeExpr<ast::RealExpr>(token.begin, value);
}

// x, a.x, x[1], f(x, y)
const ast::Expr* Parser::parseName() {
  const uint32_t begin = tok_.begin;
  std::vector<ast::NamePart> parts;
  do {
    ast::NamePart part{};
    part.name = expectName("the name of a variable", &part.range);
    part.subscripts = parseDimensions();
    parts.push_back(part);
  } while (!panic_ && at(Tok::Dot) && continues() && accept(Tok::Dot));
  if (parts.size() == 1 && parts[0].subscripts.empty()) {
    const std::string_view text = names_.text(parts[0].name);
    if (text == "true" || text == "false") return makeExpr<ast::BooleanExpr>(begin, text == "true");
    if (text == "Time") parts[0].name = names_.intern("time");
  }
  ast::Name name{false, arena_.copy(parts), rangeFrom(begin)};
  if (panic_ || !at(Tok::LeftParen) || !continues())
    return makeExpr<ast::ReferenceExpr>(begin, name);
  std::vector<const ast::Expr*> arguments;
  {
    Nesting nesting(*this);
    Bracket bracket(*this);
    while (!panic_ && !at(Tok::RightParen)) {
      arguments.push_back(parseExpression());
      if (!accept(Tok::Comma)) break;
    }
    bracket.close(Tok::RightParen);
  }
  // Names of functions that differ from Modelica's.
  static constexpr std::pair<std::string_view, std::string_view> kFunctions[] = {
      {"ln", "log"},      {"arcsin", "asin"},   {"arccos", "acos"},
      {"arctan", "atan"}, {"arctan2", "atan2"}, {"int", "integer"}};
  if (parts.size() == 1) {
    for (const auto& [theirs, ours] : kFunctions)
      if (names_.text(parts[0].name) == theirs) parts[0].name = names_.intern(ours);
    name.parts = arena_.copy(parts);
    if (names_.text(parts[0].name) == "interpolate" && arguments.size() == 2)
      if (const ast::Expr* value = interpolation(begin, arguments[0], arguments[1])) return value;
  }
  return makeExpr<ast::CallExpr>(begin, name, arena_.copy(arguments),
                                 std::span<const ast::NamedArgument>());
}

// interpolate(x, [x1, y1; x2, y2; ...]), also with the name of a matrix: the function of the
// library, which takes the columns. Null: the table is no matrix of two columns.
const ast::Expr* Parser::interpolation(uint32_t begin, const ast::Expr* x, const ast::Expr* table) {
  const ast::Expr* columns[2] = {};
  if (const auto* matrix = table->dynAs<ast::MatrixExpr>()) {
    std::vector<const ast::Expr*> values[2];
    for (const auto& row : matrix->rows) {
      if (row.size() != 2) return nullptr;
      for (size_t k : {0, 1}) values[k].push_back(row[k]);
    }
    for (size_t k : {0, 1})
      columns[k] = makeExpr<ast::ArrayExpr>(
          begin, std::span<const ast::Expr* const>(arena_.copy(values[k])));
  } else if (const auto* reference = table->dynAs<ast::ReferenceExpr>()) {
    for (size_t k : {0, 1}) {
      std::vector<ast::NamePart> parts(reference->name.parts.begin(), reference->name.parts.end());
      const std::vector<const ast::Expr*> subscripts = {
          makeExpr<ast::ColonExpr>(begin), makeExpr<ast::IntegerExpr>(begin, int64_t(k + 1))};
      parts.back().subscripts = arena_.copy(subscripts);
      columns[k] = makeExpr<ast::ReferenceExpr>(
          begin, ast::Name{reference->name.global, arena_.copy(parts), rangeFrom(begin)});
    }
  } else {
    return nullptr;
  }
  std::vector<ast::NamePart> parts;
  for (const char* part : {"Formola", "Math", "interpolate"}) {
    ast::NamePart& made = parts.emplace_back();
    made.name = names_.intern(part);
    made.range = rangeFrom(begin);
  }
  const std::vector<const ast::Expr*> arguments = {columns[0], columns[1], x};
  return makeExpr<ast::CallExpr>(begin, ast::Name{true, arena_.copy(parts), rangeFrom(begin)},
                                 arena_.copy(arguments), std::span<const ast::NamedArgument>());
}

// [a, b; c, d]; one row is a vector
const ast::Expr* Parser::parseMatrix() {
  const uint32_t begin = tok_.begin;
  std::vector<std::span<const ast::Expr* const>> rows;
  {
    Nesting nesting(*this);
    Bracket bracket(*this);
    do {
      std::vector<const ast::Expr*> row;
      do {
        row.push_back(parseExpression());
      } while (!panic_ && accept(Tok::Comma));
      rows.push_back(arena_.copy(row));
    } while (!panic_ && accept(Tok::Semicolon));
    bracket.close(Tok::RightBracket);
  }
  if (rows.size() == 1) return makeExpr<ast::ArrayExpr>(begin, rows[0]);
  return makeExpr<ast::MatrixExpr>(
      begin, std::span<const std::span<const ast::Expr* const>>(arena_.copy(rows)));
}

// [3], [3, 3]: sizes in a declaration, subscripts elsewhere
std::span<const ast::Expr* const> Parser::parseDimensions() {
  if (panic_ || !at(Tok::LeftBracket) || !continues()) return {};
  std::vector<const ast::Expr*> sizes;
  Nesting nesting(*this);
  Bracket bracket(*this);
  do {
    sizes.push_back(parseExpression());
  } while (!panic_ && accept(Tok::Comma));
  bracket.close(Tok::RightBracket);
  return arena_.copy(sizes);
}

}  // namespace formola::dym

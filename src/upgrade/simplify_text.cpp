#include "upgrade/simplify_text.h"

#include <cmath>
#include <optional>

#include "diag/diag.h"
#include "support/arena.h"
#include "support/interner.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace formola::upgrade {

using namespace ast;

namespace {

// An expression as text, with what is known of it.
struct Piece {
  std::string text;
  std::optional<double> number;
  bool integer = false;
  std::optional<bool> boolean;
  std::string literal;  // of a text or an enumeration literal: what it is compared by
  bool primary = true;  // needs no parentheses as an operand
};

class Simplifier {
 public:
  Simplifier(const std::string& text, const Interner& names) : text_(text), names_(names) {}

  Piece piece(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::Integer:
        return numberPiece(static_cast<double>(e.as<IntegerExpr>().value), true);
      case ExprKind::Real: {
        Piece made = asWritten(e);
        made.number = e.as<RealExpr>().value;
        return made;
      }
      case ExprKind::Boolean:
        return booleanPiece(e.as<BooleanExpr>().value);
      case ExprKind::String: {
        Piece made = asWritten(e);
        made.literal = "\"" + std::string(e.as<StringExpr>().value);
        return made;
      }
      case ExprKind::Reference: {
        Piece made = asWritten(e);
        // A.B.red: a literal of an enumeration, if it is compared with one
        const auto parts = e.as<ReferenceExpr>().name.parts;
        if (parts.size() > 1) made.literal = names_.text(parts.back().name);
        return made;
      }
      case ExprKind::Unary:
        return unary(e.as<UnaryExpr>());
      case ExprKind::Binary:
        return binary(e.as<BinaryExpr>());
      case ExprKind::If:
        return conditional(e.as<IfExpr>());
      default:
        return asWritten(e);
    }
  }

 private:
  Piece asWritten(const Expr& e) const {
    Piece made;
    made.text = text_.substr(e.range.begin, e.range.end - e.range.begin);
    made.primary = e.kind != ExprKind::Range;
    return made;
  }

  static Piece numberPiece(double value, bool integer) {
    Piece made;
    made.number = value;
    made.integer = integer;
    made.text = integer ? std::to_string(static_cast<long long>(value)) : printReal(value);
    made.primary = value >= 0;
    return made;
  }

  static Piece booleanPiece(bool value) {
    Piece made;
    made.boolean = value;
    made.text = value ? "true" : "false";
    return made;
  }

  static std::string operand(const Piece& piece) {
    return piece.primary ? piece.text : "(" + piece.text + ")";
  }

  Piece unary(const UnaryExpr& e) const {
    const Piece inner = piece(*e.operand);
    if (e.op == UnaryOp::Not && inner.boolean) return booleanPiece(!*inner.boolean);
    if (e.op == UnaryOp::Minus && inner.number) return numberPiece(-*inner.number, inner.integer);
    Piece made;
    made.text = e.op == UnaryOp::Not ? "not " + operand(inner) : asWritten(e).text;
    made.primary = false;
    return made;
  }

  Piece binary(const BinaryExpr& e) const {
    const Piece left = piece(*e.left), right = piece(*e.right);
    if (const auto known = compared(e.op, left, right)) return booleanPiece(*known);
    if (const auto known = logical(e.op, left, right)) return *known;
    if (const auto known = arithmetic(e.op, left, right)) return *known;
    Piece made;
    // around the operands everything stays
    auto between = [&](uint32_t begin, uint32_t end) {
      return begin < end ? text_.substr(begin, end - begin) : std::string();
    };
    made.text = between(e.range.begin, e.left->range.begin) + operandOf(*e.left, left) +
                between(e.left->range.end, e.right->range.begin) + operandOf(*e.right, right) +
                between(e.right->range.end, e.range.end);
    made.primary = false;
    return made;
  }

  // Parentheses around an operand stand outside of its range: they stay with what is between.
  std::string operandOf(const Expr& written, const Piece& now) const {
    const bool inside = written.range.begin > 0 && text_[written.range.begin - 1] == '(';
    const bool same = now.text == asWritten(written).text;
    return inside || same ? now.text : operand(now);
  }

  static std::optional<bool> compared(BinaryOp op, const Piece& a, const Piece& b) {
    if (op == BinaryOp::Equal || op == BinaryOp::NotEqual) {
      std::optional<bool> equal;
      if (a.number && b.number) equal = *a.number == *b.number;
      if (a.boolean && b.boolean) equal = *a.boolean == *b.boolean;
      if (!a.literal.empty() && !b.literal.empty() &&
          (a.literal[0] == '"') == (b.literal[0] == '"'))
        equal = a.literal == b.literal;
      if (equal) return op == BinaryOp::Equal ? *equal : !*equal;
      return std::nullopt;
    }
    if (!a.number || !b.number) return std::nullopt;
    if (op == BinaryOp::Less) return *a.number < *b.number;
    if (op == BinaryOp::LessEqual) return *a.number <= *b.number;
    if (op == BinaryOp::Greater) return *a.number > *b.number;
    if (op == BinaryOp::GreaterEqual) return *a.number >= *b.number;
    return std::nullopt;
  }

  static std::optional<Piece> logical(BinaryOp op, const Piece& a, const Piece& b) {
    if (op != BinaryOp::And && op != BinaryOp::Or) return std::nullopt;
    const bool neutral = op == BinaryOp::And;
    for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
      if (one->boolean) return *one->boolean == neutral ? *other : booleanPiece(!neutral);
    return std::nullopt;
  }

  static std::optional<Piece> arithmetic(BinaryOp op, const Piece& a, const Piece& b) {
    const bool integer = a.integer && b.integer;
    if (a.number && b.number) {
      const double x = *a.number, y = *b.number;
      double value = std::nan("");
      if (op == BinaryOp::Add) value = x + y;
      if (op == BinaryOp::Sub) value = x - y;
      if (op == BinaryOp::Mul) value = x * y;
      if (op == BinaryOp::Div && y != 0) value = x / y;
      if (std::isfinite(value) && std::abs(value) < 1e15)
        return numberPiece(value, integer && value == std::floor(value));
      return std::nullopt;
    }
    auto is = [](const Piece& piece, double value) {
      return piece.number && *piece.number == value;
    };
    if (op == BinaryOp::Mul && (is(a, 0) || is(b, 0))) return is(a, 0) ? a : b;
    if (op == BinaryOp::Mul && is(a, 1)) return b;
    if (op == BinaryOp::Add && is(a, 0)) return b;
    if ((op == BinaryOp::Mul || op == BinaryOp::Div) && is(b, 1)) return a;
    if ((op == BinaryOp::Add || op == BinaryOp::Sub) && is(b, 0)) return a;
    return std::nullopt;
  }

  // Branches up to the first that is not decided.
  Piece conditional(const IfExpr& e) const {
    std::string text;
    for (const IfBranch& branch : e.branches) {
      const Piece condition = piece(*branch.condition);
      if (condition.boolean && !*condition.boolean) continue;
      const Piece value = piece(*branch.value);
      if (condition.boolean) {
        if (text.empty()) return value;
        return whole(text + " else " + value.text);
      }
      text += (text.empty() ? "if " : " elseif ") + condition.text + " then " + value.text;
    }
    const Piece otherwise = piece(*e.otherwise);
    return text.empty() ? otherwise : whole(text + " else " + otherwise.text);
  }

  static Piece whole(std::string text) {
    Piece made;
    made.text = std::move(text);
    made.primary = false;
    return made;
  }

  const std::string& text_;
  const Interner& names_;
};

}  // namespace

std::string simplified(const std::string& expression) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Interner names;
  Arena arena;
  const FileId file = sources.add("", expression);
  const Expr* parsed = parseExpression(file, sources, names, arena, diagnostics);
  if (!parsed || diagnostics.hasErrors()) return expression;
  return Simplifier(expression, names).piece(*parsed).text;
}

}  // namespace formola::upgrade

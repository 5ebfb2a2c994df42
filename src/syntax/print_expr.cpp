// Printing expressions, names, modifications and comments.
#include <fmt/format.h>

#include <iterator>

#include "support/string_literal.h"
#include "syntax/printer_impl.h"

namespace formola::syntax {

using namespace ast;

namespace {

// From the loosest: what the grammar accepts without parentheses at each place (specification
// table 3.1).
enum Precedence : int { kAny = 0, kRange, kOr, kAnd, kNot, kCompare, kAdd, kMul, kPow, kPrimary };

int precedenceOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Or:
      return kOr;
    case BinaryOp::And:
      return kAnd;
    case BinaryOp::Less:
    case BinaryOp::LessEqual:
    case BinaryOp::Greater:
    case BinaryOp::GreaterEqual:
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
      return kCompare;
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::ElementwiseAdd:
    case BinaryOp::ElementwiseSub:
      return kAdd;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::ElementwiseMul:
    case BinaryOp::ElementwiseDiv:
      return kMul;
    case BinaryOp::Pow:
    case BinaryOp::ElementwisePow:
      return kPow;
  }
  return kPrimary;
}

int precedenceOf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::If:
      return kAny;
    case ExprKind::Comprehension:
    case ExprKind::PartialApplication:
      return kAny;
    case ExprKind::Range:
      return kRange;
    case ExprKind::Binary:
      return precedenceOf(expr.as<BinaryExpr>().op);
    case ExprKind::Unary:
      return expr.as<UnaryExpr>().op == UnaryOp::Not ? kNot : kAdd;
    // A negative literal (made by a tool, never by the parser) reads as a sign.
    case ExprKind::Integer:
      return expr.as<IntegerExpr>().value < 0 ? kAdd : kPrimary;
    case ExprKind::Real:
      return expr.as<RealExpr>().value < 0 ? kAdd : kPrimary;
    default:
      return kPrimary;
  }
}

// The precedence that the left operand must have at least: comparison and power do not chain.
int leftMinimum(int precedence) {
  return precedence == kCompare || precedence == kPow ? precedence + 1 : precedence;
}

std::string_view spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return " + ";
    case BinaryOp::Sub:
      return " - ";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::Div:
      return "/";
    case BinaryOp::Pow:
      return "^";
    case BinaryOp::ElementwiseAdd:
      return " .+ ";
    case BinaryOp::ElementwiseSub:
      return " .- ";
    case BinaryOp::ElementwiseMul:
      return " .* ";
    case BinaryOp::ElementwiseDiv:
      return " ./ ";
    case BinaryOp::ElementwisePow:
      return " .^ ";
    case BinaryOp::And:
      return " and ";
    case BinaryOp::Or:
      return " or ";
    case BinaryOp::Less:
      return " < ";
    case BinaryOp::LessEqual:
      return " <= ";
    case BinaryOp::Greater:
      return " > ";
    case BinaryOp::GreaterEqual:
      return " >= ";
    case BinaryOp::Equal:
      return " == ";
    case BinaryOp::NotEqual:
      return " <> ";
  }
  return " ";
}

std::string_view spelling(UnaryOp op) {
  switch (op) {
    case UnaryOp::Plus:
      return "+";
    case UnaryOp::Minus:
      return "-";
    case UnaryOp::ElementwisePlus:
      return ".+";
    case UnaryOp::ElementwiseMinus:
      return ".-";
    case UnaryOp::Not:
      return "not ";
  }
  return "";
}

}  // namespace

void Printer::name(const Name& name) {
  if (name.global) out_ += '.';
  for (size_t i = 0; i < name.parts.size(); ++i) {
    if (i > 0) out_ += '.';
    symbol(name.parts[i].name);
    subscripts(name.parts[i].subscripts);
  }
}

void Printer::subscripts(std::span<const Expr* const> items) {
  if (items.empty()) return;
  out_ += '[';
  list(items);
  out_ += ']';
}

void Printer::list(std::span<const Expr* const> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out_ += ", ";
    expr(*items[i]);
  }
}

void Printer::expr(const Expr& expr, int minPrecedence) {
  bool parentheses = precedenceOf(expr) < minPrecedence;
  if (parentheses) out_ += '(';
  bare(expr);
  if (parentheses) out_ += ')';
}

void Printer::bare(const Expr& e) {
  switch (e.kind) {
    case ExprKind::Integer:
      fmt::format_to(std::back_inserter(out_), "{}", e.as<IntegerExpr>().value);
      break;
    case ExprKind::Real:
      out_ += printReal(e.as<RealExpr>().value);
      break;
    case ExprKind::String:
      out_ += printString(e.as<StringExpr>().value);
      break;
    case ExprKind::Boolean:
      out_ += e.as<BooleanExpr>().value ? "true" : "false";
      break;
    case ExprKind::Reference:
      name(e.as<ReferenceExpr>().name);
      break;
    case ExprKind::Call:
      call(e.as<CallExpr>());
      break;
    case ExprKind::Unary: {
      const auto& unary = e.as<UnaryExpr>();
      out_ += spelling(unary.op);
      expr(*unary.operand, unary.op == UnaryOp::Not ? kCompare : kMul);
      break;
    }
    case ExprKind::Binary:
      binary(e.as<BinaryExpr>());
      break;
    case ExprKind::If:
      ifExpr(e.as<IfExpr>());
      break;
    case ExprKind::Array:
      out_ += '{';
      list(e.as<ArrayExpr>().elements);
      out_ += '}';
      break;
    case ExprKind::Matrix:
      matrix(e.as<MatrixExpr>());
      break;
    case ExprKind::Range: {
      const auto& range = e.as<RangeExpr>();
      expr(*range.start, kOr);
      out_ += ':';
      if (range.step) {
        expr(*range.step, kOr);
        out_ += ':';
      }
      expr(*range.stop, kOr);
      break;
    }
    case ExprKind::Selection: {
      const auto& selection = e.as<SelectionExpr>();
      out_ += '(';
      expr(*selection.from);
      out_ += ')';
      if (selection.field.valid()) {
        out_ += '.';
        out_ += names_.text(selection.field);
        break;
      }
      out_ += '[';
      list(selection.subscripts);
      out_ += ']';
      break;
    }
    case ExprKind::Tuple:
      out_ += '(';
      list(e.as<TupleExpr>().elements);
      out_ += ')';
      break;
    case ExprKind::End:
      out_ += "end";
      break;
    case ExprKind::Colon:
      out_ += ':';
      break;
    case ExprKind::Comprehension: {
      const auto& comprehension = e.as<ComprehensionExpr>();
      expr(*comprehension.body);
      out_ += " for ";
      iterators(comprehension.iterators);
      break;
    }
    case ExprKind::PartialApplication: {
      const auto& partial = e.as<PartialApplicationExpr>();
      out_ += "function ";
      name(partial.function);
      out_ += '(';
      namedArguments(partial.named, true);
      out_ += ')';
      break;
    }
    case ExprKind::Missing:
      break;
  }
}

// A chain a + b + c leans to the left as deep as it is long: walk down its left spine instead of
// recursing.
void Printer::binary(const BinaryExpr& e) {
  std::vector<const BinaryExpr*> spine{&e};
  const Expr* leftmost = e.left;
  while (const auto* next = leftmost->dynAs<BinaryExpr>()) {
    if (precedenceOf(next->op) < leftMinimum(precedenceOf(spine.back()->op))) break;
    spine.push_back(next);
    leftmost = next->left;
  }
  expr(*leftmost, leftMinimum(precedenceOf(spine.back()->op)));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    out_ += spelling((*it)->op);
    expr(*(*it)->right, precedenceOf((*it)->op) + 1);
  }
}

void Printer::ifExpr(const IfExpr& e) {
  std::string_view keyword = "if ";
  for (const IfBranch& branch : e.branches) {
    out_ += keyword;
    expr(*branch.condition);
    out_ += " then ";
    expr(*branch.value);
    keyword = " elseif ";
  }
  out_ += " else ";
  expr(*e.otherwise);
}

void Printer::matrix(const MatrixExpr& e) {
  out_ += '[';
  for (size_t i = 0; i < e.rows.size(); ++i) {
    if (i > 0) out_ += "; ";
    list(e.rows[i]);
  }
  out_ += ']';
}

void Printer::call(const CallExpr& call) {
  name(call.function);
  out_ += '(';
  list(call.arguments);
  namedArguments(call.named, call.arguments.empty());
  out_ += ')';
}

void Printer::namedArguments(std::span<const NamedArgument> named, bool first) {
  for (const NamedArgument& argument : named) {
    if (!first) out_ += ", ";
    first = false;
    symbol(argument.name);
    out_ += " = ";
    expr(*argument.value);
  }
}

void Printer::iterators(std::span<const ForIterator> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out_ += ", ";
    symbol(items[i].name);
    if (!items[i].in) continue;
    out_ += " in ";
    expr(*items[i].in);
  }
}

// ---------------------------------------------------------------- modifications and comments

// A call in annotation(conversion(from(change(...)))), see Parser::parseConversionRules.
static bool isConversionRule(const Argument& argument) {
  const Expr* value = argument.modification ? argument.modification->binding : nullptr;
  return value && value->kind == ExprKind::Call && value->range.begin == argument.name.range.begin;
}

void Printer::modification(const Modification* modification) {
  if (!modification) return;
  if (modification->hasArguments) {
    out_ += '(';
    for (size_t i = 0; i < modification->arguments.size(); ++i) {
      if (i > 0) out_ += ", ";
      argument(*modification->arguments[i]);
    }
    out_ += ')';
  }
  if (modification->breaks) out_ += " = break";
  if (!modification->binding) return;
  out_ += " = ";
  expr(*modification->binding);
}

void Printer::argument(const Argument& argument) {
  if (argument.kind == ArgumentKind::Break) {
    out_ += "break ";
    if (argument.connection) {
      bareEquation(*argument.connection);
    } else {
      name(argument.name);
    }
    return;
  }
  if (argument.redeclare) out_ += "redeclare ";
  if (argument.each) out_ += "each ";
  if (argument.final) out_ += "final ";
  if (argument.replaceable) out_ += "replaceable ";
  switch (argument.kind) {
    case ArgumentKind::Modify:
      if (isConversionRule(argument)) {
        expr(*argument.modification->binding);
        break;
      }
      name(argument.name);
      modification(argument.modification);
      stringComment(argument.comment);
      break;
    case ArgumentKind::RedeclareClass:
      classHead(*argument.classDef);
      shortClass(*argument.classDef);
      constrainedBy(argument.classDef->prefixes.constrainedBy);
      break;
    case ArgumentKind::RedeclareComponent:
      component(*argument.component);
      constrainedBy(argument.component->prefixes.constrainedBy);
      break;
    case ArgumentKind::Break:
      break;
  }
}

void Printer::annotation(const Annotation* annotation) {
  if (!annotation) return;
  out_ += " annotation";
  modification(annotation->arguments);
}

void Printer::stringComment(std::string_view text) {
  if (text.empty()) return;
  out_ += ' ';
  out_ += printString(text);
}

void Printer::comment(const Comment& comment) {
  stringComment(comment.text);
  annotation(comment.annotation);
}

void Printer::constrainedBy(const ConstrainedBy* clause) {
  if (!clause) return;
  out_ += " constrainedby ";
  name(clause->type);
  modification(clause->modification);
  comment(clause->comment);
}

}  // namespace formola::syntax

namespace formola {

std::string printReal(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string printString(std::string_view text) {
  // Long texts (documentation) keep their lines. A line end is read as \n whatever the system, so
  // that of another system is kept by its escapes only.
  const bool keepLines = text.size() > 80 && text.find("\r\n") == std::string_view::npos;
  return stringLiteral(text, keepLines ? Layout::Kept : Layout::Escaped);
}

std::string print(const ast::Expr& expr, const Interner& names) {
  syntax::Printer printer(names);
  printer.expr(expr);
  return printer.take();
}

std::string print(const ast::Name& name, const Interner& names) {
  syntax::Printer printer(names);
  printer.name(name);
  return printer.take();
}

std::string print(const ast::Modification& modification, const Interner& names) {
  syntax::Printer printer(names);
  printer.modification(&modification);
  return printer.take();
}

std::string print(const ast::Argument& argument, const Interner& names) {
  syntax::Printer printer(names);
  printer.argument(argument);
  return printer.take();
}

}  // namespace formola

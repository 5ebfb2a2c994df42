#include "dae/expr_printer.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "dae/number_text.h"
#include "dae/standalone_names.h"
#include "support/string_literal.h"

namespace formola {

namespace {

bool isArray(ExprId e, const ExprPool& pool) {
  return !pool.types.isScalar(pool.type(e));
}

bool isNegativeNumber(ExprId e, const ExprPool& pool) {
  if (pool.kind(e) == ExprKind::Integer) return pool.integerValue(e) < 0;
  return pool.kind(e) == ExprKind::Real && std::signbit(pool.realValue(e));
}

bool isReference(ExprKind kind) {
  return kind == ExprKind::Variable || kind == ExprKind::Local || kind == ExprKind::Iterator;
}

// What may stand before "[" or "." without parentheses: a variable with fields and subscripts.
bool isComponent(ExprId e, const ExprPool& pool) {
  while (pool.kind(e) == ExprKind::Field || pool.kind(e) == ExprKind::Index) e = pool.child(e, 0);
  return isReference(pool.kind(e));
}

Precedence precedenceOf(ExprId e, const ExprPool& pool) {
  switch (pool.kind(e)) {
    case ExprKind::If:
      return Precedence::If;
    case ExprKind::Range:
      return Precedence::Range;
    case ExprKind::Or:
      return Precedence::Or;
    case ExprKind::And:
      return Precedence::And;
    case ExprKind::Not:
      return Precedence::Not;
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return Precedence::Relation;
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
      return Precedence::Sum;
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::MatMul:
      return Precedence::Term;
    case ExprKind::Pow:
      return Precedence::Power;
    case ExprKind::Integer:
    case ExprKind::Real:
      // a sign is allowed where a sum is
      return isNegativeNumber(e, pool) ? Precedence::Sum : Precedence::Primary;
    default:
      return Precedence::Primary;
  }
}

constexpr std::string_view kStringArguments[] = {
    "", "significantDigits = ", "minimumLength = ", "leftJustified = ", "format = "};

}  // namespace

std::string_view Notation::relation(ExprKind kind) const {
  switch (kind) {
    case ExprKind::Less:
      return " < ";
    case ExprKind::LessEqual:
      return " <= ";
    case ExprKind::Greater:
      return " > ";
    case ExprKind::GreaterEqual:
      return " >= ";
    case ExprKind::Equal:
      return " == ";
    default:
      return " <> ";
  }
}

const Notation& ExprPrinter::modelica() {
  static const Notation notation;
  return notation;
}

std::string nameText(std::string_view name) {
  // identifiers, quoted identifiers, dots and subscripts
  bool plain = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0]));
  bool quoted = false;
  for (size_t i = 0; i < name.size() && plain; ++i) {
    const char c = name[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '\'') {
        quoted = false;
      }
    } else if (c == '\'') {
      quoted = true;
    } else {
      plain = std::isalnum(static_cast<unsigned char>(c)) ||
              std::string_view("_.[],$ ").find(c) != std::string_view::npos;
      if (c == ' ') plain = i > 0 && name[i - 1] == ',';
    }
  }
  if (plain && !quoted) return std::string(name);
  return quotedIdentifier(name);
}

std::string baseTypeText(const Type& type, const ExprPool& pool) {
  switch (type.base) {
    case BaseType::Real:
      return "Real";
    case BaseType::Integer:
      return "Integer";
    case BaseType::Boolean:
      return "Boolean";
    case BaseType::String:
      return "String";
    case BaseType::Clock:
      return "Clock";
    case BaseType::Enumeration:
      return nameText(pool.names.text(pool.types.enumInfo(EnumId(type.which)).name));
    case BaseType::Record: {
      Symbol name = pool.types.recordInfo(RecordId(type.which)).name;
      return name.valid() ? nameText(pool.names.text(name)) : "record";
    }
    case BaseType::ExternalObject:
      return type.which < pool.names.size() ? nameText(pool.names.text(Symbol(type.which)))
                                            : "ExternalObject";
    case BaseType::Function:
      return "function";
    case BaseType::Tuple:
      return "tuple";
    case BaseType::Error:
    case BaseType::None:
      break;
  }
  return "unknown";
}

std::string nameText(Symbol name, const PrintContext& context) {
  const std::string_view text = context.pool.names.text(name);
  return context.names ? StandaloneNames::quoted(text) : nameText(text);
}

std::string typeText(const Type& type, const PrintContext& context) {
  return context.names ? context.names->baseType(type) : baseTypeText(type, context.pool);
}

std::string functionText(FunctionId id, const PrintContext& context) {
  if (context.names) return context.names->function(id);
  return nameText(context.dae->functions[id].name, context);
}

void ExprPrinter::print(ExprId expr, Precedence least) {
  parts_.clear();
  part(expr, least);
  while (!parts_.empty()) {
    Part next = parts_.back();
    parts_.pop_back();
    if (next.expr.valid()) {
      expand(next.expr, next.least);
    } else {
      out_ += next.text;
    }
  }
}

void ExprPrinter::reverseFrom(size_t begin) {
  std::reverse(parts_.begin() + static_cast<std::ptrdiff_t>(begin), parts_.end());
}

void ExprPrinter::unary(std::string_view sign, ExprId a, Precedence operand) {
  out_ += sign;
  part(a, operand);
}

void ExprPrinter::binary(ExprId expr, std::string_view op, Precedence left, Precedence right) {
  part(context_.pool.child(expr, 1), right);
  text(op);
  part(context_.pool.child(expr, 0), left);
}

// Writes the beginning of an expression and leaves the rest on the stack.
// Long, since it has one case for each kind of expression.
void ExprPrinter::expand(ExprId expr, Precedence least) {
  const ExprPool& pool = context_.pool;
  expr = notation_.shown(expr);
  if (precedenceOf(expr, pool) < least) {
    out_ += '(';
    text(")");
  }
  if (notation_.leaf(expr, out_) || leaf(expr)) return;
  const ExprKind kind = pool.kind(expr);
  // elementwise where both operands are arrays, or where a scalar meets an array in + - ^ and as
  // dividend (spec 10.6)
  auto dotted = [&](std::string_view plain, std::string_view elementwise, bool scalarToo) {
    const bool a = isArray(pool.child(expr, 0), pool), b = isArray(pool.child(expr, 1), pool);
    return (a && b) || (scalarToo && (a || b)) ? elementwise : plain;
  };
  switch (kind) {
    case ExprKind::Neg:
      return unary("-", pool.child(expr, 0), Precedence::Term);
    case ExprKind::Not:
      return unary("not ", pool.child(expr, 0), Precedence::Relation);
    case ExprKind::Add:
    case ExprKind::Sub: {
      // arrays of equal size are added without a dot
      const bool mixed = isArray(pool.child(expr, 0), pool) != isArray(pool.child(expr, 1), pool);
      std::string_view op =
          kind == ExprKind::Add ? (mixed ? " .+ " : " + ") : (mixed ? " .- " : " - ");
      return binary(expr, op, Precedence::Sum, Precedence::Term);
    }
    case ExprKind::Mul:
      return binary(expr, dotted("*", " .* ", false), Precedence::Term, Precedence::Power);
    case ExprKind::MatMul:
      return binary(expr, "*", Precedence::Term, Precedence::Power);
    case ExprKind::Div:
      return binary(expr, isArray(pool.child(expr, 1), pool) ? " ./ " : "/", Precedence::Term,
                    Precedence::Power);
    case ExprKind::Pow:
      return binary(expr, dotted(notation_.power(), " .^ ", true), Precedence::Primary,
                    Precedence::Primary);
    case ExprKind::And:
      return binary(expr, " and ", Precedence::And, Precedence::Not);
    case ExprKind::Or:
      return binary(expr, " or ", Precedence::Or, Precedence::And);
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return binary(expr, notation_.relation(kind), Precedence::Sum, Precedence::Sum);
    case ExprKind::If:
      return conditional(expr);
    case ExprKind::Cast: {
      const ExprId a = pool.child(expr, 0);
      if (pool.base(a) == BaseType::Enumeration) {
        out_ += "Integer(";
        text(")");
        part(a);
      } else if (pool.kind(a) == ExprKind::Integer) {
        const bool sign = pool.integerValue(a) < 0 && least > Precedence::Sum;
        out_ += sign ? "(" : "";
        out_ += realText(pool.realValue(a));
        out_ += sign ? ")" : "";
      } else {
        // conversion to Real is not written; the operand takes the place of the cast
        part(a, least);
      }
      return;
    }
    case ExprKind::Builtin:
      return builtin(expr);
    case ExprKind::Call:
      return call(expr);
    case ExprKind::TupleElement:
      if (pool.payload(expr) == 0) {  // a call as expression means its first result
        part(pool.child(expr, 0), Precedence::Primary);
        return;
      }
      if (context_.names) context_.names->cannot("a result of a function that is not its first");
      out_ += "$result(" + std::to_string(pool.payload(expr) + 1) + ", ";
      text(")");
      part(pool.child(expr, 0));
      return;
    case ExprKind::Array:
      if (pool.children(expr).empty()) return emptyArray(pool.type(expr));
      return list("{", pool.children(expr), "}");
    case ExprKind::Range: {
      // a step of 1 is not written: enumerations and Booleans have none
      const ExprId by = pool.child(expr, 1);
      const bool step =
          pool.kind(by) != ExprKind::Missing && !(pool.isNumber(by) && pool.realValue(by) == 1);
      part(pool.child(expr, 2), Precedence::Or);
      text(":");
      if (step) {
        part(pool.child(expr, 1), Precedence::Or);
        text(":");
      }
      part(pool.child(expr, 0), Precedence::Or);
      return;
    }
    case ExprKind::Index:
      return index(expr);
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      return loop(expr);
    case ExprKind::Record: {
      out_ += typeText(pool.types[pool.type(expr)], context_);
      return list("(", pool.children(expr), ")");
    }
    case ExprKind::Field: {
      const ExprId base = pool.child(expr, 0);
      const RecordInfo& info = pool.types.recordOf(pool.type(base));
      const bool reference = isComponent(base, pool);
      if (!reference) out_ += '(';
      text(pool.names.text(info.fields[pool.payload(expr)].name));
      text(reference ? "." : ").");
      part(base);
      return;
    }
    case ExprKind::FunctionRef:
      return call(expr);
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Boolean:
    case ExprKind::String:
    case ExprKind::Enum:
    case ExprKind::Variable:
    case ExprKind::Local:
    case ExprKind::Iterator:
    case ExprKind::Time:
    case ExprKind::Colon:
    case ExprKind::Missing:
      break;  // leaves
  }
}

bool ExprPrinter::leaf(ExprId expr) {
  const ExprPool& pool = context_.pool;
  const uint32_t payload = pool.payload(expr);
  switch (pool.kind(expr)) {
    case ExprKind::Integer:
      out_ += std::to_string(pool.integerValue(expr));
      return true;
    case ExprKind::Real:
      out_ += realText(pool.realValue(expr));
      return true;
    case ExprKind::Boolean:
      out_ += pool.booleanValue(expr) ? "true" : "false";
      return true;
    case ExprKind::String:
      out_ += stringLiteral(pool.stringValue(expr));
      return true;
    case ExprKind::Enum: {
      const EnumInfo& info = pool.types.enumOf(pool.type(expr));
      out_ += typeText(pool.types[pool.type(expr)], context_);
      out_ += '.';
      if (payload >= 1 && payload <= info.literals.size()) {
        out_ += nameText(pool.names.text(info.literals[payload - 1]));
      }
      return true;
    }
    case ExprKind::Variable:
      if (context_.dae && payload < context_.dae->variables.size()) {
        out_ += nameText(context_.dae->variables[VariableId(payload)].name, context_);
      } else {
        out_ += "v" + std::to_string(payload);
      }
      return true;
    case ExprKind::Local:
      if (context_.function && payload < context_.function->locals.size()) {
        out_ += nameText(context_.function->locals[payload].name, context_);
      } else {
        out_ += "l" + std::to_string(payload);
      }
      return true;
    case ExprKind::Iterator:
      iteratorName(payload);
      return true;
    case ExprKind::Time:
      out_ += "time";
      return true;
    case ExprKind::Colon:
      out_ += ':';
      return true;
    case ExprKind::Missing:
      out_ += '_';
      return true;
    default:
      return false;
  }
}

void ExprPrinter::iteratorName(uint32_t number) {
  auto [it, isNew] = iterators_.emplace(number, iterators_.size() + 1);
  // Where texts are read again, no variable has that name.
  const std::string name = (context_.names ? "for." : "i") + std::to_string(it->second);
  out_ += context_.names ? StandaloneNames::quoted(name) : name;
}

// Chains in the else-branch are written with elseif.
void ExprPrinter::conditional(ExprId expr) {
  const ExprPool& pool = context_.pool;
  out_ += "if ";
  // the chain is unrolled here: its length is that of the text
  const size_t begin = parts_.size();
  ExprId at = expr;
  bool first = true;
  while (pool.kind(at) == ExprKind::If) {
    if (!first) text(" elseif ");
    first = false;
    part(pool.child(at, 0));
    text(" then ");
    part(pool.child(at, 1));
    at = pool.child(at, 2);
  }
  text(" else ");
  part(at);
  reverseFrom(begin);
}

void ExprPrinter::list(std::string_view open, std::span<const ExprId> items,
                       std::string_view close) {
  out_ += open;
  text(close);
  for (size_t i = items.size(); i-- > 0;) {
    part(items[i]);
    if (i > 0) text(", ");
  }
}

void ExprPrinter::builtin(ExprId expr) {
  const ExprPool& pool = context_.pool;
  const Builtin function = pool.builtinOf(expr);
  auto arguments = pool.children(expr);
  if (function == Builtin::Promote && context_.names) return promote(expr);
  if (function == Builtin::EnumOf) {
    out_ += typeText(pool.types[pool.type(expr)], context_);
  } else {
    out_ += notation_.function(function);
  }
  if (function != Builtin::StringOf) return list("(", arguments, ")");
  out_ += '(';
  text(")");
  for (size_t i = arguments.size(); i-- > 0;) {
    if (pool.kind(arguments[i]) == ExprKind::Missing) continue;
    part(arguments[i]);
    if (i > 0) {
      text(kStringArguments[std::min<size_t>(i, 4)]);
      text(", ");
    }
  }
}

// As functions of the language say it, which have no promote.
void ExprPrinter::promote(ExprId expr) {
  const ExprPool& pool = context_.pool;
  const ExprId array = pool.child(expr, 0);
  const size_t from = pool.types[pool.type(array)].dims.size();
  const size_t to = pool.types[pool.type(expr)].dims.size();
  if (from == to) return part(array, Precedence::Primary);
  if (to == 1) {
    text("}");
    part(array);
    out_ += '{';
    return;
  }
  if (to > 2) context_.names->cannot("arrays of different dimensions side by side");
  text(")");
  part(array);
  out_ += "matrix(";
}

// f(a, b), with names where an argument before was omitted; function f(b = 1) for a function as
// argument.
void ExprPrinter::call(ExprId expr) {
  const ExprPool& pool = context_.pool;
  auto arguments = pool.children(expr);
  const bool reference = pool.kind(expr) == ExprKind::FunctionRef;
  const FunctionId id = pool.functionOf(expr);
  const Function* function = nullptr;
  if (!id.valid()) {
    // through a function-typed argument, whose inputs have no names here
    text(")");
    for (size_t i = arguments.size(); i-- > 1;) {
      if (pool.kind(arguments[i]) != ExprKind::Missing) part(arguments[i]);
      if (i > 1) text(", ");
    }
    text("(");
    part(arguments[0], Precedence::Primary);
    if (reference) text("function ");
    return;
  }
  if (reference) out_ += "function ";
  if (context_.dae && id.index() < context_.dae->functions.size()) {
    function = &context_.dae->functions[id];
    out_ += functionText(id, context_);
  } else {
    out_ += "f" + std::to_string(id.index());
  }
  out_ += '(';
  const size_t begin = parts_.size();
  bool named = reference, first = true;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (pool.kind(arguments[i]) == ExprKind::Missing) {
      named = true;
      continue;
    }
    if (!first) text(", ");
    first = false;
    if (named && function && i < function->locals.size()) {
      text(pool.names.text(function->locals[i].name));
      text(" = ");
    }
    part(arguments[i]);
  }
  text(")");
  reverseFrom(begin);
}

void ExprPrinter::index(ExprId expr) {
  const ExprPool& pool = context_.pool;
  auto children = pool.children(expr);
  // The subscripts of r.x are those of x, also where r is an array of records; those of the array
  // that all the x make stand behind it, unless they take all records.
  bool ofAll =
      pool.kind(children[0]) == ExprKind::Field && isArray(pool.child(children[0], 0), pool);
  size_t first = 1;
  if (ofAll && isComponent(children[0], pool)) {
    const size_t records = pool.types[pool.type(pool.child(children[0], 0))].dims.size();
    const auto isColon = [&](ExprId s) { return pool.kind(s) == ExprKind::Colon; };
    if (children.size() > records + 1 &&
        std::all_of(children.begin() + 1, children.begin() + 1 + records, isColon)) {
      first += records;
      ofAll = false;
    }
  }
  text("]");
  for (size_t i = children.size(); i-- > first;) {
    part(children[i]);
    if (i > first) text(", ");
  }
  if (isComponent(children[0], pool) && pool.kind(children[0]) != ExprKind::Index && !ofAll) {
    text("[");
    part(children[0]);
  } else {
    out_ += '(';
    text(")[");
    part(children[0]);
  }
}

void ExprPrinter::loop(ExprId expr) {
  const ExprPool& pool = context_.pool;
  auto children = pool.children(expr);
  const bool reduction = pool.kind(expr) == ExprKind::Reduction;
  if (reduction) {
    out_ += name(pool.builtinOf(expr));
    out_ += '(';
  } else {
    out_ += '{';
  }
  const size_t begin = parts_.size();
  part(children[0]);
  for (size_t k = 1; k + 1 < children.size(); k += 2) {
    // numbered in the order of the text's loops, not of the body
    iterators_.emplace(pool.payload(children[k]), iterators_.size() + 1);
    text(k == 1 ? " for " : ", ");
    part(children[k]);
    text(" in ");
    part(children[k + 1]);
  }
  text(reduction ? ")" : "}");
  reverseFrom(begin);
}

// {} is no Modelica; an array without elements is a fill.
void ExprPrinter::emptyArray(TypeId type) {
  const ExprPool& pool = context_.pool;
  const Type t = pool.types[type];
  out_ += "fill(";
  switch (t.base) {
    case BaseType::Real:
      out_ += "0.0";
      break;
    case BaseType::Boolean:
      out_ += "false";
      break;
    case BaseType::String:
      out_ += "\"\"";
      break;
    case BaseType::Enumeration: {
      const EnumInfo& info = pool.types.enumInfo(EnumId(t.which));
      out_ += typeText(t, context_);
      if (!info.literals.empty()) {
        out_ += '.';
        out_ += nameText(pool.names.text(info.literals[0]));
      }
      break;
    }
    case BaseType::Record:
      out_ += typeText(t, context_) + "()";
      break;
    default:
      out_ += "0";
      break;
  }
  for (Size d : t.dims) out_ += ", " + std::to_string(std::max<Size>(d, 0));
  out_ += ')';
}

std::string print(ExprId expr, const PrintContext& context) {
  std::string text;
  ExprPrinter(context, text).print(expr);
  return text;
}

}  // namespace formola

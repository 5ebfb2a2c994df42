// Operators and elementary functions on scalars; on arrays elementwise, a scalar operand being
// broadcast.
#include <cmath>
#include <limits>

#include "dae/number_text.h"
#include "evaluate/interpreter.h"
#include "expr/elementary.h"
#include "expr/fold.h"
#include "expr/operators.h"

namespace formola::interpreter {

namespace {

constexpr size_t kMaxText = size_t{1} << 24;  // bytes of a string

bool isNumber(BaseType base) {
  return base == BaseType::Real || base == BaseType::Integer;
}

Cell toReal(Cell cell, BaseType base) {
  if (base != BaseType::Real) cell.real = static_cast<double>(cell.integer);
  return cell;
}

// The elements of a datum for writing; `count` of them.
void allocate(Datum& datum, size_t count) {
  datum.box = std::make_shared<Box>();
  if (datum.base == BaseType::Real) {
    datum.box->reals.resize(count);
  } else if (datum.base == BaseType::String) {
    datum.box->strings.resize(count);
  } else {
    datum.box->integers.resize(count);
  }
}

void store(Datum& datum, size_t at, Cell cell) {
  if (datum.base == BaseType::Real) {
    datum.box->reals[at] = cell.real;
  } else {
    datum.box->integers[at] = cell.integer;
  }
}

}  // namespace

// The shape of an elementwise operation: equal shapes, or that of the array operand.
bool Interpreter::broadcast(const Datum& a, const Datum& b, std::string_view what, TypeId& shape) {
  auto dimsA = data_.dims(a);
  auto dimsB = data_.dims(b);
  shape = dimsA.empty() ? b.type : a.type;
  if (dimsA.empty() || dimsB.empty()) return true;
  if (std::equal(dimsA.begin(), dimsA.end(), dimsB.begin(), dimsB.end())) return true;
  return fail("the operands of " + std::string(what) + " differ in size: " + data_.shapeText(a) +
              " and " + data_.shapeText(b));
}

bool Interpreter::binaryCell(ExprKind kind, BaseType base, Cell a, Cell b, Cell& out) {
  if (isRelation(kind)) {
    out.integer =
        base == BaseType::Real ? holds(kind, a.real, b.real) : holds(kind, a.integer, b.integer);
    return true;
  }
  if (kind == ExprKind::And || kind == ExprKind::Or) {
    out.integer = kind == ExprKind::And ? a.integer & b.integer : a.integer | b.integer;
    return true;
  }
  if (base == BaseType::Real) {
    const bool power = kind == ExprKind::Pow;
    if (kind == ExprKind::Div && b.real == 0) return fail("division by zero");
    if (power && a.real == 0 && b.real < 0) return fail("division by zero");
    out.real = *realOperator(kind, a.real, b.real);
    if (power && std::isnan(out.real) && !std::isnan(a.real) && !std::isnan(b.real))
      return fail(realText(a.real) + " ^ " + realText(b.real) + " is not a real number");
    return true;
  }
  const std::optional<int64_t> value = integerOperator(kind, a.integer, b.integer);
  if (!value) return fail("an Integer is too large");
  out.integer = *value;
  return true;
}

bool Interpreter::binary(ExprKind kind, const Datum& a, const Datum& b, Datum& out) {
  // what the operands are compared or computed as
  BaseType base = a.base;
  bool numbers = isNumber(a.base) && isNumber(b.base);
  if (numbers && (a.base != b.base || kind == ExprKind::Div || kind == ExprKind::Pow)) {
    base = BaseType::Real;
  }
  bool logical = kind == ExprKind::And || kind == ExprKind::Or;
  bool valid = false;
  if (logical) {
    valid = a.base == BaseType::Boolean && b.base == BaseType::Boolean;
  } else if (isRelation(kind)) {
    valid = numbers || (a.base == b.base && (isCellBase(a.base) || a.base == BaseType::String));
  } else {
    valid = numbers || (kind == ExprKind::Add && a.base == BaseType::String && b.base == a.base);
  }
  if (!valid) {
    return fail("the operator " + std::string(operatorText(kind)) + " is not defined for " +
                data_.shapeText(a) + " and " + data_.shapeText(b));
  }
  const BaseType resultBase = isRelation(kind) ? BaseType::Boolean : base;

  if (a.inCell() && b.inCell()) {
    Cell x = a.cell, y = b.cell;
    if (base == BaseType::Real) {
      x = toReal(x, a.base);
      y = toReal(y, b.base);
    }
    out.base = resultBase;
    out.box.reset();
    out.type = resultBase == BaseType::Real      ? types_.real()
               : resultBase == BaseType::Integer ? types_.integer()
                                                 : types_.boolean();
    return binaryCell(kind, base, x, y, out.cell);
  }

  TypeId shape;
  if (!broadcast(a, b, operatorText(kind), shape)) return false;
  out = Datum{types_.get(resultBase, 0, types_[shape].dims), resultBase, {}, {}};
  const size_t n = data_.count(out);
  const bool scalar = data_.rank(out) == 0;  // of two strings
  if (base == BaseType::String) {
    const size_t stepA = data_.rank(a) > 0, stepB = data_.rank(b) > 0;
    if (scalar && isRelation(kind)) {
      out.cell.integer = holds(kind, a.box->strings[0], b.box->strings[0]);
      return true;
    }
    allocate(out, n);
    for (size_t i = 0; i < n; ++i) {
      const std::string& x = a.box->strings[i * stepA];
      const std::string& y = b.box->strings[i * stepB];
      if (kind == ExprKind::Add) {
        if (x.size() + y.size() > kMaxText) return fail("a string is too long to be evaluated");
        out.box->strings[i] = x + y;
      } else {
        out.box->integers[i] = holds(kind, x, y);
      }
    }
    return true;
  }
  allocate(out, n);
  for (size_t i = 0; i < n; ++i) {
    Cell x = a.cellAt(i), y = b.cellAt(i), z;
    if (base == BaseType::Real) {
      x = toReal(x, a.base);
      y = toReal(y, b.base);
    }
    if (!binaryCell(kind, base, x, y, z)) return false;
    store(out, i, z);
  }
  return true;
}

bool Interpreter::unary(ExprKind kind, const Datum& a, Datum& out) {
  if (kind == ExprKind::Not ? a.base != BaseType::Boolean : !isNumber(a.base)) {
    return fail("the operator " + std::string(kind == ExprKind::Not ? "not" : "-") +
                " is not defined for " + data_.shapeText(a));
  }
  auto cell = [&](Cell x) {
    if (kind == ExprKind::Not) {
      x.integer = x.integer == 0;
    } else if (a.base == BaseType::Real) {
      x.real = -x.real;
    } else {
      x.integer = static_cast<int64_t>(-static_cast<uint64_t>(x.integer));
    }
    return x;
  };
  out = Datum{a.type, a.base, {}, {}};
  if (a.inCell()) {
    out.cell = cell(a.cell);
    return true;
  }
  const size_t n = data_.count(a);
  allocate(out, n);
  for (size_t i = 0; i < n; ++i) store(out, i, cell(a.cellAt(i)));
  return true;
}

// Integer -> Real, enumeration -> Integer; others stay what they are.
bool Interpreter::cast(TypeId to, Datum a, Datum& out) {
  const BaseType target = types_[to].base;
  if (a.base == BaseType::Enumeration &&
      (target == BaseType::Integer || target == BaseType::Real)) {
    a.base = BaseType::Integer;
    a.type = types_.get(BaseType::Integer, 0, types_[a.type].dims);
  }
  data_.coerce(a, target);
  if (a.base != target) {
    return fail("the conversion of " + data_.shapeText(a) + " is not defined");
  }
  out = std::move(a);
  return true;
}

// ---- elementary functions

bool Interpreter::elementary1(Builtin function, Cell a, BaseType base, Cell& out) {
  auto undefined = [&] {
    return fail(std::string(name(function)) + "(" + realText(a.real) + ") is not defined");
  };
  if (base == BaseType::Integer) {
    // abs and sign keep Integers; the others were given Reals
    if (function == Builtin::Abs) {
      if (a.integer == std::numeric_limits<int64_t>::min()) return fail("an Integer is too large");
      out.integer = a.integer < 0 ? -a.integer : a.integer;
    } else {
      out.integer = (a.integer > 0) - (a.integer < 0);
    }
    return true;
  }
  const double x = a.real;
  switch (function) {
    case Builtin::Abs:
      out.real = std::fabs(x);
      return true;
    case Builtin::Sign:
      out.integer = (x > 0) - (x < 0);
      return true;
    case Builtin::Sqrt:
      if (x < 0) return undefined();
      out.real = std::sqrt(x);
      return true;
    case Builtin::Floor:
      out.real = std::floor(x);
      return true;
    case Builtin::Ceil:
      out.real = std::ceil(x);
      return true;
    case Builtin::IntegerOf: {
      double rounded = std::floor(x);
      if (!(std::fabs(rounded) < 9.2e18)) return undefined();
      out.integer = static_cast<int64_t>(rounded);
      return true;
    }
    default:
      break;
  }
  const Elementary* info = formola::elementary(function);
  if (!info) return fail(std::string(name(function)) + " can't be evaluated");
  if (!info->isDefined(x)) return undefined();
  out.real = *evaluateBuiltin(function, {&x, 1});
  return true;
}

// div and rem truncate towards zero, mod rounds down (spec 3.7.1.1).
bool Interpreter::elementary2(Builtin function, Cell a, Cell b, BaseType base, Cell& out) {
  if (base != BaseType::Real) {
    const int64_t x = a.integer, y = b.integer;
    if (function == Builtin::MinOf || function == Builtin::MaxOf) {
      out.integer = function == Builtin::MinOf ? std::min(x, y) : std::max(x, y);
      return true;
    }
    if (y == 0) return fail("division by zero");
    if (y == -1) {  // the one quotient that may not be representable
      out.integer = function == Builtin::Div ? static_cast<int64_t>(-static_cast<uint64_t>(x)) : 0;
      return true;
    }
    const int64_t remainder = x % y;
    if (function == Builtin::Div) {
      out.integer = x / y;
    } else if (function == Builtin::Rem) {
      out.integer = remainder;
    } else {
      out.integer = remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
    }
    return true;
  }
  const double x = a.real, y = b.real;
  if (formola::elementary(function)) {
    const double both[2] = {x, y};
    out.real = *evaluateBuiltin(function, both);
    return true;
  }
  switch (function) {
    case Builtin::MinOf:
      out.real = std::min(x, y);
      return true;
    case Builtin::MaxOf:
      out.real = std::max(x, y);
      return true;
    default:
      break;
  }
  if (y == 0) return fail("division by zero");
  switch (function) {
    case Builtin::Div:
      out.real = std::trunc(x / y);
      break;
    case Builtin::Mod:
      out.real = x - std::floor(x / y) * y;
      break;
    default:
      out.real = x - std::trunc(x / y) * y;
      break;
  }
  return true;
}

bool Interpreter::elementary(Builtin function, std::span<Datum> arguments, Datum& out) {
  const Elementary* info = formola::elementary(function);
  const bool two = info ? info->arguments == 2
                        : function == Builtin::Mod || function == Builtin::Rem ||
                              function == Builtin::Div || function == Builtin::MinOf ||
                              function == Builtin::MaxOf;
  const bool extremum = function == Builtin::MinOf || function == Builtin::MaxOf;
  if (arguments.size() != (two ? 2u : 1u)) {
    return fail("a wrong number of arguments of " + std::string(name(function)));
  }
  for (const Datum& argument : arguments) {
    bool comparable = extremum && isCellBase(argument.base);
    if (!isNumber(argument.base) && !comparable) {
      return fail(std::string(name(function)) + " is not defined for " + data_.shapeText(argument));
    }
  }
  const bool keepsInteger = function == Builtin::Abs || function == Builtin::Sign || (two && !info);
  BaseType base = arguments[0].base;
  for (const Datum& argument : arguments) {
    if (argument.base == BaseType::Real) base = BaseType::Real;
  }
  if (!keepsInteger) base = BaseType::Real;
  BaseType resultBase = base;
  if (function == Builtin::Sign || function == Builtin::IntegerOf) resultBase = BaseType::Integer;

  TypeId shape = arguments[0].type;
  if (two && !broadcast(arguments[0], arguments[1], name(function), shape)) return false;
  Type shapeType = types_[shape];
  uint32_t which = resultBase == BaseType::Enumeration ? shapeType.which : 0;
  out = Datum{types_.get(resultBase, which, shapeType.dims), resultBase, {}, {}};
  auto one = [&](size_t at, Cell& result) {
    Cell x = arguments[0].cellAt(at);
    if (base == BaseType::Real) x = toReal(x, arguments[0].base);
    if (!two) return elementary1(function, x, base, result);
    Cell y = arguments[1].cellAt(at);
    if (base == BaseType::Real) y = toReal(y, arguments[1].base);
    return elementary2(function, x, y, base, result);
  };
  if (shapeType.dims.empty()) return one(0, out.cell);
  const size_t n = data_.count(out);
  allocate(out, n);
  for (size_t i = 0; i < n; ++i) {
    Cell result;
    if (!one(i, result)) return false;
    store(out, i, result);
  }
  return true;
}

}  // namespace formola::interpreter

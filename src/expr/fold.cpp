#include "expr/fold.h"

#include <cmath>
#include <limits>

#include "expr/floor_of_time.h"
#include "expr/operators.h"

namespace formola {

namespace {

// A literal of the given scalar type, or invalid where the value has none.
ExprId literalOf(ExprPool& pool, TypeId type, double value) {
  if (!std::isfinite(value)) return {};
  switch (pool.types[type].base) {
    case BaseType::Real:
      return pool.real(value == 0 ? 0.0 : value);  // no -0.0
    case BaseType::Integer:
      if (value != std::floor(value) || std::fabs(value) > kExactIntegers) return {};
      return pool.integer(static_cast<int64_t>(value));
    case BaseType::Boolean:
      return pool.boolean(value != 0);
    default:
      return {};
  }
}

}  // namespace

std::optional<double> evaluateBuiltin(Builtin function, std::span<const double> x) {
  if (x.empty()) return std::nullopt;
  switch (function) {
#define VALUE_1(f) f(x[0])
#define VALUE_2(f) x.size() < 2 ? std::nullopt : std::optional<double>(f(x[0], x[1]))
#define ELEMENTARY(enumerator, name, arguments, f, ...) \
  case Builtin::enumerator:                             \
    return VALUE_##arguments(f);
#include "expr/elementary.def"
#undef ELEMENTARY
    case Builtin::Abs:
      return std::fabs(x[0]);
    case Builtin::Sign:
      return x[0] > 0 ? 1.0 : x[0] < 0 ? -1.0 : 0.0;
    case Builtin::Sqrt:
      return std::sqrt(x[0]);
    case Builtin::Floor:
    case Builtin::IntegerOf:
      return std::floor(x[0]);
    case Builtin::Ceil:
      return std::ceil(x[0]);
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::Homotopy:
      return x[0];  // the actual value, not the simplified one
    default:
      break;
  }
  if (x.size() < 2) return std::nullopt;
  switch (function) {
    case Builtin::MinOf:
      return x[1] < x[0] ? x[1] : x[0];
    case Builtin::MaxOf:
      return x[1] > x[0] ? x[1] : x[0];
    case Builtin::Mod:
      return x[0] - std::floor(x[0] / x[1]) * x[1];
    case Builtin::Div:
      return std::trunc(x[0] / x[1]);
    case Builtin::Rem:
      return x[0] - std::trunc(x[0] / x[1]) * x[1];
    case Builtin::Smooth:
    case Builtin::Relation:
      return x[1];
    case Builtin::FloorOfTime:
      if (x.size() < 4) return std::nullopt;
      return floorOfTime(x[0], x[1], x[2], x[3]);
    case Builtin::EndOfFloor:
      if (x.size() < 4) return std::nullopt;
      return endOfFloor(x[0], x[1], x[2], x[3]);
    case Builtin::SemiLinear:
      if (x.size() < 3) return std::nullopt;
      return x[0] >= 0 ? x[1] * x[0] : x[2] * x[0];
    default:
      return std::nullopt;
  }
}

std::optional<double> evaluateOperator(ExprKind kind, std::span<const double> x) {
  if (kind == ExprKind::If) return x[0] != 0 ? x[1] : x[2];
  if (kind == ExprKind::Cast) return x[0];
  return realOperator(kind, x[0], x.size() > 1 ? x[1] : 0);
}

ExprId foldLiterals(ExprPool& pool, ExprKind kind, Builtin function, TypeId type,
                    std::span<const ExprId> operands) {
  if (operands.empty() || operands.size() > 3 || kind == ExprKind::If) return {};
  bool integers = true;
  double values[3] = {};
  for (size_t i = 0; i < operands.size(); ++i) {
    ExprId id = operands[i];
    switch (pool.kind(id)) {
      case ExprKind::Integer:
        values[i] = pool.realValue(id);
        break;
      case ExprKind::Real:
        values[i] = pool.realValue(id);
        integers = false;
        break;
      case ExprKind::Boolean:
        values[i] = pool.booleanValue(id) ? 1 : 0;
        integers = false;
        break;
      case ExprKind::Enum:
        values[i] = pool.payload(id);
        integers = false;
        break;
      case ExprKind::String:
        if (!isRelation(kind) || operands.size() != 2 ||
            pool.kind(operands[0]) != pool.kind(operands[1])) {
          return {};
        }
        return pool.boolean(
            holds(kind, pool.stringValue(operands[0]), pool.stringValue(operands[1])));
      default:
        return {};
    }
  }
  std::span<const double> x(values, operands.size());
  if (kind == ExprKind::Builtin) {
    // homotopy(1, 0) is 1 only after initialisation; the others are marks that passes look for
    if (function == Builtin::Homotopy || function == Builtin::Residue ||
        function == Builtin::Relax || function == Builtin::Relation) {
      return {};
    }
    // Integers beyond 2^53 have no exact double
    for (double v : x) {
      if (integers && std::fabs(v) > kExactIntegers) return {};
    }
    std::optional<double> value = evaluateBuiltin(function, x);
    return value ? literalOf(pool, type, *value) : ExprId();
  }
  if (integers && pool.types[type].base == BaseType::Integer) {
    std::optional<int64_t> value =
        integerOperator(kind, pool.integerValue(operands[0]),
                        operands.size() > 1 ? pool.integerValue(operands[1]) : 0);
    return value ? pool.integer(*value) : ExprId();
  }
  if (integers && isRelation(kind)) {
    return pool.boolean(
        holds(kind, pool.integerValue(operands[0]), pool.integerValue(operands[1])));
  }
  std::optional<double> value = evaluateOperator(kind, x);
  return value ? literalOf(pool, type, *value) : ExprId();
}

}  // namespace formola

#include "dae/fold_literals.h"

#include <cmath>
#include <optional>

namespace formola {

namespace {

using Children = std::span<const ExprId>;

bool isInteger(const ExprPool& pool, ExprId e) {
  return pool.kind(e) == ExprKind::Integer;
}

ExprId finiteReal(ExprPool& pool, double value) {
  return std::isfinite(value) ? pool.real(value) : ExprId();
}

ExprId foldIntegers(ExprPool& pool, ExprKind kind, int64_t a, int64_t b) {
  int64_t r = 0;
  bool overflow = true;
  switch (kind) {
    case ExprKind::Add:
      overflow = __builtin_add_overflow(a, b, &r);
      break;
    case ExprKind::Sub:
      overflow = __builtin_sub_overflow(a, b, &r);
      break;
    case ExprKind::Mul:
      overflow = __builtin_mul_overflow(a, b, &r);
      break;
    default:
      break;
  }
  return overflow ? ExprId() : pool.integer(r);
}

ExprId foldReals(ExprPool& pool, ExprKind kind, double a, double b) {
  switch (kind) {
    case ExprKind::Add:
      return finiteReal(pool, a + b);
    case ExprKind::Sub:
      return finiteReal(pool, a - b);
    case ExprKind::Mul:
      return finiteReal(pool, a * b);
    case ExprKind::Div:
      return finiteReal(pool, a / b);
    default:
      return {};
  }
}

ExprId foldArithmetic(ExprPool& pool, ExprKind kind, TypeId type, Children c) {
  if (!pool.isNumber(c[0]) || !pool.isNumber(c[1])) return {};
  if (type == pool.types.integer()) {
    if (!isInteger(pool, c[0]) || !isInteger(pool, c[1])) return {};
    return foldIntegers(pool, kind, pool.integerValue(c[0]), pool.integerValue(c[1]));
  }
  if (type != pool.types.real()) return {};
  return foldReals(pool, kind, pool.realValue(c[0]), pool.realValue(c[1]));
}

template <typename T>
bool compare(ExprKind kind, T a, T b) {
  switch (kind) {
    case ExprKind::Less:
      return a < b;
    case ExprKind::LessEqual:
      return a <= b;
    case ExprKind::Greater:
      return a > b;
    case ExprKind::GreaterEqual:
      return a >= b;
    case ExprKind::Equal:
      return a == b;
    default:
      return a != b;
  }
}

ExprId foldRelation(ExprPool& pool, ExprKind kind, Children c) {
  ExprKind a = pool.kind(c[0]), b = pool.kind(c[1]);
  if (a == ExprKind::Integer && b == ExprKind::Integer) {
    return pool.boolean(compare(kind, pool.integerValue(c[0]), pool.integerValue(c[1])));
  }
  if (pool.isNumber(c[0]) && pool.isNumber(c[1])) {
    return pool.boolean(compare(kind, pool.realValue(c[0]), pool.realValue(c[1])));
  }
  if (a == b && (a == ExprKind::Boolean || a == ExprKind::Enum)) {
    return pool.boolean(compare(kind, pool.payload(c[0]), pool.payload(c[1])));
  }
  if (a == ExprKind::String && b == ExprKind::String) {
    return pool.boolean(compare(kind, pool.stringValue(c[0]), pool.stringValue(c[1])));
  }
  return {};
}

ExprId foldCast(ExprPool& pool, TypeId type, ExprId a) {
  if (type == pool.types.real() && pool.isNumber(a)) return pool.real(pool.realValue(a));
  if (type == pool.types.integer() && pool.kind(a) == ExprKind::Enum) {
    return pool.integer(pool.payload(a));
  }
  return {};
}

// div and rem truncate, mod rounds down (spec 3.7.2).
ExprId foldIntegerFunction(ExprPool& pool, Builtin f, int64_t a, int64_t b) {
  switch (f) {
    case Builtin::MinOf:
      return pool.integer(std::min(a, b));
    case Builtin::MaxOf:
      return pool.integer(std::max(a, b));
    default:
      break;
  }
  if (b == 0 || b == -1) return b == 0 || f == Builtin::Div ? ExprId() : pool.integer(0);
  int64_t rem = a % b;
  switch (f) {
    case Builtin::Div:
      return pool.integer(a / b);
    case Builtin::Rem:
      return pool.integer(rem);
    case Builtin::Mod:
      return pool.integer(rem != 0 && (rem < 0) != (b < 0) ? rem + b : rem);
    default:
      return {};
  }
}

ExprId foldBuiltin(ExprPool& pool, Builtin f, TypeId type, Children c) {
  if (c.size() == 2 && isInteger(pool, c[0]) && isInteger(pool, c[1])) {
    if (f != Builtin::MinOf && f != Builtin::MaxOf && f != Builtin::Div && f != Builtin::Rem &&
        f != Builtin::Mod) {
      return {};
    }
    if (type != pool.types.integer()) return {};
    return foldIntegerFunction(pool, f, pool.integerValue(c[0]), pool.integerValue(c[1]));
  }
  if (c.size() != 1) return {};
  ExprKind kind = pool.kind(c[0]);
  if (kind == ExprKind::Integer) {
    int64_t a = pool.integerValue(c[0]);
    if (f == Builtin::IntegerOf) return c[0];
    if (f == Builtin::Sign && type == pool.types.integer()) return pool.integer((a > 0) - (a < 0));
    if (f == Builtin::Abs && type == pool.types.integer() && a >= 0) return c[0];
    if (f == Builtin::Abs && type == pool.types.integer() && a > INT64_MIN) return pool.integer(-a);
    if (f == Builtin::EnumOf && a >= 1 && pool.types[type].base == BaseType::Enumeration &&
        a <= static_cast<int64_t>(pool.types.enumOf(type).literals.size())) {
      return pool.enumeration(type, static_cast<uint32_t>(a));
    }
  }
  if (kind == ExprKind::Real) {
    double a = pool.realValue(c[0]);
    if (f == Builtin::Floor) return pool.real(std::floor(a));
    if (f == Builtin::Ceil) return pool.real(std::ceil(a));
    if (f == Builtin::IntegerOf && std::abs(a) < 9e15) {
      return pool.integer(static_cast<int64_t>(std::floor(a)));
    }
  }
  if (kind == ExprKind::Enum && f == Builtin::IntegerOfEnum)
    return pool.integer(pool.payload(c[0]));
  return {};
}

ExprId foldBoolean(ExprPool& pool, ExprKind kind, Children c) {
  if (pool.kind(c[0]) != ExprKind::Boolean) return {};
  bool left = pool.booleanValue(c[0]);
  if (kind == ExprKind::And) return left ? c[1] : c[0];
  return left ? c[0] : c[1];
}

ExprId fold(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload, Children c) {
  switch (kind) {
    case ExprKind::Neg:
      if (isInteger(pool, c[0]))
        return foldIntegers(pool, ExprKind::Sub, 0, pool.integerValue(c[0]));
      if (pool.kind(c[0]) == ExprKind::Real) return pool.real(-pool.realValue(c[0]));
      return {};
    case ExprKind::Not:
      if (pool.kind(c[0]) == ExprKind::Boolean) return pool.boolean(!pool.booleanValue(c[0]));
      return {};
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
      return foldArithmetic(pool, kind, type, c);
    case ExprKind::And:
    case ExprKind::Or:
      return foldBoolean(pool, kind, c);
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return foldRelation(pool, kind, c);
    case ExprKind::If:
      if (pool.kind(c[0]) == ExprKind::Boolean) return pool.booleanValue(c[0]) ? c[1] : c[2];
      return {};
    case ExprKind::Cast:
      return foldCast(pool, type, c[0]);
    case ExprKind::Builtin:
      return foldBuiltin(pool, static_cast<Builtin>(payload), type, c);
    default:
      return {};
  }
}

}  // namespace

ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload,
                  std::span<const ExprId> children) {
  ExprId folded = fold(pool, kind, type, payload, children);
  return folded ? folded : pool.make(kind, type, payload, children);
}

}  // namespace formola

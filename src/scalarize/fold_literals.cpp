#include "scalarize/fold_literals.h"

#include "expr/fold.h"

namespace formola {

namespace {

// E(i) and Integer(e)
ExprId foldEnumeration(ExprPool& pool, Builtin function, TypeId type, ExprId a) {
  if (function == Builtin::IntegerOfEnum && pool.kind(a) == ExprKind::Enum) {
    return pool.integer(pool.payload(a));
  }
  if (function != Builtin::EnumOf || pool.kind(a) != ExprKind::Integer ||
      pool.types[type].base != BaseType::Enumeration) {
    return {};
  }
  int64_t value = pool.integerValue(a);
  auto count = static_cast<int64_t>(pool.types.enumOf(type).literals.size());
  return value >= 1 && value <= count ? pool.enumeration(type, static_cast<uint32_t>(value))
                                      : ExprId();
}

ExprId fold(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload,
            std::span<const ExprId> c) {
  if (c.empty()) return {};
  bool decided = pool.kind(c[0]) == ExprKind::Boolean;
  switch (kind) {
    case ExprKind::And:
      if (decided) return pool.booleanValue(c[0]) ? c[1] : c[0];
      return {};
    case ExprKind::Or:
      if (decided) return pool.booleanValue(c[0]) ? c[0] : c[1];
      return {};
    case ExprKind::If:
      if (decided) return pool.booleanValue(c[0]) ? c[1] : c[2];
      return {};
    case ExprKind::Builtin: {
      auto function = static_cast<Builtin>(payload);
      if (ExprId e = foldEnumeration(pool, function, type, c[0])) return e;
      return foldLiterals(pool, kind, function, type, c);
    }
    default:
      return foldLiterals(pool, kind, Builtin::Abs, type, c);  // the function does not matter
  }
}

}  // namespace

ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload,
                  std::span<const ExprId> children) {
  ExprId folded = fold(pool, kind, type, payload, children);
  return folded ? folded : pool.make(kind, type, payload, children);
}

}  // namespace formola

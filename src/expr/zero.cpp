#include "expr/zero.h"

#include <algorithm>

namespace formola {

ExprId zeroOfType(ExprBuilder& build, TypeId type) {
  ExprPool& pool = build.pool();
  const Type t = pool.types[type];
  if (!t.dims.empty()) {
    const Size n = t.dims[0];
    ExprId element = zeroOfType(build, pool.types.element(type, 1));
    std::vector<ExprId> elements(static_cast<size_t>(std::max(n, 0)), element);
    return pool.make(ExprKind::Array, type, 0, std::span<const ExprId>(elements));
  }
  if (t.base == BaseType::Record) {
    std::vector<TypeId> types;
    for (const RecordField& field : pool.types.recordOf(type).fields) types.push_back(field.type);
    std::vector<ExprId> fields;
    for (TypeId f : types) fields.push_back(zeroOfType(build, f));
    return pool.make(ExprKind::Record, type, 0, std::span<const ExprId>(fields));
  }
  if (t.base == BaseType::Integer) return pool.integer(0);
  if (t.base == BaseType::Boolean) return pool.boolean(false);
  if (t.base == BaseType::Enumeration) return pool.enumeration(type, 1);
  return build.zero();
}

ExprId zeroLike(ExprBuilder& build, ExprId value) {
  ExprPool& pool = build.pool();
  const TypeId type = pool.type(value);
  const Type& t = pool.types[type];
  for (Size size : t.dims)
    if (size == kUnknownSize && t.base == BaseType::Real)
      return pool.binary(ExprKind::Mul, type, build.zero(), value);
  return zeroOfType(build, type);
}

}  // namespace formola

#include "evaluate/value.h"

namespace formola {

// Recursion: on the nesting of record types.
Value elementAt(const Value& value, size_t at, size_t lead, TypeTable& types) {
  Value part;
  part.type = types.element(value.type, lead);
  const auto count = static_cast<size_t>(types.count(part.type));
  auto slice = [&](const auto& from, auto& to) {
    if (from.size() < (at + 1) * count) return;
    auto first = from.begin() + static_cast<std::ptrdiff_t>(at * count);
    to.assign(first, first + static_cast<std::ptrdiff_t>(count));
  };
  slice(value.reals, part.reals);
  slice(value.integers, part.integers);
  slice(value.strings, part.strings);
  for (const Value& field : value.fields) part.fields.push_back(elementAt(field, at, lead, types));
  return part;
}

namespace {

// With `lead` dimensions before those of `type`. Recursion: on the nesting of record types.
bool hasSizes(const Value& value, TypeId type, std::span<const Size> lead, const TypeTable& types) {
  const Type& wanted = types[type];
  const std::span<const Size> own = types[value.type].dims;
  if (own.size() != lead.size() + wanted.dims.size()) return false;
  for (size_t d = 0; d < own.size(); ++d) {
    const Size size = d < lead.size() ? lead[d] : wanted.dims[d - lead.size()];
    if (size != kUnknownSize && size != own[d]) return false;
  }
  if (wanted.base != BaseType::Record && wanted.base != BaseType::Tuple) return true;
  const std::vector<RecordField>& fields = types.recordOf(type).fields;
  if (fields.size() != value.fields.size()) return false;
  for (size_t k = 0; k < fields.size(); ++k)
    if (!hasSizes(value.fields[k], fields[k].type, own, types)) return false;
  return true;
}

ExprId elementExpr(const Value& value, size_t at, TypeId scalar, ExprPool& pool) {
  switch (pool.types[scalar].base) {
    case BaseType::Real:
      return pool.real(value.reals[at]);
    case BaseType::Integer:
      return pool.integer(value.integers[at]);
    case BaseType::Boolean:
      return pool.boolean(value.integers[at] != 0);
    case BaseType::String:
      return pool.string(value.strings[at]);
    case BaseType::Enumeration:
      return pool.enumeration(scalar, static_cast<uint32_t>(value.integers[at]));
    case BaseType::Record: {
      // the record's dimensions stand first in those of each field
      const size_t lead = pool.types[value.type].dims.size();
      std::vector<ExprId> fields;
      for (const Value& field : value.fields) {
        fields.push_back(toExpr(elementAt(field, at, lead, pool.types), pool));
      }
      return pool.make(ExprKind::Record, scalar, 0, std::span<const ExprId>(fields));
    }
    default:
      return pool.missing();
  }
}

}  // namespace

bool hasSizesOf(const Value& value, TypeId type, const TypeTable& types) {
  return hasSizes(value, type, {}, types);
}

ExprId toExpr(const Value& value, ExprPool& pool) {
  TypeId scalar = pool.types.scalarOf(value.type);
  std::vector<Size> dims(pool.types[value.type].dims.begin(), pool.types[value.type].dims.end());
  if (dims.empty()) return elementExpr(value, 0, scalar, pool);
  std::vector<ExprId> level;
  auto total = static_cast<size_t>(pool.types.count(value.type));
  for (size_t i = 0; i < total; ++i) level.push_back(elementExpr(value, i, scalar, pool));
  // build Array nodes from the last dimension to the first
  for (size_t d = dims.size(); d-- > 0;) {
    TypeId type = pool.types.withDims(scalar, std::span<const Size>(dims).subspan(d));
    auto length = static_cast<size_t>(dims[d]);
    size_t groups = 1;
    for (size_t k = 0; k < d; ++k) groups *= static_cast<size_t>(dims[k]);
    std::vector<ExprId> next;
    for (size_t g = 0; g < groups; ++g) {
      next.push_back(pool.make(ExprKind::Array, type, 0,
                               std::span<const ExprId>(level).subspan(g * length, length)));
    }
    level = std::move(next);
  }
  return level[0];
}

}  // namespace formola

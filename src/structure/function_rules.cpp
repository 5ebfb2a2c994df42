#include "structure/function_rules.h"

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

namespace {

bool hasReals(const ExprPool& pool, TypeId type) {
  const Type& t = pool.types[type];
  if (t.base == BaseType::Real) return true;
  if (t.base != BaseType::Record) return false;
  // Records nest as deeply as their declarations.
  for (const RecordField& field : pool.types.recordOf(type).fields)
    if (hasReals(pool, field.type)) return true;
  return false;
}

}  // namespace

ExprId derivativeOfCall(ExprBuilder& build, const Dae& dae, ExprId call,
                        std::span<const ExprId> argumentDerivatives) {
  ExprPool& pool = build.pool();
  FunctionId id = pool.functionOf(call);
  if (!id.valid()) return {};
  const Function& f = dae.functions[id];
  const TypeId type = pool.type(call);
  std::vector<ExprId> arguments(pool.children(call).begin(), pool.children(call).end());
  auto full = [&](size_t i) {
    ExprId d = argumentDerivatives[i];
    TypeId t = pool.type(arguments[i]);
    return build.isZero(d) && pool.type(d) != t ? zeroOfType(build, t) : d;
  };
  if (f.isRecordConstructor) {
    for (ExprId d : argumentDerivatives)
      if (!d.valid()) return {};
    std::vector<ExprId> fields;
    for (size_t i = 0; i < arguments.size(); ++i) fields.push_back(full(i));
    return pool.make(ExprKind::Record, type, 0, std::span<const ExprId>(fields));
  }
  for (const DerivativeAnnotation& annotation : f.derivatives) {
    if (annotation.order < 1 || !annotation.function.valid()) continue;
    auto listed = [](const std::vector<uint32_t>& list, size_t i) {
      return std::find(list.begin(), list.end(), static_cast<uint32_t>(i)) != list.end();
    };
    bool applies = true;
    std::vector<size_t> real;  // the arguments that have derivatives
    for (size_t i = 0; i < arguments.size() && applies; ++i) {
      if (!hasReals(pool, pool.type(arguments[i]))) continue;
      if (listed(annotation.zeroDerivative, i)) {
        applies = argumentDerivatives[i].valid() && build.isZero(argumentDerivatives[i]);
        continue;
      }
      if (listed(annotation.noDerivative, i)) continue;
      applies = argumentDerivatives[i].valid();
      real.push_back(i);
    }
    if (!applies) continue;
    // Spec 12.7.1: order n stands at the derivative of order n - 1, whose arguments are those of
    // the function itself, then their derivatives of order 1 to n - 1. It holds only where they are
    // derivatives of each other; what is new are the derivatives of the last ones.
    const auto order = static_cast<size_t>(annotation.order);
    if (real.size() % order != 0) continue;
    const size_t count = real.size() / order;
    for (size_t k = 0; k + count < real.size() && applies; ++k) {
      const ExprId expected = arguments[real[k + count]];
      applies = full(real[k]) == expected ||
                (build.isZero(argumentDerivatives[real[k]]) && build.isZero(expected));
    }
    std::vector<ExprId> all = arguments;
    for (size_t k = real.size() - count; k < real.size(); ++k) all.push_back(full(real[k]));
    if (applies) return pool.call(annotation.function, type, std::span<const ExprId>(all));
  }
  return {};
}

}  // namespace formola

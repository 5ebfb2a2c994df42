// The scalar operators of operators.def by their kind: which they are, their texts and values.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "expr/expr.h"

namespace formola {

inline bool isOperator(ExprKind kind) {
  return kind >= ExprKind::Neg && kind <= ExprKind::NotEqual;
}

inline bool isRelation(ExprKind kind) {
  return kind >= ExprKind::Less && kind <= ExprKind::NotEqual;
}

// As Modelica writes it; "" for what is no operator.
inline std::string_view operatorText(ExprKind kind) {
  switch (kind) {
#define OPERATOR(kind, text, value) \
  case ExprKind::kind:              \
    return text;
#include "expr/operators.def"
    default:
      return {};
  }
}

// Whether a relation holds; of numbers, texts, whatever can be compared.
template <typename T>
bool holds(ExprKind relation, const T& a, const T& b) {
  switch (relation) {
#define UNARY(kind, text, value)
#define BINARY(kind, text, value)
#define RELATION(kind, text, op) \
  case ExprKind::kind:           \
    return a op b;
#include "expr/operators.def"
    default:
      return false;
  }
}

// The value for Reals, true as 1; y counts only where there are two operands. Nothing for what is
// no operator.
inline std::optional<double> realOperator(ExprKind kind, double x, double y) {
  switch (kind) {
#define OPERATOR(kind, text, value) \
  case ExprKind::kind:              \
    return value;
#include "expr/operators.def"
    default:
      return std::nullopt;
  }
}

// The value for Integers; nothing where it is too large, or the operator gives no Integer.
inline std::optional<int64_t> integerOperator(ExprKind kind, int64_t a, int64_t b) {
  int64_t result = 0;
  switch (kind) {
    case ExprKind::Neg:
      return __builtin_sub_overflow(int64_t{0}, a, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Add:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Sub:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Mul:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    default:
      return std::nullopt;
  }
}

}  // namespace formola

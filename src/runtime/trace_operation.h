// What one operation of a formula from time and states gives (FmlTrace), in any arithmetic.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::runtime {

// Purpose:  the result of an operation on results of others, by the functions of the arithmetic
//           that its value belongs to: add(a, b), sine(a), isLess(a, b), ...
// Requires: `known` has the operands; `one` is the truth, `unknown` what can be anything.
// Ensures:  `unknown` for operations that no such function computes.
template <typename Value>
Value traceOperation(const FmlTraceOperation& o, const std::vector<Value>& known, const Value& one,
                     const Value& unknown) {
  const Value& a = known[static_cast<size_t>(o.a)];
  const Value& b = known[static_cast<size_t>(o.b)];
  switch (o.kind) {
    case FML_TRACE_NEG:
      return negate(a);
    case FML_TRACE_NOT:
      return subtract(one, a);
    case FML_TRACE_ADD:
      return add(a, b);
    case FML_TRACE_SUB:
      return subtract(a, b);
    case FML_TRACE_MUL:
      return o.a == o.b ? square(a) : multiply(a, b);
    case FML_TRACE_DIV:
      return divide(a, b);
    case FML_TRACE_POW:
      return power(a, b);
    case FML_TRACE_AND:
    case FML_TRACE_MIN:
      return smaller(a, b);
    case FML_TRACE_OR:
    case FML_TRACE_MAX:
      return larger(a, b);
    case FML_TRACE_LESS:
      return isLess(a, b);
    case FML_TRACE_LESS_EQUAL:
      return isLessOrEqual(a, b);
    case FML_TRACE_EQUAL:
      return isEqual(a, b);
    case FML_TRACE_SELECT:
      return select(a, b, known[static_cast<size_t>(o.c)]);
    case FML_TRACE_ABS:
      return absolute(a);
    case FML_TRACE_SQRT:
      return squareRoot(a);
    case FML_TRACE_SIN:
      return sine(a);
    case FML_TRACE_COS:
      return cosine(a);
    case FML_TRACE_TAN:
      return tangent(a);
    case FML_TRACE_ASIN:
      return arcSine(a);
    case FML_TRACE_ACOS:
      return arcCosine(a);
    case FML_TRACE_ATAN:
      return arcTangent(a);
    case FML_TRACE_SINH:
      return hyperbolicSine(a);
    case FML_TRACE_COSH:
      return hyperbolicCosine(a);
    case FML_TRACE_TANH:
      return hyperbolicTangent(a);
    case FML_TRACE_EXP:
      return exponential(a);
    case FML_TRACE_LOG:
      return logarithm(a);
    case FML_TRACE_LOG10:
      return decadicLogarithm(a);
    default:
      return unknown;
  }
}

// Calls use(number) for the operations that one needs.
template <typename Use>
void forTraceOperands(const FmlTraceOperation& o, Use&& use) {
  if (o.kind <= FML_TRACE_RELATION) return;
  use(o.a);
  if (o.kind >= FML_TRACE_ADD && o.kind <= FML_TRACE_MAX) use(o.b);
  if (o.kind == FML_TRACE_SELECT) use(o.c);
}

}  // namespace formola::runtime

// Simplifying constructors of scalar expressions.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>

#include "expr/expr.h"
#include "expr/rules.h"

namespace formola {

// Purpose:    builds expressions in simplified form: literals are folded (expr/fold.h) and the
//             named rules of expr/rules/*.def are applied at the root of what is built.
// Requires:   scalar operands; what isn't a scalar number, Boolean or enumeration is stored as
//             it is given.
// Ensures:    the same value wherever the given form has one (structural zeros and cancelled
//             factors may be defined where the given form isn't: 0*x, x/x). Deterministic. The
//             operands' order stays as given unless a rule saves an operation. Integer operands of
//             Real operators get a Cast (literals become Real).
// Complexity: O(1) per construction: a fixed number of patterns of bounded size; nested rule
//             applications are limited.
class ExprBuilder {
 public:
  explicit ExprBuilder(ExprPool& pool) : pool_(&pool) {}

  ExprPool& pool() const { return *pool_; }

  ExprId real(double value) { return pool_->real(value == 0 ? 0.0 : value); }
  ExprId zero() { return pool_->real(0.0); }
  ExprId one() { return pool_->real(1.0); }

  ExprId neg(ExprId a);
  ExprId add(ExprId a, ExprId b) { return arithmetic(ExprKind::Add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return arithmetic(ExprKind::Sub, a, b); }
  ExprId mul(ExprId a, ExprId b) { return arithmetic(ExprKind::Mul, a, b); }
  ExprId div(ExprId a, ExprId b) { return arithmetic(ExprKind::Div, a, b); }
  ExprId pow(ExprId a, ExprId b) { return arithmetic(ExprKind::Pow, a, b); }
  ExprId pow(ExprId a, double exponent) { return pow(a, real(exponent)); }

  ExprId logicalNot(ExprId a);
  ExprId logicalAnd(ExprId a, ExprId b);
  ExprId logicalOr(ExprId a, ExprId b);
  // kind: Less ... NotEqual
  ExprId compare(ExprKind kind, ExprId a, ExprId b);
  ExprId ifThenElse(ExprId condition, ExprId a, ExprId b);
  ExprId toReal(ExprId a);

  ExprId call(Builtin function, TypeId type, std::span<const ExprId> arguments);
  ExprId call(Builtin function, TypeId type, std::initializer_list<ExprId> arguments) {
    return call(function, type, std::span<const ExprId>(arguments.begin(), arguments.size()));
  }
  // A function with Real arguments and a Real result.
  ExprId call(Builtin function, ExprId a) {
    return call(function, pool_->types.real(), {toReal(a)});
  }
  ExprId call(Builtin function, ExprId a, ExprId b) {
    return call(function, pool_->types.real(), {toReal(a), toReal(b)});
  }

  // The expression `original` with other children, simplified; it keeps the type of `original`.
  ExprId rebuild(ExprId original, std::span<const ExprId> children);
  // The same, but `original` itself where the children are its own.
  ExprId withChildren(ExprId original, std::span<const ExprId> children) {
    const auto own = pool_->children(original);
    return std::equal(own.begin(), own.end(), children.begin(), children.end())
               ? original
               : rebuild(original, children);
  }

  bool isZero(ExprId id) const { return pool_->isNumber(id) && pool_->realValue(id) == 0; }
  bool isOne(ExprId id) const { return pool_->isNumber(id) && pool_->realValue(id) == 1; }

  // The rule that gave the last result of a public function, or null if none applied (for tests and
  // tracing).
  const Rule* lastRule() const { return lastRule_; }

 private:
  ExprId arithmetic(ExprKind kind, ExprId a, ExprId b);
  ExprId apply(ExprKind kind, Builtin function, TypeId type, std::span<const ExprId> operands);
  ExprId instantiate(const Pattern& pattern, const PatternNode& node, TypeId literalType,
                     TypeId resultType, const LetterBindings& bindings);
  bool isSimpleScalar(TypeId type) const;

  ExprPool* pool_;
  const Rule* lastRule_ = nullptr;
  int depth_ = 0;
};

}  // namespace formola

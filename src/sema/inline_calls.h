// Expressions of a function with its arguments in place: defaults, sizes, and calls of functions
// that are one assignment.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class ComponentTypes;

class CallInliner : SemaPart {
 public:
  CallInliner(SemaShared& shared, ArrayValues& values, ComponentTypes& componentTypes)
      : SemaPart(shared), values_(values), componentTypes_(componentTypes) {}

  // An expression of a function with `locals` in place of its locals; where one is invalid the
  // local stays.
  ExprId replaceLocals(ExprId expr, std::span<const ExprId> locals);
  // The value of a call of a function that is one assignment; none: it is to be called.
  std::optional<ExprId> tryInline(const Function& function, std::span<const ExprId> arguments);

 private:
  bool replaceBindings(const Function& f, std::vector<ExprId>& locals);
  bool usesOtherLocals(ExprId root, std::span<const ExprId> known) const;
  bool derivativeIsDeclared(const Function& function) const;
  bool hasOpenRange(ExprId root) const;
  ExprId callKnown(ExprKind kind, TypeId type, uint32_t payload, std::span<const ExprId> children);
  ExprId rebuild(ExprKind kind, TypeId type, uint32_t payload, std::span<const ExprId> children);

  ArrayValues& values_;
  ComponentTypes& componentTypes_;
};

}  // namespace formola

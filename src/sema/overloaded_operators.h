// Operators of operator records.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class CallInliner;
class Calls;
class ComponentTypes;
class Functions;
class Instances;

class OverloadedOperators : SemaPart {
 public:
  OverloadedOperators(SemaShared& shared, Instances& instances, ArrayValues& values,
                      ComponentTypes& componentTypes, Functions& functions, CallInliner& inliner,
                      Calls& calls)
      : SemaPart(shared),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        functions_(functions),
        inliner_(inliner),
        calls_(calls) {}

  // The call that an operator on records means. `recordClass`: whose operator, where no operand
  // says it.
  ExprId overloaded(std::string_view op, std::vector<ExprId> operands, SourceRange range,
                    Context& context, Instance* recordClass = nullptr);

 private:
  ExprId noOperator(std::string_view op, std::span<const ExprId> operands, SourceRange range,
                    const Context& context);
  ExprId overloadedOnArrays(std::string_view op, const std::vector<ExprId>& operands,
                            SourceRange range, Context& context);
  std::vector<Instance*> operatorsOf(Instance* recordClass, std::string_view name);
  bool takesOperands(const Function& f, std::span<const ExprId> values, bool allowConstruct) const;
  Instance* sameOperator(std::span<Instance* const> candidates, size_t c,
                         std::span<const ExprId> operands, bool construct, SourceRange range);
  ExprId constructed(Instance* recordClass, ExprId value, SourceRange range,
                     const Context& context);

  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Functions& functions_;
  CallInliner& inliner_;
  Calls& calls_;
};

}  // namespace formola

// Operators of operator records.
#pragma once

#include <optional>
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

  struct Named {
    Symbol name;
    ExprId value;
  };
  // R(a, b = c) by a function of 'constructor'; invalid: none of them takes these arguments.
  ExprId constructor(Instance* recordClass, std::span<const ExprId> positional,
                     std::span<const Named> named, SourceRange range, Context& context);
  // Reports that there is none for these operands.
  ExprId noOperator(std::string_view op, std::span<const ExprId> operands, SourceRange range,
                    const Context& context);

 private:
  // The operands by input of a function: those by position, then those by name; an invalid one has
  // the input's default. Empty: a name is none of its inputs, or one that has a value.
  std::optional<std::vector<ExprId>> operandsOf(const Function& f,
                                                std::span<const ExprId> positional,
                                                std::span<const Named> named) const;
  ExprId callMatching(std::string_view op, std::span<Instance* const> candidates,
                      std::span<const ExprId> positional, std::span<const Named> named,
                      Instance* recordClass, SourceRange range, Context& context);
  ExprId overloadedOnArrays(std::string_view op, const std::vector<ExprId>& operands,
                            SourceRange range, Context& context);
  std::vector<Instance*> operatorsOf(Instance* recordClass, std::string_view name);
  bool takesOperands(const Function& f, std::span<const ExprId> values, bool allowConstruct) const;
  bool takes(const Function& f, std::span<const ExprId> positional, std::span<const Named> named,
             bool allowConstruct) const;
  Instance* sameOperator(std::span<Instance* const> candidates, size_t c,
                         std::span<const ExprId> positional, std::span<const Named> named,
                         bool construct, SourceRange range);
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

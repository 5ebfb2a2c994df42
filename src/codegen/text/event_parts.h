// What programs with events say in any language: which expressions they evaluate, and where.
#pragma once

#include <string>
#include <vector>

#include "codegen/text/expr_text.h"
#include "schedule/schedule.h"

namespace formola::text {

// What a when-clause does beside assigning variables, or an assertion.
struct WrittenAction {
  const Action* action;
  std::vector<ExprId> roots;  // its value and its guard, if it has them
  std::string message;        // of assert() and terminate(), as far as known before it runs

  // The texts of the roots; `otherwise` where there is none.
  std::string value(const std::vector<std::string>& written, std::string otherwise) const {
    return action->value.valid() ? written.front() : otherwise;
  }
  std::string guard(const std::vector<std::string>& written) const {
    return action->guard.valid() ? written.back() : "";
  }
};

// Those that programs perform: assertions, with `calls` those of functions that only check, and
// with `all` what happens at events only. Warnings and calls of functions for their effects are no
// part of a program.
std::vector<WrittenAction> writtenActions(const StructuredDae& model, bool all, bool calls);

// Calls of functions for their effects, which no program has; `checks`: also of those without
// effects, which only check.
std::vector<Problem> callsForEffects(const StructuredDae& model, bool checks);

// For each relation of states two expressions, whose difference is positive where it holds.
std::vector<ExprId> crossingSides(const Schedule& schedule);

// Of each time event the instant and the limit beyond which it lies ahead.
std::vector<ExprId> instants(const StructuredDae& model);

// Blocks that only read relations: in mixed blocks, and in the inlined step.
struct FrozenBlocks {
  std::vector<char> linear, nonlinear;
};
FrozenBlocks frozenBlocks(const Schedule& schedule);

// Values that are written as numbers, by slot: what one may want to change. An invalid expression
// is the first value of an enumeration.
struct FirstValue {
  int32_t slot;
  ExprId value;
};
std::vector<FirstValue> firstValues(const Schedule& schedule, bool texts = false);

// The component and the place in the source that a step comes from.
struct StepOrigin {
  std::string component;
  SourceRange range;
};
StepOrigin originOf(const StructuredDae& model, const Step& step);

// Positive; 1 where nothing is known.
std::vector<double> nominalValues(const StructuredDae& model, const std::vector<VariableId>& ids);

// Variables that results have a column for.
bool isShown(const Schedule& schedule, VariableId id);

}  // namespace formola::text

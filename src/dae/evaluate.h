// Evaluates expressions and functions to values: constants and structural parameters in the front end, and the
// reference interpreter that back ends are checked against.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "dae/dae.h"
#include "dae/value.h"

namespace formola {

// What an evaluation needs to know of its surroundings.
struct EvaluationContext {
  ExprPool* pool = nullptr;
  // The function behind a FunctionId; null if it isn't available.
  std::function<const Function*(FunctionId)> function;
  // The value of a variable; nullopt if it isn't known (the evaluation then fails with a reason).
  std::function<std::optional<Value>(VariableId)> variable;
  // Called on external "C" functions; nullopt if it can't be called at translation time.
  std::function<std::optional<Value>(const Function&, const std::vector<Value>&)> external;
  std::optional<double> time;
  size_t maxSteps = 50'000'000;  // statements and calls, so that an endless loop ends in an error
  size_t maxDepth = 256;         // nested function calls
};

struct EvaluationResult {
  std::optional<Value> value;
  std::string reason;      // if there is no value: why, for a diagnostic ("x is not a constant", "division by zero")
  SourceRange range;       // the statement in a function where it failed, if known
  VariableId unknown;      // the variable whose value was missing, if that was the reason
};

EvaluationResult evaluate(ExprId expr, const EvaluationContext& context);
EvaluationResult callFunction(const Function& function, const std::vector<Value>& arguments,
                              const EvaluationContext& context);

}  // namespace formola

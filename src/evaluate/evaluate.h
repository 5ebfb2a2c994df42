// Evaluates expressions and functions to values: constants and structural parameters in the front
// end, and the reference interpreter that back ends are checked against.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "dae/dae.h"
#include "evaluate/value.h"

namespace formola {

class EffectGate;         // evaluate/effects.h
class ExternalLibraries;  // evaluate/external_libraries.h
struct StandardCall;      // evaluate/standard_externals.h

struct EvaluationResult {
  std::optional<Value> value;
  std::string reason;    // if there is no value: why, for a diagnostic ("x is not a constant",
                         // "division by zero")
  SourceRange range;     // the statement in a function where it failed, if known
  VariableId unknown;    // the variable whose value was missing, if that was the reason
  bool refused = false;  // by the gate: its last refusal is the reason
};

// What an evaluation needs to know of its surroundings.
struct EvaluationContext {
  ExprPool* pool = nullptr;
  // The function behind a FunctionId; null if it isn't available. It must stay where it is during
  // the evaluation.
  std::function<const Function*(FunctionId)> function;
  // The value of a variable; nullopt if it isn't known (the evaluation then fails with a reason).
  std::function<std::optional<Value>(VariableId)> variable;
  // Called on external functions that are neither `external "builtin"` nor in
  // evaluate/standard_externals.h, with the values of all inputs. The result is that of the
  // function: a Tuple value if it has several outputs. nullopt: it can't be called at translation
  // time.
  // A result without a value fails with its reason.
  std::function<std::optional<EvaluationResult>(const Function&, const std::vector<Value>&)>
      external;
  // Called before `external` on external "C" functions by their name in C, with the arguments in
  // C's order: for those of the standard library that keep objects or a state. False: failed, see
  // StandardCall::error; nullopt: unknown.
  std::function<std::optional<bool>(const std::string&, StandardCall&)> standardObject;
  // For external functions that nobody above knows; null: those can't be called.
  ExternalLibraries* libraries = nullptr;
  // Asked before foreign code runs or files change; null: refused.
  EffectGate* gate = nullptr;
  // Where modelica:// URIs lead; may be null.
  const PackageFolders* packages = nullptr;
  // Functions and external objects may be results; otherwise only what can be written down as a
  // literal.
  bool opaqueResults = false;
  std::optional<double> time;
  size_t maxSteps = 50'000'000;  // so that an endless loop ends in an error: statements, and some
                                 // for each call
  // Elements of all arrays that are made on the way (8 bytes of texts count as one): bounds memory
  // and the time that few steps with large arrays take.
  size_t maxElements = std::numeric_limits<size_t>::max();
  size_t maxDepth = 256;  // nested function calls; each needs some kB of the machine's stack
};

// Purpose:    the value of an expression, or the reason why it has none.
// Requires:   a typed expression; Local only inside functions.
// Ensures:    only what the value depends on is evaluated (the taken branch of if, the first
//             argument of homotopy; and for size() no value where the type says it). Integers are
//             64 bits wide and overflow is an error, as is what has no real value (division by
//             zero, sqrt(-1), a subscript out of bounds, a failed assertion).
// Complexity: linear in the nodes of the DAG for each binding of iterators; an explicit stack, so
//             that depth is no limit.
// Reference:  Modelica 3.6, chapters 3 (operators), 10 (arrays) and 12 (functions).
EvaluationResult evaluate(ExprId expr, const EvaluationContext& context);
// The value of a call: a Tuple if the function has several outputs. Inputs with a default may be
// left off at the end.
EvaluationResult callFunction(const Function& function, const std::vector<Value>& arguments,
                              const EvaluationContext& context);

}  // namespace formola

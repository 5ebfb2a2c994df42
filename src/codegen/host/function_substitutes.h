// Compiled functions below interpreted ones.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "codegen/lower/compiled_functions.h"
#include "evaluate/value.h"

namespace formola::lowered {

// Purpose:    while the reference interpreter runs a function that is not compiled, those that it
//             calls may be: it gets external functions in their places, and what it asks of them is
//             done by register code for the sizes at hand.
// Requires:   EvaluationContext::function asks find(), EvaluationContext::external asks call().
// Ensures:    the results of the interpreter to the last bit, or none.
class FunctionSubstitutes {
 public:
  FunctionSubstitutes(const Dae& dae, CompiledFunctions& functions)
      : dae_(dae), functions_(functions) {}

  // The substitute, or the function itself: of numbers and arrays of numbers, with loops.
  const Function* find(FunctionId id);
  // Nothing: it is no substitute, or its code failed; `original` is then the function, or null.
  std::optional<Value> call(const Function& substitute, const std::vector<Value>& inputs,
                            const Function*& original);

 private:
  struct Substitute {
    std::unique_ptr<Function> function;  // null: not worth it, or impossible
    FunctionId original;
    size_t codes = 0;  // that were made, and attempts
  };

  const Dae& dae_;
  CompiledFunctions& functions_;
  std::unordered_map<uint32_t, Substitute> substitutes_;  // by FunctionId
  std::unordered_map<const Function*, Substitute*> bySubstitute_;
  std::vector<double> stack_;
};

}  // namespace formola::lowered

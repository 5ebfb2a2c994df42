// The functions of the model that a program calls.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "codegen/text/expr_text.h"
#include "schedule/schedule.h"

namespace formola::text {

// A function with the types that its inputs have in some calls: one that takes arrays of any size
// (x[:]) is written once for each combination of sizes it is called with, and one with arrays whose
// sizes follow from Integers once for each of their values.
struct CalledFunction {
  FunctionId id;
  std::vector<CallArgument> inputs;
  std::string name;  // in the program
};

// Purpose:    gives functions their names and remembers what was called, in the order of the first
//             calls.
class CalledFunctions {
 public:
  // The name; "" for functions with effects and, unless `externals`, for external ones.
  std::string call(const Schedule& schedule, FunctionId id, std::span<const CallArgument> arguments,
                   bool externals);
  const std::vector<CalledFunction>& list() const { return list_; }

 private:
  std::vector<CalledFunction> list_;
};

using CallFunction = std::function<std::string(FunctionId, std::span<const CallArgument>)>;

}  // namespace formola::text

// The functions of the model that a program calls.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace formola::text {

// A function with the types that its inputs have in some calls: one that takes arrays of any size
// (x[:]) is written once for each combination of sizes it is called with.
struct CalledFunction {
  FunctionId id;
  std::vector<TypeId> inputs;
  std::string name;  // in the program
};

// Purpose:    gives functions their names and remembers what was called, in the order of the first
//             calls.
class CalledFunctions {
 public:
  // The name; "" for functions with effects and, unless `externals`, for external ones.
  std::string call(const Schedule& schedule, FunctionId id, std::span<const TypeId> arguments,
                   bool externals);
  const std::vector<CalledFunction>& list() const { return list_; }

 private:
  std::vector<CalledFunction> list_;
};

using CallFunction = std::function<std::string(FunctionId, std::span<const TypeId>)>;

}  // namespace formola::text

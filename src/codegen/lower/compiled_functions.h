// The functions of a model as register code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/lower/function_code.h"
#include "dae/dae.h"

namespace formola::lowered {

// Purpose:    compiles functions on demand, one code for each list of argument shapes.
// Ensures:    what can't be compiled is left to the reference interpreter: functions that call each
//             other in a circle (calling itself is compiled), impure and external functions, texts,
//             sizes that depend on values.
// Complexity: linear in the size of the code; a function of more than kMostInstructions is not
//             compiled.
class CompiledFunctions {
 public:
  static constexpr size_t kMostInstructions = 50'000;

  explicit CompiledFunctions(const Dae& dae) : dae_(dae) {}

  // The number of the code, or -1. `values`: those arguments that are Integers known now; codes for
  // just these values are made where sizes depend on them and the function cannot do without.
  int find(FunctionId function, const std::vector<Shape>& arguments);
  int find(FunctionId function, std::vector<Shape> arguments,
           const std::vector<std::optional<int64_t>>& values);
  const FunctionCode& operator[](size_t number) const { return *codes_[number]; }
  size_t size() const { return codes_.size(); }
  // One line for each function: its code's size, or why it is left to the interpreter.
  std::string print() const;
  size_t stack(size_t number) const { return codes_[number]->stack; }

 private:
  bool compile(FunctionId function, const std::vector<Shape>& arguments, size_t number);

  const Dae& dae_;
  std::unordered_map<std::string, int> known_;
  std::vector<std::unique_ptr<FunctionCode>> codes_;  // without a name: not compiled
  std::vector<int> open_;                             // being compiled, the innermost last
  std::vector<std::string> left_;                     // not compiled, with the reason
};

}  // namespace formola::lowered

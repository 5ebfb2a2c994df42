// Register code of Modelica functions, specialised for the sizes of their arguments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codegen/lower/bytecode.h"
#include "expr/expr.h"

namespace formola::lowered {

// A type whose sizes are all known. Records, tuples and functions (by their bound arguments) have
// fields; the fields of an array of records have its dimensions before their own.
struct Shape {
  BaseType base = BaseType::Error;
  std::vector<Size> dims;
  std::vector<Shape> fields;
  FunctionId function;   // Function
  bool isFixed = false;  // an Integer, always of this value: sizes may depend on it
  int64_t value = 0;

  // How many numbers a value has; texts and external objects have none.
  size_t scalars() const;
  // Equal keys: equal shapes.
  void appendKey(std::string& key) const;
};

// False if a size is unknown.
bool shapeOf(const TypeTable& types, TypeId type, Shape& shape);
// The same with these dimensions in place of the type's own.
bool shapeOf(const TypeTable& types, TypeId type, std::span<const Size> dims, Shape& shape);

struct FunctionCall {
  uint32_t callee = 0;              // index into the library; the function's own: it calls itself
  std::vector<uint32_t> arguments;  // operands, one for each number
  uint32_t result = 0;              // the first of the registers that get the results
};

// All numbers are double. A function that fails (an assertion, a subscript out of bounds, results
// that are no numbers, something that isn't compiled) has no value: the caller asks the reference
// interpreter, which knows the reason.
struct FunctionCode : Instructions {
  std::string name;
  std::vector<FunctionCall> calls;
  uint32_t inputs = 0;            // registers [0, inputs)
  uint32_t stack = 0;             // registers of this and all functions below it but itself
  std::vector<uint32_t> results;  // operands, one for each number
  Shape resultShape;
  // Ranges of the frame that LoadAt and StoreAt reach: (first, count), ascending, disjoint.
  std::vector<std::pair<uint32_t, uint32_t>> memory;
  bool recursive = false;  // it calls itself

  // Calls of itself inside of each other; beyond that it fails, and the interpreter is asked.
  uint32_t mostDepth() const {
    constexpr uint32_t kMostRegisters = 50'000, kMost = 1000;
    return std::max(8U, std::min(kMost, kMostRegisters / std::max(stack, 1U)));
  }
};

}  // namespace formola::lowered

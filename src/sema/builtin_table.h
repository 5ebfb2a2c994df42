// The operators and functions of the language: their names and how each is typed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "expr/expr.h"

namespace formola {

// How a built-in is typed.
enum class BuiltinRule : uint8_t {
  Elementary,  // Real -> Real, elementwise
  SameNumber,  // abs: Integer -> Integer, Real -> Real
  SignOf,      // -> Integer
  TwoReals,    // atan2
  Rounding,    // floor, ceil: -> Real
  ToInteger,   // integer(x)
  Division,    // div, mod, rem
  MinMax,
  SumProduct,
  SizeOf,
  Ndims,
  Scalar,
  Vector,
  Matrix,
  Identity,
  Diagonal,
  ZerosOnes,
  Fill,
  Linspace,
  OuterProduct,
  Symmetric,
  Cross,
  Skew,
  Transpose,
  Cat,
  StringOf,
  IntegerOfEnum,
  Der,
  PreLike,
  EdgeLike,
  NoArguments,
  Sample,
  Clocked,  // the operators of clocked equations
  PassThrough,
  Smooth,
  Homotopy,
  SemiLinear,
  Delay,
  Spatial,
  Stream,
  Cardinality,
  InstanceName,
  ArrayOf,
  StateEquation,  // transition, initialState
  StateQuery,     // activeState, ticksInState, timeInState
};

struct BuiltinEntry {
  Builtin builtin;
  BuiltinRule rule;
};

// The built-in of that name, or null.
const BuiltinEntry* findBuiltin(std::string_view name);
inline bool isBuiltin(std::string_view name) {
  return findBuiltin(name) != nullptr;
}
// All names, in alphabetical order: what "did you mean" may suggest.
std::vector<std::string_view> builtinNames();
// Operators that speak of the simulation and not only of values (spec 12.2).
bool isForbiddenInFunctions(Builtin builtin);
// Operators that no declaration can hide: looked up first, for speed.
bool isOperator(std::string_view name);

}  // namespace formola

// Calls of C and Fortran functions with values as arguments.
#pragma once

#include <span>
#include <string>

#include "evaluate/effects.h"
#include "evaluate/value.h"

namespace formola {

enum class ExternalArgumentKind : uint8_t {
  Input,   // scalars by value, arrays, strings and records by address
  Output,  // by address; the value gives the size and is overwritten
  SizeOf,  // size(x, i): size_t
};

struct ExternalArgument {
  ExternalArgumentKind kind = ExternalArgumentKind::Input;
  Value value;
};

// Purpose: calls `function` as section 12.9.1 of the specification says: Real is double; Integer,
//          Boolean and enumerations are int; String is const char*; an external object is void*;
//          arrays are in row-major order (column-major in Fortran, where everything goes by
//          address); records are structs by address.
// Requires: values of the types of the function's arguments; `result` has the type of the result,
//          or an invalid one where there is none.
// Ensures: outputs and result are set. False if the function called ModelicaError or an argument
//          can't be passed; `error` says why. ModelicaMessage and the like go to the gate, or are
//          dropped where that is null.
bool callExternal(void* function, bool fortran, std::span<ExternalArgument> arguments,
                  Value& result, const TypeTable& types, EffectGate* gate, std::string& error);

}  // namespace formola

// Surroundings of expressions, and what names and calls in them were found to be.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sema/instance.h"

namespace formola {

// Locals of the function whose body is being typed.
struct FunctionScope {
  Instance* functionClass = nullptr;
  Function* function = nullptr;
};

// Surroundings of an expression.
struct Context {
  Scope scope;
  std::vector<std::pair<Symbol, ExprId>> iterators;  // for-loops and comprehensions, innermost last
  FunctionScope* function = nullptr;                 // inside a function body
  const std::unordered_map<const Instance*, ExprId>* substitutes =
      nullptr;  // record constructor: given fields
  // the array and dimension that `end` refers to, and the type of its subscripts there
  struct End {
    ExprId array;  // invalid: not in a subscript
    size_t dimension = 0;
    TypeId index;
  } end;
  bool inWhen = false;
  bool inInitial = false;  // in an initial section, where parameters may be determined
  bool inLoop = false;     // of an algorithm
  // the component whose dimensions are being evaluated: they may refer to earlier ones (A[:,
  // size(A, 1)])
  const Instance* dimensionOf = nullptr;
};

// What a name was found to be.
struct Found {
  Instance* instance = nullptr;  // component or class
  ExprId iterator;               // valid: a loop iterator
  bool fromEnclosing = false;    // found in an enclosing class rather than in the scope itself
  explicit operator bool() const { return instance || iterator.valid(); }
};

// Component reference -> instances, for connect: every element with constant subscripts,
// row-major, and the dims.
struct Selection {
  std::vector<Instance*> instances;
  std::vector<Size> dims;
  std::vector<std::vector<int64_t>>
      subscripts;             // per instance: element of an array of built-in type (or empty)
  Instance* first = nullptr;  // the component that the first name part names
  bool removed = false;       // a conditional component that isn't there
  bool ok = false;
};

// The right side of (a, b) = f(x): all results of the call, and the name of what is called for
// messages. An error expression after a report.
struct TupleCall {
  ExprId value;
  std::string function;
};

// What activeState() asks for; Builtin::ActiveState has a position among these as operand.
struct StateQuery {
  Instance* state;
  Provenance origin;
};

// Sizes beyond these end in a diagnostic (TooLarge, NotEvaluable) rather than in exhausted memory
// or patience.
struct SemaLimits {
  int64_t elements = 10'000'000;    // scalars of an array
  int64_t instances = 10'000'000;   // components of the model, all levels
  int64_t iterations = 10'000'000;  // of loops and comprehensions that are unrolled
  size_t parts = 20'000;            // base classes of a class, all levels
  size_t steps = 50'000'000;        // of one evaluation at translation time
  size_t made = size_t{1} << 28;    // elements of the arrays that it makes on the way
};

}  // namespace formola

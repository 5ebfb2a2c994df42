// Values of expressions that are known at translation time, and of the reference interpreter.
#pragma once

#include <string>
#include <vector>

#include "expr/expr.h"

namespace formola {

// A scalar or array of one base type, in row-major order; or a record (scalar or array of records).
struct Value {
  TypeId type;                       // with the actual dimensions
  std::vector<double> reals;         // Real
  std::vector<int64_t> integers;     // Integer, Boolean (0/1), Enumeration (1-based)
  std::vector<std::string> strings;  // String
  std::vector<Value> fields;  // Record: one Value per field, each with the record's dimensions
                              // prepended. Tuple: one Value per result
  // Function: its id in `integers`, bound arguments in `fields` (of type error where free).
  // ExternalObject: a handle in `integers`.
};

// A literal expression (arrays as nested Array, records as Record) of the value.
ExprId toExpr(const Value& value, ExprPool& pool);

// Element `at` (from 0) when the first `lead` dimensions are taken as one: of a record that of each
// field, whose first dimensions are those of the record.
Value elementAt(const Value& value, size_t at, size_t lead, TypeTable& types);

// True if the value has the dimensions of the type, wherever that says them, at all levels of
// records and tuples.
bool hasSizesOf(const Value& value, TypeId type, const TypeTable& types);

}  // namespace formola

// Expressions of arrays and records, folded where they are written out; conversions between types.
//
// Needs nothing but the pool: neither names nor instances.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues : SemaPart {
 public:
  explicit ArrayValues(SemaShared& shared) : SemaPart(shared) {}

  // `expr` as a value of type `target` (casts, sizes checked); an error is reported at `range`.
  ExprId convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
                 std::string_view what);
  // A record that is no constructor, as a record with the fields `map` of it.
  ExprId withFieldsOf(ExprId expr, TypeId target, const std::vector<uint32_t>& map,
                      SourceRange range, const Context& context, std::string_view what);
  // Gives both the same type; false after a report.
  bool unify(ExprId& a, ExprId& b, SourceRange range, Context& context, std::string_view what);
  // Integer to Real; anything else stays.
  ExprId castTo(ExprId expr, BaseType base);
  // Array and record operations with folding.
  ExprId index(ExprId base, std::span<const ExprId> subscripts);
  ExprId field(ExprId base, uint32_t index);
  // The field of that name; invalid: there is none, or it is no record.
  ExprId fieldNamed(ExprId base, Symbol name);
  ExprId makeArray(std::span<const ExprId> elements);
  // Elements in row-major order as nested arrays; there is at least one.
  ExprId arrayOfShape(std::vector<ExprId> level, std::span<const Size> dims);
  // size(array, dimension + 1)
  ExprId size(ExprId array, size_t dimension);
  // With dimensions of size 1 added behind, until there are `rank`.
  ExprId promote(ExprId expr, size_t rank);
  ExprId concatenate(size_t dimension, std::vector<ExprId> parts, SourceRange range,
                     Context& context);
  ExprId forEachElement(ExprId e, const std::function<ExprId(ExprId)>& apply);
  // 0, false, "" or the first literal, in the shape of the type; invalid: it has none.
  ExprId zeroOf(TypeId type);
  // The variable that an expression such as x, x[i] or x.f refers to; invalid: none.
  VariableId rootVariable(ExprId expr) const;
  // "Real[3,:]", for messages.
  std::string showType(TypeId type) const;
};

}  // namespace formola

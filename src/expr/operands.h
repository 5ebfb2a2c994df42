// The scalar quantities a scalar expression is computed from, seen through arrays, records and
// function arguments.
#pragma once

#include <vector>

#include "expr/expr.h"

namespace formola {

// The call whose result `id` is or picks an element of (Index, TupleElement and Field around a
// Call); else invalid.
ExprId calledBy(const ExprPool& pool, ExprId id);

// The child whose value `id` has (a cast, noEvent, smooth and the like); -1: it has its own.
int transparentChild(const ExprPool& pool, ExprId id);

// True if `id` is Index of an Array expression with one scalar subscript (what scalarize leaves of
// x[i]).
bool isArrayAccess(const ExprPool& pool, ExprId id);

// Appends the scalar elements of an argument, row-major; a scalar is its own element. Records give
// their fields.
void appendElements(const ExprPool& pool, ExprId argument, std::vector<ExprId>& elements);

// True if the operands of a scalar expression are its children.
inline bool operandsAreChildren(const ExprPool& pool, ExprId id) {
  switch (pool.kind(id)) {
    case ExprKind::Call:
    case ExprKind::Index:
    case ExprKind::TupleElement:
    case ExprKind::Field:
      return false;
    default:
      return true;
  }
}

// Purpose:    the operands of a scalar expression: its children; for x[i] the elements, then the
//             subscript; for a call, or an element of its result, the elements of all arguments in
//             order.
// Ensures:    `operands` is cleared first; every operand's id is smaller than `id`.
void scalarOperands(const ExprPool& pool, ExprId id, std::vector<ExprId>& operands);

}  // namespace formola

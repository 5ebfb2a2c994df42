// Folds operators on literals, so that subscripts and conditions that depend on iterators become
// literals.
#pragma once

#include "expr/expr.h"

namespace formola {

// Purpose:    the scalar node (kind, type, payload, children), or what it is worth where its
//             operands are literals: what expr/fold.h folds, and also `and`, `or` and `if` with a
//             literal first operand, and conversions from and to enumerations.
// Ensures:    the same value as the unfolded node; an overflowing or non-finite result is left
//             unfolded. Otherwise the node is stored as given.
// Complexity: O(number of children).
ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload,
                  std::span<const ExprId> children);

inline ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type,
                         std::initializer_list<ExprId> children) {
  return makeFolded(pool, kind, type, 0,
                    std::span<const ExprId>(children.begin(), children.size()));
}

}  // namespace formola

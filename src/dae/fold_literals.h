// Folds operators on literals, so that subscripts and conditions that depend on iterators become
// literals.
#pragma once

#include "expr/expr.h"

namespace formola {

// Purpose:    the scalar node (kind, type, payload, children), or what it is worth where its
// operands are literals.
//             Only what decides sizes, subscripts and branches is folded: + - * / and relations on
//             numbers, Boolean operators with a literal on the left, if with a literal condition,
//             casts, and the Integer functions (abs, sign, mod, rem, div, min, max, integer, floor,
//             ceil). Everything else is stored as given.
// Ensures:    the same value as the unfolded node; an overflowing or non-finite result is left
// unfolded. Complexity: O(number of children).
ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type, uint32_t payload,
                  std::span<const ExprId> children);

inline ExprId makeFolded(ExprPool& pool, ExprKind kind, TypeId type,
                         std::initializer_list<ExprId> children) {
  return makeFolded(pool, kind, type, 0,
                    std::span<const ExprId>(children.begin(), children.size()));
}

}  // namespace formola

// Where a loop variable is used as a subscript: what the range of "for i loop" is deduced from.
#pragma once

#include <span>
#include <vector>

#include "syntax/ast.h"

namespace formola {

// What a loop repeats: equations, statements or an expression.
struct LoopBody {
  std::span<const ast::Equation* const> equations = {};
  std::span<const ast::Statement* const> statements = {};
  const ast::Expr* expr = nullptr;
};

// name.parts[part] has the loop variable alone as its subscript number `dimension` (from 0).
struct IteratorUse {
  const ast::Name* name;
  size_t part;
  size_t dimension;
};

// All uses, in the order of the text but for expressions nested in subscripts; loops inside that
// have a variable of the same name hide it. Complexity: linear in the body.
std::vector<IteratorUse> findIteratorUses(Symbol iterator, const LoopBody& body);

}  // namespace formola

#include "expr/simplify.h"

#include "expr/rewrite.h"

namespace formola {

ExprId Simplifier::operator()(ExprId root) {
  return mapExpr(builder_.pool(), root, memo_, [&](ExprId id, std::span<const ExprId> children) {
    return builder_.rebuild(id, children);
  });
}

ExprId simplify(ExprPool& pool, ExprId root) {
  return Simplifier(pool)(root);
}

}  // namespace formola

#include "structure/lower_hints.h"

#include "dae/visit.h"
#include "expr/build.h"
#include "expr/rewrite.h"

namespace formola {

void lowerHints(Dae& dae) {
  ExprPool& pool = *dae.pool;
  ExprBuilder build(pool);
  ExprTable<ExprId> memo;
  auto rewrite = [&](ExprId id, std::span<const ExprId> children) {
    if (pool.isBuiltin(id, Builtin::Residue)) return pool.real(0);
    if (pool.isBuiltin(id, Builtin::Relax)) return children[0];
    bool same = true;
    for (size_t i = 0; i < children.size(); ++i) same &= children[i] == pool.child(id, i);
    return same ? id : build.rebuild(id, children);
  };
  auto visit = [&](ExprId& id) { id = mapExpr(pool, id, memo, rewrite); };
  for (auto* list : {&dae.equations, &dae.initialEquations}) {
    for (Equation& equation : *list) forEachExprInEquation(equation, visit);
  }
}

}  // namespace formola

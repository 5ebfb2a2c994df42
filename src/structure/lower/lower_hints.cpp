#include "structure/lower/lower_hints.h"

#include "expr/build.h"
#include "expr/rewrite.h"

namespace formola {

bool isHint(const ExprPool& pool, const Action& action) {
  return action.kind == ActionKind::Call && pool.isBuiltin(action.value, Builtin::Residue);
}

void lowerHints(StructuredDae& model) {
  ExprPool& pool = model.pool();
  ExprBuilder build(pool);
  ExprTable<ExprId> memo;
  auto rewrite = [&](ExprId id, std::span<const ExprId> children) {
    if (pool.isBuiltin(id, Builtin::Residue)) return pool.real(0);
    if (pool.isBuiltin(id, Builtin::Relax)) return children[0];
    return build.withChildren(id, children);
  };
  auto visit = [&](ExprId& id) {
    if (id.valid()) id = mapExpr(pool, id, memo, rewrite);
  };
  // Few equations have hints: expressions that were found to be without are not searched again.
  ExprSet plain;
  for (auto* list : {&model.equations, &model.initialEquations}) {
    for (StructuredEquation& equation : *list) {
      std::vector<ExprId> marks;
      const ExprId roots[2] = {equation.left, equation.right};
      forEachNode(pool, roots, plain, [&](ExprId id) {
        if (pool.isBuiltin(id, Builtin::Residue) || pool.isBuiltin(id, Builtin::Relax))
          marks.push_back(id);
      });
      if (marks.empty()) continue;
      // A term may be shared by equations: search it again for the next one.
      plain.clear();
      for (ExprId mark : marks) {
        ExprId argument = pool.child(mark, 0);
        visit(argument);
        if (pool.isBuiltin(mark, Builtin::Residue))
          equation.residue = argument;
        else
          equation.relaxed.push_back(argument);
      }
      visit(equation.left);
      visit(equation.right);
    }
  }
  for (Action& action : model.actions) {
    if (isHint(pool, action)) continue;
    visit(action.guard);
    visit(action.value);
    visit(action.message);
  }
}

}  // namespace formola

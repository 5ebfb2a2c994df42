#include "expr/rewrite.h"

namespace formola {

bool isLeafQuantity(const ExprPool& pool, ExprId id) {
  switch (pool.kind(id)) {
    case ExprKind::Variable:
    case ExprKind::Local:
    case ExprKind::Iterator:
    case ExprKind::Time:
      return true;
    case ExprKind::Builtin:
      break;
    default:
      return false;
  }
  switch (pool.builtinOf(id)) {
    case Builtin::Der:
    case Builtin::Pre:
    case Builtin::Old:
    case Builtin::Edge:
    case Builtin::Change:
    case Builtin::Sample:
    case Builtin::Previous:
    case Builtin::Initial:
    case Builtin::Terminal:
      return true;
    default:
      return false;
  }
}

bool isFrozen(const ExprPool& pool, ExprId id) {
  for (Builtin f : {Builtin::Relation, Builtin::Pre, Builtin::Old, Builtin::Delay}) {
    if (pool.isBuiltin(id, f)) return true;
  }
  return false;
}

}  // namespace formola

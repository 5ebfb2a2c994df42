#include "expr/rewrite.h"

namespace formola {

bool isLeafBuiltin(Builtin f) {
  switch (f) {
    case Builtin::Der:
    case Builtin::Pre:
    case Builtin::Old:
    case Builtin::Edge:
    case Builtin::Change:
    case Builtin::Sample:
    case Builtin::Previous:
    case Builtin::Initial:
    case Builtin::Terminal:
    case Builtin::Reached:
    case Builtin::Passed:
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

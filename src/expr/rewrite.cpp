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
    case Builtin::Initial:
    case Builtin::Terminal:
      return true;
    default:
      return false;
  }
}

}  // namespace formola

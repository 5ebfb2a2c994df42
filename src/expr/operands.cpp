#include "expr/operands.h"

namespace formola {

ExprId calledBy(const ExprPool& pool, ExprId id) {
  for (;;) {
    switch (pool.kind(id)) {
      case ExprKind::Call:
        return id;
      case ExprKind::Index:
      case ExprKind::TupleElement:
      case ExprKind::Field:
        id = pool.child(id, 0);
        break;
      default:
        return {};
    }
  }
}

int transparentChild(const ExprPool& pool, ExprId id) {
  if (pool.kind(id) == ExprKind::Cast) return 0;
  if (pool.kind(id) != ExprKind::Builtin) return -1;
  switch (pool.builtinOf(id)) {
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::EnumOf:
    case Builtin::IntegerOfEnum:
      return 0;
    case Builtin::Smooth:
      return 1;
    default:
      return -1;
  }
}

bool isArrayAccess(const ExprPool& pool, ExprId id) {
  return pool.kind(id) == ExprKind::Index && pool.children(id).size() == 2 &&
         pool.kind(pool.child(id, 0)) == ExprKind::Array &&
         pool.types.isScalar(pool.type(pool.child(id, 1)));
}

void appendElements(const ExprPool& pool, ExprId argument, std::vector<ExprId>& elements) {
  std::vector<ExprId> stack{argument};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (pool.kind(id) != ExprKind::Array && pool.kind(id) != ExprKind::Record) {
      elements.push_back(id);
      continue;
    }
    std::span<const ExprId> children = pool.children(id);
    for (size_t i = children.size(); i-- > 0;) stack.push_back(children[i]);
  }
}

void scalarOperands(const ExprPool& pool, ExprId id, std::vector<ExprId>& operands) {
  operands.clear();
  if (operandsAreChildren(pool, id)) {
    std::span<const ExprId> children = pool.children(id);
    operands.assign(children.begin(), children.end());
    return;
  }
  if (ExprId call = calledBy(pool, id)) {
    for (ExprId argument : pool.children(call)) appendElements(pool, argument, operands);
    // subscripts of the result are part of what picks it
    for (ExprId at = id; at != call; at = pool.child(at, 0)) {
      std::span<const ExprId> children = pool.children(at);
      for (size_t i = 1; i < children.size(); ++i) operands.push_back(children[i]);
    }
    return;
  }
  if (isArrayAccess(pool, id)) {
    std::span<const ExprId> elements = pool.children(pool.child(id, 0));
    operands.assign(elements.begin(), elements.end());
    operands.push_back(pool.child(id, 1));
    return;
  }
  std::span<const ExprId> children = pool.children(id);
  operands.assign(children.begin(), children.end());
}

}  // namespace formola

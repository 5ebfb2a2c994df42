// Visiting and rewriting the expression DAG without recursion.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

// True for expressions that are unknown or known quantities of their own in equations: variables,
// time, and der, pre, old, edge, change, sample, initial, terminal with whatever stands in them.
// Literals aren't leaves in this sense.
bool isLeafBuiltin(Builtin f);
inline bool isLeafQuantity(const ExprPool& pool, ExprId id) {
  switch (pool.kind(id)) {
    case ExprKind::Variable:
    case ExprKind::Local:
    case ExprKind::Iterator:
    case ExprKind::Time:
      return true;
    case ExprKind::Builtin:
      return isLeafBuiltin(pool.builtinOf(id));
    default:
      return false;
  }
}

// True for a frozen relation and for values from before (pre, old, delay): the present values of
// the variables in them do not matter, so that replacing a variable leaves them alone.
bool isFrozen(const ExprPool& pool, ExprId id);

// The operands of Builtin::Transported: in0 and in1 are stored at accepted steps; their present
// values are used, but nothing is solved through them.
enum TransportOperand : size_t {
  kTransportProfile,
  kTransportEnd,
  kTransportIn0,
  kTransportIn1,
  kTransportX,
  kTransportPositive,
  kTransportTime,
  kTransportPoints,  // as many points, then as many values
};
inline bool isTransportInput(size_t operand) {
  return operand == kTransportIn0 || operand == kTransportIn1;
}

// Purpose:    calls visit(id) once for every expression reachable from the roots, children before
//             parents, operands from left to right.
// Requires:   `seen` (ExprSet, or SmallExprSet) marks what was visited already (clear it to start
// afresh; keep it to go on
//             with other roots). visit may construct expressions. descend(id) says whether to go
//             below id.
// Complexity: O(nodes + edges) reached.
template <typename Seen, typename Descend, typename Visit>
void forEachNode(const ExprPool& pool, std::span<const ExprId> roots, Seen& seen, Descend&& descend,
                 Visit&& visit) {
  struct Frame {
    ExprId id;
    bool leave;
  };
  std::vector<Frame> stack;
  stack.reserve(16);  // most expressions are small
  for (ExprId root : roots) {
    stack.push_back({root, false});
    while (!stack.empty()) {
      Frame frame = stack.back();
      stack.pop_back();
      if (frame.leave) {
        visit(frame.id);
        continue;
      }
      if (!seen.insert(frame.id)) continue;
      std::span<const ExprId> children = pool.children(frame.id);
      if (children.empty() || !descend(frame.id)) {
        visit(frame.id);
        continue;
      }
      stack.push_back({frame.id, true});
      // descend() may have constructed something: fetch the children again
      children = pool.children(frame.id);
      for (size_t i = children.size(); i-- > 0;) {
        if (!seen.has(children[i])) stack.push_back({children[i], false});
      }
    }
  }
}

template <typename Seen, typename Visit>
void forEachNode(const ExprPool& pool, std::span<const ExprId> roots, Seen& seen, Visit&& visit) {
  forEachNode(pool, roots, seen, [](ExprId) { return true; }, visit);
}

// True if found(id) holds for some expression reachable from root.
// Complexity: O(nodes + edges) reached.
template <typename Predicate>
bool anyNode(const ExprPool& pool, ExprId root, Predicate&& found) {
  SmallExprSet seen;
  bool any = false;
  const ExprId roots[1] = {root};
  forEachNode(
      pool, roots, seen, [&](ExprId) { return !any; }, [&](ExprId id) { any = any || found(id); });
  return any;
}

// Purpose:    bottom-up rewriting: memo(id) = rewrite(id, new children) for every expression
//             reachable from root that isn't in the memo yet; what is in the memo before (by
//             memo.set) is taken as it is, which is how replacements are put in. Returns the
//             memo's value of root.
// Complexity: O(nodes + edges) reached that aren't in the memo; keep the memo for many roots.
template <typename Rewrite>
ExprId mapExpr(const ExprPool& pool, ExprId root, ExprTable<ExprId>& memo, Rewrite&& rewrite) {
  struct Frame {
    ExprId id;
    bool leave;
  };
  if (memo.has(root)) return memo.at(root);
  std::vector<Frame> stack;
  std::vector<ExprId> children;
  stack.reserve(16);  // most expressions are small
  children.reserve(4);
  stack.push_back({root, false});
  while (!stack.empty()) {
    Frame frame = stack.back();
    stack.pop_back();
    if (memo.has(frame.id)) continue;
    std::span<const ExprId> own = pool.children(frame.id);
    if (!frame.leave && !own.empty()) {
      stack.push_back({frame.id, true});
      for (size_t i = own.size(); i-- > 0;) {
        if (!memo.has(own[i])) stack.push_back({own[i], false});
      }
      continue;
    }
    children.clear();
    for (ExprId child : own) children.push_back(memo.at(child));
    ExprId result = rewrite(frame.id, std::span<const ExprId>(children));
    memo.set(frame.id, result);
  }
  return memo.at(root);
}

}  // namespace formola

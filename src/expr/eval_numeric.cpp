#include "expr/eval_numeric.h"

#include <vector>

#include "expr/fold.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

// The element of an array expression that literal or computed subscripts pick; invalid if it isn't
// an Array.
ExprId pickElement(const ExprPool& pool, ExprId index, const ExprTable<double>& memo) {
  std::span<const ExprId> parts = pool.children(index);
  ExprId at = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) {
    if (pool.kind(at) != ExprKind::Array) return {};
    std::span<const ExprId> elements = pool.children(at);
    auto position = static_cast<int64_t>(memo.get(parts[i]));
    if (position < 1 || position > static_cast<int64_t>(elements.size())) return {};
    at = elements[static_cast<size_t>(position - 1)];
  }
  return at;
}

}  // namespace

double NumericEvaluator::operator()(ExprId root) {
  ExprTable<double>& memo = this->memo();
  if (memo.has(root)) return memo.at(root);
  struct Frame {
    ExprId id;
    bool leave;
  };
  std::vector<Frame> stack{{root, false}};
  std::vector<double> values;
  while (!stack.empty()) {
    Frame frame = stack.back();
    stack.pop_back();
    ExprId id = frame.id;
    if (memo.has(id)) continue;
    ExprKind kind = pool_.kind(id);
    if (kind == ExprKind::Integer || kind == ExprKind::Real) {
      memo.set(id, pool_.realValue(id));
      continue;
    }
    if (kind == ExprKind::Boolean || kind == ExprKind::Enum) {
      memo.set(id, pool_.payload(id));
      continue;
    }
    std::span<const ExprId> children = pool_.children(id);
    const bool relation = relationsAreLeaves_ && kind == ExprKind::Builtin &&
                          pool_.builtinOf(id) == Builtin::Relation;
    if (children.empty() || relation || isLeafQuantity(pool_, id) || kind == ExprKind::Call) {
      memo.set(id, leaf_(id));
      continue;
    }
    if (!frame.leave) {
      stack.push_back({id, true});
      for (ExprId child : children) stack.push_back({child, false});
      continue;
    }
    if (kind == ExprKind::Array) {
      memo.set(id, 0);  // has no value of its own; Index looks through it
      continue;
    }
    if (kind == ExprKind::Index) {
      ExprId element = pickElement(pool_, id, memo);
      memo.set(id, element.valid() ? memo.get(element) : leaf_(id));
      continue;
    }
    values.clear();
    for (ExprId child : children) values.push_back(memo.at(child));
    std::optional<double> value = kind == ExprKind::Builtin
                                      ? evaluateBuiltin(pool_.builtinOf(id), values)
                                      : evaluateOperator(kind, values);
    memo.set(id, value ? *value : leaf_(id));
  }
  return memo.at(root);
}

}  // namespace formola

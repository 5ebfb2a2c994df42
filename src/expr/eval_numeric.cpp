#include "expr/eval_numeric.h"

#include <algorithm>
#include <cmath>
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

bool isNaN(double x) {
  return std::isnan(x);
}

// What an operation on operands of which some have no value is, where NaN does not go through it by
// itself: a comparison with it is neither true nor false.
std::optional<double> withoutValue(const ExprPool& pool, ExprId id, std::span<const double> x) {
  if (std::none_of(x.begin(), x.end(), isNaN)) return std::nullopt;
  const auto either = [&](bool decisive) {
    return std::any_of(x.begin(), x.end(),
                       [&](double v) { return !isNaN(v) && (v != 0) == decisive; });
  };
  const double decided[2] = {0, 1};
  switch (const ExprKind kind = pool.kind(id)) {
    case ExprKind::And:
    case ExprKind::Or:
      return either(kind == ExprKind::Or) ? decided[kind == ExprKind::Or] : NAN;
    case ExprKind::If:
      if (!isNaN(x[0])) return std::nullopt;
      return x[1] == x[2] ? x[1] : NAN;
    case ExprKind::Not:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return NAN;
    default:
      break;
  }
  if (pool.kind(id) != ExprKind::Builtin) return std::nullopt;
  switch (pool.builtinOf(id)) {
    case Builtin::Sign:
    case Builtin::MinOf:
    case Builtin::MaxOf:
    case Builtin::SemiLinear:
      return NAN;
    default:
      return std::nullopt;
  }
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
    std::optional<double> value = withoutValue(pool_, id, values);
    if (!value) {
      value = kind == ExprKind::Builtin ? evaluateBuiltin(pool_.builtinOf(id), values)
                                        : evaluateOperator(kind, values);
    }
    memo.set(id, value ? *value : leaf_(id));
  }
  return memo.at(root);
}

}  // namespace formola

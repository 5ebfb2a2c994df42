#include "expr/differentiate.h"

#include <algorithm>

#include "expr/partial.h"
#include "expr/rewrite.h"
#include "expr/zero.h"

namespace formola {

bool Differentiator::needsNoOperands(ExprId id) const {
  const ExprPool& pool = build_.pool();
  if (pool.children(id).empty() || isLeafQuantity(pool, id)) return true;
  BaseType base = pool.base(id);
  return base == BaseType::Integer || base == BaseType::Boolean || base == BaseType::String ||
         base == BaseType::Enumeration;
}

// Conditions, subscripts and orders of smoothness have no derivatives.
bool Differentiator::isNeeded(ExprId id, size_t child) const {
  const ExprPool& pool = build_.pool();
  switch (pool.kind(id)) {
    case ExprKind::If:
      return child > 0;
    case ExprKind::Index:
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      return child == 0;
    case ExprKind::Call:
      return !rules_.needed || rules_.needed(id, child);
    case ExprKind::Builtin:
      switch (pool.builtinOf(id)) {
        case Builtin::Smooth:
          return child == 1;
        case Builtin::Fill:
          return child == 0;
        case Builtin::Cat:
        case Builtin::Promote:
          return pool.base(pool.child(id, child)) == BaseType::Real;
        case Builtin::Floor:
        case Builtin::Ceil:
        case Builtin::Div:
        case Builtin::FloorOfTime:
        case Builtin::EndOfFloor:
          return false;
        default:
          return true;
      }
    default:
      return true;
  }
}

Derivative Differentiator::operator()(ExprId root) {
  ExprPool& pool = build_.pool();
  stack_.assign(1, {root, false});
  while (!stack_.empty()) {
    Frame frame = stack_.back();
    stack_.pop_back();
    ExprId id = frame.id;
    if (memo_.has(id)) continue;
    if (isLeafQuantity(pool, id)) {
      BaseType base = pool.base(id);
      ExprId value =
          base == BaseType::Real || base == BaseType::Record ? rules_.leaf(id) : build_.zero();
      memo_.set(id, value);
      if (!value.valid()) failedAt_.set(id, id);
      continue;
    }
    if (needsNoOperands(id)) {
      memo_.set(id, build_.zero());
      continue;
    }
    if (const ExprId plain = withIntegerIterators(id); plain != id) {
      if (!frame.leave) {
        stack_.push_back({id, true});
        stack_.push_back({plain, false});
      } else {
        memo_.set(id, memo_.at(plain));
        if (!memo_.at(plain).valid()) failedAt_.set(id, failedAt_.get(plain));
      }
      continue;
    }
    size_t count = pool.children(id).size();
    if (!frame.leave) {
      stack_.push_back({id, true});
      for (size_t i = count; i-- > 0;) {
        ExprId child = pool.child(id, i);
        if (isNeeded(id, i) && !memo_.has(child)) stack_.push_back({child, false});
      }
      continue;
    }
    ExprId failed;
    for (size_t i = 0; i < count && !failed.valid(); ++i) {
      ExprId child = pool.child(id, i);
      if (isNeeded(id, i) && !memo_.at(child).valid()) failed = failedAt_.get(child);
    }
    ExprId value;
    // A function may do without the derivatives of some of its arguments (noDerivative).
    if (!failed.valid() || pool.kind(id) == ExprKind::Call) {
      value = combine(id);
      if (value.valid() && rules_.split) value = split(id, value);
      if (!value.valid() && !failed.valid()) failed = id;
    }
    memo_.set(id, value);
    if (!value.valid()) failedAt_.set(id, failed);
  }
  Derivative result;
  result.value = memo_.at(root);
  if (!result.value.valid()) result.failedAt = failedAt_.get(root);
  return result;
}

ExprId Differentiator::combine(ExprId id) {
  ExprPool& pool = build_.pool();
  size_t count = pool.children(id).size();
  bool zero = true;
  for (size_t i = 0; i < count && zero; ++i) {
    const ExprId d = derivativeOf(pool.child(id, i));
    zero = !isNeeded(id, i) || (d.valid() && build_.isZero(d));
  }
  if (zero) return build_.zero();
  switch (pool.kind(id)) {
    case ExprKind::Div: {
      ExprId a = derivativeOf(pool.child(id, 0));
      ExprId c = derivativeOf(pool.child(id, 1));
      if (build_.isZero(c) || build_.isZero(a)) break;
      return build_.div(build_.sub(a, build_.mul(id, c)), pool.child(id, 1));
    }
    case ExprKind::If: {
      ExprId a = derivativeOf(pool.child(id, 1));
      ExprId b = derivativeOf(pool.child(id, 2));
      if (pool.types.isScalar(pool.type(id)) && pool.base(id) != BaseType::Record) {
        return build_.ifThenElse(pool.child(id, 0), a, b);
      }
      if (build_.isZero(a)) a = zeroLike(build_, pool.child(id, 1));
      if (build_.isZero(b)) b = zeroLike(build_, pool.child(id, 2));
      return pool.ifThenElse(pool.type(id), pool.child(id, 0), a, b);
    }
    case ExprKind::Builtin:
      return combineBuiltin(id);
    case ExprKind::Reduction:
      if (static_cast<Builtin>(pool[id].payload) != Builtin::Sum) return {};
      return combineAggregate(id);
    case ExprKind::Comprehension:
    case ExprKind::Array:
    case ExprKind::Record:
    case ExprKind::Index:
    case ExprKind::Field:
    case ExprKind::TupleElement:
      return combineAggregate(id);
    case ExprKind::Call: {
      if (!rules_.call) return {};
      std::vector<ExprId> derivatives;
      for (ExprId child : pool.children(id)) derivatives.push_back(derivativeOf(child));
      return rules_.call(id, derivatives);
    }
    default:
      break;
  }
  if (pool.kind(id) == ExprKind::MatMul) return combineArray(id);
  if (!pool.types.isScalar(pool.type(id))) {
    const ExprId linear = combineArray(id);
    return linear.valid() ? linear : combineElementwise(id);
  }
  ExprId sum;
  for (size_t i = 0; i < count; ++i) {
    if (!isNeeded(id, i)) continue;
    ExprId d = derivativeOf(pool.child(id, i));
    if (build_.isZero(d)) continue;
    ExprId term = scaleByPartial(build_, id, i, d);
    if (!term.valid()) return {};
    sum = sum.valid() ? build_.add(sum, term) : term;
  }
  return sum;
}

ExprId Differentiator::combineBuiltin(ExprId id) {
  ExprPool& pool = build_.pool();
  TypeId type = pool.type(id);
  auto d = [&](size_t i) { return derivativeOf(pool.child(id, i)); };
  switch (pool.builtinOf(id)) {
    // Linear in their Real operands.
    case Builtin::Sum:
    case Builtin::Cat:
    case Builtin::Promote:
    case Builtin::Fill:
    case Builtin::Transpose:
    case Builtin::Vector:
    case Builtin::Matrix:
    case Builtin::Scalar:
    case Builtin::Diagonal:
    case Builtin::Symmetric:
    case Builtin::Skew:
      return combineAggregate(id);
    case Builtin::Cross:
    case Builtin::OuterProduct:
      return combineArray(id);
    case Builtin::Max:
    case Builtin::Min:
    case Builtin::Product:
      return combineFold(id);
    default:
      break;
  }
  if (!pool.types.isScalar(type)) return combineArrayBuiltin(id);
  switch (pool.builtinOf(id)) {
    case Builtin::NoEvent:
      return build_.call(Builtin::NoEvent, type, {d(0)});
    case Builtin::Homotopy:
      return build_.call(Builtin::Homotopy, type, {d(0), d(1)});
    case Builtin::Smooth: {
      // smooth(p, e): e is p times continuously differentiable (spec 3.6 §3.7), so e' is p - 1
      // times
      ExprId order = pool.child(id, 0);
      if (!pool.isNumber(order) || pool.realValue(order) < 1) return d(1);
      ExprId lower = build_.sub(order, pool.integer(1));
      return build_.call(Builtin::Smooth, type, {lower, d(1)});
    }
    case Builtin::MinOf:
    case Builtin::MaxOf: {
      bool isMin = pool.builtinOf(id) == Builtin::MinOf;
      ExprId first = build_.compare(isMin ? ExprKind::LessEqual : ExprKind::GreaterEqual,
                                    pool.child(id, 0), pool.child(id, 1));
      ExprId condition = build_.call(Builtin::NoEvent, pool.types.boolean(), {first});
      return build_.ifThenElse(condition, d(0), d(1));
    }
    default:
      break;
  }
  ExprId sum;
  for (size_t i = 0; i < pool.children(id).size(); ++i) {
    if (!isNeeded(id, i) || build_.isZero(d(i))) continue;
    ExprId term = scaleByPartial(build_, id, i, d(i));
    if (!term.valid()) return {};
    sum = sum.valid() ? build_.add(sum, term) : term;
  }
  return sum;
}

// The same selection or collection, of derivatives.
ExprId Differentiator::combineAggregate(ExprId id) {
  ExprPool& pool = build_.pool();
  const ExprNode node = pool[id];
  std::vector<ExprId> children(pool.children(id).begin(), pool.children(id).end());
  for (size_t i = 0; i < children.size(); ++i) {
    if (!isNeeded(id, i)) continue;
    ExprId d = derivativeOf(children[i]);
    children[i] = build_.isZero(d) ? zeroLike(build_, children[i]) : d;
  }
  return pool.make(node.kind, node.type, node.payload, children);
}

namespace {

// The call whose result or an element of it this is; invalid if it is none.
ExprId selectedCall(const ExprPool& pool, ExprId id) {
  while (pool.kind(id) == ExprKind::Field || pool.kind(id) == ExprKind::Index ||
         pool.kind(id) == ExprKind::TupleElement)
    id = pool.child(id, 0);
  return pool.kind(id) == ExprKind::Call ? id : ExprId();
}

constexpr size_t kMostLeaves = 3;
constexpr size_t kMostNodes = 200;

}  // namespace

// The leaf quantities with a derivative; false if they are many or no scalars, or if some
// derivative on the way is not linear in theirs.
bool Differentiator::leavesBelow(ExprId id, std::vector<ExprId>& leaves) const {
  const ExprPool& pool = build_.pool();
  std::vector<ExprId> seen{id};
  for (size_t at = 0; at < seen.size(); ++at) {
    const ExprId node = seen[at];
    if (isLeafQuantity(pool, node)) {
      if (!pool.types.isScalar(pool.type(node)) || leaves.size() == kMostLeaves) return false;
      leaves.push_back(node);
      continue;
    }
    if (pool.kind(node) == ExprKind::Call && memo_.has(node)) {
      const ExprId call = selectedCall(pool, derivativeOf(node));
      if (call.valid() && !rules_.split(call)) return false;
    }
    for (size_t i = 0; i < pool.children(node).size(); ++i) {
      const ExprId child = pool.child(node, i);
      if (!isNeeded(node, i) || !memo_.has(child)) continue;
      const ExprId d = derivativeOf(child);
      if (!d.valid() || build_.isZero(d)) continue;
      if (std::find(seen.begin(), seen.end(), child) != seen.end()) continue;
      if (seen.size() == kMostNodes) return false;
      seen.push_back(child);
    }
  }
  return true;
}

// f'(x, y, dx, dy), or an element of it, is linear in dx and dy: f'(x, y, 1, 0)*dx + f'(x, y, 0,
// 1)*dy. The factors are derivatives along one leaf quantity.
ExprId Differentiator::split(ExprId id, ExprId derivative) {
  ExprPool& pool = build_.pool();
  if (!pool.types.isScalar(pool.type(id)) || pool.base(id) != BaseType::Real) return derivative;
  const ExprId call = selectedCall(pool, derivative);
  std::vector<ExprId> leaves;
  if (!call.valid() || !rules_.split(call) || !leavesBelow(id, leaves)) return derivative;
  ExprId sum = build_.zero();
  for (ExprId leaf : leaves) {
    const ExprId one = build_.one(), zero = build_.zero();
    const Derivative factor =
        Differentiator(pool, {.leaf = [=](ExprId other) { return other == leaf ? one : zero; },
                              .call = rules_.call,
                              .needed = rules_.needed,
                              .split = {}})(id);
    if (!factor.ok()) return derivative;
    sum = build_.add(sum, build_.mul(factor.value, derivativeOf(leaf)));
  }
  return sum;
}

Derivative differentiate(ExprPool& pool, ExprId root, ExprId leaf) {
  ExprId zero = pool.real(0);
  ExprId one = pool.real(1);
  return Differentiator(pool, {.leaf = [=](ExprId id) { return id == leaf ? one : zero; },
                               .call = {},
                               .needed = {},
                               .split = {}})(root);
}

}  // namespace formola

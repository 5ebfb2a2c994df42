// Derivatives of operators, functions and loops over whole arrays, as functions have them.
#include <algorithm>

#include "expr/differentiate.h"
#include "expr/partial.h"
#include "expr/rewrite.h"
#include "expr/zero.h"

namespace formola {

namespace {

// array[i, j, ...]; a scalar is what it is.
ExprId elementOf(ExprPool& pool, ExprId array, std::span<const ExprId> subscripts) {
  if (pool.types.isScalar(pool.type(array))) return array;
  std::vector<ExprId> parts{array};
  parts.insert(parts.end(), subscripts.begin(), subscripts.end());
  return pool.make(ExprKind::Index, pool.types.scalarOf(pool.type(array)), 0,
                   std::span<const ExprId>(parts));
}

std::vector<Size> sizesOf(const ExprPool& pool, ExprId id) {
  const Type& type = pool.types[pool.type(id)];
  return {type.dims.begin(), type.dims.end()};
}

// 1:n, the places in a dimension (from 0) of an array.
ExprId placesIn(ExprPool& pool, ExprId array, size_t dimension) {
  const Size size[1] = {sizesOf(pool, array)[dimension]};
  const ExprId one = pool.integer(1);
  const ExprId last =
      size[0] != kUnknownSize
          ? pool.integer(size[0])
          : pool.builtin(Builtin::SizeOf, pool.types.integer(),
                         {array, pool.integer(static_cast<int64_t>(dimension) + 1)});
  const ExprId bounds[3] = {one, one, last};
  return pool.make(ExprKind::Range, pool.types.get(BaseType::Integer, 0, size), 0, bounds);
}

}  // namespace

// Operators that are linear in each operand.
ExprId Differentiator::combineArray(ExprId id) {
  ExprPool& pool = build_.pool();
  const ExprNode node = pool[id];
  std::vector<ExprId> operands(pool.children(id).begin(), pool.children(id).end());
  auto with = [&](size_t i, ExprId operand) {
    std::vector<ExprId> children = operands;
    children[i] = operand;
    return pool.make(node.kind, node.type, node.payload, children);
  };
  const ExprId a = derivativeOf(operands[0]);
  if (node.kind == ExprKind::Neg) return with(0, a);
  if (operands.size() != 2) return {};
  const ExprId b = derivativeOf(operands[1]);
  const bool noA = build_.isZero(a), noB = build_.isZero(b);
  auto isArray = [&](size_t i) { return !pool.types.isScalar(pool.type(operands[i])); };
  switch (node.kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
      if (!noA && !noB) return pool.make(node.kind, node.type, node.payload, {a, b});
      // A scalar operand is broadcast: alone it would not have the shape of the sum.
      if (!isArray(noA ? 1 : 0)) return {};
      if (noB) return a;
      return node.kind == ExprKind::Add ? b : pool.unary(ExprKind::Neg, node.type, b);
    case ExprKind::Div:
      return noB && !noA ? with(0, a) : ExprId();
    case ExprKind::Mul:
    case ExprKind::MatMul:
    case ExprKind::Builtin:  // products of vectors
      if (noA) return with(1, b);
      if (noB) return with(0, a);
      return pool.binary(ExprKind::Add, node.type, with(0, a), with(1, b));
    default:
      return {};
  }
}

// What is applied to each element is differentiated there: f(a, b) with a vector a and a number b
// is {f(a[i], b) for i in 1:n}.
ExprId Differentiator::combineElementwise(ExprId id) {
  ExprPool& pool = build_.pool();
  const ExprNode node = pool[id];
  const std::vector<ExprId> operands(pool.children(id).begin(), pool.children(id).end());
  const std::vector<Size> dims = sizesOf(pool, id);
  ExprId shaped;  // an operand of the shape of the result
  for (ExprId operand : operands) {
    const size_t rank = sizesOf(pool, operand).size();
    if (rank != 0 && rank != dims.size()) return {};
    if (rank != 0 && !shaped.valid()) shaped = operand;
  }
  if (!shaped.valid()) return {};
  std::vector<ExprId> iterators, elements;
  for (size_t d = 0; d < dims.size(); ++d)
    iterators.push_back(pool.iterator(pool.newIterator(), pool.types.integer()));
  for (ExprId operand : operands) elements.push_back(elementOf(pool, operand, iterators));
  const ExprId element = pool.make(node.kind, pool.types.scalarOf(node.type), node.payload,
                                   std::span<const ExprId>(elements));
  ExprId sum;
  for (size_t i = 0; i < operands.size(); ++i) {
    const ExprId d = derivativeOf(operands[i]);
    if (!isNeeded(id, i) || build_.isZero(d)) continue;
    const ExprId term = scaleByPartial(build_, element, i, elementOf(pool, d, iterators));
    if (!term.valid()) return {};
    sum = sum.valid() ? build_.add(sum, term) : term;
  }
  for (size_t d = dims.size(); d-- > 0;) {
    const ExprId children[3] = {sum, iterators[d], placesIn(pool, shaped, d)};
    const Size size[1] = {dims[d]};
    sum = pool.make(ExprKind::Comprehension, pool.types.prependDims(pool.type(sum), size), 0,
                    children);
  }
  return sum;
}

// Built-in functions whose result is an array: marks are kept, others are applied to each element.
ExprId Differentiator::combineArrayBuiltin(ExprId id) {
  ExprPool& pool = build_.pool();
  auto d = [&](size_t i) {
    const ExprId own = derivativeOf(pool.child(id, i));
    return build_.isZero(own) ? zeroLike(build_, pool.child(id, i)) : own;
  };
  switch (pool.builtinOf(id)) {
    case Builtin::NoEvent:
      return pool.builtin(Builtin::NoEvent, pool.type(id), {d(0)});
    case Builtin::Homotopy:
      return pool.builtin(Builtin::Homotopy, pool.type(id), {d(0), d(1)});
    case Builtin::Smooth: {
      const ExprId order = pool.child(id, 0);
      if (!pool.isNumber(order) || pool.realValue(order) < 1) return d(1);
      return pool.builtin(Builtin::Smooth, pool.type(id),
                          {build_.sub(order, pool.integer(1)), d(1)});
    }
    default:
      return combineElementwise(id);
  }
}

// max(v), min(v), product(v): element after element.
ExprId Differentiator::combineFold(ExprId id) {
  ExprPool& pool = build_.pool();
  if (pool.children(id).size() != 1) return {};
  const ExprId array = pool.child(id, 0), d = derivativeOf(array);
  const std::vector<Size> dims = sizesOf(pool, array);
  size_t count = dims.empty() ? 0 : 1;
  for (Size n : dims) count *= static_cast<size_t>(std::max(n, 0));  // none where it is not known
  constexpr size_t kMost = 100;
  if (count == 0 || count > kMost) return {};
  const Builtin which = pool.builtinOf(id);
  ExprId value, derivative;
  std::vector<int64_t> at(dims.size(), 1);
  for (size_t k = 0; k < count; ++k) {
    std::vector<ExprId> subscripts;
    for (int64_t i : at) subscripts.push_back(pool.integer(i));
    const ExprId x = elementOf(pool, array, subscripts), dx = elementOf(pool, d, subscripts);
    if (k == 0) {
      value = x;
      derivative = dx;
    } else if (which == Builtin::Product) {
      derivative = build_.add(build_.mul(derivative, x), build_.mul(value, dx));
      value = build_.mul(value, x);
    } else {
      const bool isMin = which == Builtin::Min;
      const ExprId first =
          build_.compare(isMin ? ExprKind::LessEqual : ExprKind::GreaterEqual, value, x);
      const ExprId condition = build_.call(Builtin::NoEvent, pool.types.boolean(), {first});
      derivative = build_.ifThenElse(condition, derivative, dx);
      value = build_.call(isMin ? Builtin::MinOf : Builtin::MaxOf, pool.type(x), {value, x});
    }
    for (size_t j = dims.size(); j-- > 0;) {
      if (++at[j] <= dims[j]) break;
      at[j] = 1;
    }
  }
  return derivative;
}

// {f(x) for x in v} as {f(v[i]) for i in 1:n}: elements of v have derivatives, an iterator has not.
ExprId Differentiator::withIntegerIterators(ExprId id) {
  ExprPool& pool = build_.pool();
  if (pool.kind(id) != ExprKind::Comprehension && pool.kind(id) != ExprKind::Reduction) return id;
  if (plain_.has(id)) return plain_.at(id);
  std::vector<ExprId> children(pool.children(id).begin(), pool.children(id).end());
  bool any = false;
  for (size_t k = 1; k + 1 < children.size(); k += 2) {
    if (pool.base(children[k]) != BaseType::Real) continue;
    any = true;
    IndexedLoop loop = indexedLoop(pool, children[k], children[k + 1]);
    children[0] = loop.apply(pool, children[0]);
    for (size_t j = k + 2; j < children.size(); j += 2) {
      if (j + 1 < children.size()) children[j + 1] = loop.apply(pool, children[j + 1]);
    }
    children[k] = loop.iterator;
    children[k + 1] = loop.places;
  }
  const ExprNode node = pool[id];
  const ExprId plain =
      any ? pool.make(node.kind, node.type, node.payload, std::span<const ExprId>(children)) : id;
  plain_.set(id, plain);
  return plain;
}

IndexedLoop indexedLoop(ExprPool& pool, ExprId iterator, ExprId values) {
  IndexedLoop loop;
  loop.from = iterator;
  loop.iterator = pool.iterator(pool.newIterator(), pool.types.integer());
  loop.places = placesIn(pool, values, 0);
  loop.element = elementOf(pool, values, {&loop.iterator, 1});
  return loop;
}

ExprId IndexedLoop::apply(ExprPool& pool, ExprId id) const {
  if (!id.valid()) return id;
  ExprTable<ExprId> memo;
  memo.set(from, element);
  return mapExpr(pool, id, memo, [&](ExprId node, std::span<const ExprId> children) {
    const ExprNode copy = pool[node];
    return children.empty() ? node : pool.make(copy.kind, copy.type, copy.payload, children);
  });
}

}  // namespace formola

// Values of loop iterators, array comprehensions and reductions. Specification 10.4, 11.2.
#include "sema/type_loops.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/constants.h"
#include "sema/declarations.h"
#include "sema/dims.h"
#include "sema/instances.h"
#include "sema/iterator_uses.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"

namespace formola {

// ---------------------------------------------------------------- loops

// Counts iterations that are unrolled; past the limit nothing is unrolled any more.
bool LoopTyper::tooManyIterations(int64_t more, SourceRange range, const Context& context) {
  if (iterations_ > limits_.iterations) return true;  // reported
  iterations_ += std::min(more, limits_.iterations + 1);
  if (iterations_ <= limits_.iterations) return false;
  report(diag::TooLarge, range, context, "the iterations of all loops of the model together",
         limits_.iterations, "check the ranges of its loops");
  return true;
}

// The range that one use of an iterator as a subscript asks for; invalid: what it indexes is not
// an array of this scope.
ExprId LoopTyper::rangeOfUse(const IteratorUse& use, Context& context) {
  const ast::Name& name = *use.name;
  const bool iterator =
      !name.global &&
      std::any_of(context.iterators.begin(), context.iterators.end(),
                  [&](const auto& known) { return known.first == name.parts[0].name; });
  if (iterator) return ExprId();
  Instance* at = lookup_.lookupSimple(name.parts[0].name, context.scope).instance;
  for (size_t p = 1; at && p <= use.part; ++p) {
    at = instances_.target(at);
    instances_.resolve(at);
    if (at->isArray)
      at = at->dims.empty() || at->dims[0] == 0 ? nullptr : instances_.element(at, 0);
    if (at) at = instances_.member(at, name.parts[p].name);
  }
  if (!at || !at->isComponent()) return ExprId();
  at = instances_.target(at);
  instances_.resolve(at);
  if (use.dimension >= at->dims.size()) return ExprId();
  const TypeId index = declarations_.indexType(at, use.dimension);
  if (pool_->types[index].base != BaseType::Integer) return values_.makeArray(valuesOfType(index));
  const Size n = at->dims[use.dimension];
  ExprId last;
  if (n != kUnknownSize) {
    last = pool_->integer(n);
  } else {
    std::vector<ast::NamePart> parts(name.parts.begin(),
                                     name.parts.begin() + static_cast<ptrdiff_t>(use.part) + 1);
    parts.back().subscripts = {};
    ast::Name array = name;
    array.parts = parts;
    last = values_.size(references_.typeReference(array, context), use.dimension);
  }
  const ExprId three[3] = {pool_->integer(1), pool_->integer(1), last};
  return pool_->make(ExprKind::Range, pool_->types.get(BaseType::Integer, 0, {&n, 1}), 0, three);
}

// "for i loop": the dimensions that i indexes give its range, all the same one (spec 11.2.2.1).
// Invalid after a report.
ExprId LoopTyper::deducedRange(const ast::ForIterator& iterator, const LoopBody& body,
                               Context& context) {
  ExprId range;
  const ast::Name* first = nullptr;
  for (const IteratorUse& use : findIteratorUses(iterator.name, body)) {
    const ExprId other = rangeOfUse(use, context);
    if (!other || other == range) continue;
    if (!range) {
      range = other;
      first = use.name;
      continue;
    }
    // Sizes that the caller of a function decides cannot be compared here.
    if (pool_->types[pool_->type(range)].dims[0] == kUnknownSize ||
        pool_->types[pool_->type(other)].dims[0] == kUnknownSize)
      continue;
    report(diag::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name))
        .note("this dimension differs ...", use.name->range)
        .note("... from this one", first->range);
    return ExprId();
  }
  if (!range)
    report(diag::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name));
  return range;
}

// The values of Boolean or of an enumeration, in order.
std::vector<ExprId> LoopTyper::valuesOfType(TypeId type) {
  if (pool_->types[type].base == BaseType::Boolean)
    return {pool_->boolean(false), pool_->boolean(true)};
  std::vector<ExprId> values;
  for (size_t i = 1; i <= pool_->types.enumOf(type).literals.size(); ++i)
    values.push_back(pool_->enumeration(type, static_cast<uint32_t>(i)));
  return values;
}

// The values of a type that is written as a range, "for e in E"; none if it is no such type.
std::optional<std::vector<ExprId>> LoopTyper::typeAsRange(const ast::Expr& in,
                                                          const Context& context) {
  const auto* reference = in.dynAs<ast::ReferenceExpr>();
  if (!reference) return std::nullopt;
  const Found first = lookup_.lookupSimple(reference->name.parts[0].name, context.scope);
  if (!first.instance || first.instance->isComponent()) return std::nullopt;
  Instance* found = lookup_.lookupRest(first.instance, reference->name, 1, context.scope, false);
  if (!found || found->isComponent()) return std::nullopt;
  const Layout& shape = *instances_.layout(found);
  if (shape.builtin != BaseType::Boolean && shape.builtin != BaseType::Enumeration)
    return std::nullopt;
  return valuesOfType(shape.builtin == BaseType::Boolean ? pool_->types.boolean() : shape.enumType);
}

std::optional<std::vector<ExprId>> LoopTyper::iterationValues(const ast::ForIterator& iterator,
                                                              Context& context,
                                                              const LoopBody& body) {
  std::vector<ExprId> values;
  if (iterator.in) {
    if (auto all = typeAsRange(*iterator.in, context)) return all;
  }
  ExprId range =
      iterator.in ? typer_.type(iterator.in, context) : deducedRange(iterator, body, context);
  if (!range || pool_->base(range) == BaseType::Error) return std::nullopt;
  const SourceRange written = iterator.in ? iterator.in->range : iterator.range;
  if (pool_->types[pool_->type(range)].dims.size() != 1) {
    report(diag::IteratorRangeNotVector, written, context, values_.showType(pool_->type(range)));
    return std::nullopt;
  }
  if (pool_->kind(range) == ExprKind::Range &&
      pool_->kind(pool_->child(range, 0)) == ExprKind::Integer &&
      pool_->kind(pool_->child(range, 1)) == ExprKind::Integer &&
      pool_->kind(pool_->child(range, 2)) == ExprKind::Integer) {
    int64_t a = pool_->integerValue(pool_->child(range, 0));
    int64_t s = pool_->integerValue(pool_->child(range, 1));
    int64_t b = pool_->integerValue(pool_->child(range, 2));
    if (s != 0) {
      double length =
          std::floor((static_cast<double>(b) - static_cast<double>(a)) / static_cast<double>(s)) +
          1;
      int64_t n = static_cast<int64_t>(
          std::clamp(length, 0.0, static_cast<double>(limits_.iterations) + 1));
      if (tooManyIterations(n, written, context)) return std::nullopt;
      for (int64_t i = 0; i < n; ++i) values.push_back(pool_->integer(a + i * s));
      return values;
    }
  }
  // a vector that changes during the simulation: its elements, one by one
  if (Size n = pool_->types[pool_->type(range)].dims[0];
      n != kUnknownSize && constants_.variability(range) > Variability::Parameter) {
    if (tooManyIterations(n, written, context)) return std::nullopt;
    for (Size i = 1; i <= n; ++i) {
      ExprId subscript = pool_->integer(i);
      values.push_back(values_.index(range, {&subscript, 1}));
    }
    return values;
  }
  std::optional<Value> value = constants_.evaluateNow(range, written, context);
  if (!value) return std::nullopt;
  int64_t count = pool_->types.count(value->type);
  if (tooManyIterations(count, written, context)) return std::nullopt;
  ExprId literal = toExpr(*value, *pool_);
  if (pool_->kind(literal) == ExprKind::Array) {
    values.assign(pool_->children(literal).begin(), pool_->children(literal).end());
  }
  return values;
}

// Inside a function sizes may depend on the arguments: the loop is kept.
ExprId LoopTyper::keepComprehension(const ast::ComprehensionExpr& expr, Context& context,
                                    std::optional<Builtin> reduction) {
  const size_t depth = context.iterators.size();
  std::vector<ExprId> pairs;
  std::vector<Size> dims;
  for (const ast::ForIterator& iterator : expr.iterators) {
    ExprId range = iterator.in ? typer_.type(iterator.in, context)
                               : deducedRange(iterator, {.expr = expr.body}, context);
    const bool wrong = !range || pool_->base(range) == BaseType::Error;
    if (wrong || pool_->types[pool_->type(range)].dims.size() != 1) {
      if (!wrong) {
        report(diag::IteratorRangeNotVector, iterator.range, context,
               values_.showType(pool_->type(range)));
      }
      context.iterators.resize(depth);
      return pool_->missing();
    }
    dims.insert(dims.begin(), pool_->types[pool_->type(range)].dims[0]);
    ExprId it = pool_->iterator(pool_->newIterator(), pool_->types.element(pool_->type(range), 1));
    pairs.push_back(it);
    pairs.push_back(range);
    context.iterators.emplace_back(iterator.name, it);
  }
  ExprId body = typer_.type(expr.body, context);
  context.iterators.resize(depth);
  if (pool_->base(body) == BaseType::Error) return pool_->missing();
  pairs.insert(pairs.begin(), body);
  if (reduction) {
    return pool_->make(ExprKind::Reduction, pool_->type(body), static_cast<uint32_t>(*reduction),
                       pairs);
  }
  TypeId type = pool_->types.prependDims(pool_->type(body), dims);
  return pool_->make(ExprKind::Comprehension, type, 0, pairs);
}

ExprId LoopTyper::typeComprehension(const ast::ComprehensionExpr& expr, Context& context,
                                    std::optional<Builtin> reduction) {
  if (context.function) return keepComprehension(expr, context, reduction);
  // elsewhere ranges are known: unroll
  std::vector<ExprId> flat;
  bool failed = false;
  // nested result: last iterator is the first dimension
  auto unroll = [&](auto&& self, size_t k) -> ExprId {
    // k counts from the last iterator (outermost dimension) to the first
    const ast::ForIterator& iterator = expr.iterators[k];
    auto values = iterationValues(iterator, context, {.expr = expr.body});
    if (!values) {
      failed = true;
      return pool_->missing();
    }
    std::vector<ExprId> elements;
    for (ExprId value : *values) {
      context.iterators.emplace_back(iterator.name, value);
      ExprId element = k == 0 ? typer_.type(expr.body, context) : self(self, k - 1);
      context.iterators.pop_back();
      if (failed || pool_->base(element) == BaseType::Error) {
        failed = true;
        return pool_->missing();
      }
      elements.push_back(element);
    }
    bool real = false;
    for (ExprId e : elements) real |= pool_->base(e) == BaseType::Real;
    if (real) {
      for (ExprId& e : elements) e = values_.castTo(e, BaseType::Real);
    }
    if (reduction && k == 0) flat.insert(flat.end(), elements.begin(), elements.end());
    if (elements.empty()) {
      // the type of the body is needed although it is never evaluated
      Diagnostics::Mute mute(diagnostics_);
      context.iterators.emplace_back(iterator.name, pool_->integer(1));
      ExprId probe = k == 0 ? typer_.type(expr.body, context) : self(self, k - 1);
      context.iterators.pop_back();
      failed = false;
      Size zero = 0;
      TypeId t = pool_->base(probe) == BaseType::Error ? pool_->types.real() : pool_->type(probe);
      return pool_->make(ExprKind::Array, pool_->types.prependDims(t, {&zero, 1}), 0,
                         std::span<const ExprId>());
    }
    return values_.makeArray(elements);
  };
  if (reduction) {
    // every iterator contributes; collect the innermost values only
    flat.clear();
    ExprId all = unroll(unroll, expr.iterators.size() - 1);
    if (failed) return pool_->missing();
    TypeId scalar = pool_->types.element(pool_->type(all), expr.iterators.size());
    if (!pool_->types.isScalar(scalar)) {
      // the sum of arrays is taken element by element (spec 10.3.4.1); the other reductions need
      // scalars
      if (*reduction != Builtin::Sum || flat.empty()) {
        report(diag::ArgumentType, expr.body->range, context, 1, formola::name(*reduction),
               "a scalar", values_.showType(scalar));
        return pool_->missing();
      }
      ExprId total = flat[0];
      for (size_t i = 1; i < flat.size(); ++i)
        total = pool_->binary(ExprKind::Add, scalar, total, flat[i]);
      return total;
    }
    return pool_->builtin(*reduction, scalar, {&all, 1});
  }
  return unroll(unroll, expr.iterators.size() - 1);
}

}  // namespace formola

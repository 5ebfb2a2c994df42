// Values of loop iterators, array comprehensions and reductions. Specification 10.4, 11.2.
#include <algorithm>

#include "sema/dims.h"
#include "sema/sema.h"

namespace formola {

// ---------------------------------------------------------------- loops

namespace {

// The name parts that use an iterator as a subscript: x[..., i, ...].
struct IteratorUse {
  const ast::Name* name;
  size_t part;
  size_t dimension;
};

void findUse(const ast::Expr* expr, Symbol iterator, std::optional<IteratorUse>& use);

void findUseInName(const ast::Name& name, Symbol iterator, std::optional<IteratorUse>& use) {
  for (size_t p = 0; p < name.parts.size() && !use; ++p) {
    for (size_t d = 0; d < name.parts[p].subscripts.size() && !use; ++d) {
      const ast::Expr* s = name.parts[p].subscripts[d];
      const auto* ref = s->dynAs<ast::ReferenceExpr>();
      if (ref && ref->name.parts.size() == 1 && ref->name.parts[0].name == iterator &&
          ref->name.parts[0].subscripts.empty()) {
        use = IteratorUse{&name, p, d};
      } else {
        findUse(s, iterator, use);
      }
    }
  }
}

void findUse(const ast::Expr* expr, Symbol iterator, std::optional<IteratorUse>& use) {
  if (!expr || use) return;
  switch (expr->kind) {
    case ast::ExprKind::Reference:
      findUseInName(expr->as<ast::ReferenceExpr>().name, iterator, use);
      break;
    case ast::ExprKind::Call:
      for (const ast::Expr* a : expr->as<ast::CallExpr>().arguments) findUse(a, iterator, use);
      break;
    case ast::ExprKind::Unary:
      findUse(expr->as<ast::UnaryExpr>().operand, iterator, use);
      break;
    case ast::ExprKind::Binary:
      findUse(expr->as<ast::BinaryExpr>().left, iterator, use);
      findUse(expr->as<ast::BinaryExpr>().right, iterator, use);
      break;
    case ast::ExprKind::If:
      for (const auto& b : expr->as<ast::IfExpr>().branches) findUse(b.value, iterator, use);
      findUse(expr->as<ast::IfExpr>().otherwise, iterator, use);
      break;
    case ast::ExprKind::Array:
      for (const ast::Expr* e : expr->as<ast::ArrayExpr>().elements) findUse(e, iterator, use);
      break;
    case ast::ExprKind::Comprehension:
      findUse(expr->as<ast::ComprehensionExpr>().body, iterator, use);
      break;
    default:
      break;
  }
}

}  // namespace

// Counts iterations that are unrolled; past the limit nothing is unrolled any more.
bool Sema::tooManyIterations(int64_t more, SourceRange range, const Context& context) {
  if (iterations_ > limits.iterations) return true;  // reported
  iterations_ += std::min(more, limits.iterations + 1);
  if (iterations_ <= limits.iterations) return false;
  report(DiagCode::TooLarge, range, context, "the iterations of all loops of the model together",
         limits.iterations, "check the ranges of its loops");
  return true;
}

std::optional<std::vector<ExprId>> Sema::iterationValues(
    const ast::ForIterator& iterator, Context& context,
    std::span<const ast::Equation* const> body) {
  std::vector<ExprId> values;
  if (!iterator.in) {
    // "for i loop": the size of an array dimension that i indexes (spec 11.2.2.1)
    std::optional<IteratorUse> use;
    for (const ast::Equation* equation : body) {
      if (equation->kind == ast::EquationKind::Equality) {
        findUse(equation->as<ast::EqualityEquation>().left, iterator.name, use);
        findUse(equation->as<ast::EqualityEquation>().right, iterator.name, use);
      } else if (equation->kind == ast::EquationKind::Connect) {
        findUseInName(equation->as<ast::ConnectEquation>().left, iterator.name, use);
        if (!use) findUseInName(equation->as<ast::ConnectEquation>().right, iterator.name, use);
      }
      if (use) break;
    }
    Size n = kUnknownSize;
    if (use) {
      Found found = lookupSimple(use->name->parts[0].name, context.scope);
      Instance* at = found.instance;
      for (size_t p = 1; at && p <= use->part; ++p) {
        at = target(at);
        if (at->isArray) at = at->dims.empty() || at->dims[0] == 0 ? nullptr : element(at, 0);
        if (at) at = member(at, use->name->parts[p].name);
      }
      if (at && at->isComponent()) {
        resolve(at);
        if (use->dimension < at->dims.size()) n = at->dims[use->dimension];
      }
    }
    if (n == kUnknownSize) {
      report(DiagCode::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name),
             names_.text(iterator.name));
      return std::nullopt;
    }
    if (tooManyIterations(n, iterator.range, context)) return std::nullopt;
    for (Size i = 1; i <= n; ++i) values.push_back(pool_->integer(i));
    return values;
  }
  // a type as a range: for e in E
  if (const auto* ref = iterator.in->dynAs<ast::ReferenceExpr>()) {
    Found first = lookupSimple(ref->name.parts[0].name, context.scope);
    if (first.instance && !first.instance->isComponent()) {
      Instance* found = lookupRest(first.instance, ref->name, 1, false);
      if (found && !found->isComponent()) {
        Layout* shape = layout(found);
        if (shape->builtin == BaseType::Boolean) {
          return std::vector<ExprId>{pool_->boolean(false), pool_->boolean(true)};
        }
        if (shape->builtin == BaseType::Enumeration) {
          size_t n = pool_->types.enumOf(shape->enumType).literals.size();
          for (size_t i = 1; i <= n; ++i)
            values.push_back(pool_->enumeration(shape->enumType, static_cast<uint32_t>(i)));
          return values;
        }
      }
    }
  }
  ExprId range = type(iterator.in, context);
  if (pool_->base(range) == BaseType::Error) return std::nullopt;
  if (pool_->types[pool_->type(range)].dims.size() != 1) {
    report(DiagCode::IteratorRangeNotVector, iterator.in->range, context,
           showType(pool_->type(range)));
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
      int64_t n =
          static_cast<int64_t>(std::clamp(length, 0.0, static_cast<double>(limits.iterations) + 1));
      if (tooManyIterations(n, iterator.in->range, context)) return std::nullopt;
      for (int64_t i = 0; i < n; ++i) values.push_back(pool_->integer(a + i * s));
      return values;
    }
  }
  // a vector that changes during the simulation: its elements, one by one
  if (Size n = pool_->types[pool_->type(range)].dims[0];
      n != kUnknownSize && variability(range) > Variability::Parameter) {
    if (tooManyIterations(n, iterator.in->range, context)) return std::nullopt;
    for (Size i = 1; i <= n; ++i) {
      ExprId subscript = pool_->integer(i);
      values.push_back(index(range, {&subscript, 1}));
    }
    return values;
  }
  std::optional<Value> value = evaluateNow(range, iterator.in->range, context);
  if (!value) return std::nullopt;
  int64_t count = pool_->types.count(value->type);
  if (tooManyIterations(count, iterator.in->range, context)) return std::nullopt;
  ExprId literal = toExpr(*value, *pool_);
  if (pool_->kind(literal) == ExprKind::Array) {
    values.assign(pool_->children(literal).begin(), pool_->children(literal).end());
  }
  return values;
}

ExprId Sema::typeComprehension(const ast::ComprehensionExpr& expr, Context& context,
                               std::optional<Builtin> reduction) {
  size_t depth = context.iterators.size();
  if (context.function) {
    // inside a function sizes may depend on the arguments: keep the loop
    std::vector<ExprId> pairs;
    std::vector<Size> dims;
    for (const ast::ForIterator& iterator : expr.iterators) {
      ExprId range;
      if (iterator.in) {
        range = type(iterator.in, context);
      } else {
        std::optional<IteratorUse> use;
        findUse(expr.body, iterator.name, use);
        if (use) {
          ast::Name prefix = *use->name;
          prefix.parts = prefix.parts.subspan(0, use->part + 1);
          std::vector<ast::NamePart> parts(prefix.parts.begin(), prefix.parts.end());
          parts.back().subscripts = {};
          prefix.parts = parts;
          ExprId array = typeReference(prefix, context);
          ExprId three[3] = {pool_->integer(1), pool_->integer(1), size(array, use->dimension)};
          Size n = pool_->kind(three[2]) == ExprKind::Integer
                       ? static_cast<Size>(pool_->integerValue(three[2]))
                       : kUnknownSize;
          range = pool_->make(ExprKind::Range, pool_->types.get(BaseType::Integer, 0, {&n, 1}), 0,
                              three);
        }
      }
      if (!range || pool_->base(range) == BaseType::Error ||
          pool_->types[pool_->type(range)].dims.size() != 1) {
        if (!range || pool_->base(range) != BaseType::Error) {
          report(DiagCode::IteratorRangeUnknown, iterator.range, context,
                 names_.text(iterator.name), names_.text(iterator.name));
        }
        context.iterators.resize(depth);
        return pool_->missing();
      }
      dims.insert(dims.begin(), pool_->types[pool_->type(range)].dims[0]);
      ExprId it =
          pool_->iterator(pool_->newIterator(), pool_->types.element(pool_->type(range), 1));
      pairs.push_back(it);
      pairs.push_back(range);
      context.iterators.emplace_back(iterator.name, it);
    }
    ExprId body = type(expr.body, context);
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

  // elsewhere ranges are known: unroll
  std::vector<ExprId> flat;
  bool failed = false;
  // nested result: last iterator is the first dimension
  auto unroll = [&](auto&& self, size_t k) -> ExprId {
    // k counts from the last iterator (outermost dimension) to the first
    const ast::ForIterator& iterator = expr.iterators[k];
    std::optional<std::vector<ExprId>> values;
    if (!iterator.in) {
      std::optional<IteratorUse> use;
      findUse(expr.body, iterator.name, use);
      if (use) {
        ast::EqualityEquation equation{};
        equation.kind = ast::EquationKind::Equality;
        equation.left = equation.right = expr.body;
        const ast::Equation* one = &equation;
        values = iterationValues(iterator, context, {&one, 1});
      } else {
        report(DiagCode::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name),
               names_.text(iterator.name));
      }
    } else {
      values = iterationValues(iterator, context, {});
    }
    if (!values) {
      failed = true;
      return pool_->missing();
    }
    std::vector<ExprId> elements;
    for (ExprId value : *values) {
      context.iterators.emplace_back(iterator.name, value);
      ExprId element = k == 0 ? type(expr.body, context) : self(self, k - 1);
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
      for (ExprId& e : elements) e = castTo(e, BaseType::Real);
    }
    if (reduction && k == 0) flat.insert(flat.end(), elements.begin(), elements.end());
    if (elements.empty()) {
      // the type of the body is needed although it is never evaluated
      Diagnostics::Mute mute(diagnostics_);
      context.iterators.emplace_back(iterator.name, pool_->integer(1));
      ExprId probe = k == 0 ? type(expr.body, context) : self(self, k - 1);
      context.iterators.pop_back();
      failed = false;
      Size zero = 0;
      TypeId t = pool_->base(probe) == BaseType::Error ? pool_->types.real() : pool_->type(probe);
      return pool_->make(ExprKind::Array, pool_->types.prependDims(t, {&zero, 1}), 0,
                         std::span<const ExprId>());
    }
    return makeArray(elements);
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
        report(DiagCode::ArgumentType, expr.body->range, context, 1, formola::name(*reduction),
               "a scalar", showType(scalar));
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

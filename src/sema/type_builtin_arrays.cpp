// Built-ins on arrays. Specification 10.3.
#include <fmt/format.h>

#include <cmath>

#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "expr/elementary.h"
#include "expr/fold.h"
#include "sema/array_values.h"
#include "sema/builtin_typer.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/overloaded_operators.h"

namespace formola {

ExprId BuiltinTyper::sumProduct() {
  if (!count(1, 1)) return pool_->missing();
  if (pool_->base(a_[0]) == BaseType::Record && pool_->kind(a_[0]) == ExprKind::Array &&
      !pool_->children(a_[0]).empty()) {
    std::vector<ExprId> elements(pool_->children(a_[0]).begin(), pool_->children(a_[0]).end());
    ExprId total = elements[0];
    for (size_t i = 1; i < elements.size(); ++i) {
      total = owner_.operators_.overloaded(builtin_ == Builtin::Sum ? "'+'" : "'*'",
                                           {total, elements[i]}, expr_.range, context_);
    }
    return total;
  }
  if (!numeric(0)) return wrong(0, "an array of numbers");
  return pool_->builtin(builtin_, types_.scalarOf(pool_->type(a_[0])), a_);
}

ExprId BuiltinTyper::sizes() {
  if (!count(1, 2)) return pool_->missing();
  std::vector<Size> dims = dimsOf(a_[0]);
  if (a_.size() == 2) {
    if (pool_->kind(a_[1]) != ExprKind::Integer && !context_.function) {
      auto value = owner_.constants_.evaluateInteger(a_[1], expr_.arguments[1]->range, context_);
      if (!value) return pool_->missing();
      a_[1] = pool_->integer(*value);
    }
    if (pool_->kind(a_[1]) == ExprKind::Integer) {
      int64_t d = pool_->integerValue(a_[1]);
      if (d < 1 || d > static_cast<int64_t>(dims.size())) {
        owner_.report(diag::NoSuchDimension, expr_.arguments[1]->range, context_, d,
                      owner_.values_.showType(pool_->type(a_[0])));
        return pool_->missing();
      }
      return owner_.values_.size(a_[0], static_cast<size_t>(d - 1));
    }
    return pool_->builtin(builtin_, types_.integer(), a_);
  }
  std::vector<ExprId> all;
  for (size_t d = 0; d < dims.size(); ++d) all.push_back(owner_.values_.size(a_[0], d));
  if (all.empty()) {
    Size zero = 0;
    return pool_->make(ExprKind::Array, types_.get(BaseType::Integer, 0, {&zero, 1}), 0,
                       std::span<const ExprId>());
  }
  return owner_.values_.makeArray(all);
}

ExprId BuiltinTyper::ndims() {
  if (!count(1, 1)) return pool_->missing();
  return pool_->integer(static_cast<int64_t>(dimsOf(a_[0]).size()));
}

ExprId BuiltinTyper::scalar() {
  if (!count(1, 1)) return pool_->missing();
  for (Size d : dimsOf(a_[0]))
    if (d != 1 && d != kUnknownSize) return wrong(0, "an array of a single element");
  return pool_->builtin(builtin_, types_.scalarOf(pool_->type(a_[0])), a_);
}

ExprId BuiltinTyper::vector() {
  if (!count(1, 1)) return pool_->missing();
  std::vector<Size> dims = dimsOf(a_[0]);
  if (dims.size() == 1) return a_[0];
  if (dims.empty()) return owner_.values_.makeArray(a_);
  Size n = 1;
  for (Size d : dims) n = d == kUnknownSize || n == kUnknownSize ? kUnknownSize : n * d;
  return pool_->builtin(builtin_, types_.withDims(pool_->type(a_[0]), {&n, 1}), a_);
}

ExprId BuiltinTyper::matrix() {
  if (!count(1, 1)) return pool_->missing();
  std::vector<Size> dims = dimsOf(a_[0]);
  if (dims.size() == 2) return a_[0];
  if (dims.size() < 2) return owner_.values_.promote(a_[0], 2);
  dims.resize(2);
  return pool_->builtin(builtin_, types_.withDims(pool_->type(a_[0]), dims), a_);
}

ExprId BuiltinTyper::identity() {
  if (!count(1, 1)) return pool_->missing();
  Size n = integerArgument(0);
  if (n == kNoInteger) return wrong(0, "an Integer");
  if (n == kReported) return pool_->missing();
  Size dims[2] = {n, n};
  return pool_->builtin(builtin_, types_.get(BaseType::Integer, 0, dims), a_);
}

ExprId BuiltinTyper::diagonal() {
  if (!count(1, 1)) return pool_->missing();
  std::vector<Size> dims = dimsOf(a_[0]);
  if (dims.size() != 1) return wrong(0, "a vector");
  Size both[2] = {dims[0], dims[0]};
  return pool_->builtin(builtin_, types_.withDims(pool_->type(a_[0]), both), a_);
}

ExprId BuiltinTyper::filled() {
  size_t firstSize = rule_ == BuiltinRule::Fill ? 1 : 0;
  if (a_.size() < firstSize + (rule_ == BuiltinRule::Fill ? 0 : 1)) {
    count(firstSize + 1, 16);
    return pool_->missing();
  }
  std::vector<Size> dims;
  for (size_t i = firstSize; i < a_.size(); ++i) {
    Size n = integerArgument(i);
    if (n == kNoInteger) return wrong(i, "an Integer");
    if (n == kReported) return pool_->missing();
    dims.push_back(n);
  }
  if (rule_ == BuiltinRule::Fill) {
    TypeId t = types_.prependDims(pool_->type(a_[0]), dims);
    if (pool_->base(a_[0]) == BaseType::Record && dims.size() == 1 && dims[0] >= 0) {
      std::vector<ExprId> copies(static_cast<size_t>(dims[0]), a_[0]);
      return pool_->make(ExprKind::Array, t, 0, copies);
    }
    return pool_->builtin(builtin_, t, a_);
  }
  return pool_->builtin(builtin_, types_.get(BaseType::Integer, 0, dims), a_);
}

ExprId BuiltinTyper::linspace() {
  if (!count(3, 3)) return pool_->missing();
  real(0);
  real(1);
  Size n = integerArgument(2);
  if (n == kNoInteger) return wrong(2, "an Integer");
  if (n == kReported) return pool_->missing();
  if (n == 0 || n == 1) {
    owner_.report(diag::ArgumentType, expr_.arguments[2]->range, context_, 3, name_, "at least 2",
                  n);
    return pool_->missing();
  }
  return pool_->builtin(builtin_, types_.get(BaseType::Real, 0, {&n, 1}), a_);
}

ExprId BuiltinTyper::outerProduct() {
  if (!count(2, 2)) return pool_->missing();
  if (pool_->base(a_[0]) != pool_->base(a_[1])) {
    real(0);
    real(1);
  }
  std::vector<Size> d0 = dimsOf(a_[0]), d1 = dimsOf(a_[1]);
  if (d0.size() != 1) return wrong(0, "a vector");
  if (d1.size() != 1) return wrong(1, "a vector");
  Size dims[2] = {d0[0], d1[0]};
  return pool_->builtin(builtin_, types_.withDims(pool_->type(a_[0]), dims), a_);
}

ExprId BuiltinTyper::symmetric() {
  if (!count(1, 1)) return pool_->missing();
  if (dimsOf(a_[0]).size() != 2) return wrong(0, "a matrix");
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::crossOrSkew() {
  if (!count(rule_ == BuiltinRule::Cross ? 2 : 1, rule_ == BuiltinRule::Cross ? 2 : 1))
    return pool_->missing();
  for (size_t i = 0; i < a_.size(); ++i) {
    std::vector<Size> d = dimsOf(a_[i]);
    if (!numeric(i) || d.size() != 1 || (d[0] != 3 && d[0] != kUnknownSize))
      return wrong(i, "a vector of size 3");
    real(i);
  }
  Size dims[2] = {3, 3};
  return pool_->builtin(
      builtin_,
      types_.get(BaseType::Real, 0,
                 std::span<const Size>(dims, rule_ == BuiltinRule::Cross ? 1 : 2)),
      a_);
}

ExprId BuiltinTyper::transpose() {
  if (!count(1, 1)) return pool_->missing();
  std::vector<Size> dims = dimsOf(a_[0]);
  if (dims.size() < 2) return wrong(0, "a matrix");
  std::swap(dims[0], dims[1]);
  return pool_->builtin(builtin_, types_.withDims(pool_->type(a_[0]), dims), a_);
}

ExprId BuiltinTyper::cat() {
  if (a_.size() < 2) {
    count(2, 64);
    return pool_->missing();
  }
  auto dimension = owner_.constants_.evaluateInteger(a_[0], expr_.arguments[0]->range, context_);
  if (!dimension || *dimension < 1) return wrong(0, "a positive Integer");
  return owner_.values_.concatenate(static_cast<size_t>(*dimension - 1), {a_.begin() + 1, a_.end()},
                                    expr_.range, context_);
}

}  // namespace formola

// Operators of derivatives, events, delays and streams. Specification 3.7.4, 3.7.5, 15.2.
#include <fmt/format.h>

#include <cmath>

#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "expr/elementary.h"
#include "expr/fold.h"
#include "sema/array_values.h"
#include "sema/builtin_typer.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/type_expr.h"

namespace formola {

ExprId BuiltinTyper::derivative() {
  if (!count(1, 1)) return pool_->missing();
  if (pool_->base(a_[0]) == BaseType::Record) {
    // a record of Reals (Complex) is differentiated field by field
    if (pool_->kind(a_[0]) == ExprKind::Record) {
      std::vector<ExprId> fields(pool_->children(a_[0]).begin(), pool_->children(a_[0]).end());
      for (ExprId& f : fields) f = pool_->builtin(builtin_, pool_->type(f), {&f, 1});
      return pool_->make(ExprKind::Record, pool_->type(a_[0]), 0, fields);
    }
    return wrong(0, "a continuous Real");
  }
  if (pool_->base(a_[0]) != BaseType::Real) return wrong(0, "a continuous Real");
  if (owner_.constants_.variability(a_[0]) == Variability::Discrete) {
    owner_.report(diag::ArgumentType, expr_.arguments[0]->range, context_, 1, name_,
                  "a continuous Real", "a value that changes only at events");
    return pool_->missing();
  }
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::preLike() {
  return owner_.values_.forEachElement(
      a_[0], [&](ExprId e) { return pool_->builtin(builtin_, pool_->type(e), {&e, 1}); });
}

ExprId BuiltinTyper::edgeLike() {
  if (builtin_ == Builtin::Edge && pool_->base(a_[0]) != BaseType::Boolean)
    return wrong(0, "a Boolean");
  return owner_.values_.forEachElement(a_[0], [&](ExprId e) {
    return pool_->builtin(builtin_, types_.withDims(types_.boolean(), dimsOf(e)), {&e, 1});
  });
}

ExprId BuiltinTyper::noArguments() {
  if (!count(0, 0)) return pool_->missing();
  return pool_->builtin(builtin_, types_.boolean(), a_);
}

ExprId BuiltinTyper::sampled() {
  if (!count(2, 2)) return pool_->missing();
  for (size_t i = 0; i < 2; ++i) {
    if (!numeric(i)) return wrong(i, "a number");
    if (varies(i)) return pool_->missing();
    real(i);
  }
  return pool_->builtin(builtin_, types_.boolean(), a_);
}

ExprId BuiltinTyper::passThrough() {
  if (!count(1, 1)) return pool_->missing();
  if (builtin_ == Builtin::Residue && !owner_.namesUnknown(a_[0])) {
    owner_.report(diag::ResidueArgument, expr_.arguments[0]->range, context_);
    return pool_->missing();
  }
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::smooth() {
  if (!count(2, 2)) return pool_->missing();
  if (pool_->base(a_[0]) != BaseType::Integer) return wrong(0, "an Integer");
  if (varies(0)) return pool_->missing();
  return pool_->builtin(builtin_, pool_->type(a_[1]), a_);
}

ExprId BuiltinTyper::homotopy() {
  std::vector<ExprId> both = a_;
  both.resize(2);
  for (const ast::NamedArgument& argument : expr_.named) {
    std::string_view key = owner_.names_.text(argument.name);
    ExprId value = owner_.typer_.type(argument.value, context_);
    if (pool_->base(value) == BaseType::Error) return value;
    if (key == "actual")
      both[0] = value;
    else if (key == "simplified")
      both[1] = value;
  }
  if (!both[0].valid() || !both[1].valid()) {
    owner_.reportCount(name_, 2, 2, expr_, context_);
    return pool_->missing();
  }
  if (!owner_.values_.unify(both[0], both[1], expr_.range, context_, "the arguments of homotopy"))
    return pool_->missing();
  return pool_->builtin(builtin_, pool_->type(both[0]), both);
}

ExprId BuiltinTyper::semiLinear() {
  if (!count(3, 3)) return pool_->missing();
  for (size_t i = 0; i < 3; ++i) {
    if (!numeric(i)) return wrong(i, "a number");
    real(i);
  }
  // elementwise on vectors (spec 3.7.4.4 with 12.4.6)
  std::vector<Size> dims = dimsOf(a_[1]);
  if (dims.empty()) dims = dimsOf(a_[2]);
  if (dims.empty()) return pool_->builtin(builtin_, types_.real(), a_);
  if (dims.size() != 1 || dims[0] == kUnknownSize)
    return wrong(1, "a scalar or a vector of known size");
  std::vector<ExprId> elements;
  for (Size i = 1; i <= dims[0]; ++i) {
    ExprId subscript = pool_->integer(i);
    std::vector<ExprId> one = a_;
    for (ExprId& e : one) {
      if (!types_.isScalar(pool_->type(e))) e = owner_.values_.index(e, {&subscript, 1});
    }
    elements.push_back(pool_->builtin(builtin_, types_.real(), one));
  }
  return pool_->make(ExprKind::Array, types_.get(BaseType::Real, 0, dims), 0,
                     std::span<const ExprId>(elements));
}

ExprId BuiltinTyper::delayed() {
  if (!count(2, 3)) return pool_->missing();
  for (size_t i = 0; i < a_.size(); ++i) {
    if (!numeric(i)) return wrong(i, "a number");
    real(i);
  }
  // spec 3.7.4.1: a delay time that changes needs a limit
  if (varies(a_.size() - 1)) return pool_->missing();
  const std::optional<double> delay = owner_.constants_.constantNumber(a_[1], context_);
  const std::optional<double> most = owner_.constants_.constantNumber(a_.back(), context_);
  if ((delay && *delay < 0) || (delay && most && *delay > *most)) {
    owner_.report(diag::OutsideDomain, expr_.arguments[1]->range, context_, name_,
                  fmt::format("a delay time of {}", *delay),
                  a_.size() == 3 && most
                      ? fmt::format("between 0 and {}, the largest delay time", *most)
                      : "zero or positive");
    return pool_->missing();
  }
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::stream() {
  if (!count(1, 1)) return pool_->missing();
  // elements of an array are of one declaration
  ExprId e = a_[0];
  while (pool_->kind(e) != ExprKind::Variable && !pool_->children(e).empty())
    e = pool_->child(e, 0);
  const bool variable = pool_->kind(e) == ExprKind::Variable && pool_->variableOf(e).valid();
  const bool nothing = pool_->kind(e) == ExprKind::Array;
  if (!nothing && (!variable || !owner_.componentTypes_.instanceOf(pool_->variableOf(e))->isStream))
    return wrong(0, "a stream variable of a connector");
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

}  // namespace formola

// Built-ins on numbers: elementary functions, rounding, division, conversions. Specification 3.7.1.
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
#include "sema/type_expr.h"

namespace formola {

namespace {

// What the argument of a function must be; "": any number will do.
std::string_view domainOf(Builtin f) {
  if (f == Builtin::Sqrt) return "not negative";
  const Elementary* info = elementary(f);
  return info ? info->domain : "";
}

bool isInDomain(Builtin f, double x) {
  return f == Builtin::Sqrt ? x >= 0 : elementary(f)->isDefined(x);
}

}  // namespace

ExprId BuiltinTyper::elementary() {
  if (!count(1, 1)) return pool_->missing();
  if (!numeric(0)) return wrong(0, "a number");
  real(0);
  if (std::string_view domain = domainOf(builtin_); !domain.empty()) {
    const std::optional<double> value = owner_.constants_.constantNumber(a_[0], context_);
    if (value && !isInDomain(builtin_, *value)) {
      owner_.report(diag::OutsideDomain, expr_.arguments[0]->range, context_, name_,
                    fmt::format("{}", *value), domain);
      return pool_->missing();
    }
  }
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::sameNumber() {
  if (!count(1, 1)) return pool_->missing();
  if (!numeric(0)) return wrong(0, "a number");
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::signOf() {
  if (!count(1, 1)) return pool_->missing();
  if (!numeric(0)) return wrong(0, "a number");
  return pool_->builtin(builtin_, types_.get(BaseType::Integer, 0, dimsOf(a_[0])), a_);
}

ExprId BuiltinTyper::twoReals() {
  if (!count(2, 2)) return pool_->missing();
  for (size_t i = 0; i < 2; ++i) {
    if (!numeric(i)) return wrong(i, "a number");
    real(i);
  }
  return pool_->builtin(builtin_, pool_->type(a_[types_.isScalar(pool_->type(a_[0])) ? 1 : 0]), a_);
}

ExprId BuiltinTyper::rounding() {
  if (!count(1, 1)) return pool_->missing();
  if (!numeric(0)) return wrong(0, "a number");
  real(0);
  return pool_->builtin(builtin_, pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::toInteger() {
  if (!count(1, 1)) return pool_->missing();
  if (pool_->base(a_[0]) == BaseType::Enumeration) {
    return pool_->builtin(Builtin::IntegerOfEnum, types_.get(BaseType::Integer, 0, dimsOf(a_[0])),
                          a_);
  }
  if (!numeric(0)) return wrong(0, "a number");
  real(0);
  if (isWritten(0) && !(std::abs(pool_->realValue(a_[0])) <= kLargestInteger)) {
    owner_.report(diag::OutsideDomain, expr_.arguments[0]->range, context_, name_,
                  fmt::format("{}", pool_->realValue(a_[0])), "within the range of Integers");
    return pool_->missing();
  }
  return pool_->builtin(builtin_, types_.get(BaseType::Integer, 0, dimsOf(a_[0])), a_);
}

ExprId BuiltinTyper::division() {
  if (!count(2, 2)) return pool_->missing();
  for (size_t i = 0; i < 2; ++i) {
    if (!numeric(i)) return wrong(i, "a number");
  }
  if (pool_->base(a_[0]) != pool_->base(a_[1])) {
    real(0);
    real(1);
  }
  if (isWritten(1) && pool_->realValue(a_[1]) == 0) {
    owner_.report(diag::DivisionByZero, expr_.range, context_);
    return pool_->missing();
  }
  return pool_->builtin(builtin_, pool_->type(a_[types_.isScalar(pool_->type(a_[0])) ? 1 : 0]), a_);
}

ExprId BuiltinTyper::minMax() {
  if (!count(1, 2)) return pool_->missing();
  if (a_.size() == 1) {
    if (types_.isScalar(pool_->type(a_[0]))) return wrong(0, "an array");
    return pool_->builtin(builtin_, types_.scalarOf(pool_->type(a_[0])), a_);
  }
  if (numeric(0) && numeric(1)) {
    if (pool_->base(a_[0]) != pool_->base(a_[1])) {
      real(0);
      real(1);
    }
  } else if (pool_->base(a_[0]) != pool_->base(a_[1])) {
    return wrong(1, owner_.values_.showType(pool_->type(a_[0])));
  }
  return pool_->builtin(builtin_ == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf,
                        pool_->type(a_[0]), a_);
}

ExprId BuiltinTyper::stringOf() {
  if (!count(1, 4)) return pool_->missing();
  if (pool_->base(a_[0]) == BaseType::Record)
    return owner_.operators_.overloaded("'String'", a_, expr_.range, context_);
  // order of the optional arguments: significantDigits, minimumLength, leftJustified, format
  ExprId missing = pool_->missing();
  std::vector<ExprId> all{a_[0], missing, missing, missing, missing};
  bool isReal = pool_->base(a_[0]) == BaseType::Real;
  for (size_t i = 1; i < a_.size(); ++i) {
    if (pool_->base(a_[i]) == BaseType::String)
      all[4] = a_[i];
    else if (isReal)
      all[i] = a_[i];
    else
      all[i + 1] = a_[i];
  }
  for (const ast::NamedArgument& argument : expr_.named) {
    ExprId value = owner_.typer_.type(argument.value, context_);
    if (pool_->base(value) == BaseType::Error) return value;
    std::string_view key = owner_.names_.text(argument.name);
    if (key == "significantDigits")
      all[1] = value;
    else if (key == "minimumLength")
      all[2] = value;
    else if (key == "leftJustified")
      all[3] = value;
    else if (key == "format")
      all[4] = value;
    else {
      owner_.report(diag::NoSuchArgument, argument.range, context_, "String", key);
      return pool_->missing();
    }
  }
  return pool_->builtin(builtin_, types_.withDims(types_.string(), dimsOf(a_[0])), all);
}

ExprId BuiltinTyper::integerOfEnum() {
  if (!count(1, 1)) return pool_->missing();
  if (pool_->base(a_[0]) == BaseType::Integer) return a_[0];
  if (pool_->base(a_[0]) != BaseType::Enumeration) return wrong(0, "an enumeration");
  return pool_->builtin(builtin_, types_.get(BaseType::Integer, 0, dimsOf(a_[0])), a_);
}

}  // namespace formola

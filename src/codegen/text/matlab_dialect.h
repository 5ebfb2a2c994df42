// Expressions in MATLAB and Octave.
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "codegen/text/called_functions.h"
#include "codegen/text/expr_text.h"
#include "expr/elementary.h"

namespace formola::text {

// On top of a dialect that knows what variables are called. Functions of the model are
// function_k(in): all scalars of the arguments in a column, likewise the results.
template <class Base>
class MatlabSyntax : public Base {
 public:
  using Base::Base;

  std::string time() const override { return "t"; }
  Text number(double value) const override {
    if (std::isnan(value)) return {"NaN"};
    if (std::isinf(value)) return {value > 0 ? "Inf" : "(-Inf)"};
    return Base::number(value);
  }
  Text power(const Text& base, const Text& exponent) const override {
    return {enclosed(base, Binding::Primary) + "^" + enclosed(exponent, Binding::Primary),
            Binding::Power};
  }
  std::string boolean(bool value) const override { return value ? "true" : "false"; }
  Text conditional(const std::string& c, const std::string& a,
                   const std::string& b) const override {
    return {fmt::format("iff({}, {}, {})", c, a, b)};
  }
  std::string_view relation(ExprKind kind) const override {
    return kind == ExprKind::NotEqual ? "~=" : Base::relation(kind);
  }
  std::string_view logical(ExprKind kind) const override {
    return kind == ExprKind::Not ? "~" : Base::logical(kind);
  }
  std::string element(const std::string& list, size_t i) const override {
    return fmt::format("{}({})", list, i + 1);
  }
  std::string pick(std::span<const std::string> elements, const std::string& at) const override {
    std::string list;
    for (const std::string& e : elements) list += (list.empty() ? "" : "; ") + e;
    return fmt::format("pick([{}], {})", list, at);
  }
  Text function(Builtin f, std::span<const std::string> a) const override {
    const Elementary* info = elementary(f);
    std::string called(info ? info->matlab : formola::name(f));
    if (f == Builtin::Ceil) called = "ceil";
    if (f == Builtin::IntegerOf) called = "floor";
    if (f == Builtin::FloorOfTime) called = "floor_of_time";
    if (f == Builtin::EndOfFloor) called = "end_of_floor";
    if (f == Builtin::Div) return {fmt::format("fix(({})/({}))", a[0], a[1])};
    for (size_t i = 0; i < a.size(); ++i) called += (i ? ", " : "(") + a[i];
    return {called + ")"};
  }
};

}  // namespace formola::text

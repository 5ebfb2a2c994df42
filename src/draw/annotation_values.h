// Values in graphical annotations: numbers, points, colours, names of enumerations.
//
// Mostly literals; anything else is evaluated as an expression of the class, with the values that
// its parameters have. DynamicSelect gives its first argument, the value while one edits, or at a
// moment of a simulation its second one (spec 18.6.6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/geometry.h"
#include "draw/picture.h"
#include "sema/sema.h"

namespace formola::draw {

class Values {
 public:
  // `scope`: where the annotation is written. Requires diagnostics to be muted while it is used:
  // what has no value is not an error here.
  // `moving`: the variables have values (see takeMoment).
  Values(Sema& sema, Scope scope, bool moving = false)
      : sema_(sema), scope_(scope), moving_(moving) {}

  // Nothing if the expression is null or has no such value.
  std::optional<double> number(const ast::Expr* expr) const;
  std::optional<bool> boolean(const ast::Expr* expr) const;
  std::optional<std::string> text(const ast::Expr* expr) const;
  std::optional<std::vector<double>> numbers(const ast::Expr* expr) const;
  std::optional<Point> point(const ast::Expr* expr) const;
  std::optional<std::vector<Point>> points(const ast::Expr* expr) const;
  std::optional<Extent> extent(const ast::Expr* expr) const;
  std::optional<Color> color(const ast::Expr* expr) const;
  // The last part of the name: "Dash" of LinePattern.Dash.
  std::string_view word(const ast::Expr* expr) const;
  std::vector<std::string_view> words(const ast::Expr* expr) const;

  const Interner& names() const { return sema_.names(); }
  Sema& sema() const { return sema_; }
  Scope scope() const { return scope_; }

 private:
  // Without DynamicSelect, and at a moment without if-expressions whose conditions are known.
  const ast::Expr* chosen(const ast::Expr* expr) const;
  bool hasValue(const ast::Expr* expr) const;
  std::optional<Value> evaluated(const ast::Expr* expr) const;

  Sema& sema_;
  Scope scope_;
  bool moving_;
};

// The named parts of a record in an annotation, written as a call, Line(points = ...), or as a
// modification, transformation(extent = ...).
class Fields {
 public:
  Fields() = default;
  explicit Fields(const ast::CallExpr& call, const Interner& names)
      : call_(&call), names_(&names) {}
  explicit Fields(const ast::Modification* modification, const Interner& names)
      : modification_(modification), names_(&names) {}

  // The value given to the part; null: none.
  const ast::Expr* operator[](std::string_view name) const;
  // The part itself written as a modification or call.
  Fields record(std::string_view name) const;
  bool present() const { return call_ || modification_; }

 private:
  const ast::CallExpr* call_ = nullptr;
  const ast::Modification* modification_ = nullptr;
  const Interner* names_ = nullptr;
};

}  // namespace formola::draw

#include "driver/shell_notation.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/names.h"
#include "expr/elementary.h"
#include "expr/operands.h"

namespace formola {

PaperNotation::PaperNotation(const StructuredDae& model, bool differentiated)
    : model_(model),
      differentiated_(differentiated),
      modelName_(text::modelIdentifier(model.dae.model)) {
  std::unordered_set<std::string> first;  // names of components
  for (const Variable& v : model.dae.variables) {
    const std::string_view name = model.pool().names.text(v.name);
    names_.insert(name);
    const std::string component = text::componentOf(name);
    if (!component.empty()) first.insert(component.substr(0, component.find_first_of(".[")));
  }
  while (first.contains(modelName_)) modelName_ += '_';
  for (const Alias& alias : model.aliases)
    if (!alias.negated) aliases_[alias.variable.index()] = alias.of;
}

VariableId PaperNotation::standsFor(VariableId id) const {
  const auto found = aliases_.find(id.index());
  return found == aliases_.end() ? id : found->second;
}

std::string PaperNotation::name(VariableId id) const {
  std::string_view full = model_.name(standsFor(id));
  int derivatives = 0;
  while (full.starts_with("der(") && full.ends_with(")")) {
    full = full.substr(4, full.size() - 5);
    ++derivatives;
  }
  const std::string component = text::componentOf(full);
  std::string own(component.empty() ? full : full.substr(component.size() + 1));
  std::string prefix = component.empty() ? "" : component + ".";
  std::string inside = prefix;  // of all submodels
  for (int i = 0; i < derivatives; ++i) inside += "der";
  inside += own;
  if (prefix.empty() && !instance_.empty()) {
    prefix = modelName_ + ".";
  } else if (component == instance_) {
    prefix.clear();
  }
  // Before differentiation a derivative is an operator, after it a variable like any other.
  if (derivatives > 0 && (!differentiated_ || names_.contains(inside))) {
    std::string text = prefix + own;
    for (int i = 0; i < derivatives; ++i) text = "der(" + text + ")";
    return text;
  }
  for (int i = 0; i < derivatives; ++i) own.insert(0, "der");
  return prefix + own;
}

ExprId PaperNotation::shown(ExprId expr) const {
  const ExprPool& pool = model_.pool();
  for (;;) {
    if (pool.isBuiltin(expr, Builtin::Relation)) {
      expr = pool.child(expr, 1);
      continue;
    }
    // an enumeration stays one
    if (pool.isBuiltin(expr, Builtin::EnumOf) || pool.isBuiltin(expr, Builtin::IntegerOfEnum))
      return expr;
    if (pool.kind(expr) == ExprKind::Cast &&
        pool.base(pool.child(expr, 0)) == BaseType::Enumeration)
      return expr;
    const int child = transparentChild(pool, expr);
    if (child < 0) return expr;
    expr = pool.child(expr, static_cast<size_t>(child));
  }
}

bool PaperNotation::leaf(ExprId expr, std::string& out) const {
  const ExprPool& pool = model_.pool();
  if (const auto found = named_.find(expr.index()); found != named_.end()) {
    out += found->second;
    return true;
  }
  switch (pool.kind(expr)) {
    case ExprKind::Real:
      out += fmt::format("{}", pool.realValue(expr));
      return true;
    case ExprKind::Time:
      out += "Time";
      return true;
    case ExprKind::Variable: {
      const VariableId id = pool.variableOf(expr);
      const std::string text = name(id);
      if (std::find(relaxed_.begin(), relaxed_.end(), id) != relaxed_.end()) {
        out += "relax(" + text + ")";
      } else {
        out += bracketed_.valid() && bracketed_ == standsFor(id) ? "[" + text + "]" : text;
      }
      return true;
    }
    case ExprKind::Builtin: {
      // Solved for x means x now, not its value from before.
      const Builtin f = pool.builtinOf(expr);
      if (f != Builtin::Pre && f != Builtin::Edge && f != Builtin::Change) return false;
      if (pool.kind(pool.child(expr, 0)) != ExprKind::Variable) return false;
      out += fmt::format("{}({})", function(f), name(pool.variableOf(pool.child(expr, 0))));
      return true;
    }
    default:
      return false;
  }
}

std::string_view PaperNotation::relation(ExprKind kind) const {
  return kind == ExprKind::Equal ? " = " : Notation::relation(kind);
}

std::string_view PaperNotation::function(Builtin f) const {
  const Elementary* info = elementary(f);
  return info ? info->paper : Notation::function(f);
}

}  // namespace formola

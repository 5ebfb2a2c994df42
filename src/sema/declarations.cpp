// What the text of a declaration says: its condition and the values of its modifiers.
#include "sema/declarations.h"

#include "sema/array_values.h"
#include "sema/constants.h"
#include "sema/type_expr.h"

namespace formola {

std::optional<bool> Declarations::condition(const ast::Expr& condition, Scope scope) {
  Context context;
  context.scope = scope;
  const ExprId typed = typer_.type(&condition, context);
  if (!typer_.checkCondition(typed, condition.range, context)) return std::nullopt;
  return constants_.evaluateBoolean(typed, condition.range, context);
}

bool Declarations::givesSameValue(const ModLayer& a, const ModLayer& b) {
  if (!a.accesses.empty() || !b.accesses.empty()) return false;
  Diagnostics::Mute mute(diagnostics_);
  auto value = [&](const ModLayer& layer) -> ExprId {
    Context context;
    context.scope = layer.scope;
    const ast::Expr* binding = layer.modification->binding;
    const ExprId typed = typer_.type(binding, context);
    if (pool_->base(typed) == BaseType::Error ||
        constants_.variability(typed) > Variability::Constant)
      return typed;
    const std::optional<Value> known =
        constants_.evaluateNow(typed, binding->range, context, false);
    if (!known) return typed;
    const ExprId literal = toExpr(*known, *pool_);
    return pool_->base(literal) == BaseType::Integer ? values_.castTo(literal, BaseType::Real)
                                                     : literal;
  };
  const ExprId first = value(a);
  return pool_->base(first) != BaseType::Error && first == value(b);
}

}  // namespace formola

// Typing of the operators that ask for states of state machines. Specification 3.6, 17.1.
#include "diag/codes/functions.h"
#include "sema/builtin_calls.h"
#include "sema/type_reference.h"

namespace formola {

ExprId BuiltinCalls::typeStateQuery(const ast::CallExpr& expr, Builtin builtin, Context& context) {
  const std::string_view name = names_.text(expr.function.parts[0].name);
  const bool ofState = builtin == Builtin::ActiveState;
  if (!expr.named.empty()) {
    report(diag::NoSuchArgument, expr.named[0].range, context, name,
           names_.text(expr.named[0].name));
    return pool_->missing();
  }
  if (expr.arguments.size() != (ofState ? 1 : 0)) {
    reportCount(name, ofState ? 1 : 0, ofState ? 1 : 0, expr, context);
    return pool_->missing();
  }
  asksForStates_ = true;
  if (builtin == Builtin::TicksInState)
    return pool_->builtin(builtin, pool_->types.integer(), std::span<const ExprId>());
  if (builtin == Builtin::TimeInState)
    return pool_->builtin(builtin, pool_->types.real(), std::span<const ExprId>());
  const auto* reference = expr.arguments[0]->dynAs<ast::ReferenceExpr>();
  if (!reference) {
    report(diag::ArgumentType, expr.arguments[0]->range, context, 1, name, "a state",
           "an expression");
    return pool_->missing();
  }
  const Selection chosen = references_.select(reference->name, context);
  if (chosen.removed && chosen.instances.empty()) return pool_->boolean(false);
  if (!chosen.ok) return pool_->missing();
  if (chosen.instances.size() != 1) {
    report(diag::ArgumentType, reference->range, context, 1, name, "one state",
           "an array of components");
    return pool_->missing();
  }
  return activeState(chosen.instances[0], expr.range);
}

ExprId BuiltinCalls::activeState(Instance* state, SourceRange range) {
  asksForStates_ = true;
  const auto [place, isNew] = queriedStates_.emplace(state, stateQueries_.size());
  if (isNew) stateQueries_.push_back({state, {range, {}}});
  const ExprId number = pool_->integer(static_cast<int64_t>(place->second));
  return pool_->builtin(Builtin::ActiveState, pool_->types.boolean(), {number});
}

}  // namespace formola

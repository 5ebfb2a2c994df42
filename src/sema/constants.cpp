// Values known at translation time, and how much of an expression is.
#include "diag/codes/constants.h"

#include <algorithm>

#include "expr/operators.h"
#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/functions.h"
#include "sema/instances.h"
#include "sema/mod_layers.h"

namespace formola {

std::optional<Value> Constants::evaluateNow(ExprId expr, SourceRange range, const Context& context,
                                            bool reportErrors) {
  if (pool_->base(expr) == BaseType::Error) return std::nullopt;
  if (pool_->isLiteral(expr)) {
    Value value;
    value.type = pool_->type(expr);
    switch (pool_->kind(expr)) {
      case ExprKind::Integer:
        value.integers.push_back(pool_->integerValue(expr));
        break;
      case ExprKind::Real:
        value.reals.push_back(pool_->realValue(expr));
        break;
      case ExprKind::Boolean:
        value.integers.push_back(pool_->booleanValue(expr));
        break;
      case ExprKind::String:
        value.strings.emplace_back(pool_->stringValue(expr));
        break;
      default:
        value.integers.push_back(pool_->payload(expr));
        break;
    }
    return value;
  }
  if (pool_->kind(expr) == ExprKind::Variable) {
    Instance* component = componentTypes_.instanceOf(pool_->variableOf(expr));
    if (component->valueKnown && component->value) return *component->value;
  }
  EvaluationContext evaluation;
  evaluation.pool = pool_;
  evaluation.maxSteps = limits_.steps;
  evaluation.maxElements = limits_.made;
  evaluation.libraries = &libraries_;
  evaluation.gate = library_.gate().get();
  evaluation.packages = &library_.packageFolders();
  evaluation.function = [this](FunctionId id) -> const Function* {
    return &functions_.function(id);
  };
  evaluation.variable = [this](VariableId id) -> std::optional<Value> {
    if (!id.valid()) return std::nullopt;
    return valueOf(componentTypes_.instanceOf(id));
  };
  size_t before = diagnostics_.errorCount();
  EvaluationResult result;
  if (reportErrors) {
    result = evaluate(expr, evaluation);
  } else {
    Diagnostics::Mute mute(diagnostics_);
    result = evaluate(expr, evaluation);
  }
  if (!result.value && reportErrors && diagnostics_.errorCount() == before) {
    std::string reason = result.reason;
    if (result.unknown.valid()) {
      Instance* component = componentTypes_.instanceOf(result.unknown);
      std::string name = path(component);
      if (component->variability > Variability::Parameter) {
        reason = "'" + name + "' changes during the simulation";
      } else if (!component->broken) {
        // its own value may be what cannot be evaluated: then the reason is there
        if (ExprId value = bindings_.binding(component); value.valid() && !component->evaluating) {
          component->evaluating = true;
          Context there;
          there.scope = component->declScope;
          evaluateNow(value, bindings_.bindingPlace(component), there);
          component->evaluating = false;
          component->broken = true;
          if (diagnostics_.errorCount() != before) return std::nullopt;
        }
        reason = "the parameter '" + name + "' has no value";
      } else {
        return std::nullopt;
      }
    }
    if (result.refused && library_.gate()) {
      reportRefusal(library_.gate()->refusals().back(), diagnostics_)
          .note("it is called while this is evaluated", range);
      return std::nullopt;
    }
    Diagnostic& d = report(diag::NotEvaluable, range, context, reason);
    if (result.range.valid()) d.note("while evaluating this", result.range);
  }
  return std::move(result.value);
}

std::optional<int64_t> Constants::evaluateInteger(ExprId expr, SourceRange range,
                                                  const Context& context) {
  if (pool_->kind(expr) == ExprKind::Integer) return pool_->integerValue(expr);
  std::optional<Value> value = evaluateNow(expr, range, context);
  if (!value || value->integers.empty()) return std::nullopt;
  return value->integers[0];
}

std::optional<bool> Constants::evaluateBoolean(ExprId expr, SourceRange range,
                                               const Context& context, bool reportErrors) {
  if (pool_->kind(expr) == ExprKind::Boolean) return pool_->booleanValue(expr);
  std::optional<Value> value = evaluateNow(expr, range, context, reportErrors);
  if (!value || value->integers.empty()) return std::nullopt;
  return value->integers[0] != 0;
}

std::optional<Value> Constants::valueOf(Instance* component) {
  if (component->valueKnown) {
    if (component->value) return *component->value;
    return std::nullopt;
  }
  instances_.resolve(component);
  if (component->variability > Variability::Parameter || component->local >= 0) return std::nullopt;
  if (component->evaluating) {
    Context context;
    context.scope = component->declScope;
    report(diag::CyclicConstant, component->decl->nameRange, context, names_.text(component->name));
    component->broken = true;
    return std::nullopt;
  }
  component->evaluating = true;
  ExprId expr = bindings_.binding(component);
  Context context;
  context.scope = component->declScope;
  SourceRange range = component->decl->nameRange;
  std::optional<Value> value;
  if (!expr && !component->broken) {
    bool fixed = true;
    if (ExprId f = bindings_.attribute(component, names_.intern("fixed"))) {
      auto known = evaluateBoolean(f, range, context, false);
      fixed = !known || *known;
    }
    if (component->variability == Variability::Constant) {
      // its value is just being read, and needs itself
      if (isGivenValue(*component))
        report(diag::CyclicConstant, range, context, names_.text(component->name));
      else
        report(diag::ConstantWithoutValue, range, context, names_.text(component->name));
      component->broken = true;
    } else if (fixed) {
      // a parameter without a value takes its start value (spec 4.4.4), which tools warn about
      if (ExprId start = bindings_.attribute(component, names_.intern("start"))) {
        expr = start;
        TypeId wanted = componentTypes_.typeOfComponent(component);
        if (pool_->types.isScalar(pool_->type(start)) && !pool_->types.isScalar(wanted))
          expr = ExprId();
        if (expr) expr = values_.convert(expr, wanted, range, context, "the start value");
      }
    }
  }
  if (expr)
    value = evaluateNow(expr, range, context, component->variability == Variability::Constant);
  component->evaluating = false;
  if (value) {
    // an Integer value of a Real constant
    if (component->layout->builtin == BaseType::Real && value->reals.empty() &&
        !value->integers.empty()) {
      value->reals.assign(value->integers.begin(), value->integers.end());
      value->integers.clear();
      value->type = componentTypes_.typeOfComponent(component);
    }
    component->value = std::make_unique<Value>(*value);
    component->structural = true;
  }
  component->valueKnown = value.has_value() || component->broken;
  return value;
}

// The value of a constant expression of a model. Those of functions may stand in branches that
// are never taken.
std::optional<double> Constants::constantNumber(ExprId expr, const Context& context) {
  if (context.function || !pool_->types.isScalar(pool_->type(expr)) ||
      variability(expr) != Variability::Constant)
    return std::nullopt;
  const std::optional<Value> value = evaluateNow(expr, {}, context, false);
  if (!value) return std::nullopt;
  if (!value->reals.empty()) return value->reals[0];
  if (!value->integers.empty()) return static_cast<double>(value->integers[0]);
  return std::nullopt;
}

Variability Constants::variability(ExprId root) {
  // post-order with an explicit stack
  if (auto known = variabilityCache_.find(root); known != variabilityCache_.end())
    return known->second;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId e = stack.back();
    if (variabilityCache_.count(e)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    Variability v = Variability::Constant;
    switch (pool_->kind(e)) {
      case ExprKind::Variable:
        v = pool_->variableOf(e).valid()
                ? componentTypes_.instanceOf(pool_->variableOf(e))->variability
                : Variability::Constant;
        break;
      case ExprKind::Time:
        v = Variability::Continuous;
        break;
      case ExprKind::Local:
        v = Variability::Continuous;
        break;
      default: {
        for (ExprId c : pool_->children(e)) {
          auto known = variabilityCache_.find(c);
          if (known == variabilityCache_.end()) {
            stack.push_back(c);
            ready = false;
          } else {
            v = std::max(v, known->second);
          }
        }
        if (!ready) break;
        if (pool_->kind(e) == ExprKind::Builtin) {
          switch (pool_->builtinOf(e)) {
            case Builtin::SizeOf:
              v = Variability::Constant;
              break;
            case Builtin::Initial:
            case Builtin::Terminal:
            case Builtin::Sample:
            case Builtin::Pre:
            case Builtin::Edge:
            case Builtin::Change:
              v = Variability::Discrete;
              break;
            case Builtin::Floor:
            case Builtin::Ceil:
            case Builtin::IntegerOf:
            case Builtin::Div:
              v = std::min(v, Variability::Discrete);
              break;
            default:
              if (isClockOperator(pool_->builtinOf(e))) v = Variability::Discrete;
              break;
          }
        } else if (isRelation(pool_->kind(e))) {
          v = std::min(v, Variability::Discrete);
        } else if (pool_->kind(e) == ExprKind::Call && v <= Variability::Parameter) {
          FunctionId f = pool_->functionOf(e);
          if (f.valid() && functions_.function(f).impure) v = Variability::Discrete;
        }
      }
    }
    if (!ready) continue;
    variabilityCache_[e] = v;
    stack.pop_back();
  }
  return variabilityCache_[root];
}

}  // namespace formola

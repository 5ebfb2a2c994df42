// Annotations of functions that mean something to later stages: derivative, inverse, smoothOrder,
// inlining. Specification 12.7 and 12.8. An annotation that does not fit the function is passed
// over: it is a hint, and the model has its meaning without it.
#include <algorithm>

#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/inline_calls.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"
#include "syntax/annotation.h"

namespace formola {

void Functions::readAnnotations(Instance* functionClass, uint32_t part, FunctionId id) {
  const ast::ClassDef* def = instances_.layout(functionClass)->parts[part].node->def;
  if (!def->comment.annotation) return;
  const ast::Modification* annotations = def->comment.annotation->arguments;
  Function& f = *table_[id.index()];
  // the part that comes first is the most derived class: what it says holds
  if (f.inlining == Inlining::Default) {
    auto given = [&](std::string_view name) { return booleanArgument(annotations, names_, name); };
    if (given("Inline") == true) {
      f.inlining = Inlining::Inline;
    } else if (given("LateInline") == true) {
      f.inlining = Inlining::Late;
    } else if (given("InlineAfterIndexReduction") == true) {
      f.inlining = Inlining::AfterIndexReduction;
    } else if (given("GenerateEvents") == true) {
      f.inlining = Inlining::Inline;  // its relations then are those of the model (spec 12.8)
    } else if (given("Inline") == false) {
      f.inlining = Inlining::Never;
    }
  }
  if (f.smoothOrder < 0) {
    auto order = integerArgument(annotations, names_, "smoothOrder");
    if (order && *order >= 0 && *order < 1000) f.smoothOrder = static_cast<int>(*order);
  }
  if (f.vendorAnnotations.empty()) f.vendorAnnotations = vendorArguments(annotations, names_);
  for (const ast::Argument* argument : annotations->arguments) {
    if (argument->kind != ast::ArgumentKind::Modify || argument->name.parts.size() != 1 ||
        !argument->modification) {
      continue;
    }
    std::string_view name = names_.text(argument->name.parts[0].name);
    if (name == "derivative") addDerivative(*argument, {functionClass, part}, id);
    if (name == "inverse") addInverses(*argument, {functionClass, part}, id);
  }
}

void Functions::addDerivative(const ast::Argument& annotation, Scope scope, FunctionId id) {
  const ast::Expr* value = annotation.modification->binding;
  const auto* name = value ? value->dynAs<ast::ReferenceExpr>() : nullptr;
  if (!name) return;
  Function& f = *table_[id.index()];
  Diagnostics::Mute mute(diagnostics_);
  Instance* target = lookup_.lookupClass(name->name, scope, false);
  if (!target || instances_.layout(target)->classKind != ast::ClassKind::Function) return;
  DerivativeAnnotation derivative;
  for (const ast::Argument* option : annotation.modification->arguments) {
    if (option->kind != ast::ArgumentKind::Modify || !option->modification ||
        !option->modification->binding || option->name.parts.empty())
      continue;
    std::string_view key = names_.text(option->name.parts[0].name);
    const ast::Expr* given = option->modification->binding;
    if (key == "order") {
      if (const auto* n = given->dynAs<ast::IntegerExpr>())
        derivative.order = static_cast<int>(n->value);
    } else if (const auto* input = given->dynAs<ast::ReferenceExpr>()) {
      for (uint32_t i = 0; i < f.inputCount; ++i) {
        if (f.locals[i].name != input->name.parts[0].name) continue;
        (key == "zeroDerivative" ? derivative.zeroDerivative : derivative.noDerivative)
            .push_back(i);
      }
    }
  }
  derivative.function = functionOf(target, annotation.range);
  if (!derivative.function) return;
  if (derivative.order == 1) {
    // its own inputs and, for each that changes, its derivative (spec 12.7.1)
    uint32_t needed = f.inputCount;
    auto isIn = [](const std::vector<uint32_t>& list, uint32_t i) {
      return std::find(list.begin(), list.end(), i) != list.end();
    };
    for (uint32_t i = 0; i < f.inputCount; ++i) {
      needed += pool_->types[f.locals[i].type].base == BaseType::Real &&
                !isIn(derivative.zeroDerivative, i) && !isIn(derivative.noDerivative, i);
    }
    if (function(derivative.function).inputCount < needed) return;
  }
  f.derivatives.push_back(std::move(derivative));
}

void Functions::addInverses(const ast::Argument& annotation, Scope scope, FunctionId id) {
  Function& f = *table_[id.index()];
  if (f.outputCount != 1) return;
  FunctionScope functionScope{scope.instance, &f};
  Context context;
  context.scope = scope;
  context.function = &functionScope;
  Diagnostics::Mute mute(diagnostics_);
  for (const ast::Argument* entry : annotation.modification->arguments) {
    if (entry->kind != ast::ArgumentKind::Modify || entry->name.parts.size() != 1 ||
        !entry->modification || !entry->modification->binding) {
      continue;
    }
    const auto* call = entry->modification->binding->dynAs<ast::CallExpr>();
    if (!call) continue;
    InverseAnnotation inverse;
    inverse.input = 0;
    while (inverse.input < f.inputCount &&
           f.locals[inverse.input].name != entry->name.parts[0].name) {
      ++inverse.input;
    }
    if (inverse.input == f.inputCount) continue;
    Instance* target = lookup_.lookupClass(call->function, scope, false);
    if (!target || instances_.layout(target)->classKind != ast::ClassKind::Function) continue;
    inverse.function = functionOf(target, annotation.range);
    if (!inverse.function) continue;
    const Function& g = function(inverse.function);
    if (g.outputCount != 1 ||
        pool_->types[g.locals[g.inputCount].type].base !=
            pool_->types[f.locals[inverse.input].type].base ||
        call->arguments.size() > g.inputCount) {
      continue;
    }
    bool fits = true;
    for (uint32_t i = 0; i < g.inputCount && fits; ++i) {
      const ast::Expr* given = i < call->arguments.size() ? call->arguments[i] : nullptr;
      for (const ast::NamedArgument& named : call->named) {
        if (named.name == g.locals[i].name) given = named.value;
      }
      ExprId argument;
      if (given) {
        argument = typer_.type(given, context);
        if (pool_->base(argument) != BaseType::Error) {
          argument = values_.convert(argument, g.locals[i].type, given->range, context, "argument");
        }
      } else if (g.locals[i].binding) {
        argument = inliner_.replaceLocals(g.locals[i].binding, inverse.arguments);
      }
      fits = argument.valid() && pool_->base(argument) != BaseType::Error &&
             !mentionsLocal(argument, inverse.input);
      inverse.arguments.push_back(argument);
    }
    if (fits) f.inverses.push_back(std::move(inverse));
  }
}

bool Functions::mentionsLocal(ExprId root, uint32_t local) const {
  return anyNode(*pool_, root, [&](ExprId e) {
    return pool_->kind(e) == ExprKind::Local && pool_->payload(e) == local;
  });
}

}  // namespace formola

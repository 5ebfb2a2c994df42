// Typing of calls: which function a name means, functional arguments, enumerations. Specification
// 12.4.
#include "sema/type_call.h"

#include "diag/codes/functions.h"
#include "diag/codes/names.h"
#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/builtin_table.h"
#include "sema/calls.h"
#include "sema/component_types.h"
#include "sema/functions.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"

namespace formola {

// A function-typed input of the enclosing function.
bool CallTyper::isFunctionInput(Instance* found) {
  return found->local >= 0 &&
         pool_->types[componentTypes_.typeOfComponent(found)].base == BaseType::Function;
}

ExprId CallTyper::placeOf(Instance* input) {
  return pool_->local(static_cast<uint32_t>(input->local), componentTypes_.typeOfComponent(input));
}

// function f(b = 1), where f is a function or a function-typed input of the enclosing function,
// whose interface is that of the partial function that is its type (spec 12.4.2.1).
ExprId CallTyper::typePartialApplication(const ast::PartialApplicationExpr& expr,
                                         Context& context) {
  Instance* input = nullptr;
  if (expr.function.parts.size() == 1 && !expr.function.global) {
    Instance* found = lookup_.lookupSimple(expr.function.parts[0].name, context.scope).instance;
    if (found && found->isComponent()) {
      instances_.resolve(found);
      if (isFunctionInput(found)) input = found;
    }
  }
  Instance* functionClass = input ? input->type : lookup_.lookupClass(expr.function, context.scope);
  if (!functionClass) return pool_->missing();
  const FunctionId id = functions_.functionOf(functionClass, expr.range);
  if (!id) return pool_->missing();
  const Function& f = functions_.function(id);
  std::vector<ExprId> values(f.inputCount);
  if (!calls_.placeArguments(id, {}, expr.named, values, context)) return pool_->missing();
  std::vector<ExprId> children;
  if (input) children.push_back(placeOf(input));
  for (uint32_t i = 0; i < f.inputCount; ++i) {
    if (!values[i]) {
      children.push_back(pool_->missing());
      continue;
    }
    children.push_back(values_.convert(values[i], f.locals[i].type, expr.range, context,
                                       names_.text(f.locals[i].name)));
    if (pool_->base(children.back()) == BaseType::Error) return pool_->missing();
  }
  return pool_->make(ExprKind::FunctionRef, pool_->types.scalar(BaseType::Function),
                     (input ? FunctionId() : id).index(), children);
}

// A call of a function-typed input of the enclosing function.
ExprId CallTyper::callInput(Instance* input, const ast::CallExpr& expr, Context& context) {
  const FunctionId interface = functions_.functionOf(input->type, expr.range);
  if (!interface) return pool_->missing();
  const Function& f = functions_.function(interface);
  if (expr.arguments.size() > f.inputCount) {
    report(diag::TooManyArguments, expr.range, context, names_.text(input->name), f.inputCount,
           expr.arguments.size());
    return pool_->missing();
  }
  std::vector<ExprId> values(f.inputCount);
  if (!calls_.placeArguments(interface, expr.arguments, expr.named, values, context) ||
      !calls_.addDefaults(interface, values, expr.range, context))
    return pool_->missing();
  std::vector<ExprId> children{placeOf(input)};
  for (uint32_t i = 0; i < f.inputCount; ++i) {
    children.push_back(
        values_.convert(values[i], f.locals[i].type, expr.range, context, "the argument"));
    if (pool_->base(children.back()) == BaseType::Error) return pool_->missing();
  }
  TypeId t = f.outputCount ? f.locals[f.inputCount].type : pool_->types.none();
  return pool_->make(ExprKind::Call, t, FunctionId().index(), children);
}

// E(i): the literal with that number.
ExprId CallTyper::literalByNumber(Instance* enumeration, const ast::CallExpr& expr,
                                  Context& context) {
  ExprId value = typer_.type(expr.arguments[0], context);
  if (pool_->base(value) == BaseType::Error) return value;
  value = values_.convert(value, pool_->types.integer(), expr.arguments[0]->range, context,
                          "the number of a literal");
  if (pool_->base(value) == BaseType::Error) return value;
  if (pool_->kind(value) == ExprKind::Integer) {
    const int64_t literals =
        static_cast<int64_t>(pool_->types.enumOf(enumeration->layout->enumType).literals.size());
    const int64_t number = pool_->integerValue(value);
    if (number < 1 || number > literals) {
      report(diag::NoSuchLiteralNumber, expr.arguments[0]->range, context, className(enumeration),
             literals, number);
      return pool_->missing();
    }
  }
  return pool_->builtin(Builtin::EnumOf, enumeration->layout->enumType, {&value, 1});
}

void CallTyper::reportUndefinedFunction(const ast::Name& function, bool isVariable,
                                        const Context& context) {
  const std::string_view first = names_.text(function.parts[0].name);
  Diagnostic& d = report(diag::UndefinedFunction, function.range, context, first);
  std::vector<std::string_view> candidates = builtinNames();
  for (std::string_view name : lookup_.visibleNames(context.scope)) candidates.push_back(name);
  // functions as other languages call them
  static constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
      {"ln", "log"},        {"arcsin", "asin"}, {"arccos", "acos"},  {"arctan", "atan"},
      {"arctan2", "atan2"}, {"fabs", "abs"},    {"ceiling", "ceil"}, {"length", "size"}};
  std::string hint;
  for (const auto& [foreign, ours] : kForeign)
    if (first == foreign) hint = ours;
  if (hint.empty()) hint = didYouMean(first, candidates);
  if (isVariable) {
    d.note("'" + std::string(first) + "' is a variable; an element of an array is written " +
           std::string(first) + "[...], a product with '*'");
  } else if (!hint.empty()) {
    d.note("did you mean '" + hint + "'?");
  }
}

ExprId CallTyper::typeCall(const ast::CallExpr& expr, Context& context) {
  const ast::Name& function = expr.function;
  std::string_view first = names_.text(function.parts[0].name);
  ExprId result;
  if (function.parts.size() == 1 && isOperator(first)) {
    auto built = builtins_.typeBuiltinCall(expr, context);
    return built ? *built : pool_->missing();
  }
  if (function.parts.size() == 2 && first == "Connections") {
    std::string_view op = names_.text(function.parts[1].name);
    if ((op == "isRoot" || op == "rooted") && expr.arguments.size() == 1) {
      const auto* ref = expr.arguments[0]->dynAs<ast::ReferenceExpr>();
      Selection node;
      if (ref) node = references_.select(ref->name, context);
      // Without elements it takes no part in the graph.
      if (node.ok && node.instances.empty()) return pool_->boolean(false);
      if (!node.ok) {
        if (!node.removed) report(diag::ConnectionsArgument, expr.range, context, op);
        return pool_->missing();
      }
      const Instance* of = node.instances[0];
      return pool_->boolean(op == "isRoot" ? of->isGraphRoot : of->isRooted);
    }
  }
  // a function-typed input of the enclosing function
  Instance* found = nullptr;
  if (function.global) {
    found = lookup_.lookupClass(function, context.scope, false);
  } else {
    Found head = lookup_.lookupSimple(function.parts[0].name, context.scope);
    if (head.instance) found = lookup_.lookupRest(head.instance, function, 1, context.scope, false);
    if (found && function.parts.size() > 1) checkFunctionPath(head.instance, function, context);
  }
  const bool isVariable = found && found->isComponent();
  if (isVariable) {
    instances_.resolve(found);
    if (isFunctionInput(found)) return callInput(found, expr, context);
    found = nullptr;
  }
  if (found && !found->isComponent() &&
      instances_.layout(found)->builtin == BaseType::Enumeration && expr.arguments.size() == 1) {
    return literalByNumber(found, expr, context);
  }
  bool predefinedName =
      found && function.parts.size() == 1 && instances_.predefined(function.parts[0].name);
  if (!found || predefinedName) {
    if (function.parts.size() == 1) {
      if (auto built = builtins_.typeBuiltinCall(expr, context)) return *built;
    }
    if (!found) {
      if (function.parts.size() == 1) {
        reportUndefinedFunction(function, isVariable, context);
      } else {
        lookup_.lookupClass(function, context.scope, true);
      }
      return pool_->missing();
    }
  }
  if (instances_.layout(found)->builtin != BaseType::None &&
      !instances_.layout(found)->isExternalObject) {
    report(diag::NotAFunction, function.range, context, className(found));
    return pool_->missing();
  }
  result = calls_.callFunction(found, expr.arguments, expr.named, expr.range, context);
  if (pool_->base(result) == BaseType::Tuple) {
    TypeId t = pool_->types.recordOf(pool_->type(result)).fields[0].type;
    result = pool_->make(ExprKind::TupleElement, t, 0, {&result, 1});
  }
  return result;
}

// A function is called by the names of components, then of classes (spec 5.3.2).
void CallTyper::checkFunctionPath(Instance* first, const ast::Name& name, const Context& context) {
  lookup_.lookupRest(first, name, 1, context.scope, true);
  if (!first->isComponent()) return;
  Instance* at = first;
  for (size_t i = 0; i < name.parts.size(); ++i) {
    if (i > 0) {
      Instance* next = instances_.member(instances_.target(at), name.parts[i].name);
      if (!next) return;
      if (next->isComponent() && !at->isComponent()) {
        report(diag::NotAClass, name.parts[i].range, context, names_.text(name.parts[i].name));
        return;
      }
      at = next;
    }
    if (!at->isComponent()) continue;
    instances_.resolve(at);
    if (isConditional(*at)) {  // spec 4.4.5: connected or modified only
      report(diag::ConditionalUse, name.parts[i].range, context, names_.text(name.parts[i].name));
    }
    if (at->isArray && name.parts[i].subscripts.size() < at->dims.size()) {
      report(diag::ClassThroughComponent, name.parts[i].range, context,
             names_.text(name.parts[i].name), className(at->type))
          .note("it is an array of components; name one element of it, '" +
                std::string(names_.text(name.parts[i].name)) + "[1]'");
      return;
    }
  }
}

}  // namespace formola

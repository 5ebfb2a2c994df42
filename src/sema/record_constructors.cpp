// Record constructors. Specification 12.6 and 14.3.
#include <algorithm>

#include "diag/codes/constants.h"
#include "diag/codes/functions.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/component_types.h"
#include "sema/dims.h"
#include "sema/instances.h"
#include "sema/overloaded_operators.h"
#include "sema/record_values.h"
#include "sema/type_expr.h"

namespace formola {

// Something of the class itself, which has no value, stands in the expression.
bool RecordValues::mentionsMember(ExprId root, const Instance* recordClass) const {
  return anyNode(*pool_, root, [&](ExprId e) {
    if (pool_->kind(e) != ExprKind::Variable || !pool_->variableOf(e).valid()) return false;
    const Instance* at = componentTypes_.instanceOf(pool_->variableOf(e));
    while (at && at != recordClass) at = at->parent;
    return at != nullptr;
  });
}

// By a constructor that an operator record defines (spec 14.3). Invalid: by the one that every
// record has, inside those constructors and where none of them takes the arguments.
ExprId RecordValues::constructByOperator(Instance* recordClass, const Layout& shape,
                                         std::span<const ast::Expr* const> arguments,
                                         std::span<const ast::NamedArgument> named,
                                         SourceRange range, Context& context) {
  if (shape.classKind != ast::ClassKind::OperatorRecord) return {};
  const Instance* constructors = instances_.member(recordClass, names_.intern("'constructor'"));
  if (!constructors) return {};
  for (const Instance* up = context.scope.instance; up;
       up = up->isComponent() ? nullptr : up->parent)
    if (up == constructors) return {};
  std::vector<ExprId> positional;
  std::vector<OverloadedOperators::Named> byName;
  for (const ast::Expr* a : arguments) positional.push_back(typer_.type(a, context));
  for (const ast::NamedArgument& a : named)
    byName.push_back({a.name, typer_.type(a.value, context)});
  const auto broken = [&](ExprId e) { return pool_->base(e) == BaseType::Error; };
  if (std::any_of(positional.begin(), positional.end(), broken) ||
      std::any_of(byName.begin(), byName.end(), [&](const auto& a) { return broken(a.value); }))
    return pool_->missing();
  if (ExprId call = operators_.constructor(recordClass, positional, byName, range, context))
    return call;
  const TypeId type = componentTypes_.recordTypeOf(recordClass);
  if (!named.empty() || positional.size() == pool_->types.recordOf(type).fields.size()) return {};
  return operators_.noOperator("'constructor'", positional, range, context);
}

ExprId RecordValues::constructRecord(Instance* recordClass,
                                     std::span<const ast::Expr* const> arguments,
                                     std::span<const ast::NamedArgument> named, SourceRange range,
                                     Context& context) {
  Layout* shape = instances_.layout(recordClass);
  if (ExprId call = constructByOperator(recordClass, *shape, arguments, named, range, context))
    return call;
  // what cannot be modified is no input
  std::vector<Instance*> fields;
  for (uint32_t i = 0; i < shape->elements.size(); ++i) {
    if (!shape->elements[i].component) continue;
    Instance* part = instances_.child(recordClass, i);
    instances_.resolve(part);
    if (!part->isFinal && !part->removed) fields.push_back(part);
  }
  if (arguments.size() > fields.size()) {
    report(diag::TooManyArguments, range, context, className(recordClass), fields.size(),
           arguments.size());
    return pool_->missing();
  }
  RecordValue made;
  made.root = recordClass;
  made.function = context.function;
  made.zeros = false;
  made.constants = true;
  for (size_t i = 0; i < arguments.size(); ++i)
    made.fields[fields[i]] = typer_.type(arguments[i], context);
  for (const ast::NamedArgument& argument : named) {
    auto it = std::find_if(fields.begin(), fields.end(),
                           [&](Instance* f) { return f->name == argument.name; });
    if (it == fields.end()) {
      const auto element = shape->index.find(argument.name);
      const Instance* part =
          element == shape->index.end() ? nullptr : instances_.child(recordClass, element->second);
      // removed fields may be named but have no place in the value
      if (part && part->removed) continue;
      Diagnostic& d = report(diag::NoSuchArgument, argument.range, context, className(recordClass),
                             names_.text(argument.name));
      std::vector<std::string_view> candidates;
      for (Instance* f : fields) candidates.push_back(names_.text(f->name));
      std::string hint = didYouMean(names_.text(argument.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      if (part && part->isFinal) d.note("it is final", part->decl->nameRange);
      return pool_->missing();
    }
    made.fields[*it] = typer_.type(argument.value, context);
  }
  for (const auto& [f, value] : made.fields)
    if (pool_->base(value) == BaseType::Error) return pool_->missing();
  if (!fieldsFit(fields, made, range, context)) return pool_->missing();
  const size_t before = diagnostics_.errorCount() + diagnostics_.mutedErrors();
  if (const ExprId value = recordValue(recordClass, made)) {
    // sizes may depend on fields that were not given
    return fieldsFit(fields, made, range, context) ? value : pool_->missing();
  }
  if (diagnostics_.errorCount() + diagnostics_.mutedErrors() != before || made.broken)
    return pool_->missing();
  if (made.missing) {
    report(diag::MissingArgument, range, context, className(recordClass),
           fieldPath(made.missing, recordClass));
    return pool_->missing();
  }
  for (Instance* f : fields) {
    if (made.fields.contains(f)) continue;
    report(diag::CyclicConstant, f->decl->nameRange, context, names_.text(f->name));
    break;
  }
  return pool_->missing();
}

// Converts the values that there are to the types of their fields; false if one does not fit.
bool RecordValues::fieldsFit(std::span<Instance* const> fields, RecordValue& made,
                             SourceRange range, Context& context) {
  for (Instance* f : fields) {
    auto value = made.fields.find(f);
    if (value == made.fields.end()) continue;
    value->second =
        values_.convert(value->second, typeOfField(f, made), range, context, names_.text(f->name));
    if (pool_->base(value->second) == BaseType::Error) return false;
  }
  return true;
}

// "a.b" for the field b of the field a.
std::string RecordValues::fieldPath(const Instance* field, const Instance* recordClass) const {
  std::string text(names_.text(field->name));
  for (const Instance* at = field->parent; at && at != recordClass; at = at->parent)
    text = std::string(names_.text(at->name)) + '.' + text;
  return text;
}

}  // namespace formola

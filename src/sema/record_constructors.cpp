// Record constructors. Specification 12.6 and 14.3.
#include <algorithm>

#include "diag/codes/constants.h"
#include "diag/codes/functions.h"
#include "diag/codes/names.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/class_kinds.h"
#include "sema/component_types.h"
#include "sema/dims.h"
#include "sema/instances.h"
#include "sema/overloaded_operators.h"
#include "sema/record_values.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"

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

// The fields that a constructor takes: what cannot be modified is no input.
std::vector<Instance*> RecordValues::inputsOf(Instance* recordClass) {
  const Layout& shape = *instances_.layout(recordClass);
  std::vector<Instance*> fields;
  for (uint32_t i = 0; i < shape.elements.size(); ++i) {
    if (!shape.elements[i].component) continue;
    Instance* part = instances_.child(recordClass, i);
    instances_.resolve(part);
    if (!part->isFinal && !part->removed) fields.push_back(part);
  }
  return fields;
}

ExprId RecordValues::constructRecord(Instance* recordClass,
                                     std::span<const ast::Expr* const> arguments,
                                     std::span<const ast::NamedArgument> named, SourceRange range,
                                     Context& context) {
  Layout* shape = instances_.layout(recordClass);
  if (arguments.size() == 1 && named.empty()) {
    if (Selection from; isCast(arguments[0], from, context))
      return castSelection(recordClass, from, range, context);
  }
  if (ExprId call = constructByOperator(recordClass, *shape, arguments, named, range, context))
    return call;
  const std::vector<Instance*> fields = inputsOf(recordClass);
  if (arguments.size() > fields.size()) {
    report(diag::TooManyArguments, range, context, className(recordClass), fields.size(),
           arguments.size());
    return pool_->missing();
  }
  RecordValue made;
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
    if (made.fields.contains(*it)) {
      report(diag::ArgumentTwice, argument.range, context, names_.text(argument.name));
      return pool_->missing();
    }
    made.fields[*it] = typer_.type(argument.value, context);
  }
  return completeRecord(recordClass, fields, made, range, context);
}

// The record whose inputs have the values in `made`, and all others their defaults.
ExprId RecordValues::completeRecord(Instance* recordClass, std::span<Instance* const> fields,
                                    RecordValue& made, SourceRange range, Context& context) {
  made.root = recordClass;
  made.function = context.function;
  made.zeros = false;
  made.constants = true;
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

// R(m) with a component of a model, block or connector, or an array of them (spec 12.6.1).
bool RecordValues::isCast(const ast::Expr* argument, Selection& from, Context& context) {
  const auto* name = argument->dynAs<ast::ReferenceExpr>();
  if (!name || context.function) return false;
  Diagnostics::Mute mute(diagnostics_);
  from = references_.select(name->name, context);
  if (!from.ok || from.instances.empty()) return false;
  const Instance* first = instances_.target(from.instances[0]);
  return first->layout && first->layout->builtin == BaseType::None &&
         !isRecordKind(first->layout->classKind);
}

ExprId RecordValues::castSelection(Instance* recordClass, const Selection& from, SourceRange range,
                                   Context& context) {
  std::vector<ExprId> records;
  for (Instance* one : from.instances) {
    records.push_back(castComponent(recordClass, instances_.target(one), range, context));
    if (pool_->base(records.back()) == BaseType::Error) return pool_->missing();
  }
  return from.dims.empty() ? records[0] : values_.arrayOfShape(std::move(records), from.dims);
}

// Each field has the value of the public component of that name. Recurses on records in records.
ExprId RecordValues::castComponent(Instance* recordClass, Instance* from, SourceRange range,
                                   Context& context) {
  const std::vector<Instance*> fields = inputsOf(recordClass);
  RecordValue made;
  for (Instance* field : fields) {
    Instance* part = instances_.member(from, field->name);
    if (!part || !part->isComponent() || from->layout->elements[part->elementIndex].isProtected)
      continue;
    part = instances_.target(part);
    instances_.resolve(part);
    if (isConditional(*part)) report(diag::ConditionalUse, range, context, path(part));
    const bool isRecord = field->layout->builtin == BaseType::None && instances_.isRecord(field);
    if (!isRecord || instances_.isRecord(part)) {
      made.fields[field] = references_.reference(part, context, range);
      continue;
    }
    Selection all;
    all.dims = part->dims;
    if (!part->isArray) all.instances.push_back(part);
    size_t count = part->isArray ? 1 : 0;
    for (Size d : part->dims) count *= static_cast<size_t>(d);
    for (size_t i = 0; i < count; ++i) all.instances.push_back(instances_.element(part, i));
    if (!all.instances.empty())
      made.fields[field] = castSelection(field->type, all, range, context);
  }
  return completeRecord(recordClass, fields, made, range, context);
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

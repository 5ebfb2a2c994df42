// Typing of component references and their subscripts. Specification 3.8, 5, 10.5.
#include "sema/type_reference.h"

#include <algorithm>
#include <utility>

#include "diag/codes/classes.h"
#include "diag/codes/functions.h"
#include "diag/codes/names.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/class_kinds.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/declarations.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"

namespace formola {

namespace {

// The record or connector whose text the scope is: there is no time in it (spec 3.6.7). Null: a
// model, block, …
const ClassNode* timelessClass(Scope scope) {
  if (!scope.instance || !scope.instance->layout) return nullptr;
  const Layout& shape = *scope.instance->layout;
  if (scope.part >= shape.parts.size()) return nullptr;
  const ClassNode* node = shape.parts[scope.part].node;
  if (!node || !node->def) return nullptr;
  const ast::ClassKind kind = node->def->classKind;
  return isRecordKind(kind) || kind == ast::ClassKind::Connector ? node : nullptr;
}

}  // namespace

ExprId ReferenceTyper::literalNamed(TypeId enumeration, const ast::NamePart& part,
                                    const Context& context) {
  const EnumInfo& info = pool_->types.enumOf(enumeration);
  for (uint32_t i = 0; i < info.literals.size(); ++i) {
    if (info.literals[i] == part.name) return pool_->enumeration(enumeration, i + 1);
  }
  std::vector<std::string_view> candidates;
  for (Symbol s : info.literals) candidates.push_back(names_.text(s));
  Diagnostic& d = report(diag::NoSuchLiteral, part.range, context, names_.text(part.name),
                         names_.text(info.name));
  std::string hint = didYouMean(names_.text(part.name), candidates);
  if (!hint.empty()) d.note("did you mean '" + hint + "'?");
  return pool_->missing();
}

ExprId ReferenceTyper::timeHere(SourceRange range, const Context& context) {
  if (context.function) {
    report(diag::NotInFunction, range, context, "'time'", "give it as an input");
    return pool_->missing();
  }
  if (const ClassNode* node = timelessClass(context.scope)) {
    report(diag::ClassRestriction, range, context,
           node->def->classKind == ast::ClassKind::Connector ? "the connector" : "the record",
           names_.text(node->name), "a value that uses 'time'",
           "only models and blocks know the time; give the value where it is used");
    return pool_->missing();
  }
  return pool_->time();
}

ExprId ReferenceTyper::typeReference(const ast::Name& name, Context& context) {
  const ast::NamePart& first = name.parts[0];
  if (!name.global) {
    for (size_t i = context.iterators.size(); i-- > 0;) {
      if (context.iterators[i].first != first.name) continue;
      ExprId value =
          applySubscripts(context.iterators[i].second, first.subscripts, context, name.range);
      for (size_t p = 1; p < name.parts.size(); ++p) {
        value = fieldOf(value, name.parts[p], context, name.range);
        if (!value) {
          lookup_.reportUndefined(name.parts[p].name, name.parts[p].range, context.scope, &context);
          return pool_->missing();
        }
      }
      return value;
    }
    if (name.parts.size() == 1 && names_.text(first.name) == "time")
      return timeHere(name.range, context);
  }
  Instance* at = nullptr;
  bool fromEnclosing = false;
  if (name.global) {
    at = lookup_.classMember(instances_.root(), first.name);
  } else {
    Found found = lookup_.lookupSimple(first.name, context.scope);
    at = found.instance;
    fromEnclosing = found.fromEnclosing;
  }
  if (!at) {
    lookup_.reportUndefined(first.name, first.range, context.scope, &context);
    return pool_->missing();
  }
  size_t p = 0;
  while (!at->isComponent()) {
    Layout* shape = instances_.layout(at);
    if (shape->builtin == BaseType::Enumeration && p + 2 == name.parts.size()) {
      return literalNamed(shape->enumType, name.parts[p + 1], context);
    }
    if (p + 1 == name.parts.size()) {
      // a function used as a value
      ast::ClassKind kind = shape->classKind;
      if (kind == ast::ClassKind::Function || kind == ast::ClassKind::OperatorFunction) {
        FunctionId id = functions_.functionOf(at, name.range);
        if (!id) return pool_->missing();
        std::vector<ExprId> bound(functions_.function(id).inputCount, pool_->missing());
        return pool_->make(ExprKind::FunctionRef, pool_->types.scalar(BaseType::Function),
                           id.index(), bound);
      }
      report(diag::ClassUsedAsValue, name.range, context, className(at));
      return pool_->missing();
    }
    ++p;
    Instance* next = lookup_.classMember(at, name.parts[p].name);
    if (!next) {
      Diagnostic& d = report(diag::ClassNotFoundIn, name.parts[p].range, context,
                             names_.text(name.parts[p].name), className(at));
      std::vector<std::string_view> candidates;
      if (at->node) candidates = library_.nestedNames(*at->node);
      for (const LayoutElement& e : shape->elements) candidates.push_back(names_.text(e.name));
      std::string hint = didYouMean(names_.text(name.parts[p].name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return pool_->missing();
    }
    lookup_.checkStep(at, next, name.parts[p], context.scope, name.parts[p - 1].name);
    at = next;
    fromEnclosing = true;
  }
  instances_.resolve(at);
  // A component of an enclosing class is visible only if it is a constant (spec 5.3.1).
  if (fromEnclosing && at->local < 0 && at->variability != Variability::Constant &&
      at->layout->builtin != BaseType::None && !at->broken) {
    report(diag::NotConstantInPackage, name.range, context, names_.text(at->name),
           className(at->parent->isComponent() ? at->parent->type : at->parent));
    return pool_->missing();
  }
  if (p == 0 && !name.global) at = instances_.localTarget(at);
  return componentExpr(at, name.parts.subspan(p + 1), name.parts[p].subscripts, context,
                       name.range);
}

// A subscript, or a vector of them, counted from one; others than Booleans and enumerations are
// left as they are.
ExprId ReferenceTyper::indexOf(ExprId s) {
  const BaseType base = pool_->base(s);
  if (base != BaseType::Enumeration && base != BaseType::Boolean) return s;
  if (pool_->kind(s) == ExprKind::Enum) return pool_->integer(pool_->payload(s));
  if (pool_->kind(s) == ExprKind::Boolean) return pool_->integer(pool_->booleanValue(s) ? 2 : 1);
  const std::vector<Size> dims = copyDims(pool_->types[pool_->type(s)].dims);
  const TypeId type = pool_->types.get(BaseType::Integer, 0, dims);
  if (base == BaseType::Enumeration) return pool_->builtin(Builtin::IntegerOfEnum, type, {&s, 1});
  if (dims.size() == 1 && dims[0] != kUnknownSize) {
    std::vector<ExprId> elements;
    for (Size k = 1; k <= dims[0]; ++k) {
      const ExprId at = pool_->integer(k);
      elements.push_back(indexOf(values_.index(s, {&at, 1})));
    }
    return pool_->make(ExprKind::Array, type, 0, elements);
  }
  if (!dims.empty()) return s;  // of a size that is not known: the caller says what is wrong
  return pool_->ifThenElse(type, s, pool_->integer(2), pool_->integer(1));
}

ExprId ReferenceTyper::typeSubscript(const ast::Expr* subscript, const Context::End& end,
                                     Context& context) {
  const Context::End around = std::exchange(context.end, end);
  const ExprId s = typer_.type(subscript, context);
  context.end = around;
  return s;
}

// One subscript of an array of components, as a number where it is known; invalid after a report.
ExprId ReferenceTyper::elementSubscript(Instance* component, size_t i, const ast::Expr* subscript,
                                        Context& context) {
  // `end` needs only the sizes: an array of that shape
  const ExprId shape =
      pool_->variable(VariableId(), pool_->types.get(BaseType::Integer, 0, component->dims));
  ExprId s = typeSubscript(subscript, {shape, i, declarations_.indexType(component, i)}, context);
  if (pool_->base(s) == BaseType::Error) return {};
  if (!declarations_.subscriptFits(component, i, s, subscript->range, context)) return {};
  s = indexOf(s);
  if (pool_->kind(s) != ExprKind::Integer && pool_->kind(s) != ExprKind::Colon &&
      !context.function && constants_.variability(s) <= Variability::Parameter) {
    if (auto value = constants_.evaluateNow(s, subscript->range, context, false))
      s = toExpr(*value, *pool_);
  }
  return s;
}

// An array without elements still has a type: that of the class's member.
ExprId ReferenceTyper::emptyComponents(Instance* component, std::span<const ast::NamePart> rest) {
  std::vector<Size> dims = component->dims;
  TypeId scalar = pool_->types.real();
  if (rest.empty()) {
    if (instances_.isRecord(component->type))
      scalar = componentTypes_.recordTypeOf(component->type);
  } else {
    Instance* at = component->type;
    for (const ast::NamePart& part : rest) {
      at = at ? instances_.member(at, part.name) : nullptr;
      if (at && at->isComponent()) instances_.resolve(at);
    }
    if (at && at->isComponent() && at->layout->builtin != BaseType::None) {
      scalar = pool_->types.scalarOf(componentTypes_.typeOfComponent(at));
      for (Size d : at->dims) dims.push_back(d);
    }
  }
  return pool_->make(ExprKind::Array, pool_->types.withDims(scalar, dims), 0,
                     std::span<const ExprId>());
}

// A local of a function, or what is in it.
ExprId ReferenceTyper::localExpr(Instance* component, std::span<const ast::NamePart> rest,
                                 std::span<const ast::Expr* const> subscripts, Context& context,
                                 SourceRange range) {
  ExprId value = pool_->local(static_cast<uint32_t>(component->local),
                              componentTypes_.typeOfComponent(component));
  value = applySubscripts(value, subscripts, context, range, component);
  for (const ast::NamePart& part : rest) {
    if (pool_->base(value) == BaseType::Error) return value;
    if (pool_->base(value) != BaseType::Record) {
      report(diag::NoSuchMember, part.range, context, names_.text(part.name),
             names_.text(component->name));
      return pool_->missing();
    }
    const Symbol record = pool_->types.recordOf(pool_->type(value)).name;
    value = fieldOf(value, part, context, range);
    if (!value) {
      // constants of a record are no fields
      Instance* constant = instances_.member(component->type, part.name);
      if (constant && constant->isComponent())
        return componentExpr(constant, {}, part.subscripts, context, range);
      report(diag::NoSuchMember, part.range, context, names_.text(part.name), names_.text(record));
      return pool_->missing();
    }
  }
  return value;
}

// An array of components: one element, or what is named in all of them as an array.
ExprId ReferenceTyper::arrayExpr(Instance* component, std::span<const ast::NamePart> rest,
                                 std::span<const ast::Expr* const> subscripts, Context& context,
                                 SourceRange range) {
  size_t total = 1;
  for (Size d : component->dims) total *= static_cast<size_t>(d);
  // constant subscripts pick one element
  std::vector<ExprId> typed;
  bool constant = subscripts.size() == component->dims.size();
  if (!subscripts.empty()) {
    size_t at = 0;
    for (size_t i = 0; i < subscripts.size(); ++i) {
      const ExprId s = elementSubscript(component, i, subscripts[i], context);
      if (!s) return pool_->missing();
      typed.push_back(s);
      if (pool_->kind(s) == ExprKind::Integer && i < component->dims.size()) {
        int64_t v = pool_->integerValue(s);
        if (v < 1 || v > component->dims[i]) {
          report(diag::IndexOutOfBounds, subscripts[i]->range, context, v, i + 1,
                 component->dims[i], names_.text(component->name));
          return pool_->missing();
        }
        at = at * static_cast<size_t>(component->dims[i]) + static_cast<size_t>(v - 1);
      } else {
        constant = false;
      }
    }
    if (subscripts.size() > component->dims.size()) {
      report(diag::TooManySubscripts, range, context, names_.text(component->name),
             component->dims.size());
      return pool_->missing();
    }
    if (constant) return componentExpr(instances_.element(component, at), rest, {}, context, range);
  }
  // the whole array (or a slice): nested arrays of the element expressions
  std::vector<ExprId> level;
  level.reserve(total);
  if (total == 0) return values_.index(emptyComponents(component, rest), typed);
  for (size_t i = 0; i < total; ++i) {
    ExprId e = componentExpr(instances_.element(component, i), rest, {}, context, range);
    if (pool_->base(e) == BaseType::Error) return e;
    level.push_back(e);
  }
  return values_.index(values_.arrayOfShape(std::move(level), component->dims), typed);
}

// What a name with a dot says of a component.
ExprId ReferenceTyper::memberExpr(Instance* component, std::span<const ast::NamePart> rest,
                                  std::span<const ast::Expr* const> subscripts, Context& context,
                                  SourceRange range) {
  if (!subscripts.empty()) {
    report(diag::TooManySubscripts, range, context, names_.text(component->name), 0);
    return pool_->missing();
  }
  Instance* next = instances_.member(component, rest[0].name);
  if (!next) {
    Diagnostic& d = report(diag::NoSuchMember, rest[0].range, context, names_.text(rest[0].name),
                           component->type ? className(component->type) : path(component));
    std::vector<std::string_view> candidates;
    for (const LayoutElement& e : component->layout->elements)
      candidates.push_back(names_.text(e.name));
    std::string hint = didYouMean(names_.text(rest[0].name), candidates);
    if (!hint.empty()) d.note("did you mean '" + hint + "'?");
    return pool_->missing();
  }
  if (!next->isComponent()) return constantThrough(component, next, rest, context, range);
  if (const LayoutElement& e = component->layout->elements[next->elementIndex];
      e.isProtected && component != context.scope.instance) {
    report(diag::ProtectedAccess, rest[0].range, context, names_.text(rest[0].name),
           component->type ? className(component->type) : path(component))
        .note(next->decl->prefixes.isProtected
                  ? "it is declared protected here"
                  : "it is inherited by a protected extends clause; it is declared here",
              next->decl->nameRange);
  }
  return componentExpr(instances_.localTarget(next), rest.subspan(1), rest[0].subscripts, context,
                       range);
}

// component.Class.constant: what the class has, as if it were named by itself.
ExprId ReferenceTyper::constantThrough(Instance* component, Instance* inClass,
                                       std::span<const ast::NamePart> rest, Context& context,
                                       SourceRange range) {
  Instance* at = inClass;
  size_t p = 1;
  for (; p < rest.size() && at && !at->isComponent(); ++p)
    at = lookup_.classMember(at, rest[p].name);
  if (at && at->isComponent()) instances_.resolve(at);
  if (!at || !at->isComponent() || at->variability != Variability::Constant) {
    report(diag::ClassUsedAsValue, rest[0].range, context, className(inClass));
    return pool_->missing();
  }
  report(diag::ConstantThroughComponent, rest[0].range, context, names_.text(at->name),
         className(inClass), names_.text(component->name));
  return componentExpr(at, rest.subspan(p), rest[p - 1].subscripts, context, range);
}

ExprId ReferenceTyper::componentExpr(Instance* component, std::span<const ast::NamePart> rest,
                                     std::span<const ast::Expr* const> subscripts, Context& context,
                                     SourceRange range) {
  const Instance* named = component;
  component = instances_.target(component);
  // the class of the outer declaration says what can be named, whatever the inner one has more
  if (component != named && !rest.empty() && !named->broken && !named->layout->isExpandable &&
      !named->layout->index.count(rest[0].name) && component->layout->index.count(rest[0].name)) {
    report(diag::NoSuchMember, rest[0].range, context, names_.text(rest[0].name),
           className(named->type))
        .note("the inner component has it, but the outer one is of this class here",
              named->decl->nameRange);
    return pool_->missing();
  }
  if (context.substitutes) {
    auto given = context.substitutes->find(component);
    if (given != context.substitutes->end()) {
      ExprId value = applySubscripts(given->second, subscripts, context, range);
      for (const ast::NamePart& part : rest) {
        value = fieldOf(value, part, context, range);
        if (!value) return pool_->missing();
      }
      return value;
    }
  }
  instances_.resolve(component);
  if (component->broken &&
      (component->layout == instances_.emptyLayout() || component->resolving ||
       std::find(component->dims.begin(), component->dims.end(), 0) != component->dims.end())) {
    return pool_->missing();
  }
  if (component->removed) {
    report(diag::RemovedComponent, range, context, path(component));
    return pool_->missing();
  }
  if (isConditional(*named)) {
    report(diag::ConditionalUse, range, context, names_.text(component->name))
        .note("its condition is declared here", component->decl->nameRange);
  }
  if (component->local >= 0) return localExpr(component, rest, subscripts, context, range);
  if (component->isArray) return arrayExpr(component, rest, subscripts, context, range);
  if (!rest.empty()) return memberExpr(component, rest, subscripts, context, range);
  ExprId value = reference(component, context, range);
  return applySubscripts(value, subscripts, context, range, component);
}

ExprId ReferenceTyper::reference(Instance* component, const Context& context, SourceRange range) {
  component = instances_.target(component);
  instances_.resolve(component);
  if (component->removed) {
    report(diag::RemovedComponent, range, context, path(component));
    return pool_->missing();
  }
  if (component->isArray) {
    size_t total = 1;
    for (Size d : component->dims) total *= static_cast<size_t>(d);
    if (total == 0) {
      return pool_->make(ExprKind::Array, componentTypes_.typeOfComponent(component), 0,
                         std::span<const ExprId>());
    }
    std::vector<ExprId> level;
    for (size_t i = 0; i < total; ++i) {
      ExprId e = reference(instances_.element(component, i), context, range);
      if (pool_->base(e) == BaseType::Error) return e;
      level.push_back(e);
    }
    return values_.arrayOfShape(std::move(level), component->dims);
  }
  const Layout& shape = *component->layout;
  if (shape.builtin != BaseType::None) {
    if (component->variability == Variability::Constant) {
      // constants are replaced by their values everywhere
      if (std::optional<Value> value = constants_.valueOf(component)) return toExpr(*value, *pool_);
      return pool_->missing();
    }
    return pool_->variable(componentTypes_.variableOf(component),
                           componentTypes_.typeOfComponent(component));
  }
  if (!instances_.isRecord(component) && !instances_.isConnector(component)) {
    report(diag::ComponentUsedAsValue, range, context, path(component), className(component->type));
    return pool_->missing();
  }
  std::vector<ExprId> fields;
  for (uint32_t i = 0; i < shape.elements.size(); ++i) {
    if (!shape.elements[i].component) continue;
    Instance* part = instances_.child(component, i);
    instances_.resolve(part);
    if (part->variability == Variability::Constant &&
        component->variability != Variability::Constant)
      continue;
    if (part->removed) continue;
    ExprId value = reference(part, context, range);
    if (pool_->base(value) == BaseType::Error) return value;
    fields.push_back(value);
  }
  return pool_->make(ExprKind::Record, componentTypes_.typeOfComponent(component), 0, fields);
}

ExprId ReferenceTyper::fieldOf(ExprId base, const ast::NamePart& part, Context& context,
                               SourceRange range) {
  const size_t lead = pool_->types[pool_->type(base)].dims.size();
  const ExprId value = values_.fieldNamed(base, part.name);
  return value ? applySubscripts(value, part.subscripts, context, range, nullptr, lead) : value;
}

ExprId ReferenceTyper::applySubscripts(ExprId base, std::span<const ast::Expr* const> subscripts,
                                       Context& context, SourceRange range, const Instance* array,
                                       size_t lead) {
  if (subscripts.empty() || pool_->base(base) == BaseType::Error) return base;
  const std::vector<Size> dims = copyDims(pool_->types[pool_->type(base)].dims);
  if (lead + subscripts.size() > dims.size()) {
    report(diag::TooManySubscripts, range, context, sources_.text(range), dims.size() - lead);
    return pool_->missing();
  }
  std::vector<ExprId> typed(lead, pool_->colon());
  for (size_t i = 0; i < subscripts.size(); ++i) {
    ExprId s =
        typeSubscript(subscripts[i], {base, lead + i, declarations_.indexType(array, i)}, context);
    if (pool_->base(s) == BaseType::Error ||
        !declarations_.subscriptFits(array, i, s, subscripts[i]->range, context))
      return pool_->missing();
    s = indexOf(s);
    if (pool_->base(s) != BaseType::Integer) {
      report(diag::SubscriptNotInteger, subscripts[i]->range, context,
             values_.showType(pool_->type(s)));
      return pool_->missing();
    }
    if (!context.function && pool_->kind(s) != ExprKind::Integer &&
        pool_->kind(s) != ExprKind::Colon && constants_.variability(s) <= Variability::Parameter) {
      if (auto value = constants_.evaluateNow(s, subscripts[i]->range, context, false))
        s = toExpr(*value, *pool_);
    }
    const bool vector = pool_->kind(s) == ExprKind::Array;
    const ExprId one[1] = {s};
    for (ExprId e : vector ? pool_->children(s) : std::span<const ExprId>(one)) {
      const Size size = dims[lead + i];
      if (pool_->kind(e) != ExprKind::Integer || size == kUnknownSize) break;
      const int64_t v = pool_->integerValue(e);
      if (v >= 1 && v <= size) continue;
      report(diag::IndexOutOfBounds, subscripts[i]->range, context, v, i + 1, size,
             sources_.text(range));
      return pool_->missing();
    }
    typed.push_back(s);
  }
  return values_.index(base, typed);
}

// ---------------------------------------------------------------- variability

}  // namespace formola

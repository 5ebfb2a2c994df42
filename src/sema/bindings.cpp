// The values and attributes that declarations and modifiers give components, typed.
#include "sema/bindings.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/component_types.h"
#include "sema/declared_values.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/mod_layers.h"
#include "sema/modifiers.h"
#include "sema/record_values.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"

namespace formola {

ExprId Bindings::binding(Instance* component) {
  if (component->bindingKnown) return component->binding;
  component->bindingKnown = true;
  instances_.resolve(component);
  std::vector<ElementValue> elements;
  typeBinding(component, elements);
  if (!elements.empty() && !component->broken) replaceElements(component, elements);
  return component->binding;
}

namespace {

// An array of the given size with single elements replaced; one value stands for all others.
template <typename Element>
ExprId withElements(ExprPool& pool, ArrayValues& values, ExprId whole, std::span<const Size> dims,
                    std::span<const Element> elements) {
  const bool one = pool.types.isScalar(pool.type(whole));
  std::vector<ExprId> level;
  std::vector<int64_t> at(dims.size(), 1);
  size_t count = 1;
  for (Size d : dims) count *= static_cast<size_t>(d);
  for (size_t i = 0; i < count; ++i) {
    ExprId value;
    for (const Element& e : elements) {  // the outermost modifier comes first
      if (!value && e.at == at) value = e.value;
    }
    if (!value && one) value = whole;
    if (!value) {
      std::vector<ExprId> subscripts;
      for (int64_t k : at) subscripts.push_back(pool.integer(k));
      value = values.index(whole, subscripts);
    }
    level.push_back(value);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++at[d] <= dims[d]) break;
      at[d] = 1;
    }
  }
  return values.arrayOfShape(std::move(level), dims);
}

}  // namespace

// The binding with single elements replaced: the command line can give x[2] = 5.
void Bindings::replaceElements(Instance* component, std::span<const ElementValue> elements) {
  Context context;
  if (!component->binding) {
    report(diag::ElementWithoutArray, elements[0].range, context, names_.text(component->name));
    component->broken = true;
    return;
  }
  component->binding = withElements(*pool_, values_, component->binding, component->dims, elements);
}

// What a record constructor is given for a field by its name, or an array constructor for an
// element; null if it is neither, or this is not given.
const ast::Expr* Bindings::writtenPart(const ast::Expr* source, const Access& access,
                                       const Context& context) {
  if (!access.field.valid()) {
    const auto* array = source->dynAs<ast::ArrayExpr>();
    if (!array || array->elements.size() != static_cast<size_t>(access.size) ||
        array->elements[0]->kind == ast::ExprKind::Comprehension)
      return nullptr;
    return array->elements[static_cast<size_t>(access.index - 1)];
  }
  const auto* call = source->dynAs<ast::CallExpr>();
  if (!call) return nullptr;
  for (const ast::NamedArgument& argument : call->named) {
    if (argument.name != access.field) continue;
    Instance* record = lookup_.lookupClass(call->function, context.scope, false);
    return record && instances_.layout(record)->classKind == ast::ClassKind::Record ? argument.value
                                                                                    : nullptr;
  }
  return nullptr;
}

// Goes as deep into `source` as it is written out; what remains to be taken from its value is left.
std::span<const Access> Bindings::takeWrittenParts(const ast::Expr*& source,
                                                   std::span<const Access> accesses,
                                                   const Context& context) {
  while (!accesses.empty()) {
    const ast::Expr* part = writtenPart(source, accesses[0], context);
    if (!part) break;
    source = part;
    accesses = accesses.subspan(1);
  }
  return accesses;
}

ExprId Bindings::constantField(const ast::Expr* source, std::span<const Access> accesses,
                               Context& context) {
  const auto* reference = source->dynAs<ast::ReferenceExpr>();
  if (!reference || reference->name.global || context.substitutes || context.function) return {};
  const Found found = lookup_.lookupSimple(reference->name.parts[0].name, context.scope);
  if (!found.instance || !found.instance->isComponent()) return {};
  const Selection named = references_.select(reference->name, context);
  if (!named.ok || named.removed) return {};
  std::vector<Instance*> elements = named.instances;
  std::vector<Size> dims = named.dims;
  size_t depth = 0, at = 0;  // subscripts so far, and the element that they choose
  for (const Access& access : accesses) {
    if (!access.field.valid()) {
      if (depth == dims.size() || dims[depth] != access.size) continue;  // it is for each element
      at = at * static_cast<size_t>(access.size) + static_cast<size_t>(access.index - 1);
      ++depth;
      continue;
    }
    if (depth < dims.size() || elements.empty()) return {};
    Instance* field = instances_.member(elements[at], access.field);
    if (!field || !field->isComponent()) return {};
    field = instances_.target(field);
    instances_.resolve(field);
    if (field->removed || field->broken) return {};
    elements.assign(1, field);
    dims.clear();
    depth = at = 0;
    if (!field->isArray) continue;
    dims.assign(field->dims.begin(), field->dims.end());
    elements.clear();
    size_t count = 1;
    for (Size d : dims) count *= static_cast<size_t>(d);
    for (size_t i = 0; i < count; ++i) elements.push_back(instances_.element(field, i));
  }
  if (depth < dims.size() || elements.empty() || elements[at]->variability != Variability::Constant)
    return {};
  return binding(elements[at]);
}

ExprId Bindings::layerValue(Instance* component, const ModLayer& layer, Context& context) {
  const ast::Expr* source = layer.modification->binding;
  if (layer.accesses.empty()) return typer_.type(source, context);
  std::span<const Access> accesses = layer.accesses;
  // One field of R(a = ..., b = ...), or one element of {a, b}: the others may depend on it, as a
  // size does, or be records whose arrays have other sizes.
  accesses = takeWrittenParts(source, accesses, context);
  if (accesses.empty()) return typer_.type(source, context);
  ExprId value;
  if (context.substitutes) {
    value = typer_.type(source, context);  // another one each time
  } else {
    BindingKey key{source, layer.scope.instance, layer.scope.part};
    auto known = sharedBindings_.find(key);
    if (known == sharedBindings_.end())
      known = sharedBindings_.emplace(key, typer_.type(source, context)).first;
    value = known->second;
  }
  for (const Access& access : accesses) {
    if (pool_->base(value) == BaseType::Error) break;
    if (access.field.valid()) {
      if (const ExprId part = values_.fieldNamed(value, access.field); part.valid()) {
        value = part;
      } else {
        // a field that depends on conditions may be absent, and only constructors and constants
        // have values for constant ones: the declaration's own value holds; but a value of another
        // type is an error
        if (component->variability == Variability::Constant)
          return constantField(source, accesses, context);
        if (wrongRecords_.insert(source).second) {
          report(diag::TypeMismatch, source->range, context,
                 "the value of " + std::string(names_.text(component->parent->name)),
                 "a record with '" + std::string(names_.text(access.field)) + "'",
                 values_.showType(pool_->type(value)));
        }
        value = pool_->missing();
        break;
      }
    } else {
      if (layer.mayBeEach) {
        std::span<const Size> own = pool_->types[pool_->type(value)].dims;
        if (own.empty() || own[0] != access.size) continue;
      }
      if (pool_->types.isScalar(pool_->type(value))) {
        report(diag::MissingEach, source->range, context, names_.text(component->name))
            .note("write 'each " + std::string(names_.text(component->name)) +
                  " = ...' to give the same value to every element");
        if (!diagnostics_.strict()) continue;
        value = pool_->missing();
        break;
      }
      ExprId subscript = pool_->integer(access.index);
      std::span<const Size> dims = pool_->types[pool_->type(value)].dims;
      if (dims[0] != kUnknownSize && access.size != dims[0]) {
        report(diag::ArrayModifierSize, source->range, context, names_.text(component->name),
               dims[0], access.size);
        value = pool_->missing();
        break;
      }
      value = values_.index(value, {&subscript, 1});
    }
  }
  return value;
}

ExprId Bindings::typeBinding(Instance* component, std::vector<ElementValue>& elements) {
  ValueLayers values;
  bool recordGiven = false;  // a whole record, whose value has not this field
  for (const ModLayer& layer : component->layers) {
    if (!values.take(layer) || (recordGiven && layer.bindingOnly)) continue;
    const ast::Expr* source = layer.modification->binding;
    Context context;
    context.scope = layer.scope;
    if (givesElement(layer) && !component->dims.empty()) {
      const auto& subscripts = layer.argument->name.parts[layer.pathDone - 1].subscripts;
      if (component->broken) return component->binding;
      if (subscripts.size() != component->dims.size()) {
        report(diag::ElementSubscripts, layer.argument->range, context,
               names_.text(component->name), component->dims.size(), subscripts.size());
        component->broken = true;
        return component->binding;
      }
      ElementValue element{{}, typer_.type(source, context), layer.argument->range};
      for (const ast::Expr* s : subscripts) {
        const auto* literal = s->dynAs<ast::IntegerExpr>();
        element.at.push_back(literal ? literal->value : 0);  // checkPath lets literals through
      }
      if (pool_->base(element.value) == BaseType::Error) {
        component->broken = true;
        return component->binding;
      }
      element.value = values_.convert(
          element.value, pool_->types.scalarOf(componentTypes_.typeOfComponent(component)),
          source->range, context, "the value of " + std::string(names_.text(component->name)));
      if (pool_->base(element.value) == BaseType::Error) component->broken = true;
      elements.push_back(std::move(element));
      continue;
    }
    FunctionScope functionScope{component->parent, nullptr};
    if (component->local >= 0) context.function = &functionScope;
    ExprId value = layerValue(component, layer, context);
    if (!value) {
      recordGiven |= layer.bindingOnly;
      continue;
    }
    if (pool_->base(value) == BaseType::Error) {
      component->broken = true;
      component->binding = ExprId();
      return component->binding;
    }
    if (component->broken) return component->binding;  // its sizes are wrong: reported
    TypeId wanted = componentTypes_.typeOfComponent(component);
    component->binding =
        values_.convert(value, wanted, source->range, context,
                        "the value of " + std::string(names_.text(component->name)));
    if (pool_->base(component->binding) == BaseType::Error &&
        pool_->types[wanted].base != BaseType::Error) {
      component->broken = true;
      component->binding = ExprId();
    }
    return component->binding;
  }
  // a record local whose fields are given one by one: Complex result(re = a, im = b)
  if (component->local >= 0 && component->layout->builtin == BaseType::None &&
      instances_.isRecord(component)) {
    RecordValues::RecordValue made;
    FunctionScope functionScope{component->parent, nullptr};
    made.root = component;
    made.function = &functionScope;
    ExprId value = records_.recordValue(component, made);
    // an input has a default value only if every field has one
    if (made.given && (made.complete || component->causality != Causality::Input))
      component->binding = value;
  }
  return component->binding;
}

SourceRange Bindings::bindingPlace(Instance* component) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers) {
    if (values.take(layer)) return layer.modification->binding->range;
  }
  return component->decl->nameRange;
}

Confidence Bindings::bindingConfidence(Instance* component) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers)
    if (values.take(layer)) return {layer.level, layer.level, layer.inherited};
  return {};
}

// What one modifier gives as the attribute. Invalid: nothing, or an error that was reported.
ExprId Bindings::attributeValue(Instance* component, Symbol name, const ModLayer& layer) {
  Context context;
  context.scope = layer.scope;
  FunctionScope functionScope{component->parent, nullptr};
  if (component->local >= 0) context.function = &functionScope;
  ExprId value = typer_.type(layer.modification->binding, context);
  for (const Access& access : layer.accesses) {
    if (pool_->base(value) == BaseType::Error) return {};
    if (access.field.valid()) {
      value = values_.fieldNamed(value, access.field);
      if (!value) return {};
    } else {
      if (pool_->types.isScalar(pool_->type(value))) {
        report(diag::MissingEach, layer.modification->binding->range, context, names_.text(name))
            .note("write 'each " + std::string(names_.text(name)) +
                  " = ...' to give the same value to every element");
        if (!diagnostics_.strict()) continue;
        return {};
      }
      const Size given = pool_->types[pool_->type(value)].dims[0];
      if (given != kUnknownSize && access.size != given) {
        report(diag::ArrayModifierSize, layer.modification->binding->range, context,
               names_.text(name), given, access.size);
        return {};
      }
      ExprId subscript = pool_->integer(access.index);
      value = values_.index(value, {&subscript, 1});
    }
  }
  if (pool_->base(value) == BaseType::Error) return {};
  return value;
}

// The attribute `whole` of all elements, with those replaced that have one of their own. Where only
// elements have a start value the others begin with zero, as without any.
ExprId Bindings::attributeElements(Instance* component, Symbol name, ExprId whole,
                                   std::span<const ModLayer> single) {
  std::vector<AttributeElement> elements;
  for (const ModLayer& layer : single) {
    Context context;
    context.scope = layer.scope;
    const std::span<const ast::Expr* const> subscripts = elementSubscripts(layer);
    if (subscripts.size() != component->dims.size()) {
      report(diag::ElementSubscripts, layer.argument->range, context, names_.text(component->name),
             component->dims.size(), subscripts.size());
      return {};
    }
    AttributeElement element{{}, attributeValue(component, name, layer)};
    if (!element.value) return {};
    for (size_t d = 0; d < subscripts.size(); ++d) {
      const auto* literal = subscripts[d]->dynAs<ast::IntegerExpr>();
      element.at.push_back(literal ? literal->value : 0);
      if (element.at[d] >= 1 && element.at[d] <= component->dims[d]) continue;
      report(diag::IndexOutOfBounds, subscripts[d]->range, context, element.at[d], d + 1,
             component->dims[d], names_.text(component->name));
      return {};
    }
    elements.push_back(std::move(element));
  }
  if (!whole && names_.text(name) == "start") {
    const BaseType base = pool_->types[componentTypes_.typeOfComponent(component)].base;
    if (base == BaseType::Real) whole = pool_->real(0);
    if (base == BaseType::Integer) whole = pool_->integer(0);
    if (base == BaseType::Boolean) whole = pool_->boolean(false);
  }
  if (!whole) {
    Context context;
    context.scope = single[0].scope;
    report(diag::ElementWithoutArray, single[0].argument->range, context, names_.text(name));
    return {};
  }
  return withElements(*pool_, values_, whole, component->dims,
                      std::span<const AttributeElement>(elements));
}

ExprId Bindings::attribute(Instance* component, Symbol name, SourceRange* place,
                           Confidence* confidence) {
  instances_.resolve(component);
  // Arguments alone: a value that reached the component does not give attributes.
  std::vector<ModLayer> found;
  std::optional<ModLayer> layer;  // the outermost one that gives it
  std::vector<ModLayer> single;   // those further out that give it to one element, x[2].start = 5
  bool overridesFinal = false;
  ValueLayers values;
  auto pick = [&] {
    for (const ModLayer& candidate : found) {
      if (!values.take(candidate)) continue;
      const ModLayer* const outer = layer ? &*layer : single.empty() ? nullptr : &single.front();
      if (outer && candidate.final && outer->argument && !overridesFinal) {
        // what is final inside stays (spec 7.2.6)
        overridesFinal = true;
        Context context;
        context.scope = outer->scope;
        report(
            declared_.givesSameValue(*outer, candidate) ? diag::FinalSameValue : diag::FinalElement,
            outer->argument->range, context, names_.text(name))
            .note("it is final by this modifier", candidate.argument->range);
      }
      if (layer) continue;
      if (elementSubscripts(candidate).empty()) {
        layer = candidate;
      } else {
        single.push_back(candidate);
      }
    }
    found.clear();
  };
  for (const ModLayer& own : component->layers) {
    if (!own.modification && !own.argument) continue;
    modifiers_.deriveArguments(own, name, found);
    pick();
  }
  const Layout& shape = *component->layout;
  for (size_t p = 1; p < shape.parts.size(); ++p) {
    const Part& part = shape.parts[p];
    if (part.modification) {
      ModLayer own;
      own.modification = part.modification;
      own.scope = modifierScope(shape, static_cast<uint32_t>(p), component->type);
      own.each = true;
      own.level = levelOf(component);
      modifiers_.deriveArguments(own, name, found);
      pick();
    }
    for (const ModLayer& own : part.classLayers) modifiers_.deriveArguments(own, name, found);
    pick();
  }
  if (!layer && single.empty()) return {};
  const ModLayer& first = single.empty() ? *layer : single.front();
  if (place) *place = first.modification->binding->range;
  if (confidence) {
    const uint8_t level = std::min(first.level, levelOf(component));
    *confidence = {level, level, first.inherited};
  }
  const ExprId whole = layer ? attributeValue(component, name, *layer) : ExprId();
  if (single.empty() || (layer && !whole)) return whole;
  return attributeElements(component, name, whole, single);
}

}  // namespace formola

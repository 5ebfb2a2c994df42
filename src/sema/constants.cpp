// Bindings, attributes and values known at translation time.
#include "diag/codes/constants.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "sema/mod_layers.h"
#include "sema/sema.h"

namespace formola {

TypeId Sema::typeOfComponent(Instance* component) {
  resolve(component);
  const Layout& shape = *component->layout;
  TypeId scalar;
  switch (shape.builtin) {
    case BaseType::Enumeration:
      scalar = shape.enumType;
      break;
    case BaseType::ExternalObject:
      scalar = pool_->types.scalar(BaseType::ExternalObject,
                                   names_.intern(className(component->type)).index());
      break;
    case BaseType::None:
      if (shape.classKind == ast::ClassKind::Function) {
        scalar = pool_->types.scalar(BaseType::Function);
      } else if (&shape == &emptyLayout_) {
        scalar = pool_->types.error();
      } else {
        scalar = recordTypeOf(component);
      }
      break;
    default:
      scalar = pool_->types.scalar(shape.builtin);
  }
  return component->dims.empty() ? scalar : pool_->types.withDims(scalar, component->dims);
}

bool Sema::hasOpenFields(TypeId record) const {
  for (const RecordField& f : pool_->types.recordOf(record).fields) {
    const Type& type = pool_->types[f.type];
    if (std::find(type.dims.begin(), type.dims.end(), kUnknownSize) != type.dims.end()) return true;
    if (type.base == BaseType::Record && hasOpenFields(f.type)) return true;
  }
  return false;
}

TypeId Sema::recordTypeOf(Instance* instance) {
  bool isClass = !instance->isComponent();
  if (isClass && instance->recordType.valid()) return instance->recordType;
  Layout* shape = layout(instance);
  Instance* classInstance = isClass ? instance : instance->type;
  if (!isClass && instance->local >= 0) {
    // Sizes that the class leaves open may be given by the declaration of the local.
    const TypeId general = recordTypeOf(classInstance);
    if (pool_->types[general].base != BaseType::Record || !hasOpenFields(general)) return general;
  }
  if (instance->isComponent() && instance->isArray) {
    // the element type: that of the first element, or of the class if there is none
    size_t total = 1;
    for (Size d : instance->dims) total *= static_cast<size_t>(std::max(d, 0));
    if (total == 0) return recordTypeOf(classInstance);
    return recordTypeOf(element(instance, 0));
  }
  if (isClass) instance->recordType = pool_->types.error();  // a record that contains itself
  RecordInfo info;
  info.name = names_.intern(className(classInstance));
  for (uint32_t i = 0; i < shape->elements.size(); ++i) {
    if (!shape->elements[i].component) continue;
    Instance* part = child(instance, i);
    resolve(part);
    if (part->removed) continue;
    bool constantRecord = instance->isComponent() && instance->variability == Variability::Constant;
    if (part->variability == Variability::Constant && !constantRecord) continue;
    info.fields.push_back({part->name, typeOfComponent(part)});
  }
  RecordId id = pool_->types.addRecord(std::move(info));
  recordClasses_.emplace(id.index(), classInstance);
  TypeId type = pool_->types.scalar(BaseType::Record, id.index());
  if (isClass) instance->recordType = type;
  return type;
}

VariableId Sema::variableOf(Instance* component) {
  if (!component->variable) {
    component->variable = VariableId(variables_.size());
    variables_.push_back(component);
  }
  return component->variable;
}

ExprId Sema::binding(Instance* component) {
  if (component->bindingKnown) return component->binding;
  component->bindingKnown = true;
  resolve(component);
  std::vector<ElementValue> elements;
  typeBinding(component, elements);
  if (!elements.empty() && !component->broken) replaceElements(component, elements);
  return component->binding;
}

namespace {

// An array of the given size with single elements replaced; one value stands for all others.
template <typename Element>
ExprId withElements(Sema& sema, ExprId whole, std::span<const Size> dims,
                    std::span<const Element> elements) {
  ExprPool& pool = sema.pool();
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
      value = sema.index(whole, subscripts);
    }
    level.push_back(value);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++at[d] <= dims[d]) break;
      at[d] = 1;
    }
  }
  return sema.arrayOfShape(std::move(level), dims);
}

}  // namespace

// The binding with single elements replaced: the command line can give x[2] = 5.
void Sema::replaceElements(Instance* component, std::span<const ElementValue> elements) {
  Context context;
  if (!component->binding) {
    report(diag::ElementWithoutArray, elements[0].range, context, names_.text(component->name));
    component->broken = true;
    return;
  }
  component->binding = withElements(*this, component->binding, component->dims, elements);
}

// What a record constructor is given for a field by its name, or an array constructor for an
// element; null if it is neither, or this is not given.
const ast::Expr* Sema::writtenPart(const ast::Expr* source, const Access& access,
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
    Instance* record = lookupClass(call->function, context.scope, false);
    return record && layout(record)->classKind == ast::ClassKind::Record ? argument.value : nullptr;
  }
  return nullptr;
}

// Goes as deep into `source` as it is written out; what remains to be taken from its value is left.
std::span<const Access> Sema::takeWrittenParts(const ast::Expr*& source,
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

ExprId Sema::layerValue(Instance* component, const ModLayer& layer, Context& context) {
  const ast::Expr* source = layer.modification->binding;
  if (layer.accesses.empty()) return type(source, context);
  std::span<const Access> accesses = layer.accesses;
  // One field of R(a = ..., b = ...), or one element of {a, b}: the others may depend on it, as a
  // size does, or be records whose arrays have other sizes.
  accesses = takeWrittenParts(source, accesses, context);
  if (accesses.empty()) return type(source, context);
  ExprId value;
  if (context.substitutes) {
    value = type(source, context);  // another one each time
  } else {
    BindingKey key{source, layer.scope.instance, layer.scope.part};
    auto known = sharedBindings_.find(key);
    if (known == sharedBindings_.end())
      known = sharedBindings_.emplace(key, type(source, context)).first;
    value = known->second;
  }
  for (const Access& access : accesses) {
    if (pool_->base(value) == BaseType::Error) break;
    if (access.field.valid()) {
      if (const ExprId part = fieldNamed(value, access.field); part.valid()) {
        value = part;
      } else {
        // a field that depends on conditions or constants may be absent: the declaration's own
        // value holds; but a value of another type is an error
        if (component->variability != Variability::Constant &&
            wrongRecords_.insert(source).second) {
          report(diag::TypeMismatch, source->range, context,
                 "the value of " + std::string(names_.text(component->parent->name)),
                 "a record with '" + std::string(names_.text(access.field)) + "'",
                 showType(pool_->type(value)));
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
      value = index(value, {&subscript, 1});
    }
  }
  return value;
}

ExprId Sema::typeBinding(Instance* component, std::vector<ElementValue>& elements) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers) {
    if (!values.take(layer)) continue;
    // A field declared constant is no part of a record value: what a whole record is given does not
    // reach it.
    if (component->decl->variability == ast::Variability::Constant &&
        std::any_of(layer.accesses.begin(), layer.accesses.end(),
                    [](const Access& a) { return a.field.valid(); })) {
      continue;
    }
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
      ElementValue element{{}, type(source, context), layer.argument->range};
      for (const ast::Expr* s : subscripts) {
        const auto* literal = s->dynAs<ast::IntegerExpr>();
        element.at.push_back(literal ? literal->value : 0);  // checkPath lets literals through
      }
      if (pool_->base(element.value) == BaseType::Error) {
        component->broken = true;
        return component->binding;
      }
      element.value =
          convert(element.value, pool_->types.scalarOf(typeOfComponent(component)), source->range,
                  context, "the value of " + std::string(names_.text(component->name)));
      if (pool_->base(element.value) == BaseType::Error) component->broken = true;
      elements.push_back(std::move(element));
      continue;
    }
    FunctionScope functionScope{component->parent, nullptr};
    if (component->local >= 0) context.function = &functionScope;
    ExprId value = layerValue(component, layer, context);
    if (!value) continue;
    if (pool_->base(value) == BaseType::Error) {
      component->broken = true;
      component->binding = ExprId();
      return component->binding;
    }
    if (component->broken) return component->binding;  // its sizes are wrong: reported
    TypeId wanted = typeOfComponent(component);
    component->binding = convert(value, wanted, source->range, context,
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
      isRecord(component)) {
    RecordValue made;
    FunctionScope functionScope{component->parent, nullptr};
    made.root = component;
    made.function = &functionScope;
    ExprId value = recordValue(component, made);
    // an input has a default value only if every field has one
    if (made.given && (made.complete || component->causality != Causality::Input))
      component->binding = value;
  }
  return component->binding;
}

SourceRange Sema::bindingPlace(Instance* component) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers) {
    if (values.take(layer)) return layer.modification->binding->range;
  }
  return component->decl->nameRange;
}

Confidence Sema::bindingConfidence(Instance* component) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers)
    if (values.take(layer)) return {layer.level, layer.level, layer.inherited};
  return {};
}

namespace {

struct AttributeElement {
  std::vector<int64_t> at;  // one subscript for each dimension
  ExprId value;
};

// What one modifier gives as the attribute. Invalid: nothing, or an error that was reported.
ExprId attributeValue(Sema& sema, Instance* component, Symbol name, const ModLayer& layer) {
  Context context;
  context.scope = layer.scope;
  FunctionScope functionScope{component->parent, nullptr};
  if (component->local >= 0) context.function = &functionScope;
  ExprId value = sema.type(layer.modification->binding, context);
  for (const Access& access : layer.accesses) {
    if (sema.pool().base(value) == BaseType::Error) return {};
    if (access.field.valid()) {
      value = sema.fieldNamed(value, access.field);
      if (!value) return {};
    } else {
      if (sema.pool().types.isScalar(sema.pool().type(value))) {
        sema.report(diag::MissingEach, layer.modification->binding->range, context,
                    sema.names().text(name))
            .note("write 'each " + std::string(sema.names().text(name)) +
                  " = ...' to give the same value to every element");
        if (!sema.diagnostics().strict()) continue;
        return {};
      }
      const Size given = sema.pool().types[sema.pool().type(value)].dims[0];
      if (given != kUnknownSize && access.size != given) {
        sema.report(diag::ArrayModifierSize, layer.modification->binding->range, context,
                    sema.names().text(name), given, access.size);
        return {};
      }
      ExprId subscript = sema.pool().integer(access.index);
      value = sema.index(value, {&subscript, 1});
    }
  }
  if (sema.pool().base(value) == BaseType::Error) return {};
  return value;
}

// The attribute `whole` of all elements, with those replaced that have one of their own. Where only
// elements have a start value the others begin with zero, as without any.
ExprId attributeElements(Sema& sema, Instance* component, Symbol name, ExprId whole,
                         std::span<const ModLayer> single) {
  std::vector<AttributeElement> elements;
  for (const ModLayer& layer : single) {
    Context context;
    context.scope = layer.scope;
    const std::span<const ast::Expr* const> subscripts = elementSubscripts(layer);
    if (subscripts.size() != component->dims.size()) {
      sema.report(diag::ElementSubscripts, layer.argument->range, context,
                  sema.names().text(component->name), component->dims.size(), subscripts.size());
      return {};
    }
    AttributeElement element{{}, attributeValue(sema, component, name, layer)};
    if (!element.value) return {};
    for (size_t d = 0; d < subscripts.size(); ++d) {
      const auto* literal = subscripts[d]->dynAs<ast::IntegerExpr>();
      element.at.push_back(literal ? literal->value : 0);
      if (element.at[d] >= 1 && element.at[d] <= component->dims[d]) continue;
      sema.report(diag::IndexOutOfBounds, subscripts[d]->range, context, element.at[d], d + 1,
                  component->dims[d], sema.names().text(component->name));
      return {};
    }
    elements.push_back(std::move(element));
  }
  if (!whole && sema.names().text(name) == "start") {
    const BaseType base = sema.pool().types[sema.typeOfComponent(component)].base;
    if (base == BaseType::Real) whole = sema.pool().real(0);
    if (base == BaseType::Integer) whole = sema.pool().integer(0);
    if (base == BaseType::Boolean) whole = sema.pool().boolean(false);
  }
  if (!whole) {
    Context context;
    context.scope = single[0].scope;
    sema.report(diag::ElementWithoutArray, single[0].argument->range, context,
                sema.names().text(name));
    return {};
  }
  return withElements(sema, whole, component->dims, std::span<const AttributeElement>(elements));
}

}  // namespace

ExprId Sema::attribute(Instance* component, Symbol name, SourceRange* place,
                       Confidence* confidence) {
  resolve(component);
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
        report(givesSameValue(*outer, candidate) ? diag::FinalSameValue : diag::FinalElement,
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
    deriveArguments(own, name, found);
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
      deriveArguments(own, name, found);
      pick();
    }
    for (const ModLayer& own : part.classLayers) deriveArguments(own, name, found);
    pick();
  }
  if (!layer && single.empty()) return {};
  const ModLayer& first = single.empty() ? *layer : single.front();
  if (place) *place = first.modification->binding->range;
  if (confidence) {
    const uint8_t level = std::min(first.level, levelOf(component));
    *confidence = {level, level, first.inherited};
  }
  const ExprId whole = layer ? attributeValue(*this, component, name, *layer) : ExprId();
  if (single.empty() || (layer && !whole)) return whole;
  return attributeElements(*this, component, name, whole, single);
}

std::optional<Value> Sema::evaluateNow(ExprId expr, SourceRange range, const Context& context,
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
    Instance* component = instanceOf(pool_->variableOf(expr));
    if (component->valueKnown && component->value) return *component->value;
  }
  EvaluationContext evaluation;
  evaluation.pool = pool_.get();
  evaluation.maxSteps = limits.steps;
  evaluation.maxElements = limits.made;
  evaluation.libraries = &libraries_;
  evaluation.gate = library_.gate().get();
  evaluation.packages = &library_.packageFolders();
  evaluation.function = [this](FunctionId id) -> const Function* {
    return functions_[id.index()].get();
  };
  evaluation.variable = [this](VariableId id) -> std::optional<Value> {
    if (!id.valid()) return std::nullopt;
    return valueOf(instanceOf(id));
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
      Instance* component = instanceOf(result.unknown);
      std::string name = path(component);
      if (component->variability > Variability::Parameter) {
        reason = "'" + name + "' changes during the simulation";
      } else if (!component->broken) {
        // its own value may be what cannot be evaluated: then the reason is there
        if (ExprId value = binding(component); value.valid() && !component->evaluating) {
          component->evaluating = true;
          Context there;
          there.scope = component->declScope;
          evaluateNow(value, bindingPlace(component), there);
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

std::optional<int64_t> Sema::evaluateInteger(ExprId expr, SourceRange range,
                                             const Context& context) {
  if (pool_->kind(expr) == ExprKind::Integer) return pool_->integerValue(expr);
  std::optional<Value> value = evaluateNow(expr, range, context);
  if (!value || value->integers.empty()) return std::nullopt;
  return value->integers[0];
}

std::optional<bool> Sema::evaluateBoolean(ExprId expr, SourceRange range, const Context& context,
                                          bool reportErrors) {
  if (pool_->kind(expr) == ExprKind::Boolean) return pool_->booleanValue(expr);
  std::optional<Value> value = evaluateNow(expr, range, context, reportErrors);
  if (!value || value->integers.empty()) return std::nullopt;
  return value->integers[0] != 0;
}

std::optional<Value> Sema::valueOf(Instance* component) {
  if (component->valueKnown) {
    if (component->value) return *component->value;
    return std::nullopt;
  }
  resolve(component);
  if (component->variability > Variability::Parameter || component->local >= 0) return std::nullopt;
  if (component->evaluating) {
    Context context;
    context.scope = component->declScope;
    report(diag::CyclicConstant, component->decl->nameRange, context, names_.text(component->name));
    component->broken = true;
    return std::nullopt;
  }
  component->evaluating = true;
  ExprId expr = binding(component);
  Context context;
  context.scope = component->declScope;
  SourceRange range = component->decl->nameRange;
  std::optional<Value> value;
  if (!expr && !component->broken) {
    bool fixed = true;
    if (ExprId f = attribute(component, names_.intern("fixed"))) {
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
      if (ExprId start = attribute(component, names_.intern("start"))) {
        expr = start;
        TypeId wanted = typeOfComponent(component);
        if (pool_->types.isScalar(pool_->type(start)) && !pool_->types.isScalar(wanted))
          expr = ExprId();
        if (expr) expr = convert(expr, wanted, range, context, "the start value");
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
      value->type = typeOfComponent(component);
    }
    component->value = std::make_unique<Value>(*value);
    component->structural = true;
  }
  component->valueKnown = value.has_value() || component->broken;
  return value;
}

}  // namespace formola

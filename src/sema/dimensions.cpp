// Dimensions of components: evaluated, or taken from the value (":"). Specification 10.1.
#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/class_kinds.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/declarations.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/mod_layers.h"
#include "sema/modifiers.h"
#include "sema/type_expr.h"

namespace formola {

namespace {

bool isFunctionClass(const Instance& instance) {
  return !instance.isComponent() && instance.layout && isFunctionKind(instance.layout->classKind);
}

// What a field of a record belongs to, if its sizes may stay open: the function with a local of
// that record, or the record itself, seen as the type of arguments. Null: a record of a model.
Instance* openOwner(const Instance& field) {
  Instance* at = field.parent;
  while (at && at->isComponent() && at->parent) at = at->parent;
  if (!at || at->isComponent() || !at->layout) return nullptr;
  return isRecordKind(at->layout->classKind) || isFunctionClass(*at) ? at : nullptr;
}

}  // namespace

// The size of an array in a record by another field of it: what that is given may be known though
// it is no parameter.
ExprId Declarations::withKnownFields(ExprId typed, const ast::Expr* size, Context& context) {
  const Instance* record = context.dimensionOf->parent;
  if (!record->isComponent() || !isRecordKind(record->layout->classKind) ||
      pool_->base(typed) == BaseType::Error ||
      constants_.variability(typed) <= Variability::Parameter)
    return typed;
  std::unordered_map<const Instance*, ExprId> known;
  std::vector<Instance*> used;
  anyNode(*pool_, typed, [&](ExprId e) {
    if (pool_->kind(e) == ExprKind::Variable && pool_->variableOf(e).valid())
      used.push_back(componentTypes_.instanceOf(pool_->variableOf(e)));
    return false;
  });
  for (Instance* field : used) {
    if (field->parent != record || field->variability <= Variability::Parameter) continue;
    const ExprId value = bindings_.binding(field);
    if (value && constants_.variability(value) <= Variability::Parameter) known[field] = value;
  }
  if (known.empty()) return typed;
  context.substitutes = &known;
  typed = typer_.type(size, context);
  context.substitutes = nullptr;
  return typed;
}

// A type name as a dimension: Boolean or an enumeration (spec 10.5).
std::optional<Size> Declarations::typeAsDimension(const ast::Expr* size, Instance* component,
                                                  size_t at, const Context& context) {
  const auto* ref = size->dynAs<ast::ReferenceExpr>();
  if (!ref) return std::nullopt;
  Diagnostics::Mute mute(diagnostics_);
  Found first = lookup_.lookupSimple(ref->name.parts[0].name, context.scope);
  if (!first.instance || first.instance->isComponent()) return std::nullopt;
  Instance* found = lookup_.lookupRest(first.instance, ref->name, 1, context.scope, false);
  if (!found || found->isComponent()) return std::nullopt;
  Layout* shape = instances_.layout(found);
  const bool boolean = shape->builtin == BaseType::Boolean;
  if (!boolean && shape->builtin != BaseType::Enumeration) return std::nullopt;
  std::vector<TypeId>& index = indexTypes_[component];
  index.resize(at, pool_->types.integer());
  index.push_back(boolean ? pool_->types.boolean() : shape->enumType);
  return boolean ? 2 : static_cast<Size>(pool_->types.enumOf(shape->enumType).literals.size());
}

// The size of a local of a function, or of a field of a record as the type of arguments: it may
// stay open.
Size Declarations::openDimension(const ast::Expr* size, Instance* owner, Context context) {
  FunctionScope functionScope;
  functionScope.functionClass = owner;
  context.function = &functionScope;
  ExprId typed = typer_.type(size, context);
  if (pool_->kind(typed) == ExprKind::Integer) return static_cast<Size>(pool_->integerValue(typed));
  if (pool_->kind(typed) == ExprKind::Colon) return kUnknownSize;
  std::optional<Value> value = constants_.evaluateNow(typed, size->range, context, false);
  return value && !value->integers.empty() ? static_cast<Size>(value->integers[0]) : kUnknownSize;
}

// The size of a component of a model, 0 after a report. kUnknownSize: its value gives it.
Size Declarations::modelDimension(const ast::Expr* size, Instance* component, Context& context) {
  ExprId typed = typer_.type(size, context);
  if (pool_->kind(typed) == ExprKind::Colon) return kUnknownSize;
  typed = withKnownFields(typed, size, context);
  if (pool_->base(typed) == BaseType::Error) {
    component->broken = true;
    return 0;
  }
  if (pool_->base(typed) != BaseType::Integer || !pool_->types.isScalar(pool_->type(typed))) {
    report(diag::DimensionNotInteger, size->range, context, names_.text(component->name),
           values_.showType(pool_->type(typed)));
    component->broken = true;
    return 0;
  }
  std::optional<int64_t> value = constants_.evaluateInteger(typed, size->range, context);
  if (!value) {
    component->broken = true;
    return 0;
  }
  if (*value < 0) {
    report(diag::NegativeDimension, size->range, context, names_.text(component->name), *value);
    *value = 0;
  }
  if (*value > limits_.elements) {
    report(diag::TooLarge, size->range, context, fmt::format("an array of size {}", *value),
           limits_.elements, "check the parameters that this size is made from");
    component->broken = true;
    *value = 0;
  }
  return static_cast<Size>(*value);
}

// What x[:] is given, by a modifier or its declaration; it gives the size. {a, b} for components
// of a class has two elements, whatever these are: that is taken at once.
ExprId Declarations::valueOfOpenSize(Instance* component, Instance* owner, std::vector<Size>& dims,
                                     bool& unknown) {
  ValueLayers values;
  for (const ModLayer& layer : component->layers) {
    const bool counts = values.take(layer) || layer.isRedeclare();
    if (!counts || !layer.modification || !layer.modification->binding) continue;
    if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
    if (givesElement(layer)) continue;  // says nothing about the size
    Context context;
    context.scope = layer.scope;
    FunctionScope functionScope{owner, nullptr};
    if (owner) context.function = &functionScope;
    // x[:] = {a, b} has two elements, whatever these are
    if (const auto* array = layer.modification->binding->dynAs<ast::ArrayExpr>();
        array && component->layout->builtin == BaseType::None && dims.size() == 1 &&
        layer.accesses.empty() && array->elements[0]->kind != ast::ExprKind::Comprehension) {
      dims[0] = static_cast<Size>(array->elements.size());
      unknown = false;
      return {};
    }
    const ast::Expr* source = layer.modification->binding;
    const std::span<const Access> accesses =
        bindings_.takeWrittenParts(source, layer.accesses, context);
    ExprId value = typer_.type(source, context);
    for (const Access& access : accesses) {
      if (access.field.valid()) {
        const ExprId part = values_.fieldNamed(value, access.field);
        if (!part) break;
        value = part;
      } else {
        ExprId subscript = pool_->integer(access.index);
        value = values_.index(value, {&subscript, 1});
      }
    }
    return value;
  }
  return {};
}

// The value of a start attribute, which may give the size of x[:], too.
ExprId Declarations::startOfOpenSize(const Instance* component) {
  for (const ModLayer& layer : component->layers) {
    std::vector<ModLayer> start;
    modifiers_.deriveFrom(layer, names_.intern("start"), start);
    for (const ModLayer& s : start) {
      if (!s.modification || !s.modification->binding || s.each) continue;
      Context at;
      at.scope = s.scope;
      return typer_.type(s.modification->binding, at);
    }
  }
  return {};
}

std::vector<Size> Declarations::evaluateDims(Instance* component) {
  std::vector<Size> dims;
  component->dims.clear();
  indexTypes_.erase(component);
  const LayoutElement& element = component->parent->layout->elements[component->elementIndex];
  const ast::ComponentDecl* original = element.component ? element.component : component->decl;
  const bool inFunction = isFunctionClass(*component->parent);
  Instance* const owner = inFunction ? component->parent : openOwner(*component);
  bool unknown = false;
  auto add = [&](const ast::Expr* size, Scope scope) {
    Context context;
    context.scope = scope;
    context.dimensionOf = component;
    component->dims = dims;  // what is known so far: a later dimension may ask for an earlier one
    Size found = kUnknownSize;
    if (size->kind == ast::ExprKind::Colon) {
      unknown = true;
    } else if (auto ofType = typeAsDimension(size, component, dims.size(), context)) {
      found = *ofType;
    } else if (owner) {
      found = openDimension(size, owner, context);
    } else {
      found = modelDimension(size, component, context);
      unknown |= found == kUnknownSize;
    }
    dims.push_back(found);
  };
  std::span<const ast::Expr* const> own = component->decl->dimensions;
  Scope ownScope = component->declScope;
  std::span<const ast::Expr* const> ofType = component->decl->typeDimensions;
  Scope ofTypeScope = component->declScope;
  if (own.empty() && ofType.empty() && original != component->decl) {
    own = original->dimensions;
    ofType = original->typeDimensions;
    ownScope = ofTypeScope = {component->parent, element.scopePart};
  }
  for (const ast::Expr* size : own) add(size, ownScope);
  for (const ast::Expr* size : ofType) add(size, ofTypeScope);
  // Dimensions of the type itself: looked up in the class, seen through a class instance.
  for (const LayoutDimension& d : component->layout->dimensions)
    add(d.size, {component->type, d.part});
  if (unknown && !inFunction) {
    // x[:] takes its size from the value it is given.
    component->dims = dims;
    ExprId value = valueOfOpenSize(component, owner, dims, unknown);
    if (!value && !owner && unknown) {
      value = startOfOpenSize(component);
      if (!value && component->parent->layout->isExpandable) {
        sizesToCome_.insert(component);  // the connections to it give the size (spec 9.1.3)
      } else if (!value) {
        Context context;
        context.scope = component->declScope;
        report(diag::UnknownDimension, component->decl->nameRange, context,
               names_.text(component->name));
        component->broken = true;
      }
    }
    std::span<const Size> given =
        value ? pool_->types[pool_->type(value)].dims : std::span<const Size>();
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] != kUnknownSize) continue;
      const bool known = i < given.size() && given[i] != kUnknownSize;
      if (known || !owner) dims[i] = known ? given[i] : 0;
    }
  }
  int64_t total = 1;
  for (Size d : dims) total = std::min<int64_t>(total * std::max<Size>(d, 0), limits_.elements + 1);
  if (total > limits_.elements && !owner) {
    Context context;
    context.scope = component->declScope;
    report(diag::TooLarge, component->decl->nameRange, context,
           "the number of elements of an array, all dimensions together", limits_.elements,
           "check the parameters that its sizes are made from");
    component->broken = true;
    std::fill(dims.begin(), dims.end(), 0);
  }
  return dims;
}

bool Declarations::takeSize(Instance* component, const std::vector<Size>& dims) {
  if (dims.size() != component->dims.size() || sizesToCome_.erase(component) == 0) return false;
  component->dims = dims;
  return true;
}

TypeId Declarations::indexType(const Instance* array, size_t dimension) const {
  const auto known = indexTypes_.find(array);
  if (known == indexTypes_.end() || dimension >= known->second.size())
    return pool_->types.integer();
  return known->second[dimension];
}

// A dimension given by a type is indexed by values of that type only (spec 10.5).
bool Declarations::subscriptFits(const Instance* array, size_t dimension, ExprId subscript,
                                 SourceRange range, const Context& context) {
  if (!array || pool_->kind(subscript) == ExprKind::Colon) return true;
  const TypeId given = pool_->types.scalarOf(pool_->type(subscript));
  const TypeId wanted = indexType(array, dimension);
  if (given == wanted || pool_->base(subscript) == BaseType::Error) return true;
  if (pool_->types[wanted].base == BaseType::Integer &&
      pool_->base(subscript) != BaseType::Boolean &&
      pool_->base(subscript) != BaseType::Enumeration)
    return true;  // Real and the like are reported where Integers are needed
  report(diag::TypeMismatch, range, context,
         fmt::format("subscript {} of '{}'", dimension + 1, names_.text(array->name)),
         values_.showType(wanted), values_.showType(given))
      .note("its dimensions are declared here", array->decl->nameRange);
  return false;
}

}  // namespace formola

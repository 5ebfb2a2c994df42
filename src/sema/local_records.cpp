// Records of functions whose fields have values of their own: those of the record's class, and
// those that the declaration gives one by one. Specification 12.4.4.
#include <algorithm>

#include "sema/dims.h"
#include "sema/mod_layers.h"
#include "sema/sema.h"

namespace formola {

ExprId Sema::zeroOf(TypeId type) {
  const Type t = pool_->types[type];
  ExprId one;
  switch (t.base) {
    case BaseType::Real:
      one = pool_->real(0);
      break;
    case BaseType::Integer:
      one = pool_->integer(0);
      break;
    case BaseType::Boolean:
      one = pool_->boolean(false);
      break;
    case BaseType::String:
      one = pool_->string("");
      break;
    case BaseType::Enumeration:
      one = pool_->enumeration(pool_->types.scalarOf(type), 1);
      break;
    default:
      return {};
  }
  if (t.dims.empty()) return one;
  std::vector<ExprId> parts{one};
  for (Size d : copyDims(t.dims)) {
    if (d == kUnknownSize) return {};
    parts.push_back(pool_->integer(d));
  }
  return pool_->builtin(Builtin::Fill, type, parts);
}

// Recurses on records inside records.
ExprId Sema::localRecord(Instance* component, Instance* functionInstance, LocalRecord& made) {
  if (component->isArray) {
    std::vector<ExprId> elements;
    size_t count = 1;
    for (Size d : component->dims) {
      if (d == kUnknownSize) return {};
      count *= static_cast<size_t>(std::max(d, 0));
    }
    for (size_t i = 0; i < count; ++i) {
      elements.push_back(localRecord(element(component, i), functionInstance, made));
      if (!elements.back()) return {};
    }
    if (elements.empty()) return {};
    const std::vector<Size> dims(component->dims.begin(), component->dims.end());
    return arrayOfShape(std::move(elements), dims);
  }
  std::vector<Instance*> parts;
  for (uint32_t i = 0; i < component->layout->elements.size(); ++i) {
    if (!component->layout->elements[i].component) continue;
    Instance* part = child(component, i);
    resolve(part);
    if (part->broken) return {};
    if (!part->removed && part->variability != Variability::Constant) parts.push_back(part);
  }
  // The value of a field; invalid: none can be given, or (`waits`) it needs one still to come.
  bool waits = false;
  auto valueOfPart = [&](Instance* part) -> ExprId {
    for (const ModLayer& layer : part->layers) {
      if (!givesValue(layer)) continue;
      Context context;
      context.scope = layer.scope;
      FunctionScope functionScope{functionInstance, nullptr};
      context.function = &functionScope;
      context.substitutes = &made.fields;
      ExprId value = layerValue(part, layer, context);
      if (!value) continue;
      if (pool_->base(value) == BaseType::Error) return {};
      if (mentionsMember(value, component)) {
        waits = true;
        return {};
      }
      value = convert(value, typeOfComponent(part), layer.modification->binding->range, context,
                      names_.text(part->name));
      if (pool_->base(value) == BaseType::Error) return {};
      made.given = true;
      return value;
    }
    if (part->layout->builtin == BaseType::None && isRecord(part))
      return localRecord(part, functionInstance, made);
    made.complete = false;
    return zeroOf(typeOfComponent(part));
  };
  // A value may use fields that are declared later: as many rounds as needed.
  size_t missing = parts.size();
  for (bool progress = true; progress && missing > 0;) {
    progress = false;
    for (Instance* part : parts) {
      if (made.fields.contains(part)) continue;
      waits = false;
      const ExprId value = valueOfPart(part);
      if (!value && !waits) return {};
      if (!value) continue;
      made.fields[part] = value;
      --missing;
      progress = true;
    }
  }
  if (missing > 0) return {};
  std::vector<ExprId> fields;
  for (const Instance* part : parts) fields.push_back(made.fields[part]);
  return pool_->make(ExprKind::Record, recordTypeOf(component), 0, fields);
}

}  // namespace formola

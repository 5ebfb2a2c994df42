// The types of components and records, and the variables that stand for components in expressions.
#include "sema/component_types.h"

#include <algorithm>

#include "sema/instances.h"

namespace formola {

TypeId ComponentTypes::typeOfComponent(Instance* component) {
  instances_.resolve(component);
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
      } else if (&shape == instances_.emptyLayout()) {
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

bool ComponentTypes::hasOpenFields(TypeId record) const {
  for (const RecordField& f : pool_->types.recordOf(record).fields) {
    const Type& type = pool_->types[f.type];
    if (std::find(type.dims.begin(), type.dims.end(), kUnknownSize) != type.dims.end()) return true;
    if (type.base == BaseType::Record && hasOpenFields(f.type)) return true;
  }
  return false;
}

TypeId ComponentTypes::recordTypeOf(Instance* instance) {
  bool isClass = !instance->isComponent();
  if (isClass && instance->recordType.valid()) return instance->recordType;
  Layout* shape = instances_.layout(instance);
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
    return recordTypeOf(instances_.element(instance, 0));
  }
  if (isClass) instance->recordType = pool_->types.error();  // a record that contains itself
  RecordInfo info;
  info.name = names_.intern(className(classInstance));
  for (uint32_t i = 0; i < shape->elements.size(); ++i) {
    if (!shape->elements[i].component) continue;
    Instance* part = instances_.child(instance, i);
    instances_.resolve(part);
    if (part->removed) continue;
    bool constantRecord = instance->isComponent() && instance->variability == Variability::Constant;
    if (part->variability == Variability::Constant && !constantRecord) continue;
    info.fields.push_back({part->name, typeOfComponent(part)});
  }
  RecordId id = pool_->types.addRecord(std::move(info));
  noteRecordClass(id, classInstance);
  TypeId type = pool_->types.scalar(BaseType::Record, id.index());
  if (isClass) instance->recordType = type;
  return type;
}

VariableId ComponentTypes::variableOf(Instance* component) {
  if (!component->variable) {
    component->variable = VariableId(variables_.size());
    variables_.push_back(component);
  }
  return component->variable;
}

}  // namespace formola

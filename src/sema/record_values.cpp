// Records from the values that their fields have: those of the record's class, and those that
// declarations give one by one. For the locals of functions (specification 12.4.4) and for what
// record constructors are not given (12.6).
#include "sema/record_values.h"

#include <algorithm>

#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/instances.h"
#include "sema/mod_layers.h"
#include "sema/type_expr.h"

namespace formola {

namespace {

std::vector<const ast::Expr*> writtenSizes(const Instance* field) {
  std::vector<const ast::Expr*> sizes(field->decl->dimensions.begin(),
                                      field->decl->dimensions.end());
  sizes.insert(sizes.end(), field->decl->typeDimensions.begin(), field->decl->typeDimensions.end());
  return sizes;
}

}  // namespace

// A size of a field where the fields in `made` have their values; it may be known only when the
// function runs. Invalid: it is no Integer, as the name of an enumeration is not.
ExprId RecordValues::sizeOfField(Instance* field, const ast::Expr* written,
                                 const RecordValue& made) {
  Context context;
  context.scope = field->declScope;
  context.function = made.function;
  context.substitutes = &made.fields;
  context.dimensionOf = field;
  Diagnostics::Mute mute(diagnostics_);
  const ExprId size = typer_.type(written, context);
  return pool_->base(size) == BaseType::Integer ? size : ExprId();
}

// The type of a field where the fields in `made` have their values: sizes may depend on them. Those
// that depend on others are open.
TypeId RecordValues::typeOfField(Instance* field, const RecordValue& made) {
  const TypeId general = componentTypes_.typeOfComponent(field);
  const std::vector<Size> dims = copyDims(pool_->types[general].dims);
  const std::vector<const ast::Expr*> sizes = writtenSizes(field);
  if (dims.empty() || sizes.size() > dims.size()) return general;
  std::vector<Size> own = dims;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d]->kind == ast::ExprKind::Integer) continue;
    if (sizes[d]->kind == ast::ExprKind::Colon) {
      // that of the default, unless another value is given
      if (made.fields.contains(field)) own[d] = kUnknownSize;
      continue;
    }
    const ExprId size = sizeOfField(field, sizes[d], made);
    if (!size) continue;
    std::optional<Value> value;
    if (!mentionsMember(size, made.root))
      value = constants_.evaluateNow(size, sizes[d]->range, {}, false);
    const bool known = value && !value->integers.empty() && value->integers[0] >= 0;
    own[d] = known ? static_cast<Size>(value->integers[0]) : kUnknownSize;
  }
  return own == dims ? general : pool_->types.withDims(general, own);
}

// What a field without a value holds until it is assigned: zeros in the shape that the other fields
// give it, so that `output R r(n = size(x, 1))` is as large as its n says.
ExprId RecordValues::zerosOf(Instance* field, RecordValue& made) {
  const TypeId general = typeOfField(field, made);
  if (const ExprId known = values_.zeroOf(general)) return known;
  const std::vector<Size> dims = copyDims(pool_->types[general].dims);
  const std::vector<const ast::Expr*> sizes = writtenSizes(field);
  const ExprId zero = values_.zeroOf(pool_->types.scalarOf(general));
  if (!zero) return {};
  std::vector<ExprId> parts{zero};
  for (size_t d = 0; d < dims.size(); ++d) {
    ExprId size;
    if (dims[d] != kUnknownSize) {
      size = pool_->integer(dims[d]);
    } else if (d >= sizes.size() || sizes[d]->kind == ast::ExprKind::Colon) {
      size = pool_->integer(0);  // whatever it is given
    } else {
      size = sizeOfField(field, sizes[d], made);
    }
    if (!size) return {};
    if (mentionsMember(size, made.root)) {
      made.waits = true;
      return {};
    }
    parts.push_back(size);
  }
  return pool_->builtin(Builtin::Fill, general, parts);
}

// The value of one field. Invalid: it has none, or (`waits`) it needs a field still to come.
ExprId RecordValues::fieldValue(Instance* field, RecordValue& made) {
  ValueLayers values;
  for (const ModLayer& layer : field->layers) {
    if (!values.take(layer)) continue;
    Context context;
    context.scope = layer.scope;
    context.function = made.function;
    context.substitutes = &made.fields;
    ExprId value = bindings_.layerValue(field, layer, context);
    if (!value) continue;
    made.broken = pool_->base(value) == BaseType::Error;
    if (made.broken) return {};
    if (mentionsMember(value, made.root)) {
      made.waits = true;
      return {};
    }
    value = values_.convert(value, typeOfField(field, made), layer.modification->binding->range,
                            context, names_.text(field->name));
    made.broken = pool_->base(value) == BaseType::Error;
    if (made.broken) return {};
    made.given = true;
    return value;
  }
  if (field->layout->builtin == BaseType::None && instances_.isRecord(field))
    return recordValue(field, made);
  made.complete = false;
  if (made.zeros) return zerosOf(field, made);
  made.missing = field;
  return {};
}

ExprId RecordValues::recordArrayValue(Instance* array, RecordValue& made) {
  size_t count = 1;
  for (Size d : array->dims) {
    if (d == kUnknownSize) {
      made.missing = array;
      return {};
    }
    count *= static_cast<size_t>(std::max(d, 0));
  }
  if (count == 0)
    return pool_->make(ExprKind::Array, componentTypes_.typeOfComponent(array), 0,
                       std::span<const ExprId>());
  std::vector<ExprId> elements;
  for (size_t i = 0; i < count; ++i) {
    elements.push_back(recordValue(instances_.element(array, i), made));
    if (!elements.back()) return {};
  }
  return values_.arrayOfShape(std::move(elements),
                              std::vector<Size>(array->dims.begin(), array->dims.end()));
}

ExprId RecordValues::openRecords(Instance* array, std::span<const ExprId> sizes,
                                 FunctionScope& function) {
  const auto isOpen = [](Size d) { return d == kUnknownSize; };
  if (!array->isArray || array->broken || !instances_.isRecord(array) ||
      std::none_of(array->dims.begin(), array->dims.end(), isOpen))
    return {};
  for (ExprId size : sizes)
    if (!size) return {};
  for (const ModLayer& layer : array->layers)
    if (!layer.each && layer.modification) return {};
  RecordValue made;
  made.root = array->type;
  made.function = &function;
  ExprId value = recordValue(array->type, made);
  if (!value || !made.given) return {};
  for (size_t d = sizes.size(); d-- > 0;) {
    const ExprId iterator = pool_->iterator(pool_->newIterator(), pool_->types.integer());
    const ExprId bounds[3] = {pool_->integer(1), pool_->integer(1), sizes[d]};
    const Size size[1] = {array->dims[d]};
    const TypeId places = pool_->types.get(BaseType::Integer, 0, size);
    const ExprId children[3] = {value, iterator, pool_->make(ExprKind::Range, places, 0, bounds)};
    value = pool_->make(ExprKind::Comprehension, pool_->types.prependDims(pool_->type(value), size),
                        0, children);
  }
  return value;
}

// Recurses on records inside records.
ExprId RecordValues::recordValue(Instance* record, RecordValue& made) {
  if (record->isComponent() && record->isArray) return recordArrayValue(record, made);
  std::vector<Instance*> fields;
  const size_t count = instances_.layout(record)->elements.size();
  for (uint32_t i = 0; i < count; ++i) {
    if (!record->layout->elements[i].component) continue;
    Instance* field = instances_.child(record, i);
    instances_.resolve(field);
    made.broken |= field->broken;
    if (field->broken) return {};
    if (!field->removed && (made.constants || field->variability != Variability::Constant))
      fields.push_back(field);
  }
  // A value may use fields that are declared later: as many rounds as needed.
  size_t open = fields.size();
  for (const Instance* field : fields) open -= made.fields.count(field);
  for (bool progress = true; progress && open > 0;) {
    progress = false;
    for (Instance* field : fields) {
      if (made.fields.contains(field)) continue;
      made.waits = false;
      const ExprId value = fieldValue(field, made);
      if (!value && !made.waits) return {};
      if (!value) continue;
      made.fields[field] = value;
      --open;
      progress = true;
    }
  }
  if (open > 0) {
    // on each other, or on something around this record
    made.waits = true;
    return {};
  }
  std::vector<ExprId> values;
  RecordInfo info;
  Instance* const recordClass = record->isComponent() ? record->type : record;
  info.name = names_.intern(className(recordClass));
  for (const Instance* field : fields) {
    values.push_back(made.fields[field]);
    info.fields.push_back({field->name, pool_->type(values.back())});
  }
  const RecordId id = pool_->types.addRecord(std::move(info));
  componentTypes_.noteRecordClass(id, recordClass);
  return pool_->make(ExprKind::Record, pool_->types.scalar(BaseType::Record, id.index()), 0,
                     values);
}

}  // namespace formola

// Calls of user functions in register code: by compiled functions where there are such, else by the
// reference interpreter.
#include <algorithm>

#include "codegen/lower/compile_expr.h"
#include "expr/operands.h"
#include "support/assert.h"

namespace formola::lowered {

namespace {

// The elements of an array, row by row; a record as a whole.
void appendItems(const ExprPool& pool, ExprId id, std::vector<ExprId>& items) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (pool.kind(e) != ExprKind::Array) {
      items.push_back(e);
      continue;
    }
    std::span<const ExprId> children = pool.children(e);
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
}

// Field k of each of the records; false if one of them is not written as a record.
bool appendFields(const ExprPool& pool, std::span<const ExprId> records, size_t k,
                  std::vector<ExprId>& parts) {
  parts.clear();
  for (ExprId e : records) {
    if (pool.kind(e) != ExprKind::Record || k >= pool.children(e).size()) return false;
    appendItems(pool, pool.child(e, k), parts);
  }
  return true;
}

// Recurses on the nesting of records only.
bool hasText(const Shape& shape) {
  return shape.base == BaseType::String ||
         std::any_of(shape.fields.begin(), shape.fields.end(), hasText);
}

}  // namespace

void CodeBuilder::leaveCall(ExprId id) {
  std::vector<uint32_t> registers;
  if (calledBy(pool_, id) != id && resultRegisters(id, registers)) {
    set(id, registers.empty() ? kNoRegister : registers[0]);
    return;
  }
  Extraction part;
  if (calledBy(pool_, id) == id) {
    CallSite site;
    site.function = pool_.functionOf(id);
    site.type = pool_.type(id);
    std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
    for (ExprId child : children) {
      if (pool_.base(child) == BaseType::Function) site.whole = id;
      site.arguments.push_back(argument(child));
    }
    const bool compiled = compiledCall(id, site);
    site.value = code_.values++;
    const uint32_t value = site.value, result = site.result;
    if (compiled) compiledCalls_[id.index()] = static_cast<uint32_t>(code_.calls.size());
    code_.calls.push_back(std::move(site));
    code_.instructions.push_back({Op::Call, 0, static_cast<uint32_t>(code_.calls.size() - 1)});
    if (compiled) {
      set(id, result);
      return;
    }
    const Type& type = pool_.types[pool_.type(id)];
    const bool scalar = type.dims.empty() && type.base != BaseType::Record &&
                        type.base != BaseType::Tuple && type.base != BaseType::None;
    if (!scalar) {
      set(id, value);  // the number of the value, not of a register
      return;
    }
    part.value = value;
  } else if (!extraction(id, part)) {
    // A scalar call's own entry is a register already, so that parts exist only of others.
    unsupported_.push_back(id);
  }
  code_.extractions.push_back(std::move(part));
  set(id, emit(Op::Extract, static_cast<uint32_t>(code_.extractions.size() - 1)));
}

bool CodeBuilder::isTextOperation(ExprId id) const {
  switch (pool_.kind(id)) {
    case ExprKind::Add:
      return pool_.base(id) == BaseType::String;
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:  // equal texts have equal numbers, but the order is that of texts
      return pool_.base(pool_.child(id, 0)) == BaseType::String;
    default:
      return pool_.isBuiltin(id, Builtin::StringOf);
  }
}

void CodeBuilder::leaveTextOperation(ExprId id) {
  CallSite site;
  std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
  for (ExprId& child : children) {
    if (pool_.isLiteral(child) || pool_.kind(child) == ExprKind::Missing) continue;
    const size_t place = schedule_.model.dae.variables.size() + site.arguments.size();
    site.arguments.push_back(argument(child));
    child = pool_.variable(VariableId(place), pool_.type(child));
  }
  site.whole = pool_.make(pool_.kind(id), pool_.type(id), pool_.payload(id), children);
  Extraction part;
  part.value = site.value = code_.values++;
  code_.calls.push_back(std::move(site));
  code_.instructions.push_back({Op::Call, 0, static_cast<uint32_t>(code_.calls.size() - 1)});
  code_.extractions.push_back(std::move(part));
  set(id, emit(Op::Extract, static_cast<uint32_t>(code_.extractions.size() - 1)));
}

bool CodeBuilder::compiledCall(ExprId id, CallSite& site) {
  if (functions_ == nullptr || !site.function.valid()) return false;
  std::vector<ExprId> children(pool_.children(id).begin(), pool_.children(id).end());
  std::vector<Shape> shapes(children.size());
  // What is emitted for arguments that turn out to be of no use does no harm.
  for (size_t i = 0; i < children.size(); ++i)
    if (!numbers(children[i], shapes[i], site.operands)) return false;
  std::vector<std::optional<int64_t>> values(children.size());
  for (size_t i = 0; i < children.size(); ++i) {
    ExprId value = children[i];
    // The code asks whether a parameter has still the value that sizes follow from.
    if (pool_.kind(value) == ExprKind::Variable &&
        schedule_.model.info[pool_.variableOf(value)].role == Role::Parameter)
      value = schedule_.model.dae.variables[pool_.variableOf(value)].binding;
    if (value.valid() && pool_.kind(value) == ExprKind::Integer)
      values[i] = pool_.integerValue(value);
  }
  site.compiled = functions_->find(site.function, std::move(shapes), values);
  if (site.compiled < 0) return false;
  // Compiled functions compute numbers only.
  if (hasText((*functions_)[static_cast<size_t>(site.compiled)].resultShape)) {
    site.compiled = -1;
    return false;
  }
  FORMOLA_ASSERT(site.operands.size() == (*functions_)[static_cast<size_t>(site.compiled)].inputs);
  site.result = code_.registers;
  site.results =
      static_cast<uint32_t>((*functions_)[static_cast<size_t>(site.compiled)].results.size());
  code_.registers += site.results;
  return true;
}

namespace {

// The numbers that subscripts select of a value of this shape, whose first number is `first`; moves
// `first` behind the value. Recurses on the nesting of records only.
bool appendSelected(const Shape& shape, std::span<const uint32_t> subscripts, uint32_t& first,
                    std::vector<uint32_t>& registers) {
  if (!shape.fields.empty()) {
    for (const Shape& field : shape.fields)
      if (!appendSelected(field, subscripts, first, registers)) return false;
    return true;
  }
  size_t at = 0, length = shape.scalars();
  if (!placeOf(subscripts, shape.dims, at)) return false;
  for (size_t d = 0; d < subscripts.size(); ++d) length /= static_cast<size_t>(shape.dims[d]);
  for (size_t k = 0; k < length; ++k)
    registers.push_back(first + static_cast<uint32_t>(at * length + k));
  first += static_cast<uint32_t>(shape.scalars());
  return true;
}

}  // namespace

bool CodeBuilder::resultRegisters(ExprId id, std::vector<uint32_t>& registers) {
  const ExprId call = calledBy(pool_, id);
  if (!call.valid()) return false;
  const auto found = compiledCalls_.find(call.index());
  if (found == compiledCalls_.end()) return false;
  const CallSite& site = code_.calls[found->second];
  Extraction part;
  if (!extraction(id, part)) {
    unsupported_.push_back(id);
    return true;
  }
  const Shape* shape = &(*functions_)[static_cast<size_t>(site.compiled)].resultShape;
  uint32_t first = site.result;
  // A call as an expression means its first result.
  if (pool_.base(call) != BaseType::Tuple && !shape->fields.empty()) shape = &shape->fields[0];
  for (uint32_t field : part.fields) {
    if (field >= shape->fields.size()) {
      unsupported_.push_back(id);
      return true;
    }
    for (uint32_t k = 0; k < field; ++k) first += static_cast<uint32_t>(shape->fields[k].scalars());
    shape = &shape->fields[field];
  }
  if (!appendSelected(*shape, part.subscripts, first, registers)) unsupported_.push_back(id);
  return true;
}

// Recurses on the nesting of records only.
Argument CodeBuilder::argumentIn(TypeId id, std::span<const uint32_t> registers, size_t& next) {
  Argument result;
  result.type = id;
  const Type type = pool_.types[id];
  if (type.base == BaseType::Record || type.base == BaseType::Tuple) {
    result.kind = Argument::Kind::Record;
    const std::vector<RecordField> fields = pool_.types.recordOf(id).fields;
    const std::vector<Size> dims(type.dims.begin(), type.dims.end());
    for (const RecordField& field : fields)
      result.fields.push_back(
          argumentIn(pool_.types.prependDims(field.type, dims), registers, next));
    return result;
  }
  Shape shape;
  shapeOf(pool_.types, id, shape);
  const size_t count = shape.scalars();
  for (size_t k = 0; k < count && next < registers.size(); ++k)
    result.registers.push_back(registers[next++]);
  return result;
}

bool CodeBuilder::numbers(ExprId id, Shape& shape, std::vector<uint32_t>& registers) {
  const ExprKind kind = pool_.kind(id);
  if (kind == ExprKind::Missing) return true;
  if (kind == ExprKind::FunctionRef) {
    shape.base = BaseType::Function;
    shape.function = pool_.functionOf(id);
    std::vector<ExprId> bound(pool_.children(id).begin(), pool_.children(id).end());
    shape.fields.resize(bound.size());
    for (size_t k = 0; k < bound.size(); ++k)
      if (!numbers(bound[k], shape.fields[k], registers)) return false;
    return true;
  }
  if (!shapeOf(pool_.types, pool_.type(id), shape)) return false;
  if (shape.base == BaseType::String || shape.base == BaseType::ExternalObject) return true;
  if (shape.base == BaseType::Function) return false;
  if (shape.base == BaseType::Record && kind == ExprKind::Record) {
    std::vector<ExprId> fields(pool_.children(id).begin(), pool_.children(id).end());
    if (fields.size() != shape.fields.size()) return false;
    for (size_t k = 0; k < fields.size(); ++k)
      if (!numbers(fields[k], shape.fields[k], registers)) return false;
    return true;
  }
  if (shape.dims.empty() && shape.fields.empty()) {
    if (!memo_.has(id) || memo_.at(id) == kNoRegister) return false;
    registers.push_back(regOf(id));
    return true;
  }
  if (calledBy(pool_, id).valid()) {
    const size_t before = registers.size(), count = shape.scalars();
    if (resultRegisters(id, registers)) return registers.size() == before + count;
    Extraction part;
    if (!shape.fields.empty() || !extraction(id, part)) return false;
    for (size_t k = 0; k < count; ++k) {
      Extraction element = part;
      element.subscripts.resize(part.subscripts.size() + shape.dims.size());
      size_t rest = k;
      for (size_t d = shape.dims.size(); d-- > 0;) {
        const auto size = static_cast<size_t>(shape.dims[d]);
        element.subscripts[part.subscripts.size() + d] = static_cast<uint32_t>(rest % size);
        rest /= size;
      }
      code_.extractions.push_back(std::move(element));
      registers.push_back(emit(Op::Extract, static_cast<uint32_t>(code_.extractions.size() - 1)));
    }
    return true;
  }
  std::vector<ExprId> items;
  appendItems(pool_, id, items);
  return numbersOf(items, shape, registers);
}

// Recurses on the nesting of records only.
bool CodeBuilder::numbersOf(std::span<const ExprId> items, const Shape& shape,
                            std::vector<uint32_t>& registers) {
  if (shape.base == BaseType::String || shape.base == BaseType::ExternalObject) return true;
  if (!shape.fields.empty()) {
    std::vector<ExprId> parts;
    for (size_t k = 0; k < shape.fields.size(); ++k) {
      if (!appendFields(pool_, items, k, parts)) return false;
      if (!numbersOf(parts, shape.fields[k], registers)) return false;
    }
    return true;
  }
  if (items.size() != shape.scalars()) return false;
  for (ExprId item : items) {
    if (!memo_.has(item) || memo_.at(item) == kNoRegister) return false;
    registers.push_back(regOf(item));
  }
  return true;
}

Argument CodeBuilder::arrayArgument(ExprId id) {
  std::vector<ExprId> items;
  appendItems(pool_, id, items);
  return argumentOf(items, pool_.type(id));
}

// An array of records is a record of arrays. Recurses on the nesting of records only.
Argument CodeBuilder::argumentOf(std::span<const ExprId> items, TypeId id) {
  Argument result;
  result.type = id;
  const Type type = pool_.types[id];
  if (type.base == BaseType::Record) {
    result.kind = Argument::Kind::Record;
    const std::vector<RecordField> fields = pool_.types.recordOf(id).fields;
    const std::vector<Size> dims(type.dims.begin(), type.dims.end());
    std::vector<ExprId> parts;
    for (size_t k = 0; k < fields.size(); ++k) {
      if (!appendFields(pool_, items, k, parts)) {
        unsupported_.push_back(items[0]);
        return result;
      }
      result.fields.push_back(argumentOf(parts, pool_.types.prependDims(fields[k].type, dims)));
    }
    return result;
  }
  for (ExprId item : items) {
    const uint32_t reg = regOf(item);
    if (!memo_.has(item) || reg == kNoRegister) unsupported_.push_back(item);
    result.registers.push_back(reg);
  }
  return result;
}

}  // namespace formola::lowered

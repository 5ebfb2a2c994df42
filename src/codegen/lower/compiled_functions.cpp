#include "codegen/lower/compiled_functions.h"

#include <algorithm>
#include <cmath>

#include "codegen/lower/compile_function.h"
#include "expr/fold.h"

namespace formola::lowered {

size_t Shape::scalars() const {
  size_t n = 0;
  switch (base) {
    case BaseType::Record:
    case BaseType::Tuple:
    case BaseType::Function:
      for (const Shape& field : fields) n += field.scalars();
      return n;
    case BaseType::Real:
    case BaseType::Integer:
    case BaseType::Boolean:
    case BaseType::Enumeration:
      n = 1;
      for (Size d : dims) n *= static_cast<size_t>(d);
      return n;
    default:
      return 0;
  }
}

// Recurses on the nesting of records only.
void Shape::appendKey(std::string& key) const {
  key += static_cast<char>('A' + static_cast<int>(base));
  for (Size d : dims) key += std::to_string(d) + ',';
  if (function.valid()) key += 'f' + std::to_string(function.index());
  if (isFixed) key += '=' + std::to_string(value);
  if (fields.empty()) return;
  key += '(';
  for (const Shape& field : fields) field.appendKey(key);
  key += ')';
}

bool shapeOf(const TypeTable& types, TypeId id, Shape& shape) {
  return shapeOf(types, id, types[id].dims, shape);
}

bool shapeOf(const TypeTable& types, TypeId id, std::span<const Size> dims, Shape& shape) {
  const Type& type = types[id];
  shape = {};
  shape.base = type.base;
  shape.dims.assign(dims.begin(), dims.end());
  for (Size d : shape.dims)
    if (d == kUnknownSize) return false;
  if (type.base != BaseType::Record && type.base != BaseType::Tuple) return true;
  for (const RecordField& field : types.recordOf(id).fields) {
    Shape part;
    if (!shapeOf(types, field.type, part)) return false;
    std::vector<Shape*> open{&part};
    while (!open.empty()) {
      Shape* one = open.back();
      open.pop_back();
      one->dims.insert(one->dims.begin(), shape.dims.begin(), shape.dims.end());
      for (Shape& inner : one->fields) open.push_back(&inner);
    }
    shape.fields.push_back(std::move(part));
  }
  return true;
}

std::string CompiledFunctions::print() const {
  std::string text;
  for (const auto& code : codes_)
    if (!code->name.empty())
      text += code->name + ": " + std::to_string(code->instructions.size()) + " instructions, " +
              std::to_string(code->inputs) + " numbers in, " +
              std::to_string(code->results.size()) + " out\n";
  for (const std::string& line : left_) text += line + '\n';
  return text;
}

int CompiledFunctions::find(FunctionId function, const std::vector<Shape>& arguments) {
  if (!function.valid() || function.index() >= dae_.functions.size()) return -1;
  std::string key = std::to_string(function.index());
  for (const Shape& shape : arguments) shape.appendKey(key);
  const auto number = static_cast<int>(codes_.size());
  const auto [place, isNew] = known_.emplace(key, number);
  if (!isNew) {
    // While it is being compiled only it can call itself, if the sizes of its results are declared.
    const int known = place->second;
    if (std::find(open_.begin(), open_.end(), known) == open_.end()) return known;
    const bool declared = codes_[static_cast<size_t>(known)]->resultShape.base == BaseType::Tuple;
    return known == open_.back() && declared ? known : -1;
  }
  codes_.push_back(std::make_unique<FunctionCode>());
  open_.push_back(number);
  const bool compiled = compile(function, arguments, static_cast<size_t>(number));
  open_.pop_back();
  if (compiled) return number;
  codes_[static_cast<size_t>(number)]->name.clear();
  known_[key] = -1;
  return -1;
}

int CompiledFunctions::find(FunctionId function, std::vector<Shape> arguments,
                            const std::vector<std::optional<int64_t>>& values) {
  // Deeper: values that change from call to call inside of each other need not come to an end.
  constexpr size_t kDeepest = 30;
  const size_t said = left_.size();
  int number = find(function, arguments);
  if (number >= 0 || open_.size() > kDeepest) return number;
  bool any = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!values[i] || arguments[i].base != BaseType::Integer || !arguments[i].dims.empty())
      continue;
    arguments[i].isFixed = any = true;
    arguments[i].value = *values[i];
  }
  if (!any) return -1;
  number = find(function, arguments);
  if (number >= 0) left_.resize(said);
  return number;
}

bool CompiledFunctions::compile(FunctionId id, const std::vector<Shape>& arguments, size_t number) {
  const Function& function = dae_.functions[id];
  FunctionCode& code = *codes_[number];
  code.resultShape.base = BaseType::Tuple;
  for (uint32_t k = 0; k < function.outputCount; ++k) {
    Shape result;
    if (!shapeOf(dae_.pool->types, function.locals[function.inputCount + k].type, result))
      code.resultShape.base = BaseType::Error;
    code.resultShape.fields.push_back(std::move(result));
  }
  std::string declared, found;
  code.resultShape.appendKey(declared);
  FunctionCompiler compiler(dae_, function, *this, code);
  bool compiled = compiler.compile(arguments);
  std::string reason = compiler.reason();
  code.stack = code.registers;
  for (const FunctionCall& call : code.calls) {
    if (call.callee == number) {
      code.recursive = true;
    } else {
      code.stack = std::max(code.stack, code.registers + codes_[call.callee]->stack);
    }
  }
  code.resultShape.appendKey(found);
  if (compiled && code.recursive && found != declared) {
    compiled = false;
    reason = "it calls itself and has results of another size than declared";
  }
  if (!compiled)
    left_.push_back(std::string(dae_.pool->names.text(function.name)) + ": interpreted, " + reason);
  return compiled;
}

}  // namespace formola::lowered

#include "codegen/host/function_substitutes.h"

#include <algorithm>

#include "codegen/host/run_function.h"
namespace formola::lowered {

namespace {

// More shapes of arguments than this cost more to compile than they save.
constexpr size_t kMostCodes = 64;

bool isNumbers(BaseType base) {
  return base == BaseType::Real || base == BaseType::Integer || base == BaseType::Boolean;
}

bool hasLoop(const std::vector<Statement>& body) {
  std::vector<const std::vector<Statement>*> open{&body};
  while (!open.empty()) {
    const std::vector<Statement>* list = open.back();
    open.pop_back();
    for (const Statement& s : *list) {
      if (s.kind == StatementKind::For || s.kind == StatementKind::While) return true;
      for (const StatementBranch& branch : s.branches) open.push_back(&branch.body);
    }
  }
  return false;
}

}  // namespace

const Function* FunctionSubstitutes::find(FunctionId id) {
  if (!id.valid() || id.index() >= dae_.functions.size()) return nullptr;
  const Function& function = dae_.functions[id];
  const auto [place, isNew] = substitutes_.try_emplace(static_cast<uint32_t>(id.index()));
  Substitute& substitute = place->second;
  if (isNew) {
    bool fits = !function.external && !function.impure && !function.isRecordConstructor &&
                function.outputCount > 0 && hasLoop(function.body);
    for (size_t i = 0; i < function.inputCount + function.outputCount && fits; ++i)
      fits = isNumbers(dae_.pool->types[function.locals[i].type].base);
    if (fits) {
      substitute.original = id;
      substitute.function = std::make_unique<Function>();
      Function& f = *substitute.function;
      f.name = function.name;
      f.inputCount = function.inputCount;
      f.outputCount = function.outputCount;
      f.locals.assign(function.locals.begin(),
                      function.locals.begin() + function.inputCount + function.outputCount);
      // What the outputs have comes from the code.
      for (size_t i = f.inputCount; i < f.locals.size(); ++i) {
        f.locals[i].binding = {};
        f.locals[i].dimensions.clear();
      }
      f.external.emplace();
      f.external->language = "compiled";
      f.external->function = "$compiled";
      bySubstitute_.emplace(&f, &substitute);
    }
  }
  const bool use = substitute.function != nullptr && substitute.codes <= kMostCodes;
  return use ? substitute.function.get() : &function;
}

std::optional<Value> FunctionSubstitutes::call(const Function& function,
                                               const std::vector<Value>& inputs,
                                               const Function*& original) {
  original = nullptr;
  const auto found = bySubstitute_.find(&function);
  if (found == bySubstitute_.end()) return std::nullopt;
  Substitute& substitute = *found->second;
  original = &dae_.functions[substitute.original];
  TypeTable& types = dae_.pool->types;
  std::vector<Shape> shapes(inputs.size());
  std::vector<std::optional<int64_t>> values(inputs.size());
  std::vector<double> arguments;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Value& input = inputs[i];
    if (!isNumbers(types[input.type].base) || !shapeOf(types, input.type, shapes[i]))
      return std::nullopt;
    // Integers are accepted for Reals.
    shapes[i].base = types[original->locals[i].type].base;
    if (shapes[i].base == BaseType::Integer && input.integers.size() == 1)
      values[i] = input.integers[0];
    arguments.insert(arguments.end(), input.reals.begin(), input.reals.end());
    for (int64_t number : input.integers) arguments.push_back(static_cast<double>(number));
  }
  const size_t before = functions_.size();
  const int number = functions_.find(substitute.original, std::move(shapes), values);
  substitute.codes += functions_.size() - before;
  if (number < 0) {
    substitute.codes += 4;  // attempts cost as well
    return std::nullopt;
  }
  const auto at = static_cast<size_t>(number);
  const FunctionCode& code = functions_[at];
  const size_t results = code.results.size();
  std::vector<double> numbers(results);
  stack_.resize(std::max(stack_.size(), functions_.stack(at)));
  if (arguments.size() != code.inputs ||
      !runFunction(functions_, at, arguments.data(), numbers.data(), stack_.data()))
    return std::nullopt;
  const double* next = numbers.data();
  std::vector<Value> outputs;
  std::vector<TypeId> outputTypes;
  for (size_t k = 0; k < code.resultShape.fields.size(); ++k) {
    const Shape& shape = code.resultShape.fields[k];
    Value& output = outputs.emplace_back();
    output.type = types.withDims(original->locals[original->inputCount + k].type, shape.dims);
    outputTypes.push_back(output.type);
    for (size_t n = shape.scalars(); n > 0; --n, ++next) {
      if (shape.base == BaseType::Real) {
        output.reals.push_back(*next);
      } else {
        output.integers.push_back(static_cast<int64_t>(*next));
      }
    }
  }
  if (outputs.size() == 1) return std::move(outputs[0]);
  Value tuple;
  tuple.type = types.tuple(outputTypes);
  tuple.fields = std::move(outputs);
  return tuple;
}

}  // namespace formola::lowered

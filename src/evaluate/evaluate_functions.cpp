// Calls of functions: arguments, local variables, external functions and results.
#include <algorithm>

#include "evaluate/external_call.h"
#include "evaluate/external_libraries.h"
#include "evaluate/interpreter.h"
#include "evaluate/library_places.h"
#include "evaluate/standard_externals.h"

namespace formola::interpreter {

namespace {

std::string textOf(Symbol symbol, const ExprPool& pool, const char* otherwise) {
  return symbol.valid() ? std::string(pool.names.text(symbol)) : otherwise;
}

// A call takes about as long as that many statements.
constexpr size_t kStepsOfACall = 8;

// The elementary function behind `external "builtin" y = name(...)`.
std::optional<Builtin> elementaryByName(std::string_view text) {
  for (uint8_t i = 0; i <= static_cast<uint8_t>(Builtin::MaxOf); ++i) {
    if (name(static_cast<Builtin>(i)) == text) return static_cast<Builtin>(i);
  }
  return std::nullopt;
}

}  // namespace

bool Interpreter::call(const Function& function, std::vector<Datum> arguments, Datum& out) {
  if (depth_ >= context_.maxDepth) {
    return fail("more than " + std::to_string(context_.maxDepth) + " nested function calls");
  }
  if (!step(kStepsOfACall)) return false;
  if (arguments.size() > function.inputCount) {
    return fail("too many arguments of " + textOf(function.name, pool_, "a function"));
  }
  Frame frame{&function, {}};
  frame.locals.resize(function.locals.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].omitted()) continue;
    data_.coerce(arguments[i], types_[function.locals[i].type].base);
    frame.locals[i] = std::move(arguments[i]);
  }
  Frame* outer = std::exchange(frame_, &frame);
  ++depth_;
  bool ok = initializeLocals(frame);
  if (ok && function.external) {
    ok = callExternal(frame, out);
  } else if (ok && function.isRecordConstructor) {
    ok = constructRecord(frame, out);
  } else if (ok) {
    ok = execute(frame);
    if (ok) results(frame, out);
  }
  --depth_;
  frame_ = outer;
  return ok;
}

// ---- local variables

// Bindings and sizes may use locals that are declared later (spec 12.4.4); what can't be computed
// yet is tried again after the others. Quadratic at worst, in the locals of one function.
bool Interpreter::initializeLocals(Frame& frame) {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < frame.locals.size(); ++i) {
    if (!frame.locals[i].type.valid()) open.push_back(i);
  }
  while (!open.empty()) {
    std::vector<uint32_t> later;
    EvaluationResult why;
    for (uint32_t i : open) {
      deferred_ = false;
      if (initializeLocal(frame, i)) continue;
      if (!deferred_) return false;
      later.push_back(i);
      why = std::exchange(failure_, {});
    }
    if (later.size() == open.size()) {
      failure_ = std::move(why);
      return false;
    }
    open = std::move(later);
  }
  deferred_ = false;
  for (uint32_t i = 0; i < frame.function->inputCount; ++i) {
    if (!checkInput(frame, i)) return false;
  }
  return true;
}

bool Interpreter::declaredSize(const LocalVariable& local, size_t dimension, Size& size) {
  if (dimension < local.dimensions.size() && local.dimensions[dimension].valid()) {
    Datum value;
    if (!run(local.dimensions[dimension], value)) return false;
    return sizeArgument(value, size);
  }
  size = types_[local.type].dims[dimension];
  return true;
}

bool Interpreter::initializeLocal(Frame& frame, uint32_t index) {
  const LocalVariable& local = frame.function->locals[index];
  if (local.kind == LocalKind::Input) {
    if (!local.binding.valid()) {
      return fail("the argument " + textOf(local.name, pool_, "") + " of " +
                  textOf(frame.function->name, pool_, "a function") + " is not given");
    }
    Datum value;
    if (!run(local.binding, value)) return false;
    data_.coerce(value, types_[local.type].base);
    frame.locals[index] = std::move(value);
    return true;
  }
  const Type type = types_[local.type];
  std::vector<Size> dims(type.dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!declaredSize(local, d, dims[d])) return false;
  }
  if (!local.binding.valid()) {
    for (Size& d : dims) d = d == kUnknownSize ? 0 : d;
    if (!checkCount(dims)) return false;
    frame.locals[index] = data_.zero(types_.get(type.base, type.which, dims));
    return charge(frame.locals[index]);
  }
  Datum value;
  if (!run(local.binding, value)) return false;
  data_.coerce(value, type.base);
  auto own = data_.dims(value);
  bool fits = value.base == type.base && own.size() == dims.size();
  for (size_t d = 0; fits && d < dims.size(); ++d) {
    fits = dims[d] == kUnknownSize || dims[d] == own[d];
  }
  if (!fits) {
    return fail("the initial value of " + textOf(local.name, pool_, "a variable") +
                " does not fit: " + data_.shapeText(value));
  }
  frame.locals[index] = std::move(value);
  return true;
}

bool Interpreter::checkInput(const Frame& frame, uint32_t index) {
  const LocalVariable& local = frame.function->locals[index];
  const Type type = types_[local.type];
  const Datum& value = frame.locals[index];
  auto own = data_.dims(value);
  bool fits =
      own.size() == type.dims.size() && (value.base == type.base || type.base == BaseType::Error);
  for (size_t d = 0; fits && d < own.size(); ++d) {
    Size size = kUnknownSize;
    if (!declaredSize(local, d, size)) return false;
    fits = size == kUnknownSize || size == own[d];
  }
  if (fits) return true;
  return fail("the argument " + textOf(local.name, pool_, "") + " of " +
              textOf(frame.function->name, pool_, "a function") +
              " does not fit: " + data_.shapeText(value));
}

void Interpreter::results(Frame& frame, Datum& out) {
  const Function& function = *frame.function;
  const size_t first = function.inputCount;
  if (function.outputCount == 0) {
    out = data_.none();
    return;
  }
  if (function.outputCount == 1) {
    out = std::move(frame.locals[first]);
    return;
  }
  std::vector<TypeId> types;
  auto box = std::make_shared<Box>();
  for (size_t k = 0; k < function.outputCount; ++k) {
    types.push_back(frame.locals[first + k].type);
    box->fields.push_back(std::move(frame.locals[first + k]));
  }
  out = Datum{types_.tuple(types), BaseType::Tuple, {}, std::move(box)};
}

// The fields are the locals of the same names; inputs in their order where names don't help.
bool Interpreter::constructRecord(Frame& frame, Datum& out) {
  const Function& function = *frame.function;
  if (function.outputCount != 1) return fail("a record constructor without result");
  const TypeId type = function.locals[function.inputCount].type;
  if (types_[type].base != BaseType::Record) return fail("a record constructor without record");
  const std::vector<RecordField> fields = types_.recordOf(type).fields;
  out = Datum{type, BaseType::Record, {}, std::make_shared<Box>()};
  for (size_t k = 0; k < fields.size(); ++k) {
    size_t from = frame.locals.size();
    for (size_t i = 0; i < frame.locals.size() && from == frame.locals.size(); ++i) {
      if (i != function.inputCount && function.locals[i].name == fields[k].name) from = i;
    }
    if (from == frame.locals.size()) from = k;
    if (from >= function.inputCount && function.locals[from].kind == LocalKind::Output) {
      return fail("a record constructor does not set all fields");
    }
    Datum value = frame.locals[from];
    data_.coerce(value, types_[fields[k].type].base);
    out.box->fields.push_back(std::move(value));
  }
  return true;
}

// ---- external functions

bool Interpreter::callExternal(Frame& frame, Datum& out) {
  const Function& function = *frame.function;
  const ExternalCall& external = *function.external;
  const std::string& text = external.function;

  std::vector<Datum> arguments;
  for (ExprId argument : external.arguments) {
    Datum value;
    if (!run(argument, value)) return false;
    arguments.push_back(std::move(value));
  }
  auto assignResult = [&](Datum value) {
    if (external.result.valid()) return assign(frame, external.result, std::move(value));
    return function.outputCount == 0 || assignLocal(frame, function.inputCount, std::move(value));
  };

  if (external.language == "builtin") {
    std::optional<Builtin> builtin = elementaryByName(text);
    if (!builtin) return fail("there is no built-in function " + text);
    if (external.arguments.empty()) {
      arguments.assign(frame.locals.begin(), frame.locals.begin() + function.inputCount);
    }
    Datum value;
    if (!elementary(*builtin, arguments, value) || !assignResult(std::move(value))) return false;
    results(frame, out);
    return true;
  }
  const StandardExternal* standard = findStandardExternal(text);
  if (standard != nullptr || context_.standardObject) {
    const bool hasResult = external.result.valid();
    StandardCall values;
    values.types = &types_;
    values.packages = context_.packages;
    values.gate = context_.gate;
    values.origin = requestOf(function, pool_);
    if (hasResult) values.resultType = values.result.type = pool_.type(external.result);
    for (const Datum& argument : arguments) values.arguments.push_back(data_.toValue(argument));
    const std::optional<bool> done = standard != nullptr ? callStandardExternal(*standard, values)
                                                         : context_.standardObject(text, values);
    failure_.refused = failure_.refused || values.refused;
    if (done && !*done) return fail(std::move(values.error));
    if (done) {
      for (size_t i = 0; i < external.arguments.size(); ++i) {
        const ExprId target = external.arguments[i];
        if (pool_.kind(target) != ExprKind::Local) continue;
        if (function.locals[pool_.payload(target)].kind == LocalKind::Input) continue;
        if (!assign(frame, target, data_.fromValue(std::move(values.arguments[i])))) return false;
      }
      if (hasResult && !assignResult(data_.fromValue(std::move(values.result)))) return false;
      results(frame, out);
      return true;
    }
  }
  if (context_.external) {
    std::vector<Value> inputs;
    for (size_t i = 0; i < function.inputCount; ++i) {
      inputs.push_back(data_.toValue(frame.locals[i]));
    }
    if (std::optional<EvaluationResult> result = context_.external(function, inputs)) {
      if (!result->value) {
        failure_.refused = failure_.refused || result->refused;
        return fail(std::move(result->reason));
      }
      out = data_.fromValue(std::move(*result->value));
      return true;
    }
  }
  if (context_.libraries != nullptr) return callLibrary(frame, arguments, out);
  return fail("the external function " + text + " can't be called" +
              (context_.standardObject ? "" : " at translation time"));
}

bool Interpreter::callLibrary(Frame& frame, const std::vector<Datum>& arguments, Datum& out) {
  const Function& function = *frame.function;
  const ExternalCall& external = *function.external;
  const ExternalAddress found = context_.libraries->find(function, pool_, context_.gate);
  failure_.refused = failure_.refused || found.refused;
  if (found.address == nullptr) return fail(found.error);
  auto isTarget = [&](ExprId argument) {
    return pool_.kind(argument) == ExprKind::Local &&
           function.locals[pool_.payload(argument)].kind != LocalKind::Input;
  };
  std::vector<ExternalArgument> values(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ExprId argument = external.arguments[i];
    values[i].value = data_.toValue(arguments[i]);
    if (isTarget(argument)) values[i].kind = ExternalArgumentKind::Output;
    if (pool_.isBuiltin(argument, Builtin::SizeOf)) values[i].kind = ExternalArgumentKind::SizeOf;
  }
  Value result;
  if (external.result.valid()) result.type = pool_.type(external.result);
  std::string error;
  if (!formola::callExternal(found.address, external.language.starts_with("FORTRAN"), values,
                             result, types_, context_.gate, error))
    return fail(std::move(error));
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].kind != ExternalArgumentKind::Output) continue;
    if (!assign(frame, external.arguments[i], data_.fromValue(std::move(values[i].value))))
      return false;
  }
  if (external.result.valid() &&
      !assign(frame, external.result, data_.fromValue(std::move(result))))
    return false;
  results(frame, out);
  return true;
}

}  // namespace formola::interpreter

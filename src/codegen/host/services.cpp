#include "codegen/host/services.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "codegen/host/run_function.h"
#include "evaluate/evaluate.h"

namespace formola::lowered {

Services::Services(FmlData* d)
    : d_(d), model_(HostedModel::of(d)), program_(*model_.program), state_(stateOf(d)) {}

void Services::append(Value& value, double number, BaseType base) const {
  if (base == BaseType::Real) {
    value.reals.push_back(number);
  } else if (base == BaseType::String) {
    value.strings.push_back(state_.texts.text(number));
  } else {
    value.integers.push_back(static_cast<int64_t>(number));
  }
}

EvaluationContext Services::context() {
  EvaluationContext result;
  const StructuredDae& model = program_.schedule.model;
  result.pool = &model.pool();
  result.function = [&model](FunctionId id) -> const Function* {
    return id.valid() && id.index() < model.dae.functions.size() ? &model.dae.functions[id]
                                                                 : nullptr;
  };
  result.variable = [this, &model](VariableId id) -> std::optional<Value> {
    if (id.index() >= model.dae.variables.size())
      return operands_[id.index() - model.dae.variables.size()];
    const Variable& variable = model.dae.variables[id];
    const Slot slot = program_.schedule.slots[id];
    Value value;
    value.type = variable.type;
    if (slot.index < 0) {
      if (!variable.binding.valid()) return std::nullopt;
      const bool object = model.pool().types[variable.type].base == BaseType::ExternalObject;
      if (auto made = state_.objects.find(id.index()); object && made != state_.objects.end())
        return made->second;
      EvaluationResult bound = evaluate(variable.binding, context());
      if (!bound.value && failure_.empty()) failure_ = bound.reason;
      if (object && bound.value) state_.objects.emplace(id.index(), *bound.value);
      return bound.value;
    }
    append(value, (slot.negated ? -1 : 1) * d_->v[slot.index],
           model.pool().types[variable.type].base);
    return value;
  };
  result.standardObject = [this](const std::string& name, StandardCall& call) {
    const std::optional<bool> done = state_.tables.call(name, call);
    return done ? done : state_.random.call(name, call);
  };
  result.libraries = &model_.libraries;
  result.gate = model.dae.gate.get();
  result.packages = &model.dae.packages;
  result.opaqueResults = true;
  result.time = d_->time;
  return result;
}

EvaluationContext Services::substitutingContext() {
  EvaluationContext result = context();
  if (!program_.compileFunctions) return result;
  if (!state_.substitutes)
    state_.substitutes.emplace(program_.schedule.model.dae, *program_.functions);
  FunctionSubstitutes& substitutes = *state_.substitutes;
  result.function = [&substitutes](FunctionId id) { return substitutes.find(id); };
  result.external = [this, &substitutes](
                        const Function& function,
                        const std::vector<Value>& inputs) -> std::optional<EvaluationResult> {
    const Function* original = nullptr;
    if (std::optional<Value> value = substitutes.call(function, inputs, original)) {
      EvaluationResult found;
      found.value = std::move(value);
      return found;
    }
    if (original == nullptr) return std::nullopt;
    return callFunction(*original, inputs, substitutingContext());
  };
  return result;
}

// Calls the destructors of external objects; what they report comes too late to matter.
void Services::destroyObjects() {
  if (state_.objects.empty() || state_.borrowed) return;
  const std::lock_guard lock(model_.interpreting);
  const StructuredDae& model = program_.schedule.model;
  auto destructorOf = [&](uint32_t variable) -> const Function* {
    const ExprId binding = model.dae.variables[VariableId(variable)].binding;
    if (!binding.valid() || model.pool().kind(binding) != ExprKind::Call) return nullptr;
    const FunctionId end = model.dae.functions[model.pool().functionOf(binding)].destructor;
    return end.valid() ? &model.dae.functions[end] : nullptr;
  };
  for (auto& [variable, value] : state_.objects)
    if (const Function* destructor = destructorOf(variable))
      callFunction(*destructor, {value}, context());
  state_.objects.clear();
}

std::string Services::textOf(ExprId message) {
  const ExprPool& pool = program_.schedule.model.pool();
  if (!message.valid()) return "";
  if (pool.kind(message) == ExprKind::String) return std::string(pool.stringValue(message));
  const std::lock_guard lock(model_.interpreting);
  EvaluationResult result = evaluate(message, context());
  return result.value && !result.value->strings.empty() ? result.value->strings[0] : "";
}

FmlStatus Services::act(uint32_t index, double value) {
  const Action& action = program_.schedule.model.actions[index];
  switch (action.kind) {
    case ActionKind::Assert:
      if (value != 0) return FML_OK;
      return fml_assert_failed(d_, static_cast<int32_t>(index),
                               action.level == AssertLevel::Warning ? FML_WARNING : FML_ERROR,
                               textOf(action.message).c_str());
    case ActionKind::Terminate:
      if (d_->live != 0) fml_terminate(d_, textOf(action.message).c_str());
      return FML_OK;
    case ActionKind::Reinit: {
      const Slot slot = program_.schedule.slots[action.state];
      const bool negated = slot.negated != action.negated;
      if (d_->live != 0 && d_->initial == 0) fml_reinit(d_, slot.index, negated ? -value : value);
      return FML_OK;
    }
    case ActionKind::Call:
      return FML_OK;
  }
  return FML_OK;
}

namespace {

const Value* follow(const Extraction& extraction, const InstanceState::Area& area) {
  const Value* value = &area.values[extraction.value];
  for (uint32_t field : extraction.fields) {
    if (field >= value->fields.size()) return nullptr;
    value = &value->fields[field];
  }
  return value;
}

}  // namespace

double Services::scalar(const Extraction& extraction, const InstanceState::Area& area) {
  const Value* value = follow(extraction, area);
  size_t at = 0;
  if (value == nullptr || !placeOf(extraction.subscripts, dimsOf(*value), at)) return NAN;
  if (at < value->reals.size()) return value->reals[at];
  if (at < value->integers.size()) return static_cast<double>(value->integers[at]);
  if (at < value->strings.size()) return state_.texts.number(value->strings[at]);
  return NAN;
}

Value Services::part(const Extraction& extraction, const InstanceState::Area& area) {
  const Value* value = follow(extraction, area);
  size_t at = 0;
  if (value == nullptr || !placeOf(extraction.subscripts, dimsOf(*value), at)) {
    if (failure_.empty()) failure_ = "the result of a function has no such element";
    return Value{};
  }
  if (extraction.subscripts.empty()) return *value;
  return elementAt(*value, at, extraction.subscripts.size(), program_.schedule.model.pool().types);
}

Value Services::assemble(const Argument& argument, const Code& code, InstanceState::Area& area) {
  const ExprPool& pool = program_.schedule.model.pool();
  Value value;
  value.type = argument.type;
  switch (argument.kind) {
    case Argument::Kind::Expression: {
      EvaluationResult result = evaluate(argument.expression, context());
      if (!result.value && failure_.empty()) failure_ = result.reason;
      return result.value ? *result.value : value;
    }
    case Argument::Kind::Record:
      for (const Argument& field : argument.fields)
        value.fields.push_back(assemble(field, code, area));
      return value;
    case Argument::Kind::Result:
      return part(code.extractions[argument.extraction], area);
    case Argument::Kind::Scalars:
      break;
  }
  const BaseType base = pool.types[argument.type].base;
  for (uint32_t r : argument.registers) append(value, area.registers[r], base);
  return value;
}

// A call that only reads a table, without going through values; false if it isn't one, or if the
// table does not exist yet. Not `ok`: failure_ says why.
bool Services::readTable(const CallSite& site, InstanceState::Area& area, bool& ok) {
  constexpr size_t kMostNumbers = 6;
  const StructuredDae& model = program_.schedule.model;
  if (site.arguments.empty() || site.arguments.size() > kMostNumbers + 1 ||
      site.arguments[0].kind != Argument::Kind::Expression)
    return false;
  const ExprId object = site.arguments[0].expression;
  if (model.pool().kind(object) != ExprKind::Variable) return false;
  const auto made = state_.objects.find(model.pool().variableOf(object).index());
  if (made == state_.objects.end() || made->second.integers.empty()) return false;
  const Function& function = model.dae.functions[site.function];
  auto known = state_.readers.find(site.function.index());
  if (known == state_.readers.end()) {
    const std::lock_guard lock(model_.interpreting);
    known = state_.readers
                .emplace(site.function.index(), StandardTables::reader(function, model.pool()))
                .first;
  }
  if (known->second == nullptr || site.arguments.size() != function.inputCount) return false;
  double numbers[kMostNumbers], result = 0;
  for (size_t i = 1; i < site.arguments.size(); ++i) {
    const Argument& argument = site.arguments[i];
    if (argument.kind != Argument::Kind::Scalars || argument.registers.size() != 1) return false;
    numbers[i - 1] = area.registers[argument.registers[0]];
  }
  ok = state_.tables.read(*known->second, made->second.integers[0],
                          {numbers, site.arguments.size() - 1}, result, failure_);
  Value& value = area.values[site.value];
  value.type = function.locals[function.inputCount].type;
  value.reals.assign(1, result);
  return true;
}

const StandardTable* Services::table(VariableId object) {
  const std::lock_guard lock(model_.interpreting);
  const Variable& variable = program_.schedule.model.dae.variables[object];
  const ExprPool& pool = program_.schedule.model.pool();
  const ExprId made = variable.binding;
  if (!made.valid() || pool.kind(made) != ExprKind::Call) return nullptr;
  const auto& external = program_.schedule.model.dae.functions[pool.functionOf(made)].external;
  if (!external || !StandardTables::knows(external->function)) return nullptr;
  const std::optional<Value> value = context().variable(object);
  return value && value->integers.size() == 1 ? state_.tables.find(value->integers[0]) : nullptr;
}

namespace {

// Equal to the last bit, so that a NaN equals itself.
bool sameValues(const std::vector<Value>& a, const std::vector<Value>& b) {
  if (a.size() != b.size() || a.empty()) return false;
  std::vector<std::pair<const Value*, const Value*>> open;
  for (size_t i = 0; i < a.size(); ++i) open.emplace_back(&a[i], &b[i]);
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x->type != y->type || x->reals.size() != y->reals.size() ||
        x->fields.size() != y->fields.size() || x->integers != y->integers ||
        x->strings != y->strings ||
        (!x->reals.empty() &&
         std::memcmp(x->reals.data(), y->reals.data(), x->reals.size() * sizeof(double)) != 0))
      return false;
    for (size_t i = 0; i < x->fields.size(); ++i) open.emplace_back(&x->fields[i], &y->fields[i]);
  }
  return true;
}

}  // namespace

FmlStatus Services::call(const CallSite& site, const Code& code, InstanceState::Area& area) {
  if (site.whole.valid()) {
    const std::lock_guard lock(model_.interpreting);
    operands_.clear();
    if (!site.function.valid())
      for (const Argument& a : site.arguments) operands_.push_back(assemble(a, code, area));
    EvaluationResult result = evaluate(site.whole, context());
    if (!result.value) return fml_assert_failed(d_, -1, FML_ERROR, result.reason.c_str());
    area.values[site.value] = std::move(*result.value);
    return FML_OK;
  }
  failure_.clear();
  bool ok = false;
  const bool direct = readTable(site, area, ok);
  if (direct && ok) return FML_OK;
  const std::lock_guard lock(model_.interpreting);
  std::vector<Value> arguments;
  arguments.reserve(site.arguments.size());
  for (const Argument& a : site.arguments)
    if (!direct) arguments.push_back(assemble(a, code, area));
  const Function& function = program_.schedule.model.dae.functions[site.function];
  // The value of integer(x) is kept in a variable of type Real.
  TypeTable& types = program_.schedule.model.pool().types;
  for (size_t i = 0; i < arguments.size() && i < function.inputCount; ++i) {
    Value& given = arguments[i];
    if (types[function.locals[i].type].base != BaseType::Integer ||
        types[given.type].base != BaseType::Real)
      continue;
    for (double number : given.reals) given.integers.push_back(static_cast<int64_t>(number));
    given.reals.clear();
    given.type = types.get(BaseType::Integer, 0, types[given.type].dims);
  }
  // A pure function has the value it had for the same arguments: many depend on parameters only. An
  // impure one has it while the initial system is iterated, of which it is one activation.
  const bool once = function.impure && d_->initial != 0;
  const bool isAlgorithm = program_.schedule.model.pool().names.text(function.name)[0] == '$';
  const bool pure = !direct && !arguments.empty() &&
                    (once || (!function.impure && !function.external && !isAlgorithm));
  std::vector<Value>& known = area.arguments[site.value];
  if (pure && failure_.empty() && sameValues(known, arguments)) return FML_OK;
  EvaluationResult result;
  result.reason = failure_;
  if (failure_.empty()) result = callFunction(function, arguments, substitutingContext());
  // The interpreter alone says why.
  if (failure_.empty() && !result.value) result = callFunction(function, arguments, context());
  if (!result.value)
    return fml_assert_failed(
        d_, -1, FML_ERROR,
        fmt::format("{}: {}", program_.schedule.model.pool().names.text(function.name),
                    result.reason)
            .c_str());
  if (site.type.valid() && !hasSizesOf(*result.value, site.type, types))
    return fml_assert_failed(d_, -1, FML_ERROR,
                             fmt::format("{}: its result has other sizes than the call needs",
                                         program_.schedule.model.pool().names.text(function.name))
                                 .c_str());
  area.values[site.value] = std::move(*result.value);
  if (pure) {
    known = std::move(arguments);
  } else {
    known.clear();
  }
  return FML_OK;
}

bool Services::runCompiled(const CallSite& site, double* registers) {
  if (site.compiled < 0) return false;
  const auto number = static_cast<size_t>(site.compiled);
  std::vector<double>& stack = state_.functionStack;
  const size_t inputs = site.operands.size(), needed = inputs + program_.functions->stack(number);
  if (stack.size() < needed) stack.resize(needed);
  for (size_t k = 0; k < inputs; ++k) stack[k] = registers[site.operands[k]];
  return runFunction(*program_.functions, number, stack.data(), registers + site.result,
                     stack.data() + inputs);
}

namespace {

// Recurses on the nesting of records only.
void unpack(const Value& value, const Shape& shape, double*& next) {
  if (!shape.fields.empty()) {
    for (size_t k = 0; k < shape.fields.size(); ++k)
      unpack(k < value.fields.size() ? value.fields[k] : Value{}, shape.fields[k], next);
    return;
  }
  const size_t count = shape.scalars();
  for (size_t k = 0; k < count; ++k) {
    if (k < value.reals.size()) {
      *next++ = value.reals[k];
    } else {
      *next++ = k < value.integers.size() ? static_cast<double>(value.integers[k]) : NAN;
    }
  }
}

}  // namespace

FmlStatus Services::callAndUnpack(const CallSite& site, const Code& code,
                                  InstanceState::Area& area) {
  const FmlStatus status = call(site, code, area);
  if (status != FML_OK || site.compiled < 0) return status;
  const std::lock_guard lock(model_.interpreting);
  const Shape& shape = (*program_.functions)[static_cast<size_t>(site.compiled)].resultShape;
  const Value& value = area.values[site.value];
  double* next = area.registers.data() + site.result;
  const bool tuple = program_.schedule.model.pool().types[value.type].base == BaseType::Tuple;
  unpack(value, tuple || shape.fields.empty() ? shape : shape.fields[0], next);
  return FML_OK;
}

FmlStatus Services::indexOutside(double at, uint32_t count) {
  return fml_assert_failed(d_, -1, FML_ERROR,
                           fmt::format("index {} is outside 1 to {}", at, count).c_str());
}

// ---- for native code

double* registersOf(FmlData* d, const Code* code) {
  return areaOf(stateOf(d), *code).registers.data();
}

FmlStatus callFunctionAt(FmlData* d, const Code* code, uint32_t call) {
  return Services(d).callAndUnpack(code->calls[call], *code, areaOf(stateOf(d), *code));
}

double extractAt(FmlData* d, const Code* code, uint32_t extraction) {
  return Services(d).scalar(code->extractions[extraction], areaOf(stateOf(d), *code));
}

FmlStatus actAt(FmlData* d, uint32_t action, double value) {
  return Services(d).act(action, value);
}

FmlStatus indexOutside(FmlData* d, double at, uint32_t count) {
  return Services(d).indexOutside(at, count);
}

}  // namespace formola::lowered

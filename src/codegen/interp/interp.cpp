#include "codegen/interp/interp.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>

#include "codegen/interp/native_hooks.h"
#include "codegen/lower/check_externals.h"
#include "codegen/lower/compile_expr.h"
#include "codegen/lower/explain.h"
#include "codegen/lower/function_substitutes.h"
#include "codegen/lower/fuse_products.h"
#include "codegen/lower/hidden_random.h"
#include "codegen/lower/standard_tables.h"
#include "dae/printer.h"
#include "evaluate/evaluate.h"
#include "evaluate/external_libraries.h"
#include "expr/build.h"
#include "expr/fold.h"

namespace formola {

using interp::Argument;
using interp::Code;
using interp::CodeBuilder;
using interp::Instruction;
using interp::Op;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The sparse pattern of a matrix and the storage behind it.
struct Pattern {
  std::vector<int32_t> colStart, rows;
  FmlPattern view() const { return {colStart.data(), rows.data(), nullptr, 0}; }
};

Pattern patternOf(const std::vector<MatrixEntry>& entries, size_t columns) {
  Pattern p;
  p.colStart.assign(columns + 1, 0);
  for (const MatrixEntry& e : entries) ++p.colStart[static_cast<size_t>(e.column) + 1];
  for (size_t j = 0; j < columns; ++j) p.colStart[j + 1] += p.colStart[j];
  for (const MatrixEntry& e : entries) p.rows.push_back(e.row);
  return p;
}

// The code and tables of one linear or nonlinear block.
struct BlockCode {
  std::vector<int32_t> unknowns, watched;
  Pattern pattern;
  Code residual, matrix, rhs, formulas;
};

struct MixedCode {
  std::vector<int32_t> relations, discrete;
  Code continuous, modes;
};

struct TangentCode {
  std::vector<FmlTangentOperation> operations;
  std::vector<FmlTangentTerm> terms;
  std::vector<double> literals;
  Code constants, partials;
};

struct StateSetCode {
  std::vector<int32_t> candidates, states, selection, rows, columns;
  Code jacobian;
};

}  // namespace

// The FmlModel comes first: functions get back to everything else from FmlData::model.
struct InterpretedModel::Implementation {
  FmlModel abi{};
  Schedule schedule;
  std::string name;

  Code parameters, samples, initial, derivatives, outputs, event, crossings, instants, delays,
      transported, profiles, inlineStep, implicitStep;
  uint32_t profileSize = 0;  // numbers of all initial profiles
  std::vector<BlockCode> linear, nonlinear;
  std::vector<MixedCode> mixed;
  std::vector<StateSetCode> sets;
  TangentCode tangentCode;
  FmlTangent tangent{};
  std::vector<FmlStateSet> stateSets;
  std::vector<FmlLinearBlock> linearBlocks;
  std::vector<FmlNonlinearBlock> nonlinearBlocks;
  std::vector<FmlMixedBlock> mixedBlocks;
  FmlInlineForm inlineForm{};
  std::vector<int32_t> oldIndices, stageIndices, derivativeIndices, slopeIndices, iteratedIndices,
      originIndices;
  std::vector<double> start, nominal, min, max;
  std::vector<std::string> variableText, relationText;
  // Held while the reference interpreter works, which may add types to the pool and load libraries:
  // instances in several threads share both. Foreign functions need not bear threads.
  mutable std::recursive_mutex interpreting;
  // Loaded libraries are shared by all instances.
  mutable ExternalLibraries libraries;
  Texts texts;  // that occur in the model
  uint32_t codes = 0;
  const SourceManager* sources = nullptr;  // for messages
  bool compileFunctions = true;
  std::unique_ptr<interp::CompiledFunctions> functions;
  std::unique_ptr<CodeBuilder> codeBuilder;  // during build()
  std::vector<FunctionId> calledFunctions;

  void build(Diagnostics& diagnostics);
  void buildTables();
  void buildInlineForm();
  void buildStateSets(Diagnostics& diagnostics);
  void buildTangent(Diagnostics& diagnostics);
  void watchStates();
  void buildBlocks(Diagnostics& diagnostics);
  void markFrozen(const std::vector<Step>& steps, std::vector<char>& linearFrozen,
                  std::vector<char>& nonlinearFrozen) const;
  template <typename Fill>
  Code make(bool frozen, Diagnostics& diagnostics, Fill&& fill);
};

namespace {

using Implementation = InterpretedModel::Implementation;

// What an instance needs beside FmlData; kept as its external object 0.
struct State {
  struct Area {
    std::vector<double> registers;
    std::vector<Value> values;
    // The arguments that each value was computed from; empty: not kept.
    std::vector<std::vector<Value>> arguments;
  };
  std::vector<Area> areas;            // one for each Code
  std::vector<double> functionStack;  // of compiled functions
  std::string explanation;
  // External objects are made when first used, and again after parameters have changed.
  StandardTables tables;
  HiddenRandom random;
  Texts texts;
  std::map<uint32_t, Value> objects;  // by VariableId
  // By FunctionId; null for those that don't just read a table.
  std::unordered_map<uint32_t, const StandardTables::Entry*> readers;
  std::optional<interp::FunctionSubstitutes> substitutes;
};

const Implementation& implementationOf(const FmlData* d) {
  return *reinterpret_cast<const Implementation*>(d->model);
}

State& stateOf(FmlData* d) {
  if (d->externalObjects[0] == nullptr) {
    auto* state = new State;
    state->areas.resize(implementationOf(d).codes);
    state->texts = implementationOf(d).texts;
    d->externalObjects[0] = state;
  }
  return *static_cast<State*>(d->externalObjects[0]);
}

class Machine {
 public:
  explicit Machine(FmlData* d) : d_(d), model_(implementationOf(d)), state_(stateOf(d)) {}

  // Checked: stops at the first operation without a finite result and fills explanation().
  template <bool Checked = false>
  FmlStatus run(const Code& code, double* out);
  const std::string& explanation() const { return explanation_; }
  State::Area& areaOf(const Code& code);
  bool runCompiled(const interp::CallSite& site, double* registers);
  // By the reference interpreter; the numbers of the result go where those of a compiled function
  // would.
  FmlStatus callAndUnpack(const interp::CallSite& site, const Code& code, State::Area& area);
  FmlStatus call(const interp::CallSite& site, const Code& code, State::Area& area);
  bool readTable(const interp::CallSite& site, State::Area& area, bool& ok);
  double scalar(const interp::Extraction& extraction, const State::Area& area);
  FmlStatus act(uint32_t index, double value);
  FmlStatus indexOutside(double at, uint32_t count);
  void destroyObjects();

 private:
  void append(Value& value, double number, BaseType base) const;
  Value assemble(const Argument& argument, const Code& code, State::Area& area);
  Value part(const interp::Extraction& extraction, const State::Area& area);
  std::span<const Size> dimsOf(const Value& value) const {
    return value.type.valid() ? model_.schedule.model.pool().types[value.type].dims
                              : std::span<const Size>();
  }
  std::string textOf(ExprId message);
  EvaluationContext context();
  // With compiled functions below interpreted ones.
  EvaluationContext substitutingContext();

  FmlData* d_;
  const Implementation& model_;
  State& state_;
  std::string explanation_;
  std::string failure_;          // why an argument of the present call has no value
  std::vector<Value> operands_;  // of an operation on texts
};

void Machine::append(Value& value, double number, BaseType base) const {
  if (base == BaseType::Real) {
    value.reals.push_back(number);
  } else if (base == BaseType::String) {
    value.strings.push_back(state_.texts.text(number));
  } else {
    value.integers.push_back(static_cast<int64_t>(number));
  }
}

EvaluationContext Machine::context() {
  EvaluationContext result;
  const StructuredDae& model = model_.schedule.model;
  result.pool = &model.pool();
  result.function = [&model](FunctionId id) -> const Function* {
    return id.valid() && id.index() < model.dae.functions.size() ? &model.dae.functions[id]
                                                                 : nullptr;
  };
  result.variable = [this, &model](VariableId id) -> std::optional<Value> {
    if (id.index() >= model.dae.variables.size())
      return operands_[id.index() - model.dae.variables.size()];
    const Variable& variable = model.dae.variables[id];
    const Slot slot = model_.schedule.slots[id];
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

EvaluationContext Machine::substitutingContext() {
  EvaluationContext result = context();
  if (!model_.compileFunctions) return result;
  if (!state_.substitutes) state_.substitutes.emplace(model_.schedule.model.dae, *model_.functions);
  interp::FunctionSubstitutes& substitutes = *state_.substitutes;
  result.function = [&substitutes](FunctionId id) { return substitutes.find(id); };
  result.external = [this, &substitutes](const Function& function,
                                         const std::vector<Value>& inputs) -> std::optional<Value> {
    const Function* original = nullptr;
    if (std::optional<Value> value = substitutes.call(function, inputs, original)) return value;
    if (original == nullptr) return std::nullopt;
    return callFunction(*original, inputs, substitutingContext()).value;
  };
  return result;
}

// Calls the destructors of external objects; what they report comes too late to matter.
void Machine::destroyObjects() {
  if (state_.objects.empty()) return;
  const std::lock_guard lock(model_.interpreting);
  const StructuredDae& model = model_.schedule.model;
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

std::string Machine::textOf(ExprId message) {
  const ExprPool& pool = model_.schedule.model.pool();
  if (!message.valid()) return "";
  if (pool.kind(message) == ExprKind::String) return std::string(pool.stringValue(message));
  const std::lock_guard lock(model_.interpreting);
  EvaluationResult result = evaluate(message, context());
  return result.value && !result.value->strings.empty() ? result.value->strings[0] : "";
}

FmlStatus Machine::act(uint32_t index, double value) {
  const Action& action = model_.schedule.model.actions[index];
  switch (action.kind) {
    case ActionKind::Assert:
      if (value != 0) return FML_OK;
      return fml_assert_failed(d_, static_cast<int32_t>(index),
                               action.level == AssertLevel::Warning ? FML_WARNING : FML_ERROR,
                               textOf(action.message).c_str());
    case ActionKind::Terminate:
      if (d_->live != 0 && d_->initial == 0) fml_terminate(d_, textOf(action.message).c_str());
      return FML_OK;
    case ActionKind::Reinit: {
      const Slot slot = model_.schedule.slots[action.state];
      const bool negated = slot.negated != action.negated;
      if (d_->live != 0 && d_->initial == 0) fml_reinit(d_, slot.index, negated ? -value : value);
      return FML_OK;
    }
    case ActionKind::Call:
      return FML_OK;
  }
  return FML_OK;
}

const Value* follow(const interp::Extraction& extraction, const State::Area& area) {
  const Value* value = &area.values[extraction.value];
  for (uint32_t field : extraction.fields) {
    if (field >= value->fields.size()) return nullptr;
    value = &value->fields[field];
  }
  return value;
}

double Machine::scalar(const interp::Extraction& extraction, const State::Area& area) {
  const Value* value = follow(extraction, area);
  size_t at = 0;
  if (value == nullptr || !interp::placeOf(extraction.subscripts, dimsOf(*value), at)) return NAN;
  if (at < value->reals.size()) return value->reals[at];
  if (at < value->integers.size()) return static_cast<double>(value->integers[at]);
  if (at < value->strings.size()) return state_.texts.number(value->strings[at]);
  return NAN;
}

Value Machine::part(const interp::Extraction& extraction, const State::Area& area) {
  const Value* value = follow(extraction, area);
  size_t at = 0;
  if (value == nullptr || !interp::placeOf(extraction.subscripts, dimsOf(*value), at)) {
    if (failure_.empty()) failure_ = "the result of a function has no such element";
    return Value{};
  }
  if (extraction.subscripts.empty()) return *value;
  return elementAt(*value, at, extraction.subscripts.size(), model_.schedule.model.pool().types);
}

Value Machine::assemble(const Argument& argument, const Code& code, State::Area& area) {
  const ExprPool& pool = model_.schedule.model.pool();
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
bool Machine::readTable(const interp::CallSite& site, State::Area& area, bool& ok) {
  constexpr size_t kMostNumbers = 6;
  const StructuredDae& model = model_.schedule.model;
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

FmlStatus Machine::call(const interp::CallSite& site, const Code& code, State::Area& area) {
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
  const Function& function = model_.schedule.model.dae.functions[site.function];
  // The value of integer(x) is kept in a variable of type Real.
  TypeTable& types = model_.schedule.model.pool().types;
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
  const bool pure = !direct && (once || (!function.impure && !function.external)) &&
                    !arguments.empty() &&
                    model_.schedule.model.pool().names.text(function.name)[0] != '$';
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
        fmt::format("{}: {}", model_.schedule.model.pool().names.text(function.name), result.reason)
            .c_str());
  if (site.type.valid() && !hasSizesOf(*result.value, site.type, types))
    return fml_assert_failed(d_, -1, FML_ERROR,
                             fmt::format("{}: its result has other sizes than the call needs",
                                         model_.schedule.model.pool().names.text(function.name))
                                 .c_str());
  area.values[site.value] = std::move(*result.value);
  if (pure) {
    known = std::move(arguments);
  } else {
    known.clear();
  }
  return FML_OK;
}

bool Machine::runCompiled(const interp::CallSite& site, double* registers) {
  if (site.compiled < 0) return false;
  const auto number = static_cast<size_t>(site.compiled);
  std::vector<double>& stack = state_.functionStack;
  const size_t inputs = site.operands.size(), needed = inputs + model_.functions->stack(number);
  if (stack.size() < needed) stack.resize(needed);
  for (size_t k = 0; k < inputs; ++k) stack[k] = registers[site.operands[k]];
  return model_.functions->run(number, stack.data(), registers + site.result,
                               stack.data() + inputs);
}

// Recurses on the nesting of records only.
void unpack(const Value& value, const interp::Shape& shape, double*& next) {
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

FmlStatus Machine::callAndUnpack(const interp::CallSite& site, const Code& code,
                                 State::Area& area) {
  const FmlStatus status = call(site, code, area);
  if (status != FML_OK || site.compiled < 0) return status;
  const std::lock_guard lock(model_.interpreting);
  const interp::Shape& shape = (*model_.functions)[static_cast<size_t>(site.compiled)].resultShape;
  const Value& value = area.values[site.value];
  double* next = area.registers.data() + site.result;
  const bool tuple = model_.schedule.model.pool().types[value.type].base == BaseType::Tuple;
  unpack(value, tuple || shape.fields.empty() ? shape : shape.fields[0], next);
  return FML_OK;
}

State::Area& areaIn(State& state, const Code& code) {
  State::Area& area = state.areas[code.id];
  if (area.registers.size() < code.registers) area.registers.resize(code.registers);
  if (area.values.size() < code.values) {
    area.values.resize(code.values);
    area.arguments.resize(code.values);
  }
  return area;
}

State::Area& Machine::areaOf(const Code& code) {
  return areaIn(state_, code);
}

FmlStatus Machine::indexOutside(double at, uint32_t count) {
  return fml_assert_failed(d_, -1, FML_ERROR,
                           fmt::format("index {} is outside 1 to {}", at, count).c_str());
}

template <bool Checked>
FmlStatus Machine::run(const Code& code, double* out) {
  State::Area& area = areaOf(code);
  double* r = area.registers.data();
  const Instruction* const first = code.instructions.data();
  const Instruction* const last = first + code.instructions.size();
  for (const Instruction* i = first; i < last; ++i) {
    double& result = r[i->dst];
    switch (i->op) {
      case Op::Constant:
        result = code.constants[i->a];
        break;
      case Op::Time:
        result = d_->time;
        break;
      case Op::Load:
        result = d_->v[i->a];
        break;
      case Op::LoadPre:
        result = d_->pre[i->a];
        break;
      case Op::LoadRelation:
        result = d_->relations[i->a];
        break;
      case Op::Sampled:
        result = d_->sampleActive[i->a];
        break;
      case Op::Initial:
        result = d_->initial;
        break;
      case Op::Terminal:
        result = d_->terminal;
        break;
      case Op::Reached:
        result = d_->reached;
        break;
      case Op::Passed:
        result = d_->passed;
        break;
      case Op::Lambda:
        result = d_->lambda;
        break;
      case Op::Copy:
        result = r[i->a];
        break;
      case Op::Neg:
        result = -r[i->a];
        break;
      case Op::Not:
        result = r[i->a] == 0;
        break;
      case Op::Add:
        result = r[i->a] + r[i->b];
        break;
      case Op::Sub:
        result = r[i->a] - r[i->b];
        break;
      case Op::Mul:
        result = r[i->a] * r[i->b];
        break;
      case Op::Div:
        result = r[i->a] / r[i->b];
        break;
      case Op::MulAdd:
        result = std::fma(r[i->a], r[i->b], r[i->c]);
        break;
      case Op::MulSub:
        result = std::fma(r[i->a], r[i->b], -r[i->c]);
        break;
      case Op::SubMul:
        result = std::fma(-r[i->a], r[i->b], r[i->c]);
        break;
      case Op::Pow:
        result = std::pow(r[i->a], r[i->b]);
        break;
      case Op::And:
        result = r[i->a] != 0 && r[i->b] != 0;
        break;
      case Op::Or:
        result = r[i->a] != 0 || r[i->b] != 0;
        break;
      case Op::Less:
        result = r[i->a] < r[i->b];
        break;
      case Op::LessEqual:
        result = r[i->a] <= r[i->b];
        break;
      case Op::Greater:
        result = r[i->a] > r[i->b];
        break;
      case Op::GreaterEqual:
        result = r[i->a] >= r[i->b];
        break;
      case Op::Equal:
        result = r[i->a] == r[i->b];
        break;
      case Op::NotEqual:
        result = r[i->a] != r[i->b];
        break;
      case Op::Select:
        result = r[i->a] != 0 ? r[i->b] : r[i->c];
        break;
      case Op::Sqrt:
        result = std::sqrt(r[i->a]);
        break;
      case Op::Sin:
        result = std::sin(r[i->a]);
        break;
      case Op::Cos:
        result = std::cos(r[i->a]);
        break;
      case Op::Exp:
        result = std::exp(r[i->a]);
        break;
      case Op::Log:
        result = std::log(r[i->a]);
        break;
      case Op::Builtin: {
        double arguments[4];
        for (uint32_t k = 0; k < i->b && k < 4; ++k) arguments[k] = r[code.lists[i->a + k]];
        result = evaluateBuiltin(static_cast<Builtin>(i->c), {arguments, i->b}).value_or(NAN);
        break;
      }
      case Op::Pick: {
        const double at = r[i->b];
        if (!(at >= 1 && at <= i->c)) return indexOutside(at, i->c);
        result = r[code.lists[i->a + static_cast<uint32_t>(at) - 1]];
        break;
      }
      case Op::Relation:
        if (d_->live != 0) {
          const double band = d_->relationBands[i->c];
          const bool held = r[i->b] != 0 && std::abs(r[i->b]) <= std::abs(band);
          d_->relations[i->c] = held ? band < 0 : r[i->a] != 0;
        }
        result = d_->relations[i->c];
        break;
      case Op::Delay:
        result = fml_delay(d_, static_cast<int32_t>(i->c), r[i->a], r[i->b]);
        break;
      case Op::Transport: {
        const uint32_t* list = code.lists.data() + i->a;
        result = fml_transport(d_, static_cast<int32_t>(i->c), r[list[0]], r[list[1]], r[list[2]],
                               r[list[3]], r[list[4]]);
        break;
      }
      case Op::JumpUnless:
        if (r[i->a] == 0) i = first + i->b - 1;
        break;
      case Op::Jump:
        i = first + i->b - 1;
        break;
      case Op::Call:
        if (runCompiled(code.calls[i->a], r)) break;
        if (FmlStatus status = callAndUnpack(code.calls[i->a], code, area)) return status;
        break;
      case Op::Extract:
        result = scalar(code.extractions[i->a], area);
        break;
      case Op::Store:
        d_->v[i->dst] = r[i->a];
        break;
      case Op::StorePre:
        d_->pre[i->dst] = r[i->a];
        break;
      case Op::Output:
        out[i->dst] = r[i->a];
        break;
      case Op::SolveLinear:
        if (FmlStatus status = fml_solve_linear(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::SolveAgain:
        if (FmlStatus status = fml_solve_linear_again(d_, static_cast<int32_t>(i->a), &r[i->dst]))
          return status;
        break;
      case Op::SolveNonlinear:
        if (FmlStatus status = fml_solve_nonlinear(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::SolveMixed:
        if (FmlStatus status = fml_solve_mixed(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::Act:
        if (FmlStatus status = act(i->a, r[i->c])) return status;
        break;
    }
    if constexpr (Checked) {
      // A branch of an if that is not chosen does no harm: what counts is the value in the end.
      if (i->op == Op::Store || i->op == Op::Output) {
        if (!std::isfinite(r[i->a]) && !explanation_.empty()) return FML_OK;
        explanation_.clear();
      } else if (explanation_.empty()) {
        explanation_ = interp::explainOperation(code, static_cast<uint32_t>(i - first), r, d_->v,
                                                {model_.schedule, model_.sources});
      }
    }
  }
  if constexpr (Checked) explanation_.clear();
  return FML_OK;
}

// The text is kept by the instance.
const char* explain(FmlData* d, FmlEntity entity, int32_t index) {
  const Implementation& m = implementationOf(d);
  State& state = stateOf(d);
  const auto i = static_cast<size_t>(index);
  std::vector<const Code*> codes;
  if (entity == FML_LINEAR_BLOCK) {
    codes = {&m.linear[i].residual, &m.linear[i].rhs, &m.linear[i].matrix};
  } else if (entity == FML_NONLINEAR_BLOCK) {
    codes = {&m.nonlinear[i].residual, &m.nonlinear[i].matrix};
  } else if (entity == FML_EQUATION) {
    codes = {&m.derivatives};
  } else if (index >= d->model->parameterBegin) {
    codes = {&m.parameters};
  } else {
    codes = {&m.derivatives, &m.outputs};
  }
  std::vector<double> out;
  for (const Code* code : codes) {
    for (const Instruction& instruction : code->instructions)
      if (instruction.op == Op::Output && instruction.dst >= out.size())
        out.resize(instruction.dst + 1);
    Machine machine(d);
    const FmlStatus status = machine.run<true>(*code, out.data());
    state.explanation = machine.explanation();
    if (!state.explanation.empty()) return state.explanation.c_str();
    if (status != FML_OK) break;
  }
  return nullptr;
}

FmlStatus run(FmlData* d, const Code& code, double* out = nullptr) {
  return Machine(d).run(code, out);
}

FmlStatus evalParameters(FmlData* d) {
  const Implementation& m = implementationOf(d);
  Machine(d).destroyObjects();
  stateOf(d).tables.clear();
  if (FmlStatus status = run(d, m.parameters)) return status;
  const auto n = static_cast<size_t>(m.abi.nSamples);
  std::vector<double> clocks(2 * n);
  if (FmlStatus status = run(d, m.samples, clocks.data())) return status;
  for (size_t k = 0; k < n; ++k) {
    d->sampleStart[k] = clocks[2 * k];
    d->sampleInterval[k] = clocks[2 * k + 1];
  }
  return FML_OK;
}

double nextTimeEvent(FmlData* d) {
  const Implementation& m = implementationOf(d);
  thread_local std::vector<double> instants;  // kept: events in real time ask for no memory
  instants.assign(2 * m.schedule.model.timeEvents.size(), kInfinity);
  if (run(d, m.instants, instants.data()) != FML_OK) return kInfinity;
  double next = kInfinity;
  for (size_t k = 0; k < instants.size(); k += 2)
    if (instants[k] > instants[k + 1]) next = std::min(next, instants[k]);
  return next;
}

FmlStatus storeTransports(FmlData* d, const Implementation& m) {
  const std::vector<Transport>& all = m.schedule.transports;
  std::vector<double> inputs(4 * all.size()), profiles;
  if (FmlStatus status = run(d, m.transported, inputs.data())) return status;
  size_t at = 0;
  for (size_t k = 0; k < all.size(); ++k) {
    const double* in = inputs.data() + 4 * k;
    const auto index = static_cast<int32_t>(k);
    const size_t points = all[k].points.size();
    if (fml_transport_is_empty(d, index) != 0) {
      if (profiles.empty()) {
        profiles.resize(m.profileSize);
        if (FmlStatus status = run(d, m.profiles, profiles.data())) return status;
      }
      fml_transport_begin(d, index, in[2], static_cast<int32_t>(points), profiles.data() + at,
                          profiles.data() + at + points);
    }
    at += 2 * points;
    fml_transport_store(d, index, in[0], in[1], in[2], in[3]);
  }
  return FML_OK;
}

FmlStatus storeDelays(FmlData* d) {
  const Implementation& m = implementationOf(d);
  const size_t n = m.schedule.delays.size();
  std::vector<double> values(2 * n);
  if (FmlStatus status = run(d, m.delays, values.data())) return status;
  for (size_t k = 0; k < n; ++k)
    fml_delay_store(d, static_cast<int32_t>(k), values[2 * k], values[2 * k + 1]);
  return storeTransports(d, m);
}

const char* describe(const FmlModel* model, FmlEntity entity, int32_t index) {
  const auto& m = *reinterpret_cast<const Implementation*>(model);
  if (index < 0) return nullptr;
  const auto i = static_cast<size_t>(index);
  if (entity == FML_VARIABLE && i < m.variableText.size()) return m.variableText[i].c_str();
  if (entity == FML_RELATION && i < m.relationText.size()) return m.relationText[i].c_str();
  const Schedule& schedule = m.schedule;
  auto system = [&](const char* kind, const auto& block) {
    std::string names;
    constexpr size_t kMost = 4;
    for (size_t k = 0; k < std::min(block.unknowns.size(), kMost); ++k)
      names += (k == 0 ? "" : ", ") + std::string(schedule.model.name(block.unknowns[k]));
    thread_local std::string text;  // valid until the next call
    text = fmt::format("{} block of {} equation{} for {}{}", kind, block.sizeBeforeTearing,
                       block.sizeBeforeTearing == 1 ? "" : "s", names,
                       block.unknowns.size() > kMost ? ", ..." : "");
    return text.c_str();
  };
  if (entity == FML_LINEAR_BLOCK && i < schedule.linearBlocks.size())
    return system("linear", schedule.linearBlocks[i]);
  if (entity == FML_NONLINEAR_BLOCK && i < schedule.nonlinearBlocks.size())
    return system("nonlinear", schedule.nonlinearBlocks[i]);
  return nullptr;
}

void destroyState(FmlData* d) {
  if (d->externalObjects[0] != nullptr) Machine(d).destroyObjects();
  delete static_cast<State*>(d->externalObjects[0]);
  d->externalObjects[0] = nullptr;
}

}  // namespace

template <typename Fill>
Code InterpretedModel::Implementation::make(bool frozen, Diagnostics& diagnostics, Fill&& fill) {
  CodeBuilder& builder = *codeBuilder;
  builder.begin(frozen);
  fill(builder);
  for (ExprId id : builder.unsupported()) {
    PrintContext context{schedule.model.pool(), &schedule.model.dae, nullptr};
    diagnostics.report(DiagCode::NotSupportedYet, {},
                       fmt::format("expressions such as '{}'", print(id, context)));
  }
  Code code = builder.finish(codes++);
  for (const interp::CallSite& site : code.calls) calledFunctions.push_back(site.function);
  return code;
}

void InterpretedModel::Implementation::buildTables() {
  const StructuredDae& model = schedule.model;
  const ExprPool& pool = model.pool();
  const auto n = static_cast<size_t>(schedule.nVariables);
  start.assign(n, 0.0);
  nominal.assign(n, 1.0);
  min.assign(n, -kInfinity);
  max.assign(n, kInfinity);
  auto literal = [&](ExprId id, double& value) {
    if (!id.valid()) return;
    if (pool.isNumber(id)) {
      value = pool.realValue(id);
    } else if (pool.kind(id) == ExprKind::Boolean || pool.kind(id) == ExprKind::Enum) {
      value = pool.payload(id);
    } else if (pool.kind(id) == ExprKind::String) {
      value = texts.number(pool.stringValue(id));
    }
  };
  for (size_t i = 0; i < n; ++i) {
    const VariableId id = schedule.owner[i];
    variableText.emplace_back(model.name(id));
    const Variable& v = model.dae.variables[id];
    if (pool.types[v.type].base == BaseType::Enumeration) start[i] = 1;
    const bool parameter = model.info[id].role == Role::Parameter;
    literal(parameter && v.binding.valid() ? v.binding : v.start, start[i]);
    literal(v.nominal, nominal[i]);
    nominal[i] = nominal[i] == 0 ? 1 : std::abs(nominal[i]);
    literal(v.min, min[i]);
    literal(v.max, max[i]);
  }
  PrintContext context{pool, &model.dae, nullptr};
  for (const RelationInfo& r : model.relations) relationText.push_back(print(r.relation, context));
}

// Blocks that are solved inside of mixed blocks only read relations.
void InterpretedModel::Implementation::markFrozen(const std::vector<Step>& steps,
                                                  std::vector<char>& linearFrozen,
                                                  std::vector<char>& nonlinearFrozen) const {
  for (const Step& step : steps) {
    if (step.kind == StepKind::Linear) linearFrozen[step.block] = 1;
    if (step.kind != StepKind::Nonlinear) continue;
    nonlinearFrozen[step.block] = 1;
    for (const Step& inner : schedule.nonlinearBlocks[step.block].inner)
      if (inner.kind == StepKind::Linear) linearFrozen[inner.block] = 1;
  }
}

void InterpretedModel::Implementation::buildBlocks(Diagnostics& diagnostics) {
  auto slotsOf = [&](const std::vector<VariableId>& ids) {
    std::vector<int32_t> result;
    for (VariableId id : ids) result.push_back(schedule.slots[id].index);
    return result;
  };
  std::vector<char> linearFrozen(schedule.linearBlocks.size(), 0);
  std::vector<char> nonlinearFrozen(schedule.nonlinearBlocks.size(), 0);
  for (const MixedBlock& m : schedule.mixedBlocks)
    markFrozen(m.continuous, linearFrozen, nonlinearFrozen);
  if (schedule.inlined) {
    markFrozen(schedule.inlined->steps, linearFrozen, nonlinearFrozen);
    markFrozen(schedule.inlined->implicitSteps, linearFrozen, nonlinearFrozen);
  }

  // Inner variables have their values in v: the residual was evaluated at the same point.
  auto matrixCode = [&](bool frozen, const std::vector<MatrixEntry>& entries) {
    return make(frozen, diagnostics, [&](CodeBuilder& b) {
      std::vector<ExprId> values;
      for (const MatrixEntry& entry : entries) values.push_back(entry.value);
      b.solutions(values);
      for (size_t i = 0; i < entries.size(); ++i)
        b.output(static_cast<uint32_t>(i), entries[i].value);
    });
  };
  auto residualCode = [&](bool frozen, const std::vector<Step>& inner,
                          const std::vector<ExprId>& residuals) {
    return make(frozen, diagnostics, [&](CodeBuilder& b) {
      b.steps(inner);
      for (size_t i = 0; i < residuals.size(); ++i)
        b.output(static_cast<uint32_t>(i), residuals[i]);
    });
  };

  for (size_t i = 0; i < schedule.linearBlocks.size(); ++i) {
    const LinearBlock& block = schedule.linearBlocks[i];
    const bool frozen = linearFrozen[i] != 0;
    BlockCode code;
    code.unknowns = slotsOf(block.unknowns);
    if (block.symbolic) {
      code.pattern = patternOf(block.matrix, block.unknowns.size());
      code.matrix = matrixCode(frozen, block.matrix);
      code.rhs = residualCode(frozen, {}, block.rhs);
      if (!block.formulas.empty()) {
        // The guards come first: in the order of pivots they take the elimination forward step by
        // step, whatever the caller asks for then.
        code.formulas = make(frozen, diagnostics, [&](CodeBuilder& b) {
          const auto n = static_cast<uint32_t>(block.formulas.size());
          for (uint32_t k = 0; k < block.guards.size(); ++k) b.output(n + k, block.guards[k]);
          for (uint32_t k = 0; k < n; ++k) b.output(k, block.formulas[k]);
        });
        if (interp::hostFusesProducts()) interp::fuseProducts(code.formulas);
      }
    } else {
      code.residual = residualCode(frozen, block.inner, block.residuals);
    }
    linear.push_back(std::move(code));
  }
  for (size_t i = 0; i < schedule.nonlinearBlocks.size(); ++i) {
    const NonlinearBlock& block = schedule.nonlinearBlocks[i];
    const bool frozen = nonlinearFrozen[i] != 0;
    BlockCode code;
    code.unknowns = slotsOf(block.unknowns);
    code.residual = residualCode(frozen, block.inner, block.residuals);
    if (block.hasJacobian) {
      code.pattern = patternOf(block.jacobian, block.unknowns.size());
      code.matrix = matrixCode(frozen, block.jacobian);
    }
    nonlinear.push_back(std::move(code));
  }
  for (const MixedBlock& block : schedule.mixedBlocks) {
    MixedCode code;
    code.relations.assign(block.relations.begin(), block.relations.end());
    code.discrete = slotsOf(block.discrete);
    code.continuous = make(true, diagnostics, [&](CodeBuilder& b) { b.steps(block.continuous); });
    code.modes = make(false, diagnostics, [&](CodeBuilder& b) {
      b.keepCloseRelations();
      b.steps(block.modes);
    });
    mixed.push_back(std::move(code));
  }

  for (size_t i = 0; i < linear.size(); ++i) {
    const LinearBlock& block = schedule.linearBlocks[i];
    FmlLinearBlock b{};
    b.n = static_cast<int32_t>(linear[i].unknowns.size());
    b.unknowns = linear[i].unknowns.data();
    if (block.symbolic) {
      b.pattern = linear[i].pattern.view();
      b.matrix = [](FmlData* d, int32_t index, double* values) {
        return run(d, implementationOf(d).linear[static_cast<size_t>(index)].matrix, values);
      };
      b.rhs = [](FmlData* d, int32_t index, double* values) {
        return run(d, implementationOf(d).linear[static_cast<size_t>(index)].rhs, values);
      };
      if (!block.formulas.empty()) {
        b.nFormulas = static_cast<int32_t>(block.formulas.size());
        b.nGuards = static_cast<int32_t>(block.guards.size());
        b.formulas = [](FmlData* d, int32_t index, double* values) {
          return run(d, implementationOf(d).linear[static_cast<size_t>(index)].formulas, values);
        };
      }
      b.change = block.change == MatrixChange::Constant  ? FML_MATRIX_CONSTANT
                 : block.change == MatrixChange::AtEvent ? FML_MATRIX_AT_EVENT
                                                         : FML_MATRIX_VARIES;
    } else {
      b.residual = [](FmlData* d, int32_t index, double* r) {
        return run(d, implementationOf(d).linear[static_cast<size_t>(index)].residual, r);
      };
    }
    linearBlocks.push_back(b);
  }
  for (size_t i = 0; i < nonlinear.size(); ++i) {
    FmlNonlinearBlock b{};
    b.n = static_cast<int32_t>(nonlinear[i].unknowns.size());
    b.unknowns = nonlinear[i].unknowns.data();
    b.residual = [](FmlData* d, int32_t index, double* r) {
      return run(d, implementationOf(d).nonlinear[static_cast<size_t>(index)].residual, r);
    };
    if (schedule.nonlinearBlocks[i].hasJacobian) {
      b.pattern = nonlinear[i].pattern.view();
      b.jacobian = [](FmlData* d, int32_t index, double* values) {
        return run(d, implementationOf(d).nonlinear[static_cast<size_t>(index)].matrix, values);
      };
    }
    nonlinearBlocks.push_back(b);
  }
  for (const MixedCode& code : mixed) {
    FmlMixedBlock b{};
    b.nRelations = static_cast<int32_t>(code.relations.size());
    b.relationIndices = code.relations.data();
    b.nDiscrete = static_cast<int32_t>(code.discrete.size());
    b.discreteIndices = code.discrete.data();
    b.evalContinuous = [](FmlData* d, int32_t index) {
      return run(d, implementationOf(d).mixed[static_cast<size_t>(index)].continuous);
    };
    b.evalModes = [](FmlData* d, int32_t index) {
      return run(d, implementationOf(d).mixed[static_cast<size_t>(index)].modes);
    };
    mixedBlocks.push_back(b);
  }
}

// The states that the residuals of nonlinear blocks assign, also by linear blocks inside.
void InterpretedModel::Implementation::watchStates() {
  std::vector<char> isState(static_cast<size_t>(schedule.nVariables), 0);
  for (int32_t at : stageIndices) isState[static_cast<size_t>(at)] = 1;
  for (size_t k = 0; k < nonlinear.size(); ++k) {
    BlockCode& code = nonlinear[k];
    auto watch = [&](int32_t at) {
      if (isState[static_cast<size_t>(at)] != 0) code.watched.push_back(at);
    };
    for (const Instruction& i : code.residual.instructions) {
      if (i.op == Op::Store) watch(static_cast<int32_t>(i.dst));
      if (i.op == Op::SolveLinear)
        for (int32_t at : linear[i.a].unknowns) watch(at);
    }
    nonlinearBlocks[k].nWatched = static_cast<int32_t>(code.watched.size());
    nonlinearBlocks[k].watched = code.watched.data();
  }
}

void InterpretedModel::Implementation::buildInlineForm() {
  const InlineProgram& program = *schedule.inlined;
  auto append = [&](const std::vector<VariableId>& ids, std::vector<int32_t>& indices) {
    for (VariableId id : ids) indices.push_back(schedule.slots[id].index);
  };
  append(program.old, oldIndices);
  for (const auto& stage : program.stages) append(stage, stageIndices);
  for (const auto& stage : program.derivatives) append(stage, derivativeIndices);
  for (const auto& stage : program.slopes) append(stage, slopeIndices);
  append(program.iterated, iteratedIndices);
  append(program.origins, originIndices);
  watchStates();
  inlineForm.nStages = static_cast<int32_t>(program.stages.size());
  inlineForm.stepIndex = schedule.slots[program.step].index;
  inlineForm.oldIndices = oldIndices.data();
  inlineForm.stageIndices = stageIndices.data();
  inlineForm.derivativeIndices = derivativeIndices.data();
  inlineForm.slopeIndices = slopeIndices.data();
  inlineForm.nIterated = static_cast<int32_t>(iteratedIndices.size());
  inlineForm.iteratedIndices = iteratedIndices.data();
  inlineForm.originIndices = originIndices.data();
  inlineForm.evalStep = [](FmlData* d) { return run(d, implementationOf(d).inlineStep); };
  inlineForm.nExplicit = static_cast<int32_t>(program.explicitStates.size());
  inlineForm.explicitStates = program.explicitStates.data();
  if (inlineForm.nExplicit > 0)
    inlineForm.evalImplicitStep = [](FmlData* d) {
      return run(d, implementationOf(d).implicitStep);
    };
  abi.inlineForm = &inlineForm;
}

void InterpretedModel::Implementation::buildStateSets(Diagnostics& diagnostics) {
  auto append = [&](const std::vector<VariableId>& ids, std::vector<int32_t>& indices) {
    for (VariableId id : ids) indices.push_back(schedule.slots[id].index);
  };
  for (const StateSet& set : schedule.model.stateSets) {
    StateSetCode& code = sets.emplace_back();
    for (const auto& order : set.candidates) append(order, code.candidates);
    for (const auto& order : set.states) append(order, code.states);
    append(set.selection, code.selection);
    for (const StateSet::Entry& entry : set.jacobian) {
      code.rows.push_back(entry.row);
      code.columns.push_back(entry.column);
    }
    code.jacobian = make(true, diagnostics, [&](CodeBuilder& b) {
      for (size_t i = 0; i < set.jacobian.size(); ++i)
        b.output(static_cast<uint32_t>(i), set.jacobian[i].value);
    });
  }
  for (size_t k = 0; k < sets.size(); ++k) {
    const StateSet& set = schedule.model.stateSets[k];
    FmlStateSet abiSet{};
    abiSet.nCandidates = static_cast<int32_t>(set.candidates[0].size());
    abiSet.nStates = static_cast<int32_t>(set.states[0].size());
    abiSet.nOrders = static_cast<int32_t>(set.states.size());
    abiSet.nForced = static_cast<int32_t>(set.forced);
    abiSet.nInner = static_cast<int32_t>(set.inner);
    abiSet.nConstraints = static_cast<int32_t>(set.constraints);
    abiSet.candidates = sets[k].candidates.data();
    abiSet.states = sets[k].states.data();
    abiSet.selection = sets[k].selection.data();
    abiSet.nEntries = static_cast<int32_t>(sets[k].rows.size());
    abiSet.rows = sets[k].rows.data();
    abiSet.columns = sets[k].columns.data();
    stateSets.push_back(abiSet);
  }
  if (stateSets.empty()) return;
  abi.nStateSets = static_cast<int32_t>(stateSets.size());
  abi.stateSets = stateSets.data();
  abi.evalSetJacobian = [](FmlData* d, int32_t set, double* values) {
    return run(d, implementationOf(d).sets[static_cast<size_t>(set)].jacobian, values);
  };
}

void InterpretedModel::Implementation::buildTangent(Diagnostics& diagnostics) {
  if (!schedule.tangent || !schedule.tangent->failure.empty()) return;
  const StateTangent& source = *schedule.tangent;
  TangentCode& code = tangentCode;
  for (const StateTangent::Operation& o : source.operations) {
    const int32_t kind = o.kind == StateTangent::Kind::Sum      ? FML_TANGENT_SUM
                         : o.kind == StateTangent::Kind::Zero   ? FML_TANGENT_ZERO
                         : o.kind == StateTangent::Kind::Linear ? FML_TANGENT_LINEAR
                                                                : FML_TANGENT_NONLINEAR;
    code.operations.push_back({kind, static_cast<int32_t>(o.row), static_cast<int32_t>(o.begin),
                               static_cast<int32_t>(o.end), static_cast<int32_t>(o.count),
                               static_cast<int32_t>(o.block)});
  }
  for (const StateTangent::Term& t : source.terms)
    code.terms.push_back({static_cast<int32_t>(t.row), static_cast<int32_t>(t.partial)});
  for (uint32_t k = 0; k < source.numbers; ++k)
    code.literals.push_back(schedule.model.pool().realValue(source.partials[k]));
  auto compile = [&](size_t begin, size_t end, const std::vector<Step>& before) {
    return make(true, diagnostics, [&](CodeBuilder& b) {
      b.steps(before);
      for (size_t k = begin; k < end; ++k)
        b.output(static_cast<uint32_t>(k - begin), source.partials[k]);
    });
  };
  const size_t varying = size_t{source.numbers} + source.constants;
  code.constants = compile(source.numbers, varying, {});
  code.partials = compile(varying, source.partials.size(), innerOutputs(schedule));

  tangent.nOperations = static_cast<int32_t>(code.operations.size());
  tangent.nRows = static_cast<int32_t>(source.rows);
  tangent.operations = code.operations.data();
  tangent.terms = code.terms.data();
  tangent.nLiterals = static_cast<int32_t>(source.numbers);
  tangent.nConstants = static_cast<int32_t>(source.constants);
  tangent.nPartials = static_cast<int32_t>(source.partials.size() - varying);
  tangent.literals = code.literals.data();
  tangent.constants = [](FmlData* d, double* values) {
    return run(d, implementationOf(d).tangentCode.constants, values);
  };
  tangent.partials = [](FmlData* d, double* values) {
    return run(d, implementationOf(d).tangentCode.partials, values);
  };
  tangent.derivatives = source.derivatives.data();
  abi.tangent = &tangent;
}

void InterpretedModel::Implementation::build(Diagnostics& diagnostics) {
  const StructuredDae& model = schedule.model;
  functions = std::make_unique<interp::CompiledFunctions>(model.dae);
  codeBuilder =
      std::make_unique<CodeBuilder>(schedule, texts, compileFunctions ? functions.get() : nullptr);
  buildTables();
  buildBlocks(diagnostics);
  auto actions = [&](CodeBuilder& b, bool all) {
    for (uint32_t i = 0; i < model.actions.size(); ++i)
      if (all || (model.actions[i].kind == ActionKind::Assert && !model.actions[i].guard.valid()))
        b.action(i);
  };
  parameters = make(false, diagnostics, [&](CodeBuilder& b) { b.steps(schedule.parameters); });
  samples = make(false, diagnostics, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule.samples.size(); ++k) {
      b.output(2 * k, schedule.samples[k].start);
      b.output(2 * k + 1, schedule.samples[k].interval);
    }
  });
  initial = make(false, diagnostics, [&](CodeBuilder& b) {
    b.steps(schedule.initial);
    actions(b, false);
  });
  derivatives = make(false, diagnostics, [&](CodeBuilder& b) { b.steps(schedule.derivatives); });
  outputs = make(false, diagnostics, [&](CodeBuilder& b) {
    b.steps(schedule.outputs);
    actions(b, false);
  });
  event = make(false, diagnostics, [&](CodeBuilder& b) {
    b.steps(schedule.event);
    actions(b, true);
  });
  crossings = make(false, diagnostics, [&](CodeBuilder& b) {
    ExprBuilder expression(model.pool());
    for (uint32_t k = 0; k < schedule.nStateRelations; ++k) {
      ExprId relation = model.relations[k].relation;
      ExprKind kind = model.pool().kind(relation);
      ExprId left = model.pool().child(relation, 0), right = model.pool().child(relation, 1);
      const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
      b.output(k, greater ? expression.sub(left, right) : expression.sub(right, left));
    }
  });
  instants = make(false, diagnostics, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < model.timeEvents.size(); ++k) {
      b.output(2 * k, model.timeEvents[k].instant);
      b.output(2 * k + 1, model.timeEvents[k].limit);
    }
  });
  delays = make(false, diagnostics, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule.delays.size(); ++k) {
      b.output(2 * k, schedule.delays[k].value);
      b.output(2 * k + 1, schedule.delays[k].maximum);
    }
  });

  transported = make(false, diagnostics, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule.transports.size(); ++k) {
      const Transport& t = schedule.transports[k];
      b.output(4 * k, t.in0);
      b.output(4 * k + 1, t.in1);
      b.output(4 * k + 2, t.x);
      b.output(4 * k + 3, t.positiveVelocity);
    }
  });
  profiles = make(false, diagnostics, [&](CodeBuilder& b) {
    for (const Transport& t : schedule.transports)
      for (const auto* list : {&t.points, &t.values})
        for (ExprId element : *list) b.output(profileSize++, element);
  });

  if (schedule.inlined) {
    inlineStep = make(true, diagnostics, [&](CodeBuilder& b) { b.steps(schedule.inlined->steps); });
    if (!schedule.inlined->implicitSteps.empty())
      implicitStep = make(true, diagnostics,
                          [&](CodeBuilder& b) { b.steps(schedule.inlined->implicitSteps); });
    buildInlineForm();
  }
  buildStateSets(diagnostics);
  buildTangent(diagnostics);
  checkExternals(model.dae, calledFunctions, libraries, diagnostics);
  abi.usesHomotopy = codeBuilder->usesHomotopy() ? 1 : 0;
  codeBuilder.reset();

  name = model.dae.model;
  abi.abiVersion = FML_ABI_VERSION;
  abi.name = name.c_str();
  abi.nVariables = schedule.nVariables;
  abi.nStates = schedule.nStates;
  abi.discreteBegin = schedule.discreteBegin;
  abi.parameterBegin = schedule.parameterBegin;
  abi.nRelations = static_cast<int32_t>(model.relations.size());
  abi.nStateRelations = static_cast<int32_t>(schedule.nStateRelations);
  abi.nSamples = static_cast<int32_t>(schedule.samples.size());
  abi.nDelays = static_cast<int32_t>(schedule.delays.size());
  abi.nExternalObjects = 1;
  abi.nLinearBlocks = static_cast<int32_t>(linearBlocks.size());
  abi.nNonlinearBlocks = static_cast<int32_t>(nonlinearBlocks.size());
  abi.nMixedBlocks = static_cast<int32_t>(mixedBlocks.size());
  abi.linearBlocks = linearBlocks.data();
  abi.nonlinearBlocks = nonlinearBlocks.data();
  abi.mixedBlocks = mixedBlocks.data();
  abi.start = start.data();
  abi.nominal = nominal.data();
  abi.min = min.data();
  abi.max = max.data();
  abi.evalParameters = evalParameters;
  abi.evalInitial = [](FmlData* d) { return run(d, implementationOf(d).initial); };
  abi.evalDerivatives = [](FmlData* d) { return run(d, implementationOf(d).derivatives); };
  if (!outputs.empty())
    abi.evalOutputs = [](FmlData* d) { return run(d, implementationOf(d).outputs); };
  if (schedule.nStateRelations > 0)
    abi.evalZeroCrossings = [](FmlData* d, double* z) {
      return run(d, implementationOf(d).crossings, z);
    };
  if (abi.nRelations > 0 || abi.nSamples > 0 || abi.parameterBegin > abi.discreteBegin ||
      !model.actions.empty())
    abi.evalEvent = [](FmlData* d) { return run(d, implementationOf(d).event); };
  if (!instants.empty()) abi.nextTimeEvent = nextTimeEvent;
  abi.nTransports = static_cast<int32_t>(schedule.transports.size());
  if (abi.nDelays + abi.nTransports > 0) abi.storeDelays = storeDelays;
  if (!schedule.jacobianColumns.empty())
    abi.jacobianPattern = {schedule.jacobianColumns.data(), schedule.jacobianRows.data(), nullptr,
                           0};
  abi.destroyExternalObjects = destroyState;
  abi.describe = describe;
  abi.explain = explain;
}

InterpretedModel::InterpretedModel(Schedule schedule, Diagnostics& diagnostics,
                                   bool compileFunctions)
    : implementation_(std::make_unique<Implementation>()) {
  implementation_->schedule = std::move(schedule);
  implementation_->compileFunctions = compileFunctions;
  implementation_->sources = &diagnostics.sources();
  implementation_->build(diagnostics);
}

InterpretedModel::~InterpretedModel() = default;
InterpretedModel::InterpretedModel(InterpretedModel&&) noexcept = default;
InterpretedModel& InterpretedModel::operator=(InterpretedModel&&) noexcept = default;

const FmlModel& InterpretedModel::model() const {
  return implementation_->abi;
}
const Schedule& InterpretedModel::schedule() const {
  return implementation_->schedule;
}

std::string InterpretedModel::printFunctions() const {
  return implementation_->functions->print();
}

// ---- codegen/interp/native_hooks.h

interp::Programs interp::programsOf(InterpretedModel& model) {
  Implementation& m = model.implementation();
  Programs p{};
  p.initial = &m.initial;
  p.derivatives = &m.derivatives;
  p.outputs = &m.outputs;
  p.event = &m.event;
  p.crossings = &m.crossings;
  p.inlineStep = &m.inlineStep;
  p.implicitStep = &m.implicitStep;
  p.inlineForm = m.schedule.inlined ? &m.inlineForm : nullptr;
  p.partials = &m.tangentCode.partials;
  p.tangent = m.abi.tangent != nullptr ? &m.tangent : nullptr;
  for (const BlockCode& b : m.linear)
    p.linear.push_back({&b.residual, &b.matrix, &b.rhs, &b.formulas});
  for (const BlockCode& b : m.nonlinear)
    p.nonlinear.push_back({&b.residual, &b.matrix, &b.rhs, &b.formulas});
  for (const MixedCode& b : m.mixed) p.mixed.push_back({&b.continuous, &b.modes});
  p.model = &m.abi;
  p.functions = m.functions.get();
  p.linearBlocks = m.linearBlocks.data();
  p.nonlinearBlocks = m.nonlinearBlocks.data();
  p.mixedBlocks = m.mixedBlocks.data();
  return p;
}

double* interp::registersOf(FmlData* d, const Code* code) {
  return areaIn(stateOf(d), *code).registers.data();
}

FmlStatus interp::callFunctionAt(FmlData* d, const Code* code, uint32_t call) {
  Machine machine(d);
  return machine.callAndUnpack(code->calls[call], *code, machine.areaOf(*code));
}

double interp::extractAt(FmlData* d, const Code* code, uint32_t extraction) {
  Machine machine(d);
  return machine.scalar(code->extractions[extraction], machine.areaOf(*code));
}

FmlStatus interp::actAt(FmlData* d, uint32_t action, double value) {
  return Machine(d).act(action, value);
}

FmlStatus interp::indexOutside(FmlData* d, double at, uint32_t count) {
  return Machine(d).indexOutside(at, count);
}

}  // namespace formola

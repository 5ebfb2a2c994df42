#include "compiler/translated_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/inspect_text.h"
#include "expr/fold.h"
#include "runtime/workspace.h"
#include "structure/simplify/parameter_values.h"
#include "support/large_stack.h"

namespace formola {

namespace {

int signOf(double value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// The parameters as the translation has them; empty if they cannot be computed.
std::vector<double> parametersOf(const CompiledModel& compiled) {
  runtime::Instance instance(compiled.model());
  FmlData* d = instance.get();
  d->live = 1;
  d->initial = 1;
  if (d->model->evalParameters != nullptr && d->model->evalParameters(d) != FML_OK) return {};
  return {d->v + d->model->parameterBegin, d->v + d->model->nVariables};
}

// Where the parameters for free start values are; index -1: nowhere.
std::vector<Slot> startSlots(const Schedule& schedule, const std::vector<std::string>& variables) {
  std::vector<Slot> slots(variables.size());
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < variables.size(); ++i) places.emplace(startParameter(variables[i]), i);
  for (uint32_t i = 0; !places.empty() && i < schedule.model.dae.variables.size(); ++i)
    if (const auto at = places.find(std::string(schedule.model.name(VariableId(i))));
        at != places.end())
      slots[at->second] = schedule.slots[VariableId(i)];
  return slots;
}

// Whether the translation holds for the parameters of the instance: see TranslatedModel.
bool holdsFor(const Schedule& schedule, const std::vector<double>& translated, const FmlData& d) {
  const double* now = d.v + schedule.parameterBegin;
  for (size_t i = 0; i < translated.size(); ++i) {
    if (now[i] == translated[i] || (std::isnan(now[i]) && std::isnan(translated[i]))) continue;
    const VariableId owner = schedule.owner[static_cast<size_t>(schedule.parameterBegin) + i];
    if (!schedule.model.isReal(owner) || signOf(now[i]) != signOf(translated[i])) return false;
  }
  for (const VariableId id : schedule.model.usedValues) {
    const int32_t slot = schedule.slots[id].index - schedule.parameterBegin;
    if (slot < 0 || static_cast<size_t>(slot) >= translated.size()) continue;
    if (now[slot] != translated[static_cast<size_t>(slot)]) return false;
  }
  return true;
}

}  // namespace

TranslatedModel::TranslatedModel(ModelSources sources, CompileOptions options)
    : sources_(std::move(sources)), options_(std::move(options)) {
  auto first = std::make_shared<Variant>();
  variants_.emplace(Demand{}, first);
  onLargeStack([&] {
    first->compilation = compile(Demand{});
    compilation_ = first->compilation.get();
    translations_ = 1;
    base_ = compilation_->structured();
  });
  if (!base_) return;
  values_ = parameterValues(*base_);
  for (uint32_t i = 0; i < base_->dae.variables.size(); ++i) {
    const VariableId id(i);
    const std::string_view name = base_->name(id);
    if (name.empty() || name[0] == '$') continue;
    variables_.push_back(id);
    byName_.emplace(name, id);
  }
}

std::unique_ptr<Compilation> TranslatedModel::compile(const Demand& demand) const {
  CompileOptions options = options_;
  options.set.insert(options.set.end(), demand.modifiers.begin(), demand.modifiers.end());
  options.freeStarts = demand.freeStarts;
  auto compilation = std::make_unique<Compilation>(options, Compilation::Keep::All);
  for (const std::string& file : sources_.files) compilation->load(file);
  if (!sources_.texts.empty()) compilation->addTexts(sources_.texts);
  if (!sources_.unsaved.empty()) compilation->addFiles(sources_.unsaved);
  compilation->choose(sources_.model);
  return compilation;
}

std::optional<VariableId> TranslatedModel::find(std::string_view name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? std::nullopt : std::optional(found->second);
}

Changeable TranslatedModel::changeable(VariableId id) const {
  const Variable& v = base_->dae.variables[id];
  const ExprPool& pool = base_->pool();
  const bool parameter = base_->info[id].role == Role::Parameter;
  if (v.isFinal || v.isProtected || v.variability == Variability::Constant)
    return Changeable::Never;
  // A variable that turned out to be constant, a derivative: nobody gave them a value.
  if (parameter ? v.variability != Variability::Parameter
                : base_->info[id].role == Role::Derivative)
    return Changeable::Never;
  if (isInput(id)) return Changeable::AtRun;
  // Start values are numbers in the equations until one is given: see freeStarts.
  if (!parameter) return Changeable::ByTranslation;
  const ExprId value = parameterExpression(*base_, id);
  const bool number = !value.valid() || pool.isNumber(value);
  return base_->isReal(id) && number && !v.evaluate ? Changeable::AtRun : Changeable::ByTranslation;
}

bool TranslatedModel::isStartValue(VariableId id) const {
  return base_->info[id].role != Role::Parameter && base_->isReal(id) && !isInput(id) &&
         changeable(id) == Changeable::ByTranslation;
}

std::string TranslatedModel::refusal(VariableId id, double value) const {
  const std::string_view name = base_->name(id);
  if (changeable(id) == Changeable::Never)
    return fmt::format(
        "{} cannot be changed: it is constant, final, protected or no input of the model", name);
  if (std::isnan(value)) return fmt::format("{} cannot be NaN", name);
  const TypeId type = base_->dae.variables[id].type;
  const TypeTable& types = base_->pool().types;
  const bool whole = value == std::floor(value);
  switch (types[type].base) {
    case BaseType::Boolean:
      if (value == 0 || value == 1) break;
      return fmt::format("{} is Boolean: {} is neither false (0) nor true (1)", name, value);
    case BaseType::Integer:
      if (whole && std::fabs(value) <= kLargestInteger) break;
      return fmt::format("{} is an Integer: it cannot be {}", name, value);
    case BaseType::Enumeration: {
      const size_t literals = types.enumOf(type).literals.size();
      if (whole && value >= 1 && value <= static_cast<double>(literals)) break;
      return fmt::format(
          "{} is an enumeration of {} literals, which are counted from 1: it cannot be {}", name,
          literals, value);
    }
    default:
      break;
  }
  return {};
}

std::optional<double> TranslatedModel::value(VariableId id) const {
  const Variable& v = base_->dae.variables[id];
  const ExprPool& pool = base_->pool();
  if (base_->info[id].role == Role::Parameter) {
    const double known = values_[id.index()];
    return std::isnan(known) ? std::nullopt : std::optional(known);
  }
  if (!v.start.valid()) return std::nullopt;
  if (pool.isNumber(v.start)) return pool.realValue(v.start);
  if (pool.isLiteral(v.start) && pool.kind(v.start) != ExprKind::String)
    return pool.payload(v.start);
  return std::nullopt;
}

uint64_t TranslatedModel::translations() const {
  const std::lock_guard lock(mutex_);
  return translations_;
}

std::shared_ptr<TranslatedModel::Variant> TranslatedModel::variant(const Demand& demand) {
  constexpr size_t kMost = 64;  // and the first one, which stays
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Variant>& known = variants_[demand];
  if (!known) {
    known = std::make_shared<Variant>();
    known->demand = demand;
    recent_.push_back(demand);
    if (recent_.size() > kMost) {
      variants_.erase(recent_.front());  // a run under way keeps its own
      recent_.pop_front();
    }
  }
  return variants_[demand];
}

TranslatedModel::Variant::Code TranslatedModel::code(Variant& variant, solver::Method method,
                                                     bool withParameters, Run& run) {
  const std::lock_guard lock(variant.mutex);
  Variant::Code& code = variant.codes[method];
  if (!code.compiled)
    onLargeStack([&] {
      if (!variant.compilation) {
        variant.compilation = compile(variant.demand);
        const std::lock_guard counting(mutex_);
        ++translations_;
      }
      code.compiled = variant.compilation->compile(method);
      if (code.compiled)
        code.starts = startSlots(code.compiled->schedule(), variant.demand.freeStarts);
    });
  if (!code.compiled) {
    run.problem = variant.compilation->problem();
    run.diagnostics = renderText(variant.compilation->diagnostics(), {});
  } else if (withParameters && code.parameters.empty()) {
    code.parameters = parametersOf(*code.compiled);
  }
  return code;
}

std::string TranslatedModel::modifierText(VariableId id, double number) const {
  const Variable& v = base_->dae.variables[id];
  const ExprPool& pool = base_->pool();
  std::string text = fmt::format("{:.17g}", number);
  const TypeId type = v.type;
  if (pool.types[type].base == BaseType::Boolean) text = number != 0 ? "true" : "false";
  if (pool.types[type].base == BaseType::Enumeration) {
    const EnumInfo& info = pool.types.enumOf(type);
    text = fmt::format("{}.{}", pool.names.text(info.name),
                       pool.names.text(info.literals[static_cast<size_t>(number) - 1]));
  }
  const bool parameter = base_->info[id].role == Role::Parameter;
  return fmt::format("{}{}={}", base_->name(id), parameter ? "" : ".start", text);
}

// What stands for a start value in a translation that is to hold for others: of the same sign.
double TranslatedModel::startLike(VariableId id, double number) const {
  const std::optional<double> given = value(id);
  return given && signOf(*given) == signOf(number) ? *given : signOf(number);
}

bool TranslatedModel::lookAtInlined(solver::Method method, std::string& problem,
                                    const Look& look) const {
  // By a compilation of its own: nobody else sees its variables, expressions and errors.
  const std::unique_ptr<Compilation> own = compile(Demand{});
  const Compilation::Inlined* inlined = own->inlined(method);
  if (inlined == nullptr) {
    problem = own->problem().empty() ? renderText(own->diagnostics(), {}) : own->problem();
    return false;
  }
  look(*inlined);
  return true;
}

std::string TranslatedModel::inspect(solver::Method method, std::string& problem) const {
  if (!solver::isInlined(method)) return inspectJson(*base_);
  std::string text;
  lookAtInlined(method, problem, [&](const Compilation::Inlined& inlined) {
    const InlinedSystem& system = inlined.system;
    const InspectedInlining view = {&system.equations, &system.blocks, system.stages.size(),
                                    system.stepInDenominator, system.explicitStates};
    text = inspectJson(inlined.model, &view);
  });
  return text;
}

// A translation with other values may have other variables.
Slot TranslatedModel::slotIn(const Schedule& schedule, VariableId id) const {
  const std::string_view name = base_->name(id);
  if (id.index() < schedule.slots.size() && schedule.model.name(id) == name)
    return schedule.slots[id];
  for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
    if (schedule.model.name(VariableId(i)) == name) return schedule.slots[VariableId(i)];
  return {};
}

std::vector<runtime::DrivenInput> TranslatedModel::inputsOf(const RunValues& values,
                                                            const Schedule& schedule) const {
  std::vector<runtime::DrivenInput> result;
  auto add = [&](VariableId id, std::shared_ptr<const runtime::InputSignal> signal) {
    if (const Slot slot = slotIn(schedule, id); slot.index >= 0)
      result.push_back({slot.index, std::move(signal)});
  };
  for (const auto& [id, signal] : values.inputs) add(id, signal);
  for (const auto& [id, number] : values.numbers)
    if (isInput(id)) add(id, runtime::constantInput(number));
  return result;
}

void TranslatedModel::withCode(const RunValues& values, RunSettings settings, Run& run,
                               const Use& use) {
  using Numbers = std::vector<std::pair<VariableId, double>>;
  Demand demand{values.modifiers, {}};
  Numbers numbers;                       // which the compiled model takes
  std::map<std::string, double> starts;  // by name, of variables
  for (const auto& [id, number] : values.numbers) {
    if (isInput(id)) continue;
    if (changeable(id) == Changeable::AtRun) {
      numbers.emplace_back(id, number);
    } else if (isStartValue(id)) {
      demand.modifiers.push_back(modifierText(id, startLike(id, number)));
      starts[std::string(base_->name(id))] = number;
    } else {
      demand.modifiers.push_back(modifierText(id, number));
    }
  }
  for (const auto& start : starts) demand.freeStarts.push_back(start.first);
  for (int attempt = 0;; ++attempt) {
    run = {};
    std::sort(demand.modifiers.begin(), demand.modifiers.end());
    const std::shared_ptr<Variant> translated = variant(demand);
    const bool changes = !numbers.empty() || !demand.freeStarts.empty();
    const Variant::Code code = this->code(*translated, settings.problem.method, changes, run);
    run.code = code.compiled;
    if (!run.code) return;
    const Schedule* schedule = &run.code->schedule();
    settings.problem.inputs = inputsOf(values, *schedule);
    auto written = std::make_shared<std::vector<std::pair<Slot, double>>>();
    for (const auto& [id, number] : numbers) written->emplace_back(slotIn(*schedule, id), number);
    bool all = true;
    for (size_t i = 0; i < code.starts.size(); ++i) {
      all = all && code.starts[i].index >= 0;
      written->emplace_back(code.starts[i], starts.at(demand.freeStarts[i]));
    }
    settings.problem.setParameters = [written](FmlData& d) {
      for (const auto& [slot, number] : *written) {
        if (slot.index < 0) continue;
        d.v[slot.index] = d.pre[slot.index] = slot.negated ? -number : number;
      }
    };
    settings.problem.acceptParameters = [changes, schedule,
                                         parameters = code.parameters](const FmlData& d) {
      return !changes || holdsFor(*schedule, parameters, d);
    };
    if (all && (use(run.code, settings) || attempt > 0)) return;
    // With all values as they are.
    demand = {values.modifiers, {}};
    for (const auto& [id, number] : values.numbers)
      if (!isInput(id)) demand.modifiers.push_back(modifierText(id, number));
    numbers.clear();
    starts.clear();
  }
}

TranslatedModel::Run TranslatedModel::run(const RunValues& values, RunSettings settings,
                                          results::ResultSink& sink) {
  Run run;
  withCode(values, std::move(settings), run,
           [&](const std::shared_ptr<const CompiledModel>& code, const RunSettings& prepared) {
             run.result = runModel(*code, prepared, sink);
             return run.result.report.outcome != solver::Outcome::Refused;
           });
  return run;
}

TranslatedModel::Prepared TranslatedModel::prepare(
    const RunValues& values, solver::Method method,
    const std::vector<std::pair<VariableId, double>>& starts) {
  Demand demand{values.modifiers, {}};
  // As withCode has them, in the order of their names.
  std::map<std::string, size_t> freeStarts;
  for (const auto& [id, number] : starts) {
    demand.modifiers.push_back(modifierText(id, startLike(id, number)));
    freeStarts.emplace(base_->name(id), freeStarts.size());
  }
  for (const auto& start : freeStarts) demand.freeStarts.push_back(start.first);
  for (const auto& [id, number] : values.numbers)
    if (!isInput(id) && changeable(id) != Changeable::AtRun)
      demand.modifiers.push_back(modifierText(id, number));
  std::sort(demand.modifiers.begin(), demand.modifiers.end());
  Run run;
  const Variant::Code code = this->code(*variant(demand), method, true, run);
  Prepared prepared{code.compiled, code.parameters, {}, run.problem, run.diagnostics, {}};
  if (!prepared.code) return prepared;
  prepared.starts.resize(starts.size());
  size_t next = 0;
  for (const auto& start : freeStarts) prepared.starts[start.second] = code.starts[next++];
  const Schedule& schedule = prepared.code->schedule();
  prepared.exact.assign(prepared.parameters.size(), 0);
  for (size_t k = 0; k < prepared.exact.size(); ++k)
    prepared.exact[k] =
        !schedule.model.isReal(schedule.owner[static_cast<size_t>(schedule.parameterBegin) + k]);
  for (const VariableId id : schedule.model.usedValues) {
    const int32_t slot = schedule.slots[id].index - schedule.parameterBegin;
    if (slot >= 0 && static_cast<size_t>(slot) < prepared.exact.size())
      prepared.exact[static_cast<size_t>(slot)] = 1;
  }
  return prepared;
}

TranslatedModel::Started TranslatedModel::start(const RunValues& values, RunSettings settings,
                                                results::ResultSink& sink) {
  Run run;
  Started started;
  withCode(values, std::move(settings), run,
           [&](const std::shared_ptr<const CompiledModel>& code, const RunSettings& prepared) {
             started.run = std::make_unique<SteppedRun>(code, prepared, sink);
             started.ok = started.run->stepper().start();
             return started.run->stepper().report().outcome != solver::Outcome::Refused;
           });
  started.problem = std::move(run.problem);
  started.diagnostics = std::move(run.diagnostics);
  return started;
}

TranslatedModel::Kept TranslatedModel::keep(const std::string& name,
                                            const std::function<Kept()>& make) {
  constexpr size_t kMost = 8;
  auto find = [&]() -> Kept {
    for (const auto& [known, kept] : kept_)
      if (known == name) return kept;
    return nullptr;
  };
  {
    const std::lock_guard lock(mutex_);
    if (Kept kept = find()) return kept;
  }
  Kept made = make();  // which may take long, and ask for code
  const std::lock_guard lock(mutex_);
  if (Kept kept = find()) return kept;
  kept_.emplace_back(name, made);
  if (kept_.size() > kMost) kept_.pop_front();
  return made;
}

}  // namespace formola

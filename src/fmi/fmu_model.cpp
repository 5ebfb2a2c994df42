#include "fmi/fmu_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "codegen/text/c_tables.h"
#include "codegen/text/constant_texts.h"
#include "codegen/text/event_parts.h"
#include "codegen/text/names.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"
#include "fmi/dependencies.h"
#include "structure/simplify/parameter_values.h"

namespace formola::fmi {

std::vector<int32_t> separateStartValues(Schedule& schedule) {
  std::vector<int32_t> places(static_cast<size_t>(schedule.nVariables), -1);
  StructuredDae& model = schedule.model;
  for (Step& step : schedule.initial) {
    if (step.kind != StepKind::Assign || !model.pool().isNumber(step.value)) continue;
    const Slot slot = schedule.slots[step.variable];
    if (slot.index < 0 || slot.index >= schedule.nStates || slot.negated) continue;
    Variable start;
    start.name =
        model.pool().names.intern("$start(" + std::string(model.name(step.variable)) + ")");
    start.type = model.pool().types.real();
    start.variability = formola::Variability::Parameter;
    start.binding = step.value;
    start.origin = model.dae.variables[step.variable].origin;
    const VariableId id = model.add(std::move(start), {Role::Parameter, {}, {}});
    const int32_t place = schedule.nVariables++;
    schedule.slots.push_back({place, false});
    schedule.owner.push_back(id);
    places[static_cast<size_t>(slot.index)] = place;
    step.value = model.ref(id);
  }
  places.resize(static_cast<size_t>(schedule.nVariables), -1);
  return places;
}

namespace {

// Describes one model.
class Describer {
 public:
  Describer(const Schedule& schedule, const std::vector<int32_t>& startSlots,
            const ModelOptions& options)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        startSlots_(startSlots),
        options_(options),
        values_(parameterValues(schedule.model)),
        used_(schedule.model.dae.variables.size(), 0) {
    for (VariableId id : model_.usedValues) used_[id.index()] = 1;
    markNames();
    out_.name = model_.dae.model;
    out_.identifier = text::modelIdentifier(model_.dae.model);
    out_.references.push_back({});
    out_.eventIndicators = schedule.nStateRelations;
  }

  FmuModel run() {
    for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) add(VariableId(i));
    if (options_.version == 3) findArrays();
    for (FmuArray& array : out_.arrays) giveReferences(array);
    // What can be set, or others are equal to, stands for the value.
    for (bool owners : {true, false})
      for (size_t i = 0; i < out_.variables.size(); ++i) {
        const FmuVariable& v = out_.variables[i];
        if (!v.array && (ownerOf(v.id) == v.id) == owners) giveReference(i);
      }
    findPlaces();
    markDerivatives();
    markReinitialised();
    continuousStructure();
    initialStructure();
    for (int32_t slot = schedule_.parameterBegin; slot < schedule_.nVariables; ++slot) {
      const VariableId id = schedule_.owner[static_cast<size_t>(slot)];
      if (model_.info[id].role != Role::Parameter || isStart(id)) continue;
      const bool used = used_[id.index()] != 0, real = model_.isReal(id);
      const BaseType base = pool_.types[model_.dae.variables[id].type].base;
      if (used || real || base == BaseType::Integer)
        out_.granted.push_back(
            {slot, std::string(model_.name(id)), used, base == BaseType::String});
    }
    for (int32_t slot = 0; slot < schedule_.nVariables; ++slot)
      if (isText(schedule_.owner[static_cast<size_t>(slot)])) out_.textSlots.push_back(slot);
    return std::move(out_);
  }

 private:
  bool isStart(VariableId id) const { return model_.name(id).starts_with("$start("); }
  bool isText(VariableId id) const {
    return pool_.types[model_.dae.variables[id].type].base == BaseType::String;
  }
  bool isLiteralText(ExprId id) const { return id.valid() && pool_.kind(id) == ExprKind::String; }
  std::string text(Symbol symbol) const {
    return symbol.valid() ? std::string(pool_.names.text(symbol)) : std::string();
  }
  std::optional<double> number(ExprId id) const {
    if (!id.valid()) return std::nullopt;
    if (pool_.isNumber(id)) return pool_.realValue(id);
    if (pool_.isLiteral(id) && pool_.kind(id) != ExprKind::String) return pool_.payload(id);
    return std::nullopt;
  }
  VariableId ownerOf(VariableId id) const {
    return schedule_.owner[static_cast<size_t>(schedule_.slots[id].index)];
  }

  void markNames();
  void add(VariableId id);
  std::string nameOf(VariableId id);
  void classify(FmuVariable& v, FmuReference& reference);
  bool isChangeable(VariableId id) const;
  std::optional<double> valueOf(VariableId id) const;
  void giveReference(size_t variable);
  void findArrays();
  bool areAlike(const FmuArray& array) const;
  int32_t firstSlot(const FmuArray& array) const;
  void giveReferences(FmuArray& array);
  void findPlaces();
  void markDerivatives();
  void markReinitialised();
  void continuousStructure();
  void initialStructure();
  size_t variableAt(int32_t slot) const { return bySlot_.at(slot); }

  const Schedule& schedule_;
  const StructuredDae& model_;
  const ExprPool& pool_;
  const std::vector<int32_t>& startSlots_;
  const ModelOptions& options_;
  std::vector<double> values_;
  std::vector<char> used_;
  FmuModel out_;
  std::vector<FmuReference> wanted_;  // by variable
  std::set<std::string> names_;
  std::map<int32_t, size_t> bySlot_;  // the first variable with exactly this value
  std::map<std::pair<int32_t, bool>, uint32_t> shared_;
  std::map<std::vector<std::pair<int32_t, bool>>, uint32_t> sharedArrays_;
};

// Strings that names of tables and files follow from: the translation has used them.
void Describer::markNames() {
  std::vector<ExprId> roots;
  for (VariableId table : text::tablesOf(schedule_))
    roots.push_back(model_.dae.variables[table].binding);
  ExprSet seen;
  while (!roots.empty()) {
    const ExprId root[1] = {roots.back()};
    roots.pop_back();
    forEachNode(pool_, root, seen, [&](ExprId id) {
      if (pool_.kind(id) != ExprKind::Variable || !isText(pool_.variableOf(id))) return;
      used_[pool_.variableOf(id).index()] = 1;
      if (const ExprId given = parameterExpression(model_, pool_.variableOf(id)); given.valid())
        roots.push_back(given);
    });
  }
}

// Structured names: der(x,2) for der(der(x)). Helpers of the translation that must be seen get
// plain letters.
std::string Describer::nameOf(VariableId id) {
  std::string_view rest = model_.name(id);
  int order = 0;
  for (; rest.starts_with("der(") && rest.ends_with(")"); ++order)
    rest = rest.substr(4, rest.size() - 5);
  std::string name(rest);
  if (name.find('$') != std::string::npos) {
    name.clear();
    for (char c : rest)
      name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  }
  if (order > 0)
    name = "der(" + name + (order > 1 ? "," + std::to_string(order) : std::string()) + ")";
  while (!names_.insert(name).second) name += "_";
  return name;
}

// Values that are written as such and that the translation did not use. Of Booleans and
// enumerations it uses nothing else: the sign of an if-expression is that of both branches.
bool Describer::isChangeable(VariableId id) const {
  const Variable& v = model_.dae.variables[id];
  const ExprId value = parameterExpression(model_, id);
  return !v.isFinal && !v.isProtected && !v.evaluate && used_[id.index()] == 0 &&
         v.variability == formola::Variability::Parameter &&
         (!value.valid() || number(value) || isLiteralText(value));
}

std::optional<double> Describer::valueOf(VariableId id) const {
  if (std::optional<double> given = number(parameterExpression(model_, id))) return given;
  const double known = id.index() < values_.size() ? values_[id.index()] : std::nan("");
  return std::isnan(known) ? std::nullopt : std::optional(known);
}

// Causality, variability and start value of a variable by the role of what it is equal to.
void Describer::classify(FmuVariable& v, FmuReference& reference) {
  const VariableId owner = ownerOf(v.id);
  const Variable& declared = model_.dae.variables[v.id];
  const Role role = model_.info[owner].role;
  const bool own = owner == v.id;
  const bool isOutput = declared.causality == formola::Causality::Output;
  const Variability signal = v.type == Type::Real && role != Role::Discrete
                                 ? Variability::Continuous
                                 : Variability::Discrete;
  if (role == Role::Input) {
    v.variability = signal;
    v.causality = own ? Causality::Input : isOutput ? Causality::Output : Causality::Local;
    if (own) {
      reference.settable = 'i';
      const ExprId start = model_.dae.variables[owner].start;
      v.start = number(start).value_or(v.type == Type::Enumeration ? 1 : 0);
      if (isLiteralText(start)) v.startText = pool_.stringValue(start);
    }
    return;
  }
  if (role != Role::Parameter) {
    v.variability = signal;
    v.causality = isOutput ? Causality::Output : Causality::Local;
    const int32_t start = startSlots_[static_cast<size_t>(reference.place)];
    if (own && start >= 0 && !reference.negated) {
      reference.settable = 's';
      reference.start = start;
      v.start = number(model_.dae.variables[schedule_.owner[static_cast<size_t>(start)]].binding);
    }
    return;
  }
  const bool isParameter = declared.variability == formola::Variability::Parameter;
  if (isOutput) {
    v.causality = Causality::Output;
    v.variability = v.type == Type::Real ? Variability::Continuous : Variability::Discrete;
  } else if (own && isChangeable(owner)) {
    v.causality = Causality::Parameter;
    v.variability = Variability::Fixed;
    v.start = valueOf(owner).value_or(v.type == Type::Enumeration ? 1 : 0);
    if (const ExprId given = parameterExpression(model_, owner); isLiteralText(given))
      v.startText = pool_.stringValue(given);
    reference.settable = 'p';
  } else {
    v.causality =
        isParameter && !declared.isProtected ? Causality::CalculatedParameter : Causality::Local;
    v.variability = Variability::Fixed;
  }
}

// Variables of the same value share a reference. Outputs have their own: connections end there.
void Describer::giveReference(size_t variable) {
  FmuVariable& v = out_.variables[variable];
  const FmuReference& wanted = wanted_[variable];
  const auto key = std::pair(wanted.place, wanted.negated);
  const auto found = shared_.find(key);
  v.alias = found != shared_.end() && v.causality != Causality::Output;
  if (v.alias) {
    v.reference = found->second;
    return;
  }
  out_.references.push_back(wanted);
  v.reference = static_cast<uint32_t>(out_.references.size() - 1);
  shared_.emplace(key, v.reference);
}

// The variable that stands for a value: the one that owns it, if it is there. An array may have
// the same value among its elements; that has no reference of its own.
void Describer::findPlaces() {
  for (bool owners : {true, false})
    for (size_t i = 0; i < out_.variables.size(); ++i)
      if (!wanted_[i].negated && (ownerOf(out_.variables[i].id) == out_.variables[i].id) == owners)
        bySlot_.try_emplace(wanted_[i].place, i);
}

// Whether the elements are the same but for their values.
bool Describer::areAlike(const FmuArray& array) const {
  const FmuVariable& first = out_.variables[array.elements.front()];
  const FmuReference& reference = wanted_[array.elements.front()];
  auto all = [](const FmuVariable& v) {
    return std::tie(v.type, v.causality, v.variability, v.unit, v.displayUnit, v.quantity,
                    v.typeName, v.min, v.max, v.nominal);
  };
  return std::all_of(array.elements.begin(), array.elements.end(), [&](size_t i) {
    const FmuVariable& v = out_.variables[i];
    return all(v) == all(first) && v.start.has_value() == first.start.has_value() &&
           wanted_[i].settable == reference.settable;
  });
}

// Where the values stand one behind the other, in order and for themselves; else -1.
int32_t Describer::firstSlot(const FmuArray& array) const {
  const int32_t first = wanted_[array.elements.front()].place;
  for (size_t k = 0; k < array.elements.size(); ++k) {
    const size_t i = array.elements[k];
    const bool own = ownerOf(out_.variables[i].id) == out_.variables[i].id;
    if (!own || wanted_[i].place != first + static_cast<int32_t>(k)) return -1;
  }
  return first;
}

// The order of states is that of their derivatives in ModelStructure, whose elements cannot be
// told apart there: arrays of states are such that have all of their derivatives in an array.
void Describer::findArrays() {
  std::vector<std::string> names;
  for (const FmuVariable& v : out_.variables) names.push_back(v.name);
  std::vector<FmuArray> found = arraysOf(names);
  std::erase_if(found, [&](const FmuArray& array) { return !areAlike(array); });
  const int32_t nStates = schedule_.nStates;
  std::map<int32_t, std::vector<int32_t>> wholes;  // of states and derivatives, by the first slot
  for (const FmuArray& array : found)
    if (const int32_t slot = firstSlot(array); slot >= 0 && slot < 2 * nStates)
      wholes[slot] = array.sizes;
  std::erase_if(found, [&](const FmuArray& array) {
    const bool touches = std::any_of(array.elements.begin(), array.elements.end(), [&](size_t i) {
      return wanted_[i].place < 2 * nStates &&
             ownerOf(out_.variables[i].id) == out_.variables[i].id;
    });
    if (!touches) return false;
    const int32_t slot = firstSlot(array);
    if (slot < 0 ||
        (slot < nStates && slot + static_cast<int32_t>(array.elements.size()) > nStates))
      return true;
    const auto other = wholes.find(slot < nStates ? slot + nStates : slot - nStates);
    return other == wholes.end() || other->second != array.sizes;
  });
  out_.arrays = std::move(found);
  for (size_t a = 0; a < out_.arrays.size(); ++a)
    for (size_t i : out_.arrays[a].elements) out_.variables[i].array = a;
}

void Describer::giveReferences(FmuArray& array) {
  std::vector<std::pair<int32_t, bool>> key;
  for (size_t i : array.elements) key.emplace_back(wanted_[i].place, wanted_[i].negated);
  const bool output = out_.variables[array.elements.front()].causality == Causality::Output;
  const auto found = sharedArrays_.find(key);
  array.alias = found != sharedArrays_.end() && !output;
  array.reference = array.alias ? found->second : static_cast<uint32_t>(out_.references.size());
  for (size_t k = 0; k < array.elements.size(); ++k) {
    FmuVariable& v = out_.variables[array.elements[k]];
    v.reference = array.reference + static_cast<uint32_t>(k);
    v.alias = array.alias;
    if (array.alias) continue;
    out_.references.push_back(wanted_[array.elements[k]]);
    out_.references.back().count = k == 0 ? static_cast<int32_t>(array.elements.size()) : 0;
  }
  if (!array.alias) sharedArrays_.emplace(std::move(key), array.reference);
}

void Describer::add(VariableId id) {
  const Slot slot = schedule_.slots[id];
  if (slot.index < 0 || isStart(id)) return;
  const bool isState = slot.index < 2 * schedule_.nStates && ownerOf(id) == id;
  const bool isSeenText = isText(id) && !model_.name(id).starts_with("$");
  if (!text::isShown(schedule_, id) && !isState && !isSeenText) return;
  const Variable& declared = model_.dae.variables[id];
  FmuVariable v;
  v.id = id;
  v.name = nameOf(id);
  v.description = text(declared.comment);
  v.isFlow = declared.isFlow;
  v.unit = text(declared.unit);
  v.displayUnit = text(declared.displayUnit);
  v.quantity = text(declared.quantity);
  const BaseType base = pool_.types[declared.type].base;
  v.type = base == BaseType::Integer       ? Type::Integer
           : base == BaseType::Boolean     ? Type::Boolean
           : base == BaseType::Enumeration ? Type::Enumeration
           : base == BaseType::String      ? Type::String
                                           : Type::Real;
  if (v.type == Type::Enumeration) {
    const EnumInfo& info = pool_.types.enumOf(declared.type);
    v.typeName = text(info.name);
    for (Symbol literal : info.literals) v.literals.push_back(text(literal));
  }
  if (v.type == Type::Real || v.type == Type::Integer) {
    v.min = number(declared.min);
    v.max = number(declared.max);
  }
  if (v.type == Type::Real) v.nominal = number(declared.nominal);
  if (v.nominal && !(*v.nominal > 0)) v.nominal.reset();
  FmuReference reference{slot.index, -1, slot.negated,
                         v.type,     0,  static_cast<int32_t>(v.literals.size())};
  classify(v, reference);
  const bool always =
      isState || v.causality == Causality::Input || v.causality == Causality::Output;
  if (options_.exposed && !always && !options_.exposed(v.name)) return;
  wanted_.push_back(reference);
  out_.variables.push_back(std::move(v));
}

void Describer::markDerivatives() {
  for (int32_t i = 0; i < schedule_.nStates; ++i)
    out_.variables[variableAt(schedule_.nStates + i)].derivativeOf = variableAt(i);
}

// By reinit(), and states that are exchanged at run time; of an array all elements.
void Describer::markReinitialised() {
  auto mark = [&](VariableId id) {
    const int32_t slot = schedule_.slots[id].index;
    if (slot < 0 || slot >= schedule_.nStates) return;
    FmuVariable& state = out_.variables[variableAt(slot)];
    state.reinit = true;
    if (state.array)
      for (size_t i : out_.arrays[*state.array].elements) out_.variables[i].reinit = true;
  };
  for (const Action& action : model_.actions)
    if (action.kind == ActionKind::Reinit) mark(action.state);
  for (const StateSet& set : model_.stateSets)
    for (const std::vector<VariableId>& states : set.states)
      for (VariableId id : states) mark(id);
}

// Between events: states and inputs are known; in version 3 parameters and time are, too.
void Describer::continuousStructure() {
  std::vector<KnownSlot> known;
  for (int32_t i = 0; i < schedule_.nStates; ++i) known.push_back({i});
  for (const FmuVariable& v : out_.variables)
    if (v.causality == Causality::Input) known.push_back({schedule_.slots[v.id].index});
  std::vector<size_t> variables;
  for (const KnownSlot& k : known) variables.push_back(variableAt(k.slot));
  for (size_t i = 0; i < out_.variables.size() && options_.version == 3; ++i) {
    const FmuReference& r = out_.references[out_.variables[i].reference];
    if (r.settable != 'p' || out_.variables[i].alias) continue;
    known.push_back({r.place, DependencyKind::Dependent});
    variables.push_back(i);
  }
  if (options_.version == 3) {
    known.push_back({KnownSlot::kTime, DependencyKind::Dependent});
    variables.push_back(FmuDependency::kTime);
  }
  std::vector<Step> parameters;  // without start values, which count in the initialisation
  for (const Step& step : schedule_.parameters)
    if (step.kind != StepKind::Assign ||
        schedule_.slots[step.variable].index >= schedule_.parameterBegin)
      parameters.push_back(step);
  DependencySets now(schedule_, known);
  now.run(parameters);
  now.run(schedule_.event);
  DependencySets continuous(schedule_, known);
  continuous.run(parameters);
  continuous.run(schedule_.derivatives);
  continuous.run(schedule_.outputs);
  auto unknown = [&](size_t variable) {
    FmuUnknown u;
    u.variable = variable;
    const FmuVariable& v = out_.variables[variable];
    std::map<size_t, DependencyKind> all;
    for (const DependencySets* sets : {&now, &continuous})
      for (const Dependency& d : sets->of(schedule_.slots[v.id].index)) {
        DependencyKind& kind = all[variables[d.known]];
        kind = v.type == Type::Real ? std::max(kind, d.kind) : DependencyKind::Dependent;
      }
    for (const auto& [k, kind] : all) u.dependencies.push_back({k, kind});
    return u;
  };
  for (size_t i = 0; i < out_.variables.size(); ++i)
    if (out_.variables[i].causality == Causality::Output) out_.outputs.push_back(unknown(i));
  for (int32_t i = 0; i < schedule_.nStates; ++i)
    out_.derivatives.push_back(unknown(variableAt(schedule_.nStates + i)));
}

// In the initialisation: parameters, inputs and start values that can be set are known. A factor is
// a number there, or counts for nothing.
void Describer::initialStructure() {
  std::vector<KnownSlot> known;
  std::vector<size_t> variables;
  for (size_t i = 0; i < out_.variables.size(); ++i) {
    const FmuReference& r = out_.references[out_.variables[i].reference];
    if (r.settable == 0 || out_.variables[i].alias) continue;
    known.push_back({r.settable == 's' ? r.start : r.place});
    variables.push_back(i);
  }
  if (options_.version == 3) {
    known.push_back({KnownSlot::kTime, DependencyKind::Dependent});
    variables.push_back(FmuDependency::kTime);
  }
  DependencySets initial(schedule_, known);
  initial.run(schedule_.parameters);
  initial.run(schedule_.initial);
  std::set<size_t> wanted;
  for (const auto* list : {&out_.outputs, &out_.derivatives})
    for (const FmuUnknown& u : *list) wanted.insert(u.variable);
  for (int32_t i = 0; i < schedule_.nStates; ++i) wanted.insert(variableAt(i));
  for (size_t i = 0; i < out_.variables.size(); ++i)
    if (out_.variables[i].causality == Causality::CalculatedParameter && !out_.variables[i].alias)
      wanted.insert(i);
  for (size_t variable : wanted) {
    const FmuVariable& v = out_.variables[variable];
    if (v.start || out_.references[v.reference].settable != 0) continue;  // known, not unknown
    FmuUnknown u;
    u.variable = variable;
    for (const Dependency& d : initial.of(schedule_.slots[v.id].index)) {
      const bool number = d.kind == DependencyKind::Constant && v.type == Type::Real;
      u.dependencies.push_back(
          {variables[d.known], number ? DependencyKind::Constant : DependencyKind::Dependent});
    }
    out_.initialUnknowns.push_back(std::move(u));
  }
}

}  // namespace

void foldParameters(Schedule& schedule, const FmuModel& model) {
  const StructuredDae& dae = schedule.model;
  ExprPool& pool = dae.pool();
  const std::vector<double> values = parameterValues(dae);
  const text::ConstantTexts texts(dae);
  std::vector<char> varies(static_cast<size_t>(schedule.nVariables), 0);
  for (const FmuReference& r : model.references)
    if (r.settable != 0) varies[static_cast<size_t>(r.settable == 's' ? r.start : r.place)] = 1;
  for (Step& step : schedule.parameters) {
    if (step.kind != StepKind::Assign) continue;
    const int32_t slot = schedule.slots[step.variable].index;
    if (slot < schedule.parameterBegin) continue;
    bool fixed = true;
    ExprSet seen;
    const ExprId roots[1] = {step.value};
    forEachNode(pool, roots, seen, [&](ExprId id) {
      if (pool.kind(id) != ExprKind::Variable) return;
      const int32_t read = schedule.slots[pool.variableOf(id)].index;
      fixed = fixed && read >= schedule.parameterBegin && varies[static_cast<size_t>(read)] == 0;
    });
    const double value = values[step.variable.index()];
    const BaseType base = pool.types[dae.dae.variables[step.variable].type].base;
    if (base == BaseType::String) {
      const std::optional<std::string> known = fixed ? texts(step.value) : std::nullopt;
      if (known) step.value = pool.string(*known);
      if (!known) varies[static_cast<size_t>(slot)] = 1;
      continue;
    }
    fixed = fixed && std::isfinite(value);
    if (!fixed) varies[static_cast<size_t>(slot)] = 1;
    if (fixed && base == BaseType::Real) step.value = pool.real(value);
    if (fixed && base == BaseType::Integer) step.value = pool.integer(static_cast<int64_t>(value));
    if (fixed && base == BaseType::Boolean) step.value = pool.boolean(value != 0);
  }
}

std::vector<FmuClock> clocksOf(const Schedule& schedule) {
  const ExprPool& pool = schedule.model.pool();
  std::vector<FmuClock> clocks;
  for (const SampleClock& sample : schedule.samples) {
    FmuClock clock;
    if (pool.isNumber(sample.start) && pool.isNumber(sample.interval)) {
      clock.first = pool.realValue(sample.start);
      clock.interval = pool.realValue(sample.interval);
    }
    clocks.push_back(clock);
  }
  return clocks;
}

FmuModel describeModel(const Schedule& schedule, const std::vector<int32_t>& startSlots,
                       const ModelOptions& options) {
  return Describer(schedule, startSlots, options).run();
}

}  // namespace formola::fmi

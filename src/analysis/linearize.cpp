#include "analysis/linearize.h"

#include <unordered_map>

#include "analysis/tangent_point.h"
#include "diag/diag.h"

namespace formola::analysis {

namespace {

class Chooser {
 public:
  explicit Chooser(const Schedule& schedule) : schedule_(schedule), model_(schedule.model) {
    for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
      const std::string_view name = model_.name(VariableId(i));
      if (name.empty() || name[0] == '$') continue;
      names_.push_back(name);
      byName_.emplace(name, VariableId(i));
    }
  }

  std::vector<VariableId> all(Causality causality) const {
    std::vector<VariableId> result;
    for (const std::string_view name : names_) {
      const VariableId id = byName_.at(name);
      const Variable& v = model_.dae.variables[id];
      if (v.causality == causality && model_.isReal(id) &&
          v.variability == Variability::Continuous && schedule_.slots[id].index >= 0 &&
          (causality != Causality::Input || model_.info[id].role == Role::Input))
        result.push_back(id);
    }
    return result;
  }

  std::vector<VariableId> named(const std::vector<std::string>& names, bool inputs,
                                std::string& problem) const {
    std::vector<VariableId> result;
    for (const std::string& name : names) {
      const auto found = byName_.find(name);
      if (found == byName_.end()) {
        const std::string similar = didYouMean(name, names_);
        problem = "there is no variable '" + name + "'" +
                  (similar.empty() ? "" : "; did you mean '" + similar + "'?");
        return {};
      }
      const VariableId id = found->second;
      if (!model_.isReal(id) || schedule_.slots[id].index < 0) {
        problem = name + " is no Real: it has no derivative";
        return {};
      }
      if (inputs && model_.info[id].role != Role::Input) {
        problem = name + " is no input of the model";
        return {};
      }
      result.push_back(id);
    }
    return result;
  }

 private:
  const Schedule& schedule_;
  const StructuredDae& model_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, VariableId> byName_;
};

}  // namespace

LinearSystem linearize(SteppedRun& run, const LinearizeRequest& request, std::string& problem) {
  problem.clear();
  LinearSystem system;
  const Schedule& schedule = run.code()->schedule();
  const Chooser chooser(schedule);
  const std::vector<VariableId> inputs = request.allInputs
                                             ? chooser.all(Causality::Input)
                                             : chooser.named(request.inputs, true, problem);
  if (!problem.empty()) return system;
  const std::vector<VariableId> outputs = request.allOutputs
                                              ? chooser.all(Causality::Output)
                                              : chooser.named(request.outputs, false, problem);
  if (!problem.empty()) return system;
  TangentRequest wanted;
  wanted.seeds = inputs;
  // Where the variable is kept, perhaps under another name and with the other sign.
  for (VariableId id : outputs)
    wanted.outputs.push_back(schedule.owner[static_cast<size_t>(schedule.slots[id].index)]);
  TangentPoint point(*run.code(), wanted);
  if (!point.problem().empty() || !point.adopt(run.stepper().data()) || !point.evaluate()) {
    problem = "the model cannot be linearised: " + point.problem();
    return system;
  }
  const StructuredDae& model = schedule.model;
  const auto n = static_cast<size_t>(schedule.nStates);
  system.time = point.data().time;
  for (size_t i = 0; i < n; ++i) system.states.emplace_back(model.name(schedule.owner[i]));
  for (VariableId id : inputs) system.inputs.emplace_back(model.name(id));
  for (VariableId id : outputs) system.outputs.emplace_back(model.name(id));
  const std::vector<double>& all = point.derivatives();
  for (size_t i = 0; i < n + outputs.size(); ++i) {
    const bool state = i < n;
    const bool negated = !state && schedule.slots[outputs[i - n]].negated;
    const double* row = all.data() + i * point.columns();
    for (size_t j = 0; j < point.columns(); ++j) {
      const double value = negated ? 0.0 - row[j] : row[j];
      (state ? (j < n ? system.a : system.b) : (j < n ? system.c : system.d)).push_back(value);
    }
  }
  return system;
}

}  // namespace formola::analysis

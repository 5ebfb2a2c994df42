#include "analysis/linearize.h"

#include <unordered_map>

#include "analysis/inlined_step.h"
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

// A and B of one step from the present point; u is the same at all of its stages.
bool discretise(SteppedRun& run, const std::vector<VariableId>& inputs, double step,
                LinearSystem& system, std::string& problem) {
  problem = InlinedStep::offers(*run.code());
  if (!problem.empty()) return false;
  const InlineProgram& program = *run.code()->schedule().inlined;
  std::vector<VariableId> seeds;
  std::vector<size_t> inputOf;
  for (size_t k = 0; k < inputs.size(); ++k) {
    seeds.push_back(inputs[k]);
    inputOf.push_back(k);
    for (size_t i = 0; i < program.inputs.size(); ++i)
      for (const auto& stage : program.stageInputs)
        if (program.inputs[i] == inputs[k]) {
          seeds.push_back(stage[i]);
          inputOf.push_back(k);
        }
  }
  const solver::SimulationProblem& plan = run.settings().problem;
  InlinedStep one(makeTangentCode(*run.code(), InlinedStep::request(*run.code(), seeds), false),
                  *run.code(), plan.inputs, std::min(plan.tolerance, 1e-9));
  const FmlData& data = run.stepper().data();
  const FmlModel& model = *data.model;
  const ModePoint here{data.time,
                       {data.v, data.v + model.nVariables},
                       {data.pre, data.pre + model.nVariables},
                       {data.relations, data.relations + model.nRelations}};
  const size_t n = one.states(), m = inputs.size(), all = n + m;
  std::vector<double> x(data.v, data.v + n), kept(one.keptSize());
  std::vector<double> s(n * all, 0.0), p(seeds.size() * all, 0.0);
  for (size_t i = 0; i < n; ++i) s[i * all + i] = 1;
  for (size_t k = 0; k < seeds.size(); ++k) p[k * all + n + inputOf[k]] = 1;
  const bool ok = one.problem().empty() && one.enter(here) && one.step(data.time, step, x.data());
  if (ok) {
    one.keep(kept.data());
    x.assign(data.v, data.v + n);
  }
  if (!ok || !one.forward(data.time, step, x.data(), kept.data(), s.data(), p.data(),
                          static_cast<int32_t>(all), nullptr)) {
    problem = "the step cannot be linearised: " + one.problem();
    return false;
  }
  system.step = step;
  system.a.clear();
  system.b.clear();
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < all; ++j) (j < n ? system.a : system.b).push_back(s[i * all + j]);
  return true;
}

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
  if (request.step > 0 && !discretise(run, inputs, request.step, system, problem)) return {};
  return system;
}

}  // namespace formola::analysis

#include "analysis/sensitivity_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/state_choice.h"
#include "diag/diag.h"
#include "expr/dependence.h"
#include "results/memory_sink.h"
#include "structure/systems/incidence.h"

namespace formola::analysis {

namespace {

using Matrix = Eigen::MatrixXd;

// The named variables of the initialised model, whatever the translation for these values; empty:
// it failed.
std::vector<double> initialValues(TranslatedModel& model, const RunValues& values,
                                  const RunSettings& settings,
                                  const std::vector<std::string>& names) {
  results::MemorySink ignored(2);
  const TranslatedModel::Started started = model.start(values, settings, ignored);
  if (!started.run || !started.ok) return {};
  std::vector<double> result;
  for (const std::string& name : names) {
    const std::optional<double> value = started.run->value(name);
    if (!value) return {};
    result.push_back(*value);
  }
  return result;
}

// Derivatives by one value, at 0: central differences with two steps, extrapolated; where one side
// has no values (it lies beyond a bound) those of the other side alone. Empty: there are none.
template <class Function>
Eigen::VectorXd derivative(double size, const Function& at) {
  constexpr double kStep = 1e-3;
  auto value = [&](double part) {
    const std::vector<double> v = at(part * kStep * size);
    return Eigen::VectorXd(
        Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
  };
  const Eigen::VectorXd up = value(1), down = value(-1);
  const double h = kStep * size;
  if (up.size() > 0 && down.size() > 0) {
    const Eigen::VectorXd nearUp = value(0.5), nearDown = value(-0.5);
    if (nearUp.size() == 0 || nearDown.size() == 0) return {};
    return (4 * (nearUp - nearDown) / h - (up - down) / (2 * h)) / 3;
  }
  if (up.size() == 0 && down.size() == 0) return {};
  // The polynomial of degree 4 through points at 0, 1/4, 1/2, 3/4 and 1 of the step.
  constexpr std::array<double, 5> kWeights = {-25.0 / 3, 16, -12, 16.0 / 3, -1};
  const double side = up.size() > 0 ? 1 : -1;
  Eigen::VectorXd sum = kWeights[4] * (side > 0 ? up : down);
  for (int k = 0; k < 4; ++k) {
    const Eigen::VectorXd there = value(side * k / 4.0);
    if (there.size() == 0) return {};
    sum += kWeights[static_cast<size_t>(k)] * there;
  }
  return sum / (side * h);
}

// Which variables the initialisation computes from which others.
class InitialFlow {
 public:
  explicit InitialFlow(const Schedule& schedule)
      : schedule_(schedule), collector_(schedule.model.pool()) {
    for (const auto* steps : {&schedule.parameters, &schedule.initial, &schedule.event})
      for (const Step& step : *steps) add(step);
  }

  // Everything that may change with this one.
  std::vector<char> reached(VariableId from) const {
    std::vector<char> changes(schedule_.model.dae.variables.size(), 0);
    changes[from.index()] = 1;
    for (bool more = true; more;) {
      more = false;
      for (const Link& link : links_) {
        if (std::none_of(link.from.begin(), link.from.end(),
                         [&](VariableId id) { return changes[id.index()] != 0; }))
          continue;
        for (VariableId id : link.to) {
          more = more || changes[id.index()] == 0;
          changes[id.index()] = 1;
        }
      }
    }
    return changes;
  }

 private:
  struct Link {
    std::vector<VariableId> from, to;
  };

  void read(const std::vector<ExprId>& values, Link& link) {
    collector_.collect(values, found_);
    for (const Incidence& in : found_) link.from.push_back(in.variable);
  }
  // Simultaneous equations are one link: whatever enters them may change all of their unknowns.
  void add(const Step& step, Link* block = nullptr) {
    Link own;
    Link& link = block != nullptr ? *block : own;
    switch (step.kind) {
      case StepKind::Assign:
      case StepKind::SetPre:
        if (step.value.valid()) read({step.value}, link);
        if (step.variable.valid()) link.to.push_back(step.variable);
        break;
      case StepKind::Relations:
        break;
      case StepKind::Linear: {
        const LinearBlock& b = schedule_.linearBlocks[step.block];
        read(b.residuals, link);
        read(b.rhs, link);
        for (const MatrixEntry& entry : b.matrix) read({entry.value}, link);
        for (const auto* inner : {&b.inner, &b.after})
          for (const Step& each : *inner) add(each, &link);
        link.to.insert(link.to.end(), b.unknowns.begin(), b.unknowns.end());
        break;
      }
      case StepKind::Nonlinear: {
        const NonlinearBlock& b = schedule_.nonlinearBlocks[step.block];
        read(b.residuals, link);
        for (const Step& each : b.inner) add(each, &link);
        link.to.insert(link.to.end(), b.unknowns.begin(), b.unknowns.end());
        break;
      }
      case StepKind::Mixed: {
        const MixedBlock& b = schedule_.mixedBlocks[step.block];
        for (const auto* inner : {&b.continuous, &b.modes})
          for (const Step& each : *inner) add(each, &link);
        link.to.insert(link.to.end(), b.discrete.begin(), b.discrete.end());
        break;
      }
    }
    if (block == nullptr) links_.push_back(std::move(own));
  }

  const Schedule& schedule_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<Link> links_;
};

}  // namespace

std::string findParameters(const TranslatedModel& model, const std::vector<std::string>& names,
                           std::vector<VariableId>& ids) {
  for (const std::string& name : names) {
    const std::optional<VariableId> id = model.find(name);
    if (!id) {
      std::vector<std::string_view> all;
      for (const VariableId each : model.variables()) all.push_back(model.model().name(each));
      const std::string similar = didYouMean(name, all);
      return fmt::format("there is no variable '{}'{}", name,
                         similar.empty() ? "" : "; did you mean '" + similar + "'?");
    }
    if (!model.isStartValue(*id) &&
        (model.isInput(*id) || model.changeable(*id) != Changeable::AtRun))
      return name +
             " is neither a Real parameter that can be changed without a new translation nor a "
             "Real "
             "variable with a start value";
    ids.push_back(*id);
  }
  return {};
}

std::string freeStarts(const TranslatedModel& model, const std::vector<VariableId>& ids,
                       RunValues& values) {
  for (const VariableId id : ids) {
    const bool given = std::any_of(values.numbers.begin(), values.numbers.end(),
                                   [&](const auto& each) { return each.first == id; });
    if (given || !model.isStartValue(id)) continue;
    const bool none = !model.model().dae.variables[id].start.valid();
    const std::optional<double> start = none ? 0.0 : model.value(id);
    if (!start)
      return fmt::format(
          "the start value of {} follows from others: give it a value, or name those",
          model.model().name(id));
    values.numbers.emplace_back(id, *start);
  }
  return {};
}

VariableId named(const Schedule& schedule, const std::string& name) {
  for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
    if (schedule.model.name(VariableId(i)) == name) return VariableId(i);
  return {};
}

std::vector<VariableId> seedsOf(const Schedule& schedule, const std::vector<std::string>& names) {
  std::vector<VariableId> seeds;
  for (const std::string& name : names) {
    const VariableId start = named(schedule, startParameter(name));
    seeds.push_back(start.valid() ? start : named(schedule, name));
  }
  return seeds;
}

std::string notCovered(const Schedule& schedule) {
  if (!schedule.transports.empty())
    return "sensitivities of a model with spatialDistribution() are not there yet";
  const StructuredDae& model = schedule.model;
  DependenceAnalysis changes(model.pool(), [&](ExprId leaf) {
    return model.pool().kind(leaf) == ExprKind::Variable &&
                   model.info[model.pool().variableOf(leaf)].role == Role::Parameter
               ? Dependence::Constant
               : Dependence::Known;
  });
  for (const DelayBuffer& delay : schedule.delays)
    if (changes(delay.delayTime) != Dependence::Constant)
      return "sensitivities of a delay whose time changes during the run are not there yet";
  return {};
}

std::vector<int32_t> heldPlaces(const Schedule& schedule, const std::vector<VariableId>& seeds) {
  std::vector<char> given(schedule.owner.size(), 0);
  for (VariableId id : seeds) given[static_cast<size_t>(schedule.slots[id].index)] = 1;
  // Start values of discrete variables are among these steps, but events give them others.
  for (const Step& step : schedule.parameters)
    if (step.variable.valid() && schedule.slots[step.variable].index >= schedule.parameterBegin)
      given[static_cast<size_t>(schedule.slots[step.variable].index)] = 1;
  for (const StateSet& set : schedule.model.stateSets)
    for (const VariableId id : set.selection)
      given[static_cast<size_t>(schedule.slots[id].index)] = 1;
  std::vector<int32_t> places;
  for (int32_t i = schedule.discreteBegin; i < schedule.nVariables; ++i) {
    const VariableId owner = schedule.owner[static_cast<size_t>(i)];
    if (owner.valid() && given[static_cast<size_t>(i)] == 0 && schedule.model.isReal(owner))
      places.push_back(i);
  }
  return places;
}

std::vector<double> gridOf(const solver::SimulationProblem& plan) {
  const int32_t count = std::max(plan.intervals, 1);
  std::vector<double> times{plan.startTime};
  for (int32_t i = 1; i <= count; ++i) {
    const double part = static_cast<double>(i) / count;
    const double time =
        i == count ? plan.stopTime : plan.startTime + part * (plan.stopTime - plan.startTime);
    if (time > times.back()) times.push_back(time);
  }
  return times;
}

std::string initialSensitivities(TranslatedModel& model, const RunValues& values,
                                 const RunSettings& settings, const CompiledModel& code,
                                 const double* v, const std::vector<VariableId>& ids,
                                 const std::vector<VariableId>& seeds, std::vector<int32_t>& held,
                                 SensitivityState& start) {
  const Schedule& schedule = code.schedule();
  const Eigen::Index n = schedule.nStates;
  // Of all that may change. With values nearby other candidates may be states.
  std::vector<int32_t> places = StateChoices(code.model()).of(v);
  places.insert(places.end(), held.begin(), held.end());
  std::vector<std::string> names;
  for (const int32_t place : places)
    names.emplace_back(schedule.model.name(schedule.owner[static_cast<size_t>(place)]));
  const InitialFlow flow(schedule);
  const auto count = static_cast<Eigen::Index>(places.size());
  Matrix all = Matrix::Zero(count, static_cast<Eigen::Index>(ids.size()));
  for (size_t p = 0; p < ids.size(); ++p) {
    const std::vector<char> reached = flow.reached(seeds[p]);
    if (std::none_of(places.begin(), places.end(), [&](int32_t place) {
          return reached[schedule.owner[static_cast<size_t>(place)].index()] != 0;
        }))
      continue;
    double value = model.value(ids[p]).value_or(0);
    for (const auto& [id, number] : values.numbers)
      if (id == ids[p]) value = number;
    const Eigen::VectorXd found = derivative(value != 0 ? std::abs(value) : 1, [&](double change) {
      RunValues moved = values;
      std::erase_if(moved.numbers, [&](const auto& each) { return each.first == ids[p]; });
      moved.numbers.emplace_back(ids[p], value + change);
      return initialValues(model, moved, settings, names);
    });
    if (found.size() != count)
      return fmt::format("the initialisation fails for values of {} nearby",
                         model.model().name(ids[p]));
    all.col(static_cast<Eigen::Index>(p)) = found;
  }
  start.s = all.topRows(n);
  // Parameters that the initialisation does not change are none of its results.
  std::vector<int32_t> kept;
  std::vector<Eigen::Index> rows;
  for (size_t i = 0; i < held.size(); ++i) {
    const Eigen::Index row = n + static_cast<Eigen::Index>(i);
    if (held[i] >= schedule.parameterBegin && all.row(row).isZero(0)) continue;
    kept.push_back(held[i]);
    rows.push_back(row);
  }
  held = std::move(kept);
  start.z.resize(static_cast<Eigen::Index>(rows.size()), all.cols());
  for (size_t i = 0; i < rows.size(); ++i)
    start.z.row(static_cast<Eigen::Index>(i)) = all.row(rows[i]);
  return {};
}

}  // namespace formola::analysis

#include <fmt/format.h>

#include "dae/printer.h"
#include "expr/rewrite.h"
#include "schedule/block_steps.h"
#include "schedule/initial_system.h"
#include "schedule/parameters.h"
#include "schedule/schedule.h"
#include "schedule/state_jacobian.h"
#include "structure/incidence.h"

namespace formola {

namespace {

class ScheduleBuilder {
 public:
  ScheduleBuilder(Schedule& schedule, const StructureOptions& options, Diagnostics& diagnostics)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        options_(options),
        diagnostics_(diagnostics) {}

  void run(const InlineFormula* formula);

 private:
  void assignSlots();
  void continuousPrograms();
  void collectClocks();
  void inlinedProgram(const InlinedSystem& system, const InlinedSystem* implicitSystem);
  std::vector<Step> inlinedSteps(const InlinedSystem& system);
  std::vector<char> neededBlocks(const std::vector<Block>& blocks,
                                 std::span<const StructuredEquation> equations,
                                 std::span<const VariableId> wanted);
  std::vector<VariableId> stateDerivatives() const;

  Schedule& schedule_;
  StructuredDae& model_;
  ExprPool& pool_;
  const StructureOptions& options_;
  Diagnostics& diagnostics_;
};

void ScheduleBuilder::assignSlots() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  schedule_.slots.assign(n, Slot{});
  auto give = [&](VariableId id) {
    schedule_.slots[id].index = static_cast<int32_t>(schedule_.owner.size());
    schedule_.owner.push_back(id);
  };
  auto isKept = [&](VariableId id) {
    const BaseType base = pool_.types[model_.dae.variables[id].type].base;
    return base == BaseType::Real || base == BaseType::Integer || base == BaseType::Boolean ||
           base == BaseType::Enumeration || base == BaseType::String;
  };
  std::vector<VariableId> states;
  for (uint32_t i = 0; i < n; ++i)
    if (model_.info[VariableId(i)].role == Role::State) states.push_back(VariableId(i));
  for (VariableId id : states) give(id);
  for (VariableId id : states) give(model_.info[id].derivative);
  schedule_.nStates = static_cast<int32_t>(states.size());
  auto giveRole = [&](auto&& wanted) {
    for (uint32_t i = 0; i < n; ++i) {
      VariableId id(i);
      if (schedule_.slots[id].index < 0 && isKept(id) && wanted(model_.info[id].role)) give(id);
    }
  };
  giveRole([](Role r) { return r == Role::Algebraic || r == Role::Derivative; });
  schedule_.discreteBegin = static_cast<int32_t>(schedule_.owner.size());
  giveRole([](Role r) { return r == Role::Discrete; });
  schedule_.parameterBegin = static_cast<int32_t>(schedule_.owner.size());
  giveRole(
      [](Role r) { return r == Role::Parameter || r == Role::Input || r == Role::Integrator; });
  schedule_.nVariables = static_cast<int32_t>(schedule_.owner.size());
  for (const Alias& a : model_.aliases) {
    Slot slot = schedule_.slots[a.of];
    schedule_.slots[a.variable] = {slot.index, slot.negated != a.negated};
  }
}

std::vector<VariableId> ScheduleBuilder::stateDerivatives() const {
  std::vector<VariableId> result;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i)
    if (model_.info[VariableId(i)].role == Role::State)
      result.push_back(model_.info[VariableId(i)].derivative);
  return result;
}

// Blocks whose unknowns the wanted variables or the zero crossings need.
std::vector<char> ScheduleBuilder::neededBlocks(const std::vector<Block>& blocks,
                                                std::span<const StructuredEquation> equations,
                                                std::span<const VariableId> wanted) {
  std::vector<char> needed(model_.dae.variables.size(), 0);
  for (VariableId id : wanted) needed[id.index()] = 1;
  IncidenceCollector collector(pool_);
  std::vector<Incidence> found;
  for (const RelationInfo& r : model_.relations) {
    if (r.kind != RelationKind::State) continue;
    ExprId root[1] = {r.relation};
    collector.collect(root, found);
    for (const Incidence& in : found) needed[in.variable.index()] = 1;
  }
  std::vector<char> result(blocks.size(), 0);
  for (size_t b = blocks.size(); b-- > 0;) {
    const Block& block = blocks[b];
    bool any = false;
    for (VariableId id : block.unknowns) any = any || needed[id.index()] != 0;
    if (!any) continue;
    result[b] = 1;
    for (int e : block.equations) {
      const StructuredEquation& equation = equations[static_cast<size_t>(e)];
      ExprId roots[2] = {equation.left, equation.right};
      collector.collect(roots, found);
      for (const Incidence& in : found) needed[in.variable.index()] = 1;
    }
  }
  return result;
}

void ScheduleBuilder::continuousPrograms() {
  const std::vector<char> needed =
      neededBlocks(model_.blocks, model_.equations, stateDerivatives());
  BlockSteps blockSteps(schedule_, model_.equations, false);
  std::vector<Step> steps;
  for (size_t b = 0; b < model_.blocks.size(); ++b) {
    steps.clear();
    blockSteps.append(model_.blocks[b], steps);
    for (const Step& step : steps) {
      schedule_.event.push_back(step);
      if (step.discrete || step.kind == StepKind::Relations) continue;
      (needed[b] ? schedule_.derivatives : schedule_.outputs).push_back(step);
    }
  }
  for (int e : blockSteps.unsolved()) {
    const StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
    PrintContext context{pool_, &model_.dae, nullptr};
    // Only equations of Real variables are solved (spec appendix B.1: the others are
    // assignments).
    diagnostics_.report(DiagCode::DiscreteNotSolved, equation.origin.range,
                        formola::print(equation.left, context),
                        formola::print(equation.right, context));
  }
}

std::vector<Step> ScheduleBuilder::inlinedSteps(const InlinedSystem& system) {
  std::vector<VariableId> wanted;
  for (const auto* lists : {&system.stages, &system.derivatives})
    for (const auto& list : *lists) wanted.insert(wanted.end(), list.begin(), list.end());
  const std::vector<char> needed = neededBlocks(system.blocks, system.equations, wanted);
  BlockSteps blockSteps(schedule_, system.equations, false);
  std::vector<Step> steps;
  for (size_t b = 0; b < system.blocks.size(); ++b)
    if (needed[b]) blockSteps.append(system.blocks[b], steps);
  return steps;
}

void ScheduleBuilder::inlinedProgram(const InlinedSystem& system,
                                     const InlinedSystem* implicitSystem) {
  InlineProgram program;
  program.step = system.step;
  program.old = system.old;
  program.stages = system.stages;
  program.derivatives = system.derivatives;
  const size_t firstBlock = schedule_.nonlinearBlocks.size();
  program.steps = inlinedSteps(system);
  if (implicitSystem) program.implicitSteps = inlinedSteps(*implicitSystem);
  for (VariableId id : system.explicitStates)
    program.explicitStates.push_back(schedule_.slots[id].index);
  for (DelayBuffer& delay : schedule_.delays)
    for (const InlinedSystem::StageDelay& d : system.stageDelays)
      if (d.ofModel == delay.expression) delay.atStages.push_back(d.atStage);
  // The integrator predicts states and derivatives by itself; nothing is predicted twice.
  std::vector<char> predicted(model_.dae.variables.size(), 0);
  for (const auto* lists : {&system.stages, &system.derivatives})
    for (const auto& list : *lists)
      for (VariableId id : list) predicted[id.index()] = 1;
  for (size_t k = firstBlock; k < schedule_.nonlinearBlocks.size(); ++k)
    for (VariableId id : schedule_.nonlinearBlocks[k].unknowns) {
      if (predicted[id.index()]) continue;
      predicted[id.index()] = 1;
      program.iterated.push_back(id);
    }
  schedule_.inlined = std::move(program);
}

void ScheduleBuilder::collectClocks() {
  ExprSet seen;
  auto visit = [&](ExprId root) {
    if (!root.valid()) return;
    ExprId roots[1] = {root};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      if (pool_.isBuiltin(id, Builtin::Sample) && pool_.children(id).size() >= 2)
        schedule_.samples.push_back({id, pool_.child(id, 0), pool_.child(id, 1)});
      if (pool_.isBuiltin(id, Builtin::Delay)) {
        auto children = pool_.children(id);
        schedule_.delays.push_back(
            {id, children[0], children[1], children.size() > 2 ? children[2] : children[1]});
      }
    });
  };
  for (const auto* list : {&model_.equations, &model_.initialEquations})
    for (const StructuredEquation& e : *list) {
      visit(e.left);
      visit(e.right);
    }
  for (const Action& a : model_.actions) {
    visit(a.guard);
    visit(a.value);
  }
}

void ScheduleBuilder::run(const InlineFormula* formula) {
  std::optional<InlinedSystem> inlined, allImplicit;
  if (formula) inlined = inlineIntegration(model_, *formula, options_, diagnostics_);
  if (formula && !formula->explicitStates.empty()) {
    InlineFormula same = *formula;
    same.explicitStates.clear();
    allImplicit = inlineIntegration(model_, same, options_, diagnostics_, &*inlined);
  }
  const std::vector<PreUnknown> preUnknowns = addPreUnknowns(model_);
  assignSlots();
  for (const RelationInfo& r : model_.relations)
    schedule_.nStateRelations += r.kind == RelationKind::State ? 1 : 0;
  collectClocks();
  scheduleParameters(schedule_, diagnostics_);
  continuousPrograms();
  buildStatePattern(schedule_);
  if (inlined && !inlined->blocks.empty())
    inlinedProgram(*inlined, allImplicit ? &*allImplicit : nullptr);
  buildInitialSystem(schedule_, preUnknowns, options_, diagnostics_);
}

}  // namespace

Schedule buildSchedule(StructuredDae model, const StructureOptions& options,
                       Diagnostics& diagnostics, const InlineFormula* formula) {
  Schedule schedule;
  schedule.model = std::move(model);
  ScheduleBuilder(schedule, options, diagnostics).run(formula);
  return schedule;
}

}  // namespace formola

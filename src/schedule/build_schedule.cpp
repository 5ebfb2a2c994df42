// Blocks -> programs.
#include <fmt/format.h>

#include <algorithm>

#include "dae/printer.h"
#include "diag/codes/classes.h"
#include "diag/codes/structure.h"
#include "expr/rewrite.h"
#include "schedule/block_steps.h"
#include "schedule/parameters.h"
#include "schedule/schedule.h"
#include "schedule/state_jacobian.h"
#include "structure/lower/lower_hints.h"
#include "structure/systems/incidence.h"
#include "support/assert.h"

namespace formola {

namespace {

class ScheduleBuilder {
 public:
  ScheduleBuilder(Schedule& schedule, Diagnostics& diagnostics)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(schedule.model.pool()),
        diagnostics_(diagnostics) {}

  void run(const SolvedSystems& systems);

 private:
  void assignSlots();
  void continuousPrograms();
  void initialProgram(const InitialSystem& system);
  void collectClocks();
  void addTransport(ExprId id);
  void inlinedProgram(const InlinedSystem& system, const InlinedSystem* implicitSystem);
  void markBesideSteps(std::span<const Step> steps, const std::vector<char>& given);
  std::vector<Step> inlinedSteps(const InlinedSystem& system);
  std::vector<VariableId> stateDerivatives() const;

  Schedule& schedule_;
  StructuredDae& model_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
};

void ScheduleBuilder::assignSlots() {
  const auto n = static_cast<uint32_t>(model_.dae.variables.size());
  schedule_.slots.assign(n, Slot{});
  auto give = [&](VariableId id) {
    schedule_.slots[id].index = static_cast<int32_t>(schedule_.owner.size());
    schedule_.owner.push_back(id);
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
      if (schedule_.slots[id].index < 0 && model_.isKept(id) && wanted(model_.info[id].role))
        give(id);
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

// What the wanted variables and the zero crossings need, found from the last block to the first.
class Needs {
 public:
  Needs(const StructuredDae& model, std::span<const StructuredEquation> equations,
        std::span<const VariableId> wanted)
      : equations_(equations), collector_(model.pool()), needed_(model.dae.variables.size(), 0) {
    collector_.countTransportInputs();
    for (VariableId id : wanted) needed_[id.index()] = 1;
    for (const RelationInfo& r : model.relations)
      if (r.kind == RelationKind::State) mark(r.relation);
    for (const StateSet& set : model.stateSets)
      for (const StateSet::Entry& entry : set.jacobian) mark(entry.value);
  }

  // Blocks whose unknowns are needed, where a block is computed as a whole.
  std::vector<char> ofBlocks(const std::vector<Block>& blocks) {
    std::vector<char> result(blocks.size(), 0);
    for (size_t b = blocks.size(); b-- > 0;) {
      if (!anyNeeded(blocks[b])) continue;
      result[b] = 1;
      markEquations(blocks[b]);
    }
    return result;
  }

  // Which of the steps of a block are needed: of a linear one that is solved by formulas or before
  // its inner variables follow, only those inner variables that something needs.
  std::vector<char> ofSteps(const Block& block, std::span<const Step> steps) {
    std::vector<char> result(steps.size(), anyNeeded(block) ? 1 : 0);
    if (steps.empty() || result[0] == 0) return result;
    const bool single = block.kind == BlockKind::Linear && steps.size() > 1;
    const bool solved = steps[0].kind == StepKind::Linear;
    if (!single) {
      markEquations(block);
      return result;
    }
    for (size_t k = steps.size(); k-- > (solved ? 1 : 0);) {
      FORMOLA_ASSERT(steps[k].kind == StepKind::Assign);
      result[k] = needed_[steps[k].variable.index()];
      if (result[k] != 0) mark(steps[k].value);
    }
    if (!solved) return result;
    // Its own unknowns are not needed by its equations.
    std::vector<char> before;
    for (VariableId id : block.unknowns) before.push_back(needed_[id.index()]);
    markEquations(block);
    for (size_t i = 0; i < before.size(); ++i) needed_[block.unknowns[i].index()] = before[i];
    return result;
  }

  // In a circle of profiles what enters one may come from a later block.
  void mark(const std::vector<Transport>& transports) {
    for (const Transport& t : transports)
      for (ExprId input : {t.in0, t.in1}) mark(input);
  }
  void mark(ExprId root) {
    const ExprId roots[1] = {root};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_) needed_[in.variable.index()] = 1;
  }

 private:
  void markEquations(const Block& block) {
    for (int e : block.equations) {
      mark(equations_[static_cast<size_t>(e)].left);
      mark(equations_[static_cast<size_t>(e)].right);
    }
  }
  bool anyNeeded(const Block& block) const {
    return std::any_of(block.unknowns.begin(), block.unknowns.end(),
                       [&](VariableId id) { return needed_[id.index()] != 0; });
  }

  std::span<const StructuredEquation> equations_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<char> needed_;  // by variable
};

void ScheduleBuilder::continuousPrograms() {
  BlockSteps blockSteps(schedule_, model_.equations, false);
  const size_t n = model_.blocks.size();
  std::vector<std::vector<Step>> steps(n);
  for (size_t b = 0; b < n; ++b) blockSteps.append(model_.blocks[b], steps[b]);
  std::vector<std::vector<char>> needed(n);
  Needs needs(model_, model_.equations, stateDerivatives());
  needs.mark(schedule_.transports);
  for (size_t b = n; b-- > 0;) needed[b] = needs.ofSteps(model_.blocks[b], steps[b]);
  for (size_t b = 0; b < n; ++b) {
    for (size_t k = 0; k < steps[b].size(); ++k) {
      const Step& step = steps[b][k];
      schedule_.event.push_back(step);
      if (step.discrete || step.kind == StepKind::Relations) continue;
      (needed[b][k] ? schedule_.derivatives : schedule_.outputs).push_back(step);
    }
  }
  for (int e : blockSteps.unsolved()) {
    const StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
    PrintContext context{pool_, &model_.dae, nullptr};
    // Only equations of Real variables are solved (spec appendix B.1: the others are
    // assignments).
    diagnostics_.report(diag::DiscreteNotSolved, equation.origin.range,
                        formola::print(equation.left, context),
                        formola::print(equation.right, context));
  }
}

// What the steps leave in the variables. Steps inside of a block may be blocks themselves: linear
// parts of a nonlinear one.
void collectComputed(const Schedule& schedule, std::span<const Step> steps,
                     std::vector<VariableId>& computed) {
  auto add = [&](const auto& list) { computed.insert(computed.end(), list.begin(), list.end()); };
  for (const Step& step : steps) {
    switch (step.kind) {
      case StepKind::Assign:
        computed.push_back(step.variable);
        break;
      case StepKind::Linear:
        add(schedule.linearBlocks[step.block].unknowns);
        collectComputed(schedule, schedule.linearBlocks[step.block].inner, computed);
        break;
      case StepKind::Nonlinear:
        add(schedule.nonlinearBlocks[step.block].unknowns);
        collectComputed(schedule, schedule.nonlinearBlocks[step.block].inner, computed);
        break;
      case StepKind::Mixed:
        collectComputed(schedule, schedule.mixedBlocks[step.block].continuous, computed);
        break;
      case StepKind::Relations:
      case StepKind::SetPre:
        break;
    }
  }
}

// `outputs` follows an inlined step as it follows `derivatives`: whatever the model's own order of
// computation finds for its derivatives must be there, even where the inlined system has found a
// way without it.
std::vector<Step> ScheduleBuilder::inlinedSteps(const InlinedSystem& system) {
  std::vector<VariableId> wanted;
  collectComputed(schedule_, schedule_.derivatives, wanted);
  for (const auto* lists : {&system.stages, &system.derivatives})
    for (const auto& list : *lists) wanted.insert(wanted.end(), list.begin(), list.end());
  for (const HeldVariable& h : system.held) wanted.push_back(h.source);
  Needs needs(model_, system.equations, wanted);
  needs.mark(schedule_.transports);
  const std::vector<char> needed = needs.ofBlocks(system.blocks);
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
  program.slopes = system.slopes;
  program.inputs = system.inputs;
  program.stageInputs = system.stageInputs;
  program.nodes = system.nodes;
  program.held = system.held;
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
  std::vector<VariableId> origin(model_.dae.variables.size());
  for (const InlinedSystem::StageCopy& c : system.stageCopies) origin[c.copy.index()] = c.ofModel;
  for (size_t k = firstBlock; k < schedule_.nonlinearBlocks.size(); ++k)
    for (VariableId id : schedule_.nonlinearBlocks[k].unknowns) {
      if (predicted[id.index()]) continue;
      predicted[id.index()] = 1;
      program.iterated.push_back(id);
      program.origins.push_back(origin[id.index()].valid() ? origin[id.index()] : id);
    }
  schedule_.inlined = std::move(program);
}

// Blocks among the outputs, unless inlined steps give their unknowns all the same.
void ScheduleBuilder::markBesideSteps(std::span<const Step> steps, const std::vector<char>& given) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::Mixed)
      markBesideSteps(schedule_.mixedBlocks[step.block].continuous, given);
    if (step.kind != StepKind::Nonlinear) continue;
    NonlinearBlock& block = schedule_.nonlinearBlocks[step.block];
    block.besideSteps =
        !std::ranges::all_of(block.unknowns, [&](VariableId id) { return given[id.index()] != 0; });
  }
}

void ScheduleBuilder::addTransport(ExprId id) {
  const auto children = pool_.children(id);
  Transport transport;
  transport.profile = pool_.integerValue(children[kTransportProfile]);
  auto& all = schedule_.transports;
  const auto at = std::ranges::lower_bound(all, transport.profile, {}, &Transport::profile);
  if (at != all.end() && at->profile == transport.profile) return;
  transport.in0 = children[kTransportIn0];
  transport.in1 = children[kTransportIn1];
  transport.x = children[kTransportX];
  transport.positiveVelocity = children[kTransportPositive];
  const size_t points = (children.size() - kTransportPoints) / 2;
  const auto profile = children.subspan(kTransportPoints);
  transport.points.assign(profile.begin(), profile.begin() + static_cast<ptrdiff_t>(points));
  transport.values.assign(profile.begin() + static_cast<ptrdiff_t>(points), profile.end());
  all.insert(at, std::move(transport));
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
      if (pool_.isBuiltin(id, Builtin::Transported)) addTransport(id);
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

// Where pre(d) is known it is written.
void ScheduleBuilder::initialProgram(const InitialSystem& system) {
  BlockSteps steps(schedule_, system.equations, true);
  std::vector<VariableId> variableOf(model_.dae.variables.size());
  for (const PreUnknown& p : system.pre) variableOf[p.pre.index()] = p.variable;
  for (const Block& block : system.blocks) {
    steps.append(block, schedule_.initial);
    for (VariableId id : block.unknowns) {
      if (!variableOf[id.index()].valid()) continue;
      Step set;
      set.kind = StepKind::SetPre;
      set.variable = variableOf[id.index()];
      set.value = model_.ref(id);
      schedule_.initial.push_back(std::move(set));
    }
  }
}

void ScheduleBuilder::run(const SolvedSystems& systems) {
  // everything is torn
  std::erase_if(model_.actions, [&](const Action& each) { return isHint(pool_, each); });
  assignSlots();
  for (const RelationInfo& r : model_.relations)
    schedule_.nStateRelations += r.kind == RelationKind::State ? 1 : 0;
  collectClocks();
  scheduleParameters(schedule_, diagnostics_);
  continuousPrograms();
  buildStatePattern(schedule_);
  if (systems.inlined && !systems.inlined->blocks.empty())
    inlinedProgram(*systems.inlined, systems.allImplicit ? &*systems.allImplicit : nullptr);
  initialProgram(systems.initial);
  for (const Assignment& a : systems.initial.guesses) {
    Step step;
    step.variable = a.variable;
    step.value = a.value;
    schedule_.guesses.push_back(std::move(step));
  }
  std::vector<char> given(model_.dae.variables.size(), 0);
  std::vector<VariableId> computed;
  if (schedule_.inlined) collectComputed(schedule_, schedule_.inlined->steps, computed);
  for (VariableId id : computed) given[id.index()] = 1;
  markBesideSteps(schedule_.outputs, given);
}

}  // namespace

std::vector<Step> innerOutputs(const Schedule& schedule, const std::vector<Step>& program) {
  std::vector<char> computed(schedule.model.dae.variables.size(), 0);
  for (const Step& step : program)
    if (step.kind == StepKind::Assign) computed[step.variable.index()] = 1;
  std::vector<Step> result;
  for (const Step& step : program)
    if (step.kind == StepKind::Linear)
      for (const Step& inner : schedule.linearBlocks[step.block].after)
        if (computed[inner.variable.index()] == 0) result.push_back(inner);
  return result;
}

void checkDenseSystems(const Schedule& schedule, size_t most, Diagnostics& diagnostics) {
  auto check = [&](size_t size, bool sparse, const std::vector<Provenance>& equations) {
    if (sparse || size <= most) return;
    diagnostics.report(
        diag::TooLarge, equations.empty() ? SourceRange() : equations[0].range,
        fmt::format("a system of {} simultaneous equations of which no sparse matrix is found",
                    size),
        most, "take a coarser grid, give external functions derivatives, or use another method");
  };
  for (const LinearBlock& block : schedule.linearBlocks)
    check(block.unknowns.size(), block.symbolic, block.equations);
  for (const NonlinearBlock& block : schedule.nonlinearBlocks)
    check(block.unknowns.size(), block.hasJacobian, block.equations);
}

Schedule buildSchedule(StructuredDae model, const SolvedSystems& systems,
                       Diagnostics& diagnostics) {
  Schedule schedule;
  schedule.model = std::move(model);
  ScheduleBuilder(schedule, diagnostics).run(systems);
  checkDenseSystems(schedule, kLargestDense, diagnostics);
  return schedule;
}

}  // namespace formola

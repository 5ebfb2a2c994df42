// transition() and initialState() of the flattened model, and the pass that replaces them.
#include "diag/codes/equations.h"
#include "flatten/flattener.h"
#include "flatten/lower_state_machines.h"
#include "flatten/paths.h"

namespace formola {

void Flattener::stateEquation(const ast::CallEquation& source, Context& context) {
  const std::string_view name = sema_.text(source.call->function.parts[0].name);
  std::string_view place;
  if (context.inWhen) place = "in a when-equation";
  if (context.inInitial) place = "in an initial section";
  if (undecided_ > 0)
    place = "in an if-equation whose condition is not known before the simulation starts";
  if (!place.empty()) {
    sema_.report(diag::StateEquationPlace, source.range, context, name, place,
                 "a state machine is the same all the time");
    return;
  }
  if (name == "transition") {
    states_.addTransition(source, context);
  } else {
    states_.addInitialState(source, context);
  }
}

std::vector<ExprId*> Flattener::conditionsOfTransitions() {
  std::vector<ExprId*> all;
  for (StateMachine& machine : states_.machines()) {
    for (StateTransition& t : machine.transitions) all.push_back(&t.condition);
  }
  return all;
}

void Flattener::lowerStates(Dae& dae) {
  if (!states_.any() && !sema_.asksForStates()) return;
  StateMachinePlan plan;
  for (const Sema::StateQuery& query : sema_.stateQueries()) {
    const int state = states_.numberOf(query.state);
    plan.queries.emplace_back(state, query.origin);
    if (state < 0)
      sema_.diagnostics().report(diag::StateUnknown, query.origin.range, sema_.path(query.state));
  }
  if (sema_.diagnostics().hasErrors()) return;
  plan.states = &states_.states();
  plan.machines = &states_.machines();
  for (const MachineState& state : states_.states()) {
    const Symbol path = flatPath(state.instance, sema_.names(), dae.pool->names);
    plan.names.emplace_back(dae.pool->names.text(path));
  }
  if (states_.any()) {
    for (Instance* instance : instances_) {
      const int state = states_.stateOf(instance);
      if (state >= 0) plan.stateOfPath[flatPath(instance, sema_.names(), dae.pool->names)] = state;
    }
    std::unordered_map<const Instance*, VariableId> variables;
    for (size_t i = 0; i < leaves_.size(); ++i) variables[leaves_[i]] = VariableId(i);
    for (const StateOutput& output : states_.outputs()) {
      const auto variable = variables.find(output.variable);
      if (variable == variables.end()) continue;
      const auto own = variables.find(output.own);
      plan.outputs.push_back({output.state, variable->second,
                              own == variables.end() ? VariableId() : own->second, output.name});
    }
  }
  lowerStateMachines(dae, plan, sema_.diagnostics());
}

}  // namespace formola

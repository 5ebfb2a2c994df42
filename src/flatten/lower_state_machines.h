// State machines become clocked equations.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "flatten/state_machines.h"

namespace formola {

// What is known of state machines besides the flat model; expressions are of its pool.
struct StateMachinePlan {
  const std::vector<MachineState>* states = nullptr;
  const std::vector<StateMachine>* machines = nullptr;
  std::vector<std::pair<int, Provenance>> queries;  // by operand of activeState: the state
  std::unordered_map<Symbol, int> stateOfPath;      // the innermost state of an instance, if any
  std::vector<std::string> names;                   // of the states
  struct Output {
    int state;
    VariableId variable;  // around the state
    VariableId own;       // of an `inner outer` one; invalid: none
    std::string name;
  };
  std::vector<Output> outputs;
};

// Purpose:    after this pass there are no state machines, only clocked equations, of which some
//             hold while a state is active (Equation::active). What is integrated in a state knows
//             where it is reset (Variable::reset).
//
//             For every machine, with `active` and `reset` those of the state around it (true and
//             firstTick() without one), transitions t[i] with conditions c[i] sorted so that the
//             one that wins is the last, and states k = 1, 2, ... (17.3.1, 17.3.2, 17.3.4):
//               selected  = if reset then 1 else previous(next)
//               immediate = the last i with t[i].immediate, t[i].from = selected and c[i], else 0
//               delayed   = the last i without t[i].immediate, t[i].from = next and c[i], else 0
//               fired     = max(previous(delayed), immediate)
//               state     = if reset then 1 elseif fired > 0 then t[fired].to else selected
//               restart   = reset or fired > 0 and t[fired].reset
//               next      = if active then state else previous(next)
//             and for each of its states (17.3.2, 17.3.3):
//               k.active  = active and state = k
//               k.pending = if active then state <> k and (reset or previous(k.pending))
//                           else previous(k.pending)
//               k.reset   = k.active and (restart or reset or previous(k.pending))
//             previous(x) of a variable x of the state k is, in equations of k and of what is in k,
//               if k.reset then x.start else previous(x)
//             The specification's nextReset is false at all times and left out.
//             c[i] of a transition with `synchronize` holds only if all machines in the state that
//             it leaves are in final states, those that no transition leaves (17.3.1). Where it is
//             immediate, the state that they would be in without the transition counts: whether it
//             fires does not depend on what it does to them.
//             ticksInState() counts the ticks of a machine since a transition fired, the machine
//             was reset or the state around it was entered. In a condition of an immediate
//             transition it is the number that there will be if none fires. timeInState() likewise.
//             A variable v that states determine by `outer output` gets a variable for each of
//             these states, which their equations determine, and on each level up to that of v
//               v = if a.active then a.v elseif b.active then b.v ... else previous(v)
//             (17.3.5, merging of definitions); previous(v) always is that of the v around all.
// Requires:   a flat DAE with the operators ActiveState, TicksInState and TimeInState in place of
//             their calls; equations, algorithms and variables know their instance.
// Complexity: linear in the size of the DAE, plus for each state its transitions.
// Reference:  Modelica specification 3.6, 17.3. The names of its variables are kept where they are
//             needed.
void lowerStateMachines(Dae& dae, const StateMachinePlan& plan, Diagnostics& diagnostics);

}  // namespace formola

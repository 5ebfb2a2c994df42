// State machines: which components are states, and of which machine.
#pragma once

#include <unordered_map>
#include <vector>

#include "sema/context.h"

namespace formola {

class Sema;

// What transition(from, to, condition, ...) says (spec 17.1); states by their number.
struct StateTransition {
  int from = -1, to = -1;
  ExprId condition;
  bool immediate = true, reset = true, synchronize = false;
  int64_t priority = 1;
  Provenance origin;
};

struct MachineState {
  Instance* instance = nullptr;
  int machine = -1;
  int around = -1;    // the state that it is in; -1: none
  int number = 0;     // in its machine, from 1
  Provenance origin;  // where it was first named
};

struct StateMachine {
  std::vector<int> states;                   // the initial one first
  std::vector<StateTransition> transitions;  // the one that wins last (spec 17.3)
  int around = -1;                           // the state that the machine is in; -1: none
};

// `outer output` in a state: a variable around the state that the state may determine.
struct StateOutput {
  int state = -1;
  Instance* variable = nullptr;  // the inner one, of built-in type
  Instance* own = nullptr;       // of an `inner outer` one: what components in the state see
  std::string name;              // in the flat model
};

// Purpose:    collects transition() and initialState() as flatten comes to them, and finds the
//             machines: states that transitions couple are one machine (spec 17.1).
// Ensures:    after organize() without errors: every machine has one initial state, its states are
//             in the same state (or none), priorities of transitions from a state differ.
// Complexity: n log n in the number of transitions; linear in that of instances.
// Reference:  Modelica specification 3.6, 17.1.
class StateMachines {
 public:
  StateMachines(Sema& sema, Interner& flatNames) : sema_(sema), flatNames_(flatNames) {}

  bool any() const { return !states_.empty(); }
  void addTransition(const ast::CallEquation& equation, Context& context);
  void addInitialState(const ast::CallEquation& equation, Context& context);
  void organize(const std::vector<Instance*>& instances);

  std::vector<MachineState>& states() { return states_; }
  std::vector<StateMachine>& machines() { return machines_; }
  const std::vector<StateOutput>& outputs() const { return outputs_; }
  // The innermost state that an instance is or is in; -1: none.
  int stateOf(const Instance* instance) const;
  Instance* instanceOf(int state) const { return states_[state].instance; }
  // The state itself, by its number; -1: the component is none.
  int numberOf(const Instance* instance) const;
  // The state of which this is a signal at its border: an output that others may be merged with
  // (spec 17.3.6); -1: none.
  int stateWithOutput(const Instance* variable) const;
  bool areAlternatives(int a, int b) const {
    return a >= 0 && b >= 0 && a != b && states_[a].machine == states_[b].machine;
  }

 private:
  int stateNamed(const ast::Expr& argument, size_t position, std::string_view operation,
                 Context& context);
  void makeMachines();
  void placeInitial(StateMachine& machine, std::span<const std::pair<int, Provenance>> initial);
  void checkTransitions(StateMachine& machine);
  void warnUnreachable(const StateMachine& machine);
  void findOutputs(Instance* instance);
  void addOutputs(int state, Instance* variable, Instance* own, const std::string& name);
  std::string namesOf(const StateMachine& machine) const;
  std::string nameOf(int state) const;
  Diagnostic& report(DiagCode code, const Provenance& origin, auto&&... args);

  Sema& sema_;
  Interner& flatNames_;
  std::vector<MachineState> states_;
  std::vector<StateMachine> machines_;
  std::vector<StateOutput> outputs_;
  std::vector<StateTransition> transitions_;
  std::vector<std::pair<int, Provenance>> initial_;
  std::unordered_map<const Instance*, int> numbers_;
};

}  // namespace formola

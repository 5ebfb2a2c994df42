#include "flatten/lower_state_machines.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "dae/visit.h"
#include "diag/codes/equations.h"
#include "expr/build.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

class StateMachineLowering {
 public:
  StateMachineLowering(Dae& dae, const StateMachinePlan& plan, Diagnostics& diagnostics)
      : dae_(dae),
        pool_(*dae.pool),
        build_(pool_),
        plan_(plan),
        states_(*plan.states),
        machines_(*plan.machines),
        diagnostics_(diagnostics) {}

  void run();

 private:
  struct StateVariables {
    VariableId active, reset, pending;
  };
  struct MachineVariables {
    VariableId selected, immediate, delayed, fired, state, restart, next;
    VariableId ticks, entered;  // made when they are asked for
    VariableId ahead;           // the state without a transition of the state around it
  };

  // ---- building
  VariableId add(const std::string& name, TypeId type, ExprId start, const Provenance& origin);
  ExprId ref(VariableId id) { return pool_.variable(id, dae_.variables[id].type); }
  ExprId previous(ExprId e) { return pool_.builtin(Builtin::Previous, pool_.type(e), {e}); }
  ExprId valueBefore(ExprId x, int state, int untouched = -1);
  ExprId valuesBefore(ExprId x, int state);
  ExprId startOf(ExprId x);
  bool isIn(int state, int around) const;
  ExprId equals(ExprId a, int64_t b) {
    return build_.compare(ExprKind::Equal, a, pool_.integer(b));
  }
  void equate(VariableId left, ExprId right, const Provenance& origin, int state = -1);
  Provenance originOf(int machine) const;

  // ---- machines
  void makeVariables();
  void writeMachine(int machine);
  void writeState(int state);
  ExprId isActive(int around);
  ExprId isReset(int around);
  ExprId conditionOf(const StateTransition& t, int machine, int untouched);
  ExprId firing(int machine, bool immediate, ExprId from, int untouched = -1);
  ExprId targetOf(int machine, ExprId fired, ExprId otherwise);
  ExprId firedOf(int machine, ExprId immediate);
  ExprId inFinalState(int machine, ExprId state);
  VariableId aheadOf(int machine);
  VariableId ticksOf(int machine);
  VariableId enteredOf(int machine);
  ExprId isEntered(int machine);

  // ---- equations of the model
  struct Owner {
    int state = -1;          // whose equation it is
    int machine = -1;        // whose condition it is
    bool immediate = false;  // of a transition
    int untouched = -1;      // a state to which nothing is to happen at this tick
    const Provenance* origin = nullptr;
    bool expects() const { return machine >= 0 && immediate; }
  };
  ExprId rewritten(ExprId e, const Owner& owner);
  ExprId ticksIn(int machine, const Owner& owner);
  ExprId timeIn(int machine, const Owner& owner);
  ExprId around(ExprId e);
  VariableId rootOf(VariableId v) const;
  VariableId localOf(int state, VariableId root);
  int stateOf(Symbol path) const;
  void rewriteModel();

  // ---- outer outputs
  void mergeOutputs();
  void merge(VariableId root, std::vector<int>& definers, int level);
  VariableId makeLocal(int state, VariableId root, const std::string& name);
  void warnWithoutStart(VariableId root, int machine, const std::vector<int>& definers);
  void report(DiagCode code, const Provenance& origin, auto&&... args);

  Dae& dae_;
  ExprPool& pool_;
  ExprBuilder build_;
  const StateMachinePlan& plan_;
  const std::vector<MachineState>& states_;
  const std::vector<StateMachine>& machines_;
  Diagnostics& diagnostics_;
  std::vector<StateVariables> ofState_;
  std::vector<MachineVariables> ofMachine_;
  std::vector<Equation> made_;
  std::map<std::pair<int, uint32_t>, VariableId> locals_;  // (state, variable around it)
  std::map<std::pair<int, uint32_t>, size_t> declared_;    // the same: the output of the plan
  std::unordered_map<uint32_t, VariableId> roots_;         // by `inner outer` variable
  std::unordered_map<int, ExprTable<ExprId>> memos_;       // by state
  ExprTable<ExprId> aroundMemo_;
};

void StateMachineLowering::report(DiagCode code, const Provenance& origin, auto&&... args) {
  Diagnostic& d = diagnostics_.report(code, origin.range, args...);
  if (origin.instance.valid() && !pool_.names.text(origin.instance).empty())
    d.in(std::string(pool_.names.text(origin.instance)));
}

// ---- building

VariableId StateMachineLowering::add(const std::string& name, TypeId type, ExprId start,
                                     const Provenance& origin) {
  Variable v;
  v.name = pool_.names.intern(name);
  v.type = type;
  v.variability = Variability::Discrete;
  v.isProtected = true;
  v.hideResult = true;
  v.start = start;
  v.origin = origin;
  dae_.variables.push_back(std::move(v));
  return VariableId(dae_.variables.size() - 1);
}

bool StateMachineLowering::isIn(int state, int around) const {
  while (state >= 0 && state != around) state = states_[state].around;
  return state >= 0;
}

// The start value of a variable or of an element of it.
ExprId StateMachineLowering::startOf(ExprId x) {
  const bool isElement = pool_.kind(x) == ExprKind::Index;
  const ExprId whole = isElement ? pool_.child(x, 0) : x;
  const ExprId start = dae_.variables[pool_.variableOf(whole)].start;
  if (!start.valid()) {
    switch (pool_.base(x)) {
      case BaseType::Boolean:
        return pool_.boolean(false);
      case BaseType::Integer:
        return pool_.integer(0);
      case BaseType::String:
        return pool_.string("");
      case BaseType::Enumeration:
        return pool_.enumeration(pool_.type(x), 1);
      default:
        return pool_.real(0);
    }
  }
  if (!isElement || pool_.types.isScalar(pool_.type(start))) return start;
  std::vector<ExprId> operands(pool_.children(x).begin(), pool_.children(x).end());
  operands[0] = start;
  return pool_.make(ExprKind::Index, pool_.type(x), 0, std::span<const ExprId>(operands));
}

// previous(x) in an equation of `state`: the start value where the state of x, which that state is
// or is in, is reset (17.3.2).
ExprId StateMachineLowering::valueBefore(ExprId x, int state, int untouched) {
  const ExprId whole = pool_.kind(x) == ExprKind::Index ? pool_.child(x, 0) : x;
  if (pool_.kind(whole) != ExprKind::Variable) return previous(x);
  const int own = stateOf(dae_.variables[pool_.variableOf(whole)].origin.instance);
  if (own < 0 || !isIn(state, own) || (untouched >= 0 && isIn(own, untouched))) return previous(x);
  return pool_.ifThenElse(pool_.type(x), ref(ofState_[own].reset), startOf(x), previous(x));
}

// Of an array that of every element.
ExprId StateMachineLowering::valuesBefore(ExprId e, int state) {
  const Type type = pool_.types[pool_.type(e)];
  if (type.dims.empty()) return valueBefore(e, state);
  const std::vector<Size> rest(type.dims.begin() + 1, type.dims.end());
  const TypeId part = pool_.types.get(type.base, type.which, rest);
  std::vector<ExprId> elements;
  for (Size i = 1; i <= type.dims[0]; ++i) {
    // x[1][2] is x[1, 2]
    std::vector<ExprId> operands{e};
    if (pool_.kind(e) == ExprKind::Index)
      operands.assign(pool_.children(e).begin(), pool_.children(e).end());
    operands.push_back(pool_.integer(i));
    elements.push_back(valuesBefore(
        pool_.make(ExprKind::Index, part, 0, std::span<const ExprId>(operands)), state));
  }
  return pool_.make(ExprKind::Array, pool_.type(e), 0, std::span<const ExprId>(elements));
}

void StateMachineLowering::equate(VariableId left, ExprId right, const Provenance& origin,
                                  int state) {
  Equation e;
  e.left = ref(left);
  e.right = right;
  e.origin = origin;
  if (state >= 0) e.active = ref(ofState_[state].active);
  made_.push_back(std::move(e));
}

Provenance StateMachineLowering::originOf(int machine) const {
  return states_[machines_[machine].states[0]].origin;
}

// ---- machines

// state1.active is shown to people, under another name if the state has one of that name.
void StateMachineLowering::makeVariables() {
  std::unordered_set<std::string_view> used;
  for (const Variable& v : dae_.variables) used.insert(pool_.names.text(v.name));
  const TypeId boolean = pool_.types.boolean(), integer = pool_.types.integer();
  const ExprId no = pool_.boolean(false);
  for (size_t s = 0; s < states_.size(); ++s) {
    const std::string& name = plan_.names[s];
    Provenance origin = states_[s].origin;
    std::string shown = name + ".active";
    while (used.contains(shown)) shown += '_';
    StateVariables to;
    to.active = add(shown, boolean, no, origin);
    dae_.variables[to.active].isProtected = false;
    dae_.variables[to.active].hideResult = false;
    dae_.variables[to.active].comment = pool_.names.intern("The state is active");
    to.reset = add("$" + name + ".reset", boolean, no, origin);
    to.pending = add("$" + name + ".pending", boolean, no, origin);
    ofState_.push_back(to);
  }
  for (size_t m = 0; m < machines_.size(); ++m) {
    const Provenance origin = originOf(static_cast<int>(m));
    auto number = [&](std::string_view name, int64_t start) {
      return add(fmt::format("$machine{}.{}", m + 1, name), integer, pool_.integer(start), origin);
    };
    MachineVariables to;
    to.selected = number("selected", 1);
    for (const StateTransition& t : machines_[m].transitions) {
      VariableId& kind = t.immediate ? to.immediate : to.delayed;
      if (!kind.valid()) kind = number(t.immediate ? "immediate" : "delayed", 0);
    }
    to.fired = number("fired", 0);
    to.state = number("state", 1);
    to.restart = add(fmt::format("$machine{}.restart", m + 1), boolean, no, origin);
    to.next = number("next", 1);
    ofMachine_.push_back(to);
  }
}

ExprId StateMachineLowering::isActive(int around) {
  return around < 0 ? pool_.boolean(true) : ref(ofState_[around].active);
}

ExprId StateMachineLowering::isReset(int around) {
  if (around >= 0) return ref(ofState_[around].reset);
  return pool_.builtin(Builtin::FirstTick, pool_.types.boolean(), std::span<const ExprId>());
}

// One of the states without transitions from them.
ExprId StateMachineLowering::inFinalState(int machine, ExprId state) {
  ExprId any = pool_.boolean(false);
  for (int s : machines_[machine].states) {
    const bool left =
        std::any_of(machines_[machine].transitions.begin(), machines_[machine].transitions.end(),
                    [&](const StateTransition& t) { return t.from == s; });
    if (!left) any = build_.logicalOr(any, equals(state, states_[s].number));
  }
  return any;
}

ExprId StateMachineLowering::conditionOf(const StateTransition& t, int machine, int untouched) {
  ExprId condition = rewritten(
      t.condition, {stateOf(t.origin.instance), machine, t.immediate, untouched, &t.origin});
  if (!t.synchronize) return condition;
  for (size_t inner = 0; inner < machines_.size(); ++inner) {
    if (machines_[inner].around != t.from) continue;
    const int m = static_cast<int>(inner);
    const VariableId state = t.immediate ? aheadOf(m) : ofMachine_[inner].state;
    condition = build_.logicalAnd(condition, inFinalState(m, ref(state)));
  }
  return condition;
}

// The last transition of that kind that leaves the state `from` and whose condition holds, or 0.
ExprId StateMachineLowering::firing(int machine, bool immediate, ExprId from, int untouched) {
  ExprId value = pool_.integer(0);
  const std::vector<StateTransition>& all = machines_[machine].transitions;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].immediate != immediate) continue;
    const ExprId fires = build_.logicalAnd(equals(from, states_[all[i].from].number),
                                           conditionOf(all[i], machine, untouched));
    value = build_.ifThenElse(fires, pool_.integer(static_cast<int64_t>(i) + 1), value);
  }
  return value;
}

ExprId StateMachineLowering::targetOf(int machine, ExprId fired, ExprId otherwise) {
  ExprId value = otherwise;
  const std::vector<StateTransition>& all = machines_[machine].transitions;
  for (size_t i = 0; i < all.size(); ++i) {
    value = build_.ifThenElse(equals(fired, static_cast<int64_t>(i) + 1),
                              pool_.integer(states_[all[i].to].number), value);
  }
  return value;
}

ExprId StateMachineLowering::firedOf(int machine, ExprId immediate) {
  const VariableId delayed = ofMachine_[machine].delayed;
  if (!delayed.valid()) return immediate;
  const ExprId before = previous(ref(delayed));
  if (!ofMachine_[machine].immediate.valid()) return before;
  return pool_.builtin(Builtin::MaxOf, pool_.types.integer(), {before, immediate});
}

void StateMachineLowering::writeMachine(int machine) {
  const StateMachine& m = machines_[machine];
  const MachineVariables v = ofMachine_[machine];
  const Provenance origin = originOf(machine);
  const ExprId reset = isReset(m.around), one = pool_.integer(1);
  equate(v.selected, build_.ifThenElse(reset, one, previous(ref(v.next))), origin);
  ExprId immediate = pool_.integer(0);
  if (v.immediate.valid()) {
    const auto first = std::find_if(m.transitions.begin(), m.transitions.end(),
                                    [](const StateTransition& t) { return t.immediate; });
    equate(v.immediate, firing(machine, true, ref(v.selected)), first->origin);
    immediate = ref(v.immediate);
  }
  if (v.delayed.valid()) equate(v.delayed, firing(machine, false, ref(v.next)), origin);
  equate(v.fired, firedOf(machine, immediate), origin);
  equate(v.state, build_.ifThenElse(reset, one, targetOf(machine, ref(v.fired), ref(v.selected))),
         origin);
  ExprId restart = reset;
  for (size_t i = 0; i < m.transitions.size(); ++i) {
    if (m.transitions[i].reset)
      restart = build_.logicalOr(restart, equals(ref(v.fired), static_cast<int64_t>(i) + 1));
  }
  equate(v.restart, restart, origin);
  equate(v.next, build_.ifThenElse(isActive(m.around), ref(v.state), previous(ref(v.next))),
         origin);
}

void StateMachineLowering::writeState(int state) {
  const MachineState& s = states_[state];
  const int around = machines_[s.machine].around;
  const MachineVariables& machine = ofMachine_[s.machine];
  const StateVariables v = ofState_[state];
  const ExprId here = equals(ref(machine.state), s.number);
  const ExprId waiting = build_.logicalOr(isReset(around), previous(ref(v.pending)));
  equate(v.active, build_.logicalAnd(isActive(around), here), s.origin);
  equate(v.pending,
         build_.ifThenElse(isActive(around), build_.logicalAnd(build_.logicalNot(here), waiting),
                           previous(ref(v.pending))),
         s.origin);
  equate(v.reset, build_.logicalAnd(ref(v.active), build_.logicalOr(ref(machine.restart), waiting)),
         s.origin);
}

VariableId StateMachineLowering::aheadOf(int machine) {
  if (ofMachine_[machine].ahead.valid()) return ofMachine_[machine].ahead;
  const Provenance origin = originOf(machine);
  const VariableId ahead = add(fmt::format("$machine{}.ahead", machine + 1), pool_.types.integer(),
                               pool_.integer(1), origin);
  ofMachine_[machine].ahead = ahead;
  const ExprId before = previous(ref(ofMachine_[machine].next));
  const ExprId fired = firedOf(machine, firing(machine, true, before, machines_[machine].around));
  ExprId value = before;
  const std::vector<StateTransition>& all = machines_[machine].transitions;
  for (size_t i = 0; i < all.size(); ++i) {
    value = build_.ifThenElse(
        build_.compare(ExprKind::GreaterEqual, fired, pool_.integer(static_cast<int64_t>(i) + 1)),
        pool_.integer(states_[all[i].to].number), value);
  }
  equate(ahead, value, origin);
  return ahead;
}

// ---- ticks and time

// The state around the machine was entered at this tick, or the machine reset.
ExprId StateMachineLowering::isEntered(int machine) {
  const int around = machines_[machine].around;
  const ExprId reset = isReset(around);
  if (around < 0) return reset;
  return build_.logicalOr(reset, equals(ref(ticksOf(states_[around].machine)), 1));
}

VariableId StateMachineLowering::ticksOf(int machine) {
  if (ofMachine_[machine].ticks.valid()) return ofMachine_[machine].ticks;
  const Provenance origin = originOf(machine);
  const VariableId ticks = add(fmt::format("$machine{}.ticks", machine + 1), pool_.types.integer(),
                               pool_.integer(0), origin);
  ofMachine_[machine].ticks = ticks;
  const ExprId fired =
      build_.compare(ExprKind::Greater, ref(ofMachine_[machine].fired), pool_.integer(0));
  const ExprId more =
      pool_.binary(ExprKind::Add, pool_.types.integer(), previous(ref(ticks)), pool_.integer(1));
  const ExprId count =
      build_.ifThenElse(build_.logicalOr(isEntered(machine), fired), pool_.integer(1), more);
  equate(ticks, build_.ifThenElse(isActive(machines_[machine].around), count, pool_.integer(0)),
         origin);
  return ticks;
}

VariableId StateMachineLowering::enteredOf(int machine) {
  if (ofMachine_[machine].entered.valid()) return ofMachine_[machine].entered;
  const Provenance origin = originOf(machine);
  const VariableId entered = add(fmt::format("$machine{}.entered", machine + 1), pool_.types.real(),
                                 pool_.real(0), origin);
  ofMachine_[machine].entered = entered;
  dae_.variables[entered].variability = Variability::Continuous;  // by its equation
  equate(entered,
         build_.ifThenElse(
             build_.compare(ExprKind::LessEqual, ref(ticksOf(machine)), pool_.integer(1)),
             pool_.time(), previous(ref(entered))),
         origin);
  return entered;
}

// Of an immediate transition what there will be if none fires.
ExprId StateMachineLowering::ticksIn(int machine, const Owner& owner) {
  const ExprId ticks = ref(ticksOf(machine));
  if (!owner.expects()) return ticks;
  const ExprId more =
      pool_.binary(ExprKind::Add, pool_.types.integer(), previous(ticks), pool_.integer(1));
  if (owner.untouched >= 0) return more;
  return build_.ifThenElse(isEntered(machine), pool_.integer(1), more);
}

// Both what a clock with a period and what another one needs, see lowerClocks.
ExprId StateMachineLowering::timeIn(int machine, const Owner& owner) {
  ExprId ticks = ticksIn(machine, owner);
  ExprId entered = ref(enteredOf(machine));
  const ExprId one = pool_.integer(1);
  if (owner.expects())
    entered = build_.ifThenElse(equals(ticks, 1), pool_.time(), previous(entered));
  ticks = pool_.builtin(Builtin::MaxOf, pool_.types.integer(), {ticks, one});
  return pool_.builtin(Builtin::TimeInState, pool_.types.real(),
                       {ticks, build_.sub(pool_.time(), entered)});
}

// ---- equations of the model

int StateMachineLowering::stateOf(Symbol path) const {
  const auto found = path.valid() ? plan_.stateOfPath.find(path) : plan_.stateOfPath.end();
  return found == plan_.stateOfPath.end() ? -1 : found->second;
}

VariableId StateMachineLowering::rootOf(VariableId v) const {
  const auto found = roots_.find(v.index());
  return found == roots_.end() ? v : found->second;
}

// The same with variables for what is around states.
ExprId StateMachineLowering::around(ExprId root) {
  return mapExpr(pool_, root, aroundMemo_, [&](ExprId e, std::span<const ExprId> children) {
    if (pool_.kind(e) == ExprKind::Variable) {
      const VariableId to = rootOf(pool_.variableOf(e));
      return to == pool_.variableOf(e) ? e : pool_.variable(to, pool_.type(e));
    }
    if (children.empty()) return e;
    return pool_.make(pool_.kind(e), pool_.type(e), pool_.payload(e), children);
  });
}

VariableId StateMachineLowering::localOf(int state, VariableId root) {
  const auto known = locals_.find({state, root.index()});
  if (known != locals_.end()) return known->second;
  const auto declared = declared_.find({state, root.index()});
  if (declared == declared_.end()) return {};
  const StateMachinePlan::Output& output = plan_.outputs[declared->second];
  if (output.own.valid()) return locals_[{state, root.index()}] = output.own;
  return makeLocal(state, root, output.name);
}

VariableId StateMachineLowering::makeLocal(int state, VariableId root, const std::string& name) {
  Variable local = dae_.variables[root];
  local.name = pool_.names.intern(name);
  local.causality = Causality::None;
  local.fixed = {};
  local.origin.instance = pool_.names.intern(plan_.names[state]);
  dae_.variables.push_back(std::move(local));
  return locals_[{state, root.index()}] = VariableId(dae_.variables.size() - 1);
}

ExprId StateMachineLowering::rewritten(ExprId root, const Owner& owner) {
  ExprTable<ExprId> once;
  const bool shared = owner.machine < 0;
  ExprTable<ExprId>& memo = shared ? memos_[owner.state] : once;
  const int asked = owner.machine >= 0 ? owner.machine
                    : owner.state >= 0 ? states_[owner.state].machine
                                       : -1;
  return mapExpr(pool_, root, memo, [&](ExprId e, std::span<const ExprId> children) -> ExprId {
    if (pool_.kind(e) == ExprKind::Variable) {
      const VariableId to = rootOf(pool_.variableOf(e));
      const bool inState = owner.state >= 0 && owner.machine < 0;
      const VariableId local = inState ? localOf(owner.state, to) : VariableId();
      return pool_.variable(local.valid() ? local : to, pool_.type(e));
    }
    if (pool_.kind(e) == ExprKind::Builtin) {
      const Builtin f = pool_.builtinOf(e);
      if (f == Builtin::ActiveState) {
        const int state =
            plan_.queries[static_cast<size_t>(pool_.integerValue(pool_.child(e, 0)))].first;
        return state < 0 ? pool_.boolean(false) : ref(ofState_[state].active);
      }
      if (f == Builtin::TicksInState || (f == Builtin::TimeInState && children.empty())) {
        if (asked < 0) {
          report(diag::OutsideStates, *owner.origin, name(f));
          return f == Builtin::TicksInState ? pool_.integer(0) : pool_.real(0);
        }
        return f == Builtin::TicksInState ? ticksIn(asked, owner) : timeIn(asked, owner);
      }
      if (f == Builtin::Previous)
        return valueBefore(around(pool_.child(e, 0)), owner.state, owner.untouched);
    }
    if (children.empty()) return e;
    return pool_.make(pool_.kind(e), pool_.type(e), pool_.payload(e), children);
  });
}

void StateMachineLowering::rewriteModel() {
  for (std::vector<Equation>* list : {&dae_.equations, &dae_.initialEquations, &dae_.constraints}) {
    for (Equation& e : *list) {
      const Owner owner{stateOf(e.origin.instance), -1, false, -1, &e.origin};
      auto rewrite = [&](ExprId& x) { x = rewritten(x, owner); };
      forEachExprInEquation(e, rewrite);
      // which clock it is does not depend on the state
      const bool ofClock = e.left.valid() && pool_.base(e.left) == BaseType::Clock;
      if (owner.state >= 0 && list == &dae_.equations && !ofClock)
        e.active = ref(ofState_[owner.state].active);
    }
  }
  for (std::vector<Algorithm>* list : {&dae_.algorithms, &dae_.initialAlgorithms}) {
    for (Algorithm& a : *list) {
      const Owner owner{stateOf(a.origin.instance), -1, false, -1, &a.origin};
      auto rewrite = [&](ExprId& x) { x = rewritten(x, owner); };
      for (Statement& s : a.body) forEachExprInStatement(s, rewrite);
      if (owner.state >= 0 && list == &dae_.algorithms)
        a.active = ref(ofState_[owner.state].active);
    }
  }
}

// ---- outer outputs

void StateMachineLowering::warnWithoutStart(VariableId root, int machine,
                                            const std::vector<int>& definers) {
  const int initial = machines_[machine].states[0];
  const Variable& v = dae_.variables[root];
  if (v.start.valid() || std::find(definers.begin(), definers.end(), initial) != definers.end())
    return;
  const BaseType base = pool_.types[v.type].base;
  const std::string_view zero = base == BaseType::Boolean       ? "false"
                                : base == BaseType::Enumeration ? "the first literal"
                                                                : "0";
  report(diag::StateOutputWithoutStart, v.origin, pool_.names.text(v.name), plan_.names[initial],
         zero);
}

// All states `definers` are on the same level, in the state `level` (-1: in none).
void StateMachineLowering::merge(VariableId root, std::vector<int>& definers, int level) {
  for (int s : definers) {
    if (states_[s].machine == states_[definers[0]].machine) continue;
    report(diag::ParallelStates, states_[s].origin, pool_.names.text(dae_.variables[root].name),
           plan_.names[definers[0]], plan_.names[s]);
    return;
  }
  const Provenance origin = dae_.variables[root].origin;
  const int own = stateOf(origin.instance);
  ExprId value = valuesBefore(ref(root), level);
  for (size_t i = definers.size(); i-- > 0;) {
    const int s = definers[i];
    value = pool_.ifThenElse(pool_.type(value), ref(ofState_[s].active),
                             ref(locals_[{s, root.index()}]), value);
  }
  if (level == own) {
    warnWithoutStart(root, states_[definers[0]].machine, definers);
    equate(root, value, origin, level);
    return;
  }
  VariableId local = localOf(level, root);
  if (!local.valid()) {
    local = makeLocal(
        level, root,
        fmt::format("${}.{}", plan_.names[level], pool_.names.text(dae_.variables[root].name)));
    dae_.variables[local].hideResult = true;
    dae_.variables[local].isProtected = true;
  }
  equate(local, value, origin, level);
}

// From the innermost states outwards.
void StateMachineLowering::mergeOutputs() {
  auto depth = [&](int state) {
    int n = 0;
    for (; state >= 0; state = states_[state].around) ++n;
    return n;
  };
  // by falling depth, then variable, then the state around
  std::map<std::tuple<int, uint32_t, int>, std::vector<int>> open;
  for (const auto& [key, local] : locals_)
    open[{-depth(key.first), key.second, states_[key.first].around}].push_back(key.first);
  while (!open.empty()) {
    auto [key, definers] = *open.begin();
    open.erase(open.begin());
    const auto [level, variable, around] = key;
    const VariableId root(variable);
    std::sort(definers.begin(), definers.end());
    definers.erase(std::unique(definers.begin(), definers.end()), definers.end());
    merge(root, definers, around);
    if (around != stateOf(dae_.variables[root].origin.instance))
      open[{level + 1, variable, states_[around].around}].push_back(around);
  }
  // `inner outer output` that nothing in its state determines is what it is around it
  for (const StateMachinePlan::Output& output : plan_.outputs) {
    if (output.own.valid() && !locals_.contains({output.state, output.variable.index()})) {
      equate(output.own, ref(output.variable), dae_.variables[output.own].origin, output.state);
    }
  }
}

void StateMachineLowering::run() {
  const size_t known = dae_.variables.size();
  for (size_t i = 0; i < plan_.outputs.size(); ++i) {
    const StateMachinePlan::Output& output = plan_.outputs[i];
    if (output.own.valid()) roots_[output.own.index()] = output.variable;
    declared_.emplace(std::pair(output.state, output.variable.index()), i);
  }
  for (const auto& [state, origin] : plan_.queries) {
    if (state < 0) return;  // reported
  }
  makeVariables();
  rewriteModel();
  for (size_t m = 0; m < machines_.size(); ++m) writeMachine(static_cast<int>(m));
  for (size_t s = 0; s < states_.size(); ++s) writeState(static_cast<int>(s));
  mergeOutputs();
  for (size_t i = 0; i < known; ++i) {
    Variable& v = dae_.variables[VariableId(i)];
    const int state = stateOf(v.origin.instance);
    if (v.variability > Variability::Parameter && state >= 0) v.reset = ref(ofState_[state].reset);
  }
  for (const auto& [key, local] : locals_)
    dae_.variables[local].reset = ref(ofState_[key.first].reset);
  for (Equation& e : made_) dae_.equations.push_back(std::move(e));
}

}  // namespace

void lowerStateMachines(Dae& dae, const StateMachinePlan& plan, Diagnostics& diagnostics) {
  StateMachineLowering(dae, plan, diagnostics).run();
}

}  // namespace formola

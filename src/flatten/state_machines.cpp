#include "flatten/state_machines.h"

#include <algorithm>
#include <numeric>

#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "flatten/paths.h"
#include "sema/sema.h"

namespace formola {

Diagnostic& StateMachines::report(DiagCode code, const Provenance& origin, auto&&... args) {
  Diagnostic& d = sema_.diagnostics().report(code, origin.range, args...);
  if (origin.instance.valid()) d.in(std::string(flatNames_.text(origin.instance)));
  return d;
}

std::string StateMachines::nameOf(int state) const {
  return sema_.path(states_[state].instance);
}

// "'a', 'b' and others"
std::string StateMachines::namesOf(const StateMachine& machine) const {
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < std::min(machine.states.size(), kShown); ++i) {
    const bool last = i + 1 == machine.states.size();
    if (i > 0) text += last ? " and " : ", ";
    text += "'" + nameOf(machine.states[i]) + "'";
  }
  return machine.states.size() > kShown ? text + " and others" : text;
}

// ---- what the equations say

int StateMachines::stateNamed(const ast::Expr& argument, size_t position,
                              std::string_view operation, Context& context) {
  const auto* reference = argument.dynAs<ast::ReferenceExpr>();
  if (!reference) {
    sema_.report(diag::ArgumentType, argument.range, context, position, operation, "a state",
                 "an expression");
    return -1;
  }
  const Sema::Selection chosen = sema_.select(reference->name, context);
  if (!chosen.ok || chosen.instances.empty()) return -1;  // reported, or not there
  if (chosen.instances.size() != 1) {
    sema_.report(diag::ArgumentType, argument.range, context, position, operation, "one state",
                 "an array of components");
    return -1;
  }
  Instance* instance = chosen.instances[0];
  const ast::ClassKind kind = instance->layout->classKind;
  const bool fits =
      !sema_.isLeaf(instance) && (kind == ast::ClassKind::Block || kind == ast::ClassKind::Model ||
                                  kind == ast::ClassKind::Class);
  if (!fits) {
    sema_.report(diag::NotAState, argument.range, context, sema_.path(instance),
                 "its class '" + sema_.className(instance->type) + "' is neither block nor model");
    return -1;
  }
  const auto [place, isNew] = numbers_.emplace(instance, static_cast<int>(states_.size()));
  if (isNew) {
    MachineState state;
    state.instance = instance;
    state.origin = {argument.range, flatPath(context.scope.instance, sema_.names(), flatNames_)};
    states_.push_back(state);
  }
  return place->second;
}

void StateMachines::addInitialState(const ast::CallEquation& equation, Context& context) {
  const ast::CallExpr& call = *equation.call;
  if (call.arguments.size() != 1 || !call.named.empty()) {
    sema_.report(diag::ArgumentCount, equation.range, context, "initialState", "1 argument",
                 call.arguments.size() + call.named.size());
    return;
  }
  const int state = stateNamed(*call.arguments[0], 1, "initialState", context);
  if (state < 0) return;
  initial_.push_back(
      {state, {equation.range, flatPath(context.scope.instance, sema_.names(), flatNames_)}});
}

void StateMachines::addTransition(const ast::CallEquation& equation, Context& context) {
  static constexpr std::string_view kNames[] = {"from",  "to",          "condition", "immediate",
                                                "reset", "synchronize", "priority"};
  constexpr size_t kNeeded = 3;
  const ast::CallExpr& call = *equation.call;
  std::vector<const ast::Expr*> given(std::size(kNames), nullptr);
  if (call.arguments.size() > given.size()) {
    sema_.report(diag::ArgumentCount, equation.range, context, "transition", "3 to 7 arguments",
                 call.arguments.size());
    return;
  }
  std::copy(call.arguments.begin(), call.arguments.end(), given.begin());
  for (const ast::NamedArgument& named : call.named) {
    const auto at = std::find(std::begin(kNames), std::end(kNames), sema_.text(named.name));
    if (at == std::end(kNames)) {
      sema_.report(diag::NoSuchArgument, named.range, context, "transition",
                   sema_.text(named.name));
      return;
    }
    given[static_cast<size_t>(at - std::begin(kNames))] = named.value;
  }
  for (size_t i = 0; i < kNeeded; ++i) {
    if (given[i]) continue;
    sema_.report(diag::ArgumentCount, equation.range, context, "transition", "3 to 7 arguments",
                 call.arguments.size() + call.named.size());
    return;
  }
  StateTransition t;
  t.origin = {equation.range, flatPath(context.scope.instance, sema_.names(), flatNames_)};
  ExprPool& pool = sema_.pool();
  auto typed = [&](size_t i, BaseType base, std::string_view what) -> ExprId {
    const ExprId e = sema_.type(given[i], context);
    if (pool.base(e) == BaseType::Error) return {};
    if (pool.base(e) == base && pool.types.isScalar(pool.type(e))) return e;
    sema_.report(diag::ArgumentType, given[i]->range, context, i + 1, "transition", what,
                 sema_.showType(pool.type(e)));
    return {};
  };
  bool ok = true;
  auto option = [&](size_t i, bool& to) {
    if (!given[i]) return;
    const ExprId e = typed(i, BaseType::Boolean, "a Boolean");
    const auto value =
        e.valid() ? sema_.evaluateBoolean(e, given[i]->range, context) : std::nullopt;
    ok = ok && value.has_value();
    if (value) to = *value;
  };
  t.from = stateNamed(*given[0], 1, "transition", context);
  t.to = stateNamed(*given[1], 2, "transition", context);
  t.condition = typed(2, BaseType::Boolean, "a Boolean");
  option(3, t.immediate);
  option(4, t.reset);
  option(5, t.synchronize);
  if (given[6]) {
    const ExprId e = typed(6, BaseType::Integer, "an Integer");
    const auto value =
        e.valid() ? sema_.evaluateInteger(e, given[6]->range, context) : std::nullopt;
    ok = ok && value.has_value();
    if (value) t.priority = *value;
    if (value && *value < 1) {
      sema_.report(diag::TransitionPriority, given[6]->range, context, *value);
      ok = false;
    }
  }
  if (!ok || t.from < 0 || t.to < 0 || !t.condition.valid()) return;
  transitions_.push_back(t);
}

// ---- machines

int StateMachines::numberOf(const Instance* instance) const {
  const auto found = numbers_.find(instance);
  return found == numbers_.end() ? -1 : found->second;
}

int StateMachines::stateOf(const Instance* instance) const {
  for (const Instance* at = instance; at && at->isComponent(); at = at->parent) {
    if (const int number = numberOf(at); number >= 0) return number;
  }
  return -1;
}

int StateMachines::stateWithOutput(const Instance* variable) const {
  if (variable->causality != Causality::Output) return -1;
  const Instance* at = variable->parent;
  while (at && at->isComponent() && at->layout &&
         (at->layout->classKind == ast::ClassKind::Connector ||
          at->layout->classKind == ast::ClassKind::Record)) {
    at = at->parent;
  }
  return at ? numberOf(at) : -1;
}

void StateMachines::organize(const std::vector<Instance*>& instances) {
  if (!any()) return;
  for (MachineState& state : states_) state.around = stateOf(state.instance->parent);
  makeMachines();
  for (Instance* instance : instances) findOutputs(instance);
}

void StateMachines::makeMachines() {
  std::vector<int> parent(states_.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto find = [&](int s) {
    while (parent[s] != s) s = parent[s] = parent[parent[s]];
    return s;
  };
  bool apart = false;
  for (const StateTransition& t : transitions_) {
    const int a = states_[t.from].around, b = states_[t.to].around;
    if (a == b) {
      parent[std::max(find(t.from), find(t.to))] = std::min(find(t.from), find(t.to));
      continue;
    }
    auto place = [&](int around) {
      return around < 0 ? std::string("in no other state") : "in '" + nameOf(around) + "'";
    };
    report(diag::StatesApart, t.origin, nameOf(t.from), nameOf(t.to),
           "the first is " + place(a) + ", the second " + place(b));
    apart = true;
  }
  if (apart) return;
  std::vector<int> machineOf(states_.size(), -1);
  for (size_t s = 0; s < states_.size(); ++s) {
    int& number = machineOf[find(static_cast<int>(s))];
    if (number < 0) {
      number = static_cast<int>(machines_.size());
      machines_.emplace_back();
      machines_.back().around = states_[s].around;
    }
    states_[s].machine = number;
    machines_[number].states.push_back(static_cast<int>(s));
  }
  for (const StateTransition& t : transitions_)
    machines_[states_[t.from].machine].transitions.push_back(t);
  std::vector<std::vector<std::pair<int, Provenance>>> initial(machines_.size());
  for (const auto& one : initial_) initial[states_[one.first].machine].push_back(one);
  for (size_t m = 0; m < machines_.size(); ++m) {
    placeInitial(machines_[m], initial[m]);
    checkTransitions(machines_[m]);
  }
}

void StateMachines::placeInitial(StateMachine& machine,
                                 std::span<const std::pair<int, Provenance>> initial) {
  if (initial.empty()) {
    const std::string name(sema_.text(states_[machine.states[0]].instance->name));
    report(diag::NoInitialState, states_[machine.states[0]].origin, namesOf(machine), name);
    return;
  }
  if (initial.size() > 1) {
    report(diag::InitialStateTwice, initial[1].second, namesOf(machine), nameOf(initial[0].first),
           nameOf(initial[1].first))
        .note("the other one is here", initial[0].second.range);
    return;
  }
  const auto first = std::find(machine.states.begin(), machine.states.end(), initial[0].first);
  std::rotate(machine.states.begin(), first, first + 1);
  for (size_t i = 0; i < machine.states.size(); ++i)
    states_[machine.states[i]].number = static_cast<int>(i) + 1;
  warnUnreachable(machine);
}

void StateMachines::checkTransitions(StateMachine& machine) {
  std::stable_sort(
      machine.transitions.begin(), machine.transitions.end(),
      [](const StateTransition& a, const StateTransition& b) { return a.priority > b.priority; });
  std::unordered_map<int, std::pair<int64_t, const StateTransition*>> last;  // by state
  for (const StateTransition& t : machine.transitions) {
    const auto found = last.find(t.from);
    if (found != last.end() && found->second.first == t.priority) {
      report(diag::SamePriority, t.origin, nameOf(t.from), t.priority)
          .note("the other one is here", found->second.second->origin.range);
    }
    last[t.from] = {t.priority, &t};
  }
}

void StateMachines::warnUnreachable(const StateMachine& machine) {
  std::unordered_map<int, std::vector<int>> next;
  for (const StateTransition& t : machine.transitions) next[t.from].push_back(t.to);
  std::vector<int> open{machine.states[0]};
  std::unordered_map<int, bool> reached{{machine.states[0], true}};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    for (int to : next[at]) {
      if (reached.emplace(to, true).second) open.push_back(to);
    }
  }
  for (int s : machine.states) {
    if (!reached.contains(s))
      report(diag::UnreachableState, states_[s].origin, nameOf(machine.states[0]), nameOf(s));
  }
}

// ---- outer outputs

void StateMachines::findOutputs(Instance* instance) {
  const int state = stateOf(instance);
  if (state < 0) return;
  for (Instance* child : instance->children) {
    if (!child || !child->isComponent() || !child->resolved || child->removed || child->broken)
      continue;
    if (!child->isOuter || child->causality != Causality::Output) continue;
    Instance* around = child->isInner ? sema_.localTarget(child) : sema_.target(child);
    if (around == child) continue;
    addOutputs(state, around, child->isInner ? child : nullptr, sema_.path(child));
  }
}

void StateMachines::addOutputs(int state, Instance* variable, Instance* own,
                               const std::string& name) {
  // `inner outer` on the way stands for what is around it
  if (variable->isInner && variable->isOuter) {
    Instance* around = sema_.localTarget(variable);
    if (around != variable) return addOutputs(state, around, own, name);
  }
  if (sema_.isLeaf(variable)) {
    if (stateOf(variable->parent) == state) return;
    outputs_.push_back({state, variable, own, name});
    return;
  }
  if (variable->isArray) {
    size_t total = 1;
    for (Size d : variable->dims) total *= static_cast<size_t>(std::max(d, 0));
    for (size_t i = 0; i < total; ++i) {
      Instance* element = sema_.element(variable, i);
      const std::string path = sema_.path(element);
      addOutputs(state, element, own ? sema_.element(own, i) : nullptr,
                 name + path.substr(path.rfind('[')));
    }
    return;
  }
  for (uint32_t i = 0; i < variable->layout->elements.size(); ++i) {
    if (!variable->layout->elements[i].component) continue;
    Instance* member = sema_.child(variable, i);
    sema_.resolve(member);
    if (member->removed || member->variability <= Variability::Parameter) continue;
    addOutputs(state, member, own ? sema_.member(own, member->name) : nullptr,
               name + "." + std::string(sema_.text(member->name)));
  }
}

}  // namespace formola

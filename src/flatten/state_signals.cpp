// Signals between and in states of state machines: each connect equation belongs to its class.
//
// Elsewhere all that is connected, on all levels, is one set with one source. Here an equation
// holds while the state with the connect equation is active, and outputs of several states may be
// the sources of one signal (spec 17.3.6), so sets are made for each class on its own.
#include <algorithm>

#include "flatten/connections.h"
#include "flatten/paths.h"
#include "sema/sema.h"

namespace formola {

void Connections::connectSignals(std::vector<Equation>& equations, const StateMachines& states) {
  const std::vector<SignalSources::Connection>& all = sources_.connections();
  for (size_t first = 0; first < all.size();) {
    size_t last = first;
    while (last < all.size() && all[last].owner == all[first].owner) ++last;
    std::unordered_map<uint32_t, uint32_t> parent;
    auto find = [&](uint32_t n) {
      uint32_t top = parent.try_emplace(n, n).first->second;
      while (parent[top] != top) top = parent[top];
      while (parent[n] != top) n = std::exchange(parent[n], top);
      return top;
    };
    for (size_t i = first; i < last; ++i) {
      const uint32_t a = find(all[i].a.node), b = find(all[i].b.node);
      parent[std::max(a, b)] = std::min(a, b);
    }
    std::map<uint32_t, std::vector<const SignalSources::Connection*>> signals;
    for (size_t i = first; i < last; ++i) signals[find(all[i].a.node)].push_back(&all[i]);
    for (const auto& [node, signal] : signals) {
      if (signalSets_.contains(setOf_[Connections::find(node)]))
        connectSignal(signal, equations, states);
    }
    first = last;
  }
}

// The connections of one signal in one class.
void Connections::connectSignal(std::span<const SignalSources::Connection* const> signal,
                                std::vector<Equation>& equations, const StateMachines& states) {
  ExprPool& pool = sema_.pool();
  std::vector<uint32_t> sources, sinks;
  for (const SignalSources::Connection* c : signal) {
    for (const SignalSources::End& end : {c->a, c->b}) {
      std::vector<uint32_t>& to = end.isSource ? sources : sinks;
      if (std::find(to.begin(), to.end(), end.node) == to.end()) to.push_back(end.node);
    }
  }
  std::erase_if(sinks, [&](uint32_t n) {
    return std::find(sources.begin(), sources.end(), n) != sources.end();
  });
  if (sources.empty()) {
    sources.push_back(sinks[0]);
    sinks.erase(sinks.begin());
  }
  if (sinks.empty()) return;
  Equation equation;
  equation.fromConnect = true;
  equation.origin.range = signal[0]->range;
  equation.origin.instance =
      flatPath(const_cast<Instance*>(signal[0]->owner), sema_.names(), flatNames_);
  auto valueOf = [&](uint32_t n) { return elementExpr(nodes_[n].variable, nodes_[n].element); };
  // Several: of the state that is active, else the value before.
  ExprId value = valueOf(sources[0]);
  if (sources.size() > 1) {
    const ExprId sink = valueOf(sinks[0]);
    value = pool.builtin(Builtin::Previous, pool.type(sink), {sink});
    for (size_t i = sources.size(); i-- > 0;) {
      const int state = states.stateWithOutput(nodes_[sources[i]].variable);
      if (state < 0) return;  // reported
      const ExprId active = sema_.activeState(states.instanceOf(state));
      value = pool.ifThenElse(pool.type(value), active, valueOf(sources[i]), value);
    }
  }
  for (uint32_t n : sinks) {
    equation.left = valueOf(n);
    equation.right = value;
    equations.push_back(equation);
    if (sources.size() > 1 && n == sinks[0]) value = equation.left;
  }
}

}  // namespace formola

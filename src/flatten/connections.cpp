#include "flatten/connections.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>

#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "flatten/paths.h"
#include "sema/sema.h"

namespace formola {

// ---------------------------------------------------------------- union-find over variable
// elements

uint32_t Connections::node(Instance* variable, uint32_t element, bool outside) {
  constexpr uint32_t kNone = ~0u;
  if (variable->connectionSlot == kNone) {
    variable->connectionSlot = static_cast<uint32_t>(slots_.size());
    slots_.resize(slots_.size() + std::max<size_t>(elementCount(variable), 1), {kNone, kNone});
  }
  auto& both = slots_[variable->connectionSlot + element];
  uint32_t& slot = outside ? both.second : both.first;
  if (slot == kNone) {
    slot = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({variable, element, outside});
    parent_.push_back(slot);
    origins_.push_back({});
  }
  return slot;
}

uint32_t Connections::find(uint32_t n) {
  while (parent_[n] != n) {
    parent_[n] = parent_[parent_[n]];
    n = parent_[n];
  }
  return n;
}

void Connections::unite(uint32_t a, uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);
  parent_[b] = a;  // the earliest node stays the representative: deterministic
}

// ---------------------------------------------------------------- connect

Instance* Connections::owningConnector(Instance* variable) {
  Instance* top = variable;
  for (Instance* at = variable; at && at->isComponent(); at = at->parent) {
    if (at->layout && at->layout->classKind == ast::ClassKind::Connector) top = at;
  }
  return top;
}

// Spec 9.1: a connector of the class itself or of one of its components. What is reached through an
// outer component is elsewhere.
bool Connections::isTooDeep(Instance* connector, const Instance* owner) {
  const Instance* at = owningConnector(connector)->parent;
  for (int depth = 0; at; ++depth, at = at->parent)
    if (at == owner) return depth > 1;
  return false;
}

// In an expandable connector: what is connected there decides about input and output.
bool Connections::isBus(Instance* variable) {
  for (Instance* at = variable; at && at->isComponent() && at->layout; at = at->parent)
    if (at->layout->isExpandable) return true;
  return false;
}

void Connections::connect(const ast::ConnectEquation& equation, Context& context) {
  // Without one side there is no connection: the other one need not exist either.
  Sema::Selection left, right;
  {
    Diagnostics::Mute mute(sema_.diagnostics());
    left = sema_.select(equation.left, context);
    right = sema_.select(equation.right, context);
  }
  if (left.removed && left.instances.empty()) return;
  if (right.removed && right.instances.empty()) return;
  if (!left.ok) left = sema_.select(equation.left, context);
  if (!right.ok) right = sema_.select(equation.right, context);
  if (!left.ok || !right.ok) return;
  for (const auto* side : {&left, &right}) {
    const ast::Name& name = side == &left ? equation.left : equation.right;
    for (Instance* c : side->instances) {
      if (!sema_.isConnector(c)) {
        // a part of a connector (a variable or record inside one) may be connected, too
        Instance* top = owningConnector(c);
        if (top != c && top->layout->classKind == ast::ClassKind::Connector) continue;
        sema_.report(diag::ConnectNotConnector, name.range, context, sema_.path(c),
                     sema_.className(c->type));
        return;
      }
      if (isTooDeep(c, context.scope.instance)) {
        const bool isLeft = side == &left;
        sema_.report(diag::ConnectIncompatible, name.range, context, sema_.path(left.instances[0]),
                     sema_.path(right.instances[0]),
                     fmt::format("the {} one is inside a component of a component; give that a "
                                 "connector of its own",
                                 isLeft ? "first" : "second"));
        return;
      }
    }
  }
  if (left.dims != right.dims) {
    bool unknownLeft = left.instances.size() != right.instances.size();
    if (unknownLeft || left.dims.size() != right.dims.size()) {
      auto shape = [](const std::vector<Size>& dims) {
        if (dims.empty()) return std::string("a single connector");
        std::string text = "an array [";
        for (size_t i = 0; i < dims.size(); ++i) text += (i ? "," : "") + std::to_string(dims[i]);
        return text + "]";
      };
      sema_.report(diag::ConnectSizes, equation.range, context, shape(left.dims),
                   shape(right.dims));
      return;
    }
  }
  Origin origin{equation.range, context.scope.instance};
  // A connector declared in the class itself is "outside"; one of a component is "inside"
  // (spec 9.1.2). The same holds for an outer component, whereas an outer connector always counts
  // as outside, wherever its inner one is (spec 9.2).
  bool outsideLeft = sema_.isConnector(left.first);
  bool outsideRight = sema_.isConnector(right.first);
  for (size_t i = 0; i < left.instances.size(); ++i) {
    Instance* a = left.instances[i];
    Instance* b = right.instances[i];
    ++a->connectionCount;
    ++b->connectionCount;
    if (sema_.isLeaf(a) && sema_.isLeaf(b)) {
      auto linear = [](Instance* v, const std::vector<int64_t>& subscripts) {
        uint32_t at = 0;
        for (size_t d = 0; d < subscripts.size(); ++d) {
          at = at * static_cast<uint32_t>(v->dims[d]) + static_cast<uint32_t>(subscripts[d] - 1);
        }
        return at;
      };
      connectVariables(a, b, linear(a, left.subscripts[i]), linear(b, right.subscripts[i]),
                       outsideLeft, outsideRight, origin, context);
      continue;
    }
    connectComponents(a, b, outsideLeft, outsideRight, origin, context);
  }
}

// The variables of two overdetermined records that belong together.
void Connections::collectPairs(Instance* a, Instance* b, PendingConstraint& constraint) {
  sema_.resolve(a);
  sema_.resolve(b);
  if (sema_.isLeaf(a) && sema_.isLeaf(b)) {
    for (uint32_t i = 0; i < elementCount(a) && i < elementCount(b); ++i)
      constraint.pairs.push_back({node(a, i, false), node(b, i, false)});
    return;
  }
  for (uint32_t i = 0; i < a->layout->elements.size(); ++i) {
    if (!a->layout->elements[i].component) continue;
    Instance* m = sema_.child(a, i);
    Instance* n = sema_.member(b, m->name);
    if (n && n->isComponent()) collectPairs(m, n, constraint);
  }
}

void Connections::connectComponents(Instance* a, Instance* b, bool outsideA, bool outsideB,
                                    const Origin& origin, Context& context) {
  a = sema_.target(a);
  b = sema_.target(b);
  sema_.resolve(a);
  sema_.resolve(b);
  if (a->removed || b->removed) return;
  auto incompatible = [&](std::string_view why) {
    Diagnostic& d = sema_.report(diag::ConnectIncompatible, origin.range, context, sema_.path(a),
                                 sema_.path(b), why);
    if (a->type && b->type && a->type->node && b->type->node && a->type->node != b->type->node) {
      d.note("'" + sema_.path(a) + "' is a " + sema_.className(a->type) + ", '" + sema_.path(b) +
             "' a " + sema_.className(b->type) + "; only connectors of the same kind fit together");
    }
  };
  if (a->isArray || b->isArray) {
    if (a->dims != b->dims) return incompatible("their sizes differ");
    for (size_t i = 0; i < elementCount(a); ++i) {
      connectComponents(sema_.element(a, i), sema_.element(b, i), outsideA, outsideB, origin,
                        context);
    }
    return;
  }
  if (a->isFlow) {
    if (std::string op = missingFlowOperator(sema_, a); !op.empty()) {
      return incompatible("flows are added up, but '" + sema_.className(a->type) +
                          "' has no operator " + op);
    }
  }
  bool leafA = sema_.isLeaf(a), leafB = sema_.isLeaf(b);
  if (leafA != leafB)
    return incompatible("one has a value of its own, the other consists of several variables");
  if (leafA) {
    if (a->dims != b->dims) return incompatible("their sizes differ");
    if (equalityConstraintOf(sema_, a)) {
      graphNode(a);
      graphNode(b);
      PendingConstraint constraint{a, b, {}, origin};
      for (uint32_t i = 0; i < elementCount(a); ++i)
        constraint.pairs.push_back({node(a, i, false), node(b, i, false)});
      pending_.push_back(std::move(constraint));
      return;
    }
    for (uint32_t i = 0; i < elementCount(a); ++i)
      connectVariables(a, b, i, i, outsideA, outsideB, origin, context);
    return;
  }
  if (equalityConstraintOf(sema_, a) && equalityConstraintOf(sema_, b)) {
    // an overdetermined record: an edge of the virtual connection graph (spec 9.4)
    graphNode(a);
    graphNode(b);
    PendingConstraint constraint{a, b, {}, origin};
    collectPairs(a, b, constraint);
    pending_.push_back(std::move(constraint));
    return;
  }
  bool expandable = a->layout->isExpandable || b->layout->isExpandable;
  for (uint32_t i = 0; i < a->layout->elements.size(); ++i) {
    if (!a->layout->elements[i].component) continue;
    Instance* m = sema_.child(a, i);
    Instance* n = sema_.member(b, m->name);
    sema_.resolve(m);
    if (m->removed) continue;
    if (n && n->isComponent() && !expandable) {
      sema_.resolve(n);
      if (std::string why = rigidityMismatch(sema_, m, n); !why.empty()) return incompatible(why);
    }
    if (m->variability == Variability::Constant) continue;
    if (expandable && (isUnusedMember(m) || !n || isUnusedMember(n))) continue;
    if (!n || !n->isComponent()) {
      if (expandable) continue;
      return incompatible("'" + std::string(sema_.text(m->name)) + "' is in only one of them");
    }
    sema_.resolve(n);
    if (n->removed) continue;
    connectComponents(m, n, outsideA, outsideB, origin, context);
  }
  if (!expandable) {
    for (uint32_t i = 0; i < b->layout->elements.size(); ++i) {
      if (!b->layout->elements[i].component) continue;
      Instance* n = sema_.child(b, i);
      if (!sema_.member(a, n->name)) {
        sema_.resolve(n);
        if (n->removed || n->variability == Variability::Constant) continue;
        return incompatible("'" + std::string(sema_.text(n->name)) + "' is in only one of them");
      }
    }
  }
}

void Connections::connectVariables(Instance* a, Instance* b, uint32_t elementA, uint32_t elementB,
                                   bool outsideA, bool outsideB, const Origin& origin,
                                   Context& context) {
  auto incompatible = [&](std::string_view why) {
    sema_.report(diag::ConnectIncompatible, origin.range, context, sema_.path(a), sema_.path(b),
                 why);
  };
  if (a->layout->builtin != b->layout->builtin || a->layout->enumType != b->layout->enumType) {
    return incompatible("their types differ");
  }
  if (a->isFlow != b->isFlow) return incompatible("a flow variable meets a potential variable");
  if (a->isStream != b->isStream) return incompatible("only one of them is a stream variable");
  auto isCausal = [](Instance* v) { return v->causality != Causality::None; };
  if (isCausal(a) != isCausal(b) && !isBus(a) && !isBus(b))
    return incompatible("one is an input or output, the other is neither");
  // Two sources for one signal: outputs of components, or inputs of the surrounding class
  // (spec 9.1.1). A protected connector of the class is no interface: it may be used either way.
  auto isSource = [](Instance* v, bool outside) {
    if (outside) return v->causality == Causality::Input && !v->isProtected;
    return v->causality == Causality::Output;
  };
  auto endOf = [&](uint32_t n, Instance* v, bool outside) {
    const bool ofComponent = outside && origin.instance && origin.instance->parent &&
                             origin.instance->isComponent() && !v->isProtected;
    return SignalSources::End{n, v, isSource(v, outside),
                              ofComponent ? v->causality : Causality::None};
  };
  bool sided = a->isFlow || a->isStream;
  uint32_t na = node(a, elementA, sided && outsideA);
  uint32_t nb = node(b, elementB, sided && outsideB);
  for (uint32_t n : {na, nb}) {
    if (!origins_[n].instance) origins_[n] = origin;
  }
  if (isCausal(a) && isCausal(b)) {
    sources_.note(origin.instance, endOf(na, a, outsideA), endOf(nb, b, outsideB), origin.range);
  } else {
    uncausal_.push_back(na);
  }
  unite(na, nb);
}

// ---------------------------------------------------------------- the virtual connection graph

size_t Connections::graphNode(Instance* instance) {
  auto [it, added] = graphIndex_.emplace(instance, graphNodes_.size());
  if (added) graphNodes_.push_back(instance);
  return it->second;
}

void Connections::operation(const ast::CallExpr& call, Context& context) {
  std::string_view op = sema_.text(call.function.parts[1].name);
  std::vector<Instance*> nodes;
  size_t count = op == "branch" ? 2 : 1;
  for (size_t i = 0; i < count; ++i) {
    const auto* ref =
        i < call.arguments.size() ? call.arguments[i]->dynAs<ast::ReferenceExpr>() : nullptr;
    Sema::Selection selection;
    if (ref) selection = sema_.select(ref->name, context);
    if (selection.removed || (selection.ok && selection.instances.empty())) return;
    if (!selection.ok) {
      sema_.report(diag::ConnectionsArgument, call.range, context, op);
      return;
    }
    bool inConnector = false;
    for (Instance* at = selection.instances[0];
         at && at->isComponent() && at->parent && !inConnector; at = at->parent) {
      inConnector = sema_.isConnector(at);
    }
    if (!inConnector) {
      sema_.report(diag::ConnectionsArgument, call.range, context, op);
      return;
    }
    nodes.push_back(selection.instances[0]);
    graphNode(selection.instances[0]);
  }
  if (op == "branch") {
    branches_.emplace_back(nodes[0], nodes[1]);
  } else if (op == "root") {
    roots_.push_back(nodes[0]);
  } else if (op == "potentialRoot") {
    int64_t priority = 0;
    const ast::Expr* given = call.arguments.size() > 1 ? call.arguments[1] : nullptr;
    for (const ast::NamedArgument& n : call.named) {
      if (sema_.text(n.name) == "priority") given = n.value;
    }
    if (given) {
      auto value = sema_.evaluateInteger(sema_.type(given, context), given->range, context);
      if (value) priority = *value;
    }
    potentialRoots_.emplace_back(nodes[0], priority);
  }
}

void Connections::decideGraph() {
  if (graphDecided_) return;
  graphDecided_ = true;
  size_t n = graphNodes_.size();
  isRoot_.assign(n, false);
  tree_.assign(n, {});
  std::vector<size_t> up(n + 1);
  std::iota(up.begin(), up.end(), 0);
  auto top = [&](size_t x) {
    while (up[x] != x) x = up[x] = up[up[x]];
    return x;
  };
  auto join = [&](size_t a, size_t b) {
    a = top(a);
    b = top(b);
    if (a == b) return false;
    up[a] = b;
    return true;
  };
  // definite roots are joined to a virtual node; a second root in a tree then closes a loop
  for (auto& [a, b] : branches_) {
    size_t i = graphIndex_[a], j = graphIndex_[b];
    join(i, j);
    tree_[i].push_back(j);
    tree_[j].push_back(i);
  }
  for (Instance* r : roots_) {
    size_t i = graphIndex_[r];
    isRoot_[i] = true;
    join(i, n);
  }
  for (PendingConstraint& c : pending_) {
    size_t i = graphIndex_[c.a], j = graphIndex_[c.b];
    if (join(i, j)) {
      tree_[i].push_back(j);
      tree_[j].push_back(i);
      for (Pair p : c.pairs) {
        for (uint32_t node : {p.a, p.b}) {
          if (!origins_[node].instance) origins_[node] = c.origin;
        }
        unite(p.a, p.b);
      }
    } else {
      Edge edge{c.a, c.b, 0, 0, c.origin, true};
      brokenEdges_.push_back(edge);
    }
  }
  std::stable_sort(potentialRoots_.begin(), potentialRoots_.end(),
                   [](const auto& a, const auto& b) { return a.second < b.second; });
  for (auto& [r, priority] : potentialRoots_) {
    size_t i = graphIndex_[r];
    if (join(i, n)) isRoot_[i] = true;
  }
  // a tree without any root: its first node (the specification wants an error only if nobody asks
  // for it)
  for (size_t i = 0; i < n; ++i) {
    if (join(i, n)) isRoot_[i] = true;
  }
  distance_.assign(n, ~size_t{0});
  std::queue<size_t> queue;
  for (size_t i = 0; i < n; ++i) {
    if (isRoot_[i]) {
      distance_[i] = 0;
      queue.push(i);
    }
  }
  while (!queue.empty()) {
    size_t i = queue.front();
    queue.pop();
    for (size_t j : tree_[i]) {
      if (distance_[j] != ~size_t{0}) continue;
      distance_[j] = distance_[i] + 1;
      queue.push(j);
    }
  }
  tellInstances();
}

// What sema answers isRoot and rooted with. rooted(A.R): A is nearer to the root than B, for the
// first branch(A.R, B.R) of it (spec 9.4.1).
void Connections::tellInstances() {
  for (size_t i = 0; i < graphNodes_.size(); ++i) graphNodes_[i]->isGraphRoot = isRoot_[i];
  for (size_t k = branches_.size(); k-- > 0;) {
    auto& [a, b] = branches_[k];
    const size_t i = graphIndex_[a], j = graphIndex_[b];
    b->isRooted = distance_[j] < distance_[i];
    a->isRooted = distance_[i] < distance_[j];
  }
}

// ---------------------------------------------------------------- equations

ExprId Connections::elementExpr(Instance* variable, uint32_t element) {
  Context context;
  ExprId base = sema_.reference(variable, context, {});
  if (variable->dims.empty()) return base;
  std::vector<ExprId> subscripts(variable->dims.size());
  size_t rest = element;
  for (size_t d = variable->dims.size(); d-- > 0;) {
    subscripts[d] = sema_.pool().integer(
        static_cast<int64_t>(rest % static_cast<size_t>(variable->dims[d])) + 1);
    rest /= static_cast<size_t>(variable->dims[d]);
  }
  return sema_.index(base, subscripts);
}

std::span<const uint32_t> Connections::members(uint32_t node) {
  uint32_t set = setOf_[find(node)];
  return {setNodes_.data() + setStart_[set], setStart_[set + 1] - setStart_[set]};
}

void Connections::buildSets() {
  if (setsBuilt_) return;
  setsBuilt_ = true;
  // counting sort of the nodes by their representative
  setOf_.assign(nodes_.size(), ~0u);
  setStart_.assign(1, 0);
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    uint32_t& set = setOf_[find(n)];
    if (set == ~0u) {
      set = static_cast<uint32_t>(setStart_.size() - 1);
      setStart_.push_back(0);
    }
    ++setStart_[set + 1];
  }
  std::partial_sum(setStart_.begin(), setStart_.end(), setStart_.begin());
  setNodes_.resize(nodes_.size());
  std::vector<uint32_t> next(setStart_.begin(), setStart_.end() - 1);
  for (uint32_t n = 0; n < nodes_.size(); ++n) setNodes_[next[setOf_[find(n)]]++] = n;
}

Provenance Connections::originOf(std::span<const uint32_t> set) {
  Provenance p;
  for (uint32_t n : set) {
    if (!origins_[n].instance) continue;
    p.range = origins_[n].range;
    p.instance = flatPath(origins_[n].instance, sema_.names(), flatNames_);
    return p;
  }
  const Instance* owner = nodes_[set[0]].variable;
  p.range = owner->decl->nameRange;
  // an unconnected connector belongs to the model that contains its component
  Instance* top = owningConnector(nodes_[set[0]].variable);
  Instance* at = top->parent && top->parent->parent ? top->parent->parent : nullptr;
  p.instance = flatPath(at, sema_.names(), flatNames_);
  return p;
}

// Spec 9.2: inside flows minus outside flows add to zero.
Equation Connections::flowBalance(std::span<const uint32_t> set) {
  ExprPool& pool = sema_.pool();
  ExprId sum;
  for (uint32_t n : set) {
    ExprId term = elementExpr(nodes_[n].variable, nodes_[n].element);
    bool minus = nodes_[n].outside;
    if (!sum) {
      sum = minus ? pool.unary(ExprKind::Neg, pool.type(term), term) : term;
    } else {
      sum = pool.binary(minus ? ExprKind::Sub : ExprKind::Add, pool.type(term), sum, term);
    }
  }
  Equation equation;
  equation.fromConnect = true;
  equation.left = sum;
  equation.right = pool.base(sum) == BaseType::Integer ? pool.integer(0) : pool.real(0);
  equation.origin = originOf(set);
  return equation;
}

namespace {

// The mean of values, weighted by the flows that bring them (spec 15.2). Requires: there are some.
ExprId mean(ExprPool& pool, std::span<const std::pair<ExprId, ExprId>> terms) {
  if (terms.size() == 1) return terms[0].second;
  ExprId above, below;
  for (const auto& [f, value] : terms) {
    ExprId eps[2] = {f, pool.real(1e-10)};
    ExprId weight = pool.builtin(Builtin::MaxOf, pool.types.real(), eps);
    ExprId weighted = pool.binary(ExprKind::Mul, pool.types.real(), weight, value);
    above =
        above.valid() ? pool.binary(ExprKind::Add, pool.types.real(), above, weighted) : weighted;
    below = below.valid() ? pool.binary(ExprKind::Add, pool.types.real(), below, weight) : weight;
  }
  return pool.binary(ExprKind::Div, pool.types.real(), above, below);
}

}  // namespace

// What flows into an outside stream variable from the others of its set (spec 15.2); invalid where
// there are none.
ExprId Connections::mixture(std::span<const uint32_t> set, uint32_t into) {
  ExprPool& pool = sema_.pool();
  std::vector<std::pair<ExprId, ExprId>> terms;  // (flow into the mixing volume, value)
  for (uint32_t m : set) {
    if (m == into) continue;
    Instance* flow = flowOf(nodes_[m].variable);
    if (!flow) continue;
    ExprId f = elementExpr(flow, 0);
    if (nodes_[m].outside) {
      terms.emplace_back(f, inStream(nodes_[m].variable, nodes_[m].element));
    } else {
      terms.emplace_back(pool.unary(ExprKind::Neg, pool.type(f), f),
                         elementExpr(nodes_[m].variable, nodes_[m].element));
    }
  }
  if (terms.empty()) return {};
  return mean(pool, terms);
}

// All variables of the set are equal.
void Connections::equalities(std::span<const uint32_t> set, std::vector<Equation>& equations) {
  ExprPool& pool = sema_.pool();
  // a definite variable on the left: the first that isn't a parameter
  uint32_t reference = set[0];
  for (uint32_t n : set) {
    if (nodes_[n].variable->causality == Causality::Output ||
        nodes_[n].variable->variability <= Variability::Parameter) {
      reference = n;
      break;
    }
  }
  ExprId left = elementExpr(nodes_[reference].variable, nodes_[reference].element);
  for (uint32_t n : set) {
    if (n == reference) continue;
    if (nodes_[n].variable == nodes_[reference].variable &&
        nodes_[n].element == nodes_[reference].element)
      continue;
    ExprId right = elementExpr(nodes_[n].variable, nodes_[n].element);
    Equation e;
    e.fromConnect = true;
    e.origin = originOf(set);
    if (nodes_[n].variable->variability <= Variability::Parameter &&
        nodes_[reference].variable->variability <= Variability::Parameter) {
      e.kind = EquationKind::Assert;
      e.left = pool.binary(ExprKind::Equal, pool.types.boolean(), left, right);
      e.right = pool.string(fmt::format("the connected parameters {} and {} must be equal",
                                        sema_.path(nodes_[reference].variable),
                                        sema_.path(nodes_[n].variable)));
    } else {
      e.left = left;
      e.right = right;
    }
    equations.push_back(std::move(e));
  }
}

// An edge of the virtual connection graph that is not in its spanning tree: equalityConstraint is
// zero (spec 9.4).
void Connections::brokenEquation(const Edge& edge, std::vector<Equation>& equations) {
  ExprPool& pool = sema_.pool();
  Instance* f = equalityConstraintOf(sema_, edge.a);
  FunctionId id = f ? sema_.functionOf(f, edge.origin.range) : FunctionId();
  if (!id) return;
  Context context;
  context.scope = {edge.origin.instance, 0};
  ExprId a = sema_.reference(edge.a, context, edge.origin.range);
  ExprId b = sema_.reference(edge.b, context, edge.origin.range);
  if (pool.base(a) == BaseType::Error || pool.base(b) == BaseType::Error) return;
  const Function& function = sema_.function(id);
  if (function.inputCount != 2) return;
  a = sema_.convert(a, function.locals[0].type, edge.origin.range, context, "equalityConstraint");
  b = sema_.convert(b, function.locals[1].type, edge.origin.range, context, "equalityConstraint");
  ExprId call = sema_.makeCall(id, {a, b}, edge.origin.range, context);
  if (pool.base(call) == BaseType::Error) return;
  TypeId type = pool.type(call);
  if (pool.types.count(type) == 0) return;
  Equation e;
  e.fromConnect = true;
  e.origin.range = edge.origin.range;
  e.origin.instance = flatPath(edge.origin.instance, sema_.names(), flatNames_);
  std::vector<ExprId> sizes;
  for (Size d : std::vector<Size>(pool.types[type].dims.begin(), pool.types[type].dims.end())) {
    sizes.push_back(pool.integer(d));
  }
  ExprId zero = pool.real(0);
  if (!sizes.empty()) {
    sizes.insert(sizes.begin(), zero);
    zero = pool.builtin(Builtin::Fill, type, sizes);
  }
  e.left = zero;
  e.right = call;
  equations.push_back(std::move(e));
}

void Connections::generate(std::vector<Equation>& equations, const StateMachines& states) {
  decideGraph();
  // unconnected flows are their own sets
  for (Instance* flow : flows_) {
    for (uint32_t i = 0; i < elementCount(flow); ++i) {
      node(flow, i, false);
      // what others bring to a bus flows nowhere in a component that does not use it (spec 9.1.3)
      if (isBus(flow)) node(flow, i, true);
    }
  }
  buildSets();
  sources_.check(sema_, [&](const Instance* a, const Instance* b) {
    return states.areAlternatives(states.stateWithOutput(a), states.stateWithOutput(b));
  });
  // Signals in models with states hold where the connect equations stand, see connectSignals.
  if (states.any()) {
    for (const SignalSources::Connection& c : sources_.connections())
      signalSets_.insert(setOf_[find(c.a.node)]);
    for (uint32_t n : uncausal_) signalSets_.erase(setOf_[find(n)]);
    connectSignals(equations, states);
  }
  for (size_t s = 0; s + 1 < setStart_.size(); ++s) {
    std::span<const uint32_t> set(setNodes_.data() + setStart_[s], setStart_[s + 1] - setStart_[s]);
    Instance* first = nodes_[set[0]].variable;
    if (first->isFlow) {
      equations.push_back(flowBalance(set));
    } else if (first->isStream) {
      // each outside stream variable gets the mixture of the others
      for (uint32_t n : set) {
        if (!nodes_[n].outside) continue;
        Equation mix;
        mix.fromConnect = true;
        mix.left = elementExpr(nodes_[n].variable, nodes_[n].element);
        mix.origin = originOf(set);
        mix.right = mixture(set, n);
        if (mix.right.valid()) equations.push_back(std::move(mix));
      }
    } else if (set.size() >= 2 && !signalSets_.contains(static_cast<uint32_t>(s))) {
      equalities(set, equations);
    }
  }
  for (const Edge& edge : brokenEdges_) brokenEquation(edge, equations);
  for (const Absent& a : absent_) absentEquation(a.bus, a.member, a.subscript, equations);
}

// ---------------------------------------------------------------- streams

Instance* Connections::flowOf(Instance* streamVariable) {
  // the one flow variable of the same connector
  Instance* connector = streamVariable->parent;
  for (uint32_t i = 0; i < connector->layout->elements.size(); ++i) {
    if (!connector->layout->elements[i].component) continue;
    Instance* m = sema_.child(connector, i);
    sema_.resolve(m);
    if (m->isFlow && sema_.isLeaf(m)) return m;
  }
  return nullptr;
}

ExprId Connections::inStream(Instance* variable, size_t element) {
  ExprPool& pool = sema_.pool();
  ExprId own = elementExpr(variable, static_cast<uint32_t>(element));
  if (variable->connectionSlot == ~0u || !setsBuilt_) return own;
  uint32_t inside = slots_[variable->connectionSlot + element].first;
  if (inside == ~0u) return own;  // nothing connected from outside
  std::span<const uint32_t> set = members(inside);
  if (++streamDepth_ > 100) {
    --streamDepth_;
    return own;
  }
  std::vector<std::pair<ExprId, ExprId>> terms;
  for (uint32_t m : set) {
    if (m == inside) continue;
    Instance* flow = flowOf(nodes_[m].variable);
    if (!flow) continue;
    ExprId f = elementExpr(flow, 0);
    if (nodes_[m].outside) {
      terms.emplace_back(f, inStream(nodes_[m].variable, nodes_[m].element));
    } else {
      // a component that can only take in does not contribute (min attribute of its flow is zero)
      if (ExprId least = sema_.attribute(flow, sema_.symbol("min"))) {
        Context context;
        context.scope = flow->declScope;
        auto value = sema_.evaluateNow(least, {}, context, false);
        bool takesIn =
            value && (value->reals.empty() ? !value->integers.empty() && value->integers[0] >= 0
                                           : value->reals[0] >= 0);
        if (takesIn && set.size() > 2) continue;
      }
      terms.emplace_back(pool.unary(ExprKind::Neg, pool.type(f), f),
                         elementExpr(nodes_[m].variable, nodes_[m].element));
    }
  }
  --streamDepth_;
  if (terms.empty()) return own;
  return mean(pool, terms);
}

ExprId Connections::actualStream(Instance* variable, size_t element) {
  ExprPool& pool = sema_.pool();
  Instance* flow = flowOf(variable);
  ExprId own = elementExpr(variable, static_cast<uint32_t>(element));
  if (!flow) return own;
  ExprId in = inStream(variable, element);
  ExprId positive =
      pool.binary(ExprKind::Greater, pool.types.boolean(), elementExpr(flow, 0), pool.real(0));
  return pool.ifThenElse(pool.types.real(), positive, in, own);
}

}  // namespace formola

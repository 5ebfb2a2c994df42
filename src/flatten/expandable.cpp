// Expandable connectors: members that appear because something is connected to them.
// Specification 9.1.3.
#include <algorithm>
#include <set>

#include "diag/codes/equations.h"
#include "flatten/connections.h"
#include "flatten/connector_rules.h"
#include "flatten/paths.h"
#include "sema/sema.h"

namespace formola {

std::optional<Connections::Picked> Connections::pick(const Instance* at, const ast::NamePart& part,
                                                     Context& context) {
  Picked picked;
  if (part.subscripts.empty()) {
    picked.dims = at->dims;
    return picked;
  }
  size_t linear = 0;
  for (size_t d = 0; d < at->dims.size(); ++d) {
    if (d >= part.subscripts.size() || part.subscripts[d]->kind == ast::ExprKind::Colon) {
      picked.dims.push_back(at->dims[d]);
      continue;
    }
    Diagnostics::Mute mute(sema_.diagnostics());
    ExprId s = sema_.type(part.subscripts[d], context);
    auto value = sema_.evaluateNow(s, part.subscripts[d]->range, context, false);
    if (!value || value->integers.empty()) return std::nullopt;
    if (!sema_.pool().types.isScalar(value->type)) {
      picked.dims.push_back(static_cast<Size>(value->integers.size()));
      continue;
    }
    picked.subscript = value->integers[0];
    if (picked.subscript < 1 || picked.subscript > at->dims[d]) return std::nullopt;
    linear = linear * static_cast<size_t>(at->dims[d]) + static_cast<size_t>(picked.subscript - 1);
  }
  if (picked.dims.empty()) picked.element = linear;
  return picked;
}

Connections::ExpandableEnd Connections::expandableEnd(const ast::Name& name, Context& context) {
  ExpandableEnd end;
  Found found = sema_.lookupSimple(name.parts[0].name, context.scope);
  Instance* at = found.instance;
  if (!at || !at->isComponent()) return end;
  // Below an array of components: what the name means in each of its elements; `at` is the first.
  std::vector<Instance*> all;
  std::vector<Size> outer;
  for (size_t p = 0;; ++p) {
    at = sema_.target(at);
    sema_.resolve(at);
    if (at->removed || !at->layout) {
      end = {};
      end.removed = at->removed;
      return end;
    }
    const ast::NamePart& part = name.parts[p];
    const std::optional<Picked> picked = pick(at, part, context);
    if (!picked) return {};
    const std::vector<Size>& dims = picked->dims;
    if (!part.subscripts.empty() && at->isArray) {
      if (!picked->element && !all.empty()) return {};
      if (picked->element) {
        for (Instance*& each : all) {
          sema_.resolve(each);
          if (!std::ranges::equal(each->dims, at->dims)) return {};
          each = sema_.element(each, *picked->element);
        }
        at = sema_.element(at, *picked->element);
      }
    }
    if (p + 1 == name.parts.size()) {
      end.component = at;
      end.dims = outer;
      end.dims.insert(end.dims.end(), dims.begin(), dims.end());
      end.outerDims = outer.size();
      end.subscript = picked->subscript;
      Instance* owner = at->parent;
      if (at->layout->isExpandable && !at->isArray && all.empty()) {
        end.connector = at;
      } else if (owner && owner->isComponent() && owner->layout && owner->layout->isExpandable) {
        end.connector = owner;
        end.member = at->name;
        for (Instance* each : all) end.connectors.push_back(each->parent);
      }
      return end;
    }
    if (at->isArray) {
      // every element, and all of them with the same member
      if (!std::ranges::equal(dims, at->dims)) return {};
      std::vector<Instance*> elements;
      if (all.empty()) all.push_back(at);
      for (Instance* array : all) {
        sema_.resolve(array);
        if (!std::ranges::equal(array->dims, dims)) return {};
        for (size_t k = 0; k < elementCount(array); ++k)
          elements.push_back(sema_.element(array, k));
      }
      if (elements.empty()) return {};
      outer.insert(outer.end(), dims.begin(), dims.end());
      all = std::move(elements);
      at = all[0];
      sema_.resolve(at);
    }
    Instance* next = sema_.member(at, name.parts[p + 1].name);
    if (!next) {
      if (!at->layout->isExpandable || p + 2 != name.parts.size()) return {};
      end.connector = at;
      end.connectors = all;
      end.outerDims = outer.size();
      end.member = name.parts[p + 1].name;
      const auto& subscripts = name.parts[p + 1].subscripts;
      if (subscripts.size() == 1) {
        Diagnostics::Mute mute(sema_.diagnostics());
        ExprId s = sema_.type(subscripts[0], context);
        auto value = sema_.evaluateNow(s, subscripts[0]->range, context, false);
        if (value && value->integers.size() == 1) end.subscript = value->integers[0];
      }
      return end;
    }
    if (!next->isComponent()) return {};
    for (Instance*& each : all) {
      sema_.resolve(each);
      each = sema_.member(each, next->name);
      if (!each || !each->isComponent()) return {};
    }
    at = next;
  }
}

Instance* Connections::expandableTop(Instance* connector) {
  auto [it, added] = expandableParent_.emplace(connector, connector);
  if (added) expandables_.push_back(connector);
  while (expandableParent_[connector] != connector) connector = expandableParent_[connector];
  return connector;
}

void Connections::uniteExpandable(Instance* a, Instance* b) {
  Instance* x = expandableTop(a);
  Instance* y = expandableTop(b);
  if (x == y) return;
  expandableParent_[y] = x;
  // buses inside the buses belong together, too
  for (uint32_t i = 0; i < a->layout->elements.size(); ++i) {
    if (!a->layout->elements[i].component) continue;
    Instance* m = sema_.child(a, i);
    sema_.resolve(m);
    if (!m->layout->isExpandable) continue;
    Instance* n = sema_.member(b, m->name);
    if (!n || !n->isComponent()) continue;
    sema_.resolve(n);
    if (!n->layout->isExpandable || m->dims != n->dims) continue;
    if (!m->isArray) {
      uniteExpandable(m, n);
      continue;
    }
    size_t total = 1;
    for (Size d : m->dims) total *= static_cast<size_t>(d);
    for (size_t k = 0; k < total; ++k) uniteExpandable(sema_.element(m, k), sema_.element(n, k));
  }
}

// A bus that is itself a member of a bus is in use there.
void Connections::useInOwners(Instance* bus) {
  for (Instance* at = bus; at->parent && at->parent->isComponent(); at = at->parent) {
    Instance* owner = at->parent;
    if (!owner->layout->isExpandable) return;
    expandableTop(owner);
    // an element of an array of buses stands for the whole array
    Instance* whole = at->isElement ? sema_.member(owner, at->name) : at;
    uses_.push_back({owner, at->name, whole, whole->dims, 0});
  }
}

void Connections::noteExpandable(const ast::ConnectEquation& equation, Context& context) {
  // arrays of buses, or buses of component arrays: pair by pair
  {
    Diagnostics::Mute mute(sema_.diagnostics());
    Sema::Selection left = sema_.select(equation.left, context);
    Sema::Selection right = left.ok ? sema_.select(equation.right, context) : Sema::Selection{};
    if (left.ok && right.ok && left.instances.size() > 1 &&
        left.instances.size() == right.instances.size()) {
      for (size_t i = 0; i < left.instances.size(); ++i) {
        Instance* pair[2] = {left.instances[i], right.instances[i]};
        bool buses = pair[0]->layout->isExpandable && pair[1]->layout->isExpandable;
        if (buses) uniteExpandable(pair[0], pair[1]);
        for (Instance* end : pair) {
          Instance* owner = end->parent;
          if (!owner || !owner->isComponent() || !owner->layout->isExpandable) continue;
          expandableTop(owner);
          uses_.push_back({owner, end->name, end, end->dims, 0});
        }
      }
      return;
    }
  }
  ExpandableEnd a = expandableEnd(equation.left, context);
  ExpandableEnd b = expandableEnd(equation.right, context);
  if ((!a.connector && !b.connector) || a.removed || b.removed) return;
  bool busA = a.connector && !a.member.valid();
  bool busB = b.connector && !b.member.valid();
  if (busA && busB) {
    uniteExpandable(a.connector, b.connector);
    useInOwners(a.connector);
    useInOwners(b.connector);
    return;
  }
  auto use = [&](const ExpandableEnd& end, const ExpandableEnd& other, const ast::Name& name) {
    if (!end.connector || !end.member.valid()) return;
    const bool open = end.component && sema_.isSizeToCome(end.component);
    const bool own = end.component && !open;
    std::vector<Size> dims = own ? end.component->dims : other.dims;
    // the first dimensions are those of an array of buses
    if (!own)
      dims.erase(dims.begin(),
                 dims.begin() + static_cast<ptrdiff_t>(std::min(end.outerDims, dims.size())));
    const bool isSink = other.component && !other.connector && isSignalSink(name, other, context);
    const auto useIn = [&](Instance* bus) {
      expandableTop(bus);
      useInOwners(bus);
      uses_.push_back({bus, end.member, end.component ? end.component : other.component, dims,
                       own ? 0 : end.subscript, isSink ? &equation : nullptr});
    };
    if (end.connectors.empty()) useIn(end.connector);
    for (Instance* bus : end.connectors) useIn(bus);
  };
  use(a, b, equation.right);
  use(b, a, equation.left);
}

// What a bus is connected to takes a signal from it: an input of a component, or an output of the
// class itself.
bool Connections::isSignalSink(const ast::Name& name, const ExpandableEnd& end,
                               const Context& context) {
  const Causality causality = end.component->causality;
  Instance* first = sema_.lookupSimple(name.parts[0].name, context.scope).instance;
  const bool outside = first && sema_.isConnector(first);
  return causality == (outside ? Causality::Output : Causality::Input);
}

void Connections::checkBusSources() {
  std::map<std::pair<Instance*, Symbol>, Sinks> signals;
  std::vector<std::pair<Instance*, Symbol>> order;
  for (const Use& use : uses_) {
    const std::pair<Instance*, Symbol> key(expandableTop(use.connector), use.member);
    const auto [at, isNew] = signals.emplace(key, Sinks());
    if (isNew) order.push_back(key);
    if (!use.sink) at->second.only = false;
    if (!at->second.sink) at->second.sink = use.sink;
  }
  std::unordered_map<Instance*, std::vector<Instance*>> buses;
  std::unordered_set<Instance*> open;  // connected with a bus of the model itself
  for (Instance* bus : std::vector<Instance*>(expandables_)) {
    Instance* top = expandableTop(bus);
    buses[top].push_back(bus);
    if (!bus->parent || !bus->parent->isComponent()) open.insert(top);
  }
  for (const auto& key : order) {
    const Sinks& signal = signals[key];
    if (!signal.only || open.contains(key.first)) continue;
    const std::vector<Instance*>& set = buses[key.first];
    // a declared member may have its value by an equation
    const bool added = std::all_of(set.begin(), set.end(), [&](Instance* bus) {
      return addedMembers_[bus].contains(key.second);
    });
    if (added)
      sema_.diagnostics().report(diag::BusWithoutSource, signal.sink->range,
                                 sema_.names().text(key.second), sema_.path(key.first));
  }
}

bool Connections::expand() {
  if (expandables_.empty()) return false;
  // every connector of a set has every member that is used in one of them
  struct Member {
    Instance* like = nullptr;
    std::vector<Size> dims;
    int64_t highest = 0;
    bool whole = false;  // dims are those of the member itself, not of an element
    std::set<int64_t> subscripts;
  };
  std::vector<std::pair<Instance*, std::vector<std::pair<Symbol, Member>>>> sets;
  std::unordered_map<Instance*, size_t> setIndex;
  for (const Use& use : uses_) {
    Instance* top = expandableTop(use.connector);
    auto [it, added] = setIndex.emplace(top, sets.size());
    if (added) sets.push_back({top, {}});
    auto& members = sets[it->second].second;
    auto found = std::find_if(members.begin(), members.end(),
                              [&](const auto& m) { return m.first == use.member; });
    if (found == members.end()) {
      members.push_back({use.member, {}});
      found = members.end() - 1;
    }
    // connected as a whole somewhere: that says its size; else the highest subscript does
    found->second.highest = std::max(found->second.highest, use.subscript);
    found->second.subscripts.insert(use.subscript);
    if (use.like && (!found->second.like || (use.subscript == 0 && !found->second.whole))) {
      found->second.like = use.like;
      found->second.dims = use.dims;
      found->second.whole = use.subscript == 0;
    }
  }
  bool added = false;
  std::set<std::pair<Instance*, Symbol>> sized;  // by the highest subscript, in this round
  std::vector<Instance*> all = expandables_;
  for (Instance* connector : all) {
    connector->active = std::make_unique<std::vector<Symbol>>();
    auto found = setIndex.find(expandableTop(connector));
    if (found == setIndex.end()) continue;
    for (auto& [name, member] : sets[found->second].second) {
      connector->active->push_back(name);
      if (!member.like || !member.like->type) continue;  // no type: reported
      std::vector<Size> dims = member.dims;
      if (member.highest > 0 && !member.whole)
        dims.insert(dims.begin(), static_cast<Size>(member.highest));
      if (Instance* declared = sema_.member(connector, name)) {
        if (declared->isComponent() && sema_.isSizeToCome(declared))
          added |= sema_.takeSize(declared, dims);
        continue;
      }
      sema_.addMember(connector, name, member.like, dims);
      addedMembers_[connector].insert(name);
      // once for all buses that are connected
      if (!member.whole && sized.emplace(expandableTop(connector), name).second)
        for (int64_t k = 1; k < member.highest; ++k)
          if (!member.subscripts.contains(k)) absent_.push_back({connector, name, k});
      added = true;
    }
  }
  return added;
}

// What only its neighbours in an array brought into being has the default value (spec 9.1.3).
void Connections::absentEquation(Instance* bus, Symbol name, int64_t subscript,
                                 std::vector<Equation>& equations) {
  Instance* member = sema_.member(bus, name);
  if (!addedMembers_[bus].contains(name) || !member || !sema_.isLeaf(member) ||
      member->dims.size() != 1)
    return;
  Equation e;
  e.fromConnect = true;
  e.origin.instance = flatPath(bus, sema_.names(), flatNames_);
  e.origin.range = member->decl->nameRange;
  e.left = elementExpr(member, static_cast<uint32_t>(subscript - 1));
  ExprPool& pool = sema_.pool();
  switch (pool.base(e.left)) {
    case BaseType::Real:
      e.right = pool.real(0);
      break;
    case BaseType::Integer:
      e.right = pool.integer(0);
      break;
    case BaseType::Boolean:
      e.right = pool.boolean(false);
      break;
    case BaseType::String:
      e.right = pool.string("");
      break;
    default:
      return;
  }
  equations.push_back(std::move(e));
}

bool Connections::isUnusedMember(Instance* member) const {
  const Instance* owner = member->parent;
  if (!owner || !owner->isComponent() || !owner->layout || !owner->layout->isExpandable)
    return false;
  if (member->variability <= Variability::Parameter) return false;
  if (!owner->active) return true;
  return std::find(owner->active->begin(), owner->active->end(), member->name) ==
         owner->active->end();
}

}  // namespace formola

// Expandable connectors: members that appear because something is connected to them.
// Specification 9.1.3.
#include <algorithm>

#include "flatten/connections.h"
#include "flatten/connector_rules.h"
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
  auto use = [&](const ExpandableEnd& end, const ExpandableEnd& other) {
    if (!end.connector || !end.member.valid()) return;
    const bool open = end.component && sema_.isSizeToCome(end.component);
    const bool own = end.component && !open;
    std::vector<Size> dims = own ? end.component->dims : other.dims;
    // the first dimensions are those of an array of buses
    if (!own)
      dims.erase(dims.begin(),
                 dims.begin() + static_cast<ptrdiff_t>(std::min(end.outerDims, dims.size())));
    const auto useIn = [&](Instance* bus) {
      expandableTop(bus);
      useInOwners(bus);
      uses_.push_back({bus, end.member, end.component ? end.component : other.component, dims,
                       own ? 0 : end.subscript});
    };
    if (end.connectors.empty()) useIn(end.connector);
    for (Instance* bus : end.connectors) useIn(bus);
  };
  use(a, b);
  use(b, a);
}

bool Connections::expand() {
  if (expandables_.empty()) return false;
  // every connector of a set has every member that is used in one of them
  struct Member {
    Instance* like = nullptr;
    std::vector<Size> dims;
    int64_t highest = 0;
    bool whole = false;  // dims are those of the member itself, not of an element
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
    if (use.like && (!found->second.like || (use.subscript == 0 && !found->second.whole))) {
      found->second.like = use.like;
      found->second.dims = use.dims;
      found->second.whole = use.subscript == 0;
    }
  }
  bool added = false;
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
      added = true;
    }
  }
  return added;
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

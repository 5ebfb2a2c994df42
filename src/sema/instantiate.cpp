// Instantiation: classes as scopes, layouts (flattened inheritance), components with their
// modifiers. Specification chapters 4, 5 and 7.
#include <algorithm>

#include "sema/sema.h"

namespace formola {

namespace {

constexpr int kMaxInstantiationDepth = 300;

formola::Variability toVariability(ast::Variability v) {
  switch (v) {
    case ast::Variability::Constant:
      return Variability::Constant;
    case ast::Variability::Parameter:
      return Variability::Parameter;
    case ast::Variability::Discrete:
      return Variability::Discrete;
    default:
      return Variability::Continuous;
  }
}

formola::Causality toCausality(ast::Causality c) {
  switch (c) {
    case ast::Causality::Input:
      return Causality::Input;
    case ast::Causality::Output:
      return Causality::Output;
    default:
      return Causality::None;
  }
}

}  // namespace

Sema::Sema(SourceManager& sources, Library& library, std::shared_ptr<ExprPool> pool,
           Diagnostics& diagnostics)
    : sources_(sources),
      library_(library),
      pool_(std::move(pool)),
      diagnostics_(diagnostics),
      names_(pool_->names) {
  root_ = newInstance();
  root_->node = &library_.root();
  addPredefined();
}

void Sema::addPredefined() {
  auto add = [&](std::string_view name, BaseType base) {
    Instance* instance = newInstance();
    instance->name = names_.intern(name);
    instance->parent = root_;
    Layout& layout = layouts_.emplace_back();
    layout.builtin = base;
    layout.classKind = ast::ClassKind::Type;
    layout.parts.emplace_back();
    layout.parts[0].end = 1;
    layout.parts[0].lexical = {root_, 0};
    instance->layout = &layout;
    predefined_[instance->name] = instance;
    return instance;
  };
  add("Real", BaseType::Real);
  add("Integer", BaseType::Integer);
  add("Boolean", BaseType::Boolean);
  add("String", BaseType::String);
  add("Clock", BaseType::Clock);
  Instance* external = add("ExternalObject", BaseType::ExternalObject);
  external->layout->isExternalObject = true;
  external->layout->isPartial = true;
  auto addEnum = [&](std::string_view name, std::initializer_list<std::string_view> literals) {
    Instance* instance = add(name, BaseType::Enumeration);
    EnumInfo info;
    info.name = instance->name;
    for (std::string_view l : literals) info.literals.push_back(names_.intern(l));
    EnumId id = pool_->types.addEnum(std::move(info));
    instance->layout->enumType = pool_->types.scalar(BaseType::Enumeration, id.index());
  };
  addEnum("StateSelect", {"never", "avoid", "default", "prefer", "always"});
  addEnum("AssertionLevel", {"error", "warning"});
}

// ---------------------------------------------------------------- classes

Instance* Sema::makeClass(ClassNode* node, Scope lexical, std::vector<ModLayer> layers) {
  Instance* instance = newInstance();
  instance->kind = InstanceKind::Class;
  instance->name = node->name;
  instance->parent = lexical.instance;
  instance->parentPart = lexical.part;
  instance->node = node;
  instance->layers = layers;
  return instance;
}

// "package Medium = Water" without any modification is Water itself: sharing it keeps layouts and
// constants shared.
Instance* Sema::resolveShortAlias(Instance* classInstance) {
  const ast::ClassDef* def = classInstance->node->def;
  if (!def || def->form != ast::ClassForm::Short || def->modification || !def->dimensions.empty() ||
      def->baseCausality != ast::Causality::None ||
      def->baseConnector != ast::ConnectorPrefix::None || !classInstance->layers.empty() ||
      constraints_.count(classInstance) || def->partial || def->expandable) {
    return classInstance;
  }
  if (classInstance->layoutInProgress || classDepth_ > 100) return classInstance;
  classInstance->layoutInProgress = true;
  ++classDepth_;
  Instance* base =
      lookupClass(def->base, {classInstance->parent, classInstance->parentPart}, false);
  --classDepth_;
  classInstance->layoutInProgress = false;
  return base && base != classInstance ? base : classInstance;
}

// Modifiers of a constraining clause apply to the class and to every redeclaration, after their own
// (spec 7.3.2).
void Sema::addConstraint(Instance* instance, const ast::Modification* modification, Scope scope) {
  if (!modification || modification->arguments.empty()) return;
  ModLayer layer;
  layer.modification = modification;
  layer.scope = scope;
  if (instance->node->def->form == ast::ClassForm::Short) {
    constraints_[instance].push_back(layer);
  } else {
    instance->layers.push_back(layer);
  }
}

Instance* Sema::classChild(Instance* owner, Symbol name, const LayoutElement* element) {
  if (Instance* known = owner->ownClass(name)) return known;
  ClassNode* node = nullptr;
  Scope lexical{owner, 0};
  std::vector<ModLayer> layers;
  if (element) {
    node = element->classNode;
    lexical.part = element->scopePart;
    layers = layersFor(owner, *element);
  } else {
    node = library_.nested(*owner->node, name);
    derive(owner->layers, name, layers);
  }
  if (!node) return nullptr;
  // an outer class or function is the inner one of a surrounding instance (spec 5.4)
  if (node->def->prefixes.outer && !node->def->prefixes.inner) {
    for (Instance* at = owner->parent; at && at->isComponent(); at = at->parent) {
      auto found = at->layout->index.find(name);
      if (found == at->layout->index.end()) continue;
      const LayoutElement& candidate = at->layout->elements[found->second];
      if (!candidate.classNode || !candidate.classNode->def->prefixes.inner) continue;
      Instance* inner = classChild(at, name, &at->layout->elements[found->second]);
      owner->setOwnClass(name, inner);
      return inner;
    }
  }

  auto redeclare = std::find_if(layers.begin(), layers.end(), [](const ModLayer& l) {
    return l.isRedeclare() && l.argument->kind == ast::ArgumentKind::RedeclareClass;
  });
  Instance* instance = nullptr;
  if (redeclare != layers.end()) {
    ModLayer layer = *redeclare;
    std::vector<ModLayer> rest(layers.begin(), redeclare);
    // Modifiers of the constraining clause, or of the original definition, still apply
    // (spec 7.3.2).
    const ast::ClassDef* original = node->def;
    const ast::Modification* constraint =
        original->prefixes.constrainedBy
            ? original->prefixes.constrainedBy->modification
            : (original->form == ast::ClassForm::Short ? original->modification : nullptr);
    for (auto it = redeclare + 1; it != layers.end(); ++it) {
      if (!it->isRedeclare()) rest.push_back(*it);
    }
    ClassNode* enclosing = layer.scope.instance->node;
    if (layer.scope.instance->layout &&
        layer.scope.part < layer.scope.instance->layout->parts.size()) {
      enclosing = layer.scope.instance->layout->parts[layer.scope.part].node;
    }
    if (!enclosing) enclosing = &library_.root();
    ClassNode* replacement = library_.adopt(layer.argument->classDef, enclosing);
    instance = makeClass(replacement, layer.scope, std::move(rest));
    instance->fromRedeclare = true;
    addConstraint(instance, constraint, lexical);
  } else {
    layers.erase(std::remove_if(layers.begin(), layers.end(),
                                [](const ModLayer& l) { return l.isRedeclare(); }),
                 layers.end());
    instance = makeClass(node, lexical, std::move(layers));
    if (node->def->prefixes.constrainedBy) {
      addConstraint(instance, node->def->prefixes.constrainedBy->modification, lexical);
    }
  }
  // "redeclare model extends X" keeps the element it extends
  instance->elementIndex =
      element ? static_cast<uint32_t>(element - owner->layout->elements.data()) : 0;
  owner->setOwnClass(name, instance);
  Instance* resolved = resolveShortAlias(instance);
  if (resolved != instance) owner->setOwnClass(name, resolved);
  return resolved;
}

Layout* Sema::layout(Instance* instance) {
  if (instance->layout) return instance->layout;
  if (instance->isComponent()) {
    resolve(instance);
    return instance->layout ? instance->layout : &emptyLayout_;
  }
  if (!instance->node || instance == root_) return &emptyLayout_;
  if (instance->layoutInProgress) {
    diagnostics_.report(DiagCode::CyclicExtends, instance->node->def->nameRange,
                        className(instance));
    return &emptyLayout_;
  }
  instance->layoutInProgress = true;
  Layout& layout = layouts_.emplace_back();
  ++classDepth_;
  if (classDepth_ > kMaxInstantiationDepth) {
    diagnostics_.report(DiagCode::CyclicExtends, instance->node->def->nameRange,
                        className(instance));
  } else {
    buildLayout(instance, layout);
  }
  --classDepth_;
  instance->layoutInProgress = false;
  instance->layout = &layout;
  if (instance->children.size() < layout.elements.size())
    instance->children.resize(layout.elements.size());
  return &layout;
}

void Sema::buildLayout(Instance* instance, Layout& layout) {
  const ast::ClassDef* def = instance->node->def;
  Part part;
  part.node = instance->node;
  part.lexical = {instance->parent, instance->parentPart};
  layout.parts.push_back(part);
  layout.parts[0].end = 1;
  layout.classKind = def->classKind;
  layout.isExpandable = def->expandable;
  layout.isPartial = def->partial;

  Scope lexical = part.lexical;
  auto finish = [&] {
    layout.parts[0].end = static_cast<uint32_t>(layout.parts.size());
    if (layout.classKind == ast::ClassKind::Class && layout.builtin != BaseType::None) {
      layout.classKind = ast::ClassKind::Type;
    }
  };

  if (def->form == ast::ClassForm::Enumeration) {
    EnumInfo info;
    info.name = names_.intern(className(instance));
    for (const ast::EnumLiteral& literal : def->literals) info.literals.push_back(literal.name);
    EnumId id = pool_->types.addEnum(std::move(info));
    layout.builtin = BaseType::Enumeration;
    layout.enumType = pool_->types.scalar(BaseType::Enumeration, id.index());
    return finish();
  }
  if (def->form == ast::ClassForm::Derivative) {
    // function f = der(g, x): its interface is derived when it is called; only the base is kept
    // here
    if (Instance* base = lookupClass(def->base, lexical))
      addBase(instance, layout, 0, base, nullptr, false, def->range);
    return finish();
  }
  if (def->form == ast::ClassForm::Short) {
    Instance* base = lookupClass(def->base, lexical);
    if (base) addBase(instance, layout, 0, base, def->modification, false, def->range);
    // type Grid = Vector[3]: the new dimensions come before those of Vector (spec 10.1)
    std::vector<LayoutDimension> dimensions;
    for (const ast::Expr* size : def->dimensions) dimensions.push_back({size, 0});
    layout.dimensions.insert(layout.dimensions.begin(), dimensions.begin(), dimensions.end());
    // modifiers of the constraining clause come after those of the definition itself
    if (auto found = constraints_.find(instance);
        found != constraints_.end() && layout.parts.size() > 1) {
      auto& inner = layout.parts[1].classLayers;
      inner.insert(inner.end(), found->second.begin(), found->second.end());
    }
    if (def->baseCausality != ast::Causality::None) layout.causality = def->baseCausality;
    if (def->baseConnector != ast::ConnectorPrefix::None) layout.connector = def->baseConnector;
    if (def->classKind == ast::ClassKind::Class && base && base->layout)
      layout.classKind = base->layout->classKind;
    // "type T = SomeRecord" and "model M = SomeBlock" keep the specialised class of their base
    if (base && base->layout && layout.builtin == BaseType::None &&
        (def->classKind == ast::ClassKind::Type ||
         (def->classKind == ast::ClassKind::Record &&
          base->layout->classKind == ast::ClassKind::OperatorRecord))) {
      layout.classKind = base->layout->classKind;
    }
    if (base && base->layout) {
      layout.isPartial = def->partial || base->layout->isPartial;
      layout.isExpandable |= base->layout->isExpandable;
    }
    return finish();
  }

  if (def->form == ast::ClassForm::Extends) {
    // redeclare class extends X(...): the class of that name in the bases of the enclosing class
    Instance* owner = instance->parent;
    Instance* base = nullptr;
    if (owner && owner->layout && instance->elementIndex < owner->layout->elements.size()) {
      const LayoutElement& element = owner->layout->elements[instance->elementIndex];
      if (element.classNode == instance->node && element.replaced >= 0) {
        const LayoutElement& original = owner->layout->replaced[element.replaced];
        std::vector<ModLayer> none;
        base = makeClass(original.classNode, {owner, original.scopePart}, none);
        base->elementIndex = static_cast<uint32_t>(element.replaced);
        base->fromRedeclare = false;
        // an original that itself is "class extends" looks further down
        if (original.replaced >= 0 && original.classNode->def->form == ast::ClassForm::Extends) {
          base = nullptr;
          // chain of class extends: instantiate the original through a pseudo element
          LayoutElement copy = original;
          uint32_t at = static_cast<uint32_t>(owner->layout->elements.size());
          owner->layout->elements.push_back(copy);
          owner->children.resize(owner->layout->elements.size());
          base = makeClass(original.classNode, {owner, original.scopePart}, none);
          base->elementIndex = at;
        } else {
          base = resolveShortAlias(base);
        }
      }
    }
    if (!base) {
      diagnostics_.report(DiagCode::ClassExtendsNotFound, def->nameRange, names_.text(def->name));
    } else {
      addBase(instance, layout, 0, base, def->modification, false, def->range);
    }
  }

  auto addOwn = [&](LayoutElement element) {
    auto found = layout.index.find(element.name);
    if (found == layout.index.end()) {
      layout.index[element.name] = static_cast<uint32_t>(layout.elements.size());
      layout.elements.push_back(element);
      return;
    }
    // The same name in a base: a redeclaration, or the same element again.
    LayoutElement& old = layout.elements[found->second];
    bool redeclare = element.component
                         ? element.component->prefixes.redeclare
                         : element.classNode->def->prefixes.redeclare ||
                               element.classNode->def->form == ast::ClassForm::Extends;
    if (redeclare) {
      layout.replaced.push_back(old);
      element.replaced = static_cast<int32_t>(layout.replaced.size()) - 1;
      element.part = old.part;
      element.isProtected = old.isProtected;
      layout.alsoVisible.emplace_back(found->second, 0);
      old = element;
    } else {
      layout.alsoVisible.emplace_back(found->second, 0);
      if (element.classNode && old.classNode) {
        // A class written again in the derived class hides the inherited one of the same name.
        element.part = old.part;
        old = element;
      }
    }
  };

  for (const ast::Element* element : def->elements) {
    switch (element->kind) {
      case ast::ElementKind::Import:
        break;
      case ast::ElementKind::Extends: {
        const auto& extends = element->as<ast::Extends>();
        Instance* base = nullptr;
        // A base is looked up among the class's own (not inherited) names first, then around it
        // (spec 5.6.1).
        base = lookupClass(extends.base, {instance, 0});
        if (base)
          addBase(instance, layout, 0, base, extends.modification, extends.isProtected,
                  extends.base.range);
        break;
      }
      case ast::ElementKind::Component: {
        const auto& component = element->as<ast::ComponentDecl>();
        LayoutElement e;
        e.name = component.name;
        e.component = &component;
        e.isProtected = component.prefixes.isProtected;
        addOwn(e);
        break;
      }
      case ast::ElementKind::Class: {
        const auto& nestedDef = element->as<ast::ClassDef>();
        auto member = instance->node->members.find(nestedDef.name);
        if (member == instance->node->members.end() || !member->second.classNode) break;
        LayoutElement e;
        e.name = nestedDef.name;
        e.classNode = member->second.classNode;
        e.isProtected = nestedDef.prefixes.isProtected;
        addOwn(e);
        break;
      }
    }
  }
  finish();
}

void Sema::addBase(Instance* derived, Layout& layout, uint32_t derivingPart, Instance* base,
                   const ast::Modification* modification, bool isProtected, SourceRange range) {
  if (base == derived || base->layoutInProgress) {
    diagnostics_.report(DiagCode::CyclicExtends, range, className(derived));
    return;
  }
  Layout* from = this->layout(base);
  if (layout.parts.size() + from->parts.size() > kMaxParts) {
    diagnostics_.report(DiagCode::NotSupportedYet, range,
                        fmt::format("classes with more than {} bases", kMaxParts));
    return;
  }
  if (from->builtin != BaseType::None) {
    layout.builtin = from->builtin;
    layout.enumType = from->enumType;
    layout.isExternalObject = from->isExternalObject;
    if (from->causality != ast::Causality::None) layout.causality = from->causality;
    if (from->connector != ast::ConnectorPrefix::None) layout.connector = from->connector;
  }
  layout.isExpandable |= from->isExpandable;
  uint32_t offset = static_cast<uint32_t>(layout.parts.size());
  for (const Part& part : from->parts) {
    Part copy = part;
    copy.deriving = part.deriving + offset;
    copy.end = part.end + offset;
    copy.isProtected |= isProtected;
    layout.parts.push_back(std::move(copy));
  }
  if (from->parts.empty()) {
    Part empty;
    empty.end = offset + 1;
    layout.parts.push_back(empty);
  }
  Part& first = layout.parts[offset];
  first.deriving = derivingPart;
  first.modification = modification;
  first.classLayers = base->layers;
  for (const LayoutDimension& d : from->dimensions)
    layout.dimensions.push_back({d.size, d.part + offset});
  for (const LayoutElement& element : from->elements) {
    LayoutElement copy = element;
    copy.part += offset;
    copy.scopePart += offset;
    copy.isProtected |= isProtected;
    if (copy.replaced >= 0) {
      // replaced elements may again name replaced ones: copy the chain
      int32_t source = copy.replaced;
      LayoutElement* link = &copy;
      std::vector<LayoutElement> chain;
      while (source >= 0) {
        LayoutElement old = from->replaced[source];
        source = old.replaced;
        old.part += offset;
        old.scopePart += offset;
        chain.push_back(old);
      }
      for (size_t i = chain.size(); i-- > 0;) {
        chain[i].replaced =
            i + 1 < chain.size() ? static_cast<int32_t>(layout.replaced.size()) - 1 : -1;
        layout.replaced.push_back(chain[i]);
      }
      link->replaced = static_cast<int32_t>(layout.replaced.size()) - 1;
    }
    auto found = layout.index.find(copy.name);
    if (found != layout.index.end()) {
      // Inherited twice (or already declared): one element, visible from both (spec 7.1.1).
      LayoutElement& present = layout.elements[found->second];
      layout.alsoVisible.emplace_back(found->second, copy.part);
      // an own declaration before this extends clause that redeclares
      bool redeclares =
          present.part == 0 &&
          ((present.component && present.component->prefixes.redeclare) ||
           (present.classNode && (present.classNode->def->prefixes.redeclare ||
                                  present.classNode->def->form == ast::ClassForm::Extends)));
      if (redeclares && present.replaced < 0) {
        layout.replaced.push_back(copy);
        present.replaced = static_cast<int32_t>(layout.replaced.size()) - 1;
        layout.alsoVisible.emplace_back(found->second, 0);
        present.part = copy.part;
      } else if (present.part != 0 && copy.scopePart != copy.part &&
                 present.scopePart == present.part) {
        // the other base redeclared it
        uint32_t keep = present.part;
        present = copy;
        layout.alsoVisible.emplace_back(found->second, keep);
      }
      continue;
    }
    layout.index[copy.name] = static_cast<uint32_t>(layout.elements.size());
    layout.elements.push_back(copy);
  }
  for (auto [element, part] : from->alsoVisible) {
    if (element >= from->elements.size()) continue;
    auto found = layout.index.find(from->elements[element].name);
    if (found != layout.index.end()) layout.alsoVisible.emplace_back(found->second, part + offset);
  }
}

// ---------------------------------------------------------------- modifiers

std::span<const Access> Sema::append(std::span<const Access> accesses, Access access) {
  std::vector<Access> all(accesses.begin(), accesses.end());
  all.push_back(access);
  return arena_.copy(all);
}

void Sema::deriveFrom(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to) {
  if (layer.isRedeclare()) return;
  if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) {
    // inside a dotted name: a.b.c = ...
    if (layer.argument->name.parts[layer.pathDone].name != name) return;
    ModLayer next = layer;
    ++next.pathDone;
    if (next.pathDone == layer.argument->name.parts.size())
      next.modification = layer.argument->modification;
    to.push_back(next);
    return;
  }
  const ast::Modification* modification = layer.modification;
  if (!modification) return;
  for (const ast::Argument* argument :
       layer.bindingOnly ? std::span<const ast::Argument* const>() : modification->arguments) {
    ModLayer next;
    next.argument = argument;
    next.scope = layer.scope;
    next.final = argument->final;
    if (!argument->each) next.accesses = layer.accesses;
    switch (argument->kind) {
      case ast::ArgumentKind::Modify:
        if (argument->name.parts.empty() || argument->name.parts[0].name != name) continue;
        next.pathDone = 1;
        if (argument->name.parts.size() == 1) next.modification = argument->modification;
        break;
      case ast::ArgumentKind::RedeclareClass:
        if (argument->classDef->name != name) continue;
        break;
      case ast::ArgumentKind::RedeclareComponent:
        if (argument->component->name != name) continue;
        break;
      default:
        continue;
    }
    to.push_back(next);
  }
  if (modification->binding) {
    // A value given to the whole record reaches each field.
    ModLayer next = layer;
    next.argument = nullptr;
    next.each = false;
    next.bindingOnly = true;
    next.accesses = append(layer.accesses, {name, 0});
    to.push_back(next);
  }
}

void Sema::derive(std::span<const ModLayer> from, Symbol name, std::vector<ModLayer>& to) {
  for (const ModLayer& layer : from) deriveFrom(layer, name, to);
}

std::vector<ModLayer> Sema::layersFor(Instance* owner, const LayoutElement& element) {
  std::vector<ModLayer> layers;
  derive(owner->layers, element.name, layers);
  const Layout& layout = *owner->layout;
  if (element.part != 0) {
    uint32_t chain[64];
    size_t count = 0;
    for (uint32_t p = element.part; p != 0 && count < 64; p = layout.parts[p].deriving)
      chain[count++] = p;
    while (count-- > 0) {
      const Part& part = layout.parts[chain[count]];
      if (part.modification) {
        ModLayer layer;
        layer.modification = part.modification;
        layer.scope = modifierScope(layout, chain[count], owner);
        deriveFrom(layer, element.name, layers);
      }
      derive(part.classLayers, element.name, layers);
    }
  }
  return layers;
}

// ---------------------------------------------------------------- components

// Once the limit is passed every new component is one that does not exist.
bool Sema::tooManyInstances(Instance* instance) {
  if (static_cast<int64_t>(instances_.size() * kInstanceChunk) <= kMaxInstances) return false;
  instance->removed = true;
  instance->broken = true;
  instance->resolved = true;
  instance->layout = &emptyLayout_;
  SourceRange range = instance->decl->nameRange;
  diagnostics_.report(DiagCode::NotSupportedYet, range,
                      fmt::format("models with more than {} components", kMaxInstances));
  return true;
}

Instance* Sema::child(Instance* owner, uint32_t index) {
  Layout* layout = this->layout(owner);
  const LayoutElement& element = layout->elements[index];
  if (element.classNode) return classChild(owner, element.name, &layout->elements[index]);
  if (owner->children.size() < layout->elements.size())
    owner->children.resize(layout->elements.size());
  Instance*& slot = owner->children[index];
  if (!slot) slot = makeComponent(owner, index);
  return slot;
}

Instance* Sema::makeComponent(Instance* owner, uint32_t elementIndex) {
  const LayoutElement element = owner->layout->elements[elementIndex];
  Instance* instance = newInstance();
  instance->kind = InstanceKind::Component;
  instance->name = element.name;
  instance->parent = owner;
  instance->elementIndex = elementIndex;
  instance->decl = element.component;
  instance->declScope = {owner, element.scopePart};
  instance->isProtected = element.isProtected;
  if (tooManyInstances(instance)) return instance;
  std::vector<ModLayer> all = layersFor(owner, element);
  auto redeclare = std::find_if(all.begin(), all.end(), [](const ModLayer& l) {
    return l.isRedeclare() && l.argument->kind == ast::ArgumentKind::RedeclareComponent;
  });
  auto addModification = [&](const ast::Modification* modification, Scope scope) {
    if (!modification) return;
    ModLayer layer;
    layer.modification = modification;
    layer.scope = scope;
    instance->layers.push_back(layer);
  };
  const ast::Modification* original = element.component->modification;
  if (redeclare != all.end()) {
    instance->layers.assign(all.begin(), redeclare);
    instance->decl = redeclare->argument->component;
    instance->declScope = redeclare->scope;
    addModification(instance->decl->modification, redeclare->scope);
    for (auto it = redeclare + 1; it != all.end(); ++it) {
      if (!it->isRedeclare()) instance->layers.push_back(*it);
    }
    if (element.component->prefixes.constrainedBy) {
      original = element.component->prefixes.constrainedBy->modification;
    }
  } else {
    instance->layers.reserve(all.size() + (original ? 1 : 0));
    for (const ModLayer& layer : all) instance->layers.push_back(layer);
  }
  addModification(original, {owner, element.scopePart});
  if (element.replaced >= 0) {
    const LayoutElement& old = owner->layout->replaced[element.replaced];
    if (old.component) {
      addModification(old.component->prefixes.constrainedBy
                          ? old.component->prefixes.constrainedBy->modification
                          : old.component->modification,
                      {owner, old.scopePart});
    }
  }
  return instance;
}

void Sema::resolve(Instance* component) {
  if (component->resolved || !component->isComponent()) return;
  if (component->resolving) {
    if (!component->broken) {
      diagnostics_
          .report(DiagCode::CyclicDeclaration, component->decl->nameRange,
                  names_.text(component->name))
          .in(path(component->parent));
    }
    component->broken = true;
    if (!component->layout) component->layout = &emptyLayout_;
    return;
  }
  component->resolving = true;
  const ast::ComponentDecl* decl = component->decl;
  const ast::ComponentDecl* original =
      component->parent->layout->elements[component->elementIndex].component;
  if (!original) original = decl;
  Context context;
  context.scope = component->declScope;

  component->isInner = decl->prefixes.inner || original->prefixes.inner;
  component->isOuter = decl->prefixes.outer || original->prefixes.outer;
  component->isFinal = decl->prefixes.final || original->prefixes.final;

  const ast::Expr* condition = decl->condition ? decl->condition : original->condition;
  if (condition) {
    Context at;
    at.scope = decl->condition
                   ? component->declScope
                   : Scope{component->parent,
                           component->parent->layout->elements[component->elementIndex].scopePart};
    ExprId typed = type(condition, at);
    if (pool_->base(typed) != BaseType::Boolean && pool_->base(typed) != BaseType::Error) {
      report(DiagCode::ConditionNotBoolean, condition->range, at, showType(pool_->type(typed)));
    } else if (auto value = evaluateBoolean(typed, condition->range, at)) {
      component->removed = !*value;
    }
  }

  component->type = lookupClass(decl->type, component->declScope);
  if (component->removed && (!component->type)) {
    component->layout = &emptyLayout_;
    component->resolved = true;
    component->resolving = false;
    return;
  }
  if (!component->type) {
    component->broken = true;
    component->layout = &emptyLayout_;
    component->resolved = true;
    component->resolving = false;
    return;
  }
  component->layout = layout(component->type);
  for (const ModLayer& layer : component->type->layers) {
    ModLayer copy = layer;
    copy.each = true;  // belongs to the class: the same for every element of an array
    component->layers.push_back(copy);
  }
  const Layout& shape = *component->layout;

  ast::ConnectorPrefix prefix =
      decl->connector != ast::ConnectorPrefix::None ? decl->connector : original->connector;
  if (prefix == ast::ConnectorPrefix::None) prefix = shape.connector;
  Instance* owner = component->parent;
  component->isFlow =
      prefix == ast::ConnectorPrefix::Flow || (owner->isComponent() && owner->isFlow);
  component->isStream =
      prefix == ast::ConnectorPrefix::Stream || (owner->isComponent() && owner->isStream);

  ast::Causality causality =
      decl->causality != ast::Causality::None ? decl->causality : original->causality;
  if (causality == ast::Causality::None) causality = shape.causality;
  component->causality = toCausality(causality);
  if (component->causality == Causality::None && owner->isComponent())
    component->causality = owner->causality;

  ast::Variability declared =
      decl->variability != ast::Variability::None ? decl->variability : original->variability;
  Variability variability = toVariability(declared);
  if (shape.builtin != BaseType::None && shape.builtin != BaseType::Real &&
      variability == Variability::Continuous) {
    variability = Variability::Discrete;
  }
  if (shape.builtin == BaseType::ExternalObject && variability > Variability::Parameter) {
    variability = Variability::Parameter;
  }
  if (owner->isComponent() && owner->variability < variability) variability = owner->variability;
  component->variability = variability;
  component->isProtected |= owner->isComponent() && owner->isProtected;

  // A component of the class that contains it would never end.
  if (shape.builtin == BaseType::None && !component->removed) {
    int same = 0;
    for (Instance* up = owner; up && up->isComponent(); up = up->parent) {
      if (up->type && component->type && up->type->node == component->type->node) ++same;
    }
    if (same > (condition ? 64 : 0)) {
      report(DiagCode::RecursiveComponent, decl->nameRange, context, names_.text(component->name),
             className(component->type));
      component->broken = true;
      component->layout = &emptyLayout_;
      component->resolved = true;
      component->resolving = false;
      return;
    }
  }
  if (shape.isPartial && shape.builtin == BaseType::None && !component->removed &&
      !component->isOuter && shape.classKind != ast::ClassKind::Function &&
      component->parent->isComponent()) {
    report(DiagCode::PartialInstance, decl->nameRange, context, names_.text(component->name),
           className(component->type));
  }
  if (!component->removed) component->dims = evaluateDims(component);
  component->isArray = !component->dims.empty() && shape.builtin == BaseType::None;
  component->children.assign(
      shape.builtin == BaseType::None && !component->isArray ? shape.elements.size() : 0, nullptr);
  component->resolved = true;
  component->resolving = false;
  if (component->removed) return;
  checkModifiers(component);
  checkFinal(component, original);
  if (decl != original) checkRedeclaration(component, original);
}

// A final declaration or modifier cannot be overridden from outside (spec 7.2.6).
void Sema::checkFinal(Instance* component, const ast::ComponentDecl* original) {
  bool finalInside = original->prefixes.final;
  for (size_t i = component->layers.size(); i-- > 0;) {
    const ModLayer& layer = component->layers[i];
    bool value = layer.argument && layer.modification && layer.modification->binding &&
                 !layer.bindingOnly && layer.pathDone == layer.argument->name.parts.size() &&
                 !layer.isRedeclare();
    if (value && finalInside) {
      Context context;
      context.scope = layer.scope;
      report(DiagCode::FinalElement, layer.argument->range, context, names_.text(component->name))
          .note("it is declared here", original->nameRange);
      return;
    }
    if (layer.final && layer.argument && !layer.isRedeclare()) {
      finalInside = true;
      component->isFinal = true;
    }
  }
}

// The new class of a redeclared component has to offer what the constraining class offers
// (spec 6.4, 7.3).
void Sema::checkRedeclaration(Instance* component, const ast::ComponentDecl* original) {
  const LayoutElement& element = component->parent->layout->elements[component->elementIndex];
  const ast::ComponentDecl* decl = component->decl;
  Context context;
  context.scope = component->declScope;
  if (!original->prefixes.replaceable && !original->prefixes.redeclare) {
    report(DiagCode::NotReplaceable, decl->nameRange, context, names_.text(component->name))
        .note("it is declared without 'replaceable' here", original->nameRange);
    return;
  }
  const ast::Name& constraint =
      original->prefixes.constrainedBy ? original->prefixes.constrainedBy->type : original->type;
  Instance* wanted = lookupClass(constraint, {component->parent, element.scopePart}, false);
  if (!wanted) return;
  const Layout& needed = *layout(wanted);
  const Layout& given = *component->layout;
  if (needed.builtin != given.builtin) {
    report(DiagCode::RedeclareIncompatible, decl->type.range, context, className(component->type),
           className(wanted), "their built-in types differ");
    return;
  }
  for (const LayoutElement& e : needed.elements) {
    if (e.isProtected || given.index.count(e.name)) continue;
    report(DiagCode::RedeclareIncompatible, decl->type.range, context, className(component->type),
           className(wanted), "it has no '" + std::string(names_.text(e.name)) + "'")
        .note("the constraining class is used here", original->nameRange);
    return;
  }
}

std::vector<Size> Sema::evaluateDims(Instance* component) {
  std::vector<Size> dims;
  component->dims.clear();
  const LayoutElement& element = component->parent->layout->elements[component->elementIndex];
  const ast::ComponentDecl* original = element.component ? element.component : component->decl;
  bool inFunction = !component->parent->isComponent() && component->parent->layout &&
                    (component->parent->layout->classKind == ast::ClassKind::Function ||
                     component->parent->layout->classKind == ast::ClassKind::OperatorFunction);
  bool unknown = false;
  auto add = [&](const ast::Expr* size, Scope scope) {
    Context context;
    context.scope = scope;
    FunctionScope functionScope;
    component->dims = dims;  // what is known so far: a later dimension may ask for an earlier one
    if (size->kind == ast::ExprKind::Colon) {
      dims.push_back(kUnknownSize);
      unknown = true;
      return;
    }
    // A type name as a dimension: Boolean or an enumeration (spec 10.5).
    if (const auto* ref = size->dynAs<ast::ReferenceExpr>()) {
      Diagnostics::Mute mute(diagnostics_);
      Found first = lookupSimple(ref->name.parts[0].name, scope);
      if (first.instance && !first.instance->isComponent()) {
        Instance* found = lookupRest(first.instance, ref->name, 1, false);
        if (found && !found->isComponent()) {
          Layout* shape = layout(found);
          if (shape->builtin == BaseType::Boolean) return dims.push_back(2);
          if (shape->builtin == BaseType::Enumeration) {
            return dims.push_back(
                static_cast<Size>(pool_->types.enumOf(shape->enumType).literals.size()));
          }
        }
      }
    }
    if (inFunction) {
      functionScope.functionClass = component->parent;
      context.function = &functionScope;
      ExprId typed = type(size, context);
      if (pool_->kind(typed) == ExprKind::Integer) {
        dims.push_back(static_cast<Size>(pool_->integerValue(typed)));
        return;
      }
      if (pool_->kind(typed) == ExprKind::Colon) return dims.push_back(kUnknownSize);
      std::optional<Value> value = evaluateNow(typed, size->range, context, false);
      if (value && !value->integers.empty()) {
        dims.push_back(static_cast<Size>(value->integers[0]));
      } else {
        dims.push_back(kUnknownSize);
      }
      return;
    }
    ExprId typed = type(size, context);
    if (pool_->kind(typed) == ExprKind::Colon) {
      dims.push_back(kUnknownSize);
      unknown = true;
      return;
    }
    if (pool_->base(typed) == BaseType::Error) {
      component->broken = true;
      dims.push_back(0);
      return;
    }
    if (pool_->base(typed) != BaseType::Integer) {
      report(DiagCode::DimensionNotInteger, size->range, context, names_.text(component->name),
             showType(pool_->type(typed)));
      component->broken = true;
      dims.push_back(0);
      return;
    }
    std::optional<int64_t> value = evaluateInteger(typed, size->range, context);
    if (!value) {
      component->broken = true;
      dims.push_back(0);
      return;
    }
    if (*value < 0) {
      report(DiagCode::NegativeDimension, size->range, context, names_.text(component->name),
             *value);
      *value = 0;
    }
    if (*value > kMaxElements) {
      report(DiagCode::NotSupportedYet, size->range, context,
             fmt::format("arrays with more than {} elements", kMaxElements));
      component->broken = true;
      *value = 0;
    }
    dims.push_back(static_cast<Size>(*value));
  };
  std::span<const ast::Expr* const> own = component->decl->dimensions;
  Scope ownScope = component->declScope;
  std::span<const ast::Expr* const> ofType = component->decl->typeDimensions;
  Scope ofTypeScope = component->declScope;
  if (own.empty() && ofType.empty() && original != component->decl) {
    own = original->dimensions;
    ofType = original->typeDimensions;
    ownScope = ofTypeScope = {component->parent, element.scopePart};
  }
  for (const ast::Expr* size : own) add(size, ownScope);
  for (const ast::Expr* size : ofType) add(size, ofTypeScope);
  // Dimensions of the type itself: looked up in the class, seen through a class instance.
  for (const LayoutDimension& d : component->layout->dimensions)
    add(d.size, {component->type, d.part});
  if (unknown && !inFunction) {
    // x[:] takes its size from the value it is given.
    component->dims = dims;
    ExprId value;
    for (const ModLayer& layer : component->layers) {
      if (!layer.modification || !layer.modification->binding) continue;
      if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
      Context context;
      context.scope = layer.scope;
      value = type(layer.modification->binding, context);
      for (const Access& access : layer.accesses) {
        if (access.field.valid()) {
          if (pool_->base(value) != BaseType::Record) break;
          const auto& fields = pool_->types.recordOf(pool_->type(value)).fields;
          for (uint32_t i = 0; i < fields.size(); ++i) {
            if (fields[i].name == access.field) {
              value = field(value, i);
              break;
            }
          }
        } else {
          ExprId subscript = pool_->integer(access.index);
          value = index(value, {&subscript, 1});
        }
      }
      break;
    }
    if (!value) {
      // the value of a start attribute may give the size, too
      Context context;
      context.scope = component->declScope;
      bool attributeGiven = false;
      for (const ModLayer& layer : component->layers) {
        std::vector<ModLayer> start;
        deriveFrom(layer, names_.intern("start"), start);
        for (const ModLayer& s : start) {
          if (s.modification && s.modification->binding && !s.each) {
            Context at;
            at.scope = s.scope;
            value = type(s.modification->binding, at);
            attributeGiven = true;
            break;
          }
        }
        if (attributeGiven) break;
      }
      if (!value) {
        report(DiagCode::UnknownDimension, component->decl->nameRange, context,
               names_.text(component->name));
        component->broken = true;
      }
    }
    std::span<const Size> given =
        value ? pool_->types[pool_->type(value)].dims : std::span<const Size>();
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] != kUnknownSize) continue;
      dims[i] = i < given.size() && given[i] != kUnknownSize ? given[i] : 0;
    }
  }
  int64_t total = 1;
  for (Size d : dims) total = std::min<int64_t>(total * std::max<Size>(d, 0), kMaxElements + 1);
  if (total > kMaxElements && !inFunction) {
    Context context;
    context.scope = component->declScope;
    report(DiagCode::NotSupportedYet, component->decl->nameRange, context,
           fmt::format("arrays with more than {} elements", kMaxElements));
    component->broken = true;
    std::fill(dims.begin(), dims.end(), 0);
  }
  return dims;
}

void Sema::checkModifiers(Instance* component) {
  const Layout& shape = *component->layout;
  static constexpr std::string_view kAttributes[] = {
      "quantity", "unit",    "displayUnit", "min",         "max",  "start",
      "fixed",    "nominal", "unbounded",   "stateSelect", "value"};
  for (const ModLayer& layer : component->layers) {
    if (layer.isRedeclare() || layer.bindingOnly) continue;
    if (!layer.modification) continue;
    if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
    for (const ast::Argument* argument : layer.modification->arguments) {
      Symbol name;
      SourceRange range = argument->range;
      if (argument->kind == ast::ArgumentKind::Modify) {
        if (argument->name.parts.empty()) continue;
        name = argument->name.parts[0].name;
        range = argument->name.range;
      } else if (argument->kind == ast::ArgumentKind::RedeclareClass) {
        name = argument->classDef->name;
        range = argument->classDef->nameRange;
      } else {
        name = argument->component->name;
        range = argument->component->nameRange;
      }
      if (shape.builtin != BaseType::None) {
        std::string_view text = names_.text(name);
        bool known = std::find(std::begin(kAttributes), std::end(kAttributes), text) !=
                     std::end(kAttributes);
        if (!known) {
          Context context;
          context.scope = layer.scope;
          Diagnostic& d = report(DiagCode::ModifiedElementNotFound, range, context, text,
                                 className(component->type));
          std::string hint = didYouMean(text, {std::begin(kAttributes), std::end(kAttributes)});
          if (!hint.empty()) d.note("did you mean '" + hint + "'?");
        }
        continue;
      }
      if (shape.index.count(name) || shape.isExpandable || &shape == &emptyLayout_) continue;
      Context context;
      context.scope = layer.scope;
      Diagnostic& d = report(DiagCode::ModifiedElementNotFound, range, context, names_.text(name),
                             className(component->type));
      std::vector<std::string_view> candidates;
      for (const LayoutElement& e : shape.elements) candidates.push_back(names_.text(e.name));
      std::string hint = didYouMean(names_.text(name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
    }
  }
}

Instance* Sema::element(Instance* array, size_t at) {
  resolve(array);
  if (array->elements.empty()) {
    size_t total = 1;
    for (Size d : array->dims) total *= static_cast<size_t>(std::max(d, 0));
    array->elements.assign(total, nullptr);
  }
  Instance*& slot = array->elements[at];
  if (slot) return slot;
  Instance* instance = newInstance();
  slot = instance;
  instance->kind = InstanceKind::Component;
  instance->name = array->name;
  instance->parent = array->parent;
  instance->parentPart = array->parentPart;
  instance->elementIndex = array->elementIndex;
  instance->decl = array->decl;
  if (tooManyInstances(instance)) return instance;
  instance->declScope = array->declScope;
  instance->type = array->type;
  instance->layout = array->layout;
  instance->isElement = true;
  instance->isProtected = array->isProtected;
  instance->isFlow = array->isFlow;
  instance->isStream = array->isStream;
  instance->isInner = array->isInner;
  instance->isOuter = array->isOuter;
  instance->isFinal = array->isFinal;
  instance->variability = array->variability;
  instance->causality = array->causality;
  instance->local = -1;
  std::vector<Access> subscripts(array->dims.size());
  size_t rest = at;
  for (size_t d = array->dims.size(); d-- > 0;) {
    subscripts[d].index = static_cast<int32_t>(rest % static_cast<size_t>(array->dims[d])) + 1;
    rest /= static_cast<size_t>(array->dims[d]);
  }
  instance->position = arena_.copy(subscripts);
  instance->layers.reserve(array->layers.size());
  for (const ModLayer& layer : array->layers) {
    ModLayer copy = layer;
    if (!layer.each) {
      std::vector<Access> all(layer.accesses.begin(), layer.accesses.end());
      all.insert(all.end(), subscripts.begin(), subscripts.end());
      copy.accesses = arena_.copy(all);
    }
    instance->layers.push_back(copy);
  }
  instance->children.assign(instance->layout->elements.size(), nullptr);
  instance->resolved = true;
  return instance;
}

Instance* Sema::member(Instance* owner, Symbol name) {
  if (!owner->isComponent()) return classMember(owner, name);
  Layout* shape = layout(owner);
  auto found = shape->index.find(name);
  if (found == shape->index.end()) return nullptr;
  return child(owner, found->second);
}

Instance* Sema::target(Instance* component) {
  if (!component->isComponent()) return component;
  resolve(component);
  if (!component->isOuter) return component;
  if (component->isInner) return component;
  if (!component->outerTarget) component->outerTarget = findInner(component);
  return component->outerTarget ? component->outerTarget : component;
}

Instance* Sema::findInner(Instance* outer) {
  for (Instance* at = outer->parent ? outer->parent->parent : nullptr; at && at->isComponent();
       at = at->parent) {
    auto found = at->layout->index.find(outer->name);
    if (found == at->layout->index.end()) continue;
    const LayoutElement& element = at->layout->elements[found->second];
    if (!element.component) continue;
    Instance* candidate = child(at, found->second);
    resolve(candidate);
    if (!candidate->isInner || candidate->removed) continue;
    if (candidate->isOuter) return target(candidate);
    return candidate;
  }
  Context context;
  context.scope = outer->declScope;
  report(DiagCode::MissingInner, outer->decl->nameRange, context, names_.text(outer->name),
         className(outer->type))
      .note("add 'inner " + className(outer->type) + " " + std::string(names_.text(outer->name)) +
            ";' to the model or to a component around this one");
  outer->broken = true;
  return nullptr;
}

Instance* Sema::instantiateModel(Instance* classInstance, const ast::Modification* overrides) {
  // The model is a component without owner: a pseudo class holds it.
  Layout* shape = layout(classInstance);
  Instance* model = newInstance();
  model->kind = InstanceKind::Component;
  model->name = Symbol();
  model->parent = nullptr;
  model->type = classInstance;
  model->layout = shape;
  model->resolved = true;
  model->variability = Variability::Continuous;
  if (overrides) {
    ModLayer layer;
    layer.modification = overrides;
    layer.scope = {root_, 0};
    model->layers.push_back(layer);
  }
  for (const ModLayer& layer : classInstance->layers) model->layers.push_back(layer);
  model->children.assign(shape->elements.size(), nullptr);
  checkModifiers(model);
  return model;
}

bool Sema::isConnector(Instance* component) {
  resolve(component);
  return component->layout->classKind == ast::ClassKind::Connector;
}

bool Sema::isRecord(Instance* component) {
  ast::ClassKind kind = layout(component)->classKind;
  return kind == ast::ClassKind::Record || kind == ast::ClassKind::OperatorRecord;
}

Instance* Sema::addMember(Instance* connector, Symbol name, Instance* like,
                          const std::vector<Size>& dims) {
  resolve(connector);
  // the layout is shared by all connectors of the class: this one gets its own
  Layout& own = layouts_.emplace_back(*connector->layout);
  connector->layout = &own;
  LayoutElement element;
  element.name = name;
  element.component = like->decl;
  own.index[name] = static_cast<uint32_t>(own.elements.size());
  own.elements.push_back(element);
  connector->children.resize(own.elements.size());
  Instance* member = newInstance();
  connector->children.back() = member;
  member->kind = InstanceKind::Component;
  member->name = name;
  member->parent = connector;
  member->elementIndex = static_cast<uint32_t>(own.elements.size() - 1);
  member->decl = like->decl;
  member->declScope = like->declScope;
  member->type = like->type;
  member->layout = like->layout;
  member->dims = dims;
  member->isFlow = like->isFlow;
  member->isStream = like->isStream;
  member->variability = like->variability;
  member->isArray = !dims.empty() && like->layout->builtin == BaseType::None;
  member->children.assign(like->layout->builtin == BaseType::None && !member->isArray
                              ? like->layout->elements.size()
                              : 0,
                          nullptr);
  member->resolved = true;
  member->bindingKnown = true;  // a value given to the other side is not one for this
  // attributes (unit, ...) are those of the type; modifiers of the other declaration stay with it
  for (const ModLayer& layer : like->type->layers) member->layers.push_back(layer);
  return member;
}

// ---------------------------------------------------------------- names for messages

std::string instancePath(const Instance& instance, const Interner& names) {
  std::vector<const Instance*> chain;
  for (const Instance* at = &instance; at && at->isComponent() && at->parent; at = at->parent)
    chain.push_back(at);
  std::string text;
  for (size_t i = chain.size(); i-- > 0;) {
    if (!text.empty()) text += '.';
    text += names.text(chain[i]->name);
    if (!chain[i]->position.empty()) {
      text += '[';
      for (size_t k = 0; k < chain[i]->position.size(); ++k) {
        if (k) text += ',';
        text += std::to_string(chain[i]->position[k].index);
      }
      text += ']';
    }
  }
  return text;
}

std::string Sema::path(const Instance* instance) const {
  return instance ? instancePath(*instance, names_) : std::string();
}

std::string Sema::className(const Instance* classInstance) const {
  if (!classInstance) return "?";
  if (classInstance->isComponent()) {
    return classInstance->type ? className(classInstance->type) : path(classInstance);
  }
  if (!classInstance->node) return std::string(names_.text(classInstance->name));
  return library_.qualifiedName(*classInstance->node);
}

std::string Sema::contextPath(const Context& context) const {
  const Instance* instance = context.scope.instance;
  return instance && instance->isComponent() ? path(instance) : std::string();
}

}  // namespace formola

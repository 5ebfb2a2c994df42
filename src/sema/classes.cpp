// Classes as scopes: predefined types, nested and redeclared classes, layouts (flattened
// inheritance). Specification chapters 4, 5 and 7.
#include "diag/codes/classes.h"

#include <algorithm>

#include "diag/codes/names.h"
#include "sema/declaration_checks.h"
#include "sema/deselections.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/modifiers.h"
#include "sema/redeclarations.h"
#include "syntax/annotation.h"
#include "syntax/printer.h"

namespace formola {

namespace {

constexpr int kMaxClassDepth = 300;

}  // namespace

void Instances::addPredefined() {
  root_ = newInstance();
  root_->node = &library_.root();
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

Instance* Instances::makeClass(ClassNode* node, Scope lexical, std::vector<ModLayer> layers) {
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
// constants shared. One with an icon or a diagram of its own is not.
Instance* Instances::resolveShortAlias(Instance* classInstance) {
  const ast::ClassDef* def = classInstance->node->def;
  if (!def || def->form != ast::ClassForm::Short || def->modification || !def->dimensions.empty() ||
      def->baseCausality != ast::Causality::None ||
      def->baseConnector != ast::ConnectorPrefix::None || !classInstance->layers.empty() ||
      constraints_.count(classInstance) || def->partial || def->expandable ||
      (def->comment.annotation &&
       (findArgument(def->comment.annotation->arguments, names_, "Icon") ||
        findArgument(def->comment.annotation->arguments, names_, "Diagram")))) {
    return classInstance;
  }
  if (classInstance->layoutInProgress || classDepth_ > 100) return classInstance;
  classInstance->layoutInProgress = true;
  ++classDepth_;
  const Scope scope{classInstance->parent, classInstance->parentPart};
  Instance* base = lookup_.lookupClass(def->base, scope, false);
  if (base && def->base.parts.size() > 1) lookup_.lookupClass(def->base, scope);  // with all checks
  --classDepth_;
  classInstance->layoutInProgress = false;
  if (!base || base == classInstance) return classInstance;
  // "connector C = SI.Angle" is a connector, what it stands for is not
  if (def->classKind == ast::ClassKind::Connector &&
      (!base->node || !base->node->def || base->node->def->classKind != ast::ClassKind::Connector))
    return classInstance;
  return base;
}

// Modifiers of a constraining clause apply to the class and to every redeclaration, after their own
// (spec 7.3.2).
void Instances::addConstraint(Instance* instance, const ast::Modification* modification,
                              Scope scope) {
  if (!modification || modification->arguments.empty()) return;
  ModLayer layer;
  layer.modification = modification;
  layer.scope = scope;
  layer.fromConstraint = true;
  if (instance->node->def->form == ast::ClassForm::Short) {
    constraints_[instance].push_back(layer);
  } else {
    instance->layers.push_back(layer);
  }
}

Instance* Instances::classChild(Instance* owner, Symbol name, const LayoutElement* element) {
  if (Instance* known = owner->ownClass(name)) return known;
  ClassNode* node = nullptr;
  Scope lexical{owner, 0};
  std::vector<ModLayer> layers;
  if (element) {
    node = element->classNode;
    lexical.part = element->scopePart;
    layers = modifiers_.layersFor(owner, *element);
    // The value of a record has nothing for the classes in it.
    std::erase_if(layers, [](const ModLayer& l) { return l.bindingOnly; });
  } else {
    node = library_.nested(*owner->node, name);
    modifiers_.derive(owner->layers, name, layers);
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
  std::vector<Redeclarations::DeclaredClass> declared =
      redeclarations_.declarationsOf(owner, *node, lexical, element, layers);
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
    instance = makeClass(declared.back().node, layer.scope, std::move(rest));
    instance->fromRedeclare = true;
    for (auto it = redeclare; it != layers.end(); ++it) {
      if (!it->isRedeclare() || !it->argument->classDef) continue;
      if (const ast::ConstrainedBy* clause = it->argument->classDef->prefixes.constrainedBy)
        addConstraint(instance, clause->modification, it->scope);
    }
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
  if (declared.size() > 1 || node->def->prefixes.constrainedBy)
    redeclarations_.noteClass(std::move(declared), resolved);
  return resolved;
}

Layout* Instances::layout(Instance* instance) {
  if (instance->layout) return instance->layout;
  if (instance->isComponent()) {
    resolve(instance);
    return instance->layout ? instance->layout : &emptyLayout_;
  }
  if (!instance->node || instance == root_) return &emptyLayout_;
  if (instance->layoutInProgress) {
    diagnostics_.report(diag::CyclicExtends, instance->node->def->nameRange, className(instance));
    return &emptyLayout_;
  }
  instance->layoutInProgress = true;
  Layout& layout = layouts_.emplace_back();
  ++classDepth_;
  if (classDepth_ > kMaxClassDepth) {
    diagnostics_.report(diag::TooLarge, instance->node->def->nameRange,
                        "classes that extend each other, one after the other", kMaxClassDepth,
                        "shorten the chain of base classes");
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

// The elements of a class, its own and inherited ones.
class LayoutBuilder {
 public:
  LayoutBuilder(Instances& owner, Instance* instance, Layout& layout)
      : owner_(owner),
        instance_(instance),
        layout_(layout),
        def_(instance->node->def),
        lexical_{instance->parent, instance->parentPart} {}

  void run();

 private:
  void begin();
  void finish();
  void enumeration();
  void shortClass();
  Instance* replacedClass();
  void classExtends();
  void extends(const ast::Extends& extends);
  void addOwn(LayoutElement element);
  void addElement(const ast::Element& element);

  Instances& owner_;
  Instance* instance_;
  Layout& layout_;
  const ast::ClassDef* def_;
  Scope lexical_;
};

void LayoutBuilder::begin() {
  Part part;
  part.node = instance_->node;
  part.lexical = lexical_;
  layout_.parts.push_back(part);
  layout_.parts[0].end = 1;
  layout_.classKind = def_->classKind;
  layout_.isExpandable = def_->expandable;
  layout_.isPartial = def_->partial;
}

void LayoutBuilder::finish() {
  layout_.parts[0].end = static_cast<uint32_t>(layout_.parts.size());
  // functions are allowed: equalityConstraint (spec 9.4), constructor and destructor (12.9.7)
  for (const LayoutElement& e : layout_.elements) {
    if (layout_.builtin == BaseType::None || !e.component) continue;
    owner_.diagnostics_.report(diag::PredefinedWithElements, e.component->nameRange,
                               owner_.className(instance_), owner_.names_.text(e.name));
    break;
  }
  if (layout_.classKind == ast::ClassKind::Class && layout_.builtin != BaseType::None) {
    layout_.classKind = ast::ClassKind::Type;
  }
  owner_.checks_.checkOperator(instance_, layout_);
}

void LayoutBuilder::enumeration() {
  EnumInfo info;
  info.name = owner_.names_.intern(owner_.className(instance_));
  std::unordered_set<Symbol> seen;
  for (const ast::EnumLiteral& literal : def_->literals) {
    if (!seen.insert(literal.name).second) {
      owner_.diagnostics_.report(diag::DuplicateElement, literal.range,
                                 owner_.names_.text(literal.name), owner_.className(instance_));
      continue;
    }
    // spec 4.9.5: the attributes of the type are reached in the same way
    static constexpr std::string_view kReserved[] = {"quantity", "min", "max", "start", "fixed"};
    std::string_view text = owner_.names_.text(literal.name);
    if (std::find(std::begin(kReserved), std::end(kReserved), text) != std::end(kReserved)) {
      owner_.diagnostics_.report(
          diag::ClassRestriction, literal.range, "enumeration", owner_.className(instance_),
          "the literal '" + std::string(text) + "'",
          "every enumeration has an attribute of that name; choose another one");
    }
    info.literals.push_back(literal.name);
  }
  EnumId id = owner_.pool_->types.addEnum(std::move(info));
  layout_.builtin = BaseType::Enumeration;
  layout_.enumType = owner_.pool_->types.scalar(BaseType::Enumeration, id.index());
}

void LayoutBuilder::shortClass() {
  Instance* base = owner_.lookup_.lookupClass(def_->base, lexical_);
  if (base) owner_.addBase(instance_, layout_, 0, base, def_->modification, false, def_->range);
  // type Grid = Vector[3]: the new dimensions come before those of Vector (spec 10.1)
  std::vector<LayoutDimension> dimensions;
  for (const ast::Expr* size : def_->dimensions) dimensions.push_back({size, 0});
  layout_.dimensions.insert(layout_.dimensions.begin(), dimensions.begin(), dimensions.end());
  // modifiers of the constraining clause come after those of the definition itself
  if (auto found = owner_.constraints_.find(instance_);
      found != owner_.constraints_.end() && layout_.parts.size() > 1) {
    auto& inner = layout_.parts[1].classLayers;
    inner.insert(inner.end(), found->second.begin(), found->second.end());
  }
  if (def_->baseCausality != ast::Causality::None) layout_.causality = def_->baseCausality;
  if (def_->baseConnector != ast::ConnectorPrefix::None) layout_.connector = def_->baseConnector;
  if (def_->classKind == ast::ClassKind::Class && base && base->layout)
    layout_.classKind = base->layout->classKind;
  // "type T = SomeRecord" and "model M = SomeBlock" keep the specialised class of their base
  if (base && base->layout && layout_.builtin == BaseType::None &&
      (def_->classKind == ast::ClassKind::Type ||
       (def_->classKind == ast::ClassKind::Record &&
        base->layout->classKind == ast::ClassKind::OperatorRecord))) {
    layout_.classKind = base->layout->classKind;
  }
  if (base && base->layout) {
    layout_.isPartial = def_->partial || base->layout->isPartial;
    layout_.isExpandable |= base->layout->isExpandable;
  }
}

// redeclare class extends X(...): the class of that name in the bases of the enclosing class
void LayoutBuilder::classExtends() {
  if (Instance* base = replacedClass()) {
    if (!def_->prefixes.redeclare)
      owner_.diagnostics_.report(diag::MissingRedeclare, def_->nameRange,
                                 owner_.names_.text(def_->name));
    owner_.addBase(instance_, layout_, 0, base, def_->modification, false, def_->range);
  } else {
    owner_.diagnostics_.report(diag::ClassExtendsNotFound, def_->nameRange,
                               owner_.names_.text(def_->name));
  }
}

// Null: there is none.
Instance* LayoutBuilder::replacedClass() {
  Instance* owner = instance_->parent;
  if (!owner || !owner->layout || instance_->elementIndex >= owner->layout->elements.size())
    return nullptr;
  const LayoutElement& element = owner->layout->elements[instance_->elementIndex];
  if (element.classNode != instance_->node || element.replaced < 0) return nullptr;
  const LayoutElement& original = owner->layout->replaced[element.replaced];
  std::vector<ModLayer> none;
  // an original that itself is "class extends" looks further down
  if (original.replaced < 0 || original.classNode->def->form != ast::ClassForm::Extends) {
    Instance* base = owner_.makeClass(original.classNode, {owner, original.scopePart}, none);
    base->elementIndex = static_cast<uint32_t>(element.replaced);
    base->fromRedeclare = false;
    return owner_.resolveShortAlias(base);
  }
  // chain of class extends: instantiate the original through a pseudo element
  const LayoutElement copy = original;
  const auto at = static_cast<uint32_t>(owner->layout->elements.size());
  owner->layout->elements.push_back(copy);
  owner->children.resize(owner->layout->elements.size());
  Instance* base = owner_.makeClass(original.classNode, {owner, original.scopePart}, none);
  base->elementIndex = at;
  return base;
}

void LayoutBuilder::addOwn(LayoutElement element) {
  auto found = layout_.index.find(element.name);
  if (found == layout_.index.end()) {
    layout_.index[element.name] = static_cast<uint32_t>(layout_.elements.size());
    layout_.elements.push_back(element);
    return;
  }
  // The same name in a base: a redeclaration, or the same element again.
  LayoutElement& old = layout_.elements[found->second];
  bool redeclare = element.component ? element.component->prefixes.redeclare
                                     : element.classNode->def->prefixes.redeclare ||
                                           element.classNode->def->form == ast::ClassForm::Extends;
  if (redeclare) {
    layout_.replaced.push_back(old);
    element.replaced = static_cast<int32_t>(layout_.replaced.size()) - 1;
    element.part = old.part;
    element.isProtected = old.isProtected;
    layout_.alsoVisible.emplace_back(found->second, 0);
    old = element;
  } else {
    layout_.alsoVisible.emplace_back(found->second, 0);
    if (element.component && old.component)
      layout_.declaredAgain.push_back({found->second, element.component, 0});
    if (element.classNode && old.classNode) {
      owner_.checks_.checkSameClass(instance_, *element.classNode, *old.classNode);
      // A class written again in the derived class hides the inherited one of the same name.
      element.part = old.part;
      old = element;
    }
  }
}

void LayoutBuilder::extends(const ast::Extends& extends) {
  Instance* base = nullptr;
  // A base is looked up among the class's own (not inherited) names first, then around it
  // (spec 5.6.1).
  base = owner_.lookup_.lookupClass(extends.base, {instance_, 0}, false);
  if (base && extends.base.parts.size() > 1) {
    owner_.lookup_.lookupClass(extends.base, {instance_, 0});  // with all checks
  } else if (!base) {
    // components are not found while the class is put together
    bool component =
        extends.base.parts.size() == 1 && !extends.base.global &&
        std::any_of(def_->elements.begin(), def_->elements.end(), [&](const ast::Element* e) {
          const auto* c = e->dynAs<ast::ComponentDecl>();
          return c && c->name == extends.base.parts[0].name;
        });
    if (component) {
      owner_.diagnostics_.report(diag::NotAClass, extends.base.range,
                                 owner_.names_.text(extends.base.parts[0].name));
    } else {
      owner_.lookup_.lookupClass(extends.base, {instance_, 0});
    }
  }
  if (base && owner_.checks_.checkBase(instance_, extends, base))
    owner_.addBase(instance_, layout_, 0, base, extends.modification, extends.isProtected,
                   extends.base.range);
}

void LayoutBuilder::addElement(const ast::Element& element) {
  LayoutElement e;
  switch (element.kind) {
    case ast::ElementKind::Import:
      break;
    case ast::ElementKind::Extends:
      extends(element.as<ast::Extends>());
      break;
    case ast::ElementKind::Component: {
      const auto& component = element.as<ast::ComponentDecl>();
      e.name = component.name;
      e.component = &component;
      e.isProtected = component.prefixes.isProtected;
      addOwn(e);
      break;
    }
    case ast::ElementKind::Class: {
      const auto& nestedDef = element.as<ast::ClassDef>();
      auto member = instance_->node->members.find(nestedDef.name);
      if (member == instance_->node->members.end() || !member->second.classNode) break;
      e.name = nestedDef.name;
      e.classNode = member->second.classNode;
      e.isProtected = nestedDef.prefixes.isProtected;
      addOwn(e);
      break;
    }
  }
}

void LayoutBuilder::run() {
  begin();
  switch (def_->form) {
    case ast::ClassForm::Enumeration:
      enumeration();
      break;
    case ast::ClassForm::Derivative:
      // function f = der(g, x): its interface is derived when it is called; only the base is kept
      // here
      if (Instance* base = owner_.lookup_.lookupClass(def_->base, lexical_))
        owner_.addBase(instance_, layout_, 0, base, nullptr, false, def_->range);
      break;
    case ast::ClassForm::Short:
      shortClass();
      break;
    default:
      if (def_->form == ast::ClassForm::Extends) classExtends();
      for (const ast::Element* element : def_->elements) addElement(*element);
      break;
  }
  finish();
}

void Instances::buildLayout(Instance* instance, Layout& layout) {
  LayoutBuilder(*this, instance, layout).run();
}

namespace {

// Replaced elements may again name replaced ones: the chain of a base, copied.
int32_t copyReplaced(const Layout& from, int32_t source, uint32_t offset, Layout& layout) {
  std::vector<LayoutElement> chain;
  while (source >= 0) {
    LayoutElement old = from.replaced[source];
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
  return static_cast<int32_t>(layout.replaced.size()) - 1;
}

}  // namespace

// Inherited twice (or already declared): one element, visible from both (spec 7.1.1).
void Instances::joinInherited(Instance* derived, Layout& layout, uint32_t at,
                              const LayoutElement& copy) {
  LayoutElement& present = layout.elements[at];
  layout.alsoVisible.emplace_back(at, copy.part);
  // an own declaration before this extends clause that redeclares
  bool redeclares =
      present.part == 0 &&
      ((present.component && present.component->prefixes.redeclare) ||
       (present.classNode && (present.classNode->def->prefixes.redeclare ||
                              present.classNode->def->form == ast::ClassForm::Extends)));
  if (redeclares && present.replaced < 0) {
    layout.replaced.push_back(copy);
    present.replaced = static_cast<int32_t>(layout.replaced.size()) - 1;
    layout.alsoVisible.emplace_back(at, 0);
    present.part = copy.part;
  } else if (present.part != 0 && copy.scopePart != copy.part &&
             present.scopePart == present.part) {
    // the other base redeclared it
    uint32_t keep = present.part;
    present = copy;
    layout.alsoVisible.emplace_back(at, keep);
  } else if (present.component && copy.component && present.component != copy.component) {
    layout.declaredAgain.push_back({at, copy.component, copy.scopePart});
  } else if (present.classNode && copy.classNode && !redeclares) {
    checks_.checkSameClass(derived, *present.classNode, *copy.classNode);
  }
}

void Instances::addInherited(Instance* derived, Layout& layout, const LayoutElement& element) {
  auto found = layout.index.find(element.name);
  if (found != layout.index.end()) {
    joinInherited(derived, layout, found->second, element);
    return;
  }
  layout.index[element.name] = static_cast<uint32_t>(layout.elements.size());
  layout.elements.push_back(element);
}

// The classes of a package that have files of their own: its own layout does without them, so that
// they are read when they are named only.
void Instances::addStored(Instance* derived, Layout& layout, Instance* base, uint32_t part,
                          bool isProtected) {
  if (!base->node) return;
  for (const Symbol name : base->node->stored) {
    LayoutElement element;
    element.name = name;
    element.classNode = library_.nested(*base->node, name);
    element.part = element.scopePart = part;
    element.isProtected = isProtected;
    if (element.classNode) addInherited(derived, layout, element);
  }
}

void Instances::addBase(Instance* derived, Layout& layout, uint32_t derivingPart, Instance* base,
                        const ast::Modification* modification, bool isProtected,
                        SourceRange range) {
  if (base == derived || base->layoutInProgress) {
    diagnostics_.report(diag::CyclicExtends, range, className(derived));
    return;
  }
  Layout* from = this->layout(base);
  if (modification) checks_.checkModifiedTwice(modification->arguments, {});
  for (const ast::Argument* a :
       modification ? modification->arguments : decltype(modification->arguments){}) {
    if (a->kind != ast::ArgumentKind::Break) continue;
    // spec 7.4: it must match something
    if (a->connection) {
      if (!hasConnection(*from, *a->connection))
        diagnostics_.report(diag::NoSuchMember, a->range, print(*a->connection, names_),
                            className(base));
      continue;
    }
    const auto found = from->index.find(a->name.parts[0].name);
    if (found == from->index.end() || !from->elements[found->second].component)
      diagnostics_.report(diag::NoSuchMember, a->range, names_.text(a->name.parts[0].name),
                          className(base));
  }
  if (layout.parts.size() + from->parts.size() > limits_.parts) {
    diagnostics_.report(diag::TooLarge, range,
                        "base classes of one class, directly and through others", limits_.parts,
                        "extend each class only once");
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
    if (element.component && leavesOut(modification, element.name)) continue;
    LayoutElement copy = element;
    copy.part += offset;
    copy.scopePart += offset;
    copy.isProtected |= isProtected;
    if (copy.replaced >= 0) copy.replaced = copyReplaced(*from, copy.replaced, offset, layout);
    addInherited(derived, layout, copy);
  }
  addStored(derived, layout, base, offset, isProtected);
  for (const Layout::Again& again : from->declaredAgain) {
    auto found = layout.index.find(from->elements[again.element].name);
    if (found != layout.index.end())
      layout.declaredAgain.push_back({found->second, again.component, again.scopePart + offset});
  }
  for (auto [element, part] : from->alsoVisible) {
    if (element >= from->elements.size()) continue;
    auto found = layout.index.find(from->elements[element].name);
    if (found != layout.index.end()) layout.alsoVisible.emplace_back(found->second, part + offset);
  }
}

}  // namespace formola

// Components as instances: made on demand, with their type and prefixes; elements of component
// arrays; inner and outer. Specification chapters 4 and 5.
#include <algorithm>

#include "diag/codes/classes.h"
#include "sema/declaration_checks.h"
#include "sema/declared_values.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/modifiers.h"
#include "sema/redeclarations.h"

namespace formola {

namespace {

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

std::string dimsText(std::span<const Size> dims) {
  if (dims.empty()) return "no array";
  std::string text;
  for (Size d : dims) text += (text.empty() ? "[" : ", ") + std::to_string(d);
  return text + "]";
}

}  // namespace

// Once the limit is passed every new component is one that does not exist.
bool Instances::tooManyInstances(Instance* instance) {
  if (static_cast<int64_t>(chunks_.size() * kInstanceChunk) <= limits_.instances) return false;
  instance->removed = true;
  instance->broken = true;
  instance->resolved = true;
  instance->layout = &emptyLayout_;
  SourceRange range = instance->decl->nameRange;
  diagnostics_.report(diag::TooLarge, range, "components of the model, at all levels",
                      limits_.instances, "make the arrays of components smaller");
  return true;
}

Instance* Instances::child(Instance* owner, uint32_t index) {
  Layout* layout = this->layout(owner);
  const LayoutElement& element = layout->elements[index];
  if (element.classNode) return classChild(owner, element.name, &layout->elements[index]);
  if (owner->children.size() < layout->elements.size())
    owner->children.resize(layout->elements.size());
  Instance*& slot = owner->children[index];
  if (!slot) slot = makeComponent(owner, index);
  return slot;
}

Instance* Instances::makeComponent(Instance* owner, uint32_t elementIndex) {
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
  std::vector<ModLayer> all = modifiers_.layersFor(owner, element);
  auto redeclare = std::find_if(all.begin(), all.end(), [](const ModLayer& l) {
    return l.isRedeclare() && l.argument->kind == ast::ArgumentKind::RedeclareComponent;
  });
  auto addModification = [&](const ast::Modification* modification, Scope scope,
                             bool fromConstraint = false, const ModLayer* redeclared = nullptr) {
    if (!modification) return;
    ModLayer layer;
    layer.modification = modification;
    layer.scope = scope;
    layer.fromConstraint = fromConstraint;
    layer.level = redeclared ? redeclared->level : levelOf(owner);
    layer.inherited =
        redeclared ? redeclared->inherited : timesInherited(*owner->layout, scope.part);
    instance->layers.push_back(layer);
  };
  auto addConstraintOf = [&](const ast::ComponentDecl& decl, Scope scope,
                             const ModLayer* redeclared = nullptr) {
    if (decl.prefixes.constrainedBy)
      addModification(decl.prefixes.constrainedBy->modification, scope, true, redeclared);
  };
  const ast::Modification* original = element.component->modification;
  if (redeclare != all.end()) {
    for (auto it = redeclare + 1; it != all.end(); ++it) {
      if (!it->final) continue;
      Context context;
      context.scope = redeclare->scope;
      report(diag::FinalElement, redeclare->argument->range, context, names_.text(element.name))
          .note("it is final by this modifier", it->argument->range);
      break;
    }
    instance->layers.assign(all.begin(), redeclare);
    instance->decl = redeclare->argument->component;
    instance->declScope = redeclare->scope;
    addModification(instance->decl->modification, redeclare->scope, false, &*redeclare);
    if (instance->decl->modification && !redeclare->each) {
      instance->layers.back().accesses = redeclare->accesses;
      instance->layers.back().mayBeEach = true;
    }
    // Modifiers of constraining clauses apply to every later declaration (spec 7.3.2).
    addConstraintOf(*instance->decl, redeclare->scope, &*redeclare);
    for (auto it = redeclare + 1; it != all.end(); ++it) {
      if (!it->isRedeclare()) {
        instance->layers.push_back(*it);
      } else if (it->argument->component) {
        addConstraintOf(*it->argument->component, it->scope, &*it);
      }
    }
    if (element.component->prefixes.constrainedBy) original = nullptr;
  } else {
    instance->layers.reserve(all.size() + (original ? 1 : 0));
    for (const ModLayer& layer : all) instance->layers.push_back(layer);
  }
  addModification(original, {owner, element.scopePart}, redeclare != all.end());
  addConstraintOf(*element.component, {owner, element.scopePart});
  for (int32_t at = element.replaced; at >= 0; at = owner->layout->replaced[at].replaced) {
    const LayoutElement& old = owner->layout->replaced[at];
    if (!old.component) break;
    if (!old.component->prefixes.constrainedBy && old.replaced < 0)
      addModification(old.component->modification, {owner, old.scopePart}, true);
    addConstraintOf(*old.component, {owner, old.scopePart});
  }
  return instance;
}

void Instances::evaluateCondition(Instance* component, const ast::ComponentDecl* original) {
  const ast::ComponentDecl* decl = component->decl;
  const ast::Expr* condition = decl->condition ? decl->condition : original->condition;
  if (!condition) return;
  const Scope scope =
      decl->condition
          ? component->declScope
          : Scope{component->parent,
                  component->parent->layout->elements[component->elementIndex].scopePart};
  if (auto value = declared_.condition(*condition, scope)) component->removed = !*value;
}

// What its declaration, its class and its owner say about flows, causality and variability.
void Instances::takePrefixes(Instance* component, const ast::ComponentDecl* original) {
  const ast::ComponentDecl* decl = component->decl;
  const Layout& shape = *component->layout;
  Instance* owner = component->parent;
  ast::ConnectorPrefix prefix =
      decl->connector != ast::ConnectorPrefix::None ? decl->connector : original->connector;
  if (prefix == ast::ConnectorPrefix::None) prefix = shape.connector;
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
}

// A component of the class that contains it would never end, unless a condition ends it or the
// class is another one on each level, by redeclarations.
bool Instances::recursesTooDeep(Instance* component, const ast::ComponentDecl* original) {
  constexpr int kDeepest = 64;
  if (component->layout->builtin != BaseType::None || component->removed) return false;
  const ast::ComponentDecl* decl = component->decl;
  const bool conditional = decl->condition || original->condition;
  // no more of them in a model that is wrong: several on every level are too many to go on
  const bool wrong = diagnostics_.hasErrors();
  bool endless = false;
  int same = 0;
  for (Instance* up = component->parent; up && up->isComponent(); up = up->parent) {
    if (!up->type || !component->type || up->type->node != component->type->node) continue;
    ++same;
    const bool alike = std::equal(
        up->layers.begin(), up->layers.end(), component->layers.begin(), component->layers.end(),
        [](const ModLayer& a, const ModLayer& b) { return a.modification == b.modification; });
    endless |= up->type == component->type && alike && !conditional;
  }
  if (same <= kDeepest && !(same > 0 && (endless || wrong))) return false;
  if (endless || !wrong) {
    Context context;
    context.scope = component->declScope;
    report(diag::RecursiveComponent, decl->nameRange, context, names_.text(component->name),
           className(component->type));
  }
  return true;
}

void Instances::resolve(Instance* component) {
  if (component->resolved || !component->isComponent()) return;
  if (component->resolving) {
    if (!component->broken) {
      diagnostics_
          .report(diag::CyclicDeclaration, component->decl->nameRange, names_.text(component->name))
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

  evaluateCondition(component, original);
  component->type = lookup_.lookupClass(decl->type, component->declScope);
  auto giveUp = [&] {
    component->layout = &emptyLayout_;
    component->resolved = true;
    component->resolving = false;
  };
  if (!component->type) {
    if (!component->removed) component->broken = true;
    return giveUp();
  }
  component->layout = layout(component->type);
  for (const ModLayer& layer : component->type->layers) {
    ModLayer copy = layer;
    copy.each = true;  // belongs to the class: the same for every element of an array
    copy.level = std::min(copy.level, levelOf(component));
    component->layers.push_back(copy);
  }
  const Layout& shape = *component->layout;

  takePrefixes(component, original);

  if (recursesTooDeep(component, original)) {
    component->broken = true;
    return giveUp();
  }
  if (shape.isPartial && shape.builtin == BaseType::None && !component->removed &&
      !component->isOuter && shape.classKind != ast::ClassKind::Function &&
      component->parent->isComponent()) {
    report(diag::PartialInstance, decl->nameRange, context, names_.text(component->name),
           className(component->type));
  }
  if (!component->removed) component->dims = declared_.evaluateDims(component);
  component->isArray = !component->dims.empty() && shape.builtin == BaseType::None;
  component->children.assign(
      shape.builtin == BaseType::None && !component->isArray ? shape.elements.size() : 0, nullptr);
  component->resolved = true;
  component->resolving = false;
  if (component->removed) return;
  if (component->isOuter && !component->isInner) checks_.checkOuterModifiers(component);
  const bool declaredAnew =
      decl != original || decl->prefixes.constrainedBy ||
      component->parent->layout->elements[component->elementIndex].replaced >= 0;
  if (declaredAnew && !redeclarations_.checkRedeclaration(component)) {
    // what the class lacks would be missed at every use of the component
    component->broken = true;
    component->layout = &emptyLayout_;
    component->children.clear();
    return;
  }
  checks_.checkModifiers(component);
  checks_.checkFinal(component, original);
  checks_.checkComponentClass(component);
  checks_.checkPrefixes(component);
}

namespace {

std::span<const ast::Expr* const> subscriptsOf(const ModLayer& layer) {
  if (!layer.argument || layer.isRedeclare() || layer.pathDone == 0 ||
      layer.pathDone > layer.argument->name.parts.size()) {
    return {};
  }
  return layer.argument->name.parts[layer.pathDone - 1].subscripts;
}

}  // namespace

Instance* Instances::element(Instance* array, size_t at) {
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
    subscripts[d].size = array->dims[d];
    rest /= static_cast<size_t>(array->dims[d]);
  }
  instance->position = arena_.copy(subscripts);
  instance->layers.reserve(array->layers.size());
  for (const ModLayer& layer : array->layers) {
    ModLayer copy = layer;
    // a value for one element, from the command line: a[2].b = 1
    if (std::span<const ast::Expr* const> chosen = subscriptsOf(layer); !chosen.empty()) {
      bool same = chosen.size() == subscripts.size();
      for (size_t d = 0; same && d < chosen.size(); ++d) {
        const auto* literal = chosen[d]->dynAs<ast::IntegerExpr>();
        same = literal && literal->value == subscripts[d].index;
      }
      if (same) instance->layers.push_back(copy);
      continue;
    }
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

Instance* Instances::member(Instance* owner, Symbol name) {
  if (!owner->isComponent()) return lookup_.classMember(owner, name);
  Layout* shape = layout(owner);
  auto found = shape->index.find(name);
  if (found == shape->index.end()) return nullptr;
  return child(owner, found->second);
}

Instance* Instances::target(Instance* component) {
  if (!component->isComponent()) return component;
  resolve(component);
  if (!component->isOuter) return component;
  if (component->isInner) return component;
  if (!component->outerTarget) {
    Instance* inner = findInner(component);
    component->outerTarget = inner ? inner : component;
    if (inner && inner->type && component->type && !inner->broken) {
      // the inner one must be of a subtype of the outer one's class (spec 5.4)
      std::string reason = redeclarations_.incompatibility(component->type, inner->type);
      if (reason.empty() && !component->broken &&
          !std::equal(component->dims.begin(), component->dims.end(), inner->dims.begin(),
                      inner->dims.end())) {
        reason =
            "their sizes differ: " + dimsText(inner->dims) + " and " + dimsText(component->dims);
      }
      // an added one is of the class of all that need it
      if (reason.empty() && component->type->node != inner->type->node &&
          std::find(implicitInners_.begin(), implicitInners_.end(), inner) !=
              implicitInners_.end()) {
        reason =
            "it was added for another outer component, and cannot be of both classes; declare "
            "the inner component";
      }
      if (!reason.empty()) {
        Context context;
        context.scope = inner->declScope;
        report(diag::InnerIncompatible, inner->decl->nameRange, context, names_.text(inner->name),
               className(inner->type), names_.text(component->name), className(component->type),
               reason)
            .note("the outer component is declared here", component->decl->nameRange);
        inner->broken = true;
        component->broken = true;
        component->layout = &emptyLayout_;
        component->outerTarget = component;
      }
    }
  }
  return component->outerTarget;
}

// A component that is both inner and outer: by its own name its class means the outer one (spec
// 5.5), whereas everything below sees the inner one.
Instance* Instances::localTarget(Instance* component) {
  if (!component->isComponent()) return component;
  resolve(component);
  if (!component->isOuter || !component->isInner || component->broken) return component;
  if (!component->parent || !component->parent->parent ||
      !component->parent->parent->isComponent()) {
    return component;  // nothing is around the model that is translated
  }
  if (!component->outerTarget) {
    Instance* inner = findInner(component);
    component->outerTarget = inner ? inner : component;
  }
  return component->outerTarget;
}

Instance* Instances::findInner(Instance* outer) {
  const Instance* plain = nullptr;  // as it should be, without the word
  for (Instance* at = outer->parent ? outer->parent->parent : nullptr; at && at->isComponent();
       at = at->parent) {
    auto found = at->layout->index.find(outer->name);
    if (found == at->layout->index.end()) continue;
    const LayoutElement& element = at->layout->elements[found->second];
    if (!element.component) continue;
    Instance* candidate = child(at, found->second);
    resolve(candidate);
    if (candidate->removed) continue;
    if (!candidate->isInner) {
      if (!plain && candidate->type == outer->type) plain = candidate;
      continue;
    }
    if (candidate->isOuter) return target(candidate);
    return candidate;
  }
  if (Instance* added = implicitInner(outer)) return added;
  Context context;
  context.scope = outer->declScope;
  Diagnostic& missing = report(diag::MissingInner, outer->decl->nameRange, context,
                               names_.text(outer->name), className(outer->type));
  if (plain)
    missing.note("write 'inner' in front of this declaration", plain->decl->range);
  else
    missing.note("add 'inner " + className(outer->type) + " " +
                 std::string(names_.text(outer->name)) +
                 ";' to the model or to a component around this one");
  outer->broken = true;
  return nullptr;
}

// "inner T x" in the model itself, for an outer component without an inner one (spec 5.4); null if
// its class is incomplete or has a message of its own for that case.
Instance* Instances::implicitInner(Instance* outer) {
  if (outer->broken || !outer->type || !outer->dims.empty() || outer->layout->isPartial ||
      outer->layout == &emptyLayout_) {
    return nullptr;
  }
  Instance* model = outer;
  while (model->parent && model->parent->isComponent()) model = model->parent;
  if (model == outer || model->layout->index.count(outer->name)) return nullptr;
  auto* decl = arena_.make<ast::ComponentDecl>(*outer->decl);
  decl->prefixes.outer = false;
  decl->prefixes.inner = true;
  decl->modification = nullptr;
  decl->condition = nullptr;
  // the layout is shared by all instances of the class: the model gets its own
  Layout& own = layouts_.emplace_back(*model->layout);
  model->layout = &own;
  LayoutElement element;
  element.name = outer->name;
  element.component = decl;
  own.index[element.name] = static_cast<uint32_t>(own.elements.size());
  own.elements.push_back(element);
  model->children.resize(own.elements.size());
  Instance* inner = newInstance();
  model->children.back() = inner;
  inner->kind = InstanceKind::Component;
  inner->name = outer->name;
  inner->parent = model;
  inner->elementIndex = static_cast<uint32_t>(own.elements.size() - 1);
  inner->decl = decl;
  inner->declScope = outer->declScope;
  resolve(inner);
  implicitInners_.push_back(inner);
  Context context;
  context.scope = outer->declScope;
  Diagnostic& d = report(diag::ImplicitInner, outer->decl->nameRange, context,
                         names_.text(outer->name), className(outer->type));
  d.note("write 'inner " + className(outer->type) + " " + std::string(names_.text(outer->name)) +
         ";' in the model to choose its parameters");
  return inner;
}

Instance* Instances::instantiateModel(Instance* classInstance, const ast::Modification* overrides) {
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
    // what the text of the model sees: its own enumerations and constants, too
    layer.scope = {model, 0};
    layer.level = 0;
    model->layers.push_back(layer);
  }
  for (const ModLayer& layer : classInstance->layers) {
    model->layers.push_back(layer);
    model->layers.back().level = 1;
  }
  model->children.assign(shape->elements.size(), nullptr);
  checks_.checkModifiers(model);
  return model;
}

bool Instances::isConnector(Instance* component) {
  resolve(component);
  return component->layout->classKind == ast::ClassKind::Connector;
}

bool Instances::isRecord(Instance* component) {
  ast::ClassKind kind = layout(component)->classKind;
  return kind == ast::ClassKind::Record || kind == ast::ClassKind::OperatorRecord;
}

Instance* Instances::addMember(Instance* connector, Symbol name, Instance* like,
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
  // members that a bus got from its own connections come to this one by its connections
  member->layout = like->layout->isExpandable ? layout(like->type) : like->layout;
  member->dims = dims;
  member->isFlow = like->isFlow;
  member->isStream = like->isStream;
  member->variability = like->variability;
  member->isArray = !dims.empty() && like->layout->builtin == BaseType::None;
  member->children.assign(like->layout->builtin == BaseType::None && !member->isArray
                              ? member->layout->elements.size()
                              : 0,
                          nullptr);
  member->resolved = true;
  member->bindingKnown = true;  // a value given to the other side is not one for this
  // attributes (unit, ...) are those of the type; modifiers of the other declaration stay with it
  for (const ModLayer& layer : like->type->layers) member->layers.push_back(layer);
  return member;
}

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

}  // namespace formola

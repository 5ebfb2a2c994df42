// Redeclarations of components and classes: which declarations can be exchanged, and by what.
// Specification 6.4 and 7.3.
#include "sema/redeclarations.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/syntax.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/modifiers.h"

namespace formola {

// A class that stands for another has to offer what that one offers (spec 6.4).
std::string Redeclarations::incompatibility(Instance* needed, Instance* given) {
  if (needed == given) return {};
  const Layout& a = *instances_.layout(needed);
  const Layout& b = *instances_.layout(given);
  if (&a == &b || &a == instances_.emptyLayout() || &b == instances_.emptyLayout()) return {};
  if (a.builtin != b.builtin) return "their built-in types differ";
  auto builtinOf = [&](Instance* owner, const LayoutElement& e) {
    Instance* type = lookup_.lookupClass(e.component->type, {owner, e.scopePart}, false);
    return type && !type->layoutInProgress ? instances_.layout(type)->builtin : BaseType::None;
  };
  for (const LayoutElement& e : a.elements) {
    if (e.isProtected) continue;
    const std::string name(names_.text(e.name));
    auto found = b.index.find(e.name);
    if (found == b.index.end()) return "it has no '" + name + "'";
    const LayoutElement& other = b.elements[found->second];
    if (!e.component || !other.component || e.component == other.component) continue;
    const BaseType wanted = builtinOf(needed, e);
    const BaseType there = builtinOf(given, other);
    if (wanted != BaseType::None && there != BaseType::None && wanted != there)
      return "its '" + name + "' is of another type";
  }
  return {};
}

// The same for a class that is written as `type`: the sizes are counted too (spec 7.3.2).
std::string Redeclarations::unfit(Instance* constraint, Instance* type, size_t ownDimensions) {
  std::string reason = incompatibility(constraint, type);
  const Layout& a = *instances_.layout(constraint);
  const Layout& b = *instances_.layout(type);
  if (reason.empty() && &a != instances_.emptyLayout() && &b != instances_.emptyLayout() &&
      a.dimensions.size() + ownDimensions != b.dimensions.size()) {
    reason = "they have different numbers of dimensions";
  }
  return reason;
}

// What is wrong with redeclaring `old` by `by`, apart from the types (spec 7.3.3); reports.
bool Redeclarations::mayRedeclare(Symbol name, const Redeclarable& old, const Redeclarable& by,
                                  const Context& context) {
  if (by.isGiven) return true;
  const std::string text(names_.text(name));
  if (old.isFinal) {
    report(diag::FinalElement, by.range, context, text)
        .note("it is declared as final here", old.range);
    return false;
  }
  if (old.isConstant) {
    report(diag::WrongPrefix, by.range, context, "redeclare",
           "'" + text + "' is a constant, which is given another value ('" + text +
               " = ...'), but not declared anew")
        .note("it is declared here", old.range);
    return false;
  }
  // What a constraining clause gives holds unless a redeclaration gives it anew.
  if (!old.isReplaceable && !old.isGiven && old.wasReplaceable) {
    report(diag::NoLongerReplaceable, by.range, context, text)
        .note("it is redeclared without 'replaceable' here", old.range);
  } else if (!old.isReplaceable && !old.isGiven) {
    report(diag::NotReplaceable, by.range, context, text)
        .note("it is declared without 'replaceable' here", old.range);
    return false;
  }
  if (by.isElement && old.isElement && by.isProtected != old.isProtected) {
    report(diag::WrongPrefix, by.range, context, by.isProtected ? "protected" : "public",
           "'" + text + "' is " + (old.isProtected ? "protected" : "public") +
               ", and stays so when it is redeclared; move the redeclaration to the " +
               (old.isProtected ? "protected" : "public") + " section")
        .note("it is declared here", old.range);
    return false;
  }
  return true;
}

// The declarations of a component from the original to the one that counts.
std::vector<Redeclarations::DeclaredComponent> Redeclarations::declarationsOf(Instance* component) {
  const Layout& shape = *component->parent->layout;
  const LayoutElement& element = shape.elements[component->elementIndex];
  std::vector<DeclaredComponent> all;
  auto add = [&](const LayoutElement& e) {
    const ast::ComponentDecl* decl = e.component;
    all.push_back({decl, {component->parent, e.scopePart}});
    all.back().how = {decl->nameRange,
                      decl->prefixes.replaceable,
                      decl->prefixes.final,
                      decl->variability == ast::Variability::Constant,
                      decl->prefixes.isProtected,
                      true};
  };
  for (int32_t at = element.replaced; at >= 0; at = shape.replaced[at].replaced) {
    if (!shape.replaced[at].component) return {};
    add(shape.replaced[at]);
  }
  std::reverse(all.begin(), all.end());
  add(element);
  std::vector<ModLayer> layers = modifiers_.layersFor(component->parent, element);
  for (size_t i = layers.size(); i-- > 0;) {
    const ModLayer& layer = layers[i];
    if (!layer.isRedeclare() || !layer.argument->component) continue;
    const ast::ComponentDecl* decl = layer.argument->component;
    all.push_back({decl, layer.scope});
    all.back().how = {decl->nameRange,
                      decl->prefixes.replaceable || layer.argument->replaceable,
                      decl->prefixes.final || layer.argument->final,
                      decl->variability == ast::Variability::Constant,
                      false,
                      false,
                      layer.fromConstraint};
  }
  return all;
}

// False after a report: the component is not to be judged by what its class lacks.
bool Redeclarations::checkRedeclaration(Instance* component) {
  std::vector<DeclaredComponent> all = declarationsOf(component);
  if (all.empty()) return true;
  Instance* constraint = nullptr;
  SourceRange constraintPlace;
  for (size_t i = 0; i < all.size(); ++i) {
    const DeclaredComponent& now = all[i];
    const ast::ConstrainedBy* clause = now.decl->prefixes.constrainedBy;
    Context context;
    context.scope = now.scope;
    Instance* type = lookup_.lookupClass(now.decl->type, now.scope, false);
    if (i > 0) {
      Redeclarable old = all[i - 1].how;
      old.wasReplaceable = all[0].how.isReplaceable;
      // with the same type, sizes and prefixes may be declared anew (spec 7.3.3)
      old.isReplaceable |=
          type && type == lookup_.lookupClass(all[i - 1].decl->type, all[i - 1].scope, false);
      if (!mayRedeclare(component->name, old, now.how, context)) return true;
    }
    Instance* own = clause ? lookup_.lookupClass(clause->type, now.scope, false) : nullptr;
    auto judge = [&](Instance* wanted, Instance* given, SourceRange place) {
      if (!wanted || !given) return true;
      std::string reason = unfit(wanted, given, 0);
      if (reason.empty()) return true;
      report(diag::RedeclareIncompatible, place, context, className(given), className(wanted),
             reason)
          .note("the constraining class is used here", constraintPlace);
      return false;
    };
    if (clause && !judge(constraint, own, clause->type.range)) return false;
    if (own || !constraint) {
      constraint = own ? own : type;
      constraintPlace = clause ? clause->type.range : now.decl->nameRange;
    }
    // of the types in between none is used
    if (i + 1 == all.size() && !judge(constraint, component->type, now.decl->type.range))
      return false;
  }
  return true;
}

// The declarations of a class from the original to the one that counts; `node`: the one that is an
// element of the owner, looked up in `lexical`.
std::vector<Redeclarations::DeclaredClass> Redeclarations::declarationsOf(
    Instance* owner, ClassNode& node, Scope lexical, const LayoutElement* element,
    std::span<const ModLayer> layers) {
  std::vector<DeclaredClass> all;
  auto add = [&](ClassNode& declared, Scope scope, const ast::Argument* argument,
                 bool given = false) {
    const ast::ElementPrefixes& prefixes = declared.def->prefixes;
    all.push_back({&declared, scope});
    all.back().how = {declared.def->nameRange,
                      prefixes.replaceable || (argument && argument->replaceable),
                      prefixes.final || (argument && argument->final),
                      false,
                      prefixes.isProtected,
                      !argument,
                      given};
  };
  for (int32_t at = element ? element->replaced : -1; at >= 0;
       at = owner->layout->replaced[at].replaced) {
    const LayoutElement& old = owner->layout->replaced[at];
    if (!old.classNode) break;
    add(*old.classNode, {owner, old.scopePart}, nullptr);
  }
  std::reverse(all.begin(), all.end());
  add(node, lexical, nullptr);
  for (size_t i = layers.size(); i-- > 0;) {
    const ModLayer& layer = layers[i];
    if (!layer.isRedeclare() || layer.argument->kind != ast::ArgumentKind::RedeclareClass) continue;
    const Instance* in = layer.scope.instance;
    ClassNode* enclosing = in->node;
    if (in->layout && layer.scope.part < in->layout->parts.size())
      enclosing = in->layout->parts[layer.scope.part].node;
    if (!enclosing) enclosing = &library_.root();
    add(*library_.adopt(layer.argument->classDef, enclosing), layer.scope, layer.argument,
        layer.fromConstraint);
  }
  return all;
}

void Redeclarations::checkClassRedeclarations() {
  for (size_t i = 0; i < classRedeclarations_.size(); ++i) {
    const ClassRedeclaration r = classRedeclarations_[i];
    // what is never used matters to those alone who want it all by the book
    if (diagnostics_.strict()) instances_.layout(r.replacement);
    if (!r.replacement->layout) continue;
    checkClassRedeclaration(r);
  }
  classRedeclarations_.clear();
}

void Redeclarations::checkClassRedeclaration(const ClassRedeclaration& r) {
  Instance* constraint = nullptr;
  SourceRange constraintPlace;
  for (size_t i = 0; i < r.declared.size(); ++i) {
    const DeclaredClass& now = r.declared[i];
    const ast::ClassDef* def = now.node->def;
    Context context;
    context.scope = now.scope;
    const bool isShort = def->form == ast::ClassForm::Short;
    if (i > 0) {
      // to be exchanged for the same class again does no harm
      const DeclaredClass& before = r.declared[i - 1];
      const bool same = isShort && !before.how.isElement &&
                        before.node->def->form == ast::ClassForm::Short && !def->modification &&
                        !before.node->def->modification &&
                        lookup_.lookupClass(def->base, now.scope, false) ==
                            lookup_.lookupClass(before.node->def->base, before.scope, false);
      Redeclarable old = before.how;
      old.wasReplaceable = r.declared[0].how.isReplaceable;
      if (!same && !mayRedeclare(def->name, old, now.how, context)) return;
    }
    auto judge = [&](Instance* given, SourceRange place, size_t ownDimensions) {
      if (!constraint || !given || constraint->layoutInProgress || given->layoutInProgress)
        return true;
      std::string reason = unfit(constraint, given, ownDimensions);
      if (reason.empty()) return true;
      report(diag::RedeclareIncompatible, place, context,
             isShort ? std::string(sources_.text(place)) : className(given), className(constraint),
             reason)
          .note("the constraining class is used here", constraintPlace);
      return false;
    };
    if (const ast::ConstrainedBy* clause = def->prefixes.constrainedBy) {
      Instance* own = lookup_.lookupClass(clause->type, now.scope, false);
      if (!judge(own, clause->type.range, 0)) return;
      constraint = own;
      constraintPlace = clause->type.range;
    } else if (!constraint) {
      // the original definition itself
      constraint = i + 1 == r.declared.size() ? nullptr
                   : isShort                  ? lookup_.lookupClass(def->base, now.scope, false)
                                              : instances_.makeClass(now.node, now.scope, {});
      constraintPlace = def->nameRange;
    }
    if (i + 1 == r.declared.size())
      judge(r.replacement, isShort ? def->base.range : def->nameRange, def->dimensions.size());
  }
}

}  // namespace formola

// What a name with dots may pass through, and what can be imported: specification 4.1, 5.3.2, 5.3.3
// and 13.2.
#include "diag/codes/classes.h"
#include "diag/codes/names.h"
#include "sema/class_kinds.h"
#include "sema/instances.h"
#include "sema/lookup.h"

namespace formola {

namespace {

using Kind = ast::ClassKind;

// The class whose text a scope is in.
const ClassNode* textOf(Scope scope) {
  const Instance* instance = scope.instance;
  if (!instance) return nullptr;
  if (instance->layout && scope.part < instance->layout->parts.size() &&
      instance->layout->parts[scope.part].node) {
    return instance->layout->parts[scope.part].node;
  }
  return instance->isComponent() && instance->type ? instance->type->node : instance->node;
}

bool isInside(const ClassNode* inner, const ClassNode* outer) {
  while (inner && inner != outer) inner = inner->parent;
  return inner;
}

// A class or constant can be named from outside if its class is a package in all but name.
bool actsAsPackage(const Layout& shape) {
  if (shape.builtin != BaseType::None) return true;
  for (const LayoutElement& e : shape.elements) {
    if (e.component && e.component->variability != ast::Variability::Constant) return false;
  }
  return true;
}

}  // namespace

bool Lookup::isProtectedMember(Instance* owner, Symbol name) {
  if (owner->node) {
    auto own = owner->node->members.find(name);
    if (own != owner->node->members.end()) {
      const ClassNode::Member& m = own->second;
      return m.classNode ? m.classNode->def->prefixes.isProtected
                         : m.component && m.component->prefixes.isProtected;
    }
  }
  if (!owner->layout) return false;
  auto found = owner->layout->index.find(name);
  return found != owner->layout->index.end() && owner->layout->elements[found->second].isProtected;
}

void Lookup::checkStep(Instance* owner, Instance* next, const ast::NamePart& part, Scope scope,
                       Symbol writtenOwner) {
  Instance* ownerClass = owner->isComponent() ? owner->type : owner;
  if (!ownerClass || owner == instances_.root()) return;
  Context context;
  context.scope = scope;
  if (isProtectedMember(owner, part.name) && owner != scope.instance &&
      !isInside(textOf(scope), ownerClass->node)) {
    report(diag::ProtectedAccess, part.range, context, names_.text(part.name),
           className(ownerClass));
    return;
  }
  if (owner->isComponent() || !owner->node || owner->layoutInProgress) return;
  const ast::ClassDef* def = owner->node->def;
  const bool encapsulated =
      !next->isComponent() && next->node && next->node->def && next->node->def->encapsulated;
  if (def && def->classKind != Kind::Package && def->classKind != Kind::Operator && !encapsulated &&
      !actsAsPackage(*instances_.layout(owner))) {
    // Classes and constants are the same wherever they are named from; other components are there
    // in an instance only.
    const bool same = !next->isComponent() ||
                      (next->decl && next->decl->variability == ast::Variability::Constant);
    report(same ? diag::ThroughModel : diag::NotEncapsulated, part.range, context,
           names_.text(part.name), className(ownerClass), kindText(def->classKind));
    return;
  }
  // Libraries take types from partial packages, for ports that are never there; values cannot be.
  // A package that is partial until it is redeclared goes by another name.
  if (def && def->partial && next->isComponent() && !isInside(textOf(scope), owner->node) &&
      writtenOwner == owner->node->name) {
    report(diag::PartialLookup, part.range, context, names_.text(part.name), className(ownerClass));
  }
}

// `from`: what something is imported from, whole or by the name `element`.
void Lookup::checkImport(Instance* from, Symbol element, SourceRange range) {
  if (from == instances_.root() || !from->node || !from->node->def) return;
  const ast::ClassDef* def = from->node->def;
  if (def->classKind != Kind::Package && def->classKind != Kind::Class) {
    diagnostics_.report(diag::NotAPackage, range, className(from), kindText(def->classKind))
        .note("it is declared here; name the class with dots instead of importing it",
              def->nameRange);
  } else if (element.valid() && isProtectedMember(from, element)) {
    diagnostics_.report(diag::ProtectedAccess, range, names_.text(element), className(from));
  }
}

}  // namespace formola

// What the specialised classes may contain and where they may be used: specification 4.6, 9.1.3,
// 15.1.
#include "diag/codes/classes.h"
#include "diag/codes/names.h"
#include "sema/class_kinds.h"
#include "sema/declaration_checks.h"
#include "sema/instances.h"
#include "sema/lookup.h"

namespace formola {

namespace {

using Kind = ast::ClassKind;

// Why a component of class kind `kind` (no predefined type) cannot stand in a class of kind
// `owner`; empty if it can.
std::string_view obstacle(Kind kind, Kind owner) {
  if (kind == Kind::Package || kind == Kind::Operator)
    return "it has no instances; name its elements with a dot";
  if (isFunctionKind(kind)) return isFunctionKind(owner) ? "" : "a function is called, f(x)";
  const bool physical = kind == Kind::Model || kind == Kind::Block;
  if (isFunctionKind(owner) && (physical || kind == Kind::Connector))
    return "a function has only variables and records";
  if (isRecordKind(owner) && (physical || kind == Kind::Connector))
    return "a record has only variables and records";
  if (owner == Kind::Connector && physical)
    return "a connector has only variables, records and connectors";
  return "";
}

}  // namespace

// Whether one of the declarations of a component has this type: the one that counts, or one that
// was redeclared since.
bool DeclarationChecks::isDeclaredAs(const Instance* component, Instance* type) {
  const Layout& its = *instances_.layout(type);
  if (&its == instances_.emptyLayout()) return true;
  auto same = [&](Instance* declared) {
    if (!declared || declared == type || declared->layoutInProgress) return true;
    const Layout& shape = *instances_.layout(declared);
    return its.builtin == shape.builtin &&
           (its.builtin != BaseType::None || declared->node == type->node);
  };
  if (same(component->type)) return true;
  const Layout& owner = *component->parent->layout;
  const LayoutElement* declaration = &owner.elements[component->elementIndex];
  while (declaration->component) {
    const Scope scope{component->parent, declaration->scopePart};
    if (same(lookup_.lookupClass(declaration->component->type, scope, false))) return true;
    if (declaration->replaced < 0) break;
    declaration = &owner.replaced[declaration->replaced];
  }
  return false;
}

void DeclarationChecks::checkComponentClass(Instance* component) {
  Layout& shape = *component->layout;
  const Layout& owner = *component->parent->layout;
  if (&shape == instances_.emptyLayout() || &owner == instances_.emptyLayout()) return;
  const ast::ComponentDecl* decl = component->decl;
  Context context;
  context.scope = component->declScope;
  // The same declaration is instantiated as often as its class: one message is enough.
  auto first = [&] { return judged_.insert(decl).second; };
  if (shape.builtin != BaseType::None) {
    const bool flow = decl->connector == ast::ConnectorPrefix::Flow;
    if ((flow || decl->connector == ast::ConnectorPrefix::Stream) &&
        shape.builtin != BaseType::Real && first()) {
      report(diag::FlowNotReal, decl->nameRange, context, names_.text(component->name),
             flow ? "flow" : "stream", className(component->type));
    }
  } else if (std::string_view why = obstacle(shape.classKind, owner.classKind); !why.empty()) {
    if (first()) {
      report(diag::ComponentClass, decl->nameRange, context, names_.text(component->name),
             className(component->type), kindText(shape.classKind), why);
    }
    component->broken = true;
    component->layout = instances_.emptyLayout();
    component->children.clear();
    return;
  }
  if (owner.classKind == Kind::Block && shape.classKind == Kind::Connector &&
      !component->isProtected && !shape.isExpandable && component->causality == Causality::None &&
      !isCausal(component) && first()) {
    report(diag::BlockConnector, decl->nameRange, context, names_.text(component->name));
  }
  // Declarations of the same name, own or inherited, must be identical (spec 7.1.1); types that
  // differ are certainly not.
  for (const Layout::Again& again : owner.declaredAgain) {
    if (again.element != component->elementIndex || component->decl == again.component) continue;
    Instance* other =
        lookup_.lookupClass(again.component->type, {component->parent, again.scopePart}, false);
    if (!other || other->layoutInProgress || isDeclaredAs(component, other)) continue;
    if (first()) {
      report(diag::DuplicateElement, again.component->nameRange, context,
             names_.text(component->name), className(component->parent))
          .note("the other declaration, of class '" + className(component->type) + "', is here",
                decl->nameRange);
    }
  }
  if (!shape.checked) checkContents(component);
  shape.checked = true;
}

// All variables of a connector are inputs or outputs; connectors inside are not looked at.
bool DeclarationChecks::isCausal(Instance* connector) {
  const Layout& shape = *connector->layout;
  if (shape.builtin != BaseType::None) return shape.causality != ast::Causality::None;
  for (const LayoutElement& e : shape.elements) {
    if (!e.component || e.component->causality != ast::Causality::None ||
        e.component->variability == ast::Variability::Constant ||
        e.component->variability == ast::Variability::Parameter)
      continue;
    Instance* type = lookup_.lookupClass(e.component->type, {connector->type, e.scopePart}, false);
    if (!type) continue;
    const Layout& inner = *instances_.layout(type);
    if (inner.causality == ast::Causality::None && inner.classKind != Kind::Connector) return false;
  }
  return true;
}

// An operator holds functions, nothing else (spec 4.6).
void DeclarationChecks::checkOperator(Instance* instance, const Layout& shape) {
  if (shape.classKind != Kind::Operator) return;
  for (const LayoutElement& e : shape.elements) {
    if (!e.component) continue;
    diagnostics_.report(diag::ClassRestriction, e.component->nameRange, "operator",
                        className(instance),
                        "the component '" + std::string(names_.text(e.name)) + "'",
                        "it has functions only; declare constants in a package or in the function");
  }
}

namespace {

// The prefix that an element of a record or connector cannot have (spec 4.6); empty if none.
std::string_view wrongPrefix(const ast::ComponentDecl& c, bool connector) {
  if (c.prefixes.inner) return "inner";
  if (c.prefixes.outer) return "outer";
  if (connector) return "";
  if (c.causality == ast::Causality::Input) return "input";
  if (c.causality == ast::Causality::Output) return "output";
  if (c.connector == ast::ConnectorPrefix::Flow) return "flow";
  if (c.connector == ast::ConnectorPrefix::Stream) return "stream";
  return "";
}

}  // namespace

// The elements of a record or connector.
void DeclarationChecks::checkContents(Instance* component) {
  Layout& shape = *component->layout;
  if (shape.builtin != BaseType::None) return;
  const bool connector = shape.classKind == Kind::Connector;
  if (!connector && !isRecordKind(shape.classKind)) return;
  const std::string name = className(component->type);
  const ast::ComponentDecl* stream = nullptr;
  size_t flows = 0;
  for (const LayoutElement& e : shape.elements) {
    const ast::ComponentDecl* c = e.component;
    if (!c) continue;
    if (e.isProtected) {
      diagnostics_.report(diag::EquationInClass, c->nameRange,
                          connector ? "the connector" : "the record", name, "a protected");
      shape.faulty = true;
      return;
    }
    if (std::string_view prefix = wrongPrefix(*c, connector); !prefix.empty()) {
      diagnostics_.report(
          diag::ClassRestriction, c->nameRange, kindText(shape.classKind), name,
          "the prefix '" + std::string(prefix) + "' at '" + std::string(names_.text(e.name)) + "'",
          connector ? "its variables belong to the connection alone; remove the prefix"
                    : "its variables are only data; remove the prefix, or give it to the component "
                      "of the record");
    }
    if (c->connector == ast::ConnectorPrefix::Stream && !stream) stream = c;
    if (c->connector != ast::ConnectorPrefix::Flow) continue;
    if (c->dimensions.empty() && c->typeDimensions.empty()) ++flows;
    if (shape.isExpandable) {
      diagnostics_.report(diag::ExpandableFlow, c->nameRange, names_.text(e.name), name);
      shape.faulty = true;
      return;
    }
  }
  if (stream && flows != 1) {
    diagnostics_.report(diag::StreamWithoutFlow, stream->nameRange, name, flows);
    shape.faulty = true;
  }
}

}  // namespace formola

// Which prefixes a declaration may have, by the class of the component:
// specification 4.4.2.2, 4.4.4, 9.1.
#include "diag/codes/syntax.h"
#include "sema/declaration_checks.h"
#include "sema/instances.h"
#include "sema/lookup.h"

namespace formola {

namespace {

using Kind = ast::ClassKind;

std::string_view prefixText(ast::Variability v) {
  switch (v) {
    case ast::Variability::Constant:
      return "constant";
    case ast::Variability::Parameter:
      return "parameter";
    case ast::Variability::Discrete:
      return "discrete";
    default:
      return "";
  }
}

std::string_view prefixText(ast::Causality c) {
  return c == ast::Causality::Input ? "input" : c == ast::Causality::Output ? "output" : "";
}

std::string_view prefixText(ast::ConnectorPrefix p) {
  return p == ast::ConnectorPrefix::Flow     ? "flow"
         : p == ast::ConnectorPrefix::Stream ? "stream"
                                             : "";
}

}  // namespace

void DeclarationChecks::checkPrefixes(Instance* component) {
  const ast::ComponentDecl* decl = component->decl;
  const Layout& shape = *component->layout;
  if (component->broken || &shape == instances_.emptyLayout()) return;
  const ast::ConnectorPrefix connector =
      decl->connector != ast::ConnectorPrefix::None ? decl->connector : shape.connector;
  const ast::Causality causality =
      decl->causality != ast::Causality::None ? decl->causality : shape.causality;
  const bool variability = decl->variability != ast::Variability::None;
  if (connector == ast::ConnectorPrefix::None && causality == ast::Causality::None && !variability)
    return;
  // The same declaration is instantiated as often as its class: one look is enough.
  if (!prefixesChecked_.insert(decl).second) return;
  Context context;
  context.scope = component->declScope;
  auto wrong = [&](std::string_view prefix, std::string why) {
    report(diag::WrongPrefix, decl->nameRange, context, prefix, why);
  };
  if (decl->connector == ast::ConnectorPrefix::Stream &&
      component->parent->layout->classKind != Kind::Connector) {
    wrong("stream",
          fmt::format(
              "'{}' is not declared in a connector, and only there does a stream have a flow to "
              "go with",
              names_.text(component->name)));
  }
  const bool rigid = decl->variability == ast::Variability::Constant ||
                     decl->variability == ast::Variability::Parameter;
  if (rigid && shape.classKind == Kind::Connector) {
    wrong(prefixText(decl->variability),
          fmt::format("'{}' is a connector, whose values change; a "
                      "connector may have parameters and constants inside",
                      names_.text(component->name)));
  }
  if (shape.builtin != BaseType::None) return;
  if (shape.classKind == Kind::Model || shape.classKind == Kind::Block) {
    std::string_view prefix = prefixText(decl->variability);
    if (prefix.empty()) prefix = prefixText(decl->causality);
    if (prefix.empty()) prefix = prefixText(decl->connector);
    if (!prefix.empty()) {
      wrong(prefix, fmt::format("'{}' is a component of the {} '{}'; only variables, records and "
                                "connectors can have it",
                                names_.text(component->name),
                                shape.classKind == Kind::Model ? "model" : "block",
                                className(component->type)));
    }
    return;
  }
  if (shape.classKind == Kind::Function) return;  // an input that is a function itself
  if (const ast::ComponentDecl* inside = prefixedInside(component->type, connector, causality)) {
    const bool flows =
        connector != ast::ConnectorPrefix::None && inside->connector != ast::ConnectorPrefix::None;
    wrong(flows ? prefixText(connector) : prefixText(causality),
          fmt::format("it would also hold for '{}' of '{}', which has a prefix '{}' of its own",
                      names_.text(inside->name), className(component->type),
                      flows ? prefixText(inside->connector) : prefixText(inside->causality)));
  }
}

// An element of a record or connector, at any depth, that has a prefix of the same sort as the
// whole: flow or stream, input or output. Null: there is none.
const ast::ComponentDecl* DeclarationChecks::prefixedInside(Instance* structured,
                                                            ast::ConnectorPrefix connector,
                                                            ast::Causality causality) {
  std::vector<Instance*> stack{structured};
  std::unordered_set<const Instance*> seen;
  while (!stack.empty()) {
    Instance* at = stack.back();
    stack.pop_back();
    if (!seen.insert(at).second) continue;
    for (const LayoutElement& e : instances_.layout(at)->elements) {
      if (!e.component) continue;
      if (connector != ast::ConnectorPrefix::None &&
          e.component->connector != ast::ConnectorPrefix::None)
        return e.component;
      if (causality != ast::Causality::None && e.component->causality != ast::Causality::None)
        return e.component;
      Instance* type = lookup_.lookupClass(e.component->type, {at, e.scopePart}, false);
      if (type && !type->layoutInProgress && instances_.layout(type)->builtin == BaseType::None)
        stack.push_back(type);
    }
  }
  return nullptr;
}

}  // namespace formola

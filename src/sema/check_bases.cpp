// What a class may be derived from: specification 4.5.2, 4.6, 7.1.3 and 7.1.4.
#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/names.h"
#include "sema/class_kinds.h"
#include "sema/declaration_checks.h"
#include "sema/instances.h"
#include "syntax/printer.h"

namespace formola {

namespace {

using Kind = ast::ClassKind;

// The table of spec 7.1.3. A base written as 'class' fits all; what a 'class' is derived from is
// left to the restrictions of what it becomes.
bool mayExtend(Kind derived, bool derivedExpandable, Kind base, bool baseExpandable) {
  if (base == Kind::Class || derived == Kind::Class) return true;
  if (derived == base) return derivedExpandable == baseExpandable;
  switch (derived) {
    case Kind::OperatorFunction:
      return base == Kind::Function;
    case Kind::Connector:
      return !derivedExpandable && (base == Kind::Type || isRecordKind(base));
    case Kind::Block:
      return base == Kind::Record;
    case Kind::Model:
      return base == Kind::Record || base == Kind::Block;
    default:
      return false;
  }
}

std::string_view advice(Kind derived, Kind base) {
  if (base == Kind::Package)
    return "a package is no base of other classes; import what is needed from it";
  if (isFunctionKind(base)) return "a function is called, f(x)";
  if (base == Kind::Type)
    return "a predefined type is a base of types and connectors; declare a variable of it";
  if (derived == Kind::Package)
    return "a package has classes and constants only; a package extends packages";
  if (isFunctionKind(derived))
    return "a function extends functions only; declare its inputs and outputs in it";
  if (isRecordKind(derived))
    return "a record has no equations and no connectors; a record extends records";
  if (derived == Kind::Block)
    return "a block has inputs and outputs only; write 'model' instead of 'block', or extend a "
           "block";
  if (derived == Kind::Connector)
    return base == Kind::Connector
               ? "either both are expandable or none is"
               : "a connector has variables only; it extends connectors, records and types";
  return "their kinds do not fit; declare a component of it";
}

// Nothing to inherit but classes and what stands in annotations.
bool hasOnlyIcon(const Layout& base) {
  return base.builtin == BaseType::None &&
         std::none_of(base.elements.begin(), base.elements.end(),
                      [](const LayoutElement& e) { return e.component != nullptr; }) &&
         std::all_of(base.parts.begin(), base.parts.end(), [](const Part& part) {
           return part.node && part.node->def && part.node->def->equations.empty() &&
                  part.node->def->algorithms.empty() && !part.node->def->external;
         });
}

std::string kindName(Kind kind, bool expandable) {
  return (expandable ? "expandable " : "") + std::string(kindText(kind));
}

// The class that a name written in `from` means, as far as the text tells: no imports, nothing
// inherited. Calls `visit` for each class on the way; null if one is not found.
template <typename Visit>
void followWritten(Library& library, ClassNode* from, const ast::Name& name, Visit visit) {
  ClassNode* at = from;
  if (!name.global) {
    while (at && !at->members.count(name.parts[0].name)) {
      if (at->def && at->def->encapsulated) return;
      at = at->parent;
    }
  } else {
    at = &library.root();
  }
  for (const ast::NamePart& part : name.parts) {
    auto member = at ? at->members.find(part.name)
                     : std::unordered_map<Symbol, ClassNode::Member>::iterator();
    if (!at || member == at->members.end() || !member->second.classNode) return;
    at = member->second.classNode;
    if (at->def) visit(*at->def, part);
  }
}

}  // namespace

bool DeclarationChecks::checkBase(Instance* derived, const ast::Extends& extends, Instance* base) {
  if (base->layoutInProgress) return true;  // reported as a cycle
  const Layout& from = *instances_.layout(base);
  if (&from == instances_.emptyLayout()) return true;
  const ast::ClassDef* def = derived->node->def;
  const SourceRange range = extends.base.range;
  if (!mayExtend(def->classKind, def->expandable, from.classKind, from.isExpandable)) {
    if (def->classKind != from.classKind && !from.isExpandable && hasOnlyIcon(from)) {
      diagnostics_.report(diag::BaseOnlyIcon, range, kindName(def->classKind, def->expandable),
                          className(derived), kindName(from.classKind, from.isExpandable),
                          className(base));
      return true;
    }
    diagnostics_.report(diag::BaseClassKind, range, kindName(def->classKind, def->expandable),
                        className(derived), kindName(from.classKind, from.isExpandable),
                        className(base), advice(def->classKind, from.classKind));
    return from.builtin == BaseType::None;
  }
  if (from.classKind == Kind::OperatorRecord) {
    diagnostics_.report(diag::BaseClassKind, range, kindText(def->classKind), className(derived),
                        kindText(from.classKind), className(base),
                        "its operators are defined for it alone; write a short definition, "
                        "'operator record A = B(...)'");
    return true;
  }
  if (base->node && base->node->def) {
    for (const ast::Element* element : base->node->def->elements) {
      const auto* nested = element->dynAs<ast::ClassDef>();
      if (!nested || nested->classKind != Kind::OperatorRecord) continue;
      diagnostics_
          .report(diag::BaseClassKind, range, kindText(def->classKind), className(derived),
                  kindText(from.classKind), className(base),
                  "it contains an operator record, which would be a second one with the same "
                  "operators; import it instead")
          .note("the operator record is defined here", nested->nameRange);
      return true;
    }
  }
  // The base must be the same whatever is redeclared (spec 7.1.4).
  followWritten(library_, derived->node, extends.base,
                [&](const ast::ClassDef& written, const ast::NamePart& part) {
                  if (!written.prefixes.replaceable) return;
                  diagnostics_
                      .report(diag::BaseClassKind, part.range, kindText(def->classKind),
                              className(derived), "replaceable class", names_.text(part.name),
                              "a redeclaration would exchange what this class is made of; extend a "
                              "class that is not replaceable")
                      .note("it is declared as replaceable here", written.nameRange);
                });
  // Arrays and prefixed types are all that their class is (spec 4.5.2).
  const bool whole = !from.dimensions.empty() || from.causality != ast::Causality::None ||
                     from.connector != ast::ConnectorPrefix::None;
  if (!whole || from.builtin != BaseType::None) return true;
  for (const ast::Element* element : def->elements) {
    SourceRange place;
    std::string what;
    if (const auto* component = element->dynAs<ast::ComponentDecl>()) {
      place = component->nameRange;
      what = "the component '" + std::string(names_.text(component->name)) + "'";
    } else if (const auto* other = element->dynAs<ast::Extends>(); other && other != &extends) {
      place = other->base.range;
      what = "another base class";
    } else {
      continue;
    }
    diagnostics_.report(
        diag::ClassRestriction, place, kindText(def->classKind), className(derived), what,
        "it extends '" + className(base) + "', which is " +
            (from.dimensions.empty() ? "declared with a prefix such as 'input'" : "an array") +
            "; declare a component of that class instead");
    return true;
  }
  return true;
}

// Classes of the same name that meet in a derived class must be written alike (spec 7.1.1);
// descriptions may differ, as they do in libraries. Replaceable ones may have been made alike.
void DeclarationChecks::checkSameClass(Instance* derived, const ClassNode& a, const ClassNode& b) {
  auto exchanged = [](const ast::ClassDef& def) {
    return def.prefixes.redeclare || def.prefixes.replaceable ||
           def.form == ast::ClassForm::Extends;
  };
  if (&a == &b || a.def == b.def || exchanged(*a.def) || exchanged(*b.def) ||
      equalButComments(*a.def, *b.def))
    return;
  diagnostics_
      .report(diag::DuplicateElement, a.def->nameRange, names_.text(a.name), className(derived))
      .note(
          "the other class of that name, which is inherited, is here; if it is to be exchanged, "
          "declare it as 'replaceable' there and write 'redeclare' before this one",
          b.def->nameRange);
}

}  // namespace formola

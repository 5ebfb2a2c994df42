// Components: add, remove, rename.
#include <fmt/format.h>

#include "edit/edit_places.h"
#include "edit/walk.h"
#include "support/string_literal.h"

namespace formola::edit {

using namespace ast;
using syntax::Tok;

namespace {

std::string declaration(const NewComponent& component) {
  std::string text = component.type + " " + component.name + component.subscripts;
  if (!component.modifiers.empty()) text += "(" + component.modifiers + ")";
  if (!component.description.empty())
    text += " " + stringLiteral(component.description, Layout::Kept);
  if (component.extent) {
    text += fmt::format(" annotation (Placement(transformation(extent={})))",
                        pointsText({component.extent->first, component.extent->second}));
  }
  return text + ";";
}

// Whether the class declares the name, as a component or a class.
bool declares(const Document& document, const ClassDef& def, std::string_view name) {
  if (findComponent(document, def, name)) return true;
  for (const Element* element : def.elements)
    if (const auto* nested = element->dynAs<ClassDef>();
        nested && document.nameOf(nested->name) == name)
      return true;
  return false;
}

// The last element before the first "protected", section or annotation; null: none.
const Element* lastPublic(const ClassDef& def) {
  const Element* last = nullptr;
  for (const Element* element : def.elements) {
    bool isProtected = false;
    switch (element->kind) {
      case ElementKind::Import:
        isProtected = element->as<Import>().isProtected;
        break;
      case ElementKind::Extends:
        isProtected = element->as<Extends>().isProtected;
        break;
      case ElementKind::Component:
        isProtected = element->as<ComponentDecl>().prefixes.isProtected;
        break;
      case ElementKind::Class:
        isProtected = element->as<ClassDef>().prefixes.isProtected;
        break;
    }
    if (isProtected) break;
    last = element;
  }
  return last;
}

// Where an element ends: behind a constraining clause and all names of its clause.
uint32_t endOfElement(const Document& document, const Element& element) {
  const TokenList& tokens = document.tokens();
  int depth = 0;
  for (size_t i = tokens.firstFrom(element.range.end); i < tokens.size(); ++i) {
    const Tok kind = tokens[i].kind;
    if (kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace) ++depth;
    if (kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace) --depth;
    if (kind == Tok::Semicolon && depth == 0) return tokens[i].begin;
  }
  return element.range.end;
}

// The components of the clause that declares `component`: "Real x, y, z".
std::vector<const ComponentDecl*> clauseOf(const ClassDef& def, const ComponentDecl& component) {
  std::vector<const ComponentDecl*> clause;
  for (const Element* element : def.elements)
    if (const auto* other = element->dynAs<ComponentDecl>();
        other && other->range.begin == component.range.begin)
      clause.push_back(other);
  return clause;
}

void removeDeclaration(const Document& document, const ClassDef& def,
                       const ComponentDecl& component, Patch& patch) {
  const std::vector<const ComponentDecl*> clause = clauseOf(def, component);
  if (clause.size() == 1) {
    patch.push_back(removeItem(document, component.range.begin, endOfElement(document, component)));
    return;
  }
  // one of several names: up to the next one, or from the end of the one before
  const size_t i =
      static_cast<size_t>(std::find(clause.begin(), clause.end(), &component) - clause.begin());
  if (i + 1 < clause.size()) {
    patch.push_back({component.nameRange.begin, clause[i + 1]->nameRange.begin, ""});
  } else {
    patch.push_back({clause[i - 1]->range.end, component.range.end, ""});
  }
}

}  // namespace

Outcome addComponent(const Document& document, std::string_view classPath,
                     const NewComponent& component) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  if (!isIdentifier(component.name))
    return Outcome::failed(fmt::format("'{}' is no name", component.name));
  if (!isReference(component.type))
    return Outcome::failed(fmt::format("'{}' is no name of a class", component.type));
  if (declares(document, *target.def, component.name))
    return Outcome::failed(fmt::format("'{}' is declared already", component.name));
  const std::string text = declaration(component);
  if (Document("<text>", "model A " + text + " end A;").hasErrors())
    return Outcome::failed(
        fmt::format("'{}' are no modifiers", component.subscripts + component.modifiers));
  const std::string indent = bodyIndent(document, *target.def);
  const Element* last = lastPublic(*target.def);
  const uint32_t behind =
      last ? endOfElement(document, *last) : descriptionOf(document, *target.def).end;
  return finished({lineBehind(document, behind, indent, text)});
}

Outcome removeComponent(const Document& document, std::string_view classPath,
                        std::string_view name) {
  const Target target = targetComponent(document, classPath, name);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  Patch patch;
  removeDeclaration(document, *target.def, *target.component, patch);
  auto attached = [&](const Name& side) {
    return !side.parts.empty() && document.nameOf(side.parts[0].name) == name;
  };
  for (const EquationSection& section : target.def->equations)
    forEachEquation(section.equations, [&](const Equation& equation) {
      if (equation.kind != EquationKind::Connect) return;
      const auto& connection = equation.as<ConnectEquation>();
      if (attached(connection.left) || attached(connection.right))
        patch.push_back(removeItem(document, equation.range.begin, equation.range.end));
    });
  return finished(std::move(patch));
}

Outcome renameComponent(const Document& document, std::string_view classPath, std::string_view name,
                        std::string_view newName) {
  const Target target = targetComponent(document, classPath, name);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  if (!isIdentifier(newName)) return Outcome::failed(fmt::format("'{}' is no name", newName));
  if (declares(document, *target.def, newName))
    return Outcome::failed(fmt::format("'{}' is declared already", newName));
  Patch patch;
  const std::string text(newName);
  const SourceRange declared = target.component->nameRange;
  patch.push_back({declared.begin, declared.end, text});
  forEachName(*target.def, [&](const NameUse& use) {
    const NamePart& first = use.name->parts[0];
    const bool isValue = use.role == NameRole::Value || use.role == NameRole::Function;
    if (!isValue || use.iterator || use.name->global || document.nameOf(first.name) != name) return;
    // a class in between may declare the name again
    bool hidden = false;
    forEachClass(*target.def, [&](const ClassDef& inner) {
      const bool around = inner.range.begin <= first.range.begin &&
                          first.range.end <= inner.range.end && &inner != target.def;
      hidden |= around && declares(document, inner, name);
    });
    if (hidden) return;
    // the text of a quoted name may be longer than the name
    const TokenList& tokens = document.tokens();
    const uint32_t end = tokens[tokens.firstEndingAfter(first.range.begin)].end;
    patch.push_back({first.range.begin, end, text});
  });
  return finished(std::move(patch));
}

}  // namespace formola::edit

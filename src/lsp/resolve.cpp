#include "lsp/resolve.h"

#include "edit/arguments.h"
#include "edit/walk.h"
#include "sema/sema.h"
#include "syntax/annotation.h"

namespace formola::lsp {

using syntax::Tok;

SourceRange Declared::range() const {
  if (!instance) return {};
  if (instance->isComponent()) return instance->decl ? instance->decl->nameRange : SourceRange{};
  return instance->node && instance->node->def ? instance->node->def->nameRange : SourceRange{};
}

Resolver::Resolver(Compilation& compilation, const OpenFile& file)
    : file_(file),
      compilation_(compilation),
      sema_(compilation_.sema()),
      mute_(compilation_.diagnostics()) {}

Instance* Resolver::classAt(uint32_t offset) {
  const auto classes = classesAt(*file_.document, offset);
  if (classes.empty()) return nullptr;
  std::vector<Symbol> path;
  for (const std::string& part : edit::splitPath(qualifiedName(*file_.document, classes)))
    path.push_back(sema_.symbol(part));
  Instance* found = sema_.findClass(path, {});
  return found && !found->isComponent() ? found : nullptr;
}

Instance* Resolver::classOf(const Declared& declared) {
  if (!declared.isComponent()) return declared.instance;
  const Instance& component = *declared.instance;
  if (!component.decl) return component.type;
  return sema_.lookupClass(component.decl->type, component.declScope, false);
}

Declared Resolver::member(const Declared& owner, std::string_view name) {
  Instance* type = classOf(owner);
  if (!type) return {};
  return {sema_.member(type, sema_.symbol(name))};
}

Declared Resolver::find(Instance* scope, const std::vector<std::string>& path, bool global) {
  if (path.empty()) return {};
  Declared found;
  if (global || !scope) {
    found.instance = sema_.member(sema_.root(), sema_.symbol(path[0]));
  } else {
    found.instance = sema_.lookupSimple(sema_.symbol(path[0]), {scope, 0}).instance;
  }
  for (size_t i = 1; i < path.size() && found; ++i) found = member(found, path[i]);
  return found;
}

TokenPath pathEndingAt(const edit::TokenList& tokens, size_t i) {
  TokenPath path;
  if (i >= tokens.size() || tokens[i].kind != Tok::Identifier) return path;
  for (;;) {
    path.parts.insert(path.parts.begin(), std::string(tokens.text(i)));
    path.first = i;
    if (i == 0 || tokens[i - 1].kind != Tok::Dot) break;
    if (i == 1) {
      path.global = true;
      break;
    }
    i -= 2;
    if (tokens[i].kind == Tok::RightBracket) {  // subscripts
      int depth = 1;
      while (i > 0 && depth > 0) {
        --i;
        if (tokens[i].kind == Tok::RightBracket) ++depth;
        if (tokens[i].kind == Tok::LeftBracket) --depth;
      }
      if (i == 0) break;
      --i;
    }
    if (tokens[i].kind != Tok::Identifier) {
      path.global = true;
      break;
    }
  }
  return path;
}

// The name of a modifier is looked up in the type that is modified, and is nothing in annotations.
std::optional<Declared> Resolver::modifierAt(Instance* scope, uint32_t offset) {
  const auto classes = classesAt(*file_.document, offset);
  if (classes.empty() || !scope) return std::nullopt;
  std::optional<Declared> found;
  edit::forEachName(*classes.back(), [&](const edit::NameUse& use) {
    if (use.where != classes.back()) return;
    if (offset < use.name->range.begin || offset > use.name->range.end) return;
    if (use.iterator && offset <= use.name->parts[0].range.end) found.emplace();
    if (use.role != edit::NameRole::Modifier) return;
    found.emplace();
    if (!use.modified || use.annotation) return;
    std::vector<std::string> type;
    for (const ast::NamePart& part : use.modified->parts)
      type.emplace_back(file_.document->nameOf(part.name));
    Declared owner = find(scope, type, use.modified->global);
    for (Symbol step : *use.path) owner = member(owner, file_.document->nameOf(step));
    for (const ast::NamePart& part : use.name->parts) {
      owner = member(owner, file_.document->nameOf(part.name));
      if (offset <= part.range.end) break;
    }
    found = owner;
  });
  return found;
}

namespace {

// The component whose declared name begins at `offset`.
const ast::ComponentDecl* declaredAt(const ast::ClassDef& def, uint32_t offset) {
  for (const ast::Element* element : def.elements)
    if (const auto* component = element->dynAs<ast::ComponentDecl>();
        component && component->nameRange.begin == offset)
      return component;
  return nullptr;
}

}  // namespace

Declared Resolver::at(uint32_t offset) {
  const edit::TokenList& tokens = file_.document->tokens();
  size_t i = tokens.firstEndingAfter(offset);
  // the cursor may stand right behind the name
  if ((i == tokens.size() || tokens[i].begin > offset || tokens[i].kind != Tok::Identifier) &&
      i > 0 && tokens[i - 1].end == offset)
    --i;
  if (i == tokens.size() || tokens[i].begin > offset || tokens[i].kind != Tok::Identifier)
    return {};
  Instance* scope = classAt(tokens[i].begin);
  if (const auto modified = modifierAt(scope, tokens[i].begin)) return *modified;
  if (i + 1 < tokens.size() && tokens[i + 1].kind == Tok::KwIn) return {};  // an iterator
  const auto classes = classesAt(*file_.document, tokens[i].begin);
  if (!classes.empty()) {
    const std::string_view name = tokens.text(i);
    const ast::ClassDef& def = *classes.back();
    // the name of the class itself, in its head and at its end
    const bool isEnd = i > 0 && tokens[i - 1].kind == Tok::KwEnd;
    if (def.nameRange.begin == tokens[i].begin ||
        (isEnd && name == file_.document->nameOf(def.name)))
      return {scope};
    if (const ast::ComponentDecl* declared = declaredAt(def, tokens[i].begin))
      return find(scope, {std::string(file_.document->nameOf(declared->name))});
  }
  const TokenPath path = pathEndingAt(tokens, i);
  const bool isImport = path.first > 0 && tokens[path.first - 1].kind == Tok::KwImport;
  const bool isWithin = path.first > 0 && tokens[path.first - 1].kind == Tok::KwWithin;
  return find(scope, path.parts, path.global || isImport || isWithin);
}

std::vector<Resolver::Element> Resolver::elements(Instance* classInstance) {
  std::vector<Element> all;
  if (!classInstance) return all;
  const Layout* layout = sema_.layout(classInstance);
  for (const LayoutElement& element : layout->elements) {
    const std::string name(sema_.text(element.name));
    if (name.empty()) continue;
    all.push_back({name, {sema_.member(classInstance, element.name)}, element.isProtected});
  }
  return all;
}

std::vector<std::string> Resolver::nestedNames(Instance* classInstance) {
  std::vector<std::string> all;
  if (!classInstance || !classInstance->node) return all;
  for (std::string_view name : sema_.library().nestedNames(*classInstance->node))
    all.emplace_back(name);
  return all;
}

const ast::ClassDef* Resolver::defOf(Instance* classInstance) const {
  return classInstance && classInstance->node ? classInstance->node->def : nullptr;
}

std::string Resolver::unitOf(const Declared& component) {
  auto given = [&](const ast::Modification* modification) -> std::string {
    const ast::Argument* unit = findArgument(modification, sema_.names(), "unit");
    const ast::Expr* value = unit && unit->modification ? unit->modification->binding : nullptr;
    const auto* text = value ? value->dynAs<ast::StringExpr>() : nullptr;
    return text ? std::string(text->value) : std::string();
  };
  if (!component.isComponent() || !component.instance->decl) return {};
  if (std::string unit = given(component.instance->decl->modification); !unit.empty()) return unit;
  Instance* type = classOf(component);
  for (int steps = 0; type && type->node && type->node->def && steps < 20; ++steps) {
    const ast::ClassDef& def = *type->node->def;
    if (def.form != ast::ClassForm::Short) break;
    if (std::string unit = given(def.modification); !unit.empty()) return unit;
    type = sema_.lookupClass(def.base, {type->parent, type->parentPart}, false);
  }
  return {};
}

}  // namespace formola::lsp

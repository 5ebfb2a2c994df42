// Name lookup: specification chapter 5.
#include "sema/lookup.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "diag/codes/names.h"
#include "sema/builtin_table.h"
#include "sema/instances.h"

namespace formola {

namespace {

constexpr std::string_view kGiveLibrary = "give its folder with -L or in MODELICAPATH";

}  // namespace

Found Lookup::lookupInPart(Symbol name, Scope scope) {
  Instance* instance = scope.instance;
  if (instance->kind == InstanceKind::Class && scope.part == 0 && instance->node) {
    if (Instance* own = classMember(instance, name)) return {own, {}, false};
    return {};
  }
  if (instance->layoutInProgress) return {};
  Layout* layout = instances_.layout(instance);
  auto found = layout->index.find(name);
  if (found == layout->index.end() || !layout->visible(found->second, scope.part)) return {};
  return {instances_.child(instance, found->second), {}, false};
}

// A class or constant of a class, own or inherited. While the class's bases are being looked up
// only what is written in the class itself is visible.
Instance* Lookup::classMember(Instance* owner, Symbol name) {
  if (Instance* known = owner->ownClass(name)) return known;
  if (owner->node) {
    ClassNode* nested = library_.nested(*owner->node, name);
    if (nested && (!nested->def || (nested->def->form != ast::ClassForm::Extends &&
                                    !nested->def->prefixes.redeclare))) {
      return instances_.classChild(owner, name, nullptr);
    }
    if (owner == instances_.root()) return nullptr;
  }
  if (owner->layoutInProgress) return nullptr;
  Layout* layout = instances_.layout(owner);
  auto found = layout->index.find(name);
  if (found == layout->index.end()) return nullptr;
  return instances_.child(owner, found->second);
}

// An import of path, or of `element` of it, that there is not; `visible` is the name that it would
// have given, whose uses get no second message.
void Lookup::reportImport(const ast::Name& path, Symbol visible, Symbol element,
                          SourceRange range) {
  std::vector<Symbol> parts;
  for (const ast::NamePart& part : path.parts) parts.push_back(part.name);
  if (element.valid()) parts.push_back(element);
  Diagnostic& d = diagnostics_.report(diag::ImportNotFound, range, names_.text(parts.back()));
  if (visible.valid()) missingImports_.insert(visible);
  Instance* current = instances_.root();
  for (Symbol part : parts) {
    Instance* next = classMember(current, part);
    if (next) {
      current = next;
      continue;
    }
    const std::string_view text = names_.text(part);
    std::string hint;
    if (current == instances_.root()) {
      hint = didYouMean(text, library_.nestedNames(library_.root()));
      d.note(fmt::format("there is no '{}'{}", text,
                         hint.empty() ? "; " + std::string(kGiveLibrary)
                                      : fmt::format(": did you mean '{}'?", hint)));
    } else {
      std::vector<std::string_view> names;
      for (const LayoutElement& e : instances_.layout(current)->elements)
        names.push_back(names_.text(e.name));
      hint = didYouMean(text, names);
      d.note(fmt::format("there is no '{}' in '{}'{}", text, className(current),
                         hint.empty() ? "" : fmt::format(": did you mean '{}'?", hint)));
    }
    return;
  }
}

Found Lookup::lookupImports(Symbol name, ClassNode* node) {
  auto fromRoot = [&](const ast::Name& path, size_t count) -> Instance* {
    Instance* current = instances_.root();
    for (size_t i = 0; i < count && current; ++i)
      current = classMember(current, path.parts[i].name);
    return current;
  };
  auto single = [&](const ast::Name& path) -> Instance* {
    Instance* package = fromRoot(path, path.parts.size() - 1);
    Instance* found = package ? classMember(package, path.parts.back().name) : nullptr;
    if (found) checkImport(package, path.parts.back().name, path.range);
    return found;
  };
  for (const ast::Import* import : node->imports) {
    switch (import->form) {
      case ast::ImportForm::Qualified:
        if (import->name.parts.back().name == name) {
          if (Instance* found = single(import->name)) return {found, {}, true};
          reportImport(import->name, name, {}, import->name.range);
        }
        break;
      case ast::ImportForm::Renamed:
        if (import->alias == name) {
          if (Instance* found = single(import->name)) return {found, {}, true};
          reportImport(import->name, name, {}, import->name.range);
        }
        break;
      case ast::ImportForm::List:
        for (const ast::NamePart& part : import->names) {
          if (part.name != name) continue;
          Instance* package = fromRoot(import->name, import->name.parts.size());
          if (Instance* found = package ? classMember(package, name) : nullptr) {
            checkImport(package, name, part.range);
            return {found, {}, true};
          }
          reportImport(import->name, name, name, part.range);
        }
        break;
      case ast::ImportForm::All:
        break;
    }
  }
  Found first;
  Instance* firstPackage = nullptr;
  auto nameOfMember = [&](Instance* package, Symbol member) {
    return className(package) + "." + std::string(names_.text(member));
  };
  for (const ast::Import* import : node->imports) {
    if (import->form != ast::ImportForm::All) continue;
    Instance* package = fromRoot(import->name, import->name.parts.size());
    if (!package) {
      reportImport(import->name, {}, {}, import->name.range);
      continue;
    }
    Instance* found = classMember(package, name);
    // only what is public is imported (spec 5.3.1)
    if (!found || found == first.instance || isProtectedMember(package, name)) continue;
    checkImport(package, {}, import->name.range);
    if (first.instance) {
      // spec 5.3.1: a name in more than one of them is an error
      if (ambiguous_.insert(import).second)
        diagnostics_.report(diag::AmbiguousImport, import->name.range, names_.text(name),
                            nameOfMember(firstPackage, name), nameOfMember(package, name));
      break;
    }
    first = {found, {}, true};
    firstPackage = package;
  }
  return first;
}

Found Lookup::lookupSimple(Symbol name, Scope scope) {
  Scope at = scope;
  while (at.instance && at.instance != instances_.root()) {
    Instance* instance = at.instance;
    ClassNode* node = instance->node;
    Scope lexical{instance->parent, instance->parentPart};
    if (instance->layout && instance->layout != instances_.emptyLayout() &&
        !instance->layoutInProgress) {
      if (at.part < instance->layout->parts.size()) {
        node = instance->layout->parts[at.part].node;
        lexical = instance->layout->parts[at.part].lexical;
      }
    }
    if (Found found = lookupInPart(name, at)) {
      found.fromEnclosing = at != scope;
      return found;
    }
    if (node) {
      if (Found found = lookupImports(name, node)) return found;
      // An encapsulated class does not see its surroundings (spec 5.3.1).
      if (node->def && node->def->encapsulated) break;
    }
    at = lexical;
  }
  if (Instance* type = instances_.predefined(name)) return {type, {}, true};
  if (at.instance == instances_.root() || at.instance == nullptr) {
    if (Instance* top = classMember(instances_.root(), name)) return {top, {}, true};
  }
  return {};
}

Instance* Lookup::lookupRest(Instance* first, const ast::Name& name, size_t from, Scope scope,
                             bool report) {
  Instance* current = first;
  for (size_t i = from; i < name.parts.size() && current; ++i) {
    Instance* next = nullptr;
    if (current->isComponent()) {
      instances_.resolve(current);
      // a function of an outer component is that of the inner one, as redeclared there (spec 5.4)
      next = instances_.member(
          instances_.target(i == from ? instances_.localTarget(current) : current),
          name.parts[i].name);
    } else {
      next = classMember(current, name.parts[i].name);
    }
    if (!next && report) {
      Diagnostic& d = diagnostics_.report(diag::ClassNotFoundIn, name.parts[i].range,
                                          names_.text(name.parts[i].name), className(current));
      if (current->node) {
        std::string hint =
            didYouMean(names_.text(name.parts[i].name), library_.nestedNames(*current->node));
        if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      }
    }
    if (next && report) checkStep(current, next, name.parts[i], scope, name.parts[i - 1].name);
    current = next;
  }
  return current;
}

Instance* Lookup::lookupClass(const ast::Name& name, Scope scope, bool report) {
  if (name.parts.empty()) return nullptr;
  Instance* first = nullptr;
  if (name.global) {
    first = classMember(instances_.root(), name.parts[0].name);
    if (!first) first = instances_.predefined(name.parts[0].name);
  } else {
    first = lookupSimple(name.parts[0].name, scope).instance;
  }
  if (!first) {
    if (report) reportUndefined(name.parts[0].name, name.parts[0].range, scope, nullptr, &name);
    return nullptr;
  }
  Instance* found = lookupRest(first, name, 1, scope, report);
  if (found && found->isComponent()) {
    if (report) {
      diagnostics_.report(diag::NotAClass, name.range, names_.text(name.parts.back().name));
    }
    return nullptr;
  }
  if (found && report && first->isComponent()) {
    Context context;
    context.scope = scope;
    this->report(diag::ClassThroughComponent, name.range, context, names_.text(first->name),
                 className(found));
  }
  return found;
}

void Lookup::addImportedNames(const ClassNode& node, std::vector<std::string_view>& names) {
  for (const ast::Import* import : node.imports) {
    if (import->form == ast::ImportForm::Renamed) {
      names.push_back(names_.text(import->alias));
    } else if (import->form == ast::ImportForm::Qualified) {
      names.push_back(names_.text(import->name.parts.back().name));
    } else if (import->form == ast::ImportForm::List) {
      for (const ast::NamePart& part : import->names) names.push_back(names_.text(part.name));
    } else {
      ClassNode* package = &library_.root();
      for (const ast::NamePart& part : import->name.parts)
        if (package) package = library_.nested(*package, part.name);
      if (!package) continue;
      for (std::string_view n : library_.nestedNames(*package)) names.push_back(n);
    }
  }
}

std::string Lookup::meantInLibrary(const ast::Name& name) {
  constexpr size_t kMostNames = 3;
  constexpr int kDepth = 2;  // Formola.Blocks.Sources
  ClassNode* library = library_.nested(library_.root(), names_.intern("Formola"));
  if (!library) return {};
  std::vector<Symbol> parts;
  for (const ast::NamePart& part : name.parts) parts.push_back(part.name);
  std::vector<std::string> found = library_.namesEndingIn(*library, parts, kDepth);
  if (found.empty() || found.size() > kMostNames) return {};
  // The rest of the name stays as it is.
  for (std::string& whole : found)
    for (size_t k = 1; k < parts.size(); ++k) whole.resize(whole.rfind('.'));
  if (found.size() == 1)
    return fmt::format("did you mean '{}'? Write the whole name, or import its package", found[0]);
  return fmt::format("there are '{}'; write the whole name, or import its package",
                     fmt::join(found, "', '"));
}

std::vector<std::string_view> Lookup::visibleNames(Scope scope, Wanted wanted) {
  // Nobody reads the thousandth hint, and each looks through all names.
  constexpr size_t kMostHints = 1000;
  std::vector<std::string_view> candidates;
  if (diagnostics_.errorCount() > kMostHints) return candidates;
  for (Scope at = scope; at.instance && at.instance != instances_.root();) {
    Instance* inner = at.instance;
    Scope lexical{inner->parent, inner->parentPart};
    const ClassNode* node = inner->node;
    if (inner->layout && !inner->layoutInProgress) {
      for (const LayoutElement& e : inner->layout->elements)
        if (wanted == Wanted::Anything || e.classNode) candidates.push_back(names_.text(e.name));
      if (at.part < inner->layout->parts.size()) {
        lexical = inner->layout->parts[at.part].lexical;
        node = inner->layout->parts[at.part].node;
      }
    } else if (inner->node) {
      for (std::string_view n : library_.nestedNames(*inner->node)) candidates.push_back(n);
    }
    if (node) addImportedNames(*node, candidates);
    at = lexical;
  }
  for (std::string_view n : library_.nestedNames(library_.root())) candidates.push_back(n);
  for (std::string_view n : {"Real", "Integer", "Boolean", "String"}) candidates.push_back(n);
  if (wanted == Wanted::Anything)
    for (std::string_view n : {"true", "false", "time"}) candidates.push_back(n);
  return candidates;
}

void Lookup::reportUndefined(Symbol name, SourceRange range, Scope scope, const Context* context,
                             const ast::Name* whole) {
  if (missingImports_.contains(name)) return;  // the import has its message
  Instance* instance = scope.instance;
  std::string where = "this scope";
  if (instance && instance != instances_.root()) {
    Instance* classInstance = instance->isComponent() ? instance->type : instance;
    if (classInstance) where = "class '" + className(classInstance) + "'";
  }
  Diagnostic& d = diagnostics_.report(diag::UndefinedName, range, names_.text(name), where);
  if (context) d.in(contextPath(*context));
  const std::string text(names_.text(name));
  // types as other languages call them
  static constexpr std::pair<std::string_view, std::string_view> kForeignTypes[] = {
      {"int", "Integer"}, {"double", "Real"}, {"float", "Real"}, {"bool", "Boolean"}};
  std::string hint;
  for (const auto& [foreign, ours] : kForeignTypes) {
    if (text == foreign) hint = ours;
  }
  const std::vector<std::string_view> visible =
      visibleNames(scope, whole ? Wanted::Class : Wanted::Anything);
  if (hint.empty()) hint = didYouMean(text, visible);
  const bool isDerivative =
      !whole && text.size() > 1 && text[0] == 'd' &&
      std::find(visible.begin(), visible.end(), text.substr(1)) != visible.end();
  const std::string inLibrary = hint.empty() && whole ? meantInLibrary(*whole) : "";
  if (!whole && (text == "t" || text == "dt")) {
    d.note("the time of the simulation is called 'time', the derivative of x by it der(x)");
  } else if (isDerivative) {
    d.note(fmt::format("the derivative of {0} by time is written der({0})", text.substr(1)));
  } else if (text.size() > 2 && text[0] == '\'') {
    d.note("names stand in single quotes; a text is written \"" + text.substr(1, text.size() - 2) +
           "\"");
  } else if (isBuiltin(text)) {
    d.note("'" + text + "' is a function: its arguments stand in parentheses, " + text + "(...)");
  } else if (!hint.empty()) {
    d.note("did you mean '" + hint + "'?");
  } else if (!inLibrary.empty()) {
    d.note(inLibrary);
  } else if (text == "Modelica" || text == "ModelicaServices") {
    d.note("the Modelica Standard Library was not found; " + std::string(kGiveLibrary));
  } else if (std::isupper(static_cast<unsigned char>(text[0]))) {
    d.note(
        fmt::format("if '{}' is a library, {}; if it is part of one, write its whole name or "
                    "import it",
                    text, kGiveLibrary));
  }
}

Instance* Lookup::findClass(const std::vector<Symbol>& path, SourceRange range) {
  Instance* current = instances_.root();
  for (Symbol name : path) {
    Instance* next = classMember(current, name);
    if (!next && current == instances_.root()) next = instances_.predefined(name);
    if (!next || next->isComponent()) {
      if (current == instances_.root()) {
        Diagnostic& d = diagnostics_.report(diag::ModelNotFound, range, names_.text(name));
        std::string hint = didYouMean(names_.text(name), library_.nestedNames(library_.root()));
        if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      } else {
        Diagnostic& d = diagnostics_.report(diag::ClassNotFoundIn, range, names_.text(name),
                                            className(current));
        if (current->node) {
          std::string hint = didYouMean(names_.text(name), library_.nestedNames(*current->node));
          if (!hint.empty()) d.note("did you mean '" + hint + "'?");
        }
      }
      return nullptr;
    }
    current = next;
  }
  return current;
}

}  // namespace formola

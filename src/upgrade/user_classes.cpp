#include "upgrade/user_classes.h"

#include <algorithm>

namespace formola::upgrade {

using namespace ast;
using edit::Document;

Path partsOf(const Name& name, const Document& document) {
  Path parts;
  for (const NamePart& part : name.parts) parts.emplace_back(document.nameOf(part.name));
  return parts;
}

namespace {

Meaning libraryMeaning(Path path, Path element = {}) {
  Meaning meaning;
  meaning.kind = Meaning::Kind::Library;
  meaning.path = std::move(path);
  meaning.element = std::move(element);
  return meaning;
}

Meaning classMeaning(UserClass* found) {
  Meaning meaning;
  meaning.kind = found ? Meaning::Kind::Class : Meaning::Kind::None;
  meaning.userClass = found;
  return meaning;
}

Meaning componentMeaning(UserClass& owner, const ComponentDecl* component) {
  Meaning meaning;
  meaning.kind = Meaning::Kind::Component;
  meaning.userClass = &owner;
  meaning.component = component;
  return meaning;
}

// A member that the class declares itself.
Meaning ownMember(UserClass& userClass, const std::string& name) {
  if (auto found = userClass.nested.find(name); found != userClass.nested.end())
    return classMeaning(found->second);
  if (auto found = userClass.components.find(name); found != userClass.components.end())
    return componentMeaning(userClass, found->second);
  return {};
}

bool hasNoScope(const UserClass& userClass) {
  return userClass.def->form != ClassForm::Long && userClass.def->form != ClassForm::Extends;
}

}  // namespace

UserClasses::UserClasses(const std::vector<std::shared_ptr<const Document>>& documents, Known known)
    : known_(std::move(known)) {
  std::vector<const Document*> ordered;
  for (const auto& document : documents) ordered.push_back(document.get());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Document* a, const Document* b) {
    return a->tree().within.parts.size() < b->tree().within.parts.size();
  });
  for (const Document* document : ordered) {
    UserClass* parent = nullptr;
    for (const std::string& part : partsOf(document->tree().within, *document)) {
      const auto& names = parent ? parent->nested : top_;
      const auto found = names.find(part);
      parent = found == names.end() ? nullptr : found->second;
      if (!parent) break;
    }
    for (const ClassDef* def : document->tree().classes) add(*def, *document, parent);
  }
}

UserClass* UserClasses::add(const ClassDef& def, const Document& document, UserClass* parent) {
  all_.push_back(std::make_unique<UserClass>());
  UserClass* made = all_.back().get();
  made->def = &def;
  made->document = &document;
  made->parent = parent;
  byDef_[&def] = made;
  (parent ? parent->nested : top_).emplace(document.nameOf(def.name), made);
  for (const Element* element : def.elements) {
    switch (element->kind) {
      case ElementKind::Import:
        made->imports.push_back(&element->as<Import>());
        break;
      case ElementKind::Extends:
        made->extends.push_back(&element->as<Extends>());
        baseNames_.insert(&element->as<Extends>().base);
        break;
      case ElementKind::Component:
        made->components.emplace(document.nameOf(element->as<ComponentDecl>().name),
                                 &element->as<ComponentDecl>());
        break;
      case ElementKind::Class:
        add(element->as<ClassDef>(), document, made);
        break;
    }
  }
  return made;
}

UserClass* UserClasses::classOf(const ClassDef* def) const {
  const auto found = byDef_.find(def);
  return found == byDef_.end() ? nullptr : found->second;
}

const std::vector<Meaning>& UserClasses::bases(UserClass& userClass) {
  static const std::vector<Meaning> kNone;
  if (const auto found = bases_.find(&userClass); found != bases_.end()) return found->second;
  if (!busy_.insert(&userClass).second) return kNone;
  std::vector<Meaning> found;
  if (userClass.def->form == ClassForm::Short) {
    found.push_back(resolve(userClass.def->base, userClass).meaning);
  } else if (userClass.def->form == ClassForm::Extends && userClass.parent) {
    // "redeclare class extends A": A as the enclosing class inherits it
    std::vector<const UserClass*> seen;
    const std::string name(userClass.document->nameOf(userClass.def->name));
    found.push_back(inherited(*userClass.parent, name, false, seen).meaning);
  }
  for (const Extends* clause : userClass.extends)
    found.push_back(resolve(clause->base, userClass).meaning);
  busy_.erase(&userClass);
  return bases_[&userClass] = std::move(found);
}

UserClasses::Found UserClasses::inherited(UserClass& userClass, const std::string& name,
                                          bool mustBeKnown, std::vector<const UserClass*>& seen) {
  const Path* fallback = nullptr;
  for (const Meaning& base : bases(userClass)) {
    if (base.kind == Meaning::Kind::Class) {
      if (Found found = member(*base.userClass, name, true, seen); found.meaning) return found;
    } else if (base.kind == Meaning::Kind::Library && base.element.empty()) {
      if (!fallback) fallback = &base.path;
      if (!known_(base.path, name)) continue;
      Path whole = base.path;
      whole.push_back(name);
      return {libraryMeaning(std::move(whole)), base.path};
    }
  }
  if (mustBeKnown) return {};
  // it must lie somewhere in the libraries
  if (fallback) {
    Path whole = *fallback;
    whole.push_back(name);
    return {libraryMeaning(std::move(whole)), *fallback};
  }
  for (const Meaning& base : bases(userClass)) {
    if (base.kind != Meaning::Kind::Class) continue;
    if (std::find(seen.begin(), seen.end(), base.userClass) != seen.end()) continue;
    if (Found found = inherited(*base.userClass, name, false, seen); found.meaning) return found;
  }
  return {};
}

UserClasses::Found UserClasses::member(UserClass& userClass, const std::string& name,
                                       bool mustBeKnown, std::vector<const UserClass*>& seen) {
  if (std::find(seen.begin(), seen.end(), &userClass) != seen.end()) return {};
  seen.push_back(&userClass);
  if (Meaning own = ownMember(userClass, name)) return {own, {}};
  Found found = inherited(userClass, name, mustBeKnown, seen);
  seen.pop_back();
  return found;
}

// By the import clauses of a class.
UserClasses::Found UserClasses::imported(UserClass& userClass, const std::string& name) {
  const Document& document = *userClass.document;
  auto whole = [&](Path path) -> Found {
    const Meaning meaning = fromTop(path).meaning;
    return {meaning, meaning.kind == Meaning::Kind::Library ? meaning.path : Path(), 1};
  };
  for (const Import* import : userClass.imports) {
    Path path = partsOf(import->name, document);
    if (path.empty()) continue;
    if (import->form == ImportForm::Qualified && path.back() == name) return whole(path);
    if (import->form == ImportForm::Renamed && document.nameOf(import->alias) == name)
      return whole(path);
    if (import->form != ImportForm::List) continue;
    for (const NamePart& part : import->names) {
      if (document.nameOf(part.name) != name) continue;
      path.push_back(name);
      return whole(path);
    }
  }
  for (const Import* import : userClass.imports) {
    if (import->form != ImportForm::All) continue;
    const Meaning package = fromTop(partsOf(import->name, document)).meaning;
    if (package.kind == Meaning::Kind::Class) {
      std::vector<const UserClass*> seen;
      if (Found found = member(*package.userClass, name, true, seen); found.meaning) return found;
    } else if (package.kind == Meaning::Kind::Library && known_(package.path, name)) {
      Path path = package.path;
      path.push_back(name);
      return {libraryMeaning(std::move(path)), package.path};
    }
  }
  return {};
}

UserClasses::Found UserClasses::lookup(const std::string& name, UserClass& where, bool isBase) {
  for (UserClass* scope = &where; scope; scope = scope->parent) {
    if (hasNoScope(*scope)) continue;
    if (Meaning own = ownMember(*scope, name)) return {own, {}};
    // a class does not inherit the names of its own bases
    if (!(isBase && scope == &where)) {
      std::vector<const UserClass*> seen{scope};
      if (Found found = inherited(*scope, name, true, seen); found.meaning) return found;
    }
    if (Found found = imported(*scope, name); found.meaning) return found;
    if (scope->def->encapsulated) break;
  }
  if (const auto found = top_.find(name); found != top_.end())
    return {classMeaning(found->second), {}};
  return {libraryMeaning({name}), {}};
}

// A path from the top, as imports have it.
Resolved UserClasses::fromTop(const Path& path) {
  Resolved resolved;
  if (path.empty()) return resolved;
  const auto found = top_.find(path[0]);
  if (found == top_.end()) {
    resolved.meaning = libraryMeaning(path);
    resolved.library = true;
    return resolved;
  }
  return follow(classMeaning(found->second), {path.begin() + 1, path.end()});
}

Meaning UserClasses::typeOf(const Meaning& meaning) {
  if (meaning.kind != Meaning::Kind::Component) return meaning;
  return resolve(meaning.component->type, *meaning.userClass).meaning;
}

// Goes on to the part `name`, the one with this index.
void UserClasses::step(Resolved& resolved, const std::string& name, size_t index) {
  Meaning& at = resolved.meaning;
  if (at.kind == Meaning::Kind::Library) {
    (resolved.instance ? at.element : at.path).push_back(name);
    return;
  }
  const bool instance = at.kind == Meaning::Kind::Component;
  const Meaning type = typeOf(at);
  if (type.kind == Meaning::Kind::Library) {
    resolved.library = resolved.instance = true;
    resolved.base = type.path;
    resolved.kept = index;
    // the type of an element of a library is not known
    if (type.element.empty()) {
      at = libraryMeaning(type.path, {name});
    } else {
      at = {};
      resolved.library = false;
    }
    return;
  }
  if (type.kind != Meaning::Kind::Class) {
    at = {};
    return;
  }
  std::vector<const UserClass*> seen;
  Found found = member(*type.userClass, name, false, seen);
  at = found.meaning;
  if (at.kind != Meaning::Kind::Library) return;
  resolved.library = true;
  resolved.instance = instance;
  resolved.base = found.base;
  resolved.kept = index;
  if (instance) at = libraryMeaning(found.base, {name});
}

Resolved UserClasses::follow(Meaning start, const Path& parts) {
  Resolved resolved;
  if (start.kind == Meaning::Kind::Library && start.element.empty()) {
    resolved.library = true;
    resolved.base = start.path;
  }
  resolved.meaning = std::move(start);
  for (size_t i = 0; i < parts.size() && resolved.meaning; ++i) step(resolved, parts[i], i);
  return resolved;
}

Resolved UserClasses::resolve(const Name& name, UserClass& where) {
  const Path parts = partsOf(name, *where.document);
  if (parts.empty()) return {};
  if (name.global) return fromTop(parts);
  const Found first = lookup(parts[0], where, baseNames_.contains(&name));
  Resolved resolved;
  resolved.meaning = first.meaning;
  if (first.meaning.kind == Meaning::Kind::Library) {
    resolved.library = true;
    resolved.base = first.base;
    resolved.kept = first.kept;
  }
  for (size_t i = 1; i < parts.size() && resolved.meaning; ++i) step(resolved, parts[i], i);
  return resolved;
}

Resolved UserClasses::inheritedElement(UserClass& userClass, const std::string& name) {
  std::vector<const UserClass*> seen{&userClass};
  Found found = inherited(userClass, name, true, seen);
  Resolved resolved;
  resolved.library = found.meaning.kind == Meaning::Kind::Library;
  resolved.base = std::move(found.base);
  resolved.meaning = std::move(found.meaning);
  return resolved;
}

std::vector<Path> UserClasses::libraryClasses(const Meaning& meaning) {
  std::vector<Path> found;
  std::vector<const UserClass*> seen;
  auto collect = [&](auto&& self, const Meaning& each) -> void {
    if (each.kind == Meaning::Kind::Library && each.element.empty()) {
      if (std::find(found.begin(), found.end(), each.path) == found.end())
        found.push_back(each.path);
    } else if (each.kind == Meaning::Kind::Class) {
      if (std::find(seen.begin(), seen.end(), each.userClass) != seen.end()) return;
      seen.push_back(each.userClass);
      for (const Meaning& base : bases(*each.userClass)) self(self, base);
    }
  };
  collect(collect, typeOf(meaning));
  return found;
}

}  // namespace formola::upgrade

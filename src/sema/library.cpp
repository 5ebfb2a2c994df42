#include "sema/library.h"

#include <algorithm>
#include <filesystem>

#include "diag/codes/names.h"
#include "diag/codes/syntax.h"
#include "support/timer.h"
#include "syntax/parser.h"

namespace formola {

namespace fs = std::filesystem;

Library::Library(SourceManager& sources, Interner& names, Diagnostics& diagnostics)
    : sources_(sources),
      names_(names),
      diagnostics_(diagnostics),
      dymReader_(sources, names, arena_, diagnostics) {}

void Library::addSearchPath(const std::string& folder) {
  searchPath_.push_back(folder);
}

const ast::StoredDefinition* Library::parse(const std::string& path) {
  Stopwatch watch;
  FileId file = sources_.load(path);
  if (!file) {
    diagnostics_.report(diag::CannotReadFile, {}, path,
                        "no such file, or no permission to read it");
    return nullptr;
  }
  const ast::StoredDefinition* tree = dym::isDymFile(path)
                                          ? dymReader_.read(file)
                                          : parseFile(file, sources_, names_, arena_, diagnostics_);
  parsedBytes_ += sources_.text(file).size();
  parseSeconds_ += watch.seconds();
  return tree;
}

// Imports by name must differ in the names that they introduce (spec 13.2.1).
void Library::addImport(ClassNode& node, const ast::Import& import) {
  auto introduces = [](const ast::Import& i, Symbol name) {
    switch (i.form) {
      case ast::ImportForm::Qualified:
        return !i.name.parts.empty() && i.name.parts.back().name == name;
      case ast::ImportForm::Renamed:
        return i.alias == name;
      case ast::ImportForm::List:
        return std::any_of(i.names.begin(), i.names.end(),
                           [&](const ast::NamePart& part) { return part.name == name; });
      case ast::ImportForm::All:
        break;
    }
    return false;
  };
  auto add = [&](Symbol name, SourceRange range) {
    for (const ast::Import* other : node.imports) {
      if (!introduces(*other, name)) continue;
      diagnostics_.report(diag::DuplicateElement, range, names_.text(name), names_.text(node.name))
          .note("the first import of that name is here", other->name.range);
      return;
    }
  };
  switch (import.form) {
    case ast::ImportForm::Qualified:
      if (!import.name.parts.empty()) add(import.name.parts.back().name, import.name.range);
      break;
    case ast::ImportForm::Renamed:
      add(import.alias, import.name.range);
      break;
    case ast::ImportForm::List:
      for (const ast::NamePart& part : import.names) add(part.name, part.range);
      break;
    case ast::ImportForm::All:
      break;
  }
  node.imports.push_back(&import);
}

// The names of the predefined types are reserved (spec 4.8).
void Library::checkName(Symbol name, SourceRange range, std::string_view what) {
  std::string_view text = names_.text(name);
  if (text == "Real" || text == "Integer" || text == "Boolean" || text == "String")
    diagnostics_.report(diag::ReservedName, range, text, what);
}

ClassNode* Library::addClass(const ast::ClassDef* def, ClassNode& parent, std::string directory) {
  checkName(def->name, def->nameRange, "a class");
  auto owned = std::make_unique<ClassNode>();
  ClassNode* node = owned.get();
  nodes_.push_back(std::move(owned));
  node->def = def;
  node->parent = &parent;
  node->name = def->name;
  node->directory = std::move(directory);
  for (const ast::Element* element : def->elements) {
    switch (element->kind) {
      case ast::ElementKind::Import:
        addImport(*node, element->as<ast::Import>());
        break;
      case ast::ElementKind::Extends:
        node->extends.push_back(&element->as<ast::Extends>());
        break;
      case ast::ElementKind::Component: {
        const auto& component = element->as<ast::ComponentDecl>();
        checkName(component.name, component.nameRange, "a component");
        auto& slot = node->members[component.name];
        if (slot.component || slot.classNode) {
          diagnostics_
              .report(diag::DuplicateElement, component.nameRange, names_.text(component.name),
                      names_.text(def->name))
              .note("the first declaration is here",
                    slot.component ? slot.component->nameRange : slot.classNode->def->nameRange);
        } else {
          slot.component = &component;
        }
        break;
      }
      case ast::ElementKind::Class: {
        const auto& nestedDef = element->as<ast::ClassDef>();
        ClassNode* child = addClass(&nestedDef, *node, {});
        auto& slot = node->members[nestedDef.name];
        if (slot.component || slot.classNode) {
          diagnostics_
              .report(diag::DuplicateElement, nestedDef.nameRange, names_.text(nestedDef.name),
                      names_.text(def->name))
              .note("the first declaration is here",
                    slot.component ? slot.component->nameRange : slot.classNode->def->nameRange);
        } else {
          slot.classNode = child;
        }
        break;
      }
    }
  }
  if (!node->directory.empty()) scanDirectory(*node);
  return node;
}

void Library::scanDirectory(ClassNode& node) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(node.directory, error)) {
    error.clear();
    const fs::path& path = entry.path();
    if (path.extension() == ".mo" && path.filename() != "package.mo") {
      node.files.emplace(names_.intern(path.stem().string()), path.string());
    } else if (entry.is_directory(error) && fs::exists(path / "package.mo", error)) {
      node.files.emplace(names_.intern(path.filename().string()), path.string());
    }
  }
  for (const auto& [name, path] : node.files) node.stored.push_back(name);
  std::sort(node.stored.begin(), node.stored.end(),
            [&](Symbol a, Symbol b) { return names_.text(a) < names_.text(b); });
}

ClassNode* Library::nested(ClassNode& node, Symbol name) {
  auto found = node.members.find(name);
  if (found != node.members.end()) return found->second.classNode;
  auto file = node.files.find(name);
  if (file != node.files.end()) {
    const Diagnostics::Listen listen(diagnostics_);
    std::string path = file->second;
    node.files.erase(file);
    std::error_code ignored;
    bool folder = fs::is_directory(path, ignored);
    const ast::StoredDefinition* tree = parse(folder ? path + "/package.mo" : path);
    if (!tree) return nullptr;
    checkFile(*tree, node, name);
    tellGate(*tree, node, true);
    for (const ast::ClassDef* def : tree->classes) {
      ClassNode* child = addClass(def, node, folder ? path : std::string());
      node.members[def->name].classNode = child;
    }
    auto again = node.members.find(name);
    return again == node.members.end() ? nullptr : again->second.classNode;
  }
  if (&node == &root_) return loadTopLevel(name);
  return nullptr;
}

// A file in a library folder defines the class of its name, within the package of the folder
// (spec 13.4.1).
void Library::checkFile(const ast::StoredDefinition& tree, const ClassNode& node, Symbol name) {
  if (&node == &root_) return;
  if (tree.hasWithin) {
    std::string within;
    for (const ast::NamePart& part : tree.within.parts) {
      if (!within.empty()) within += '.';
      within += names_.text(part.name);
    }
    if (within != qualifiedName(node)) {
      diagnostics_.report(diag::WithinMismatch, tree.within.range, qualifiedName(node),
                          within.empty() ? "nothing" : within);
    }
  }
  bool defined = tree.classes.empty();
  for (const ast::ClassDef* def : tree.classes) defined |= def->name == name;
  if (!defined) {
    diagnostics_.report(diag::FileClassName, tree.classes[0]->nameRange, names_.text(name),
                        names_.text(tree.classes[0]->name));
  }
}

const ast::ComponentDecl* Library::component(const ClassNode& node, Symbol name) const {
  auto found = node.members.find(name);
  return found == node.members.end() ? nullptr : found->second.component;
}

// `within`: the file is one of its library's own, not one that only claims to lie in its package.
void Library::tellGate(const ast::StoredDefinition& tree, const ClassNode& parent, bool within) {
  if (!gate_ || tree.classes.empty() || !tree.classes[0]->nameRange.valid()) return;
  const ClassNode* top = &parent;
  while (top->parent != nullptr && top->parent->parent != nullptr) top = top->parent;
  const std::string file(sources_.name(tree.classes[0]->nameRange.file));
  for (const ast::ClassDef* def : tree.classes) {
    const Symbol name = top->parent == nullptr ? def->name : top->name;
    const auto home = homes_.find(name);
    gate_->addSource({file, std::string(names_.text(name)),
                      home == homes_.end() ? file : home->second, within,
                      searched_.count(name) != 0});
  }
}

bool Library::load(const std::string& path, std::vector<ClassNode*>* defined) {
  std::error_code error;
  bool folder = fs::is_directory(path, error);
  std::string file = folder ? path + "/package.mo" : path;
  if (folder && !fs::exists(file, error)) {
    diagnostics_.report(diag::CannotReadFile, {}, path, "the folder has no package.mo");
    return false;
  }
  if (!folder && fs::path(path).filename() == "package.mo") {
    folder = true;
    file = path;
  }
  const Diagnostics::Listen listen(diagnostics_);
  std::string directory = folder ? fs::path(file).parent_path().string() : std::string();
  if (folder && directory.empty()) directory.push_back('.');
  const ast::StoredDefinition* tree = parse(file);
  return tree && add(*tree, directory, defined);
}

bool Library::add(const ast::StoredDefinition& tree, const std::string& directory,
                  std::vector<ClassNode*>* defined) {
  ClassNode* parent = &root_;
  if (tree.hasWithin) {
    for (const ast::NamePart& part : tree.within.parts) {
      ClassNode* next = nested(*parent, part.name);
      if (!next) {
        diagnostics_.report(diag::WithinNotFound, part.range, names_.text(part.name));
        return false;
      }
      parent = next;
    }
  }
  if (parent == &root_)
    for (const ast::ClassDef* def : tree.classes) {
      if (!def->nameRange.valid()) continue;
      const std::string_view file = sources_.name(def->nameRange.file);
      homes_.emplace(def->name, directory.empty() ? std::string(file) : directory);
      if (searching_) searched_.insert(def->name);
    }
  tellGate(tree, *parent, parent == &root_);
  for (const ast::ClassDef* def : tree.classes) {
    auto& slot = parent->members[def->name];
    if (slot.classNode) {
      diagnostics_.report(diag::DuplicateClass, def->nameRange, names_.text(def->name))
          .note("the first definition is here", slot.classNode->def->nameRange);
      continue;
    }
    ClassNode* node = addClass(def, *parent, directory);
    parent->members[def->name].classNode = node;
    if (parent == &root_) noteVersion(*def);
    if (parent == &root_ && def->nameRange.valid()) {
      std::string folder = directory;
      if (folder.empty())
        folder = fs::path(sources_.name(def->nameRange.file)).parent_path().string();
      packageFolders_.push_back(
          {std::string(names_.text(def->name)), folder.empty() ? "." : folder});
    }
    if (defined) defined->push_back(node);
  }
  return true;
}

std::vector<std::string_view> Library::nestedNames(const ClassNode& node) const {
  std::vector<std::string_view> result;
  for (const auto& [name, member] : node.members) {
    if (member.classNode) result.push_back(names_.text(name));
  }
  for (const auto& [name, path] : node.files) result.push_back(names_.text(name));
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> Library::namesEndingIn(ClassNode& node, std::span<const Symbol> parts,
                                                int depth) {
  std::vector<std::string> result;
  ClassNode* found = &node;
  for (const Symbol part : parts) {
    found = nested(*found, part);
    if (!found) break;
  }
  if (found) result.push_back(qualifiedName(*found));
  if (depth == 0) return result;
  for (const std::string_view name : nestedNames(node)) {
    if (name == "Examples") continue;
    ClassNode* child = nested(node, names_.intern(std::string(name)));
    if (!child || !child->def || child->def->classKind != ast::ClassKind::Package) continue;
    for (std::string& below : namesEndingIn(*child, parts, depth - 1))
      result.push_back(std::move(below));
  }
  return result;
}

ClassNode* Library::adopt(const ast::ClassDef* def, ClassNode* parent) {
  auto& slot = adopted_[def];
  if (!slot) slot = addClass(def, *parent, {});
  return slot;
}

std::string Library::qualifiedName(const ClassNode& node) const {
  if (!node.parent) return {};
  std::vector<Symbol> parts;
  for (const ClassNode* n = &node; n->parent; n = n->parent) parts.push_back(n->name);
  std::string text;
  for (size_t i = parts.size(); i-- > 0;) {
    if (!text.empty()) text += '.';
    text += names_.text(parts[i]);
  }
  return text;
}

}  // namespace formola

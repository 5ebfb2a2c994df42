#include "lsp/workspace.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sema/library.h"
#include "sema/sema.h"

namespace formola::lsp {

namespace fs = std::filesystem;

void Workspace::open(const std::string& path, std::string text, int64_t version) {
  OpenFile& file = files_[path];
  file.path = path;
  change(file, std::move(text), version);
  saved(file);
}

void Workspace::saved(OpenFile& file) {
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(file.path, error);
  file.savedAt.reset();
  if (error || fs::file_size(file.path, error) != file.text.size() || error) return;
  std::ifstream in(file.path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text == file.text) file.savedAt = written;
}

void Workspace::change(OpenFile& file, std::string text, int64_t version) {
  file.text = std::move(text);
  file.version = version;
  file.serial = ++serial_;
  file.savedAt.reset();
  file.document = std::make_shared<edit::Document>(file.path, file.text);
  file.lines = std::make_shared<LineIndex>(file.document->text());
  lookups_.reset();
}

void Workspace::close(const std::string& path) {
  files_.erase(path);
  ++serial_;
  lookups_.reset();
}

void Workspace::forget() {
  ++serial_;
  lookups_.reset();
  librariesRead_.clear();
}

OpenFile* Workspace::find(const std::string& path) {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::string Workspace::libraryOf(const std::string& path) {
  std::error_code error;
  fs::path top;
  for (fs::path folder = fs::path(path).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (!fs::exists(folder / "package.mo", error)) break;
    top = folder;
    if (folder == folder.parent_path()) break;
  }
  return top.string();
}

namespace {

// Names that the file defines at the top level.
std::vector<std::string> topNames(const edit::Document& document) {
  std::vector<std::string> names;
  for (const ast::ClassDef* def : document.tree().classes)
    names.emplace_back(document.nameOf(def->name));
  return names;
}

// What a compilation reads from disk, when it needs it, is this text.
bool isAsOnDisk(const OpenFile& file) {
  std::error_code error;
  return file.savedAt && fs::last_write_time(file.path, error) == *file.savedAt && !error;
}

// An outer package before what lies in it.
bool packagesFirst(const OpenFile* a, const OpenFile* b) {
  auto depth = [](const OpenFile& file) {
    const auto slashes = std::count(file.path.begin(), file.path.end(), '/');
    return slashes * 2 - (file.path.ends_with("/package.mo") ? 1 : 0);
  };
  return depth(*a) != depth(*b) ? depth(*a) < depth(*b) : a->path < b->path;
}

}  // namespace

std::vector<std::string> Workspace::usersOf(const OpenFile& file) const {
  std::vector<std::string> users;
  const std::string library = libraryOf(file.path);
  if (!library.empty() && isAsOnDisk(file)) return users;  // it was read before it was opened
  const fs::path folder = fs::path(file.path).parent_path();
  for (const auto& [path, other] : files_) {
    if (path == file.path) continue;
    const std::string its = libraryOf(path);
    const bool beside = its.empty() && fs::path(path).parent_path() == folder;
    if (library.empty() ? beside : its == library) users.push_back(path);
  }
  return users;
}

Workspace::Sources Workspace::sourcesOf(const OpenFile& file) const {
  const std::string library = libraryOf(file.path);
  std::vector<const OpenFile*> texts;
  std::vector<std::string> taken = topNames(*file.document);
  for (const auto& [path, other] : files_) {
    if (path == file.path) continue;
    if (!library.empty()) {
      if (libraryOf(path) == library && !other.document->hasErrors() && !isAsOnDisk(other))
        texts.push_back(&other);
      continue;
    }
    // files side by side see each other as long as their names differ
    const bool beside = fs::path(path).parent_path() == fs::path(file.path).parent_path();
    if (!beside || other.document->hasErrors()) continue;
    const std::vector<std::string> names = topNames(*other.document);
    const bool clash = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::find(taken.begin(), taken.end(), name) != taken.end();
    });
    if (clash) continue;
    taken.insert(taken.end(), names.begin(), names.end());
    texts.push_back(&other);
  }
  texts.push_back(&file);
  std::sort(texts.begin(), texts.end(), packagesFirst);
  const bool topIsOpen = !library.empty() && texts.front()->path == library + "/package.mo";
  Sources sources;
  if (!library.empty() && !topIsOpen) sources.library = library;
  for (const OpenFile* each : texts) sources.texts.push_back({each->path, each->text});
  return sources;
}

std::unique_ptr<Compilation> Workspace::compilation(const OpenFile& file) const {
  CompileOptions options;
  options.libraries = libraries_;
  auto made = std::make_unique<Compilation>(options, Compilation::Keep::Last);
  const Sources sources = sourcesOf(file);
  if (!sources.library.empty()) made->load(sources.library);
  made->addFiles(sources.texts);
  return made;
}

Compilation& Workspace::lookups(const OpenFile& file) {
  const std::string library = libraryOf(file.path);
  const std::string& key = library.empty() ? file.path : library;
  if (!lookups_ || lookupsFor_ != key) {
    lookups_ = compilation(file);
    lookupsFor_ = key;
  }
  return *lookups_;
}

namespace {

// Depth first, sorted by name in each package.
void addClasses(Library& library, Interner& names, ClassNode& node, const std::string& path,
                std::vector<Workspace::LibraryClass>& to) {
  std::vector<std::string> nested;
  for (const std::string_view name : library.nestedNames(node)) nested.emplace_back(name);
  std::sort(nested.begin(), nested.end());
  for (const std::string& name : nested) {
    ClassNode* each = library.nested(node, names.intern(name));
    if (!each || !each->def) continue;
    to.push_back({path, name, std::string(each->def->comment.text), each->def->classKind,
                  each->def->partial});
    if (each->def->classKind == ast::ClassKind::Package)
      addClasses(library, names, *each, path + "." + name, to);
  }
}

}  // namespace

const std::vector<Workspace::LibraryClass>& Workspace::libraryClasses() {
  std::set<std::string> wanted = {"Formola", "Modelica"};
  std::vector<std::string> folders;
  for (const auto& [path, file] : files_)
    if (const std::string library = libraryOf(path); !library.empty()) {
      const std::string name = fs::path(library).filename().string();
      if (wanted.insert(name.substr(0, name.find(' '))).second) folders.push_back(library);
    }
  if (wanted == librariesRead_) return libraryClasses_;
  librariesRead_ = wanted;
  libraryClasses_.clear();
  CompileOptions options;
  options.libraries = libraries_;
  Compilation compilation(options, Compilation::Keep::Last);
  const Diagnostics::Mute mute(compilation.diagnostics());
  for (const std::string& folder : folders) compilation.load(folder);
  Sema& sema = compilation.sema();
  for (const std::string& name : wanted)
    if (ClassNode* node = sema.library().nested(sema.library().root(), sema.symbol(name)))
      addClasses(sema.library(), sema.names(), *node, name, libraryClasses_);
  return libraryClasses_;
}

std::vector<const ast::ClassDef*> classesAt(const edit::Document& document, uint32_t offset) {
  std::vector<const ast::ClassDef*> chain;
  auto holds = [&](const ast::ClassDef& def) {
    return def.range.begin <= offset && offset <= def.range.end;
  };
  for (const ast::ClassDef* def : document.tree().classes) {
    if (!holds(*def)) continue;
    chain = {def};
    for (bool deeper = true; deeper;) {
      deeper = false;
      for (const ast::Element* element : chain.back()->elements) {
        const auto* nested = element->dynAs<ast::ClassDef>();
        if (!nested || !holds(*nested)) continue;
        chain.push_back(nested);
        deeper = true;
        break;
      }
    }
    break;
  }
  return chain;
}

std::string qualifiedName(const edit::Document& document,
                          const std::vector<const ast::ClassDef*>& classes) {
  std::string name;
  for (const ast::NamePart& part : document.tree().within.parts)
    name += (name.empty() ? "" : ".") + std::string(document.nameOf(part.name));
  for (const ast::ClassDef* def : classes)
    name += (name.empty() ? "" : ".") + std::string(document.nameOf(def->name));
  return name;
}

}  // namespace formola::lsp

#include "lsp/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "edit/walk.h"
#include "lsp/outline.h"
#include "sema/instance.h"
#include "sema/sema.h"

namespace formola::lsp {

namespace fs = std::filesystem;
using syntax::Tok;

namespace {

std::string readText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The .mo files of a library folder.
std::vector<std::string> filesOf(const std::string& library) {
  std::vector<std::string> paths;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(library, error);
       it != fs::recursive_directory_iterator(); it.increment(error))
    if (it->path().extension() == ".mo") paths.push_back(it->path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Files in which the name may be used, with the text as it is in the editor.
std::vector<OpenFile> candidates(Workspace& workspace, const OpenFile& file,
                                 std::string_view name) {
  std::vector<std::string> paths;
  const std::string library = Workspace::libraryOf(file.path);
  if (!library.empty()) {
    paths = filesOf(library);
  } else {
    for (const auto& [path, other] : workspace.files())
      if (fs::path(path).parent_path() == fs::path(file.path).parent_path()) paths.push_back(path);
  }
  if (std::find(paths.begin(), paths.end(), file.path) == paths.end()) paths.push_back(file.path);
  std::vector<OpenFile> all;
  for (const std::string& path : paths) {
    const OpenFile* open = workspace.find(path);
    OpenFile each;
    if (open) {
      each = *open;
    } else {
      each.path = path;
      each.text = readText(path);
    }
    if (each.text.find(name) == std::string::npos) continue;
    if (!each.document) each.document = std::make_shared<edit::Document>(path, each.text);
    all.push_back(std::move(each));
  }
  return all;
}

struct Key {
  std::string path;
  uint32_t begin = 0;
  bool operator==(const Key&) const = default;
};

Key keyOf(const Declared& declared, const SourceManager& sources) {
  const SourceRange range = declared.range();
  if (!range.valid()) return {};
  return {std::string(sources.name(range.file)), range.begin};
}

// One class is the other one, or derives from it.
bool fitTogether(Sema& sema, Instance* a, Instance* b) {
  if (!a || !b) return false;
  auto derives = [&](Instance* from, Instance* base) {
    const Layout* layout = sema.layout(from);
    return from == base || (layout && std::any_of(layout->parts.begin(), layout->parts.end(),
                                                  [&](const Part& part) {
                                                    return part.node && part.node == base->node;
                                                  }));
  };
  return derives(a, b) || derives(b, a);
}

bool isShared(const Declared& declared) {
  if (!declared.isComponent() || !declared.instance->decl) return false;
  const ast::ElementPrefixes& prefixes = declared.instance->decl->prefixes;
  return prefixes.inner || prefixes.outer;
}

// The declarations of the inner and outer components that may be the same as `declared`.
std::vector<Declared> sharedWith(Compilation& compilation, const OpenFile& own,
                                 const Declared& declared, std::string_view name,
                                 const std::vector<OpenFile>& files) {
  std::vector<Declared> all;
  Instance* type = Resolver(compilation, own).classOf(declared);
  for (const OpenFile& file : files) {
    Resolver resolver(compilation, file);
    auto visit = [&](const ast::ClassDef& def) {
      for (const ast::Element* element : def.elements) {
        const auto* component = element->dynAs<ast::ComponentDecl>();
        if (!component || !(component->prefixes.inner || component->prefixes.outer) ||
            file.document->nameOf(component->name) != name)
          continue;
        const Declared found = resolver.at(component->nameRange.begin);
        if (isShared(found) && fitTogether(resolver.sema(), type, resolver.classOf(found)))
          all.push_back(found);
      }
    };
    for (const ast::ClassDef* def : file.document->tree().classes) edit::forEachClass(*def, visit);
  }
  return all;
}

}  // namespace

std::vector<Location> innersAt(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  std::vector<Location> places;
  Resolver resolver(workspace, file);
  const Declared declared = resolver.at(offset);
  const SourceRange range = declared.range();
  if (!isShared(declared) || declared.instance->decl->prefixes.inner ||
      resolver.sources().name(range.file) != file.path || offset < range.begin ||
      offset > range.end)
    return places;
  const std::string name(resolver.sources().text(range));
  const std::vector<OpenFile> files = candidates(workspace, file, name);
  for (const Declared& each : sharedWith(workspace.lookups(file), file, declared, name, files)) {
    const SourceRange at = each.range();
    if (each.instance->decl->prefixes.inner)
      places.push_back({std::string(resolver.sources().name(at.file)), at.begin, at.end,
                        std::string(resolver.sources().text(at.file))});
  }
  return places;
}

std::vector<Location> referencesTo(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  std::vector<Location> places;
  Compilation& compilation = workspace.lookups(file);
  Resolver own(compilation, file);
  const Declared declared = own.at(offset);
  std::vector<Key> targets = {keyOf(declared, own.sources())};
  if (targets[0].path.empty()) return places;
  const std::string name(own.sources().text(declared.range()));
  const std::vector<OpenFile> files = candidates(workspace, file, name);
  if (isShared(declared))
    for (const Declared& each : sharedWith(compilation, file, declared, name, files))
      targets.push_back(keyOf(each, own.sources()));
  for (const OpenFile& each : files) {
    Resolver resolver(compilation, each);
    const edit::TokenList& tokens = each.document->tokens();
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].kind != Tok::Identifier || tokens.text(i) != name) continue;
      const Key key = keyOf(resolver.at(tokens[i].begin), resolver.sources());
      if (std::find(targets.begin(), targets.end(), key) == targets.end()) continue;
      places.push_back({each.path, tokens[i].begin, tokens[i].end, each.text});
    }
  }
  return places;
}

Renaming renamed(Workspace& workspace, const OpenFile& file, uint32_t offset,
                 const std::string& newName) {
  Renaming result;
  const edit::TokenList word(newName);
  if (word.size() != 1 || word[0].kind != Tok::Identifier || word.text(0) != newName) {
    result.problem = fmt::format("'{}' is no name", newName);
    return result;
  }
  result.places = referencesTo(workspace, file, offset);
  if (result.places.empty()) {
    result.problem = "there is no declaration of this name";
    return result;
  }
  // the declaration itself must be among what is changed
  Resolver resolver(workspace, file);
  const Declared declared = resolver.at(offset);
  const Key key = keyOf(declared, resolver.sources());
  const bool own = std::any_of(result.places.begin(), result.places.end(),
                               [&](const Location& l) { return Key{l.path, l.begin} == key; });
  if (!own) {
    result.places.clear();
    result.problem = fmt::format("it is declared in another library: {}", key.path);
    return result;
  }
  // a name that is taken in the class of the declaration would change what others mean
  Instance* owner = declared.instance->parent;
  if (owner && resolver.member({owner}, newName)) {
    result.places.clear();
    result.problem = fmt::format("'{}' is declared already", newName);
  }
  return result;
}

std::vector<FoundClass> classesNamed(Workspace& workspace, const std::string& query, size_t limit) {
  auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  const std::string wanted = lower(query);
  std::set<std::string> paths;
  for (const auto& [path, file] : workspace.files()) {
    paths.insert(path);
    const std::string library = Workspace::libraryOf(path);
    if (!library.empty())
      for (std::string& each : filesOf(library)) paths.insert(std::move(each));
  }
  std::vector<FoundClass> found;
  for (const std::string& path : paths) {
    if (found.size() >= limit) break;
    const OpenFile* open = workspace.find(path);
    const std::string text = open ? open->text : readText(path);
    if (lower(text).find(wanted) == std::string::npos) continue;
    const auto document = open ? open->document : std::make_shared<edit::Document>(path, text);
    std::string within;
    for (const ast::NamePart& part : document->tree().within.parts)
      within += (within.empty() ? "" : ".") + std::string(document->nameOf(part.name));
    auto visit = [&](auto&& self, const OutlineSymbol& symbol,
                     const std::string& container) -> void {
      const bool isClass = symbol.kind != SymbolKind::Variable &&
                           symbol.kind != SymbolKind::Constant &&
                           symbol.kind != SymbolKind::EnumMember;
      if (!isClass || found.size() >= limit) return;
      if (lower(symbol.name).find(wanted) != std::string::npos)
        found.push_back({symbol.name,
                         container,
                         static_cast<int>(symbol.kind),
                         {path, symbol.nameRange.begin, symbol.nameRange.end, text}});
      const std::string inner = container.empty() ? symbol.name : container + "." + symbol.name;
      for (const OutlineSymbol& child : symbol.children) self(self, child, inner);
    };
    for (const OutlineSymbol& symbol : outline(*document)) visit(visit, symbol, within);
  }
  return found;
}

}  // namespace formola::lsp

#include "studio/class_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "draw/draw_class.h"
#include "draw/json_writer.h"
#include "edit/edits.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "syntax/annotation.h"

namespace formola::studio {

namespace {

namespace fs = std::filesystem;
using lsp::OpenFile;
using lsp::Workspace;

std::string nameOf(const Json& params) {
  return params.at("class").get<std::string>();
}

Json placeOf(const OpenFile& file, const SourceManager& sources, const SourceRange& range) {
  if (!range.valid() || sources.name(range.file) != file.path) return nullptr;
  const lsp::Position a = file.lines->position(range.begin), b = file.lines->position(range.end);
  return {a.line, a.character, b.line, b.character};
}

Json entry(const std::string& name, const ast::ClassDef& def, bool package) {
  return {{"name", name},
          {"kind", std::string(kindText(def.classKind))},
          {"partial", def.partial},
          {"package", package},
          {"description", std::string(def.comment.text)}};
}

bool isComponentKind(const ast::ClassDef& def) {
  return !def.partial &&
         (def.classKind == ast::ClassKind::Model || def.classKind == ast::ClassKind::Block ||
          def.classKind == ast::ClassKind::Connector);
}

bool isPackageKind(const ast::ClassDef& def) {
  return def.classKind == ast::ClassKind::Package;
}

std::vector<std::string> sortedNested(Library& library, const ClassNode& node) {
  std::vector<std::string> names;
  for (const std::string_view each : library.nestedNames(node)) names.emplace_back(each);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// Depth first; `visit` returns false to leave out what lies in the class.
template <typename Visit>
void walk(Library& library, Interner& names, ClassNode& node, const std::string& path,
          const Visit& visit) {
  for (const std::string& each : sortedNested(library, node)) {
    ClassNode* nested = library.nested(node, names.intern(each));
    if (!nested || !nested->def) continue;
    const std::string name = path.empty() ? each : path + "." + each;
    if (visit(name, *nested->def)) walk(library, names, *nested, name, visit);
  }
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// How well the last part of a name answers the best of the words, best first.
int rankOf(const std::string& name, const std::vector<std::string>& words) {
  int best = 3;
  for (const std::string& word : words) {
    const int rank = name == word                           ? 0
                     : name.starts_with(word)               ? 1
                     : name.find(word) != std::string::npos ? 2
                                                            : 3;
    best = std::min(best, rank);
  }
  return best;
}

// Libraries that can be had: folders and files on the search path.
std::vector<std::string> libraryNames(const Compilation& libraries) {
  std::set<std::string> names;
  for (const std::string& folder : libraries.searchPath()) {
    std::error_code error;
    for (const auto& each : fs::directory_iterator(folder, error)) {
      std::string name = each.path().filename().string();
      if (each.is_directory(error) && fs::exists(each.path() / "package.mo", error)) {
        names.insert(name.substr(0, name.find(' ')));
      } else if (each.path().extension() == ".mo") {
        name = each.path().stem().string();
        names.insert(name.substr(0, name.find(' ')));
      }
    }
  }
  return {names.begin(), names.end()};
}

// The top classes of the text, or the library that it lies in.
std::vector<std::string> ownNames(const ClassSources& sources) {
  if (!sources.file) return {};
  if (const std::string library = Workspace::libraryOf(sources.file->path); !library.empty()) {
    const std::string name = fs::path(library).filename().string();
    return {name.substr(0, name.find(' '))};
  }
  std::vector<std::string> names;
  const edit::Document& document = *sources.file->document;
  for (const ast::ClassDef* def : document.tree().classes)
    names.emplace_back(document.nameOf(def->name));
  return names;
}

bool isOne(const std::vector<std::string>& names, const std::string& path) {
  return std::find(names.begin(), names.end(), path.substr(0, path.find('.'))) != names.end();
}

Compilation& compilationOf(const ClassSources& sources, const std::string& name) {
  return isOne(ownNames(sources), name) ? sources.workspace.lookups(*sources.file)
                                        : sources.libraries;
}

}  // namespace

Instance* classNamed(Compilation& compilation, const std::string& name) {
  Sema& sema = compilation.sema();
  const Diagnostics::Mute mute(compilation.diagnostics());
  std::vector<Symbol> path;
  for (const std::string& part : edit::splitPath(name)) path.push_back(sema.symbol(part));
  Instance* found = path.empty() ? nullptr : sema.findClass(path, {});
  if (!found || found->isComponent())
    throw std::invalid_argument(fmt::format("there is no class '{}'", name));
  return found;
}

namespace {

std::string keyOf(const draw::ComponentPicture& component) {
  return component.name;
}
std::string keyOf(const draw::ConnectionPicture& connection) {
  return connection.from + " " + connection.to;
}

// As a JSON array; those that look like one in `before` as their index there.
template <typename Piece>
std::string listed(const std::vector<Piece>& pieces, const std::vector<Piece>& before) {
  std::unordered_map<std::string, size_t> known;
  for (size_t i = 0; i < before.size(); ++i) known.emplace(keyOf(before[i]), i);
  std::string list = "[";
  for (const Piece& piece : pieces) {
    if (list.size() > 1) list += ',';
    const auto found = known.find(keyOf(piece));
    const bool same = found != known.end() && piece.looksLike(before[found->second]);
    list += same ? std::to_string(found->second) : draw::writeJson(piece);
  }
  return list + "]";
}

}  // namespace

std::string pictureAnswer(Workspace& workspace, const OpenFile& file, const Json& params,
                          SentPicture& sent) {
  const std::string name = nameOf(params);
  const bool icon = params.value("layer", std::string("diagram")) == "icon";
  if (file.document->hasErrors() && !icon)
    return fmt::format("{{\"version\":{},\"picture\":null}}", file.version);
  Compilation& compilation = workspace.lookups(file);
  Instance* found = classNamed(compilation, name);
  draw::Picture picture;
  {
    const Diagnostics::Mute mute(compilation.diagnostics());
    picture =
        draw::drawClass(compilation.sema(), found, icon ? draw::Layer::Icon : draw::Layer::Diagram);
  }
  Json components = Json::array(), connections = Json::array();
  for (const draw::ComponentPicture& each : picture.components)
    components.push_back(each.inherited ? Json()
                                        : placeOf(file, compilation.sources(), each.declaration));
  for (const draw::ConnectionPicture& each : picture.connections)
    connections.push_back(placeOf(file, compilation.sources(), each.equation));
  const bool here = edit::findClass(*file.document, name) != nullptr;
  const Json places = {{"components", components}, {"connections", connections}};
  const std::string of = file.path + (icon ? " icon " : " diagram ") + name;
  const uint64_t base = params.value("base", uint64_t{0});
  const bool follows = base != 0 && base == sent.serial && of == sent.of;
  const draw::Picture none, &before = follows ? sent.picture : none;
  std::string answer = fmt::format(
      "{{\"version\":{},\"readOnly\":{},\"places\":{},\"serial\":{},{}\"picture\":{{{},"
      "\"components\":{},\"connections\":{},\"junctions\":{}}}}}",
      file.version, here ? "false" : "true", places.dump(), sent.serial + 1,
      follows ? fmt::format("\"base\":{},", base) : "", draw::writeHead(picture),
      listed(picture.components, before.components),
      listed(picture.connections, before.connections), draw::writeJson(picture.junctions));
  sent = {sent.serial + 1, of, std::move(picture)};
  return answer;
}

Json classesOfFile(const OpenFile& file) {
  Json all = Json::array();
  const edit::Document& document = *file.document;
  std::string within;
  for (const ast::NamePart& part : document.tree().within.parts)
    within += (within.empty() ? "" : ".") + std::string(document.nameOf(part.name));
  auto add = [&](auto&& self, const ast::ClassDef& def, const std::string& path) -> void {
    const std::string name =
        (path.empty() ? "" : path + ".") + std::string(document.nameOf(def.name));
    Json one = entry(name, def, isPackageKind(def));
    one["line"] = file.lines->position(def.nameRange.begin).line;
    all.push_back(std::move(one));
    for (const ast::Element* element : def.elements)
      if (const auto* nested = element->dynAs<ast::ClassDef>()) self(self, *nested, name);
  };
  for (const ast::ClassDef* def : document.tree().classes) add(add, *def, within);
  return {{"classes", std::move(all)}, {"wrong", document.hasErrors()}};
}

namespace {

// Of one compilation: the top classes with these names.
Json topEntries(Compilation& compilation, const std::vector<std::string>& names, bool own) {
  Sema& sema = compilation.sema();
  const Diagnostics::Mute mute(compilation.diagnostics());
  Json all = Json::array();
  for (const std::string& each : names) {
    ClassNode* node = sema.library().nested(sema.library().root(), sema.symbol(each));
    if (!node || !node->def || (own && !isPackageKind(*node->def) && !isComponentKind(*node->def)))
      continue;
    all.push_back(entry(each, *node->def, isPackageKind(*node->def)));
    all.back()["own"] = own;
  }
  return all;
}

}  // namespace

Json libraryAnswer(const ClassSources& sources, const Json& params) {
  const std::string name = nameOf(params);
  if (name.empty()) {
    const std::vector<std::string> own = ownNames(sources);
    Json all = Json::array();
    if (!own.empty()) all = topEntries(sources.workspace.lookups(*sources.file), own, true);
    std::vector<std::string> others = libraryNames(sources.libraries);
    std::erase_if(others, [&](const std::string& each) { return isOne(own, each); });
    for (Json& each : topEntries(sources.libraries, others, false)) all.push_back(std::move(each));
    return all;
  }
  Compilation& compilation = compilationOf(sources, name);
  Sema& sema = compilation.sema();
  const Diagnostics::Mute mute(compilation.diagnostics());
  Library& library = sema.library();
  Json all = Json::array();
  Instance* found = classNamed(compilation, name);
  if (!found->node) return all;
  for (const std::string& each : sortedNested(library, *found->node)) {
    ClassNode* nested = library.nested(*found->node, sema.symbol(each));
    if (nested && nested->def)
      all.push_back(entry(name + "." + each, *nested->def, isPackageKind(*nested->def)));
  }
  return all;
}

Json searchAnswer(const ClassSources& sources, const Json& params) {
  constexpr size_t kMost = 60;
  std::vector<std::string> words;
  std::string text = lower(params.at("query").get<std::string>());
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  struct Hit {
    int rank;
    Json entry;
  };
  std::vector<Hit> hits;
  std::vector<std::string> libraries = params.value("libraries", std::vector<std::string>{});
  if (libraries.empty()) libraries = {"Formola"};
  auto consider = [&](const std::string& name, const ast::ClassDef& def) {
    if (isPackageKind(def)) return !name.ends_with(".Examples") || params.value("examples", false);
    if (!isComponentKind(def)) return false;
    const std::string last = lower(name.substr(name.rfind('.') + 1));
    const std::string where = lower(name) + " " + lower(std::string(def.comment.text));
    for (const std::string& each : words)
      if (where.find(each) == std::string::npos) return false;
    hits.push_back({rankOf(last, words), entry(name, def, false)});
    return false;
  };
  auto lookIn = [&](Compilation& compilation, const std::string& top) {
    Sema& sema = compilation.sema();
    const Diagnostics::Mute mute(compilation.diagnostics());
    ClassNode* node = sema.library().nested(sema.library().root(), sema.symbol(top));
    if (!node || !node->def) return;
    if (isPackageKind(*node->def))
      walk(sema.library(), sema.names(), *node, top, consider);
    else
      consider(top, *node->def);
  };
  const std::vector<std::string> own = ownNames(sources);
  for (const std::string& each : own) lookIn(sources.workspace.lookups(*sources.file), each);
  for (const std::string& each : libraries)
    if (!isOne(own, each)) lookIn(sources.libraries, each);
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
  if (hits.size() > kMost) hits.resize(kMost);
  Json all = Json::array();
  for (Hit& hit : hits) all.push_back(std::move(hit.entry));
  return all;
}

std::string iconsAnswer(const ClassSources& sources, const Json& params) {
  std::string text = "{";
  for (const Json& each : params.at("classes")) {
    const std::string name = each.get<std::string>();
    try {
      Compilation& compilation = compilationOf(sources, name);
      Instance* found = classNamed(compilation, name);
      const Diagnostics::Mute mute(compilation.diagnostics());
      const std::string icon =
          draw::writeJson(draw::drawClass(compilation.sema(), found, draw::Layer::Icon));
      text += fmt::format("{}{}:{}", text.size() > 1 ? "," : "", Json(name).dump(), icon);
    } catch (const std::invalid_argument&) {
      // a class that is not there has no icon
    }
  }
  return text + "}";
}

Json documentationAnswer(Workspace& workspace, const OpenFile& file, const Json& params) {
  Compilation& compilation = workspace.lookups(file);
  Instance* found = classNamed(compilation, nameOf(params));
  const ast::ClassDef* def = found->node ? found->node->def : nullptr;
  if (!def) throw std::invalid_argument("a predefined type has no documentation");
  std::string info;
  const Interner& names = compilation.sema().names();
  if (def->comment.annotation) {
    const ast::Argument* documentation =
        findArgument(def->comment.annotation->arguments, names, "Documentation");
    const ast::Argument* given =
        documentation ? findArgument(documentation->modification, names, "info") : nullptr;
    const ast::Expr* value = given && given->modification ? given->modification->binding : nullptr;
    if (const auto* text = value ? value->dynAs<ast::StringExpr>() : nullptr)
      info = std::string(text->value);
  }
  return {{"class", compilation.sema().className(found)},
          {"kind", std::string(kindText(def->classKind))},
          {"description", std::string(def->comment.text)},
          {"info", info}};
}

Json sourceAnswer(Workspace& workspace, const OpenFile& file, const Json& params) {
  Compilation& compilation = workspace.lookups(file);
  Instance* found = classNamed(compilation, nameOf(params));
  const ast::ClassDef* def = found->node ? found->node->def : nullptr;
  if (!def || !def->range.valid()) throw std::invalid_argument("the class has no text");
  const SourceManager& sources = compilation.sources();
  // another file that the compiler has read: one of a library
  if (const std::string path = params.value("path", std::string()); !path.empty()) {
    for (uint32_t i = 0; i < sources.fileCount(); ++i)
      if (sources.name(FileId(i)) == path)
        return {{"path", path}, {"text", std::string(sources.text(FileId(i)))}, {"line", 0}};
    throw std::invalid_argument(path + " has not been read by this model");
  }
  return {{"path", std::string(sources.name(def->range.file))},
          {"text", std::string(sources.text(def->range.file))},
          {"line", sources.lineColumn(def->range.file, def->range.begin).line - 1}};
}

}  // namespace formola::studio

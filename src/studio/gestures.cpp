#include "studio/gestures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "draw/draw_class.h"
#include "draw/picture_network.h"
#include "edit/edits.h"
#include "lsp/references.h"
#include "lsp/resolve.h"
#include "studio/class_answers.h"

namespace formola::studio {

namespace {

using edit::Document;
using edit::Outcome;

std::string word(const Json& gesture, const char* key) {
  return gesture.value(key, std::string());
}

edit::Point point(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

edit::Extent extent(const Json& json) {
  return {point(json.at(0)), point(json.at(1))};
}

std::vector<edit::Point> points(const Json& gesture) {
  std::vector<edit::Point> all;
  for (const Json& each : gesture.value("points", Json::array())) all.push_back(point(each));
  return all;
}

// Of a line; black needs no words.
std::optional<edit::Color> color(const Json& gesture) {
  if (!gesture.contains("color") || !gesture["color"].is_array()) return std::nullopt;
  const auto given = gesture["color"].get<std::vector<int>>();
  if (given.size() != 3) return std::nullopt;
  const edit::Color made = {given[0], given[1], given[2]};
  const bool right = std::all_of(made.begin(), made.end(), [](int c) { return c >= 0 && c < 256; });
  return right && made != edit::Color{0, 0, 0} ? std::optional(made) : std::nullopt;
}

// "resistor" from "Formola.Electrical.Resistor", "resistor1" if there is one: not yet used.
std::string freshName(const Document& document, const std::string& classPath,
                      const std::string& wanted, const std::string& type) {
  const ast::ClassDef* def = edit::findClass(document, classPath);
  std::string stem = wanted.empty() ? type.substr(type.rfind('.') + 1) : wanted;
  if (wanted.empty() && !stem.empty()) {
    size_t capitals = 0;
    while (capitals < stem.size() && std::isupper(static_cast<unsigned char>(stem[capitals])))
      ++capitals;
    // PIDController: pidController
    const size_t lowered = capitals > 1 && capitals < stem.size() ? capitals - 1 : capitals;
    for (size_t i = 0; i < lowered; ++i)
      stem[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(stem[i])));
  }
  if (!def) return stem;
  auto taken = [&](const std::string& name) {
    if (edit::findComponent(document, *def, name)) return true;
    return document.nameOf(def->name) == name;
  };
  if (!taken(stem)) return stem;
  while (!stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back()))) stem.pop_back();
  for (int number = 1;; ++number)
    if (const std::string name = stem + std::to_string(number); !taken(name)) return name;
}

Outcome add(const Document& document, const std::string& classPath, const Json& gesture,
            Json& names) {
  edit::NewComponent component;
  component.type = word(gesture, "type");
  component.name = freshName(document, classPath, word(gesture, "name"), component.type);
  component.subscripts = word(gesture, "subscripts");
  component.modifiers = word(gesture, "modifiers");
  component.description = word(gesture, "description");
  if (gesture.contains("extent")) component.extent = extent(gesture["extent"]);
  names.push_back(component.name);
  return edit::addComponent(document, classPath, component);
}

Outcome experiment(const Document& document, const std::string& classPath, const Json& gesture) {
  edit::Experiment given;
  auto take = [&](const char* key, std::optional<double>& to) {
    if (gesture.contains(key) && gesture[key].is_number()) to = gesture[key].get<double>();
  };
  take("start", given.startTime);
  take("stop", given.stopTime);
  take("tolerance", given.tolerance);
  take("interval", given.interval);
  return edit::setExperiment(document, classPath, given);
}

// The end of a connection; "$2.p" is p of the third component that these gestures add.
std::string endOf(const Json& gesture, const char* key, const Json& names) {
  std::string end = word(gesture, key);
  if (!end.starts_with('$')) return end;
  const size_t dot = std::min(end.find_first_of(".["), end.size());
  const size_t index = std::strtoul(end.substr(1, dot - 1).c_str(), nullptr, 10);
  if (index >= names.size()) throw std::invalid_argument(fmt::format("'{}' is nothing new", end));
  return names[index].get<std::string>() + end.substr(dot);
}

Outcome apply(const Document& document, const std::string& classPath, const Json& gesture,
              Json& names) {
  const std::string what = word(gesture, "do"), name = word(gesture, "name");
  const std::string a = endOf(gesture, "a", names), b = endOf(gesture, "b", names);
  if (what == "move")
    return edit::moveComponent(document, classPath, name, gesture.at("dx"), gesture.at("dy"));
  if (what == "place")
    return edit::resizeComponent(document, classPath, name, extent(gesture.at("extent")));
  if (what == "rotate")
    return edit::rotateComponent(document, classPath, name, gesture.at("degrees"));
  if (what == "flip")
    return edit::flipComponent(
        document, classPath, name,
        word(gesture, "how") == "vertical" ? edit::Flip::Vertical : edit::Flip::Horizontal);
  if (what == "add") return add(document, classPath, gesture, names);
  if (what == "remove") return edit::removeComponent(document, classPath, name);
  if (what == "connect")
    return edit::connect(document, classPath, a, b, points(gesture), color(gesture));
  if (what == "pin") return edit::pin(document, classPath, name);
  if (what == "disconnect") return edit::disconnect(document, classPath, a, b);
  if (what == "line")
    return edit::setLinePoints(document, classPath, a, b, points(gesture), color(gesture));
  if (what == "set")
    return edit::setModifier(document, classPath, name, word(gesture, "path"),
                             word(gesture, "value"), gesture.value("array", false));
  if (what == "reset") return edit::resetModifier(document, classPath, name, word(gesture, "path"));
  if (what == "redeclare")
    return edit::redeclare(document, classPath, name, word(gesture, "path"), word(gesture, "kind"),
                           word(gesture, "value"));
  if (what == "describe")
    return edit::setDescription(document, classPath, name, word(gesture, "text"));
  if (what == "document") return edit::setDocumentation(document, classPath, word(gesture, "text"));
  if (what == "icon")
    return edit::setIconShapes(document, classPath,
                               gesture.at("shapes").get<std::vector<std::string>>());
  if (what == "experiment") return experiment(document, classPath, gesture);
  return Outcome::failed(fmt::format("there is no gesture '{}'", what));
}

// Of a new name: what changes in other files, {uri, edits}.
struct Renamed {
  lsp::Workspace& workspace;
  const lsp::OpenFile& file;
  Json others = Json::array();
};

// A new name goes wherever the old one is used: in what extends the class or has components of it,
// too, here and in the other files of its library.
Outcome rename(Renamed& renamed, const Document& document, const std::string& classPath,
               const Json& gesture) {
  const std::string name = word(gesture, "name"), to = word(gesture, "to");
  Outcome here = edit::renameComponent(document, classPath, name, to);
  if (!here.ok()) return here;
  if (document.text() != renamed.file.text)
    return Outcome::failed("a new name comes before other changes");
  const ast::ClassDef& def = *edit::findClass(document, classPath);
  const uint32_t at = edit::findComponent(document, def, name)->nameRange.begin;
  // one that cannot be looked up is used in its class alone
  if (!lsp::Resolver(renamed.workspace, renamed.file).at(at).range().valid()) return here;
  const lsp::Renaming uses = lsp::renamed(renamed.workspace, renamed.file, at, to);
  if (!uses.problem.empty()) return Outcome::failed(uses.problem);
  std::map<std::string, Json> others;
  for (const lsp::Location& use : uses.places) {
    const edit::TextEdit change = {use.begin, use.end, to};
    if (use.path != renamed.file.path)
      others[use.path].push_back(
          {{"range", lsp::rangeJson(lsp::LineIndex(use.text), use.begin, use.end)},
           {"newText", to}});
    else if (std::find(here.patch.begin(), here.patch.end(), change) == here.patch.end())
      here.patch.push_back(change);
  }
  for (auto& [path, edits] : others)
    renamed.others.push_back({{"uri", lsp::uriOfPath(path)}, {"edits", std::move(edits)}});
  return here;
}

// The next gesture, or as many as give places to components one after the other: each changes its
// own declaration alone, so that all can look at one document. A diagram that was placed
// automatically gets all its places at once.
edit::Patch patchOf(const Document& document, const std::string& classPath, const Json& gestures,
                    size_t& next, Json& names, Renamed& renamed) {
  edit::Patch patch;
  std::set<std::string> placed;
  while (next < gestures.size()) {
    const Json& gesture = gestures[next];
    const bool place = word(gesture, "do") == "place";
    if (!placed.empty() && (!place || placed.contains(word(gesture, "name")))) break;
    Outcome outcome = word(gesture, "do") == "rename"
                          ? rename(renamed, document, classPath, gesture)
                          : apply(document, classPath, gesture, names);
    if (!outcome.ok()) throw std::invalid_argument(outcome.problem);
    ++next;
    std::move(outcome.patch.begin(), outcome.patch.end(), std::back_inserter(patch));
    if (!place) break;
    placed.insert(word(gesture, "name"));
  }
  if (!edit::arrange(patch)) throw std::invalid_argument("two of these places are one");
  return patch;
}

// New connections get a way around the components. The picture is that of before: gestures that
// come with them fix the places that it has.
void addRoutes(lsp::Workspace& workspace, const lsp::OpenFile& file, const std::string& classPath,
               Json& gestures) {
  const auto wants = [](const Json& gesture) { return gesture.value("route", false); };
  if (std::none_of(gestures.begin(), gestures.end(), wants)) return;
  Compilation& compilation = workspace.lookups(file);
  const Diagnostics::Mute mute(compilation.diagnostics());
  const draw::Picture picture =
      draw::drawClass(compilation.sema(), classNamed(compilation, classPath), draw::Layer::Diagram);
  for (Json& gesture : gestures) {
    if (!wants(gesture)) continue;
    Json line = Json::array();
    for (const draw::Point p : draw::routeBetween(picture, word(gesture, "a"), word(gesture, "b")))
      line.push_back({p.x, p.y});
    gesture["points"] = std::move(line);
  }
}

}  // namespace

Json applyGestures(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params) {
  if (file.document->hasErrors())
    throw std::invalid_argument(
        "the text has errors of syntax; mend these first, then the diagram can be changed");
  const std::string classPath = params.at("class").get<std::string>();
  Json patches = Json::array(), names = Json::array();
  std::string text = file.text;
  Json gestures = params.at("gestures");
  Renamed renamed{workspace, file};
  addRoutes(workspace, file, classPath, gestures);
  for (size_t i = 0; i < gestures.size();) {
    const Document document(file.path, text);
    edit::Patch patch = patchOf(document, classPath, gestures, i, names, renamed);
    if (patch.empty()) continue;
    const lsp::LineIndex lines(document.text());
    Json edits = Json::array();
    for (const edit::TextEdit& each : patch)
      edits.push_back(
          {{"range", lsp::rangeJson(lines, each.begin, each.end)}, {"newText", each.text}});
    patches.push_back(std::move(edits));
    text = edit::applyPatch(text, patch);
  }
  return {{"patches", std::move(patches)},
          {"names", std::move(names)},
          {"others", std::move(renamed.others)}};
}

}  // namespace formola::studio

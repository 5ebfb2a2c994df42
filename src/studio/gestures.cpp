#include "studio/gestures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "edit/edits.h"

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

Outcome apply(const Document& document, const std::string& classPath, const Json& gesture,
              Json& names) {
  const std::string what = word(gesture, "do"), name = word(gesture, "name");
  const std::string a = word(gesture, "a"), b = word(gesture, "b");
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
  if (what == "rename")
    return edit::renameComponent(document, classPath, name, word(gesture, "to"));
  if (what == "connect")
    return edit::connect(document, classPath, a, b, points(gesture), color(gesture));
  if (what == "disconnect") return edit::disconnect(document, classPath, a, b);
  if (what == "line")
    return edit::setLinePoints(document, classPath, a, b, points(gesture), color(gesture));
  if (what == "set")
    return edit::setModifier(document, classPath, name, word(gesture, "path"),
                             word(gesture, "value"));
  if (what == "reset") return edit::resetModifier(document, classPath, name, word(gesture, "path"));
  if (what == "redeclare")
    return edit::redeclare(document, classPath, name, word(gesture, "path"), word(gesture, "kind"),
                           word(gesture, "value"));
  if (what == "describe")
    return edit::setDescription(document, classPath, name, word(gesture, "text"));
  if (what == "document") return edit::setDocumentation(document, classPath, word(gesture, "text"));
  if (what == "experiment") return experiment(document, classPath, gesture);
  return Outcome::failed(fmt::format("there is no gesture '{}'", what));
}

}  // namespace

Json applyGestures(const lsp::OpenFile& file, const Json& params) {
  if (file.document->hasErrors())
    throw std::invalid_argument(
        "the text has errors of syntax; mend these first, then the diagram can be changed");
  const std::string classPath = params.at("class").get<std::string>();
  Json patches = Json::array(), names = Json::array();
  std::string text = file.text;
  for (const Json& gesture : params.at("gestures")) {
    const Document document(file.path, text);
    const Outcome outcome = apply(document, classPath, gesture, names);
    if (!outcome.ok()) throw std::invalid_argument(outcome.problem);
    if (outcome.patch.empty()) continue;
    const lsp::LineIndex lines(document.text());
    Json patch = Json::array();
    for (const edit::TextEdit& each : outcome.patch)
      patch.push_back(
          {{"range", lsp::rangeJson(lines, each.begin, each.end)}, {"newText", each.text}});
    patches.push_back(std::move(patch));
    text = edit::applyPatch(text, outcome.patch);
  }
  return {{"patches", std::move(patches)}, {"names", std::move(names)}};
}

}  // namespace formola::studio

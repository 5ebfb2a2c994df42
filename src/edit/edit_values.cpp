// Values, descriptions and annotations.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "edit/edit_places.h"

namespace formola::edit {

Outcome setModifier(const Document& document, std::string_view classPath,
                    std::string_view component, std::string_view path, std::string_view value) {
  const Target target = targetComponent(document, classPath, component);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  if (!isExpression(value)) return Outcome::failed(fmt::format("'{}' is no expression", value));
  for (const std::string& part : splitPath(path))
    if (!isIdentifier(part)) return Outcome::failed(fmt::format("'{}' is no name", part));
  Patch patch;
  setArguments(document, modifiedOf(document, *target.component),
               {{splitPath(path), std::string(value)}}, patch);
  return finished(std::move(patch));
}

Outcome resetModifier(const Document& document, std::string_view classPath,
                      std::string_view component, std::string_view path) {
  const Target target = targetComponent(document, classPath, component);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  Patch patch;
  if (!removeArgument(document, modifiedOf(document, *target.component), splitPath(path), patch))
    return Outcome::failed(fmt::format("'{}' of '{}' is given no value", path, component));
  return finished(std::move(patch));
}

Outcome redeclare(const Document& document, std::string_view classPath, std::string_view component,
                  std::string_view element, std::string_view kind, std::string_view value) {
  static constexpr std::string_view kKinds[] = {"",         "model", "package",   "block", "record",
                                                "function", "type",  "connector", "class"};
  const Target target = targetComponent(document, classPath, component);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  if (!isIdentifier(element)) return Outcome::failed(fmt::format("'{}' is no name", element));
  if (std::find(std::begin(kKinds), std::end(kKinds), kind) == std::end(kKinds))
    return Outcome::failed(fmt::format("'{}' is no kind of class", kind));
  for (const std::string& part : splitPath(value))
    if (!isIdentifier(part)) return Outcome::failed(fmt::format("'{}' is no class", value));
  std::string text;
  if (!value.empty())
    text = kind.empty() ? fmt::format("redeclare {} {}", value, element)
                        : fmt::format("redeclare {} {} = {}", kind, element, value);
  Patch patch;
  if (!setRedeclaration(document, modifiedOf(document, *target.component), element, text, patch))
    return Outcome::failed(fmt::format("'{}' of '{}' is not redeclared", element, component));
  return finished(std::move(patch));
}

Outcome setDescription(const Document& document, std::string_view classPath,
                       std::string_view component, std::string_view text) {
  const Target target = component.empty() ? targetClass(document, classPath)
                                          : targetComponent(document, classPath, component);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  const SourceRange place = target.component ? descriptionOf(document, *target.component)
                                             : descriptionOf(document, *target.def);
  const bool isNew = place.begin == place.end;
  if (text.empty()) {
    if (isNew) return {};
    // with the blank before it
    uint32_t begin = place.begin;
    while (begin > 0 && document.text()[begin - 1] == ' ') --begin;
    return finished({{begin, place.end, ""}});
  }
  return finished({{place.begin, place.end, (isNew ? " " : "") + quoted(text)}});
}

Outcome setClassAnnotation(const Document& document, std::string_view classPath,
                           const std::vector<Setting>& settings) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  for (const Setting& setting : settings)
    if (!isExpression(setting.value))
      return Outcome::failed(fmt::format("'{}' is no expression", setting.value));
  Patch patch;
  setAnnotation(document, *target.def, settings, patch);
  return finished(std::move(patch));
}

Outcome setDocumentation(const Document& document, std::string_view classPath,
                         std::string_view html) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  Patch patch;
  setAnnotation(document, *target.def, {{{"Documentation", "info"}, quoted(html)}}, patch);
  return finished(std::move(patch));
}

Outcome setExperiment(const Document& document, std::string_view classPath,
                      const Experiment& experiment) {
  std::vector<Setting> settings;
  auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) settings.push_back({{"experiment", name}, numberText(*value)});
  };
  add("StartTime", experiment.startTime);
  add("StopTime", experiment.stopTime);
  add("Tolerance", experiment.tolerance);
  add("Interval", experiment.interval);
  return setClassAnnotation(document, classPath, settings);
}

}  // namespace formola::edit

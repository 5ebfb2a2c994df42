// Values, descriptions and annotations.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "edit/edit_places.h"
#include "support/string_literal.h"

namespace formola::edit {

namespace {

// {1, 2}, [1; 2], 1:3, fill(1, 3): by its looks.
bool looksLikeArray(std::string_view value) {
  static constexpr std::string_view kMakers[] = {"array",    "cat",      "diagonal", "fill",
                                                 "identity", "linspace", "matrix",   "ones",
                                                 "vector",   "zeros"};
  const TokenList tokens(value);
  int depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens.text(i);
    if (text == ":" && depth == 0) return true;
    depth += text == "(" || text == "[" || text == "{";
    depth -= text == ")" || text == "]" || text == "}";
  }
  if (tokens.size() == 0) return false;
  const std::string_view first = tokens.text(0);
  return first == "{" || first == "[" || std::ranges::count(kMakers, first) > 0;
}

// 2, -1.5, true, "text"
bool isLiteral(std::string_view value) {
  const TokenList tokens(value);
  size_t at = tokens.size() > 0 && (tokens.text(0) == "-" || tokens.text(0) == "+") ? 1 : 0;
  return tokens.size() == at + 1 && tokens[at].kind != syntax::Tok::Identifier;
}

}  // namespace

Outcome setModifier(const Document& document, std::string_view classPath,
                    std::string_view component, std::string_view path, std::string_view value,
                    bool ofArray) {
  const Target target = targetComponent(document, classPath, component);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  if (!isExpression(value)) return Outcome::failed(fmt::format("'{}' is no expression", value));
  for (const std::string& part : splitPath(path))
    if (!isIdentifier(part)) return Outcome::failed(fmt::format("'{}' is no name", part));
  const bool several =
      !target.component->dimensions.empty() || !target.component->typeDimensions.empty();
  // of a parameter that is an array itself an array may be meant for each or for all of them, and
  // a name or formula may be one
  const Modified place = modifiedOf(document, *target.component);
  const bool isNew = !findArgumentAt(document, place.modification, splitPath(path));
  Each each = Each::AsWritten;
  if (several && looksLikeArray(value))
    each = ofArray ? Each::AsWritten : Each::No;
  else if (several && (isNew || isLiteral(value)))
    each = Each::Yes;
  Patch patch;
  setArguments(document, place, {{splitPath(path), std::string(value), each}}, patch);
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
  return finished(
      {{place.begin, place.end, (isNew ? " " : "") + stringLiteral(text, Layout::Kept)}});
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

namespace {

const ast::Expr* iconGraphics(const Document& document, const ast::ClassDef& def) {
  const ast::Annotation* annotation = def.comment.annotation;
  const ast::Argument* given =
      annotation ? findArgumentAt(document, annotation->arguments, {"Icon", "graphics"}) : nullptr;
  return given && given->modification ? given->modification->binding : nullptr;
}

std::string joined(const std::vector<std::string>& texts, size_t from, size_t to) {
  std::string all;
  for (size_t i = from; i < to; ++i) all += (i > from ? ", " : "") + texts[i];
  return all;
}

}  // namespace

std::vector<std::string> iconShapes(const Document& document, std::string_view classPath) {
  const Target target = targetClass(document, classPath);
  std::vector<std::string> shapes;
  const ast::Expr* given = target.problem.empty() ? iconGraphics(document, *target.def) : nullptr;
  if (const auto* array = given ? given->dynAs<ast::ArrayExpr>() : nullptr)
    for (const ast::Expr* each : array->elements) shapes.emplace_back(document.text(each->range));
  return shapes;
}

Outcome setIconShapes(const Document& document, std::string_view classPath,
                      const std::vector<std::string>& shapes) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  for (const std::string& shape : shapes)
    if (!isExpression(shape)) return Outcome::failed(fmt::format("'{}' is no expression", shape));
  const std::vector<std::string> old = iconShapes(document, classPath);
  if (old == shapes) return {};
  // {} is no array of Modelica
  if (shapes.empty())
    return Outcome::failed("an icon keeps one shape at least; take its annotation out of the text");
  const ast::Expr* given = iconGraphics(document, *target.def);
  if (given && !given->dynAs<ast::ArrayExpr>())
    return Outcome::failed("the graphics of the icon are computed; they are edited as text");
  Patch patch;
  if (old.empty()) {
    setAnnotation(document, *target.def,
                  {{{"Icon", "graphics"}, "{" + joined(shapes, 0, shapes.size()) + "}"}}, patch);
    return finished(std::move(patch));
  }
  const auto& elements = given->as<ast::ArrayExpr>().elements;
  const size_t most = std::min(old.size(), shapes.size());
  size_t first = 0, last = 0;
  while (first < most && old[first] == shapes[first]) ++first;
  while (last < most - first && old[old.size() - 1 - last] == shapes[shapes.size() - 1 - last])
    ++last;
  // one in the place of another, then those that come or go, with their commas
  const size_t end = old.size() - last, newEnd = shapes.size() - last;
  size_t at = first;
  for (; at < std::min(end, newEnd); ++at)
    if (old[at] != shapes[at])
      patch.push_back({elements[at]->range.begin, elements[at]->range.end, shapes[at]});
  const std::string more = joined(shapes, at, newEnd);
  if (at > 0) {
    const uint32_t from = elements[at - 1]->range.end;
    if (!more.empty()) patch.push_back({from, from, ", " + more});
    if (at < end) patch.push_back({from, elements[end - 1]->range.end, ""});
  } else {
    const uint32_t from = elements[0]->range.begin;
    if (!more.empty()) patch.push_back({from, from, more + ", "});
    if (at < end) patch.push_back({from, elements[end]->range.begin, ""});
  }
  return finished(std::move(patch));
}

Outcome setDocumentation(const Document& document, std::string_view classPath,
                         std::string_view html) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  Patch patch;
  setAnnotation(document, *target.def,
                {{{"Documentation", "info"}, stringLiteral(html, Layout::Kept)}}, patch);
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

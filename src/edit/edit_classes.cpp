// Classes in files and packages.
#include <fmt/format.h>

#include "edit/edit_places.h"

namespace formola::edit {

using namespace ast;

namespace {

// Each line but the first behind `indent`.
std::string indented(std::string_view text, std::string_view indent, std::string_view lineEnd) {
  std::string out;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (at > 0) out += lineEnd;
    if (!line.empty()) out += std::string(indent) + std::string(line);
    at = end + 1;
  }
  return out;
}

}  // namespace

Outcome addClass(const Document& document, std::string_view parent, std::string_view text) {
  const Document added("<text>", std::string(text) + ";");
  if (added.hasErrors() || added.tree().classes.size() != 1 || added.tree().hasWithin)
    return Outcome::failed("the text is not one class definition");
  if (document.hasErrors())
    return Outcome::failed(fmt::format("{} has syntax errors", document.name()));
  const std::string name(added.nameOf(added.tree().classes[0]->name));
  const std::string path = parent.empty() ? name : std::string(parent) + "." + name;
  if (findClass(document, path))
    return Outcome::failed(fmt::format("there is a class '{}' already", path));
  const std::string lineEnd(document.lineEnd());
  if (parent.empty()) {
    const auto end = static_cast<uint32_t>(document.text().size());
    const bool fresh = document.text().empty() || document.text().ends_with('\n');
    return finished(
        {{end, end, (fresh ? "" : lineEnd) + indented(text, "", lineEnd) + ";" + lineEnd}});
  }
  const Target target = targetClass(document, parent);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  const std::string body = indented(text, bodyIndent(document, *target.def), lineEnd) + ";";
  // before sections, the annotation and the end
  const ClassDef& def = *target.def;
  uint32_t before = document.tokens()[endToken(document, def)].begin;
  if (def.comment.annotation) before = std::min(before, def.comment.annotation->range.begin);
  for (const EquationSection& s : def.equations) before = std::min(before, s.range.begin);
  for (const AlgorithmSection& s : def.algorithms) before = std::min(before, s.range.begin);
  return finished({lineBefore(document, before, body)});
}

}  // namespace formola::edit

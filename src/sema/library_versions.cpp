#include "sema/library_versions.h"

#include <algorithm>
#include <cstdlib>

#include "syntax/annotation.h"

namespace formola {

namespace {

std::string firstString(const ast::Modification* modification, const Interner& names,
                        std::string_view name) {
  std::vector<std::string> found;
  appendStrings(modification, names, name, found);
  return found.empty() ? "" : found[0];
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// conversion(noneFromVersion = "1", from(version = {"0.8", "0.9"}, script = "...")), each of them
// any number of times.
void readConversions(const ast::Modification& conversion, const Interner& names,
                     LibraryVersion& to) {
  for (const ast::Argument* a : conversion.arguments) {
    if (a->kind != ast::ArgumentKind::Modify || a->name.parts.size() != 1 || !a->modification)
      continue;
    const std::string_view name = names.text(a->name.parts[0].name);
    if (name == "noneFromVersion") {
      if (const auto* text = a->modification->binding
                                 ? a->modification->binding->dynAs<ast::StringExpr>()
                                 : nullptr)
        to.unchangedFrom.emplace_back(text->value);
    } else if (name == "from") {
      LibraryVersion::Conversion one;
      appendStrings(a->modification, names, "version", one.versions);
      one.to = firstString(a->modification, names, "to");
      one.script = firstString(a->modification, names, "script");
      if (const ast::Argument* rules = findArgument(a->modification, names, "change");
          rules && rules->modification && !rules->modification->arguments.empty()) {
        one.change = rules->modification->arguments.front()->range;
        one.change.end = rules->modification->arguments.back()->range.end;
      }
      // without rules nothing has to be changed
      const bool leadsHere = one.to.empty() || one.to == to.version;
      if (one.script.empty() && !one.change.valid() && leadsHere) {
        to.unchangedFrom.insert(to.unchangedFrom.end(), one.versions.begin(), one.versions.end());
      } else {
        to.conversions.push_back(std::move(one));
      }
    }
  }
}

}  // namespace

bool LibraryVersion::serves(const std::string& wanted) const {
  return wanted.empty() || version == wanted || contains(unchangedFrom, wanted);
}

std::string LibraryVersion::rulesFrom(const std::string& wanted) const {
  for (const Conversion& one : conversions)
    if (contains(one.versions, wanted))
      return one.change.valid() ? "its annotation 'conversion'" : one.script;
  return {};
}

LibraryVersion versionOf(const ast::ClassDef& def, const Interner& names) {
  LibraryVersion result;
  const ast::Annotation* annotation = def.comment.annotation;
  if (!annotation || !annotation->arguments) return result;
  result.version = firstString(annotation->arguments, names, "version");
  const ast::Argument* uses = findArgument(annotation->arguments, names, "uses");
  if (uses && uses->modification) {
    for (const ast::Argument* a : uses->modification->arguments) {
      if (a->kind != ast::ArgumentKind::Modify || a->name.parts.size() != 1) continue;
      result.uses.push_back({std::string(names.text(a->name.parts[0].name)),
                             firstString(a->modification, names, "version"), a->range});
    }
  }
  const ast::Argument* conversion = findArgument(annotation->arguments, names, "conversion");
  if (conversion && conversion->modification)
    readConversions(*conversion->modification, names, result);
  return result;
}

std::vector<long> versionNumbers(const std::string& text) {
  std::vector<long> parts;
  size_t at = 0;
  while (at < text.size()) {
    char* end = nullptr;
    const long part = std::strtol(text.c_str() + at, &end, 10);
    const auto next = static_cast<size_t>(end - text.c_str());
    if (next == at) break;
    parts.push_back(part);
    if (next >= text.size() || text[next] != '.') break;
    at = next + 1;
  }
  return parts;
}

}  // namespace formola

#include "studio/structure_check.h"

#include "compiler/check_class.h"
#include "edit/edits.h"
#include "lsp/diagnose.h"

namespace formola::studio {

Json findingsOf(const Diagnostics& diagnostics, const SourceManager& sources,
                const std::string& path, const lsp::LineIndex& lines) {
  Json all = Json::array();
  for (const Diagnostic& each : diagnostics.all()) {
    std::string message = each.message;
    for (const DiagNote& note : each.notes) message += "\n" + note.message;
    Json one = {{"severity", each.severity == Severity::Error ? 1 : 2},
                {"code", std::string(codeName(each.code))},
                {"message", std::move(message)},
                {"instance", each.instance},
                {"range", nullptr}};
    if (each.range.valid() && sources.name(each.range.file) == path)
      one["range"] = lsp::rangeJson(lines, each.range.begin, each.range.end);
    all.push_back(std::move(one));
  }
  return all;
}

Json structureAnswer(const lsp::Workspace& workspace, const lsp::OpenFile& file, uint32_t place) {
  const std::string name = lsp::classToCheck(file, place);
  Json result = {{"uri", lsp::uriOfPath(file.path)},
                 {"version", file.version},
                 {"class", name},
                 {"findings", Json::array()}};
  const ast::ClassDef* def = name.empty() ? nullptr : edit::findClass(*file.document, name);
  if (!def || file.document->hasErrors() || def->partial ||
      (def->classKind != ast::ClassKind::Model && def->classKind != ast::ClassKind::Class))
    return result;
  const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
  if (!compilation->choose(name)) return result;
  if (isPartOfOthers(*compilation) || !compilation->flat()) return result;
  // what stands there by now is told by the check of the text
  const size_t known = compilation->diagnostics().all().size();
  if (compilation->diagnostics().hasErrors()) return result;
  compilation->structured();
  Json all = findingsOf(compilation->diagnostics(), compilation->sources(), file.path, *file.lines);
  if (all.size() > known)
    result["findings"] =
        Json(std::vector<Json>(all.begin() + static_cast<std::ptrdiff_t>(known), all.end()));
  return result;
}

}  // namespace formola::studio

#include "lsp/diagnose.h"

#include <algorithm>

#include "diag/codes/constants.h"
#include "edit/edits.h"
#include "scalarize/scalarize.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "structure/lower/clock_partitions.h"
#include "structure/lower/lower_clocks.h"

namespace formola::lsp {

namespace {

// "did you mean 'x'?" in a note.
std::string suggestionOf(const Diagnostic& diagnostic) {
  constexpr std::string_view kBegin = "did you mean '", kEnd = "'?";
  for (const DiagNote& note : diagnostic.notes) {
    const size_t begin = note.message.find(kBegin);
    if (begin == std::string::npos) continue;
    const size_t from = begin + kBegin.size(), end = note.message.find(kEnd, from);
    if (end != std::string::npos) return note.message.substr(from, end - from);
  }
  return {};
}

Finding findingOf(const Diagnostic& diagnostic, const SourceManager& sources) {
  Finding finding;
  finding.range = diagnostic.range;
  finding.severity = diagnostic.severity;
  finding.code = codeName(diagnostic.code);
  finding.message = diagnostic.message;
  if (!diagnostic.instance.empty()) finding.message += " (in " + diagnostic.instance + ")";
  for (const DiagNote& note : diagnostic.notes) {
    Finding::Note made;
    made.message = note.message;
    if (note.range.valid()) {
      made.path = sources.name(note.range.file);
      made.begin = note.range.begin;
      made.end = note.range.end;
      made.text = sources.text(note.range.file);
    } else {
      finding.message += "\n" + note.message;
    }
    finding.notes.push_back(std::move(made));
  }
  finding.suggestion = suggestionOf(diagnostic);
  return finding;
}

bool isModel(const ast::ClassDef& def) {
  return def.classKind == ast::ClassKind::Model || def.classKind == ast::ClassKind::Block ||
         def.classKind == ast::ClassKind::Class;
}

// A class can be judged by itself: nothing in it waits for a derived class. What partial packages
// hold may use functions that have no body yet.
bool isChecked(const std::vector<const ast::ClassDef*>& around) {
  const ast::ClassDef& def = *around.back();
  if (isModel(def)) return !def.partial;
  return isFunctionKind(def.classKind) &&
         std::none_of(around.begin(), around.end(),
                      [](const ast::ClassDef* each) { return each->partial; });
}

// What `formola check` looks at; of a function its body.
void check(Compilation& compilation, const ast::ClassDef& def, const std::string& className) {
  if (isModel(def)) {
    if (!compilation.choose(className)) return;
    const Dae* dae = compilation.flat();
    if (dae && usesClocks(*dae))
      lowerClocks(scalarize(*dae, compilation.diagnostics()), compilation.diagnostics());
    return;
  }
  if (compilation.diagnostics().hasErrors()) return;
  Sema& sema = compilation.sema();
  std::vector<Symbol> path;
  for (const std::string& part : edit::splitPath(className)) path.push_back(sema.symbol(part));
  if (Instance* function = sema.findClass(path, {})) sema.functionOf(function, {});
}

}  // namespace

std::vector<Finding> syntaxFindings(const OpenFile& file) {
  std::vector<Finding> findings;
  for (const Diagnostic& diagnostic : file.document->diagnostics().all())
    findings.push_back(findingOf(diagnostic, file.document->sources()));
  return findings;
}

std::string classToCheck(const OpenFile& file, uint32_t offset) {
  std::vector<const ast::ClassDef*> around = classesAt(*file.document, offset);
  while (!around.empty() && !isChecked(around)) around.pop_back();
  if (around.empty() && file.document->tree().classes.size() == 1 &&
      isChecked({file.document->tree().classes[0]}))
    around = {file.document->tree().classes[0]};
  return around.empty() ? std::string() : qualifiedName(*file.document, around);
}

std::vector<Finding> checkFindings(const Workspace& workspace, const OpenFile& file,
                                   const std::string& className) {
  std::vector<Finding> findings;
  const ast::ClassDef* def = edit::findClass(*file.document, className);
  if (file.document->hasErrors() || !def) return findings;
  const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
  check(*compilation, *def, className);
  const SourceManager& sources = compilation->sources();
  for (const Diagnostic& diagnostic : compilation->diagnostics().all()) {
    Finding finding = findingOf(diagnostic, sources);
    // a class that is used as a component gets such values from whoever uses it
    if (diagnostic.code == diag::NotEvaluable && finding.severity == Severity::Error)
      finding.severity = Severity::Warning;
    const bool here = diagnostic.range.valid() && sources.name(diagnostic.range.file) == file.path;
    if (!here) {
      if (diagnostic.severity != Severity::Error) continue;
      if (diagnostic.range.valid()) {
        const std::string other(sources.name(diagnostic.range.file));
        finding.notes.insert(finding.notes.begin(),
                             {other, "it is here", diagnostic.range.begin, diagnostic.range.end,
                              std::string(sources.text(diagnostic.range.file))});
      }
      finding.range = def->nameRange;
      finding.suggestion.clear();
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace formola::lsp

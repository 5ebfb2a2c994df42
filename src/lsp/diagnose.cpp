#include "lsp/diagnose.h"

#include <algorithm>

#include "compiler/check_class.h"
#include "diag/codes/classes.h"
#include "diag/codes/constants.h"
#include "diag/codes/functions.h"
#include "diag/codes/syntax.h"
#include "edit/edits.h"
#include "lsp/repairs.h"

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

// What a replaceable package or class that is still partial lacks.
bool isGivenByRedeclaration(DiagCode code) {
  return code == diag::PartialInstance || code == diag::PartialFunction ||
         code == diag::ConstantWithoutValue;
}

bool isSomethingMissing(DiagCode code) {
  return code == diag::ExpectedToken || code == diag::ExpectedName ||
         code == diag::ExpectedExpression;
}

// What is missing at the begin of a line is missing at the end of the one that is being typed.
void moveToLineBefore(const edit::Document& document, SourceRange& range) {
  const edit::TokenList& tokens = document.tokens();
  const size_t i = tokens.firstFrom(range.begin);
  if (i == 0 || document.lineBegin(range.begin) <= tokens[i - 1].begin) return;
  range.begin = range.end = tokens[i - 1].end;
}

}  // namespace

std::vector<Finding> syntaxFindings(const OpenFile& file) {
  std::vector<Finding> findings;
  for (const Diagnostic& diagnostic : file.document->diagnostics().all()) {
    findings.push_back(findingOf(diagnostic, file.document->sources()));
    if (isSomethingMissing(diagnostic.code))
      moveToLineBefore(*file.document, findings.back().range);
  }
  return findings;
}

std::string classToCheck(const OpenFile& file, uint32_t offset) {
  std::vector<const ast::ClassDef*> around = classesAt(*file.document, offset);
  while (!around.empty() && !isCheckable(around)) around.pop_back();
  if (around.empty() && file.document->tree().classes.size() == 1 &&
      isCheckable({file.document->tree().classes[0]}))
    around = {file.document->tree().classes[0]};
  return around.empty() ? std::string() : qualifiedName(*file.document, around);
}

std::vector<std::string> classesToCheck(const OpenFile& file, uint32_t offset, bool whole) {
  constexpr size_t kMany = 20;
  const std::string first = classToCheck(file, offset);
  std::vector<std::string> names;
  if (!first.empty()) names.push_back(first);
  if (!whole) return names;
  std::vector<std::string> all;  // in the order of the text, wherever the change was
  std::vector<const ast::ClassDef*> around;
  auto visit = [&](auto&& self, const ast::ClassDef& def) -> void {
    around.push_back(&def);
    if (isCheckable(around)) all.push_back(qualifiedName(*file.document, around));
    for (const ast::Element* element : def.elements)
      if (const auto* nested = element->dynAs<ast::ClassDef>()) self(self, *nested);
    around.pop_back();
  };
  for (const ast::ClassDef* def : file.document->tree().classes) visit(visit, *def);
  return all.size() > kMany ? names : all;
}

std::vector<Finding> checkFindings(const Workspace& workspace, const OpenFile& file,
                                   const std::string& className, bool sorted) {
  std::vector<Finding> findings;
  const ast::ClassDef* def = edit::findClass(*file.document, className);
  if (file.document->hasErrors() || !def) return findings;
  const std::unique_ptr<Compilation> compilation = workspace.compilation(file);
  checkClass(*compilation, *def, className);
  const bool isPart = isPartOfOthers(*compilation);
  const bool isModel =
      def->classKind == ast::ClassKind::Model || def->classKind == ast::ClassKind::Class;
  if (sorted && isModel && !compilation->diagnostics().hasErrors() && !isPart)
    compilation->structured();
  const SourceManager& sources = compilation->sources();
  for (const Diagnostic& diagnostic : compilation->diagnostics().all()) {
    Finding finding = findingOf(diagnostic, sources);
    // a class that is used as a component gets such values, and what is outer, from whoever uses it
    if (finding.severity == Severity::Error &&
        (diagnostic.code == diag::NotEvaluable ||
         (isPart && isGivenByRedeclaration(diagnostic.code))))
      finding.severity = Severity::Warning;
    const bool isOuter = diagnostic.code == diag::MissingInner && isPart;
    if (isOuter) finding.severity = Severity::Note;
    const bool here = diagnostic.range.valid() && sources.name(diagnostic.range.file) == file.path;
    if (!here) {
      if (diagnostic.severity != Severity::Error || isOuter) continue;
      if (diagnostic.range.valid()) {
        const std::string other(sources.name(diagnostic.range.file));
        finding.notes.insert(finding.notes.begin(),
                             {other, "it is here", diagnostic.range.begin, diagnostic.range.end,
                              std::string(sources.text(diagnostic.range.file))});
      }
      finding.range = def->nameRange;
      finding.suggestion.clear();
    }
    // the nearest name comes first
    if (finding.suggestion.empty())
      finding.repair = repairOf(*file.document, className, diagnostic, *compilation);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace formola::lsp

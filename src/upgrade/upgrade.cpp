#include "upgrade/upgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "diag/codes/syntax.h"
#include "diag/codes/upgrade.h"
#include "edit/edits.h"
#include "syntax/annotation.h"
#include "upgrade/convert_text.h"

namespace formola::upgrade {

using edit::Document;

namespace {

namespace fs = std::filesystem;
using Documents = std::vector<std::shared_ptr<const Document>>;

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// What the top-level classes of a text say, by their names.
std::vector<std::pair<const ast::ClassDef*, LibraryVersion>> topLevel(const Document& document) {
  std::vector<std::pair<const ast::ClassDef*, LibraryVersion>> all;
  if (!document.tree().within.parts.empty()) return all;
  for (const ast::ClassDef* def : document.tree().classes)
    all.emplace_back(def, versionOf(*def, document.names()));
  return all;
}

// modelica://Library/path, or a path in the folder of the library.
std::string scriptPath(const LibraryTarget& target, const std::string& script) {
  const std::string own = "modelica://" + target.name + "/";
  const std::string inside = script.starts_with(own) ? script.substr(own.size()) : script;
  return (fs::path(target.folder) / inside).string();
}

// Without this argument of the annotation of a class, and what becomes empty around it.
std::string withoutUse(const std::string& path, std::string text, const std::string& className,
                       const Path& argument) {
  const Document document(path, text);
  const ast::ClassDef* def = edit::findClass(document, className);
  edit::Patch patch;
  if (!def || !def->comment.annotation) return text;
  const edit::Modified place{def->comment.annotation->arguments, 0};
  const bool found = edit::removeArgument(document, place, argument, patch);
  return found && edit::arrange(patch) ? edit::applyPatch(text, patch) : text;
}

// uses(Library(version = "...")) of one class; what else it says of that version goes.
std::string withUse(const std::string& path, std::string text, const std::string& className,
                    const std::string& library, const std::string& version) {
  const Document document(path, text);
  const edit::Outcome set = edit::setClassAnnotation(
      document, className, {{{"uses", library, "version"}, "\"" + version + "\""}});
  if (!set.ok()) return text;
  text = edit::applyPatch(text, set.patch);
  for (const char* stale : {"versionBuild", "dateModified"})
    text = withoutUse(path, std::move(text), className, {"uses", library, stale});
  return text;
}

class Upgrade {
 public:
  Upgrade(std::vector<SourceText>& texts, const LibraryTarget& target,
          const LibraryQuestions& questions, SourceManager& sources, Diagnostics& diagnostics)
      : texts_(texts),
        target_(target),
        questions_(questions),
        sources_(sources),
        diagnostics_(diagnostics) {}

  bool convert(const ConversionStep& step) {
    ConversionRules rules;
    const bool inText = step.change.valid();
    if (step.script.empty() && !inText) return true;
    const std::string path = inText ? target_.file : scriptPath(target_, step.script);
    const FileId script = sources_.load(path);
    if (!script.valid()) {
      diagnostics_.report(diag::CannotReadFile, {}, path,
                          "by its rules " + target_.name + " converts models of " + step.from);
      return false;
    }
    const auto end = static_cast<uint32_t>(sources_.text(script).size());
    const SourceRange whole{script, 0, end};
    readConversionRules(inText ? SourceRange{script, step.change.begin, step.change.end} : whole,
                        sources_, diagnostics_, rules);
    if (diagnostics_.hasErrors()) return false;
    Documents documents;
    for (const SourceText& each : texts_)
      documents.push_back(std::make_shared<Document>(each.path, each.text));
    std::map<std::pair<Path, std::string>, bool> asked;
    UserClasses classes(documents, [&](const Path& className, const std::string& element) {
      const auto [place, isNew] = asked.try_emplace({className, element}, false);
      if (isNew)
        place->second = rules.mentions(className, element) ||
                        questions_.hasElement(rules.converted(className), element);
      return place->second;
    });
    // a library that is a part of this one now
    for (const auto& [old, now] : rules.classes)
      if (old.size() == 1 && old[0] != target_.name) absorbed_.insert(old[0]);
    for (size_t i = 0; i < texts_.size(); ++i) {
      const FileId file = sources_.add(texts_[i].path, texts_[i].text);
      ConvertedText made = convertText(*documents[i], classes, rules, file, diagnostics_);
      libraries_.insert(made.libraries.begin(), made.libraries.end());
      if (!made.ok) {
        diagnostics_.report(diag::ConversionBreaksText, SourceRange{file, 0, 0}, texts_[i].path,
                            "two of them change the same place");
        continue;
      }
      if (made.patch.empty()) continue;
      texts_[i].text = edit::applyPatch(texts_[i].text, made.patch);
      check(texts_[i], {file, made.patch[0].begin, made.patch[0].end});
    }
    return !diagnostics_.hasErrors();
  }

  void setUses() {
    bool said = false;
    for (SourceText& each : texts_) said = setUses(each, false) || said;
    if (said) return;
    for (SourceText& each : texts_) setUses(each, true);
  }

  void removeAbsorbed() {
    for (const std::string& library : absorbed_)
      for (SourceText& each : texts_) {
        const Document document(each.path, each.text);
        for (const auto& [def, own] : topLevel(document))
          each.text = withoutUse(each.path, each.text, std::string(document.nameOf(def->name)),
                                 {"uses", library, "version"});
      }
  }

  void addLibraries() {
    for (const std::string& library : libraries_) {
      if (library == target_.name) continue;
      const std::string version = questions_.versionOf(library);
      if (version.empty()) {
        diagnostics_.report(diag::ConversionNeedsLibrary, {}, library)
            .note("put it on the search path (MODELICAPATH, -L)");
        continue;
      }
      for (SourceText& each : texts_) {
        const Document document(each.path, each.text);
        for (const auto& [def, own] : topLevel(document))
          if (std::none_of(own.uses.begin(), own.uses.end(),
                           [&](const LibraryVersion::Use& use) { return use.library == library; }))
            each.text = withUse(each.path, each.text, std::string(document.nameOf(def->name)),
                                library, version);
      }
    }
  }

 private:
  // Values in rules are put into the text as they are.
  void check(const SourceText& made, const SourceRange& first) {
    const Document document(made.path, made.text);
    for (const Diagnostic& found : document.diagnostics().all())
      if (found.severity == Severity::Error) {
        const uint32_t line =
            document.sources().lineColumn(found.range.file, found.range.begin).line;
        diagnostics_.report(diag::ConversionBreaksText, first, made.path, found.message)
            .note(fmt::format("the first change is here; the error would be in line {}", line));
        return;
      }
  }

  // True: the annotation is there. Always: also in classes that do not have it.
  bool setUses(SourceText& text, bool always) {
    bool said = false;
    const Document document(text.path, text.text);
    for (const auto& [def, own] : topLevel(document)) {
      const bool uses =
          std::any_of(own.uses.begin(), own.uses.end(),
                      [&](const LibraryVersion::Use& use) { return use.library == target_.name; });
      if (!uses && !always) continue;
      said = true;
      text.text = withUse(text.path, text.text, std::string(document.nameOf(def->name)),
                          target_.name, target_.version.version);
    }
    return said;
  }

  std::vector<SourceText>& texts_;
  const LibraryTarget& target_;
  const LibraryQuestions& questions_;
  SourceManager& sources_;
  Diagnostics& diagnostics_;
  std::set<std::string> libraries_;  // other ones that names lead to now
  std::set<std::string> absorbed_;   // other ones that names led to
};

}  // namespace

std::optional<std::string> usedVersion(const std::vector<SourceText>& texts,
                                       const std::string& library, Diagnostics& diagnostics) {
  std::string found, user;
  for (const SourceText& text : texts) {
    if (text.text.find("uses") == std::string::npos) continue;
    const Document document(text.path, text.text);
    for (const auto& [def, own] : topLevel(document))
      for (const LibraryVersion::Use& use : own.uses) {
        if (use.library != library || use.version.empty()) continue;
        const std::string name(document.nameOf(def->name));
        if (!found.empty() && found != use.version) {
          diagnostics.report(diag::UsesDiffer, {}, user, library, found, name, use.version)
              .note("upgrade them one after the other");
          return std::nullopt;
        }
        found = use.version;
        user = name;
      }
  }
  return found;
}

std::optional<std::vector<ConversionStep>> conversionSteps(const LibraryVersion& version,
                                                           const std::string& from) {
  // breadth first, so that few scripts are used
  std::vector<std::vector<ConversionStep>> ways{{}};
  std::set<std::string> seen{from};
  for (size_t i = 0; i < ways.size(); ++i) {
    const std::string at = ways[i].empty() ? from : ways[i].back().to;
    if (at == version.version) return ways[i];
    auto go = [&](const std::string& to, const std::string& script, const SourceRange& change) {
      if (!seen.insert(to).second) return;
      std::vector<ConversionStep> longer = ways[i];
      longer.push_back({at, to, script, change});
      ways.push_back(std::move(longer));
    };
    if (contains(version.unchangedFrom, at)) go(version.version, "", {});
    for (const LibraryVersion::Conversion& one : version.conversions)
      if (contains(one.versions, at))
        go(one.to.empty() ? version.version : one.to, one.script, one.change);
  }
  return std::nullopt;
}

bool upgradeTexts(std::vector<SourceText>& texts, const LibraryTarget& target,
                  const std::string& from, const LibraryQuestions& questions,
                  SourceManager& sources, Diagnostics& diagnostics) {
  const auto steps = conversionSteps(target.version, from);
  if (!steps) {
    std::string known;
    for (const LibraryVersion::Conversion& one : target.version.conversions)
      for (const std::string& version : one.versions)
        known += (known.empty() ? "" : ", ") + version;
    for (const std::string& version : target.version.unchangedFrom)
      known += (known.empty() ? "" : ", ") + version;
    diagnostics.report(diag::NoConversion, {}, target.name, target.version.version, from)
        .note(known.empty() ? "it converts from no version" : "it converts from " + known);
    return false;
  }
  const std::vector<SourceText> before = texts;
  Upgrade upgrade(texts, target, questions, sources, diagnostics);
  for (const ConversionStep& step : *steps)
    if (!upgrade.convert(step)) {
      texts = before;
      return false;
    }
  upgrade.setUses();
  upgrade.removeAbsorbed();
  upgrade.addLibraries();
  return true;
}

}  // namespace formola::upgrade

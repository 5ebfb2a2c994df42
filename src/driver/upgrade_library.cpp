#include "driver/upgrade_library.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include "compiler/check_class.h"
#include "driver/open_model.h"
#include "driver/terminal.h"
#include "driver/text_files.h"
#include "edit/edits.h"
#include "edit/unified_diff.h"
#include "edit/walk.h"
#include "sema/sema.h"
#include "upgrade/upgrade.h"

namespace formola {

namespace {

namespace fs = std::filesystem;
using upgrade::LibraryTarget;
using upgrade::SourceText;

struct Wanted {
  std::string library, version;  // version "": the newest
};

Wanted wantedOf(const std::string& text) {
  const size_t equals = text.find('=');
  return {text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
}

// Libraries as they are now: found by name and version, and asked for their elements.
class NewLibraries {
 public:
  NewLibraries(const Options& options, const std::vector<Wanted>& wanted)
      : compilation_(options, Compilation::Keep::Last) {
    // one who uses those versions, so that they are the ones that are found
    std::string uses;
    for (const Wanted& each : wanted)
      if (!each.version.empty())
        uses += fmt::format("{}{}(version = \"{}\")", uses.empty() ? "" : ", ", each.library,
                            each.version);
    compilation_.addTexts({{"<upgrade>.mo", "package 'formola upgrade' annotation(uses(" + uses +
                                                ")); end 'formola upgrade';"}});
  }

  std::optional<LibraryTarget> find(const std::string& name) {
    ClassNode* node = top(name);
    if (!node || !node->def) return std::nullopt;
    const fs::path file(compilation_.sources().name(node->def->range.file));
    LibraryTarget target{name, file.string(),
                         node->directory.empty() ? file.parent_path().string() : node->directory,
                         versionOf(*node->def, sema().names())};
    return target;
  }

  bool hasElement(const upgrade::Path& className, const std::string& element) {
    if (!top(className[0])) return false;
    const Diagnostics::Mute mute(compilation_.diagnostics());
    std::vector<Symbol> path;
    for (const std::string& part : className) path.push_back(sema().symbol(part));
    Instance* found = sema().findClass(path, {});
    return found && !found->isComponent() && sema().member(found, sema().symbol(element));
  }

 private:
  Sema& sema() { return compilation_.sema(); }

  ClassNode* top(const std::string& name) {
    const Diagnostics::Mute mute(compilation_.diagnostics());
    return sema().library().nested(sema().library().root(), sema().symbol(name));
  }

  Compilation compilation_;
};

// An outer package before what lies in it.
bool packagesFirst(const SourceText& a, const SourceText& b) {
  auto depth = [](const std::string& path) {
    return std::count(path.begin(), path.end(), '/') * 2 - (path.ends_with("/package.mo") ? 1 : 0);
  };
  return depth(a.path) != depth(b.path) ? depth(a.path) < depth(b.path) : a.path < b.path;
}

class UpgradeCommand {
 public:
  explicit UpgradeCommand(const Options& options) : options_(options) {}

  int run() {
    if (options_.upgradeWrite && !options_.output.empty())
      return complain("--write changes the files, --output leaves them as they are: give one");
    if (const int status = readTexts(); status != kDone) return status;
    before_ = texts_;
    int status = convert();
    showDiagnostics(diagnostics_, options_);
    if (status != kDone) return status;
    for (size_t i = 0; i < texts_.size(); ++i)
      if (texts_[i].text != before_[i].text) changed_.push_back(i);
    if (status = deliver(); status != kDone) return status;
    return options_.upgradeUnchecked ? kDone : check();
  }

 private:
  // The texts, all of them right.
  int readTexts() {
    const std::string& input = options_.inputs[0];
    std::error_code error;
    isFolder_ = fs::is_directory(input, error);
    root_ = fs::absolute(input, error).lexically_normal().string();
    if (root_.ends_with('/')) root_.pop_back();
    if (isFolder_ && !fs::exists(fs::path(root_) / "package.mo", error))
      return complain("'" + input + "' is no library: it has no package.mo");
    for (const std::string& path : modelicaFiles({root_})) {
      if (isFolder_ && path.find("/Resources/", root_.size()) != std::string::npos) continue;
      SourceText text{path, {}};
      if (!readText(path, text.text))
        return complain("'" + path + "' cannot be read: no such file, or no permission");
      const edit::Document document(path, text.text);
      if (document.hasErrors()) {
        showDiagnostics(document.diagnostics(), options_);
        return kModelWrong;
      }
      if (!isFolder_ && !document.tree().within.parts.empty())
        return complain("'" + input + "' is a part of the library '" +
                        std::string(document.nameOf(document.tree().within.parts[0].name)) +
                        "'; give the folder of that library");
      texts_.push_back(std::move(text));
    }
    std::sort(texts_.begin(), texts_.end(), packagesFirst);
    std::set<std::string> known;
    std::erase_if(texts_, [&](const SourceText& text) { return !isRead(text, known); });
    return kDone;
  }

  // Whether a file is a part of the library: its package is there, and that does not declare its
  // class itself, in which case nobody reads the file.
  static bool isRead(const SourceText& text, std::set<std::string>& known) {
    const edit::Document document(text.path, text.text);
    std::string within;
    for (const ast::NamePart& part : document.tree().within.parts)
      within += (within.empty() ? "" : ".") + std::string(document.nameOf(part.name));
    if (!within.empty() && !known.contains(within)) return false;
    auto nameIn = [&](const std::string& outer, const ast::ClassDef& def) {
      return (outer.empty() ? "" : outer + ".") + std::string(document.nameOf(def.name));
    };
    for (const ast::ClassDef* def : document.tree().classes)
      if (known.contains(nameIn(within, *def))) return false;
    auto add = [&](auto&& self, const ast::ClassDef& def, const std::string& outer) -> void {
      const std::string name = nameIn(outer, def);
      known.insert(name);
      for (const ast::Element* element : def.elements)
        if (const auto* nested = element->dynAs<ast::ClassDef>()) self(self, *nested, name);
    };
    for (const ast::ClassDef* def : document.tree().classes) add(add, *def, within);
    return true;
  }

  int convert() {
    std::map<std::string, std::string> from;
    for (const std::string& text : options_.upgradeFrom) {
      const Wanted given = wantedOf(text);
      if (given.version.empty())
        return complain("--from needs LIBRARY=VERSION, not '" + text + "'");
      from[given.library] = given.version;
    }
    std::vector<Wanted> wanted;
    for (const std::string& text : options_.upgradeTo) wanted.push_back(wantedOf(text));
    NewLibraries libraries(options_, wanted);
    upgrade::LibraryQuestions questions;
    questions.hasElement = [&](const upgrade::Path& className, const std::string& element) {
      return libraries.hasElement(className, element);
    };
    questions.versionOf = [&](const std::string& library) {
      const auto found = libraries.find(library);
      return found ? found->version.version : std::string();
    };
    const size_t asked = wanted.size();
    for (size_t i = 0; i < wanted.size(); ++i) {
      const auto target = libraries.find(wanted[i].library);
      if (!target)
        return complain("the library '" + wanted[i].library +
                        "' is not on the search path (MODELICAPATH, -L)");
      if (!wanted[i].version.empty() && target->version.version != wanted[i].version)
        return complain(fmt::format("{} {} is not on the search path (MODELICAPATH, -L); {} is",
                                    wanted[i].library, wanted[i].version, target->version.version));
      // rules that cannot be read would be none
      std::string text;
      if (readText(target->file, text)) {
        const edit::Document library(target->file, text);
        if (library.hasErrors()) {
          showDiagnostics(library.diagnostics(), options_);
          return kModelWrong;
        }
      }
      const std::string old = from.contains(wanted[i].library) ? from[wanted[i].library] : "";
      if (const int status = bringTo(*target, old, i >= asked, questions); status != kDone)
        return status;
      // libraries that come along with it
      for (const LibraryVersion::Use& use : target->version.uses)
        if (std::none_of(wanted.begin(), wanted.end(),
                         [&](const Wanted& w) { return w.library == use.library; }))
          wanted.push_back({use.library, use.version});
    }
    return kDone;
  }

  // alongside: texts that do not use it stay as they are.
  int bringTo(const LibraryTarget& target, std::string from, bool alongside,
              const upgrade::LibraryQuestions& questions) {
    if (from.empty()) {
      const auto used = upgrade::usedVersion(texts_, target.name, diagnostics_);
      if (!used) return kModelWrong;
      from = *used;
    }
    if (from.empty() && alongside) return kDone;
    if (from.empty())
      return complain("nothing says which version of " + target.name +
                      " is used; say it with --from " + target.name + "=VERSION");
    if (alongside && !upgrade::conversionSteps(target.version, from)) return kDone;
    if (!upgrade::upgradeTexts(texts_, target, from, questions, sources_, diagnostics_))
      return kModelWrong;
    if (!options_.quiet && from != target.version.version)
      std::fprintf(stderr, "%s %s -> %s\n", target.name.c_str(), from.c_str(),
                   target.version.version.c_str());
    return kDone;
  }

  int deliver() {
    if (!options_.output.empty()) return writeCopy();
    if (options_.upgradeWrite) {
      for (const size_t i : changed_)
        if (!replaceText(texts_[i].path, texts_[i].text))
          return complain("'" + texts_[i].path + "' cannot be written; it stays as it was");
    } else {
      for (const size_t i : changed_) {
        const std::string name = shown(texts_[i].path);
        const std::string diff = edit::unifiedDiff(name, before_[i].text, name, texts_[i].text);
        std::fwrite(diff.data(), 1, diff.size(), stdout);
      }
    }
    if (!options_.quiet)
      std::fprintf(stderr, "%zu of %zu files %s\n", changed_.size(), texts_.size(),
                   options_.upgradeWrite ? "changed" : "would change; --write does it");
    return kDone;
  }

  // Relative to where the command was given, as people read it.
  static std::string shown(const std::string& path) {
    std::error_code error;
    const fs::path here = fs::relative(path, error);
    return error || here.empty() || here.string().starts_with("..") ? path : here.string();
  }

  int writeCopy() {
    std::error_code error;
    const fs::path target = fs::path(options_.output) / fs::path(root_).filename();
    if (fs::exists(target, error)) return complain("'" + target.string() + "' exists already");
    fs::create_directories(options_.output, error);
    if (!error) fs::copy(root_, target, fs::copy_options::recursive, error);
    if (error) return complain("'" + target.string() + "' cannot be written: " + error.message());
    for (const size_t i : changed_) {
      const fs::path file = isFolder_ ? target / fs::relative(texts_[i].path, root_) : target;
      if (!replaceText(file.string(), texts_[i].text))
        return complain("'" + file.string() + "' cannot be written");
    }
    if (!options_.quiet)
      std::fprintf(stderr, "%zu of %zu files changed, in '%s'\n", changed_.size(), texts_.size(),
                   target.c_str());
    return kDone;
  }

  // ---- what it is worth

  struct Class {
    size_t text;
    std::string name;
  };

  static std::vector<Class> checkable(const std::vector<SourceText>& texts) {
    std::vector<Class> all;
    for (size_t i = 0; i < texts.size(); ++i) {
      const edit::Document document(texts[i].path, texts[i].text);
      std::string within;
      for (const ast::NamePart& part : document.tree().within.parts)
        within += std::string(document.nameOf(part.name)) + ".";
      std::vector<const ast::ClassDef*> around;
      auto visit = [&](auto&& self, const ast::ClassDef& def, const std::string& outer) -> void {
        around.push_back(&def);
        const std::string name = outer + std::string(document.nameOf(def.name));
        if (isCheckable(around)) all.push_back({i, name});
        for (const ast::Element* element : def.elements)
          if (const auto* nested = element->dynAs<ast::ClassDef>()) self(self, *nested, name + ".");
        around.pop_back();
      };
      for (const ast::ClassDef* def : document.tree().classes) visit(visit, *def, within);
    }
    return all;
  }

  // The code of the first error; "": it checks.
  std::string firstError(const std::vector<SourceText>& texts, const Class& each) const {
    Compilation compilation(options_, Compilation::Keep::Last);
    std::vector<Compilation::Text> files;
    for (const SourceText& text : texts) files.push_back({text.path, text.text});
    compilation.addFiles(files);
    const edit::Document document(texts[each.text].path, texts[each.text].text);
    checkClass(compilation, *edit::findClass(document, each.name), each.name);
    for (const Diagnostic& found : compilation.diagnostics().all())
      if (found.severity == Severity::Error) return std::string(codeName(found.code));
    return compilation.problem();
  }

  int check() {
    const std::vector<Class> all = checkable(texts_);
    size_t then = 0, now = 0, done = 0;
    std::vector<std::string> lost;
    std::map<std::string, size_t> reasons;
    const bool progress = isatty(STDERR_FILENO) != 0 && !options_.quiet;
    for (const Class& each : all) {
      if (progress) std::fprintf(stderr, "\rchecking %zu of %zu", ++done, all.size());
      const std::string error = firstError(texts_, each);
      const bool second = error.empty();
      const bool first = changed_.empty() ? second : firstError(before_, each).empty();
      if (!second) ++reasons[error];
      then += first ? 1 : 0;
      now += second ? 1 : 0;
      if (first && !second) lost.push_back(each.name);
    }
    if (progress) std::fputs("\r\033[K", stderr);
    for (const std::string& name : lost) std::fprintf(stderr, "%s checks no more\n", name.c_str());
    std::string why;
    for (const auto& [code, count] : reasons)
      why += fmt::format("{}{} {}", why.empty() ? "; first errors of the others: " : ", ", count,
                         code);
    if (!options_.quiet)
      std::fprintf(stderr, "of %zu classes %zu check before, %zu after%s\n", all.size(), then, now,
                   why.c_str());
    return lost.empty() ? kDone : kModelWrong;
  }

  const Options& options_;
  bool isFolder_ = false;
  std::string root_;
  std::vector<SourceText> before_, texts_;
  std::vector<size_t> changed_;
  SourceManager sources_;
  Diagnostics diagnostics_{sources_};
};

}  // namespace

int upgradeLibrary(const Options& options) {
  return UpgradeCommand(options).run();
}

}  // namespace formola

// Which of several versions of a library is loaded. Specification 13.4 and 18.8.2.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "diag/codes/effects.h"
#include "sema/library.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

// What `formola upgrade` is given: the file that asks, or the folder of its library.
std::string upgradable(const SourceManager& sources, const SourceRange& place) {
  if (!place.valid()) return "FILE";
  const fs::path path(sources.name(place.file));
  return (path.filename() == "package.mo" ? path.parent_path() : path).string();
}

}  // namespace

// All that could be the library: "Name", "Name 1.0", "Name.mo", "Name 1.0.mo"; by the order of the
// search path, in each of its folders the newest first.
std::vector<Library::Candidate> Library::candidates(const std::string& library) const {
  std::vector<Candidate> result;
  for (const std::string& folder : searchPath_) {
    std::vector<Candidate> here;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      std::string name = entry.path().filename().string();
      const bool file = name.ends_with(".mo");
      if (file) name.resize(name.size() - 3);
      const size_t blank = std::min(name.find(' '), name.size());
      if (name.substr(0, blank) != library) continue;
      std::error_code ignored;  // of links that lead nowhere, or in a circle
      if (file ? !entry.is_regular_file(ignored)
               : !fs::exists(entry.path() / "package.mo", ignored))
        continue;
      here.push_back({entry.path().string(), name.substr(std::min(blank + 1, name.size()))});
    }
    std::sort(here.begin(), here.end(), [](const Candidate& a, const Candidate& b) {
      const auto x = versionNumbers(a.version), y = versionNumbers(b.version);
      return x != y ? y < x : a.path < b.path;
    });
    result.insert(result.end(), here.begin(), here.end());
  }
  return result;
}

// What a candidate says of itself, without loading it.
LibraryVersion Library::peek(const Candidate& candidate) {
  const Diagnostics::Mute mute(diagnostics_);
  std::error_code error;
  const bool folder = fs::is_directory(candidate.path, error);
  const ast::StoredDefinition* tree =
      parse(folder ? candidate.path + "/package.mo" : candidate.path);
  LibraryVersion result;
  if (tree != nullptr && !tree->classes.empty()) result = versionOf(*tree->classes[0], names_);
  if (result.version.empty()) result.version = candidate.version;
  return result;
}

// Requires: `all` is not empty.
Library::Candidate Library::chooseVersion(const std::string& library,
                                          const std::vector<Candidate>& all) {
  std::string wanted;
  for (const Request& request : requests_[library])
    if (wanted.empty()) wanted = request.version;
  if (wanted.empty() || all.size() == 1) return all[0];
  for (const Candidate& one : all)
    if (one.version == wanted) return one;
  const Candidate* best = nullptr;
  std::vector<long> newest;
  for (const Candidate& one : all) {
    const LibraryVersion own = peek(one);
    if (own.version == wanted) return one;
    const std::vector<long> numbers = versionNumbers(own.version);
    if (!own.serves(wanted) || (best != nullptr && numbers <= newest)) continue;
    best = &one;
    newest = numbers;
  }
  return best != nullptr ? *best : all[0];
}

ClassNode* Library::loadTopLevel(Symbol name) {
  root_.members[name];  // looked for once only
  const std::string text(names_.text(name));
  const std::vector<Candidate> all = candidates(text);
  if (all.empty()) return nullptr;
  const Candidate chosen = chooseVersion(text, all);
  const bool outer = std::exchange(searching_, true);
  load(chosen.path);
  searching_ = outer;
  if (LibraryVersion& own = versions_[text]; own.version.empty()) own.version = chosen.version;
  checkVersion(text);
  return root_.members[name].classNode;
}

// What a class at the top level uses is known before it is looked for.
void Library::noteVersion(const ast::ClassDef& def) {
  const std::string name(names_.text(def.name));
  LibraryVersion own = versionOf(def, names_);
  const std::vector<LibraryVersion::Use> uses = own.uses;
  versions_[name] = std::move(own);
  for (const LibraryVersion::Use& use : uses) {
    if (use.version.empty()) continue;
    requests_[use.library].push_back({name, use.version, use.range});
    const bool loaded = versions_.count(use.library) != 0;
    if (loaded) checkVersion(use.library);
  }
}

// Those whom the loaded version does not serve are told; each once, as diagnostics are.
void Library::checkVersion(const std::string& library) {
  const LibraryVersion& loaded = versions_[library];
  if (loaded.version.empty()) return;
  const std::vector<Request>& requests = requests_[library];
  const Request* served = nullptr;
  for (const Request& request : requests)
    if (served == nullptr && loaded.serves(request.version)) served = &request;
  for (const Request& request : requests) {
    if (loaded.serves(request.version)) continue;
    if (served != nullptr) {
      diagnostics_
          .report(diag::LibraryVersionConflict, request.range, request.user, library,
                  request.version, loaded.version, served->user)
          .note("here it is asked for in another version", served->range);
      continue;
    }
    Diagnostic& d = diagnostics_.report(diag::LibraryVersionMissing, request.range, request.user,
                                        library, request.version, loaded.version);
    const std::string rules = loaded.rulesFrom(request.version);
    if (!rules.empty())
      d.note("models of " + library + " " + request.version +
             " have to be converted, by the rules in " + rules +
             "; this shows what changes: formola upgrade '" + upgradable(sources_, request.range) +
             "' --to " + library + "=" + loaded.version);
    d.note("or put '" + library + " " + request.version +
           "' on the search path (MODELICAPATH, -L)");
  }
}

}  // namespace formola

#include "compiler/trust.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "diag/codes/effects.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

fs::path canonicalPath(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
  if (!result.has_filename() && result.has_relative_path()) result = result.parent_path();
  return error ? path.lexically_normal() : result;
}

// The name itself, not what a link of that name leads to.
fs::path canonicalName(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  const fs::path name = whole.filename();
  if (name.empty() || name == "." || name == "..") return canonicalPath(whole);
  return canonicalPath(whole.parent_path()) / name;
}

bool contains(const fs::path& folder, const fs::path& path) {
  const auto [end, _] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// Without what would move the cursor or change colours of a terminal.
std::string printable(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", code);
    if (code < 0x20 || code == 0x7f) {
      result += escape;
    } else {
      result += c;
    }
  }
  return result;
}

bool isLibraryName(const std::string& word) {
  const bool begins =
      !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) != 0 || word[0] == '_');
  return begins && std::all_of(word.begin(), word.end(),
                               [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// A word of a command line, quoted for the shell where that is needed.
std::string asWord(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-./+,@%:").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !text.empty()) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string keyOf(const EffectRequest& request) {
  return std::to_string(static_cast<int>(request.effect)) + '\n' + request.file + '\n' +
         request.function + '\n' + request.what;
}

// What is to be trusted so that a file is: its library's folder, or the file itself.
std::string placeOf(const SourceOrigin& source) {
  return source.within ? source.home : source.file;
}

}  // namespace

TrustGate::TrustGate(TrustSettings settings, TrustAsk ask, ModelVoice voice)
    : voice_(std::move(voice)), settings_(std::move(settings)), ask_(std::move(ask)) {
  std::error_code error;
  const fs::path folder = settings_.folder.empty() ? fs::current_path(error) : settings_.folder;
  settings_.folder = canonicalPath(folder);
}

void TrustGate::addSource(const SourceOrigin& source) {
  SourceOrigin known = source;
  if (!known.within && !known.home.empty())
    known.within = contains(canonicalPath(known.home), canonicalPath(known.file));
  const std::scoped_lock lock(mutex_);
  sources_.push_back(std::move(known));
}

std::shared_ptr<EffectGate> TrustGate::forSimulation() const {
  const std::scoped_lock lock(mutex_);
  auto gate = std::make_shared<TrustGate>(settings_, ask_, voice_);
  gate->simulating_ = true;
  gate->sources_ = sources_;
  gate->once_ = once_;
  gate->declined_ = declined_;
  return gate;
}

void TrustGate::say(Speech kind, const std::string& text) {
  if (voice_.say) voice_.say(kind, text);
}

void TrustGate::endProgram(int status) {
  if (voice_.endProgram) voice_.endProgram(status);
}

std::vector<EffectRefusal> TrustGate::refusals() const {
  const std::scoped_lock lock(mutex_);
  return refusals_;
}

void TrustGate::made(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  made_.insert(canonicalName(file));
}

bool TrustGate::trusts(const SourceOrigin& source) const {
  auto named = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), source.library) != names.end();
  };
  if (source.within && named(settings_.libraries)) return true;
  if (source.within && source.fromSearchPath && named(settings_.searchedLibraries)) return true;
  const fs::path file = canonicalPath(source.file);
  return std::any_of(settings_.places.begin(), settings_.places.end(),
                     [&](const fs::path& place) { return contains(place, file); });
}

bool TrustGate::mayWrite(const std::string& file) const {
  if (!simulating_ || settings_.folder.empty() || !settings_.folder.has_relative_path())
    return false;
  const fs::path path = canonicalName(file);
  if (!contains(settings_.folder, path)) return false;
  for (const fs::path& part : path.lexically_relative(settings_.folder))
    if (part.string().starts_with('.')) return false;
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  if (S_ISDIR(status.st_mode)) return true;
  constexpr mode_t kExecutable = 0111;
  return S_ISREG(status.st_mode) && status.st_nlink == 1 && (status.st_mode & kExecutable) == 0;
}

// Whose trust is missing, each library once; empty: the request is allowed.
std::vector<SourceOrigin> TrustGate::untrusted(const EffectRequest& request) const {
  if (request.effect == Effect::Write && mayWrite(request.what)) return {};
  if (request.effect == Effect::Delete && made_.count(canonicalName(request.what)) != 0) return {};
  std::vector<SourceOrigin> needed;
  for (const SourceOrigin& source : sources_)
    if (request.effect != Effect::ForeignCode || source.file == request.file)
      needed.push_back(source);
  if (needed.empty()) needed.push_back({request.file, "", request.file, false, false});
  // A file with several classes at the top goes by the name of any of them.
  std::set<std::string> files;
  for (const SourceOrigin& source : needed)
    if (trusts(source)) files.insert(source.file);
  std::vector<SourceOrigin> missing;
  std::set<std::string> places;
  for (const SourceOrigin& source : needed)
    if (files.count(source.file) == 0 && places.insert(placeOf(source)).second)
      missing.push_back(source);
  return missing;
}

bool TrustGate::agreed(const TrustQuestion& question) {
  const std::string key = keyOf(question.refusal.request);
  if (once_.count(key) != 0) return true;
  if (!ask_ || declined_.count(key) != 0) return false;
  switch (ask_(question)) {
    case TrustAnswer::No:
      declined_.insert(key);
      return false;
    case TrustAnswer::Once:
      once_.insert(key);
      return true;
    case TrustAnswer::Run:
    case TrustAnswer::Always:
      break;
  }
  settings_.places.insert(settings_.places.end(), question.homes.begin(), question.homes.end());
  return true;
}

void TrustGate::refuse(EffectRefusal refusal) {
  const std::string key = keyOf(refusal.request);
  std::erase_if(refusals_, [&](const EffectRefusal& r) { return keyOf(r.request) == key; });
  refusals_.push_back(std::move(refusal));
}

bool TrustGate::allows(const EffectRequest& request) {
  const std::scoped_lock lock(mutex_);
  if (settings_.all) return true;
  const std::vector<SourceOrigin> missing = untrusted(request);
  if (missing.empty()) return true;
  TrustQuestion question;
  question.refusal.request = request;
  question.refusal.request.what = printable(request.what);
  for (const SourceOrigin& source : missing) {
    const std::string place = placeOf(source);
    const bool named = place != source.file && isLibraryName(source.library);
    question.refusal.untrusted.push_back(
        printable(named ? source.library + " (" + place + ")" : place));
    question.refusal.options.push_back(printable(asWord(named ? source.library : place)));
    question.homes.push_back(canonicalPath(place));
  }
  if (agreed(question)) return true;
  refuse(std::move(question.refusal));
  return false;
}

// ---- settings of the user

fs::path trustFile() {
  if (const char* given = std::getenv("XDG_CONFIG_HOME"); given != nullptr && *given == '/')
    return fs::path(given) / "formola" / "trust";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".config" / "formola" / "trust";
  return {};
}

void readTrustFile(const fs::path& file, TrustSettings& settings, Diagnostics& diagnostics) {
  struct stat status{};
  if (file.empty() || stat(file.c_str(), &status) != 0) return;
  if (status.st_uid != getuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    diagnostics.report(diag::TrustFileIgnored, {}, file.string(),
                       "others can write it; it must belong to you (chmod go-w)");
    return;
  }
  std::ifstream stream(file);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line.resize(std::min(line.find('#'), line.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
      line.pop_back();
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    const char* home = std::getenv("HOME");
    if (line.empty()) continue;
    if (line == "all") {
      settings.all = true;
    } else if (line[0] == '/') {
      settings.places.push_back(canonicalPath(line));
    } else if (line.starts_with("~/") && home != nullptr) {
      settings.places.push_back(canonicalPath(fs::path(home) / line.substr(2)));
    } else if (isLibraryName(line)) {
      settings.searchedLibraries.push_back(line);
    } else {
      diagnostics.report(diag::TrustFileLine, {}, number, file.string(), printable(line));
    }
  }
}

bool extendTrustFile(const fs::path& file, const std::vector<fs::path>& places) {
  if (file.empty()) return false;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return false;
  std::string text;
  for (const fs::path& place : places) text += place.string() + '\n';
  const ssize_t written = write(descriptor, text.data(), text.size());
  return close(descriptor) == 0 && written == static_cast<ssize_t>(text.size());
}

void addTrust(const std::string& word, TrustSettings& settings) {
  if (word == "all") {
    settings.all = true;
    return;
  }
  std::error_code error;
  if (isLibraryName(word)) settings.libraries.push_back(word);
  if (!isLibraryName(word) || fs::exists(word, error))
    settings.places.push_back(canonicalPath(word));
}

}  // namespace formola

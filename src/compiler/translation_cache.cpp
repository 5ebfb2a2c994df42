#include "compiler/translation_cache.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "compiler/schedule_image.h"
#include "evaluate/standard_externals.h"
#include "support/serialize.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

// What was read on the way to a schedule.
struct Manifest {
  struct File {
    std::string name;
    std::string hash;  // of its text
    std::string text;  // of what is no file; else ""
    bool onDisk = true;
  };
  struct Folder {
    std::string name;
    std::string hash;  // of its entries
  };
  std::vector<File> files;  // in the order in which they were read
  std::vector<Folder> folders;
  std::vector<SourceOrigin> origins;
  std::vector<Diagnostic> diagnostics;
};

std::string hashOf(std::string_view text) {
  return ContentHash().add(text).hex();
}

// The entries of a folder that lookup may see: files of classes, and folders of packages.
std::string entriesOf(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    const std::string name = entry.path().filename().string();
    if (entry.is_directory(ignored)) {
      const bool package = fs::exists(entry.path() / "package.mo", ignored);
      names.insert((package ? "package " : "folder ") + name);
    } else if (name.ends_with(".mo") || name.ends_with(".dym")) {
      names.insert("file " + name);
    }
  }
  ContentHash hash;
  for (const std::string& name : names) hash.add(name);
  return hash.hex();
}

std::optional<std::string> textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// Texts that the compiler makes itself have names in brackets, which no file that is read has.
bool isMade(std::string_view name) {
  return name.starts_with('<');
}

bool folderIsTheSame(const Manifest::Folder& folder) {
  return entriesOf(folder.name) == folder.hash;
}

bool fileIsTheSame(const Manifest::File& file) {
  if (!file.onDisk) return true;
  const std::optional<std::string> text = textOf(file.name);
  return text && hashOf(*text) == file.hash;
}

// The message was made from arguments that are not known any more.
void reportAgain(Diagnostics& diagnostics, const Diagnostic& kept, size_t number) {
  const std::string unique = std::to_string(number);  // equal ones would be reported once
  Diagnostic& d = diagnostics.report(kept.code, kept.range, unique, unique, unique, unique, unique,
                                     unique, unique, unique);
  d.severity = kept.severity;
  d.message = kept.message;
  d.instance = kept.instance;
  d.notes = kept.notes;
}

}  // namespace

void WatchedGate::addSource(const SourceOrigin& source) {
  sources_.push_back(source);
  inner_->addSource(source);
}

bool WatchedGate::allows(const EffectRequest& request) {
  asked_ = true;
  return inner_->allows(request);
}

CachedTranslation::CachedTranslation(const CompileOptions& options, solver::Method method,
                                     const std::string& model, std::vector<std::string> searchPath,
                                     SourceManager& sources, Diagnostics& diagnostics,
                                     WatchedGate& gate)
    : sources_(sources),
      diagnostics_(diagnostics),
      gate_(gate),
      cache_(options.cache),
      searchPath_(std::move(searchPath)),
      files_(sources.fileCount()),
      told_(gate.sources().size()),
      reported_(diagnostics.all().size()),
      looks_(looksOutside()) {
  const std::string identity = buildIdentity();
  std::error_code error;
  const std::string here = fs::current_path(error).string();
  if (!cache_ || identity.empty() || error) return;
  ContentHash key;
  key.add("schedule").add(identity).add(here).add(model).add(solver::methodName(method));
  for (const std::vector<std::string>* list :
       {&options.set, &options.alwaysStates, &options.knownVariables, &options.unknownVariables,
        &options.freeStarts, &std::as_const(searchPath_)}) {
    key.add(list->size());
    for (const std::string& text : *list) key.add(text);
  }
  key.add(options.disabledPasses.bits()).add(options.strict ? 1u : 0u);
  key.add(options.ignoreHints ? 1u : 0u).add(options.dynamicStates ? 1u : 0u);
  key.add(options.run.relaxing() ? 1u : 0u).add(options.fixParameters ? 1u : 0u);
  // With an index above 2 left as it is there must be a fixed step.
  if (options.disabled(Pass::reduceIndex)) key.add(options.run.step ? 1u : 0u);
  const auto add = [&](const std::optional<double>& value) {
    key.add(value ? std::bit_cast<uint64_t>(*value) : 0u).add(value ? 1u : 0u);
  };
  add(options.run.startTime);
  // inline:mixed tries the model out with the steps to come to choose its formula.
  if (solver::familyOf(method) == solver::MethodFamily::InlineMixed) {
    key.add(options.explicitStates);
    add(options.run.stopTime);
    add(options.run.step);
  }
  for (size_t i = 0; i < files_; ++i) key.add(sources.name(FileId(i))).add(sources.text(FileId(i)));
  key_ = key.hex();
}

std::optional<Schedule> CachedTranslation::find(solver::Method& used) {
  if (key_.empty() || gate_.asked()) return std::nullopt;
  const std::optional<std::string> kept = cache_->load(key_);
  if (!kept) return std::nullopt;
  serial::Reader in(*kept);
  Manifest manifest;
  serial::read(in, manifest);
  if (!in.ok() || !std::all_of(manifest.folders.begin(), manifest.folders.end(), folderIsTheSame) ||
      !std::all_of(manifest.files.begin(), manifest.files.end(), fileIsTheSame))
    return std::nullopt;
  std::optional<Schedule> schedule = readSchedule(in);
  solver::Method method{};
  serial::read(in, method);
  if (!schedule || !in.atEnd()) {
    cache_->remove(key_);
    return std::nullopt;
  }
  used = method;
  for (const Manifest::File& file : manifest.files)
    sources_.add(file.name, file.onDisk ? textOf(file.name).value_or("") : file.text);
  for (const SourceOrigin& origin : manifest.origins) gate_.addSource(origin);
  for (size_t i = 0; i < manifest.diagnostics.size(); ++i)
    reportAgain(diagnostics_, manifest.diagnostics[i], i);
  return schedule;
}

void CachedTranslation::keep(const Schedule& schedule, solver::Method used) const {
  if (key_.empty() || gate_.asked() || looksOutside() != looks_ || diagnostics_.hasErrors()) return;
  Manifest manifest;
  std::set<std::string> folders(searchPath_.begin(), searchPath_.end());
  for (size_t i = 0; i < sources_.fileCount(); ++i) {
    const std::string name(sources_.name(FileId(i)));
    if (fs::path(name).filename() == "package.mo")
      folders.insert(fs::path(name).parent_path().string());
    if (i < files_) continue;
    const bool made = isMade(name);
    const std::string_view text = sources_.text(FileId(i));
    manifest.files.push_back({name, hashOf(text), made ? std::string(text) : "", !made});
    // What was read is what lies there now, or it changes just then.
    if (!fileIsTheSame(manifest.files.back())) return;
  }
  for (const std::string& folder : folders)
    if (!folder.empty()) manifest.folders.push_back({folder, entriesOf(folder)});
  manifest.origins.assign(gate_.sources().begin() + static_cast<ptrdiff_t>(told_),
                          gate_.sources().end());
  manifest.diagnostics.assign(diagnostics_.all().begin() + static_cast<ptrdiff_t>(reported_),
                              diagnostics_.all().end());
  serial::Writer out;
  serial::write(out, manifest);
  writeSchedule(out, schedule);
  serial::write(out, used);
  cache_->store(key_, out.take());
}

}  // namespace formola

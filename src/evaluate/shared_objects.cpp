#include "evaluate/shared_objects.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/disk_cache.h"
#include "support/run_program.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

std::string contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What external C sources include for ModelicaError and its relatives, which are in this program
// (spec 12.9.6).
constexpr const char* kUtilitiesHeader = R"(#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#define MODELICA_NORETURNATTR __attribute__((noreturn))
#else
#define MODELICA_NORETURNATTR
#endif
#define MODELICA_NORETURN
void ModelicaMessage(const char *text);
void ModelicaFormatMessage(const char *format, ...);
void ModelicaVFormatMessage(const char *format, va_list arguments);
void ModelicaWarning(const char *text);
void ModelicaFormatWarning(const char *format, ...);
void ModelicaVFormatWarning(const char *format, va_list arguments);
void ModelicaError(const char *text) MODELICA_NORETURNATTR;
void ModelicaFormatError(const char *format, ...) MODELICA_NORETURNATTR;
void ModelicaVFormatError(const char *format, va_list arguments) MODELICA_NORETURNATTR;
char *ModelicaAllocateString(size_t length);
char *ModelicaAllocateStringWithErrorReturn(size_t length);
char *ModelicaDuplicateString(const char *text);
char *ModelicaDuplicateStringWithErrorReturn(const char *text);
#ifdef __cplusplus
}
#endif
#endif
)";

// The folder with that header, searched after those of the library.
fs::path utilitiesFolder(const fs::path& cache) {
  const fs::path folder = cache / "include";
  const fs::path header = folder / "ModelicaUtilities.h";
  std::error_code ignored;
  if (contentsOf(header) == kUtilitiesHeader) return folder;
  fs::create_directories(folder, ignored);
  // Under its name only when it is complete: others may read it at the same time.
  const fs::path made = folder / ("work-" + std::to_string(getpid()));
  std::ofstream(made, std::ios::binary) << kUtilitiesHeader;
  fs::rename(made, header, ignored);
  return folder;
}

// Functions that a source defines are those that it calls, also where a library of this program has
// one of the same name.
const char* const kOwnFunctions = "-Wl,-Bsymbolic-functions";

// FNV-1a, 64 bits (Fowler, Noll, Vo)
uint64_t hash(const std::string& text, uint64_t seed) {
  for (unsigned char c : text) seed = (seed ^ c) * 0x100000001b3U;
  return seed;
}

// One run of the compiler on the sources: preprocessed, and then made.
class Compiler {
 public:
  Compiler(const SharedObjectSource& source, const fs::path& folder, std::string& error)
      : source_(source), scratch_(folder), error_(error), files_(source.files) {
    const char* given = std::getenv("CC");
    name_ = !source.compiler.empty()             ? source.compiler
            : given != nullptr && *given != '\0' ? given
                                                 : "cc";
    for (size_t i = source.moreTexts.size(); i-- > 0;) addText(source.moreTexts[i]);
    // What other tools have included before an Include annotation is reached, too.
    if (!source.text.empty())
      addText(
          "#include <math.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
          "#include <string.h>\n" +
          source.text + '\n');
    common_ = {name_, "-O2", "-fPIC", "-w"};
    common_.insert(common_.end(), source.options.begin(), source.options.end());
    for (const std::string& path : source.includePaths) common_.insert(common_.end(), {"-I", path});
    utilities_ = utilitiesFolder(folder).string();
    common_.insert(common_.end(), {"-I", utilities_});
    output_ = scratch_.file(".out");
    errors_ = scratch_.file(".err");
  }

  const std::string& name() const { return name_; }
  bool hasFiles() const { return !files_.empty(); }

  bool preprocess(std::string& text) {
    if (!run({"-E", "-P"}, {})) return false;
    text = contentsOf(output_);
    return true;
  }

  // The files of the user, by the rules that the compiler writes for make.
  bool dependencies(std::vector<std::string>& files) {
    if (!run({"-MM"}, {})) return false;
    std::string word;
    auto finish = [&] {
      const bool own = std::any_of(own_.begin(), own_.end(), [&](auto& o) { return o == word; });
      if (word.starts_with(utilities_ + "/")) word.erase(0, utilities_.size() + 1);
      if (!word.empty() && word.back() != ':' && !own &&
          std::find(files.begin(), files.end(), word) == files.end())
        files.push_back(word);
      word.clear();
    };
    const std::string rules = contentsOf(output_);
    for (size_t i = 0; i < rules.size(); ++i) {
      const char c = rules[i], next = i + 1 < rules.size() ? rules[i + 1] : ' ';
      if (c == '\\' && (next == ' ' || next == '#')) {
        word += next;
        ++i;
      } else if (c == '\\' && next == '\n') {
        finish();
        ++i;
      } else if (c == ' ' || c == '\n') {
        finish();
      } else {
        word += c;
      }
    }
    return true;
  }

  // The file of the shared object; "" on failure.
  std::string make() {
    const std::string made = scratch_.file(".so");
    std::vector<std::string> last;
    if (!source_.archives.empty()) {
      last.emplace_back("-Wl,--whole-archive");
      last.insert(last.end(), source_.archives.begin(), source_.archives.end());
      last.emplace_back("-Wl,--no-whole-archive");
    }
    last.insert(last.end(), source_.linked.begin(), source_.linked.end());
    last.emplace_back("-lm");
    return run({"-shared", kOwnFunctions, "-o", made}, last) ? made : "";
  }

 private:
  void addText(const std::string& text) {
    files_.insert(files_.begin(), scratch_.file(".c", text));
    own_.push_back(files_[0]);
  }
  bool run(const std::vector<std::string>& first, const std::vector<std::string>& last) {
    std::vector<std::string> words = common_;
    for (const auto* list : {&first, const_cast<const std::vector<std::string>*>(&files_), &last})
      words.insert(words.end(), list->begin(), list->end());
    const int status = runProgram(words, output_, errors_);
    if (status == -1)
      error_ =
          "the C compiler '" + name_ + "' can't be started; install one, or set CC to its name";
    else if (status != 0)
      error_ = "the C compiler reports:\n" + firstLines(contentsOf(errors_), 12);
    return status == 0;
  }

  const SharedObjectSource& source_;
  ScratchFiles scratch_;
  std::string& error_;
  std::string name_, output_, errors_, utilities_;
  std::vector<std::string> files_, own_, common_;
};

constexpr const char* kNoFolder =
    "there is no folder for compiled sources that others cannot write; set XDG_CACHE_HOME";

}  // namespace

std::string preprocessed(const SharedObjectSource& source, std::string& error) {
  const fs::path folder = cacheFolder();
  if (folder.empty()) {
    error = kNoFolder;
    return {};
  }
  std::string text;
  Compiler(source, folder, error).preprocess(text);
  return text;
}

std::string_view utilitiesHeader() {
  return kUtilitiesHeader;
}

std::vector<std::string> filesRead(const SharedObjectSource& source, std::string& error) {
  std::vector<std::string> files;
  const fs::path folder = cacheFolder();
  if (folder.empty()) {
    error = kNoFolder;
    return {};
  }
  Compiler(source, folder, error).dependencies(files);
  return files;
}

std::string makeSharedObject(const SharedObjectSource& source, std::string& error) {
  const fs::path folder = cacheFolder();
  if (folder.empty()) {
    error = kNoFolder;
    return {};
  }
  Compiler compiler(source, folder, error);
  // The preprocessed text, without the marks of where it comes from, is what counts.
  uint64_t key = hash(kOwnFunctions, hash(compiler.name(), 0xcbf29ce484222325U));
  for (const auto* list : {&source.options, &source.linked})
    for (const std::string& option : *list) key = hash(option, key);
  if (compiler.hasFiles()) {
    std::string text;
    if (!compiler.preprocess(text)) return {};
    key = hash(text, key);
  }
  for (const std::string& archive : source.archives) key = hash(contentsOf(archive), key);
  char name[32];
  std::snprintf(name, sizeof name, "%016llx.so", static_cast<unsigned long long>(key));
  const fs::path object = folder / name;
  std::error_code ignored;
  if (fs::exists(object, ignored)) return object.string();
  const std::string made = compiler.make();
  if (made.empty()) return {};
  // Under its name only when it is complete: others may look for it at the same time.
  fs::rename(made, object, ignored);
  if (ignored) {
    error = "the shared object " + object.string() + " can't be written";
    return {};
  }
  return object.string();
}

}  // namespace formola

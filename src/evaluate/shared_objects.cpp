#include "evaluate/shared_objects.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/disk_cache.h"

extern char** environ;

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

// Runs a program with its output in files; -1 if it can't be started.
int runProgram(const std::vector<std::string>& words, const fs::path& output,
               const fs::path& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), kFlags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), kFlags, 0600);
  pid_t process = 0;
  const int failed =
      posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

// FNV-1a, 64 bits (Fowler, Noll, Vo)
uint64_t hash(const std::string& text, uint64_t seed) {
  for (unsigned char c : text) seed = (seed ^ c) * 0x100000001b3U;
  return seed;
}

std::string firstLines(const std::string& text, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string result = text.substr(0, end);
  while (!result.empty() && result.back() == '\n') result.pop_back();
  return result;
}

// Files that are gone when this is.
class Scratch {
 public:
  explicit Scratch(const fs::path& folder)
      : stem_((folder / ("work-" + std::to_string(getpid()))).string()) {}
  ~Scratch() {
    std::error_code ignored;
    for (const std::string& file : files_) fs::remove(file, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const char* ending) {
    files_.push_back(stem_ + "-" + std::to_string(files_.size()) + ending);
    return files_.back();
  }

 private:
  std::string stem_;
  std::vector<std::string> files_;
};

}  // namespace

std::string makeSharedObject(const SharedObjectSource& source, std::string& error) {
  const fs::path folder = cacheFolder();
  if (folder.empty()) {
    error = "there is no folder for compiled sources that others cannot write; set XDG_CACHE_HOME";
    return {};
  }
  Scratch scratch(folder);
  const char* given = std::getenv("CC");
  const std::string compiler = given != nullptr && *given != '\0' ? given : "cc";
  std::vector<std::string> files = source.files;
  if (!source.text.empty()) {
    files.insert(files.begin(), scratch.file(".c"));
    // What other tools have included before an Include annotation is reached, too.
    std::ofstream(files[0], std::ios::binary)
        << "#include <math.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
           "#include <string.h>\n"
        << source.text << '\n';
  }
  std::vector<std::string> common{compiler, "-O2", "-fPIC", "-w"};
  common.insert(common.end(), source.options.begin(), source.options.end());
  for (const std::string& path : source.includePaths) {
    common.emplace_back("-I");
    common.push_back(path);
  }
  common.emplace_back("-I");
  common.push_back(utilitiesFolder(folder).string());
  auto failed = [&](int status, const std::string& errors) {
    error = status == -1 ? "the C compiler '" + compiler +
                               "' can't be started; install one, or set CC to its name"
                         : "the C compiler reports:\n" + firstLines(contentsOf(errors), 12);
    return std::string();
  };

  // The preprocessed text, without the marks of where it comes from, is what counts.
  uint64_t key = hash(compiler, 0xcbf29ce484222325U);
  for (const std::string& option : source.options) key = hash(option, key);
  const std::string output = scratch.file(".out"), errors = scratch.file(".err");
  if (!files.empty()) {
    std::vector<std::string> preprocess = common;
    preprocess.insert(preprocess.end(), {"-E", "-P"});
    preprocess.insert(preprocess.end(), files.begin(), files.end());
    if (int status = runProgram(preprocess, output, errors); status != 0)
      return failed(status, errors);
    key = hash(contentsOf(output), key);
  }
  for (const std::string& archive : source.archives) key = hash(contentsOf(archive), key);
  char name[32];
  std::snprintf(name, sizeof name, "%016llx.so", static_cast<unsigned long long>(key));
  const fs::path object = folder / name;
  std::error_code ignored;
  if (fs::exists(object, ignored)) return object.string();

  const std::string made = scratch.file(".so");
  std::vector<std::string> compile = common;
  compile.insert(compile.end(), {"-shared", "-o", made});
  compile.insert(compile.end(), files.begin(), files.end());
  if (!source.archives.empty()) {
    compile.emplace_back("-Wl,--whole-archive");
    compile.insert(compile.end(), source.archives.begin(), source.archives.end());
    compile.emplace_back("-Wl,--no-whole-archive");
  }
  compile.emplace_back("-lm");
  if (int status = runProgram(compile, output, errors); status != 0) return failed(status, errors);
  // Under its name only when it is complete: others may look for it at the same time.
  fs::rename(made, object, ignored);
  if (ignored) {
    error = "the shared object " + object.string() + " can't be written";
    return {};
  }
  return object.string();
}

}  // namespace formola

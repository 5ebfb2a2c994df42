// The table of standard externals, and those that read files and folders
// (Modelica.Utilities.Internal, Streams).
#include "evaluate/standard_externals.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "evaluate/standard_lapack.h"
#include "evaluate/standard_random.h"
#include "evaluate/standard_strings.h"
#include "evaluate/standard_system.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// Modelica.Utilities.Types.FileType
enum FileType : int64_t { kNoFile = 1, kRegularFile, kDirectory, kSpecialFile };

bool fileStat(StandardCall& call) {
  std::error_code error;
  fs::file_status status = fs::status(call.string(0), error);
  int64_t type = kNoFile;
  if (fs::exists(status)) {
    type = fs::is_regular_file(status) ? kRegularFile
           : fs::is_directory(status)  ? kDirectory
                                       : kSpecialFile;
  }
  call.result.integers.assign(1, type);
  return true;
}

bool fullPathName(StandardCall& call) {
  std::error_code error;
  // The default ModelicaServices.ExternalReferences.loadResource asks here for URIs too.
  static const PackageFolders none;
  const std::optional<std::string> file =
      resolveUri(call.string(0), call.packages != nullptr ? *call.packages : none);
  if (!file) return call.fail("the package of " + call.string(0) + " is not loaded");
  fs::path path = fs::weakly_canonical(fs::absolute(*file, error), error);
  if (error) return call.fail("there is no full path of " + call.string(0));
  call.result.strings.assign(1, path.generic_string());
  // Libraries put the name of a file behind a folder that they asked for with its slash.
  std::string& full = call.result.strings[0];
  if (call.string(0).starts_with("modelica://") && file->ends_with('/') && !full.ends_with('/'))
    full += '/';
  return true;
}

// ---- text files, line by line; lines end with LF or CR LF

bool nextLine(std::ifstream& file, std::string& line) {
  if (!std::getline(file, line)) return false;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

// Regular files only: others, as /dev/zero, may have no end.
bool openFile(StandardCall& call, std::ifstream& file) {
  std::error_code error;
  if (fs::exists(call.string(0), error) && !fs::is_regular_file(call.string(0), error))
    return call.fail(call.string(0) + " is not a file");
  file.open(call.string(0), std::ios::binary);
  return file ? true : call.fail("the file " + call.string(0) + " can't be read");
}

bool countLines(StandardCall& call) {
  std::ifstream file;
  if (!openFile(call, file)) return false;
  int64_t count = 0;
  for (std::string line; nextLine(file, line);) ++count;
  call.result.integers.assign(1, count);
  return true;
}

// line = (fileName, lineNumber, endOfFile)
bool readLine(StandardCall& call) {
  std::ifstream file;
  if (!openFile(call, file)) return false;
  std::string line;
  bool found = call.integer(1) >= 1;
  for (int64_t i = 0; i < call.integer(1) && found; ++i) found = nextLine(file, line);
  call.result.strings.assign(1, found ? line : "");
  call.setInteger(2, !found);
  return true;
}

// (fileName, lines, number of lines)
bool readFile(StandardCall& call) {
  std::ifstream file;
  if (!openFile(call, file)) return false;
  for (std::string& line : call.arguments[1].strings) {
    if (!nextLine(file, line)) return call.fail("the file " + call.string(0) + " has fewer lines");
  }
  return true;
}

// ---- directories, in the order of names so that the result does not depend on the file system

bool namesIn(StandardCall& call, std::vector<std::string>& names) {
  std::error_code error;
  for (fs::directory_iterator it(call.string(0), error), end; !error && it != end;
       it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  if (error) return call.fail("the directory " + call.string(0) + " can't be read");
  std::sort(names.begin(), names.end());
  return true;
}

bool numberOfFiles(StandardCall& call) {
  std::vector<std::string> names;
  if (!namesIn(call, names)) return false;
  call.result.integers.assign(1, static_cast<int64_t>(names.size()));
  return true;
}

// (directory, number of names, names)
bool readDirectory(StandardCall& call) {
  std::vector<std::string> names;
  if (!namesIn(call, names)) return false;
  if (names.size() != call.arguments[2].strings.size()) {
    return call.fail("the directory " + call.string(0) + " has changed");
  }
  call.arguments[2].strings = std::move(names);
  return true;
}

bool error(StandardCall& call) {
  return call.fail(call.string(0));
}
bool nothing(StandardCall&) {
  return true;
}

constexpr StandardExternal kTable[] = {
    {"ModelicaError", "s", error},
    {"ModelicaInternal_chdir", "s", standard::changeFolder},
    {"ModelicaInternal_copyFile", "ss", standard::copyFile},
    {"ModelicaInternal_countLines", "s", countLines},
    {"ModelicaInternal_fullPathName", "s", fullPathName},
    {"ModelicaInternal_getNumberOfFiles", "s", numberOfFiles},
    {"ModelicaInternal_getTime", "iiiiiii", standard::localTime},
    {"ModelicaInternal_getcwd", "i", standard::workingFolder},
    {"ModelicaInternal_getenv", "sbsb", standard::environmentVariable},
    {"ModelicaInternal_getpid", "", standard::processNumber},
    {"ModelicaInternal_mkdir", "s", standard::makeFolder},
    {"ModelicaInternal_print", "ss", standard::print},
    {"ModelicaInternal_readDirectory", "siS", readDirectory},
    {"ModelicaInternal_readFile", "sSi", readFile},
    {"ModelicaInternal_readLine", "sib", readLine},
    {"ModelicaInternal_removeFile", "s", standard::removeFile},
    {"ModelicaInternal_rename", "ss", standard::rename},
    {"ModelicaInternal_rmdir", "s", standard::removeFolder},
    {"ModelicaInternal_setenv", "ssb", standard::setEnvironmentVariable},
    {"ModelicaInternal_stat", "s", fileStat},
    {"ModelicaInternal_temporaryFileName", "", standard::temporaryFileName},
    {"ModelicaRandom_xorshift1024star", "IIr", standard::xorshift1024star},
    {"ModelicaRandom_xorshift128plus", "IIr", standard::xorshift128plus},
    {"ModelicaRandom_xorshift64star", "IIr", standard::xorshift64star},
    {"ModelicaStreams_closeFile", "s", nothing},  // no file stays open here
    {"ModelicaStreams_error", "s", error},
    {"ModelicaStrings_compare", "ssb", standard::compare},
    {"ModelicaStrings_hashString", "s", standard::hashString},
    {"ModelicaStrings_length", "s", standard::length},
    {"ModelicaStrings_scanIdentifier", "siis", standard::scanIdentifier},
    {"ModelicaStrings_scanInteger", "sibii", standard::scanInteger},
    {"ModelicaStrings_scanReal", "sibir", standard::scanReal},
    {"ModelicaStrings_scanString", "siis", standard::scanString},
    {"ModelicaStrings_skipWhiteSpace", "si", standard::skipWhiteSpace},
    {"ModelicaStrings_substring", "sii", standard::substring},
    {"dgelsy", "iiiAiAiIriAii", standard::dgelsy},
    {"dgesv", "iiAiIAii", standard::dgesv},
    {"exit", "i", standard::endProgram},
    {"system", "s", standard::runCommand},
};

std::atomic<uint64_t> looks{0};  // counted for all threads: too many do no harm

bool matches(char letter, const Value& value, const TypeTable& types) {
  const Type& type = types[value.type];
  if (letter == 'A') return type.base == BaseType::Real && !type.dims.empty();
  const bool vector = letter == 'I' || letter == 'S';
  if (type.dims.size() != (vector ? 1u : 0u)) return false;
  switch (letter) {
    case 'i':
    case 'I':
      return type.base == BaseType::Integer;
    case 'b':
      return type.base == BaseType::Boolean;
    case 'r':
      return type.base == BaseType::Real;
    default:
      return type.base == BaseType::String;
  }
}

}  // namespace

bool StandardCall::may(Effect effect, const std::string& what) {
  EffectRequest request = origin;
  request.effect = effect;
  request.what = what;
  if (gate != nullptr && gate->allows(request)) return true;
  refused = true;
  return fail(refusalText(request));
}

const StandardExternal* findStandardExternal(std::string_view name) {
  auto less = [](const StandardExternal& entry, std::string_view text) {
    return entry.name < text;
  };
  auto found = std::lower_bound(std::begin(kTable), std::end(kTable), name, less);
  return found != std::end(kTable) && found->name == name ? found : nullptr;
}

uint64_t looksOutside() {
  return looks;
}

bool callStandardExternal(const StandardExternal& external, StandardCall& call) {
  bool fits = call.arguments.size() == external.arguments.size();
  for (size_t i = 0; fits && i < call.arguments.size(); ++i) {
    fits = matches(external.arguments[i], call.arguments[i], *call.types);
  }
  if (!fits) return call.fail("wrong arguments of " + std::string(external.name));
  call.result = Value{};
  call.result.type = call.resultType;
  if (external.name.starts_with("ModelicaInternal_") || external.name == "system") ++looks;
  return external.function(call);
}

}  // namespace formola

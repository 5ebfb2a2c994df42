#include "evaluate/library_places.h"

#include <algorithm>
#include <filesystem>

namespace formola {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPlatforms[] = {
#if defined(__x86_64__)
    "linux64", "x86_64-linux",
#elif defined(__aarch64__)
    "aarch64-linux",
#elif defined(__i386__)
    "linux32", "i686-linux",
#endif
    ""};

bool fileExists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// C files of a folder, sorted.
std::vector<std::string> sourcesIn(const fs::path& folder) {
  std::vector<std::string> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".c") result.push_back(entry.path().string());
  std::sort(result.begin(), result.end());
  return result;
}

// X for each #include "X.h" of the annotation.
std::vector<std::string> includedHeaders(const ExternalCall& call) {
  std::vector<std::string> names;
  for (const std::string& text : call.includes) {
    for (size_t at = text.find("#include"); at != std::string::npos;
         at = text.find("#include", at + 1)) {
      const size_t line = std::min(text.find('\n', at), text.size());
      const size_t open = text.find('"', at);
      const size_t close = open < line ? text.find(".h\"", open) : std::string::npos;
      if (close != std::string::npos && close < line)
        names.push_back(text.substr(open + 1, close - open - 1));
    }
  }
  return names;
}

// "'f' from Include "..."": the code that would run, for people.
std::string describe(const ExternalCall& call) {
  std::string text = "'" + call.function + "'";
  if (!call.includes.empty()) {
    constexpr size_t kMost = 60;
    std::string first = call.includes[0];
    const size_t begin = first.find_first_not_of(" \n\t\r");
    first = begin == std::string::npos ? "" : first.substr(begin);
    const bool whole = first.find('\n') >= first.size() && first.size() <= kMost;
    first.resize(std::min({first.find('\n'), first.size(), kMost}));
    text += " from Include \"" + first + (whole ? "" : " ...") + "\"";
  } else if (!call.libraries.empty()) {
    text += " from Library " + listed(call.libraries);
  } else {
    text += " of the system";
  }
  return text;
}

// The file of a library in one folder; nothing if there is none.
LibraryPlace libraryIn(const fs::path& folder, const std::string& name, bool archiveFirst) {
  LibraryPlace place;
  auto look = [&](LibraryPlace::Kind kind, const std::string& file) {
    if (!place.files.empty() || !fileExists(folder / file) || fs::is_directory(folder / file))
      return;
    place.kind = kind;
    place.files.push_back((folder / file).string());
  };
  if (archiveFirst) look(LibraryPlace::Kind::Archive, "lib" + name + ".a");
  for (const std::string& file : {"lib" + name + ".so", name + ".so", name})
    look(LibraryPlace::Kind::SharedObject, file);
  look(LibraryPlace::Kind::Archive, "lib" + name + ".a");
  return place;
}

}  // namespace

const std::span<const char* const> kOwnPlatforms = kPlatforms;

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

LibraryPlace locateLibrary(const std::string& name, const ExternalCall& call,
                           std::span<const char* const> platforms, bool archiveFirst) {
  LibraryPlace place;
  if (name.find('/') != std::string::npos) {
    place.kind =
        name.ends_with(".a") ? LibraryPlace::Kind::Archive : LibraryPlace::Kind::SharedObject;
    place.files.push_back(name);
    return place;
  }
  for (const std::string& folder : call.libraryPaths)
    for (const char* platform : platforms) {
      place = libraryIn(fs::path(folder) / platform, name, archiveFirst);
      place.includePaths = call.includePaths;
      if (!place.files.empty()) return place;
    }
  place.includePaths = call.includePaths;
  for (const std::string& folder : call.includePaths) {
    const fs::path at = folder;
    if (fileExists(at / (name + ".c"))) place.files.push_back((at / (name + ".c")).string());
    if (place.files.empty()) place.files = sourcesIn(at / name);
    if (place.files.empty()) continue;
    place.kind = LibraryPlace::Kind::Sources;
    place.includePaths.push_back((at / name).string());
    return place;
  }
  return place;
}

std::vector<std::string> sourcesBesideHeaders(const ExternalCall& call) {
  std::vector<std::string> sources;
  for (const std::string& name : includedHeaders(call))
    for (const std::string& folder : call.includePaths)
      if (fileExists(fs::path(folder) / (name + ".c"))) {
        sources.push_back(name);
        break;
      }
  return sources;
}

// Functions of the C library that take numbers by value and give a number: they can do nothing
// else, whoever calls them.
bool isScalarMath(const ExternalCall& call, const ExprPool& pool) {
  struct Entry {
    std::string_view name;
    size_t arguments;
  };
  constexpr Entry kTable[] = {
      {"acos", 1},   {"acosh", 1},  {"asin", 1},  {"asinh", 1}, {"atan", 1}, {"atan2", 2},
      {"atanh", 1},  {"cbrt", 1},   {"ceil", 1},  {"cos", 1},   {"cosh", 1}, {"erf", 1},
      {"erfc", 1},   {"exp", 1},    {"exp2", 1},  {"expm1", 1}, {"fabs", 1}, {"floor", 1},
      {"fmax", 2},   {"fmin", 2},   {"fmod", 2},  {"hypot", 2}, {"j0", 1},   {"j1", 1},
      {"lgamma", 1}, {"log", 1},    {"log10", 1}, {"log1p", 1}, {"log2", 1}, {"pow", 2},
      {"rint", 1},   {"round", 1},  {"sin", 1},   {"sinh", 1},  {"sqrt", 1}, {"tan", 1},
      {"tanh", 1},   {"tgamma", 1}, {"trunc", 1}, {"y0", 1},    {"y1", 1},
  };
  auto isReal = [&](ExprId e) {
    return e.valid() && pool.base(e) == BaseType::Real && pool.types.isScalar(pool.type(e));
  };
  if (call.language != "C" || !isReal(call.result)) return false;
  auto only = [](const std::vector<std::string>& words, std::string_view allowed) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word == allowed; });
  };
  if (!only(call.includes, "#include <math.h>") || !only(call.libraries, "m")) return false;
  const auto* found = std::find_if(std::begin(kTable), std::end(kTable),
                                   [&](const Entry& e) { return e.name == call.function; });
  return found != std::end(kTable) && call.arguments.size() == found->arguments &&
         std::all_of(call.arguments.begin(), call.arguments.end(), isReal);
}

EffectRequest requestOf(const Function& function, const ExprPool& pool) {
  EffectRequest request;
  request.function = pool.names.text(function.name);
  if (function.external) request.file = function.external->file;
  request.range = function.range;
  return request;
}

EffectRequest foreignRequest(const Function& function, const ExprPool& pool) {
  EffectRequest request = requestOf(function, pool);
  request.what = describe(*function.external);
  return request;
}

}  // namespace formola

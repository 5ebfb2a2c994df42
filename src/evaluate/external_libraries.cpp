#include "evaluate/external_libraries.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "evaluate/shared_objects.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

// Subfolders of LibraryDirectory for this machine (spec 12.9.4).
constexpr const char* kPlatforms[] = {
#if defined(__x86_64__)
    "linux64", "x86_64-linux",
#elif defined(__aarch64__)
    "aarch64-linux",
#elif defined(__i386__)
    "linux32", "i686-linux",
#endif
    ""};

// Folders where the system keeps libraries, for those that are there under a versioned name only.
constexpr const char* kSystemFolders[] = {"/usr/local/lib",
                                          "/usr/lib/x86_64-linux-gnu",
                                          "/usr/lib/aarch64-linux-gnu",
                                          "/usr/lib64",
                                          "/usr/lib",
                                          "/lib"};

bool fileExists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
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

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
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

// The name of the compiled function.
std::string symbolOf(const ExternalCall& call) {
  return call.language.starts_with("FORTRAN") ? lowered(call.function) + '_' : call.function;
}

const std::string kAddressOf = "formola_address_of_";

// Makes the address of a function known even if it is static.
std::string addressText(const std::string& name) {
  return "void (*const " + kAddressOf + name + ")(void) = (void (*)(void)) " + name + ";\n";
}

void* addressIn(void* handle, const std::string& name) {
  if (void* address = dlsym(handle, name.c_str())) return address;
  void* place = dlsym(handle, (kAddressOf + name).c_str());
  return place == nullptr ? nullptr : *static_cast<void**>(place);
}

std::string keyOf(const ExternalCall& call) {
  std::string key;
  for (const auto* list : {&call.includes, &call.includePaths, &call.libraries, &call.libraryPaths})
    for (const std::string& word : *list) key += word + '\n';
  return key;
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

}  // namespace

ExternalLibraries::Library ExternalLibraries::openLibrary(const std::string& name,
                                                          const ExternalCall& call) {
  Library result;
  auto open = [&](const std::string& file) {
    // Lazily and for all: libraries need each other in any order.
    result.handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
    if (result.handle == nullptr) {
      const char* why = dlerror();
      result.error = why != nullptr ? why : "it can't be loaded";
    }
    return result.handle != nullptr;
  };
  auto make = [&](const SharedObjectSource& source) {
    const std::string file = makeSharedObject(source, result.error);
    return !file.empty() && open(file);
  };
  if (name.find('/') != std::string::npos) {
    open(name);
    return result;
  }
  for (const std::string& folder : call.libraryPaths) {
    for (const char* platform : kPlatforms) {
      const fs::path at = fs::path(folder) / platform;
      for (const std::string& file : {"lib" + name + ".so", name + ".so", name}) {
        if (fileExists(at / file) && !fs::is_directory(at / file)) {
          open((at / file).string());
          return result;
        }
      }
      if (const fs::path archive = at / ("lib" + name + ".a"); fileExists(archive)) {
        make({{}, {}, {archive.string()}, call.includePaths});
        return result;
      }
    }
  }
  for (const std::string& folder : call.includePaths) {
    const fs::path at = folder;
    std::vector<std::string> files;
    if (fileExists(at / (name + ".c"))) files.push_back((at / (name + ".c")).string());
    if (files.empty()) files = sourcesIn(at / name);
    if (files.empty()) continue;
    std::vector<std::string> paths = call.includePaths;
    paths.push_back((at / name).string());
    make({{}, std::move(files), {}, std::move(paths)});
    return result;
  }
  // On other systems "Lapack" and "lapack" are the same file.
  const std::string lower = lowered("lib" + name + ".so");
  for (const std::string& file : {"lib" + name + ".so", lower})
    if (open(file)) return result;
  std::vector<std::string> versions;
  for (const char* folder : kSystemFolders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (lowered(entry.path().filename().string()).starts_with(lower + "."))
        versions.push_back(entry.path().string());
  }
  std::sort(versions.begin(), versions.end());
  for (size_t i = versions.size(); i-- > 0;)
    if (open(versions[i])) return result;
  std::vector<std::string> folders = call.libraryPaths;
  folders.insert(folders.end(), call.includePaths.begin(), call.includePaths.end());
  result.error = "there is no library '" + name + "' on this system nor in " + listed(folders);
  return result;
}

ExternalLibraries::Library& ExternalLibraries::library(const std::string& name,
                                                       const ExternalCall& call) {
  const std::string key = name + '\n' + listed(call.libraryPaths) + listed(call.includePaths);
  auto found = libraries_.find(key);
  if (found == libraries_.end()) found = libraries_.emplace(key, openLibrary(name, call)).first;
  return found->second;
}

// The sources of Include as a shared object; with `exported`, one in which the address of that
// function can be found even if it is static.
ExternalLibraries::Library& ExternalLibraries::included(const ExternalCall& call,
                                                        const std::string& exported) {
  const std::string key = "include\n" + keyOf(call) + exported;
  auto found = libraries_.find(key);
  if (found != libraries_.end()) return found->second;
  SharedObjectSource source;
  source.includePaths = call.includePaths;
  for (const std::string& text : call.includes) source.text += text + '\n';
  if (!exported.empty()) source.text += addressText(exported);
  return libraries_.emplace(key, compile(source)).first->second;
}

ExternalLibraries::Library ExternalLibraries::compile(const SharedObjectSource& source) {
  Library result;
  const std::string file = makeSharedObject(source, result.error);
  if (file.empty()) return result;
  result.handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  if (const char* why = result.handle == nullptr ? dlerror() : nullptr) result.error = why;
  return result;
}

bool ExternalLibraries::isInLibraries(const ExternalCall& call, const std::string& name) {
  for (const std::string& one : call.libraries)
    if (void* handle = library(one, call).handle; handle != nullptr && dlsym(handle, name.c_str()))
      return true;
  return false;
}

const ExternalLibraries::Library* ExternalLibraries::unitOf(const ExternalCall& call) const {
  if (united_.handle == nullptr) return nullptr;
  const bool all = std::all_of(call.includes.begin(), call.includes.end(),
                               [&](const std::string& t) { return unitedTexts_.contains(t); });
  return all ? &united_ : nullptr;
}

void ExternalLibraries::unite(std::span<const Function* const> functions, const ExprPool& pool,
                              EffectGate* gate) {
  SharedObjectSource source;
  std::set<std::string> texts;
  std::vector<const ExternalCall*> included;
  for (const Function* function : functions) {
    const ExternalCall* call = &*function->external;
    if (call->includes.empty() || isScalarMath(*call, pool)) continue;
    EffectRequest request = requestOf(*function, pool);
    request.what = describe(*call);
    if (gate == nullptr || !gate->allows(request)) continue;
    included.push_back(call);
    for (const std::string& text : call->includes)
      if (texts.insert(text).second) source.text += text + '\n';
    for (const std::string& path : call->includePaths)
      if (std::find(source.includePaths.begin(), source.includePaths.end(), path) ==
          source.includePaths.end())
        source.includePaths.push_back(path);
  }
  if (included.size() < 2) return;
  Library unit = compile(source);
  if (unit.handle == nullptr) return;
  // Functions that are neither there nor in a library are static: again, with their addresses.
  std::set<std::string> hidden;
  for (const ExternalCall* call : included) {
    const std::string name = symbolOf(*call);
    if (dlsym(unit.handle, name.c_str()) == nullptr && !isInLibraries(*call, name))
      hidden.insert(name);
  }
  if (!hidden.empty()) {
    for (const std::string& name : hidden) source.text += addressText(name);
    dlclose(unit.handle);
    unit = compile(source);
    if (unit.handle == nullptr) return;  // one of them is nowhere, which find() tells
  }
  united_ = std::move(unit);
  unitedTexts_ = std::move(texts);
}

EffectRequest requestOf(const Function& function, const ExprPool& pool) {
  EffectRequest request;
  request.function = pool.names.text(function.name);
  if (function.external) request.file = function.external->file;
  request.range = function.range;
  return request;
}

ExternalAddress ExternalLibraries::find(const Function& function, const ExprPool& pool,
                                        EffectGate* gate) {
  const ExternalCall& call = *function.external;
  const std::string key = call.file + '\n' + call.function + '\n' + keyOf(call);
  if (auto known = known_.find(key); known != known_.end()) return known->second;
  ExternalAddress result;
  if (isScalarMath(call, pool)) {
    result.address = dlsym(RTLD_DEFAULT, call.function.c_str());
  } else {
    EffectRequest request = requestOf(function, pool);
    request.what = describe(call);
    if (gate == nullptr || !gate->allows(request)) return {nullptr, refusalText(request), true};
    result = load(call);
  }
  known_.emplace(key, result);
  return result;
}

ExternalAddress ExternalLibraries::load(const ExternalCall& call) {
  const std::string name = symbolOf(call);
  std::vector<std::string> errors;
  std::vector<void*> handles;
  // A header with a source of its name beside it stands for that source, if the library that
  // should have it is not there.
  std::vector<std::string> sources;
  for (const std::string& name1 : includedHeaders(call))
    for (const std::string& folder : call.includePaths)
      if (fileExists(fs::path(folder) / (name1 + ".c"))) {
        sources.push_back(name1);
        break;
      }
  // A library needs those that stand behind it.
  for (size_t i = call.libraries.size(); i-- > 0;) {
    const Library& one = library(call.libraries[i], call);
    if (one.handle == nullptr) {
      errors.insert(errors.begin(), one.error);
    } else {
      handles.push_back(one.handle);
    }
  }
  if (!errors.empty())
    for (const std::string& source : sources)
      if (const Library& one = library(source, call); one.handle != nullptr)
        handles.push_back(one.handle);
  ExternalAddress result;
  const Library* unit = call.includes.empty() ? nullptr : unitOf(call);
  if (!call.includes.empty()) {
    const Library& module = unit != nullptr ? *unit : included(call, {});
    if (module.handle == nullptr) {
      errors.push_back(module.error);
    } else {
      result.address = addressIn(module.handle, name);
    }
  }
  for (size_t i = handles.size(); i-- > 0 && result.address == nullptr;)
    result.address = dlsym(handles[i], name.c_str());
  if (result.address == nullptr) result.address = dlsym(RTLD_DEFAULT, name.c_str());
  if (result.address == nullptr && !call.includes.empty() && errors.empty()) {
    const Library& module = included(call, name);
    if (module.handle != nullptr) result.address = addressIn(module.handle, name);
  }
  if (result.address == nullptr) {
    result.error = "the external function '" + name + "' is not found";
    if (errors.empty() && !call.libraries.empty())
      errors.push_back("it is not in " + listed(call.libraries));
    if (errors.empty())
      errors.emplace_back(
          "say where it is by annotation(Library=\"...\") or annotation(Include=\"...\")");
    for (const std::string& error : errors) result.error += "; " + error;
  }
  return result;
}

}  // namespace formola

#include "evaluate/external_libraries.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "evaluate/library_places.h"
#include "evaluate/shared_objects.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

// Folders where the system keeps libraries, for those that are there under a versioned name only.
constexpr const char* kSystemFolders[] = {"/usr/local/lib",
                                          "/usr/lib/x86_64-linux-gnu",
                                          "/usr/lib/aarch64-linux-gnu",
                                          "/usr/lib64",
                                          "/usr/lib",
                                          "/lib"};

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
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
  const LibraryPlace place = locateLibrary(name, call, kOwnPlatforms, false);
  switch (place.kind) {
    case LibraryPlace::Kind::SharedObject:
      open(place.files[0]);
      return result;
    case LibraryPlace::Kind::Archive:
      make({{}, {}, place.files, place.includePaths});
      return result;
    case LibraryPlace::Kind::Sources:
      make({{}, place.files, {}, place.includePaths});
      return result;
    case LibraryPlace::Kind::System:
      break;
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
    if (gate == nullptr || !gate->allows(foreignRequest(*function, pool))) continue;
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

ExternalAddress ExternalLibraries::find(const Function& function, const ExprPool& pool,
                                        EffectGate* gate) {
  const ExternalCall& call = *function.external;
  const std::string key = call.file + '\n' + call.function + '\n' + keyOf(call);
  if (auto known = known_.find(key); known != known_.end()) return known->second;
  ExternalAddress result;
  if (isScalarMath(call, pool)) {
    result.address = dlsym(RTLD_DEFAULT, call.function.c_str());
  } else {
    const EffectRequest request = foreignRequest(function, pool);
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
  const std::vector<std::string> sources = sourcesBesideHeaders(call);
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

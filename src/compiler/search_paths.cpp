#include "compiler/search_paths.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace formola {

namespace fs = std::filesystem;

namespace {

// The file that this code was loaded from: the program, or libformola in somebody else's.
fs::path ownFile() {
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&ownFile), &info) == 0 || info.dli_fname == nullptr)
    return fs::read_symlink("/proc/self/exe", error);
  // Of a program it is what was typed, which need not be a path.
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error || !file.has_parent_path() ? fs::read_symlink("/proc/self/exe", error) : file;
}

// The folder of the bundled libraries, or as the environment says: share/formola/library where
// Formola is installed, library in a checkout.
std::string bundledLibrary() {
  if (const char* given = std::getenv("FORMOLA_LIBRARY")) return given;
  for (fs::path at = ownFile().parent_path(); at.has_relative_path(); at = at.parent_path()) {
    for (const char* folder : {"share/formola/library", "library"})
      if (fs::is_directory(at / folder / "Formola")) return (at / folder).string();
  }
  return {};
}

}  // namespace

std::string studioBundle() {
  if (const char* given = std::getenv("FORMOLA_STUDIO")) return given;
  for (fs::path at = ownFile().parent_path(); at.has_relative_path(); at = at.parent_path()) {
    for (const char* folder : {"share/formola/studio", "build/studio"})
      if (fs::is_regular_file(at / folder / "index.html")) return (at / folder).string();
  }
  return {};
}

std::string nativeCompiler() {
  const fs::path own = ownFile().parent_path();
  for (const char* place : {"formola-cc", "../lib/formola/formola-cc"})
    if (fs::is_regular_file(own / place)) return (own / place).lexically_normal().string();
  return {};
}

SearchPath addSearchPaths(Library& library, const std::vector<std::string>& folders) {
  SearchPath result{folders, bundledLibrary()};
  if (const char* path = std::getenv("MODELICAPATH")) {
    const std::string all = path;
    size_t at = 0;
    while (at <= all.size()) {
      const size_t end = std::min(all.find(':', at), all.size());
      if (end > at) result.folders.push_back(all.substr(at, end - at));
      at = end + 1;
    }
  }
  if (!result.bundled.empty()) result.folders.push_back(result.bundled);
  for (const std::string& folder : result.folders) library.addSearchPath(folder);
  return result;
}

}  // namespace formola

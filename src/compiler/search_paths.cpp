#include "compiler/search_paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace formola {

namespace fs = std::filesystem;

namespace {

// The folder of the bundled libraries: beside the program in a checkout, or as the environment
// says.
std::string bundledLibrary() {
  if (const char* given = std::getenv("FORMOLA_LIBRARY")) return given;
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path at = program.parent_path(); !error && at.has_relative_path();
       at = at.parent_path()) {
    if (fs::is_directory(at / "library")) return (at / "library").string();
  }
  return {};
}

}  // namespace

std::string addSearchPaths(Library& library, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) library.addSearchPath(folder);
  if (const char* path = std::getenv("MODELICAPATH")) {
    const std::string all = path;
    size_t at = 0;
    while (at <= all.size()) {
      const size_t end = std::min(all.find(':', at), all.size());
      if (end > at) library.addSearchPath(all.substr(at, end - at));
      at = end + 1;
    }
  }
  const std::string bundled = bundledLibrary();
  if (!bundled.empty()) library.addSearchPath(bundled);
  return bundled;
}

}  // namespace formola

#include "dae/resources.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace formola {

namespace fs = std::filesystem;

namespace {

bool sameButForCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// folder/rest as it is called on this disk: libraries made where file names have no case write
// "WeatherData" for "weatherdata". What is there under its own name, or in several spellings, or
// not at all stays as it is written.
fs::path asSpelledOnDisk(fs::path folder, const fs::path& rest) {
  std::error_code error;
  if (fs::exists(folder / rest, error)) return folder / rest;
  fs::path found = folder;
  for (const fs::path& part : rest) {
    if (part.empty() || part == "." || part == ".." || fs::exists(found / part, error)) {
      found /= part;
      continue;
    }
    fs::path spelled;
    int spellings = 0;
    for (fs::directory_iterator it(found, error), end; !error && it != end; it.increment(error)) {
      if (!sameButForCase(it->path().filename().native(), part.native())) continue;
      spelled = it->path().filename();
      ++spellings;
    }
    if (spellings != 1) return folder / rest;
    found /= spelled;
  }
  return found;
}

}  // namespace

std::optional<std::string> resolveUri(std::string_view uri, const PackageFolders& packages) {
  constexpr std::string_view kFile = "file://", kModelica = "modelica://";
  if (uri.starts_with(kFile)) return std::string(uri.substr(kFile.size()));
  if (!uri.starts_with(kModelica)) return std::string(uri);
  uri.remove_prefix(kModelica.size());
  const size_t slash = std::min(uri.find('/'), uri.size());
  std::string_view name = uri.substr(0, slash);
  std::string_view rest = slash < uri.size() ? uri.substr(slash + 1) : std::string_view();
  const size_t dot = std::min(name.find('.'), name.size());
  for (const PackageFolder& package : packages) {
    if (package.package != name.substr(0, dot)) continue;
    fs::path folder = package.folder;
    // A package inside may be a folder of its own; one in a file belongs to the folder around it.
    for (name = name.substr(std::min(dot + 1, name.size())); !name.empty();) {
      const size_t end = std::min(name.find('.'), name.size());
      fs::path inner = folder / name.substr(0, end);
      std::error_code error;
      if (!fs::is_directory(inner, error)) break;
      folder = std::move(inner);
      name.remove_prefix(std::min(end + 1, name.size()));
    }
    return asSpelledOnDisk(std::move(folder), rest).generic_string();
  }
  return std::nullopt;
}

}  // namespace formola

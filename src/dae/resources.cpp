#include "dae/resources.h"

#include <filesystem>

namespace formola {

namespace fs = std::filesystem;

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
    return (folder / rest).generic_string();
  }
  return std::nullopt;
}

}  // namespace formola

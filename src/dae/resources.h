// Files that belong to packages: modelica:// URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formola {

// The folder of a top-level package (or of the file that defines it).
struct PackageFolder {
  std::string package;
  std::string folder;
};
using PackageFolders = std::vector<PackageFolder>;

// Purpose: the file behind "modelica://Package.Sub/path" or "file:///path"; other text is a path
//          already and is given back as it is.
// Ensures: nullopt where the package isn't loaded. The file need not exist; one whose name differs
// in
//          upper and lower case only is found where there is one such.
// Reference: Modelica 3.6, section 13.5.
std::optional<std::string> resolveUri(std::string_view uri, const PackageFolders& packages);

}  // namespace formola

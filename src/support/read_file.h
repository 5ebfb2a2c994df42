// The bytes of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace formola {

// Nothing where there is no file, where it is a folder, or where it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& path);

}  // namespace formola

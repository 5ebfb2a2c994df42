#include "support/read_file.h"

#include <fstream>
#include <sstream>

namespace formola {

std::optional<std::string> readFile(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream bytes;
  // An empty file leaves a failure behind in `bytes`, an unreadable one in `file`.
  bytes << file.rdbuf();
  if (file.bad()) return std::nullopt;
  return std::move(bytes).str();
}

}  // namespace formola

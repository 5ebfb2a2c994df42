#include "studio/project.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "support/read_file.h"

namespace formola::studio {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostFiles = 4000;
constexpr uintmax_t kLargestFile = uintmax_t{64} << 20;

}  // namespace

bool isModelFile(const fs::path& path) {
  const std::string ending = path.extension().string();
  return (ending == ".mo" || ending == ".dym") && !path.filename().string().starts_with(".");
}

bool isPassedOver(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with(".") || name == "node_modules" || name == "build";
}

std::vector<std::string> Project::files() const {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder_, fs::directory_options::skip_permission_denied,
                                      error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const fs::path& path = at->path();
    if (isPassedOver(path)) {
      if (at->is_directory(error)) at.disable_recursion_pending();
      continue;
    }
    if (!isModelFile(path) || !at->is_regular_file(error) || !holds(path)) continue;
    found.push_back(path.lexically_relative(folder_).string());
    if (found.size() == kMostFiles) break;
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool Project::holds(const fs::path& file) const {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  if (error) return false;
  const auto [own, its] = std::mismatch(folder_.begin(), folder_.end(), real.begin(), real.end());
  return own == folder_.end() && its != real.end();
}

std::optional<fs::path> Project::place(const std::string& path, std::string& problem) const {
  const fs::path given(path);
  if (path.empty() || path.find('\0') != std::string::npos) {
    problem = "the name of the file is missing";
  } else if (!isModelFile(given)) {
    problem = fmt::format("'{}' must end in .mo or .dym, and not begin with a dot", path);
  } else if (!holds(folder_ / given)) {
    problem = fmt::format("'{}' lies outside of the opened folder {}", path, folder_.string());
  } else {
    std::error_code error;
    return fs::weakly_canonical(folder_ / given, error);
  }
  return std::nullopt;
}

std::string stampOf(const fs::path& file) {
  struct stat found{};
  if (stat(file.c_str(), &found) != 0) return {};
  return fmt::format("{}.{:09}-{}-{}", found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size,
                     found.st_ino);
}

std::optional<std::string> readText(const fs::path& file, std::string& problem) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    problem = fmt::format("there is no file {}", file.string());
    return std::nullopt;
  }
  if (fs::file_size(file, error) > kLargestFile) {
    problem = fmt::format("{} is too large to be edited", file.string());
    return std::nullopt;
  }
  std::optional<std::string> text = readFile(file);
  if (!text) problem = fmt::format("{} cannot be read", file.string());
  return text;
}

std::string writeText(const fs::path& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::string draft = (file.parent_path() / ".formola-XXXXXX").string();
  const int out = mkstemp(draft.data());
  if (out < 0) return fmt::format("{} cannot be written: {}", file.string(), std::strerror(errno));
  struct stat old{};
  // mkstemp makes files for the owner alone
  const mode_t mask = umask(0);
  umask(mask);
  const mode_t mode = stat(file.c_str(), &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
  size_t done = 0;
  bool ok = fchmod(out, mode) == 0;
  while (ok && done < text.size()) {
    const ssize_t count = write(out, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    ok = count > 0;
    if (ok) done += static_cast<size_t>(count);
  }
  ok = ok && fsync(out) == 0;
  const int why = errno;
  close(out);
  if (ok && rename(draft.c_str(), file.c_str()) == 0) return {};
  const int reason = ok ? errno : why;
  unlink(draft.c_str());
  return fmt::format("{} cannot be written: {}", file.string(), std::strerror(reason));
}

}  // namespace formola::studio

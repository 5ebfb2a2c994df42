#include "fmi/native_binary.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/disk_cache.h"
#include "support/run_program.h"

namespace formola::fmi {

namespace fs = std::filesystem;

namespace {

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What tells one formola-cc from another.
void addIdentity(const std::string& program, ContentHash& key) {
  std::error_code ignored;
  key.add(program).add(fs::file_size(program, ignored));
  key.add(static_cast<uint64_t>(fs::last_write_time(program, ignored).time_since_epoch().count()));
}

}  // namespace

std::string nativeBinary(const std::string& text, const Platform& platform,
                         const std::string& program, std::string& error) {
  const fs::path folder = cacheFolder();
  if (folder.empty()) {
    error = "there is no folder for compiled code that others cannot write; set XDG_CACHE_HOME";
    return {};
  }
  ContentHash key;
  key.add(text).add(platform.name);
  addIdentity(program, key);
  const DiskCache kept(folder / "binaries");
  if (std::optional<std::string> found = kept.load(key.hex())) return *found;
  ScratchFiles scratch(folder);
  const std::string made = scratch.file(".bin"), words = scratch.file(".err");
  const int status =
      runProgram({program, std::string(platform.name), scratch.file(".c", text), made},
                 scratch.file(".out"), words);
  if (status == -1) {
    error = fmt::format("'{}' can't be started", program);
    return {};
  }
  const std::string said = firstLines(contentsOf(words), 12);
  std::string binary = status == 0 ? contentsOf(made) : "";
  if (binary.empty())
    error = fmt::format("the code could not be made (--compiler c takes the C compiler): {}",
                        said.empty() ? fmt::format("exit status {}", status) : said);
  else
    kept.store(key.hex(), binary);
  return binary;
}

}  // namespace formola::fmi

#include "fmi/platforms.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace formola::fmi {

namespace {

constexpr const char* kLinux64[] = {"linux64", "x86_64-linux", ""};
constexpr const char* kArm64[] = {"aarch64-linux", ""};
constexpr const char* kWindows64[] = {"win64", "x86_64-windows", ""};
// external functions that nobody has are errors when it is linked
constexpr const char* kElf[] = {"-s", "-Wl,-z,defs"};
constexpr const char* kPe[] = {"-s", "-static"};

constexpr Platform kPlatforms[] = {
    {"x86_64-linux", "linux64", ".so", "x86_64-linux-gnu-gcc", "gcc-x86-64-linux-gnu", kLinux64,
     kElf},
    {"aarch64-linux", "linux-aarch64", ".so", "aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu",
     kArm64, kElf},
    {"x86_64-windows", "win64", ".dll", "x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64",
     kWindows64, kPe},
};

bool isOnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (access((std::string(rest.substr(0, end)) + "/" + program).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

std::span<const Platform> platforms() {
  return kPlatforms;
}

const Platform& ownPlatform() {
#if defined(__aarch64__)
  return kPlatforms[1];
#else
  return kPlatforms[0];
#endif
}

std::string compilerFor(const Platform& platform) {
  return &platform == &ownPlatform() ? "" : std::string(platform.compiler);
}

std::string missingCompiler(const Platform& platform) {
  const std::string compiler = compilerFor(platform);
  if (compiler.empty() || isOnPath(compiler)) return {};
  return fmt::format(
      "a binary for {} needs the compiler '{}', which is not there; on Debian: apt install {}",
      platform.name, compiler, platform.package);
}

std::vector<const Platform*> readPlatforms(std::string_view text, std::string& error) {
  if (text.empty()) return {&ownPlatform()};
  if (text == "none") return {};
  std::vector<const Platform*> result;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    begin = end + 1;
    const Platform* found = nullptr;
    std::string known;
    for (const Platform& p : kPlatforms) {
      if (p.name == name) found = &p;
      known += (known.empty() ? "" : ", ") + std::string(p.name);
    }
    if (found == nullptr) {
      error = fmt::format("there is no platform '{}': {}, or none", name, known);
      return {};
    }
    if (std::find(result.begin(), result.end(), found) == result.end()) result.push_back(found);
  }
  return result;
}

}  // namespace formola::fmi

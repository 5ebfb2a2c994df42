// Helpers of the tests of layer results: a folder that disappears, whole files, a sample layout.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "results/result_layout.h"

namespace formola::results {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "formolaXXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string readFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void writeFile(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Two columns with four names, two parameters with three names.
inline ResultLayout sampleLayout() {
  ResultLayout layout;
  layout.startTime = 0;
  layout.stopTime = 10;
  const uint32_t x = layout.addVariable("x", "position", "m");
  layout.addParameter("m", 2.5, "mass", "kg");
  layout.addVariable("a[1,2]", "entry");
  layout.addAlias("body.x", x);
  layout.addAlias("body.minus_x", x, true, "", "m");
  const uint32_t g = layout.addParameter("g", 9.81);
  layout.signals.push_back({"minus_g", "", "", SignalKind::Parameter, SignalType::Real, g, true});
  return layout;
}

}  // namespace formola::results

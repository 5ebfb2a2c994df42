#include "driver/text_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace formola {

namespace fs = std::filesystem;

std::vector<std::string> modelicaFiles(const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      paths.push_back(input);
      continue;
    }
    std::vector<std::string> found;
    for (auto it = fs::recursive_directory_iterator(input, error);
         it != fs::recursive_directory_iterator(); it.increment(error)) {
      if (it->is_regular_file(error) && it->path().extension() == ".mo")
        found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    paths.insert(paths.end(), found.begin(), found.end());
  }
  return paths;
}

bool readText(const std::string& path, std::string& text) {
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  std::error_code error;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path, error)) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

bool replaceText(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  const fs::path aside = target.string() + ".formola-new";
  {
    std::ofstream out(aside, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      fs::remove(aside, error);
      return false;
    }
  }
  fs::permissions(aside, fs::status(target, error).permissions(), error);
  fs::rename(aside, target, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(aside, ignored);
  return false;
}

}  // namespace formola

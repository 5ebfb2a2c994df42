// The .mo files that the tests of this folder run over: those of the repository, those of
// MODELICAPATH when it holds the Modelica Standard Library, and those of the folders that
// FORMOLA_CORPORA names, with ':' between them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace formola::edit {

inline std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<std::string> modelicaFiles(const std::string& root) {
  std::vector<std::string> paths;
  std::error_code error;
  for (auto it = std::filesystem::recursive_directory_iterator(root, error);
       it != std::filesystem::recursive_directory_iterator(); it.increment(error)) {
    if (it->is_regular_file(error) && it->path().extension() == ".mo")
      paths.push_back(it->path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

inline std::vector<std::string> foldersOf(const char* variable) {
  const char* value = std::getenv(variable);
  std::istringstream list(value ? value : "");
  std::vector<std::string> folders;
  for (std::string folder; std::getline(list, folder, ':');)
    if (!folder.empty()) folders.push_back(folder);
  return folders;
}

// Those of published libraries; none where there are none.
inline std::vector<std::string> publishedFiles() {
  std::vector<std::string> paths;
  for (const std::string& folder : foldersOf("MODELICAPATH"))
    if (std::filesystem::exists(folder + "/Modelica/package.mo"))
      paths = modelicaFiles(folder + "/Modelica");
  for (const std::string& folder : foldersOf("FORMOLA_CORPORA"))
    for (std::string& path : modelicaFiles(folder)) paths.push_back(std::move(path));
  return paths;
}

constexpr const char* kNoneThere =
    "neither MODELICAPATH nor FORMOLA_CORPORA has published libraries";

}  // namespace formola::edit

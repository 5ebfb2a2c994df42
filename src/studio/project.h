// The files of the opened folder, and those of libraries, which are read only.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace formola::studio {

// Purpose:    reads and writes models in one folder.
// Ensures:    a path that leads out of the folder, also through links, is refused; so is one that
//             is no file of Modelica or Dymola notation. Files of libraries may be read, not
//             written. A file is replaced as a whole or not at all.
class Project {
 public:
  explicit Project(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  // Paths within the folder, sorted; at most some thousands, hidden folders left out.
  std::vector<std::string> files() const;
  // The place of a path within the folder; nothing and `problem` if it is refused.
  std::optional<std::filesystem::path> place(const std::string& path, std::string& problem) const;
  bool holds(const std::filesystem::path& file) const;

 private:
  std::filesystem::path folder_;
};

// By its name, a file of Modelica or Dymola notation; a folder in which none are looked for.
bool isModelFile(const std::filesystem::path& path);
bool isPassedOver(const std::filesystem::path& folder);

// Another one whenever the file was written; "": there is none.
std::string stampOf(const std::filesystem::path& file);

// Nothing and `problem` if it cannot be read.
std::optional<std::string> readText(const std::filesystem::path& file, std::string& problem);
// What went wrong; "": nothing.
std::string writeText(const std::filesystem::path& file, const std::string& text);

}  // namespace formola::studio

// The archive of an FMU: what is in it, and its parts that a simulation needs in a folder of their
// own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "diag/diag.h"

namespace formola::fmu {

// A folder that is removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  // "": made; else why not.
  std::string make();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Purpose:    an FMU's archive, checked entry by entry before anything of it is used.
// Ensures:    entries with absolute names, `..`, links and absurd sizes refuse the whole archive:
//             a well-made FMU has none of them. Nothing is written before extract().
class Archive {
 public:
  // False: reported.
  bool open(const std::string& path, Diagnostics& diagnostics);

  const std::string& path() const { return path_; }
  bool has(const std::string& entry) const;
  // Names of the folders directly below `folder` ("binaries").
  std::vector<std::string> foldersBelow(const std::string& folder) const;
  // The text of an entry. False: reported.
  bool read(const std::string& entry, std::string& text, Diagnostics& diagnostics) const;
  // Writes the entries below these folders ("resources/") into `target`. False: reported.
  bool extract(const std::vector<std::string>& folders, const std::filesystem::path& target,
               Diagnostics& diagnostics) const;

 private:
  struct Entry {
    std::string name;
    uint64_t index, size;
  };
  const Entry* find(const std::string& name) const;

  std::string path_;
  std::vector<Entry> entries_;  // by name
};

}  // namespace formola::fmu

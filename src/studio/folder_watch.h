// What other programs write into the opened folder: an editor, a version control system.
#pragma once

#include <filesystem>
#include <map>
#include <set>

namespace formola::studio {

// Purpose:    tells which files of models were written, renamed or removed.
// Ensures:    folders that Project passes over are passed over; where the system gives no more
//             watches, what lies in further folders is not told.
// Reference:  inotify(7).
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Can be read when something has happened; -1: nothing is watched.
  int file() const { return file_; }
  // Since the last call. Files in a folder that is new are among them.
  std::set<std::filesystem::path> changes();

 private:
  void add(const std::filesystem::path& folder, std::set<std::filesystem::path>* found);

  int file_ = -1;
  std::map<int, std::filesystem::path> folders_;
};

}  // namespace formola::studio

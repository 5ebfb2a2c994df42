#include "studio/folder_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include "studio/project.h"

namespace formola::studio {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostFolders = 2000;
constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE;

}  // namespace

FolderWatch::FolderWatch(const fs::path& folder) : file_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (file_ >= 0) add(folder, nullptr);
}

FolderWatch::~FolderWatch() {
  if (file_ >= 0) close(file_);
}

void FolderWatch::add(const fs::path& folder, std::set<fs::path>* found) {
  if (folders_.size() >= kMostFolders) return;
  const int watch = inotify_add_watch(file_, folder.c_str(), kEvents | IN_ONLYDIR | IN_DONT_FOLLOW);
  if (watch < 0) return;
  folders_[watch] = folder;
  std::error_code error;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, error)) {
    const bool link = each.is_symlink(error);
    if (!link && each.is_directory(error) && !isPassedOver(each.path()))
      add(each.path(), found);
    else if (found && isModelFile(each.path()))
      found->insert(each.path());
  }
}

std::set<fs::path> FolderWatch::changes() {
  std::set<fs::path> changed;
  alignas(inotify_event) char bytes[16384];
  for (ssize_t count; (count = read(file_, bytes, sizeof bytes)) > 0;)
    for (char* at = bytes; at < bytes + count;) {
      const auto& event = *reinterpret_cast<inotify_event*>(at);
      at += sizeof(inotify_event) + event.len;
      const auto folder = folders_.find(event.wd);
      if (folder == folders_.end()) continue;
      if (event.mask & IN_IGNORED) {
        folders_.erase(folder);
        continue;
      }
      if (event.len == 0) continue;
      const fs::path path = folder->second / event.name;
      if (event.mask & IN_ISDIR) {
        if ((event.mask & (IN_CREATE | IN_MOVED_TO)) && !isPassedOver(path)) add(path, &changed);
      } else if (isModelFile(path) && !(event.mask & IN_CREATE)) {
        changed.insert(path);  // one that is made is told when it was written
      }
    }
  return changed;
}

}  // namespace formola::studio

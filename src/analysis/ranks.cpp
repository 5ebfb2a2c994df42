#include "analysis/ranks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace formola::analysis {

namespace fs = std::filesystem;

namespace {

constexpr auto kPause = std::chrono::milliseconds(50);

std::optional<int> numberIn(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return std::nullopt;
  char* end = nullptr;
  const long number = std::strtol(text, &end, 10);
  if (*end != '\0' || number < 0 || number > 10'000'000) return std::nullopt;
  return static_cast<int>(number);
}

}  // namespace

std::optional<Rank> rankOfProcess() {
  constexpr const char* kNames[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                       {"PMI_RANK", "PMI_SIZE"},
                                       {"SLURM_PROCID", "SLURM_NTASKS"}};
  for (const auto& names : kNames) {
    const std::optional<int> number = numberIn(names[0]), size = numberIn(names[1]);
    if (number && size && *size > 1 && *number < *size) return Rank{*number, *size};
  }
  return std::nullopt;
}

SharedBlocks::SharedBlocks(std::string folder, size_t blocks, const std::string& study,
                           std::string& problem)
    : folder_(std::move(folder)), blocks_(blocks) {
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string path = folder_ + "/study";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0 || !lock(blocks_, true)) {
    problem = fmt::format("cannot use the folder '{}' for the cases of all processes", folder_);
    return;
  }
  // Read and written by the same descriptor: closing another one would drop the locks.
  struct stat info{};
  fstat(file_, &info);
  std::string found(static_cast<size_t>(info.st_size), '\0');
  const ssize_t had = pread(file_, found.data(), found.size(), 0);
  if (had == 0) {
    if (pwrite(file_, study.data(), study.size(), 0) != static_cast<ssize_t>(study.size()))
      problem = fmt::format("cannot write '{}'", path);
  } else if (found != study) {
    problem = fmt::format("'{}' belongs to another sweep; remove it, or choose another --output",
                          folder_);
  }
  unlock(blocks_);
}

SharedBlocks::~SharedBlocks() {
  if (file_ >= 0) close(file_);
}

bool SharedBlocks::lock(size_t byte, bool wait) {
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(byte);
  range.l_len = 1;
  return fcntl(file_, wait ? F_SETLKW : F_SETLK, &range) == 0;
}

void SharedBlocks::unlock(size_t byte) {
  struct flock range{};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(byte);
  range.l_len = 1;
  fcntl(file_, F_SETLK, &range);
}

std::string SharedBlocks::draft(size_t block) const {
  return fmt::format("{}/{}.{}", folder_, block, getpid());
}
std::string SharedBlocks::done(size_t block) const {
  return fmt::format("{}/{}.done", folder_, block);
}

std::optional<size_t> SharedBlocks::take(const std::function<bool()>& goesOn) {
  std::error_code error;
  while (goesOn()) {
    // Another process has gathered all.
    if (!fs::exists(folder_, error)) return std::nullopt;
    bool open = false;
    for (size_t block = first_; block < blocks_; ++block) {
      if (fs::exists(done(block), error)) {
        if (block == first_) ++first_;
        continue;
      }
      open = true;
      if (!lock(block, false)) continue;
      if (!fs::exists(done(block), error)) return block;
      unlock(block);  // it was finished in this moment
    }
    if (!open) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

bool SharedBlocks::finish(size_t block) {
  std::error_code error;
  fs::rename(draft(block), done(block), error);
  unlock(block);
  return !error;
}

void SharedBlocks::giveBack(size_t block) {
  std::error_code error;
  fs::remove(draft(block), error);
  unlock(block);
}

bool SharedBlocks::gather(const std::string& header, const std::string& path,
                          const std::function<bool(const std::string& rows)>& place,
                          const std::function<bool()>& goesOn) {
  std::error_code error;
  while (!lock(blocks_, false)) {
    if (!goesOn()) return false;
    std::this_thread::sleep_for(kPause);
  }
  // The folder is gone where another process was first.
  if (!fs::exists(folder_ + "/study", error)) return fs::exists(path, error);
  const std::string fresh = path + ".new";
  std::ofstream out(fresh, std::ios::binary);
  out << header;
  for (size_t block = 0; block < blocks_; ++block) {
    std::ifstream part(done(block), std::ios::binary);
    if (!part) return false;
    if (part.peek() != std::ifstream::traits_type::eof()) out << part.rdbuf();
  }
  out.close();
  if (!out || !place(fresh)) return false;
  fs::remove_all(folder_, error);
  return true;
}

}  // namespace formola::analysis

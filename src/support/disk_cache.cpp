#include "support/disk_cache.h"

#include <elf.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

namespace formola {

namespace fs = std::filesystem;

namespace {

// Whether a folder is this user's alone.
bool isPrivate(const fs::path& folder) {
  struct stat status{};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

uint64_t rotated(uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

constexpr const char* kSuffix = ".kept";
constexpr std::string_view kMagic = "formola1";

// The note of the linker in one loaded object, if the address lies in that object.
struct NoteSearch {
  uintptr_t address;
  std::string found;
};

std::string noteIn(const char* at, const char* end) {
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) header;
    std::memcpy(&header, at, sizeof header);
    const char* name = at + sizeof header;
    const char* content = name + ((header.n_namesz + 3) & ~3u);
    const char* next = content + ((header.n_descsz + 3) & ~3u);
    if (next > end || next <= at) return {};
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0)
      return {content, header.n_descsz};
    at = next;
  }
  return {};
}

int searchObject(dl_phdr_info* info, size_t, void* context) {
  auto& search = *static_cast<NoteSearch*>(context);
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    inside |=
        part.p_type == PT_LOAD && search.address >= begin && search.address - begin < part.p_memsz;
  }
  if (!inside) return 0;
  for (int i = 0; i < info->dlpi_phnum && search.found.empty(); ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const auto* begin = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
    search.found = noteIn(begin, begin + part.p_memsz);
  }
  return 1;
}

}  // namespace

fs::path cacheFolder() {
  std::vector<fs::path> candidates;
  if (const char* given = std::getenv("XDG_CACHE_HOME"); given != nullptr && *given != '\0')
    candidates.push_back(fs::path(given) / "formola");
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    candidates.push_back(fs::path(home) / ".cache" / "formola");
  std::error_code error;
  for (const fs::path& folder : candidates) {
    fs::create_directories(folder, error);
    if (!error && access(folder.c_str(), W_OK) == 0) return folder;
  }
  // Of this user only: what lies there is loaded and run. Others may have made it before.
  fs::path folder = fs::temp_directory_path(error) / ("formola-" + std::to_string(getuid()));
  mkdir(folder.c_str(), S_IRWXU);
  return isPrivate(folder) ? folder : fs::path();
}

void ContentHash::word(uint64_t value) {
  a_ = mixed(a_ ^ value) + rotated(b_, 23);
  b_ = mixed(b_ + value * 0x9FB21C651E98DF25ull) ^ rotated(a_, 41);
}

ContentHash& ContentHash::add(uint64_t number) {
  word(8);
  word(number);
  return *this;
}

ContentHash& ContentHash::add(std::string_view text) {
  word(text.size());
  for (; text.size() >= 8; text.remove_prefix(8)) {
    uint64_t value = 0;
    std::memcpy(&value, text.data(), 8);
    word(value);
  }
  uint64_t last = 0;
  if (!text.empty()) std::memcpy(&last, text.data(), text.size());
  word(last);
  return *this;
}

std::string ContentHash::hex() const {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(mixed(a_)),
                static_cast<unsigned long long>(mixed(b_)));
  return text;
}

std::string buildIdentity() {
  NoteSearch search{reinterpret_cast<uintptr_t>(&buildIdentity), {}};
  dl_iterate_phdr(searchObject, &search);
  return search.found;
}

DiskCache::DiskCache(fs::path folder, uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

fs::path DiskCache::fileOf(const std::string& key) const {
  return folder_ / (key + kSuffix);
}

std::optional<std::string> DiskCache::load(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = fileOf(key);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  const size_t header = kMagic.size() + 32;
  std::string data;
  if (size >= static_cast<std::streamoff>(header)) {
    data.resize(static_cast<size_t>(size));
    file.seekg(0);
    file.read(data.data(), size);
  }
  const std::string_view text(data);
  if (!file || text.size() < header || !text.starts_with(kMagic) ||
      ContentHash().add(text.substr(header)).hex() != text.substr(kMagic.size(), 32)) {
    remove(key);
    return std::nullopt;
  }
  std::error_code ignored;  // used just now: it goes later than others
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return data.substr(header);
}

void DiskCache::store(const std::string& key, std::string_view data) const {
  if (folder_.empty() || data.size() > limit_) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  // Under its name only when it is complete: others may look for it at the same time.
  static std::atomic<uint32_t> count{0};
  const fs::path made = folder_ / ("work-" + std::to_string(getpid()) + "-" +
                                   std::to_string(count.fetch_add(1)) + kSuffix);
  std::ofstream file(made, std::ios::binary);
  file << kMagic << ContentHash().add(data).hex();
  file.write(data.data(), static_cast<std::streamsize>(data.size()));
  file.close();
  if (file) fs::rename(made, fileOf(key), error);
  if (!file || error) fs::remove(made, error);
  trim();
}

void DiskCache::remove(const std::string& key) const {
  std::error_code ignored;
  fs::remove(fileOf(key), ignored);
}

void DiskCache::trim() const {
  struct File {
    fs::file_time_type used;
    uint64_t size;
    fs::path path;
  };
  std::vector<File> files;
  uint64_t sum = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    if (entry.path().extension() != kSuffix) continue;
    std::error_code gone;  // another process may be at the same work
    File file{entry.last_write_time(gone), 0, entry.path()};
    if (!gone) file.size = entry.file_size(gone);
    if (gone) continue;
    sum += file.size;
    files.push_back(std::move(file));
  }
  if (sum <= limit_) return;
  std::sort(files.begin(), files.end(),
            [](const File& x, const File& y) { return x.used < y.used; });
  for (const File& file : files) {
    if (sum <= limit_ / 4 * 3) return;
    if (fs::remove(file.path, error)) sum -= file.size;
  }
}

}  // namespace formola

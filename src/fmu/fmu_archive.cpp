#include "fmu/fmu_archive.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "diag/codes/fmu.h"

namespace formola::fmu {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kMostEntries = 100000;
constexpr uint64_t kLargestEntry = uint64_t{2} << 30;
constexpr uint64_t kLargestArchive = uint64_t{8} << 30;
// Deflate makes at most 1032 bytes of one.
constexpr uint64_t kMostRatio = 1100;
constexpr uint64_t kRatioMatters = uint64_t{1} << 20;
constexpr uint64_t kLargestText = uint64_t{512} << 20;

using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using ZipFile = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

Zip openZip(const std::string& path, std::string& why) {
  int code = 0;
  zip_t* zip = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (zip == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    why = zip_error_strerror(&error);
    if (code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS)
      why += "; it is another file, or was cut off when it was copied";
    zip_error_fini(&error);
  }
  return {zip, zip_discard};
}

// What is unsafe about the name; "": nothing.
std::string unsafeName(const std::string& name) {
  if (name.empty()) return "has no name";
  if (name.size() > 1024) return "has a name of more than 1024 bytes";
  if (name.find('\0') != std::string::npos) return "has a zero byte in its name";
  if (name[0] == '/' || name[0] == '\\' || (name.size() > 1 && name[1] == ':'))
    return "has an absolute name";
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    if (name.compare(begin, end - begin, "..") == 0) return "leads out of the archive's folder";
    begin = end + 1;
  }
  return {};
}

bool isLink(zip_t* zip, uint64_t index) {
  uint8_t system = 0;
  uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return false;
  if (system != ZIP_OPSYS_UNIX) return false;
  const uint32_t mode = attributes >> 16;
  return (mode & S_IFMT) != 0 && !S_ISREG(mode) && !S_ISDIR(mode);
}

std::string unsafeSize(const zip_stat_t& stat) {
  if (stat.size > kLargestEntry)
    return fmt::format("has {} bytes, more than the {} that are read", stat.size, kLargestEntry);
  if (stat.size > kRatioMatters && stat.size / kMostRatio > stat.comp_size)
    return fmt::format("claims to have {} bytes, packed into {}", stat.size, stat.comp_size);
  return {};
}

// The bytes of an entry in pieces; what went wrong, or "".
template <typename Take>
std::string readEntry(zip_t* zip, uint64_t index, uint64_t size, Take take) {
  const ZipFile file(zip_fopen_index(zip, index, 0), zip_fclose);
  if (!file) return zip_strerror(zip);
  std::vector<char> piece(size_t{1} << 16);
  uint64_t left = size;
  while (left > 0) {
    const zip_int64_t n =
        zip_fread(file.get(), piece.data(), std::min<uint64_t>(piece.size(), left));
    if (n < 0) return zip_file_strerror(file.get());
    if (n == 0) return "it ends too early";
    if (!take(piece.data(), static_cast<size_t>(n))) return "it cannot be written";
    left -= static_cast<uint64_t>(n);
  }
  // The checksum is compared at the end only.
  if (zip_fread(file.get(), piece.data(), 1) != 0) return "its bytes do not match its checksum";
  return {};
}

}  // namespace

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::make() {
  std::error_code error;
  fs::path base = fs::temp_directory_path(error);
  if (error) return error.message();
  std::string pattern = (base / "formola-fmu-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return std::error_code(errno, std::generic_category()).message();
  path_ = pattern;
  return {};
}

bool Archive::open(const std::string& path, Diagnostics& diagnostics) {
  path_ = path;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    diagnostics.report(diag::FmuUnreadable, {}, path,
                       fs::exists(path, error) ? "it is no file" : "there is no such file");
    return false;
  }
  std::string why;
  const Zip zip = openZip(path, why);
  if (!zip) {
    diagnostics.report(diag::FmuUnreadable, {}, path, why);
    return false;
  }
  const zip_int64_t count = zip_get_num_entries(zip.get(), 0);
  if (static_cast<uint64_t>(count) > kMostEntries) {
    diagnostics.report(diag::FmuUnreadable, {}, path,
                       fmt::format("it has {} entries, more than {}", count, kMostEntries));
    return false;
  }
  uint64_t total = 0;
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    const auto index = static_cast<uint64_t>(i);
    if (zip_stat_index(zip.get(), index, 0, &stat) != 0 || (stat.valid & ZIP_STAT_NAME) == 0) {
      diagnostics.report(diag::FmuUnreadable, {}, path, zip_strerror(zip.get()));
      return false;
    }
    std::string name = stat.name;
    std::string unsafe = unsafeName(name);
    if (unsafe.empty() && isLink(zip.get(), index)) unsafe = "is a link or a device";
    if (unsafe.empty()) unsafe = unsafeSize(stat);
    if (unsafe.empty() && stat.encryption_method != ZIP_EM_NONE) unsafe = "is encrypted";
    total += stat.size;
    if (unsafe.empty() && total > kLargestArchive)
      unsafe = fmt::format("makes the archive larger than {} bytes", kLargestArchive);
    if (!unsafe.empty()) {
      diagnostics.report(diag::FmuUnsafeEntry, {}, path, name, unsafe);
      return false;
    }
    std::replace(name.begin(), name.end(), '\\', '/');
    entries_.push_back({std::move(name), index, stat.size});
  }
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.name < b.name; });
  const auto twice =
      std::adjacent_find(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.name == b.name; });
  if (twice != entries_.end()) {
    diagnostics.report(diag::FmuUnsafeEntry, {}, path, twice->name, "is there twice");
    return false;
  }
  return true;
}

const Archive::Entry* Archive::find(const std::string& name) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const Entry& entry, const std::string& n) { return entry.name < n; });
  return found != entries_.end() && found->name == name ? &*found : nullptr;
}

bool Archive::has(const std::string& entry) const {
  return find(entry) != nullptr;
}

std::vector<std::string> Archive::foldersBelow(const std::string& folder) const {
  std::vector<std::string> names;
  const std::string prefix = folder + "/";
  for (const Entry& entry : entries_) {
    if (!entry.name.starts_with(prefix)) continue;
    const size_t end = entry.name.find('/', prefix.size());
    if (end == std::string::npos) continue;
    std::string name = entry.name.substr(prefix.size(), end - prefix.size());
    if (names.empty() || names.back() != name) names.push_back(std::move(name));
  }
  return names;
}

bool Archive::read(const std::string& name, std::string& text, Diagnostics& diagnostics) const {
  std::string why;
  const Entry* entry = find(name);
  text.clear();
  if (entry == nullptr) {
    why = fmt::format("it has no {}", name);
  } else if (entry->size > kLargestText) {
    why = fmt::format("its {} has {} bytes", name, entry->size);
  } else if (const Zip zip = openZip(path_, why)) {
    why = readEntry(zip.get(), entry->index, entry->size, [&](const char* bytes, size_t n) {
      text.append(bytes, n);
      return true;
    });
    if (!why.empty()) why = fmt::format("{}: {}", name, why);
  }
  if (why.empty()) return true;
  diagnostics.report(diag::FmuUnreadable, {}, path_, why);
  return false;
}

bool Archive::extract(const std::vector<std::string>& folders, const fs::path& target,
                      Diagnostics& diagnostics) const {
  std::string why;
  const Zip zip = openZip(path_, why);
  for (const Entry& entry : entries_) {
    if (!why.empty()) break;
    if (std::none_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return entry.name.starts_with(folder); }))
      continue;
    const fs::path path = target / entry.name;
    std::error_code error;
    if (entry.name.ends_with('/')) {
      fs::create_directories(path, error);
    } else {
      fs::create_directories(path.parent_path(), error);
      std::ofstream out(path, std::ios::binary);
      why = readEntry(zip.get(), entry.index, entry.size, [&](const char* bytes, size_t n) {
        return static_cast<bool>(out.write(bytes, static_cast<std::streamsize>(n)));
      });
      if (why.empty() && !out.flush()) why = "it cannot be written";
    }
    if (error) why = error.message();
    if (!why.empty()) why = fmt::format("{}: {}", entry.name, why);
  }
  if (why.empty()) return true;
  diagnostics.report(diag::FmuUnreadable, {}, path_, why);
  return false;
}

}  // namespace formola::fmu

// Results that are kept on disk between runs of the program, by what they were made from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace formola {

// The folder for everything that is kept: $XDG_CACHE_HOME/formola, else ~/.cache/formola, else one
// of this user alone below the folder for temporary files. It is made if it is not there; empty: no
// place that others cannot write.
std::filesystem::path cacheFolder();

// Purpose:    128 bits that stand for a sequence of texts and numbers; each is told from its
//             neighbours.
// Complexity: linear, some bytes in a cycle.
class ContentHash {
 public:
  ContentHash& add(std::string_view text);
  ContentHash& add(uint64_t number);
  std::string hex() const;

 private:
  void word(uint64_t value);
  uint64_t a_ = 0x9E3779B97F4A7C15ull, b_ = 0xC2B2AE3D27D4EB4Full;
};

// What tells one build of this program from another: the identification that the linker left in the
// file with this function. Empty: there is none, and nothing may be kept.
std::string buildIdentity();

// Purpose:    a bounded store of bytes by keys (ContentHash::hex).
// Ensures:    what load returns is what was stored, whole: a file that was damaged is not there.
// Any
//             number of processes may use one folder at a time: files appear under their names when
//             they are complete. What was not used for longest goes when the limit is passed.
//             Nothing fails: a store that cannot be written holds nothing.
class DiskCache {
 public:
  static constexpr uint64_t kDefaultLimit = uint64_t{512} << 20;

  explicit DiskCache(std::filesystem::path folder, uint64_t limit = kDefaultLimit);
  std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, std::string_view data) const;
  void remove(const std::string& key) const;

 private:
  std::filesystem::path fileOf(const std::string& key) const;
  void trim() const;

  std::filesystem::path folder_;
  uint64_t limit_;
};

}  // namespace formola

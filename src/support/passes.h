// The passes of the pipeline by name.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace formola {

// The names are those of the functions: --dump-after=reduceIndex.
enum class Pass : uint8_t {
#define PASS(name, stage, optional, text) name,
#include "support/passes.def"
#undef PASS
};

struct PassInfo {
  std::string_view name;
  bool optional;  // --disable-pass
  std::string_view text;
};

// All passes in their order.
std::span<const PassInfo> allPasses();
inline const PassInfo& infoOf(Pass pass) {
  return allPasses()[static_cast<size_t>(pass)];
}
std::optional<Pass> passNamed(std::string_view name);

// Some of the passes.
class PassSet {
 public:
  void add(Pass pass) { passes_.set(static_cast<size_t>(pass)); }
  uint64_t bits() const { return passes_.to_ullong(); }
  bool contains(Pass pass) const { return passes_.test(static_cast<size_t>(pass)); }

 private:
  static constexpr size_t kMost = 64;
  std::bitset<kMost> passes_;
};

}  // namespace formola

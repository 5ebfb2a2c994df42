#include "support/passes.h"

#include <array>

namespace formola {

namespace {

constexpr std::array kPasses = {
#define PASS(name, stage, optional, text) PassInfo{#name, optional, text},
#include "support/passes.def"
#undef PASS
};

}  // namespace

std::span<const PassInfo> allPasses() {
  return kPasses;
}

std::optional<Pass> passNamed(std::string_view name) {
  for (size_t i = 0; i < kPasses.size(); ++i)
    if (kPasses[i].name == name) return static_cast<Pass>(i);
  return std::nullopt;
}

}  // namespace formola

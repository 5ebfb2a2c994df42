// The machines that shared libraries are made for.
#pragma once

#include <span>
#include <string_view>

namespace formola::cc {

struct Machine {
  std::string_view name;    // as FMI 3.0 calls it
  std::string_view triple;  // as LLVM does
  std::string_view cpu;     // the oldest one that can run the code
  bool windows;
  std::string_view libraryVersion;  // of symbols of the GNU C library: what all of them have had
};

std::span<const Machine> machines();

// Purpose: the machine of that name; none: nullptr.
const Machine* machineNamed(std::string_view name);

}  // namespace formola::cc

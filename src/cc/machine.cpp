#include "cc/machine.h"

namespace formola::cc {

namespace {

// The versions are those that the library began with on the machine. x86-64 is that of 2003; the
// binaries of aarch64 need nothing beyond ARMv8.0.
constexpr Machine kMachines[] = {
    {"x86_64-linux", "x86_64-unknown-linux-gnu", "x86-64", false, "GLIBC_2.2.5"},
    {"aarch64-linux", "aarch64-unknown-linux-gnu", "generic", false, "GLIBC_2.17"},
    {"x86_64-windows", "x86_64-pc-windows-msvc", "x86-64", true, ""},
};

}  // namespace

std::span<const Machine> machines() {
  return kMachines;
}

const Machine* machineNamed(std::string_view name) {
  for (const Machine& machine : kMachines)
    if (machine.name == name) return &machine;
  return nullptr;
}

}  // namespace formola::cc

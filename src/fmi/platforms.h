// The machines that FMUs have binaries for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace formola::fmi {

struct Platform {
  std::string_view name;                        // as FMI 3.0 calls it: the folder in binaries/
  std::string_view folder2;                     // that of FMI 2.0
  std::string_view ending;                      // of the binary
  std::string_view compiler, package;           // where it is not this machine; of Debian
  std::span<const char* const> libraryFolders;  // of Modelica libraries (3.6, 12.9.4)
  std::span<const char* const> options;         // of the compiler
};

std::span<const Platform> platforms();
const Platform& ownPlatform();

// Purpose: "x86_64-linux,x86_64-windows" -> the platforms, each once; without text this machine;
//          "none": nothing, which is no error.
// Ensures: nothing if error is set: an unknown name.
std::vector<const Platform*> readPlatforms(std::string_view text, std::string& error);

// The compiler for a platform; "" for the usual one of this machine.
std::string compilerFor(const Platform& platform);

// That it is not there, with the package that has it; "": it is.
std::string missingCompiler(const Platform& platform);

}  // namespace formola::fmi

// What generated code knows of the C library: headers of our own, and which library has what.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cc/machine.h"

namespace formola::cc {

struct Header {
  std::string_view name, text;
};

// The texts of src/cc/include.
std::span<const Header> headers();

// A shared library that is on the machine where the code runs.
struct SystemLibrary {
  std::string name;  // under which it is looked for when the code is loaded
  std::vector<std::string> functions, objects;
};

// Purpose: the libraries and what of them the headers declare, with what LLVM puts in the place of
//          that: memset for loops, exp2 for pow(2, x).
std::vector<SystemLibrary> systemLibraries(const Machine& machine);

}  // namespace formola::cc

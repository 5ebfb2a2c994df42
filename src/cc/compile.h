// C text -> object code, by the libraries of clang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cc/machine.h"

namespace formola::cc {

struct CompileOptions {
  std::vector<std::string> defines;  // "NAME" or "NAME=VALUE"
  bool hidden = true;                // what is not marked is not visible from outside
  bool builtins = true;              // functions of the C library are known by their names
  int level = 1;                     // of optimisation: 0, 1, 2
};

// Purpose: the object file of a C99 text that includes nothing but cc/c_library.h's headers.
// Ensures: "" on failure, `error` then has clang's words. No product and sum are fused, so that
//          results are those of other machines.
std::string compile(std::string_view text, const Machine& machine, const CompileOptions& options,
                    std::string& error);

}  // namespace formola::cc

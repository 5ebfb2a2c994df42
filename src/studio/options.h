// What `formola studio` was asked for.
#pragma once

#include <filesystem>
#include <string>

#include "compiler/compile_options.h"

namespace formola::studio {

struct StudioOptions {
  std::filesystem::path folder;  // canonical; files are read and written here only
  std::string file;              // in it, opened first; "": none
  std::filesystem::path bundle;  // of the page
  std::string token;             // that pages must know
  CompileOptions compile;        // libraries, trust, cache
  std::string version;
};

}  // namespace formola::studio

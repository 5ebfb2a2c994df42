// The binary of an FMU without a C compiler: its C text goes through formola-cc (src/cc).
#pragma once

#include <string>

#include "fmi/platforms.h"

namespace formola::fmi {

// Purpose: the bytes of the shared library of a C text, which includes nothing but the C library.
// Requires: `program`: the file of formola-cc.
// Ensures: "" on failure, `error` then has its words. What was made before is kept on disk.
std::string nativeBinary(const std::string& text, const Platform& platform,
                         const std::string& program, std::string& error);

}  // namespace formola::fmi

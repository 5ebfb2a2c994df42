// C sources -> shared objects, by the system's C compiler.
#pragma once

#include <string>
#include <vector>

namespace formola {

// What is compiled into one shared object.
struct SharedObjectSource {
  std::string text;                       // C text; may be empty
  std::vector<std::string> files;         // C files
  std::vector<std::string> archives;      // static libraries, taken as a whole
  std::vector<std::string> includePaths;  // of #include
  std::vector<std::string> options;       // of the compiler, after the usual ones
};

// Purpose: the file of a shared object made from these sources.
// Ensures: "" on failure, `error` then has the compiler's words. Sources that give the same text
//          after preprocessing are compiled once: objects are kept in $XDG_CACHE_HOME/formola,
//          ~/.cache/formola or the folder for temporary files. The compiler is $CC or cc.
std::string makeSharedObject(const SharedObjectSource& source, std::string& error);

}  // namespace formola

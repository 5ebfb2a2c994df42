// C sources -> shared objects, by the system's C compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace formola {

// What is compiled into one shared object.
struct SharedObjectSource {
  std::string text;                         // C text; may be empty
  std::vector<std::string> files;           // C files
  std::vector<std::string> archives;        // static libraries, taken as a whole
  std::vector<std::string> includePaths;    // of #include
  std::vector<std::string> options = {};    // of the compiler, after the usual ones
  std::vector<std::string> moreTexts = {};  // C texts, each a file of its own, as they are
  std::vector<std::string> linked = {};  // what stands behind the sources: files, -lNAME, -Wl,...
  std::string compiler = {};             // "": $CC or cc
};

// Purpose: the texts and files of a source after preprocessing.
// Ensures: "" on failure, `error` then has the compiler's words.
std::string preprocessed(const SharedObjectSource& source, std::string& error);

// The header ModelicaUtilities.h, which sources find behind the folders of their libraries.
std::string_view utilitiesHeader();

// Purpose: the files of the user that the compiler reads for a source, but for those of the system.
// Ensures: nothing on failure, `error` then has the compiler's words. A header of
//          ModelicaUtilities that is ours is "ModelicaUtilities.h".
std::vector<std::string> filesRead(const SharedObjectSource& source, std::string& error);

// Purpose: the file of a shared object made from these sources.
// Ensures: "" on failure, `error` then has the compiler's words. Sources that give the same text
//          after preprocessing are compiled once: objects are kept in $XDG_CACHE_HOME/formola,
//          ~/.cache/formola or the folder for temporary files.
std::string makeSharedObject(const SharedObjectSource& source, std::string& error);

}  // namespace formola

// All places that mean the same declaration.
#pragma once

#include <string>
#include <vector>

#include "lsp/resolve.h"

namespace formola::lsp {

struct Location {
  std::string path;
  uint32_t begin = 0, end = 0;
  std::string text;  // of the whole file, for its lines
};

// Places in the library of the file (all its files, as open or on disk), or in the open files
// beside it; the declaration is among them if it lies there. Inner and outer components of one name
// are one, where their classes fit: all their declarations and uses.
// Complexity: linear in the texts, plus a look-up for each token with that name.
std::vector<Location> referencesTo(Workspace& workspace, const OpenFile& file, uint32_t offset);

// The inner components that the declaration of an outer one at the offset may stand for; nothing
// where there is no such declaration.
std::vector<Location> innersAt(Workspace& workspace, const OpenFile& file, uint32_t offset);

// The changes of a new name for what stands at the offset; `problem` says why there are none.
struct Renaming {
  std::vector<Location> places;
  std::string problem;
};
Renaming renamed(Workspace& workspace, const OpenFile& file, uint32_t offset,
                 const std::string& newName);

// Classes and their places whose name contains `query`, in all files of the library of each open
// file and in the open files; at most `limit`.
struct FoundClass {
  std::string name, container;
  int kind = 0;  // SymbolKind
  Location place;
};
std::vector<FoundClass> classesNamed(Workspace& workspace, const std::string& query, size_t limit);

}  // namespace formola::lsp

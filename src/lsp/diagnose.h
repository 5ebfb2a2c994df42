// Diagnostics of a file: of its syntax at once, of the class at hand when the syntax is right.
#pragma once

#include <string>
#include <vector>

#include "edit/patch.h"
#include "lsp/workspace.h"

namespace formola::lsp {

struct Finding {
  SourceRange range;  // in the file
  Severity severity = Severity::Error;
  std::string code, message;  // code "": of no diagnostic of the compiler
  struct Note {
    std::string path, message;  // path "": no place
    uint32_t begin = 0, end = 0;
    std::string text;  // of the file that the note is in, for its lines
  };
  std::vector<Note> notes;
  std::string suggestion;  // what "did you mean" proposes for the range, or ""
  // A change of the text that mends it; title "": none is known.
  struct Repair {
    std::string title;
    edit::Patch patch;
  } repair;
};

// What the parser says.
std::vector<Finding> syntaxFindings(const OpenFile& file);

// The class to be checked after a change at `offset`: the innermost model, block or function around
// it that is not partial, else the one that the file defines; "": none.
std::string classToCheck(const OpenFile& file, uint32_t offset);
// `whole`: all classes of the file that can be checked, in their order, if they are not many.
std::vector<std::string> classesToCheck(const OpenFile& file, uint32_t offset, bool whole);

// Names, types and balance of a class, as `formola check` says it; only what lies in the file, the
// rest at the name of the class. `sorted`: of a model without errors that can run by itself also
// whether its equations determine its unknowns. Nothing if the file has syntax errors.
std::vector<Finding> checkFindings(const Workspace& workspace, const OpenFile& file,
                                   const std::string& className, bool sorted);

}  // namespace formola::lsp

// The external functions of a model in an FMU: what is compiled and linked, and what of it travels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/text/targets.h"
#include "evaluate/foreign_code.h"
#include "evaluate/shared_objects.h"

namespace formola::fmi {

// A C file of the FMU.
struct SourceText {
  std::string name, text;
};

struct ExternalCode {
  std::vector<SourceText> texts;  // of our own: calls that come back from ModelicaError
  ForeignCode foreign;
  std::string error;
  bool empty() const { return texts.empty(); }
};

// Purpose:    the code of external functions, as far as the gate of the model allows it.
// Requires:   `linked` from text::translateToC; `prefix` is what it gave to their names.
// Ensures:    where the texts of Include do not go together, `apart` gives each set of them a unit
//             of its own. Functions that no header declares are declared by their Modelica types.
ExternalCode externalCode(const Schedule& schedule, std::span<const text::LinkedFunction> linked,
                          const std::string& prefix, std::span<const char* const> platforms,
                          bool apart);

// Purpose:    the files that a user needs to compile the sources again, under their names in the
//             folder `sources`: headers and C files keep their places below the folders of Include.
// Ensures:    nothing if error is set: a library without sources, two files for one name.
std::vector<SourceText> externalSources(const ExternalCode& code, std::string& error);

}  // namespace formola::fmi

// formola draw: pictures of classes as SVG, PNG or JSON.
#pragma once

#include <string>

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Purpose: draws the class that was chosen, or with --all it and every class in it.
// Returns: an exit status.
int drawClasses(Compilation& compilation, const Options& options);

// Runs rsvg-convert on the SVG in the file `from`; `background` is a colour, or "none". What went
// wrong; "": nothing.
std::string convertToPng(const std::string& from, const std::string& to,
                         const std::string& background);

// Purpose: the diagram of the model of the command line as SVG, for pages about it.
// Ensures: "" where it has no components, or too many to be read. Nothing is reported: the model is
// read anew, so that what
//          is found out on the way is told where it is needed.
std::string modelDiagram(const Options& options);

}  // namespace formola

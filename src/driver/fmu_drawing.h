// How a model looks, for the FMU that it becomes.
#pragma once

#include "driver/options.h"
#include "fmi/terminals.h"

namespace formola {

// Purpose: the icon of the model of the command line, and its connectors with theirs.
// Ensures: pictures are there where the program rsvg-convert is, which makes PNG from SVG. Nothing
// is reported: the model is read anew, so that what is found out on the way is told where it is
// needed.
fmi::FmuDrawing drawingOf(const Options& options);

}  // namespace formola

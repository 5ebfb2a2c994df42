// Pictures as SVG.
#pragma once

#include <string>

#include "draw/picture.h"

namespace formola::draw {

// Purpose: a file of its own that needs nothing else: images are put into it.
// Ensures: the same picture gives the same bytes. Components and connections are groups with the
//          attributes data-component, or data-from and data-to, and a title. Names of gradients
//          begin with that of the class, so that several pictures can stand in one page.
std::string writeSvg(const Picture& picture);

}  // namespace formola::draw

// Pictures as JSON, for programs that show or edit them.
#pragma once

#include <string>
#include <vector>

#include "draw/picture.h"

namespace formola::draw {

// Keys: class, layer, extent, shapes, components, connections, junctions. A shape has `path` (in
// the notation of SVG, but y points up), `text` or `image`; a component its name, class, box, the
// map from its icon, shapes and ports; a connection its ends, points and shapes. `range` of
// components and connections is the range of bytes in their source file.
std::string writeJson(const Picture& picture);

// The same in pieces, each component and connection a text of its own, without their ranges: those
// that an edit leaves alone are equal to what they were.
struct PictureTexts {
  std::string head;  // "class":…,"layer":…,"extent":…,"shapes":…
  std::vector<std::string> components, connections;
  std::string junctions;
};
PictureTexts writeTexts(const Picture& picture);

}  // namespace formola::draw

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

// The same in pieces, components and connections without their ranges.
std::string writeHead(const Picture& picture);  // "class":…,"layer":…,"extent":…,"shapes":…
std::string writeJson(const ComponentPicture& component);
std::string writeJson(const ConnectionPicture& connection);
std::string writeJson(const std::vector<Junction>& junctions);

}  // namespace formola::draw

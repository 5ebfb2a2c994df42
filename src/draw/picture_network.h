// The components of a picture as boxes with ports, for routing.
#pragma once

#include <string>
#include <vector>

#include "draw/network.h"
#include "draw/picture.h"

namespace formola::draw {

// Purpose: the box of a component with its connectors, which may stand out of it, and the texts
//          beside it; adds it to the network and its place to `places`.
void addBox(const ComponentPicture& component, Network& network, std::vector<BoxPlace>& places);

// Purpose:    the way of a connection that is not in the picture yet.
// Requires:   ends as in connect: "a.p", "a.u[2]".
// Ensures:    as routeWires says; empty where one of the ends is no port of the picture.
// Complexity: that of routing one connection among the others.
std::vector<Point> routeBetween(const Picture& picture, const std::string& from,
                                const std::string& to);

}  // namespace formola::draw

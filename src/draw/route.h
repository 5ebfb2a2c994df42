// Orthogonal routes of wires around boxes.
#pragma once

#include "draw/network.h"

namespace formola::draw {

// Purpose:    a way for each wire from port to port in horizontal and vertical pieces: short, with
//             few bends and crossings, not through boxes, rather not over labels, and not on top of
//             other wires unless they share a port.
// Ensures:    each route begins and ends at its ports. `given` are ways that are there already, one
//             for each wire, empty where one is to be found. Where there is no way around the boxes
//             the route is straight.
// Complexity: a shortest-path search for each wire, on the lines of the boxes near it; boxes and
//             wires are found by their places, so that the number of the others does not matter.
std::vector<Polyline> routeWires(const Network& network, const std::vector<BoxPlace>& places,
                                 const std::vector<Polyline>& given = {});

}  // namespace formola::draw

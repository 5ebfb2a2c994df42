// Automatic placement of boxes that are connected by wires.
#pragma once

#include "draw/network.h"

namespace formola::draw {

// Purpose:    places the boxes in columns: signals and power flow from left to right, few wires
//             cross, ports that are connected lie at one height where that is possible.
// Ensures:    no two boxes overlap; between them is space for texts and wires. Parts that are not
//             connected stand below each other. The same network gives the same places.
//             Coordinates are multiples of 2, the origin is in the middle.
// Complexity: O((b + w) log b) for each of some sweeps, b boxes and w wires.
// Reference:  Sugiyama, Tagawa, Toda: Methods for visual understanding of hierarchical system
//             structures (1981); Eades, Lin, Smyth: A fast heuristic for the feedback arc set
//             problem (1993).
std::vector<BoxPlace> placeBoxes(const Network& network);

}  // namespace formola::draw

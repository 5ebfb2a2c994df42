// Boxes with ports and wires between them: what automatic placement and routing work on. They know
// nothing of Modelica.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/geometry.h"

namespace formola::draw {

struct NetworkPort {
  Point at;           // from the centre of the box
  Point outward;      // one of {1, 0}, {-1, 0}, {0, 1}, {0, -1}
  int causality = 0;  // -1 input, 1 output, 0 neither
};

struct NetworkBox {
  double width = 20, height = 20;
  std::vector<NetworkPort> ports;
  std::vector<Extent> labels;  // texts beside the box, from its centre: wires rather avoid them
};

struct WireEnd {
  uint32_t box = 0, port = 0;
  bool operator==(const WireEnd&) const = default;
};

struct Wire {
  WireEnd from, to;
};

struct Network {
  std::vector<NetworkBox> boxes;
  std::vector<Wire> wires;
};

struct BoxPlace {
  Point centre;
  bool mirrored = false;  // left and right exchanged
};

// Where a port lies, and where its wires leave, when the box is placed.
Point portAt(const NetworkBox& box, uint32_t port, const BoxPlace& place);
Point portOutward(const NetworkBox& box, uint32_t port, const BoxPlace& place);
// The area of a placed box.
Extent boxArea(const NetworkBox& box, const BoxPlace& place);

using Polyline = std::vector<Point>;

}  // namespace formola::draw

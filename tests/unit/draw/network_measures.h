// What placements and routes are judged by: how many pairs of boxes overlap; how many pairs of
// wires cross (a crossing in the inside of both; wires that meet at a common port do not count);
// how many wires run through a box.
#pragma once

#include <algorithm>

#include "draw/network.h"

namespace formola::draw {

inline size_t countOverlaps(const Network& network, const std::vector<BoxPlace>& places) {
  size_t count = 0;
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      count += boxArea(network.boxes[i], places[i]).overlaps(boxArea(network.boxes[j], places[j]));
  return count;
}

inline double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// The insides of both pieces have one point in common.
inline bool crosses(Point a, Point b, Point c, Point d) {
  constexpr double kSmall = 1e-9;
  const double s = cross(a, b, c), t = cross(a, b, d), u = cross(c, d, a), v = cross(c, d, b);
  return ((s > kSmall && t < -kSmall) || (s < -kSmall && t > kSmall)) &&
         ((u > kSmall && v < -kSmall) || (u < -kSmall && v > kSmall));
}

inline bool shareEnd(const Wire& a, const Wire& b) {
  return a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to;
}

// Some inner point of the piece lies inside the box.
inline bool runsThrough(Point a, Point b, const Extent& box) {
  double from = 0, to = 1;
  const double d[] = {b.x - a.x, b.y - a.y}, p[] = {a.x, a.y};
  const double low[] = {box.a.x, box.a.y}, high[] = {box.b.x, box.b.y};
  for (int k = 0; k < 2; ++k) {
    if (d[k] == 0) {
      if (p[k] <= low[k] || p[k] >= high[k]) return false;
      continue;
    }
    const double s = (low[k] - p[k]) / d[k], t = (high[k] - p[k]) / d[k];
    from = std::max(from, std::min(s, t));
    to = std::min(to, std::max(s, t));
  }
  return to - from > 1e-9;
}

inline size_t countCrossings(const Network& network, const std::vector<Polyline>& routes) {
  size_t count = 0;
  for (size_t i = 0; i < routes.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (shareEnd(network.wires[i], network.wires[j])) continue;
      for (size_t k = 0; k + 1 < routes[i].size(); ++k)
        for (size_t l = 0; l + 1 < routes[j].size(); ++l)
          count += crosses(routes[i][k], routes[i][k + 1], routes[j][l], routes[j][l + 1]);
    }
  return count;
}

inline size_t countHits(const Network& network, const std::vector<BoxPlace>& places,
                        const std::vector<Polyline>& routes) {
  size_t count = 0;
  for (size_t w = 0; w < routes.size(); ++w)
    for (uint32_t b = 0; b < places.size(); ++b) {
      const Extent area = boxArea(network.boxes[b], places[b]).grown(-0.5);
      bool hit = false;
      for (size_t k = 0; k + 1 < routes[w].size() && !hit; ++k)
        hit = runsThrough(routes[w][k], routes[w][k + 1], area);
      // a port may lie inside its own box
      const Wire& wire = network.wires[w];
      count += hit && wire.from.box != b && wire.to.box != b;
    }
  return count;
}

}  // namespace formola::draw

#include "draw/network.h"

namespace formola::draw {

Point portAt(const NetworkBox& box, uint32_t port, const BoxPlace& place) {
  const Point& at = box.ports[port].at;
  return place.centre + Point{place.mirrored ? -at.x : at.x, at.y};
}

Point portOutward(const NetworkBox& box, uint32_t port, const BoxPlace& place) {
  const Point& d = box.ports[port].outward;
  return {place.mirrored ? -d.x : d.x, d.y};
}

Extent boxArea(const NetworkBox& box, const BoxPlace& place) {
  const Point half{box.width / 2, box.height / 2};
  return {place.centre - half, place.centre + half};
}

}  // namespace formola::draw

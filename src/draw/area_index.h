// Which of many areas lie near a place.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "draw/geometry.h"

namespace formola::draw {

// Purpose:    finds areas by their place: the plane is cut into squares, each with the numbers of
//             the areas that reach into it.
// Ensures:    `near` gives the numbers of all areas that reach into squares of the given one, each
//             once, in order; these may be more than overlap it.
// Complexity: adding, taking away and asking are linear in the squares that are touched and in what
//             they hold; areas of very many squares are given with every answer.
class AreaIndex {
 public:
  void add(uint32_t number, const Extent& area);
  void remove(uint32_t number, const Extent& area);
  std::vector<uint32_t> near(const Extent& area) const;

 private:
  std::unordered_map<uint64_t, std::vector<uint32_t>> squares_;
  std::vector<uint32_t> everywhere_;
};

}  // namespace formola::draw

// Parts of a result, with as many points as can be seen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/trajectory.h"

namespace formola::studio {

struct Curve {
  std::string name;
  std::vector<double> times, values;
  bool reduced = false;  // there are more rows than points
  bool found = false;
};

// Purpose:    a signal between two times, with one row before and behind.
// Ensures:    all rows if these are at most 2 · points; otherwise of each of `points` equal parts
// of
//             the time the first, smallest, largest and last one, in their order: peaks survive,
//             and values and times are always those of rows.
// Complexity: linear in the rows between.
Curve curveOf(const results::Trajectory& trajectory, const std::string& name, double from,
              double to, size_t points);

}  // namespace formola::studio

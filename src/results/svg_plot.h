// Curves over time as a picture.
#pragma once

#include <string>
#include <vector>

#include "results/trajectory.h"

namespace formola::results {

struct SvgPlot {
  std::string picture;  // a file of its own
  std::string problem;  // why there is none
};

// Purpose:    draws signals over time: axes with round numbers, a legend, a line at zero. Gaps
// stand
//             where a value is not finite, vertical lines where it jumps at an event.
// Ensures:    deterministic; points that fall on the same place of the picture are drawn once.
// Complexity: linear in the number of rows and of signals.
SvgPlot plotSvg(const Trajectory& trajectory, const std::string& title,
                const std::vector<std::string>& names);

// Round numbers at equal distances (1, 2 or 5 times a power of ten), at most `most` of them, which
// lie in [low, high]. Requires: low < high, most >= 2.
std::vector<double> roundTicks(double low, double high, int most);

}  // namespace formola::results

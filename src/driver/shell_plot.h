// Curves over time as a picture.
#pragma once

#include <string>
#include <vector>

#include "results/trajectory.h"

namespace formola {

// An SVG with the named variables over time; `problem` says what is wrong, else it stays empty.
std::string plotSvg(const results::Trajectory& trajectory, const std::vector<std::string>& names,
                    std::string& problem);

}  // namespace formola

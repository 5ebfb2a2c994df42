// Text of numbers as Modelica writes them.
#pragma once

#include <string>

namespace formola {

// The shortest text that reads back as the same double, and looks like a Real: "1.0", "1e-6".
std::string realText(double value);

}  // namespace formola

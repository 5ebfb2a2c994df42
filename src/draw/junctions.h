// Dots where lines of one set of connections branch.
#pragma once

#include <vector>

#include "draw/picture.h"

namespace formola::draw {

// Purpose:    the points at which lines that belong together leave in three or more directions.
// Ensures:    no dot where lines only cross, nor where a line begins or ends at a connector that is
//             its own end. Pale connections do not count.
// Complexity: for each set of connections, its corners times its pieces.
std::vector<Junction> findJunctions(const std::vector<ConnectionPicture>& connections);

}  // namespace formola::draw

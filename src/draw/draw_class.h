// The picture of a class.
#pragma once

#include <map>
#include <string>

#include "draw/picture.h"

namespace formola {
class Sema;
struct Instance;
}  // namespace formola

namespace formola::draw {

// Purpose:    the icon or diagram layer of a class with its bases, components and connections.
// Requires:   a class found by Sema::findClass; any kind, partial ones too.
// Ensures:    what is wrong in the model does not matter here as long as it can be drawn. A
//             component whose class is not found is drawn as an empty box, and reported. Components
//             of a diagram without a placement are placed, connections without a line are routed.
// Reference:  Modelica 3.6, section 18.6.
// `moment`: values of variables at some time, by their names in results; DynamicSelect shows them.
using Moment = std::map<std::string, double>;
Picture drawClass(Sema& sema, Instance* classInstance, Layer layer, const Moment& moment = {});

}  // namespace formola::draw

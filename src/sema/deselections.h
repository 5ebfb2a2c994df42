// What an extends clause leaves out of its base: extends B(break x, break connect(a, b)).
#pragma once

#include "sema/instance.h"

namespace formola {

// Specification 3.6, 7.4. The component of the base is left out, and connections with it.
bool leavesOut(const ast::Modification* ofExtends, Symbol component);

// A connection in part `part` of the layout is left out by an extends clause on the way to it, with
// a component or by itself.
bool isLeftOut(const Layout& layout, uint32_t part, const ast::ConnectEquation& connection);

// Whether a connection of the base is meant by "break connect(a, b)".
bool hasConnection(const Layout& base, const ast::ConnectEquation& wanted);

}  // namespace formola

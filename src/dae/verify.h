// Checks the invariants of a flat DAE.
#pragma once

#include <string>
#include <vector>

#include "dae/dae.h"

namespace formola {

enum class DaeForm : uint8_t {
  Arrays,  // as flatten makes it
  Scalar,  // as scalarize leaves it
};

// Purpose:    finds our own bugs early: a pass that leaves an inconsistent DAE is named by the
//             driver.
// Ensures:    one text per problem (at most 50), none for a sound DAE. Checked are: ids in range;
//             the number of operands and their types against that of the result; variables and
//             locals referred to with their own type; locals only in functions, iterators only
//             where something binds them; no omitted expression where a value is needed; the slots
//             that each kind of equation and statement needs. In the scalar form also: variables
//             and equalities are scalar, and no expression of an equation is an array, except as
//             the base of a subscript, in or from a call, or as the conditions of a when-branch.
// Complexity: linear in the size of the DAE.
std::vector<std::string> verify(const Dae& dae, DaeForm form = DaeForm::Arrays);

}  // namespace formola

// Values of a result in the instance tree of a model.
#pragma once

#include "draw/draw_class.h"

namespace formola::draw {

// Purpose:    gives the variables of an instantiated model the values that they had at some time,
//             so that expressions in annotations can be evaluated with them.
// Ensures:    names that the model does not have are passed over; an array has a value if each of
//             its elements has.
void takeMoment(Sema& sema, Instance* model, const Moment& moment);

}  // namespace formola::draw

// The instants of the time events of a model, one by one.
#pragma once

#include <vector>

#include "runtime/model_abi.h"

namespace formola::interp {

// Purpose:  of each time event its instant, and the limit beyond which it is still to come
//           (TimeEvent), at the values that the instance has. FmlModel::nextTimeEvent is the least
//           of those that are.
// Requires: an instance of a HostedModel.
// Ensures:  false: they cannot be evaluated.
bool instants(FmlData* d, std::vector<double>& pairs);

}  // namespace formola::interp

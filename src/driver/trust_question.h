// Asks the user on a terminal whether something foreign may happen.
#pragma once

#include "compiler/trust.h"

namespace formola {

// Somebody is there to be asked.
bool canAsk();
// Shows what would happen and on whose behalf; "always" is kept in the trust file.
TrustAnswer askOnTerminal(const TrustQuestion& question);

}  // namespace formola

// Equations such as a = b, a = -b, a = 3 and what follows from them.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    removes equations that only say that two variables are equal up to their sign, or
//             that one has a constant value; most equations of a connected model are of this kind.
// Requires:   lowerEvents; derivatives are still der(x).
// Ensures:    an eliminated variable has the role Alias and an entry in `aliases` (it is still in
//             the results), or the role Parameter and a literal binding. Of each set the variable
//             that stays is a parameter or input if there is one, else the best state: fixed start
//             value, then stateSelect, then der() used, then start value given, then a public one,
//             then the one declared first. It takes over fixed, nominal, min and max that it lacks,
//             the start value that counts most (the fixed one, else by Confidence; those that are
//             not used are kept in `unusedStarts`), and the strongest stateSelect given. Two
//             different constant values for one variable are reported. Equations that repeat what
//             is known already stay, so that sorting explains them.
// Complexity: near-linear (union-find) for each round; a few rounds, since a = 0 may turn a + b + c
//             = 0 into an alias.
// Reference:  Elmqvist: A Structured Model Language for Large Continuous Systems (1978), ch. 6;
//             Tarjan, "Efficiency of a good but not linear set union algorithm", J. ACM 22 (1975).
StructuredDae eliminateAliases(StructuredDae model, const StructureOptions& options,
                               Diagnostics& diagnostics);

}  // namespace formola

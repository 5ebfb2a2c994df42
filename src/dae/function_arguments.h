// Functions as arguments of functions -> functions of their own.
#pragma once

#include "dae/dae.h"

namespace formola {

// Purpose:    a function f(g, x) that gets a function g is called for some g that are known when it
//             is translated: each of them gives a copy of f without that input, in which g is
//             called by its name. What is bound in function g(a = ...) becomes inputs of the copy.
// Ensures:    no call passes a function but those that stay as they were: of external functions,
//             and where what is bound is a function again. Copies have the vendor annotation
//             __Formola_functionArguments = true: the derivatives of what iterates on another
//             function are not those of its statements.
// Complexity: linear in the model and in the copies; one copy for each f with the same functions
//             and inputs bound.
// Reference:  Reynolds, "Definitional interpreters for higher-order programming languages" (1972);
//             with specialised copies in the place of tags.
void resolveFunctionArguments(Dae& dae);

// True for the copies.
bool hadFunctionArguments(const Function& function);

}  // namespace formola

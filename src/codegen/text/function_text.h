// Functions of the model in C and in MATLAB.
#pragma once

#include <string>
#include <vector>

#include "codegen/text/called_functions.h"
#include "codegen/text/expr_text.h"

namespace formola::text {

// Purpose:    the functions that a program calls, and those that they call:
//             void function_k(double *out, const double *in), in MATLAB out = function_k(in), with
//             all scalars of the arguments and of the results one after the other, arrays by rows.
// Ensures:    every size is known at translation, so that nothing is allocated. A function that
//             fails (an assertion) gives results that are no numbers, since it may stand on a
//             branch that is not taken. Arrays of any size have those of the calls
//             (CalledFunction). What cannot be written is appended to `problems`: sizes that are
//             known when it runs only, strings, functions as arguments, external functions.
enum class FunctionLanguage : uint8_t { C, Matlab };

// `call` gives the name of a function and notes that it is called; `called` is the list of these,
// which grows while functions are written.
std::string writeFunctions(const Schedule& schedule, FunctionLanguage language,
                           const CallFunction& call, const CalledFunctions& called, bool tables,
                           std::vector<Problem>& problems);

}  // namespace formola::text

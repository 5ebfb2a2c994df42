// Functions of the model in C and in MATLAB.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/text/c_dialect.h"
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
//             known when it runs only, functions as arguments; in MATLAB strings and external
//             functions.
enum class FunctionLanguage : uint8_t { C, Matlab };

// An external function that the program calls through a function of this name, which returns 0, or
// 1 if the external function has reported an error (src/fmi/external_code.h); its result, if there
// is one, is the first argument.
struct LinkedFunction {
  FunctionId id;
  std::string name;
  std::string result;                  // "double", "int", "const char *", "void *"; "": none
  std::vector<std::string> arguments;  // their types
};

// What functions of C programs may use beside their arguments.
struct FunctionSurroundings {
  bool model = false;  // they get the model, their first argument then
  bool tables = false, objects = false;
  std::shared_ptr<UsedTexts> texts;
  std::string prefix;                             // of the names of linked functions
  std::vector<LinkedFunction>* linked = nullptr;  // null: external functions are called as they are
};

// `call` gives the name of a function and notes that it is called; `called` is the list of these,
// which grows while functions are written.
std::string writeFunctions(const Schedule& schedule, FunctionLanguage language,
                           const CallFunction& call, const CalledFunctions& called,
                           const FunctionSurroundings& around, std::vector<Problem>& problems);

}  // namespace formola::text

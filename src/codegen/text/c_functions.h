// Functions of the model in C.
#pragma once

#include <string>
#include <vector>

#include "codegen/text/c_dialect.h"

namespace formola::text {

// Purpose:    the functions that a program calls, and those that they call:
//             void function_k(double *out, const double *in) with all scalars of the arguments and
//             of the results one after the other, arrays by rows.
// Ensures:    every size is known at translation, so that nothing is allocated. A function that
//             fails (an assertion) gives results that are no numbers, since it may stand on a
//             branch that is not taken. What cannot be written is appended to `problems`: sizes
//             that depend on the call, strings, functions as arguments, external functions.
class CFunctions {
 public:
  CFunctions(const Schedule& schedule, const CDialect& dialect)
      : schedule_(schedule), dialect_(dialect) {}
  std::string write(std::vector<Problem>& problems);

 private:
  const Schedule& schedule_;
  const CDialect& dialect_;
};

}  // namespace formola::text

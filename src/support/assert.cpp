#include "support/assert.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/internal_error.h"

namespace formola {

void internalError(const std::string& what) {
  std::fprintf(
      stderr,
      "formola: internal error: %s\n"
      "This is a bug in Formola, not in your model. Please report it together with the model.\n",
      what.c_str());
  std::abort();
}

void assertionFailed(const char* condition, const char* file, int line) {
  internalError(std::string(condition) + " does not hold (" + file + ":" + std::to_string(line) +
                ")");
}

}  // namespace formola

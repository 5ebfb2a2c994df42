#include "support/assert.h"

#include <cstdio>
#include <cstdlib>

namespace formola {

void assertionFailed(const char* condition, const char* file, int line) {
  std::fprintf(
      stderr,
      "formola: internal error: %s does not hold (%s:%d)\n"
      "This is a bug in Formola, not in your model. Please report it together with the model.\n",
      condition, file, line);
  std::abort();
}

}  // namespace formola

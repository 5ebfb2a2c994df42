// The program: the command line of the driver.
#include <cstdio>
#include <new>

#include "driver/run_command.h"
#include "support/large_stack.h"

int main(int argc, char** argv) {
  formola::Options options;
  if (auto status = formola::parseOptions(argc, argv, options)) return *status;
  int status = formola::kSimulationFailed;
  try {
    formola::onLargeStack([&] { status = formola::runCommand(options); });
  } catch (const std::bad_alloc&) {
    std::fputs(
        "formola: there is not enough memory. Methods inline:* need less than ida and cvode where "
        "the Jacobian is dense; a smaller model, or fewer results (--filter), need less too\n",
        stderr);
  }
  return status;
}

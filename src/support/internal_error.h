// The end of the program for a reason that only Formola itself can have.
#pragma once

#include <string>
#include <string_view>

namespace formola {

// Says what is wrong, as the text of a verifier, and that it is no fault of the model.
[[noreturn]] void internalError(const std::string& what);
// The same if the text of a verifier isn't empty; `pass` is the one after which it looked.
inline void expectVerified(std::string_view pass, const std::string& violated) {
  if (!violated.empty()) internalError("after the pass " + std::string(pass) + ": " + violated);
}

}  // namespace formola

// The arguments of the functions and operators that the language itself has.
#pragma once

#include <string_view>
#include <vector>

#include "lsp/describe.h"

namespace formola::lsp {

// Of all of them, sorted by name; the label is "atan2(y, x)".
const std::vector<Signature>& operatorSignatures();
// Without parameters: there is no such one, or it has none.
Signature signatureOfOperator(std::string_view name);

}  // namespace formola::lsp

// Reading annotations: the argument of a name, literal values, vendor-specific arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/interner.h"
#include "syntax/ast.h"

namespace formola {

// The argument `name = ...` or `name(...)`; null if there is none. `modification` may be null.
const ast::Argument* findArgument(const ast::Modification* modification, const Interner& names,
                                  std::string_view name);

// The literal given as `name = true` or `name = 3`; nothing if it is absent or no such literal.
std::optional<bool> booleanArgument(const ast::Modification* modification, const Interner& names,
                                    std::string_view name);
std::optional<int64_t> integerArgument(const ast::Modification* modification, const Interner& names,
                                       std::string_view name);

// The strings of `name = "a"` or `name = {"a", "b"}` are appended to `to`.
void appendStrings(const ast::Modification* modification, const Interner& names,
                   std::string_view name, std::vector<std::string>& to);

// All arguments whose name begins with "__" (spec 18.1), as text separated by ", ".
std::string vendorArguments(const ast::Modification* modification, const Interner& names);

}  // namespace formola

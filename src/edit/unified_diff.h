// What two texts differ in, line by line, as `diff -u` writes it.
#pragma once

#include <string>
#include <string_view>

namespace formola::edit {

// Purpose:    hunks with three lines around each change, for people and for `patch`.
// Ensures:    "" if the texts are equal. Applied to the old text it gives the new one.
// Complexity: lines times the number of changed ones; where very many changed, hunks are not the
//             smallest.
std::string unifiedDiff(std::string_view oldName, std::string_view oldText,
                        std::string_view newName, std::string_view newText);

}  // namespace formola::edit

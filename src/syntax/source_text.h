// What a source file must be before anything reads it: UTF-8 text of a size that offsets can hold.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/syntax_errors.h"

namespace formola::syntax {

// The length of the well-formed UTF-8 sequence at `p` (RFC 3629: no overlong forms, no surrogates),
// or 0.
uint32_t utf8Length(const char* p, const char* end);

// Purpose:    reports a file that is too large, binary, or not UTF-8. Used by both notations.
// Ensures:    false: the text is not to be read at all. `badUtf8`: it is text, but some bytes are
// not
//             UTF-8 (reported once).
// Complexity: linear; eight ASCII bytes at a time.
bool checkSourceText(std::string_view text, SyntaxErrors& errors, bool& badUtf8);

}  // namespace formola::syntax

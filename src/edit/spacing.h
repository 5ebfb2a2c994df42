// Blanks between two tokens of one line.
#pragma once

#include "edit/tokens.h"

namespace formola::edit {

// What surrounds the two tokens.
struct SpacingContext {
  syntax::Tok bracket = syntax::Tok::EndOfFile;  // the innermost open one before the second token
  bool unary = false;                            // the first token is a sign
};

// Whether a blank stands between tokens i-1 and i. Where both ways are common it is as the author
// chose; around an operator a blank stands on both sides or on none.
bool wantsBlank(const TokenList& tokens, size_t i, const SpacingContext& context);

// Whether the operator + - .+ .- at token i is a sign rather than between two operands.
bool isSign(const TokenList& tokens, size_t i);

}  // namespace formola::edit

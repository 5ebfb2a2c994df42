// FORMOLA_ASSERT: a violated invariant is our own bug, never the user's; it is checked in every
// build.
#pragma once

namespace formola {
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line);
}

#define FORMOLA_ASSERT(condition) \
  ((condition) ? (void)0 : ::formola::assertionFailed(#condition, __FILE__, __LINE__))

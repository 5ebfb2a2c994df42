// The headers of src/cc/include, embedded as they stand.
#pragma once

#include <string_view>

namespace formola::cc {

extern const std::string_view kHeaderMath, kHeaderStdarg, kHeaderStdbool, kHeaderStddef,
    kHeaderStdint, kHeaderStdio, kHeaderStdlib, kHeaderString;

}  // namespace formola::cc

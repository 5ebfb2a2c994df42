// C text behind the functions of imported blocks, embedded from src/fmu/c as it stands.
#pragma once

#include <string_view>

namespace formola::fmu {

extern const std::string_view kTextFmuBlock;

}  // namespace formola::fmu

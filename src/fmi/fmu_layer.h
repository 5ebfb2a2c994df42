// C text of the Functional Mock-up Interface, embedded from src/fmi/c as it stands.
#pragma once

#include <string_view>

namespace formola::fmi {

extern const std::string_view kLayerFmu, kLayerDerivatives, kLayerFmi2, kLayerFmi3, kLayerExternal,
    kLayerLICENSE;

}  // namespace formola::fmi

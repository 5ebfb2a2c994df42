#include "codegen/text/targets.h"

namespace formola::text {

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = {
      {"c", translateToC, "c"},
  };
  return kTargets;
}

}  // namespace formola::text

#include "codegen/text/targets.h"

namespace formola::text {

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = {
      {"acsl", translateToAcsl, "csl"},       {"simnon", translateToSimnon, "t"},
      {"desire", translateToDesire, "src"},   {"dsblock", translateToDsblock, "c"},
      {"fortran", translateToFortran, "f90"}, {"matlab", translateToMatlab, "m"},
      {"simulink", translateToSimulink, "m"}, {"c", translateToC, "c"},
  };
  return kTargets;
}

}  // namespace formola::text

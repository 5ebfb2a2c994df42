// A model as an FMU: one archive with its description, its code and, if wanted, its sources.
#pragma once

#include <string>
#include <vector>

#include "codegen/text/targets.h"
#include "evaluate/effects.h"
#include "fmi/model_description.h"
#include "schedule/schedule.h"

namespace formola::fmi {

struct FmuResult {
  std::vector<text::Problem> problems;  // what the model uses that an FMU cannot do
  std::vector<EffectRefusal> refusals;  // external functions whose code is not trusted
  std::string error;                    // the compiler's words, or why nothing could be written
  bool ok() const { return problems.empty() && refusals.empty() && error.empty(); }
};

// Purpose:    writes the FMU to `path`.
// Requires:   buildSchedule without errors, with the formula of target.formula inlined if that is
//             an inlined one; target.step is 0 where the step of co-simulation follows the
//             tolerance, which only inline:sdirk4 can do.
// Ensures:    nothing is written unless ok(). The code is made by LLVM (native_binary.h), or by the
//             C compiler ($CC or cc) where options.maker or external functions want it; it needs
//             the C library alone, and has no variables outside of instances. External functions
//             are linked into it if their code is trusted; then it needs what they need. The same
//             model gives the same archive.
// Complexity: that of text::translateToC and of DependencySets.
FmuResult writeFmu(Schedule schedule, text::TargetOptions target, FmuOptions options,
                   const std::string& path);

}  // namespace formola::fmi

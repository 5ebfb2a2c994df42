// What a back end with native code compiles: register code, and the places in the compiled model
// that call it.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/host/hosted_model.h"

namespace formola::lowered {

// The code of one model. Pointers live as long as the HostedModel; a code may be empty.
struct Programs {
  struct Block {
    const Code* residual;
    const Code* matrix;
    const Code* rhs;       // linear blocks only
    const Code* formulas;  // linear blocks only
  };
  struct Mixed {
    const Code* continuous;
    const Code* modes;
  };
  const Code* initial;
  const Code* derivatives;
  const Code* outputs;
  const Code* event;
  const Code* crossings;
  const Code* inlineStep;    // of inlineForm
  const Code* implicitStep;  // of inlineForm, may be empty
  const Code* partials;      // of tangent
  std::vector<Block> linear, nonlinear;
  std::vector<Mixed> mixed;
  const CompiledFunctions* functions;
  // Function pointers in these may be replaced before the first instance is made.
  FmlModel* model;
  FmlInlineForm* inlineForm;  // may be null
  FmlTangent* tangent;        // may be null
  FmlLinearBlock* linearBlocks;
  FmlNonlinearBlock* nonlinearBlocks;
  FmlMixedBlock* mixedBlocks;
};

Programs programsOf(HostedModel& model);

}  // namespace formola::lowered

// What a back end with native code needs of the interpreter: its register code, the places in the
// compiled model that call it, and the services for what stays interpreted.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/interp/interp.h"
#include "codegen/lower/bytecode.h"
#include "codegen/lower/compiled_functions.h"
#include "runtime/model_abi.h"

namespace formola::interp {

// The code of one model. Pointers live as long as the InterpretedModel; a code may be empty.
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

Programs programsOf(InterpretedModel& model);

// The registers of a code in the work area of an instance; native code keeps there what outlives a
// chunk and the arguments of user functions.
double* registersOf(FmlData* d, const Code* code);
// Op::Call (where there is no compiled function, or it failed), Op::Extract, Op::Act and the
// failure of Op::Pick. Requires registersOf before.
FmlStatus callFunctionAt(FmlData* d, const Code* code, uint32_t call);
double extractAt(FmlData* d, const Code* code, uint32_t extraction);
FmlStatus actAt(FmlData* d, uint32_t action, double value);
FmlStatus indexOutside(FmlData* d, double at, uint32_t count);

}  // namespace formola::interp

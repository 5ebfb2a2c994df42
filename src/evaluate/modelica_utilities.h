// The functions that Modelica offers to external C functions: ModelicaError, ModelicaMessage,
// ModelicaAllocateString and their relatives (Modelica 3.6, section 12.9.6).
#pragma once

#include <csetjmp>
#include <string>

#include "evaluate/effects.h"

namespace formola {

// The surroundings of one external call, innermost first; ModelicaError returns to it.
struct ExternalCallScope {
  explicit ExternalCallScope(EffectGate* listener);
  ~ExternalCallScope();
  ExternalCallScope(const ExternalCallScope&) = delete;
  ExternalCallScope& operator=(const ExternalCallScope&) = delete;

  EffectGate* const gate;  // hears what the function says; may be null
  std::jmp_buf back;
  char* error = nullptr;  // the text of ModelicaError; from malloc
  struct Block;           // memory that ModelicaAllocateString gave
  Block* blocks = nullptr;
  ExternalCallScope* outer = nullptr;
};

}  // namespace formola

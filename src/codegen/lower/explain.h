// Why a result is no finite number: the operation, its equation and the values in it.
#pragma once

#include <span>
#include <string>

#include "codegen/lower/bytecode.h"
#include "schedule/schedule.h"

namespace formola::lowered {

struct ExplainContext {
  const Schedule& schedule;
  const SourceManager* sources;  // may be null
};

// Purpose: "sqrt(-1) in y = sqrt(x) (file.mo:7, in a.b), where x = -1" if the result of an
//          instruction that was just executed is not finite though its operands are; else "".
// Requires: the registers of the code and the variables v as they are after the instruction.
std::string explainOperation(const Code& code, uint32_t instruction, const double* registers,
                             const double* v, const ExplainContext& context);

// "x = 1, y = 2" for the first variables of some expressions.
std::string valuesText(std::span<const ExprId> expressions, const double* v,
                       const Schedule& schedule);

// "file.mo:7:3, in component a.b"; "" where nothing is known.
std::string placeText(const Provenance& origin, const ExplainContext& context);

}  // namespace formola::lowered

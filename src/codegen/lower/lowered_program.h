// The lowered program: register code for everything that a schedule does, with its tables. It owns
// nothing of any back end; the interpreter and LLVM are siblings over it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/lower/bytecode.h"
#include "codegen/lower/compiled_functions.h"
#include "codegen/lower/texts.h"
#include "diag/diag.h"
#include "runtime/model_abi.h"
#include "schedule/schedule.h"

namespace formola::lowered {

// The sparse pattern of a matrix and the storage behind it.
struct Pattern {
  std::vector<int32_t> colStart, rows, groups;
  FmlPattern view() const {
    return {colStart.data(), rows.data(),
            nullptr,         0,
            groups.data(),   static_cast<int32_t>(groups.size())};
  }
};

// The code and tables of one linear or nonlinear block.
struct BlockCode {
  std::vector<int32_t> unknowns, watched, inner;
  Pattern pattern;
  Code residual, matrix, rhs, formulas;
};

struct MixedCode {
  std::vector<int32_t> relations, discrete;
  Code continuous, modes;
};

struct TangentCode {
  std::vector<FmlTangentOperation> operations;
  std::vector<FmlTangentTerm> terms;
  std::vector<double> literals;
  Code constants, partials;
};

// FmlTrace.
struct TraceCode {
  int32_t relation = -1;
  bool decides = false;
  std::vector<FmlTraceOperation> operations;
};

struct StateSetCode {
  std::vector<int32_t> candidates, states, selection, rows, columns;
  Code jacobian;
};

struct LoweredProgram {
  Schedule schedule;

  Code parameters, samples, initial, guesses, startActions, derivatives, outputs, event, crossings,
      instants, delays, transported, profiles, inlineStep, implicitStep;
  uint32_t profileSize = 0;  // numbers of all initial profiles
  std::vector<BlockCode> linear, nonlinear;
  std::vector<MixedCode> mixed;
  std::vector<StateSetCode> sets;
  TangentCode tangent;
  std::vector<TraceCode> traces, sources;
  uint32_t codes = 0;  // how many there are; each has a number below it

  std::vector<double> start, nominal, min, max;  // by place
  std::vector<std::string> variableText, relationText;
  Texts texts;  // that occur in the model
  bool usesHomotopy = false;

  bool compileFunctions = true;
  std::unique_ptr<CompiledFunctions> functions;  // of schedule.model.dae
  std::vector<FunctionId> calledFunctions;
};

// Purpose:    lowers the programs of a schedule to register code.
// Ensures:    expressions that cannot be evaluated are reported; the program is then of no use.
//             compileFunctions: user functions become register code too where that is possible,
//             else all of them are left to the reference interpreter (evaluate/evaluate.h). The
//             program stays where it is, since parts of it know each other.
// Complexity: linear in the size of the expressions.
std::unique_ptr<LoweredProgram> lowerProgram(Schedule schedule, Diagnostics& diagnostics,
                                             bool compileFunctions = true);

}  // namespace formola::lowered

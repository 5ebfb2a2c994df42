// The ordered program of a model: what to compute in which order for parameters, initialisation,
// continuous steps and events.
//
// Code generators read this and nothing else of the compiler. Places of variables, relations and
// blocks are those of runtime/model_abi.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "schedule/state_tangent.h"
#include "structure/structured_dae.h"
#include "structure/systems/initial_system.h"
#include "structure/systems/inline_integration.h"

namespace formola {

// Where the value of a variable is kept.
struct Slot {
  int32_t index = -1;  // into v, a String as a number of its text; -1: not kept (external objects)
  bool negated = false;  // the value is -v[index]
};

enum class StepKind : uint8_t {
  Assign,     // variable := value
  Relations,  // relations get their values where relations are live
  Linear,     // solve linearBlocks[block]
  Nonlinear,  // solve nonlinearBlocks[block]
  Mixed,      // solve mixedBlocks[block]
  SetPre,     // pre(variable) := value; initialisation only
};

struct Step {
  StepKind kind = StepKind::Assign;
  bool discrete = false;  // at events and initialisation only
  uint32_t block = 0;
  VariableId variable;
  ExprId value;
  std::vector<uint32_t> relations;
  int equation = -1;  // index into StructuredDae::equations, -1 in initial programs
};

struct MatrixEntry {
  int32_t row;
  int32_t column;
  ExprId value;
};

enum class MatrixChange : uint8_t { Varies, AtEvent, Constant };

// A u = b. Either matrix and right-hand side are symbolic, or (no symbolic form found) residuals
// r = A u - b follow from inner assignments.
struct LinearBlock {
  std::vector<VariableId> unknowns;
  size_t sizeBeforeTearing = 0;
  bool symbolic = false;
  std::vector<MatrixEntry> matrix;   // by column, rows ascending
  std::vector<int32_t> sweepGroups;  // of Block
  std::vector<ExprId> rhs;
  MatrixChange change = MatrixChange::Varies;
  // The first unknowns by formulas, tried first; they hold where all guards are positive. May be
  // empty. The other unknowns then follow by assignments in `after`.
  std::vector<ExprId> formulas, guards;
  // A u - b, which need the inner assignments before. Symbolic: these are in `after`; a program has
  // those that it needs behind the block.
  std::vector<ExprId> residuals;
  std::vector<Step> inner;  // not symbolic
  std::vector<Step> after;  // symbolic
  std::vector<Provenance> equations;
};

// r(u) = 0 after the inner steps.
struct NonlinearBlock {
  std::vector<VariableId> unknowns;
  size_t sizeBeforeTearing = 0;
  std::vector<Step> inner;
  std::vector<ExprId> residuals;
  std::vector<MatrixEntry> jacobian;  // by column, rows ascending
  std::vector<int32_t> sweepGroups;   // of Block
  bool hasJacobian = false;
  bool besideSteps = false;  // steps of the integration do not need the unknowns, nor give them
  int32_t whole = -1;        // of an initial system that is torn: its form in Schedule::wholeBlocks
  std::vector<Provenance> equations;
};

// Discrete unknowns and relations inside a loop.
struct MixedBlock {
  std::vector<uint32_t> relations;
  std::vector<VariableId> discrete;
  std::vector<Step> continuous;
  std::vector<Step> modes;
};

// sample(start, interval)
struct SampleClock {
  ExprId expression;
  ExprId start, interval;
};

struct DelayBuffer {
  ExprId expression;  // delay(value, time[, maximum])
  ExprId value, delayTime, maximum;
  std::vector<ExprId> atStages;  // at the stages of an inlined formula
};

// A call of spatialDistribution; Builtin::Transported names it by `profile`.
struct Transport {
  int64_t profile = 0;
  ExprId in0, in1, x, positiveVelocity;
  std::vector<ExprId> points, values;
};

// One step of the inlined integration formula: x, der(x) and what they and the zero crossings need
// at the end of the step, from the step size and old(x).
struct InlineProgram {
  std::vector<Step> steps;
  VariableId step;
  std::vector<VariableId> old;                               // by state, in the order of the slots
  std::vector<std::vector<VariableId>> stages, derivatives;  // by stage, then by state
  std::vector<std::vector<VariableId>> slopes;  // der(X), or what is equal to it in the formulas
  // Unknowns that are iterated and neither states nor derivatives: worth to be predicted.
  std::vector<VariableId> iterated;
  std::vector<VariableId> origins;  // of these: the model's variables that they are at some stage
  // States with x = old(x) by their numbers. The second program has none of these: it starts the
  // formula and goes on where the explicit one would need too small steps.
  std::vector<int32_t> explicitStates;
  std::vector<Step> implicitSteps;
  // Continuous inputs, and their values by stage but the last; nodes of the stages.
  std::vector<VariableId> inputs;
  std::vector<std::vector<VariableId>> stageInputs;
  std::vector<double> nodes;
  // What only the end of a step gives, and is interpolated between: `held` is then `source`.
  std::vector<HeldVariable> held;
};

struct Schedule {
  StructuredDae model;
  IdVector<VariableId, Slot> slots;
  int32_t nVariables = 0, nStates = 0, discreteBegin = 0, parameterBegin = 0;
  std::vector<VariableId> owner;  // slot -> variable
  // False for what has no slot, and for a String.
  bool isNumber(VariableId id) const {
    return slots[id].index >= 0 &&
           model.pool().types[model.dae.variables[id].type].base != BaseType::String;
  }

  std::vector<LinearBlock> linearBlocks;
  std::vector<NonlinearBlock> nonlinearBlocks;
  // The same systems of the initial one with nothing torn, so that each unknown has its own start
  // value: for where the torn form leads nowhere. No program has them.
  std::vector<NonlinearBlock> wholeBlocks;
  // By the numbers of model_abi.h: first the nonlinear blocks, then the whole ones.
  const NonlinearBlock& nonlinearBlock(size_t i) const {
    return i < nonlinearBlocks.size() ? nonlinearBlocks[i]
                                      : wholeBlocks[i - nonlinearBlocks.size()];
  }
  std::vector<MixedBlock> mixedBlocks;
  std::vector<SampleClock> samples;
  std::vector<DelayBuffer> delays;
  std::vector<Transport> transports;  // ascending by profile

  std::vector<Step> parameters;   // bound parameters, then start values, in order
  std::vector<Step> initial;      // the initial system
  std::vector<Step> guesses;      // InitialSystem::guesses
  std::vector<Step> derivatives;  // what der(x) and the zero crossings need
  std::vector<Step> outputs;      // the rest
  std::vector<Step> event;        // everything in order, with discrete steps
  std::optional<InlineProgram> inlined;
  uint32_t nStateRelations = 0;
  // Pattern of d der(x)/dx in compressed columns; empty: dense.
  std::vector<int32_t> jacobianColumns, jacobianRows;
  std::optional<StateTangent> tangent;  // buildStateTangent

  Slot slot(VariableId id) const { return slots[id]; }
};

// Simultaneous equations whose matrix has no sparse form; their memory grows with the square.
inline constexpr size_t kLargestDense = 20'000;
// Purpose:    refuses systems of more than `most` such equations, for which the memory of no
//             machine is enough.
// Complexity: linear in the number of blocks.
void checkDenseSystems(const Schedule& schedule, size_t most, Diagnostics& diagnostics);

// What is sorted beside the blocks of the model itself.
struct SolvedSystems {
  std::optional<InlinedSystem> inlined;      // the integration formula put in
  std::optional<InlinedSystem> allImplicit;  // the same without explicit states, if it has some
  InitialSystem initial;
};

// Purpose:    the programs of a model.
// Requires:   tearBlocks; inlineIntegration and buildInitialSystem on this very model.
// Ensures:    every unknown is computed in `event` once, and in `initial` once; continuous ones in
//             `derivatives`, if derivatives or zero crossings need them, or `outputs`. Jacobians of
//             nonlinear blocks are symbolic wherever all functions can be differentiated. Errors:
//             parameters in a cycle, discrete unknowns that cannot be solved for, systems that
//             are too large.
// Complexity: linear in the size of the equations, plus torn variables times inner equations of
//             each block for its Jacobian.
Schedule buildSchedule(StructuredDae model, const SolvedSystems& systems, Diagnostics& diagnostics);

// The inner assignments of symbolic linear blocks of `program` (`derivatives`, or an inlined step)
// that it does not run, since nothing in it needs them: who looks at such a block as a whole after
// it runs them first.
std::vector<Step> innerOutputs(const Schedule& schedule, const std::vector<Step>& program);

std::string print(const Schedule& schedule);

// The first violated invariant, or "" if there is none: what buildSchedule ensures, a variable is
// written once and before it is read, entries of matrices are in range and in order.
std::string verify(const Schedule& schedule);

}  // namespace formola

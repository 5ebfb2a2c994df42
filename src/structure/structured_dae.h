// The intermediate form of the structural passes: scalar equations with their roles, aliases,
// relations and blocks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "support/passes.h"

namespace formola {

enum class Role : uint8_t {
  Parameter,   // also constants, and variables that turned out to be constant
  Input,       // at the top level of the model: known
  State,       // chosen by state selection; a candidate before it
  Derivative,  // der(x) of a state
  Algebraic,   // any other continuous unknown
  Discrete,    // changes at events only
  Alias,       // see StructuredDae::aliases
  Integrator,  // given by the integrator: step size, old(x) and values at inner stages of the
               // inlined formula; which candidates of a StateSet are its states
};

struct VariableInfo {
  Role role = Role::Algebraic;
  VariableId derivative;  // x -> der(x), a variable of its own
  VariableId integral;    // der(x) -> x
};

// variable = of, or variable = -of.
struct Alias {
  VariableId variable;
  VariableId of;  // no alias itself
  bool negated = false;
};

// The start value of a variable that is not used, since one quantity has several: `of` is what
// stays of them.
struct UnusedStart {
  VariableId variable;
  ExprId start;  // as it was given
  Confidence given;
  bool fromOutside;
  VariableId of;
};

// The start value of a variable was given to another name of the same quantity.
struct StartSource {
  VariableId variable;
  VariableId from;
};

struct StructuredEquation {
  ExprId left;
  ExprId right;
  Provenance origin;
  VariableId
      target;  // valid: only this variable may be computed from it (when-clauses, algorithms)
  bool fromConnect = false;
  int derivative = -1;    // index of the equation differentiated once
  int derivativeOf = -1;  // and back
  // Hints of the founding papers (lowerHints): x of relax(x), and of residue(x).
  std::vector<ExprId> relaxed;
  ExprId residue;
};

enum class ActionKind : uint8_t { Assert, Terminate, Reinit, Call };

// What an equation section does beside determining unknowns.
struct Action {
  ActionKind kind = ActionKind::Assert;
  ExprId guard;          // Boolean; invalid: always. Reinit and Terminate act at events only,
                         // what depends on initial() once, when the initial system is solved
  ExprId value;          // Assert: the condition; Reinit: the new value; Call: the call
  ExprId message;        // Assert, Terminate
  VariableId state;      // Reinit
  bool negated = false;  // Reinit: the alias of a state with the opposite sign was meant
  AssertLevel level = AssertLevel::Error;
  Provenance origin;
};

// True if the action acts once, when the initial system is solved: its guard asks for initial(). A
// reinit() there is an initial equation instead.
bool countsAtStart(const Action& action, const ExprPool& pool);

// The Boolean of a when-condition; `edge(variable)` starts the when-clause.
struct WhenCondition {
  VariableId variable;
  bool initial = false;  // the condition is initial(): active during initialisation
};

enum class RelationKind : uint8_t {
  State,     // crosses zero along the solution
  Time,      // on time alone: changes at or right after an instant that is known
  Discrete,  // changes at events only
};

// A relation that is frozen between events; number k stands for k in Relation(k, relation).
struct RelationInfo {
  ExprId relation;  // a < b, a <= b, a > b or a >= b
  RelationKind kind = RelationKind::State;
  ExprId value;  // Time: the same as a comparison of the instant with `reached` or `passed`
  bool knownSlope = true;  // Time: whether it holds after or before the instant is known
};

// An event of relations and functions of time alone: at `instant` if that is beyond `limit`, which
// is `reached` where something changes at the instant and `passed` where it changes right after it.
struct TimeEvent {
  ExprId instant;
  ExprId limit;
};

enum class BlockKind : uint8_t { Assign, Linear, Nonlinear, Mixed };

// variable := value, from an equation solved for it.
struct Assignment {
  int equation = -1;
  VariableId variable;
  ExprId value;
};

// What a heuristic would tear a block to, told where it is asked for (StructureOptions).
struct TearingCandidate {
  std::string_view heuristic;  // "book", "extended", "global", "whole"
  bool anyEquation = false;    // states are not computed from their formulas alone
  size_t torn = 0;             // by itself
  double growth = 0;           // errors grow so many times, along its inner sequences
  size_t kept = 0;             // torn where errors may not grow more than `limit` times
  double limit = 0;
  double work = 0;  // operations for a solution, roughly, with `kept` torn variables
};

// Equations that are solved together.
struct Block {
  BlockKind kind = BlockKind::Nonlinear;
  std::vector<int> equations;
  std::vector<VariableId> unknowns;  // unknowns[i] was matched with equations[i]
  // After tearBlocks. Assign: the one assignment. Linear, Nonlinear: with the torn variables known
  // the inner ones follow one after the other; the residual equations determine the torn ones.
  // Linear without torn variables: the inner sequence is the whole solution (relaxBlocks).
  std::vector<Assignment> inner;
  std::vector<VariableId> torn;
  std::vector<int> residuals;
  // Linear: the inner sequence before more variables were torn so that the matrix of a numerical
  // solution is sparse (graph::limitFill). Empty: none were. It needs only the first torn
  // variables, so many.
  std::vector<Assignment> uncut;
  size_t beforeFill = 0;
  // Linear: the first torn variables by formulas, which hold where all guards are positive
  // (relaxBlocks). If these are not all, the others follow from them by afterFormulas.
  std::vector<ExprId> formulas;
  std::vector<ExprId> guards;
  // Mixed: the continuous part with the discrete unknowns and relations known; then what these are.
  // Nonlinear with linear parts: in place of `inner`, assignments and linear blocks one after the
  // other.
  std::vector<Block> parts;
  std::vector<Assignment> modes;
  std::vector<uint32_t> relations;  // numbers of the relations on the block's unknowns
  // Nonlinear, of an inlined system: inner variables that should be zero too; the residuals and
  // these are made small in the least-squares sense.
  std::vector<VariableId> constraints;
  std::vector<TearingCandidate> candidates;
  // Solved by sweeps (StructureOptions::relaxing): torn[k] from residuals[k], together in groups
  // that begin here. Nothing else is eliminated. Empty: not.
  std::vector<int32_t> sweepGroups;

  // Purpose: the inner variables, and torn ones without a formula, in order of evaluation.
  std::vector<Assignment> afterFormulas() const;
};

// States that may change with the solution: s = A u with candidates u that constraints g(u) = 0 tie
// together, and a selection A with one 1 in each row (docs/decisions/0005-dynamic-state-selection).
struct StateSet {
  std::vector<std::vector<VariableId>> candidates;  // u, der(u), ...: by order
  std::vector<std::vector<VariableId>> states;      // s, der(s), ...: by order
  std::vector<VariableId> selection;                // A, row by row
  std::vector<int> chosen;                          // by state: its candidate at the start
  // dg/du. Columns: the candidates, then variables that are no states in any case, then one for
  // each inner row, which gives it from columns before. The rows of the constraints come last.
  struct Entry {
    int row, column;
    ExprId value;
  };
  std::vector<Entry> jacobian;
  size_t forced = 0, inner = 0, constraints = 0;
};

// A state that follows an input, so that the integration formula gives the input's derivative
// (structure/index/input_differences.h); `slope` is held between the steps.
struct InputDifference {
  VariableId input, state, slope;
};

// A variable with the role Integrator that holds what another one was at the end of an inlined
// step.
struct HeldVariable {
  VariableId variable, source;
};

struct StructuredDae {
  Dae dae;  // variables, functions, experiment; equations and algorithms have moved to the lists
            // below
  IdVector<VariableId, VariableInfo> info;
  std::vector<StructuredEquation> equations;
  std::vector<StructuredEquation> initialEquations;
  std::vector<InputDifference> inputDifferences;
  std::vector<Action> actions;
  std::vector<WhenCondition> whens;
  std::vector<Alias> aliases;
  std::vector<UnusedStart> unusedStarts;  // of aliases; `of` may be an alias of a later round
  std::vector<StartSource> startSources;  // of later rounds last
  std::vector<RelationInfo> relations;    // State relations first
  std::vector<TimeEvent> timeEvents;      // each once
  std::vector<Block> blocks;              // in order of evaluation
  std::vector<VariableId> constraints;    // what the constraints of the model leave over
  std::vector<StateSet> stateSets;        // after reduceIndex
  // Parameters whose values the passes used, for attributes and the like. Of all others they took
  // at most the sign for granted: such a one may get another value without a new translation.
  std::vector<VariableId> usedValues;
  VariableId stepSize;  // of the inlined integration formula; invalid: not inlined

  // What it was made from, for statistics.
  size_t originalEquations = 0;
  size_t originalUnknowns = 0;
  size_t differentiatedEquations = 0;

  ExprPool& pool() const { return *dae.pool; }
  std::string_view name(VariableId id) const {
    return dae.pool->names.text(dae.variables[id].name);
  }
  ExprId ref(VariableId id) const { return dae.pool->variable(id, dae.variables[id].type); }
  // Adds a variable with its info.
  VariableId add(Variable variable, VariableInfo variableInfo);
  bool isReal(VariableId id) const {
    return dae.pool->types[dae.variables[id].type].base == BaseType::Real;
  }
  // Has a number or a text as its value; external objects have none.
  bool isKept(VariableId id) const;
  // Determined by the equations of the model.
  bool isUnknown(VariableId id) const {
    Role role = info[id].role;
    return role == Role::Algebraic || role == Role::Discrete || role == Role::Derivative;
  }
};

struct StructureOptions {
  // Optional passes that are left out. Without reduceIndex everything differentiated is a state,
  // and a model of higher index is left without blocks; without tearBlocks every block is solved as
  // a whole.
  PassSet off;
  bool hints = true;          // residue(x) and relax(x) are followed
  bool dynamicStates = true;  // states are chosen at run time where no choice holds for ever
  // Derivatives of inputs are differences that an inlined formula makes of their values.
  bool inputDifferences = false;
  bool candidates = false;  // blocks tell what the heuristics would tear (Block::candidates)
  bool relaxing = false;    // large blocks with relax(x) are left whole, to be solved by sweeps

  bool on(Pass pass) const { return !off.contains(pass); }
};

inline StructureOptions without(Pass pass) {
  StructureOptions options;
  options.off.add(pass);
  return options;
}

// Text for --dump-after: variables by role, aliases, equations, blocks.
std::string print(const StructuredDae& model);
// The same of a system of equations and its blocks alone.
std::string printSystem(const StructuredDae& model, std::span<const StructuredEquation> equations,
                        std::span<const Block> blocks);

// The first violated invariant, or "" if there is none: ids in range, chains of derivatives and of
// differentiated equations lead back, aliases end at a variable that is none, each unknown is in
// one block.
std::string verify(const StructuredDae& model);

}  // namespace formola

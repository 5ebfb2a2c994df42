// Inline integration: the integration formula becomes part of the equations before they are sorted.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// The formula to put in: at the stages i = 1..s, X_i = old(x) + h * sum_j A_ij der(X_j), at the
// times t - (1 - c_i) h where t is the end of the step. The last stage is the end of the step
// (c_s = 1), so that its variables are the model's own.
//
// One stage with A = 1 stands for all multistep formulas and for diagonally implicit Runge-Kutta
// methods, x = h der(x) + old(x): the integrator computes h and old(x) of the formula at hand.
struct InlineFormula {
  std::vector<double> nodes{1.0};
  std::vector<std::vector<double>> matrix{{1.0}};
  // With one stage: states that an explicit formula integrates, x = old(x). Known at once, they
  // split simultaneous equations.
  std::vector<VariableId> explicitStates;
  // Where the inlined system is singular the program goes without it, and nothing is reported.
  bool optional = false;
  // Inputs have values of their own at inner stages; otherwise those of the end of the step.
  bool stageInputs = false;
  size_t stages() const { return nodes.size(); }
};

// The discretised model.
struct InlinedSystem {
  VariableId step;                                           // h
  std::vector<VariableId> states;                            // x, in the order of the variables
  std::vector<VariableId> old;                               // old(x)
  std::vector<std::vector<VariableId>> stages, derivatives;  // X_i and der(X_i), by stage
  // What stands for der(X_i) in the formulas: itself, or a variable that is equal to it.
  std::vector<std::vector<VariableId>> slopes;
  std::vector<StructuredEquation> equations;
  std::vector<Block> blocks;  // of `equations`, in order of evaluation
  // Some der(x) follows from x only by a division by h: the model has an index above 1, and the
  // system cannot be solved for h = 0.
  bool stepInDenominator = false;
  std::vector<VariableId> explicitStates;
  // delay() at the stages and that of the model. A stage looks further back from the end of the
  // step; a number stands for what is delayed, whose past is known and no part of the system.
  struct StageDelay {
    ExprId atStage, ofModel;
  };
  std::vector<StageDelay> stageDelays;
  // By stage but the last: the model's variables and their copies there.
  struct StageCopy {
    VariableId copy, ofModel;
  };
  std::vector<StageCopy> stageCopies;
  // With InlineFormula::stageInputs: continuous inputs, and their values by stage but the last.
  std::vector<VariableId> inputs;
  std::vector<std::vector<VariableId>> stageInputs;
  std::vector<double> nodes;  // of the formula
  std::vector<HeldVariable> held;
};

// Purpose:    replicates the continuous equations for each stage, adds the formula for each state,
//             then sorts, solves and tears the whole as any other system. Relations and discrete
//             variables are known: they are frozen between events.
// Requires:   numberRelations. The model gets new variables with the role Integrator, whose names
//             begin with $; model.stepSize is set.
// Ensures:    rule (5) of the reference: x, der(x) and the algebraic variables are unknown. The
//             formula is used to compute x from der(x), never the other way round unless the
//             structure forces it. Errors: a singular system.
// Complexity: that of sortSystem and tearSystem for `stages` times the equations.
// Reference:  Elmqvist, Otter, Cellier: "Inline integration: a new mixed symbolic/numeric approach
//             for solving differential-algebraic equation systems", ESM 1995; Cellier and Kofman,
//             Continuous System Simulation (2006), 8.5 and 8.6.
// `shared`: another inlined system of this model, with one stage as this one; both have h and
// old(x) in common.
InlinedSystem inlineIntegration(StructuredDae& model, const InlineFormula& formula,
                                const StructureOptions& options, Diagnostics& diagnostics,
                                const InlinedSystem* shared = nullptr);

}  // namespace formola

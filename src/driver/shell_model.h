// What the commands of the shell do to a model, step by step (seed 001): equations as they are,
// trivial ones eliminated, constraints differentiated, causality assigned.
#pragma once

#include <string>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

struct ShellSettings {
  bool eliminate = false;         // a = b: one name for both
  bool solveLinearSyst = true;    // linear systems in closed form
  bool matrixExpr = false;        // else: their matrix and right-hand side
  bool subExpr = true;            // common subexpressions get names
  bool evaluateExpr = false;      // constants are inserted, surplus equations left out
  bool differentiated = false;    // command differentiate
  bool eliminatedBefore = false;  // Eliminate was on when it was given
  std::vector<std::string> states, known, unknown;  // command variable
};

// A model as far as the commands have brought it.
struct ShellView {
  StructuredDae model;
  bool partitioned = false;          // `assigned` is filled
  bool sorted = false;               // `blocks` of the model are filled and torn
  std::vector<VariableId> assigned;  // of each equation: what it is solved for; invalid: none
  std::vector<VariableId> unassigned;
  std::vector<int> constraints;       // equations without a variable
  std::vector<std::string> problems;  // names that are not variables of the model
};

// Purpose:    applies the settings to a flat model, and with `partition` assigns the causality.
// Requires:   a scalarized DAE.
// Ensures:    without `differentiated` every variable that appears differentiated is a known state,
//             as the papers assume, so that a constraint between states leaves a variable
//             unassigned.
// Complexity: that of the structural passes.
ShellView viewModel(const Dae& dae, const ShellSettings& settings, bool partition,
                    Diagnostics& diagnostics);

// The variable called `name`: "C1.u", "der(C1.u)" or, as the papers write it, "C1.deru".
VariableId findVariable(const StructuredDae& model, std::string_view name);

}  // namespace formola

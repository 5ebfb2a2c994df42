// Equations and unknowns that do not go together, in the user's terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// An over- or under-determined part of a system of equations.
struct UnmatchedPart {
  struct Row {
    ExprId left, right;     // invalid: there is more than a text can show
    std::string_view what;  // in the place of the text, "when-equation"
    SourceRange range;
    Symbol instance;
  };
  bool tooMany = false;
  std::vector<Row> equations;
  std::vector<VariableId> unknowns;
};

// "3 equations for only 2 unknowns (x, y)", "no equation determines x"; long lists end with a
// count.
std::string countsOf(const UnmatchedPart& part, const Dae& dae);

// Purpose: notes of the diagnostic: each equation with its text, source line and instance, up to a
//          dozen; long ones are shown by their line alone.
// Ensures: returns the number of notes.
int noteEquations(const UnmatchedPart& part, const Dae& dae, Diagnostic& diagnostic);

// The same for the unknowns.
int noteUnknowns(const UnmatchedPart& part, const Dae& dae, Diagnostic& diagnostic);

}  // namespace formola

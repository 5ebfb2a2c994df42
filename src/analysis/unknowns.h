// The parameters that a fit or an optimisation is over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/translated_model.h"

namespace formola::analysis {

// Bounds that are not given are those of the model, the attributes min and max.
struct Unknown {
  std::string name;
  std::optional<double> lower, upper;
};

// Purpose: name, or name=low:high, where either bound may be left out.
// Ensures: nothing, and `problem` says why: syntax, bounds in the wrong order.
std::optional<Unknown> parseUnknown(const std::string& text, std::string& problem);

// The unknowns in a model.
struct Unknowns {
  std::vector<std::string> names;
  std::vector<VariableId> ids;
  std::vector<double> start, lower, upper;
  std::vector<double> sizes;  // what counts as large, positive

  size_t size() const { return ids.size(); }
  // Values of a run with p for the unknowns.
  RunValues valuesAt(const RunValues& others, const std::vector<double>& p) const;
};

// Purpose: finds the unknowns; they begin where `values` or the model have them.
// Ensures: `problem` is ""; else it says what is wrong: no such variable, no number that can be
//          changed, one that is given twice, a start outside of given bounds.
Unknowns findUnknowns(const TranslatedModel& model, const std::vector<Unknown>& over,
                      const RunValues& values, std::string& problem);

// "there is no variable 'x'; did you mean 'y'?"
std::string noVariable(const TranslatedModel& model, const std::string& name);

}  // namespace formola::analysis

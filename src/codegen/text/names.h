// Names of a model's variables in languages with plain identifiers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "codegen/text/expr_text.h"
#include "schedule/schedule.h"

namespace formola::text {

struct NameRules {
  char separator = '_';       // for '.' and all else that is no letter or digit
  bool shorten = false;       // the last part alone, where that is unique (seed 001, ACSL)
  bool caseSensitive = true;  // names that differ only in case are made different
  std::vector<std::string_view> reserved;
};

// Purpose:    one identifier for each variable that has a slot; der(x) becomes der_x, or derx if
//             the separator is a letter.
// Ensures:    letters, digits and the separator only, unique, none of the reserved words.
//             Deterministic.
IdVector<VariableId, std::string> makeNames(const Schedule& schedule, const NameRules& rules);

// "R1" of "R1.u" and of "der(R1.u)"; "" for a variable of the model itself.
std::string componentOf(std::string_view name);

// A model's name as an identifier: the last part of a qualified name.
std::string modelIdentifier(std::string_view model);

// Sets of states whose choice changes while the simulation runs, which no program has; `what` is
// empty if there is none.
Problem dynamicStates(const Schedule& schedule);

// Where delay() or spatialDistribution() is used; `what` is empty if it is not.
Problem delayUsed(const Schedule& schedule);
Problem transportUsed(const Schedule& schedule);

// The first part of the schedule that needs events, which only C programs have; `what` is empty if
// there is none.
Problem untranslatable(const Schedule& schedule);

}  // namespace formola::text

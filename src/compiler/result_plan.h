// Which variables of a model a run stores, and how much room that takes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/result_layout.h"
#include "schedule/schedule.h"
#include "solver/problem.h"

namespace formola {

struct StoredVariables {
  std::string filter;       // a regular expression for their names; "": all
  bool publicOnly = false;  // without what is protected or hidden (annotation HideResult)
};

struct ResultPlan {
  results::ResultLayout layout;
  std::vector<int32_t> slots;  // of the values of a row
};

// Purpose: the signals of a result by name; aliases share a column, parameters are stored once.
//   `values` are those of parameters, or empty if they are not known yet; `changes` tells of the
//   place of an input whether it is driven (none is without it).
// Ensures: nothing and `error` if the filter is no regular expression.
// Complexity: linear in the number of variables.
std::optional<ResultPlan> planResult(const Schedule& schedule, const StoredVariables& stored,
                                     std::span<const double> values, std::string& error,
                                     const std::function<bool(int32_t)>& changes = {});

// About how many bytes the rows at the output instants take; events add rows.
struct ResultSize {
  double csv = 0, mat = 0;
};
ResultSize estimateSize(const results::ResultLayout& layout,
                        const solver::SimulationProblem& problem);

// Purpose: the file for a result: `given`, or else `standard` (.csv), whose ending is .mat where it
//   would take more than 1 GB as text. `told`: what is said about that, and about results that take
//   more than 1 GB or than `free`, the bytes that are free where they go; "": nothing.
struct ResultChoice {
  std::string path, told;
};
ResultChoice chooseResultFile(const std::string& given, const std::string& standard,
                              const ResultSize& size, double free);

}  // namespace formola

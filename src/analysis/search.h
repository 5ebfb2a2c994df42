// What fits and optimisations have in common: parameters that are searched for, run after run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/unknowns.h"

namespace formola::analysis {

struct SearchRequest {
  std::vector<Unknown> over;
  RunValues values;  // of the other parameters, and where the search begins
  RunSettings settings;
  // After each run, with what is made small; may be empty.
  std::function<void(int run, double value)> progress;
};

struct FoundParameter {
  std::string name;
  double start = 0, value = 0;
  double lower = 0, upper = 0;
  bool atBound = false;
};

struct SearchOutcome {
  bool ok = false;          // there is a result
  bool converged = false;   // false with ok: `message` says why the search ended
  bool cancelled = false;   // by settings.problem.interrupt
  std::string problem;      // the question is wrong
  std::string diagnostics;  // the model is wrong
  std::string message;      // a run failed, or the search did not get to its end
  int runs = 0;
};

}  // namespace formola::analysis

// Compares a result with a reference: each signal must stay in a tube around the reference.
//
// The tube is the reference curve, jumps included, widened by a tolerance in value and by a
// tolerance in time, so that an edge which comes a little earlier or later passes, however steep it
// is. Every sample of the result is checked against the tube of the reference and every sample of
// the reference against the tube of the result: a spike that one of the two lacks is found in
// either direction.
//
// The grids may differ. Between two samples a curve is taken as linear; the bound of the error of
// this interpolation, (t-a)(b-t)/2·|y''| with y'' from second differences, widens the tube there,
// and an edge that no sample resolves counts as anywhere within its interval. Complexity:
// O(samples) per signal.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "results/trajectory.h"

namespace formola::results {

struct CompareOptions {
  // Half the width of the tube in value is the sum of these three.
  double relative = 0.002;  // times the range of the reference signal
  double magnitude = 1e-5;  // times its largest absolute value: a small wave on a large offset
  double absolute = 1e-9;   // signals that are zero but for rounding
  double time = 5e-4;       // times the time span of the reference
  bool parameters = false;  // compare parameters too
  std::function<bool(std::string_view name)> select;  // signals of the reference; all when empty
};

enum class Verdict : uint8_t { Pass, Fail, Missing };

struct SignalComparison {
  std::string name;
  Verdict verdict = Verdict::Pass;
  double tube = 0;  // half the width of the tube in value
  double maxDeviation =
      0;  // largest distance in value after the tolerance in time; may be infinite
  // The place that decided: where deviation ÷ allowed deviation is largest.
  double excess = 0;  // that ratio; above 1 fails
  double time = 0;
  double reference = 0;
  double result = 0;
  std::string note;  // why, when the numbers do not say it
};

struct Comparison {
  std::vector<SignalComparison> signals;  // in the order of the reference
  std::string error;                      // the results cannot be compared at all
  size_t passed = 0;
  size_t failed = 0;
  size_t missing = 0;  // signals of the reference that the result lacks

  bool ok() const { return error.empty() && failed == 0 && missing == 0; }
};

// Signals are found by name; blanks do not matter and `a.der(b)` is `der(a.b)`.
Comparison compare(const Trajectory& reference, const Trajectory& result,
                   const CompareOptions& options = {});

// A table of the signals that did not pass (or of all), worst first, and a line of totals.
std::string toText(const Comparison& comparison, bool all = false);
nlohmann::json toJson(const Comparison& comparison);

}  // namespace formola::results

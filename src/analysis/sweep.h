// Sweeps: which cases there are, what is kept of each, and the file with a row for each.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/case_list.h"
#include "analysis/ensemble.h"

namespace formola::analysis {

// The values of each case as text, "0.5" or "true", in the order of the names.
struct SweepPlan {
  std::vector<std::string> names;
  CaseList cases;
};

struct SweepRequest {
  // name=first:last:count, name={a, b, c}, name=uniform(low, high), name=normal(mean, deviation),
  // or name=value for all cases.
  std::vector<std::string> values;
  bool list = false;  // the k-th values of all lists together; otherwise all combinations
  int samples = 0;    // of the distributions, for each combination
  uint64_t seed = 1;
};

// Purpose: the cases of a request; the last name varies fastest, samples faster still.
// Ensures: nothing, and `problem` says why: syntax, lists of different lengths, distributions
//          without samples, more than kMostCases cases. The same seed gives the same numbers on
//          every machine.
constexpr size_t kMostCases = 10'000'000;
std::optional<SweepPlan> planSweep(const SweepRequest& request, std::string& problem);

// The values of a case for a run; `problem` says what is wrong with a name or value.
RunValues valuesOf(const TranslatedModel& model, const SweepPlan& plan, size_t number,
                   std::string& problem);

// What is kept of a variable in a run: the last value, smallest, largest and mean over time.
struct Summary {
  double last = std::numeric_limits<double>::quiet_NaN();
  double least = last, most = last, mean = last;
};

// Makes summaries of some variables while a run goes on, and stores no rows.
class SummarySink : public results::ResultSink {
 public:
  explicit SummarySink(std::vector<std::string> names) : names_(std::move(names)) {}
  bool begin(const results::ResultLayout& layout) override;
  bool row(double time, std::span<const double> values) override;
  bool finish() override { return true; }
  // By name; no numbers where the run has no such variable.
  const std::vector<Summary>& summaries() const { return summaries_; }

 private:
  std::vector<std::string> names_;
  std::vector<Summary> summaries_;
  std::vector<int64_t> column_;  // -1: none
  std::vector<double> sign_, integral_, before_;
  double firstTime_ = 0, lastTime_ = 0;
  bool any_ = false;
};

// The file with a row for each case: its number, its values, status, last values, other statistics,
// message.
struct CaseTable {
  std::vector<std::string> names;       // of the values
  std::vector<std::string> variables;   // whose last values are kept
  std::vector<std::string> statistics;  // of these: "min", "max", "mean"

  std::string header() const;
  std::string row(size_t number, const std::vector<std::string>& values, const std::string& status,
                  const std::vector<Summary>& summaries, const std::string& message) const;
};

// Rows of a file that an earlier sweep of the same plan has written, by number; "": not there.
// Nothing, and `problem` says why: the file is there and belongs to another sweep.
std::optional<std::vector<std::string>> finishedRows(const std::string& path,
                                                     const CaseTable& table, const SweepPlan& plan,
                                                     std::string& problem);

}  // namespace formola::analysis

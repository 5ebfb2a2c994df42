// Statistics over the cases of a study, in memory that does not grow with their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace formola::analysis {

// Purpose:    quantiles of numbers that come one after the other.
// Ensures:    exact for up to kBuffer numbers; beyond that the place of a quantile in the order of
// n
//             numbers is off by at most n (levels + 1)/kBuffer, levels = log2(n/kBuffer). The same
//             numbers in the same order give the same result.
// Complexity: O(kBuffer log n) memory, O(log) amortised for a number.
// Reference:  G. S. Manku, S. Rajagopalan, B. G. Lindsay: Approximate medians and other quantiles
//             in one pass and with limited memory, SIGMOD 1998.
class QuantileSketch {
 public:
  static constexpr size_t kBuffer = 8192;
  void add(double x);
  // NaN where there are none. Requires: 0 <= p <= 1.
  double quantile(double p) const;
  // All that is known, exactly; false: the text is not of that form.
  std::string save() const;
  bool load(const std::string& text);

 private:
  void compact(size_t level);
  // Each number of levels_[k] stands for 2^k of them.
  std::vector<std::vector<double>> levels_;
  std::vector<uint8_t> odd_;  // which half of a level is kept next
};

struct VariableStatistics {
  uint64_t count = 0;
  double mean = 0, squares = 0;  // sum of squared differences from the mean
  double least = 0, most = 0;
  uint64_t leastCase = 0, mostCase = 0;  // the first ones with these values
  QuantileSketch sketch;

  void add(uint64_t caseNumber, double x);
  double deviation() const;
};

// Purpose:    the final values of the variables of all cases, added in the order of their numbers.
// Ensures:    what was saved and loaded goes on to the same numbers, to the last bit.
class StudyStatistics {
 public:
  StudyStatistics(std::vector<std::string> variables, std::string study)
      : variables_(std::move(variables)), study_(std::move(study)), of_(variables_.size()) {}

  // Of the next case; a failed one has no values.
  void add(const std::vector<double>& finals);
  void addFailed();
  // So many cases have been added.
  uint64_t cases() const { return cases_; }

  // A document in JSON; percentiles 5, 25, 50, 75, 95.
  std::string json() const;
  // The same as a table for people.
  std::string table() const;

  // False: not written.
  bool save(const std::string& path) const;
  // "": loaded, or there is none; else why not: it is of another study, or no such file.
  std::string load(const std::string& path);

 private:
  std::vector<std::string> variables_;
  std::string study_;  // what the numbers belong to
  std::vector<VariableStatistics> of_;
  uint64_t cases_ = 0, failed_ = 0;
};

}  // namespace formola::analysis

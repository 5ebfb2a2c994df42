// A result in memory: what the readers return and what comparison and report work on.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/result_layout.h"

namespace formola::results {

// Requires of users that change it: columns.size() == layout.columns, every column as long as time.
struct Trajectory {
  ResultLayout layout;
  std::vector<double> time;                  // non-decreasing; events are two rows at one time
  std::vector<std::vector<double>> columns;  // stored values; Signal says which one and its sign

  size_t rows() const { return time.size(); }
  // The names of all signals, without `time`, in the order of layout.signals.
  std::vector<std::string> names() const;
  // First signal of that name or null. Linear in the number of signals.
  const Signal* find(std::string_view name) const;
  double value(const Signal& signal, size_t row) const;
  // All values of a signal; those of a parameter are repeated for every row.
  std::vector<double> values(const Signal& signal) const;
};

}  // namespace formola::results

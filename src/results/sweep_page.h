// One HTML page about a sweep: families of curves with a slider, final values, percentiles.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace formola::results {

struct SweepCase {
  size_t number = 0;                        // from 1
  std::vector<std::string> values;          // by name
  std::vector<double> time;                 // of the rows
  std::vector<std::vector<double>> curves;  // by variable, as long as time
};

struct SweepPage {
  std::string title, subtitle;
  std::vector<std::string> names;                              // of the values
  std::vector<std::pair<std::string, std::string>> variables;  // name and unit
  std::vector<SweepCase> cases;
  size_t count = 0;  // of all cases
  std::string left;  // what is not shown; may be empty
  // Of final values: 5, 25, 50, 75, 95 %, mean, standard deviation.
  std::vector<std::pair<std::string, std::vector<double>>> percentiles;
};

std::string renderSweepPage(const SweepPage& page);

}  // namespace formola::results

// One HTML page about the influence of parameters: bars, and the derivatives over time.
#pragma once

#include <string>
#include <vector>

namespace formola::results {

struct SensitivityPage {
  struct Parameter {
    std::string name, unit;
    double value = 0;
    double change = 0;  // what effects are of: a hundredth of the value
  };
  struct Signal {
    std::string name, unit;
    std::vector<double> values;                // over the times
    std::vector<std::vector<double>> effects;  // by parameter, over the times
  };
  std::string title, subtitle;
  std::vector<double> time;
  std::vector<Parameter> parameters;
  std::vector<Signal> signals;
};

std::string renderSensitivityPage(const SensitivityPage& page);

}  // namespace formola::results

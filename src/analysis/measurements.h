// Measured trajectories.
#pragma once

#include <string>
#include <vector>

#include "compiler/translated_model.h"

namespace formola::analysis {

// A measured variable; NaN where it was not measured.
struct MeasuredSignal {
  std::string name;
  std::vector<double> values;
};

// Measurements at times that increase.
struct Measurements {
  std::vector<double> times;
  std::vector<MeasuredSignal> signals;
};

// "" or what is wrong with them: times that decrease, names, lengths, nothing measured.
std::string wrongMeasurements(const TranslatedModel& model, const Measurements& measured);

// Purpose: the measurements in a file (.csv, .mat): the columns that are variables of the model, or
//          only those in `names` where there are any. Columns that are inputs drive these.
// Ensures: `problem` is ""; else it says what is wrong.
Measurements readMeasurements(const std::string& path, const TranslatedModel& model,
                              const std::vector<std::string>& names, RunValues& inputs,
                              std::string& problem);

}  // namespace formola::analysis

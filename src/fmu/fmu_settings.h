// Values that a user gives to variables of an FMU by name.
#pragma once

#include "fmu/fmu_places.h"

namespace formola::fmu {

struct Settings {
  struct Numbers {
    uint32_t variable;
    std::vector<double> values;  // of all elements
  };
  std::vector<Numbers> structural, numbers;
  std::vector<std::pair<Reference, std::string>> strings;
  Sizes sizes;  // with the structural parameters
};

// Purpose:    reads "name=value"; elements of arrays by "name[2,1]=value". Literals of enumerations
//             by their names, Booleans as true and false.
// Ensures:    "" or what is wrong: a name that there is not, a value that does not fit, a variable
//             that the FMU computes.
std::string readSettings(const Description& description, const std::vector<std::string>& texts,
                         Settings& settings);

// Before the initialisation. Structural parameters in configuration mode.
Status applySettings(Instance& instance, const Description& description, const Settings& settings);

}  // namespace formola::fmu

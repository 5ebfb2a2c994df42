// Parts that the descriptions of both versions have in common.
#pragma once

#include <map>
#include <string>

#include "fmi/fmu_model.h"
#include "fmi/xml_writer.h"

namespace formola::fmi {

std::string_view causalityText(Causality causality);
std::string_view variabilityText(Variability variability);

// UnitDefinitions with base units and display units, as far as they can be read.
void writeUnits(XmlWriter& xml, const FmuModel& model);

// The display unit, if UnitDefinitions have it for the unit; else "".
std::string displayUnitOf(const FmuVariable& variable);

// Names of enumerations; types of the same literals and name are one. By variable.
std::map<std::string, const FmuVariable*> enumerations(const FmuModel& model);

// The indices or references of a list, separated by spaces.
template <class Number>
std::string listOf(const std::vector<size_t>& list, Number number) {
  std::string text;
  for (size_t i : list) text += (text.empty() ? "" : " ") + std::to_string(number(i));
  return text;
}

// "5" of an Integer or an enumeration, "true" of a Boolean.
std::string startText(const FmuVariable& variable);

}  // namespace formola::fmi

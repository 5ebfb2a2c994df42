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

// The word of dependenciesKind.
std::string_view kindText(DependencyKind kind);

// What an unknown depends on, by indices or references; kinds where any says something.
template <class Number>
void writeDependencies(XmlWriter& xml, const FmuUnknown& unknown, Number number) {
  std::string list, kinds;
  bool telling = false;
  for (const FmuDependency& d : unknown.dependencies) {
    list += (list.empty() ? "" : " ") + std::to_string(number(d.variable));
    kinds += (kinds.empty() ? "" : " ") + std::string(kindText(d.kind));
    telling = telling || d.kind != DependencyKind::Dependent;
  }
  xml.attribute("dependencies", list);
  if (telling) xml.attribute("dependenciesKind", kinds);
}

// "5" of an Integer or an enumeration, "true" of a Boolean.
std::string startText(const FmuVariable& variable);

}  // namespace formola::fmi

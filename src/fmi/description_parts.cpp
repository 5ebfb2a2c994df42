#include "fmi/description_parts.h"

#include <cmath>
#include <set>

#include "support/units.h"

namespace formola::fmi {

std::string_view causalityText(Causality causality) {
  switch (causality) {
    case Causality::Parameter:
      return "parameter";
    case Causality::CalculatedParameter:
      return "calculatedParameter";
    case Causality::Input:
      return "input";
    case Causality::Output:
      return "output";
    case Causality::Local:
      break;
  }
  return "local";
}

std::string_view variabilityText(Variability variability) {
  switch (variability) {
    case Variability::Constant:
      return "constant";
    case Variability::Fixed:
      return "fixed";
    case Variability::Discrete:
      return "discrete";
    case Variability::Continuous:
      break;
  }
  return "continuous";
}

std::string_view kindText(DependencyKind kind) {
  static constexpr std::string_view kWords[] = {"constant", "fixed", "discrete", "dependent"};
  return kWords[static_cast<size_t>(kind)];
}

namespace {

// display value = factor * value + offset; false where the units do not fit.
bool conversion(const std::string& unit, const std::string& display, double& factor,
                double& offset) {
  const std::optional<BaseUnit> from = parseUnit(unit), to = parseUnit(display);
  if (!from || !to || from->exponents != to->exponents) return false;
  factor = from->factor / to->factor;
  offset = (from->offset - to->offset) / to->factor;
  return true;
}

}  // namespace

std::string displayUnitOf(const FmuVariable& variable) {
  double factor = 1, offset = 0;
  const bool fits = !variable.displayUnit.empty() && variable.type == Type::Real &&
                    conversion(variable.unit, variable.displayUnit, factor, offset);
  return fits ? variable.displayUnit : std::string();
}

void writeUnits(XmlWriter& xml, const FmuModel& model) {
  std::map<std::string, std::set<std::string>> units;
  for (const FmuVariable& v : model.variables) {
    if (v.type != Type::Real || v.unit.empty()) continue;
    std::set<std::string>& displayed = units[v.unit];
    if (const std::string display = displayUnitOf(v); !display.empty()) displayed.insert(display);
  }
  if (units.empty()) return;
  xml.begin("UnitDefinitions");
  for (const auto& [name, displayed] : units) {
    xml.begin("Unit");
    xml.attribute("name", name);
    if (const std::optional<BaseUnit> base = parseUnit(name)) {
      xml.begin("BaseUnit");
      for (size_t i = 0; i < kBaseUnits.size(); ++i)
        if (base->exponents[i] != 0)
          xml.attribute(kBaseUnits[i], std::to_string(base->exponents[i]));
      if (base->factor != 1) xml.attribute("factor", base->factor);
      if (base->offset != 0) xml.attribute("offset", base->offset);
      xml.end();
    }
    for (const std::string& display : displayed) {
      double factor = 1, offset = 0;
      conversion(name, display, factor, offset);
      xml.begin("DisplayUnit");
      xml.attribute("name", display);
      if (factor != 1) xml.attribute("factor", factor);
      if (offset != 0) xml.attribute("offset", offset);
      xml.end();
    }
    xml.end();
  }
  xml.end();
}

std::map<std::string, const FmuVariable*> enumerations(const FmuModel& model) {
  std::map<std::string, const FmuVariable*> types;
  for (const FmuVariable& v : model.variables)
    if (v.type == Type::Enumeration) types.try_emplace(v.typeName, &v);
  return types;
}

std::string startText(const FmuVariable& variable) {
  const double value = variable.start.value_or(0);
  switch (variable.type) {
    case Type::Real:
      return numberText(value);
    case Type::Boolean:
      return value != 0 ? "true" : "false";
    case Type::String:
      return variable.startText;
    default:
      return std::to_string(std::llround(value));
  }
}

}  // namespace formola::fmi

// The modelDescription.xml of FMI 3.0.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "fmi/description_parts.h"
#include "fmi/model_description.h"

namespace formola::fmi {

namespace {

void writeKind(XmlWriter& xml, std::string_view element, const FmuModel& model,
               const FmuOptions& options) {
  xml.begin(element);
  xml.attribute("modelIdentifier", model.identifier);
  if (model.canCopyState) {
    xml.attribute("canGetAndSetFMUState", "true");
    xml.attribute("canSerializeFMUState", "true");
  }
  xml.attribute("providesDirectionalDerivatives", "true");
  xml.attribute("providesAdjointDerivatives", "true");
  if (!model.arrays.empty()) xml.attribute("providesPerElementDependencies", "true");
  if (element == "ModelExchange") {
    xml.attribute("needsCompletedIntegratorStep", "true");
  } else if (element == "CoSimulation") {
    xml.attribute("canHandleVariableCommunicationStepSize", "true");
    if (options.step > 0) xml.attribute("fixedInternalStepSize", options.step);
    xml.attribute("providesIntermediateUpdate", "true");
    xml.attribute("mightReturnEarlyFromDoStep", "true");
    xml.attribute("canReturnEarlyAfterIntermediateUpdate", "true");
    xml.attribute("hasEventMode", "true");
  }
  xml.end();
}

void writeTypes(XmlWriter& xml, const FmuModel& model) {
  const auto types = enumerations(model);
  if (types.empty()) return;
  xml.begin("TypeDefinitions");
  for (const auto& [name, v] : types) {
    xml.begin("EnumerationType");
    xml.attribute("name", name);
    for (size_t i = 0; i < v->literals.size(); ++i) {
      xml.begin("Item");
      xml.attribute("name", v->literals[i]);
      xml.attribute("value", std::to_string(i + 1));
      xml.end();
    }
    xml.end();
  }
  xml.end();
}

// A scalar, or an array by its first element.
struct Entry {
  const FmuVariable* first;
  const FmuArray* array = nullptr;
  const std::string& name() const { return array != nullptr ? array->name : first->name; }
};

// The start values of all elements.
std::vector<std::string> startsOf(const FmuModel& model, const Entry& entry) {
  std::vector<std::string> texts;
  if (!entry.first->start) return texts;
  if (entry.array == nullptr) return {startText(*entry.first)};
  for (size_t i : entry.array->elements) texts.push_back(startText(model.variables[i]));
  return texts;
}

void writeAttributes(XmlWriter& xml, const FmuModel& model, const Entry& entry) {
  const FmuVariable& v = *entry.first;
  xml.attribute("name", entry.name());
  xml.attribute("valueReference", std::to_string(v.reference));
  if (!v.description.empty()) xml.attribute("description", v.description);
  if (v.causality != Causality::Local) xml.attribute("causality", causalityText(v.causality));
  const Variability usual = v.type == Type::Real ? Variability::Continuous : Variability::Discrete;
  if (v.variability != usual) xml.attribute("variability", variabilityText(v.variability));
  if (v.start && v.causality != Causality::Input) xml.attribute("initial", "exact");
  if (v.type == Type::Enumeration) xml.attribute("declaredType", v.typeName);
  if (!v.quantity.empty() && (v.type == Type::Real || v.type == Type::Integer))
    xml.attribute("quantity", v.quantity);
  if (v.type == Type::Real) {
    if (!v.unit.empty()) xml.attribute("unit", v.unit);
    if (const std::string display = displayUnitOf(v); !display.empty())
      xml.attribute("displayUnit", display);
    if (v.min) xml.attribute("min", *v.min);
    if (v.max) xml.attribute("max", *v.max);
    if (v.nominal) xml.attribute("nominal", *v.nominal);
  }
  if (v.start && v.type != Type::String) {
    std::string list;
    for (const std::string& text : startsOf(model, entry)) list += (list.empty() ? "" : " ") + text;
    xml.attribute("start", list);
  }
  if (v.derivativeOf)
    xml.attribute("derivative", std::to_string(model.variables[*v.derivativeOf].reference));
  if (v.reinit) xml.attribute("reinit", "true");
}

void writeVariable(XmlWriter& xml, const FmuModel& model, const Entry& entry,
                   const std::vector<Entry>& aliases) {
  static constexpr std::string_view kElements[] = {"Float64", "Int32", "Boolean", "Enumeration",
                                                   "String"};
  const FmuVariable& v = *entry.first;
  xml.begin(kElements[static_cast<size_t>(v.type)]);
  writeAttributes(xml, model, entry);
  if (entry.array != nullptr)
    for (int32_t size : entry.array->sizes) {
      xml.begin("Dimension");
      xml.attribute("start", std::to_string(size));
      xml.end();
    }
  if (v.type == Type::String)
    for (const std::string& text : startsOf(model, entry)) {
      xml.begin("Start");
      xml.attribute("value", text);
      xml.end();
    }
  for (const Entry& alias : aliases) {
    xml.begin("Alias");
    xml.attribute("name", alias.name());
    if (!alias.first->description.empty()) xml.attribute("description", alias.first->description);
    if (const std::string display = displayUnitOf(*alias.first);
        !display.empty() && alias.first->unit == v.unit)
      xml.attribute("displayUnit", display);
    xml.end();
  }
  xml.end();
}

// The shorter the interval, the more urgent; those whose times follow from parameters are last.
std::vector<size_t> prioritiesOf(const std::vector<FmuClock>& clocks) {
  std::vector<size_t> order(clocks.size()), priorities(clocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  constexpr double kLast = std::numeric_limits<double>::infinity();
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return clocks[a].interval.value_or(kLast) < clocks[b].interval.value_or(kLast);
  });
  for (size_t i = 0; i < order.size(); ++i) priorities[order[i]] = i;
  return priorities;
}

// From the start of the experiment on a clock begins with its first tick that is not before.
void writeClocks(XmlWriter& xml, const FmuModel& model) {
  const std::vector<size_t> priorities = prioritiesOf(model.clocks);
  for (size_t k = 0; k < model.clocks.size(); ++k) {
    const FmuClock& clock = model.clocks[k];
    xml.begin("Clock");
    xml.attribute("name", "_clocks[" + std::to_string(k + 1) + "]");
    xml.attribute("valueReference",
                  std::to_string(model.references.size() + model.eventIndicators + k));
    xml.attribute("causality", "input");
    xml.attribute("priority", std::to_string(priorities[k]));
    xml.attribute("intervalVariability", clock.interval ? "constant" : "fixed");
    if (clock.interval) {
      double shift = *clock.first - model.startTime;
      if (shift < 0) shift += std::ceil(-shift / *clock.interval) * *clock.interval;
      xml.attribute("intervalDecimal", *clock.interval);
      xml.attribute("shiftDecimal", shift);
    }
    xml.end();
  }
}

void writeVariables(XmlWriter& xml, const FmuModel& model) {
  std::vector<Entry> entries;
  std::map<uint32_t, std::vector<Entry>> aliases;
  for (const FmuVariable& v : model.variables) {
    const FmuArray* array = v.array ? &model.arrays[*v.array] : nullptr;
    if (array != nullptr && &model.variables[array->elements.front()] != &v) continue;
    if (v.alias)
      aliases[v.reference].push_back({&v, array});
    else
      entries.push_back({&v, array});
  }
  xml.begin("ModelVariables");
  xml.begin("Float64");
  xml.attribute("name", "time");
  xml.attribute("valueReference", "0");
  xml.attribute("causality", "independent");
  xml.attribute("variability", "continuous");
  xml.end();
  for (const Entry& entry : entries)
    writeVariable(xml, model, entry, aliases[entry.first->reference]);
  for (size_t k = 0; k < model.eventIndicators; ++k) {
    xml.begin("Float64");
    xml.attribute("name", "_eventIndicators[" + std::to_string(k + 1) + "]");
    xml.attribute("valueReference", std::to_string(model.references.size() + k));
    xml.end();
  }
  writeClocks(xml, model);
  xml.end();
}

// The first element of the array of a variable.
size_t representative(const FmuModel& model, size_t variable) {
  const std::optional<size_t>& array = model.variables[variable].array;
  return array ? model.arrays[*array].elements.front() : variable;
}

// An array depends on what any of its elements depends on.
std::vector<FmuUnknown> wholes(const FmuModel& model, const std::vector<FmuUnknown>& list) {
  std::vector<FmuUnknown> result;
  std::map<size_t, size_t> places;
  std::vector<std::map<size_t, DependencyKind>> all;
  for (const FmuUnknown& u : list) {
    const size_t variable = representative(model, u.variable);
    const auto [place, isNew] = places.try_emplace(variable, result.size());
    if (isNew) {
      result.push_back({variable, {}});
      all.emplace_back();
    }
    for (const FmuDependency& d : u.dependencies) {
      const size_t known =
          d.variable == FmuDependency::kTime ? d.variable : representative(model, d.variable);
      DependencyKind& kind = all[place->second][known];
      kind = std::max(kind, d.kind);
    }
  }
  for (size_t i = 0; i < result.size(); ++i)
    for (const auto& [known, kind] : all[i]) result[i].dependencies.push_back({known, kind});
  return result;
}

void writeUnknowns(XmlWriter& xml, std::string_view element, const FmuModel& model,
                   const std::vector<FmuUnknown>& list) {
  auto reference = [&](size_t i) {
    return i == FmuDependency::kTime ? 0 : model.variables[i].reference;
  };
  for (const FmuUnknown& u : wholes(model, list)) {
    xml.begin(element);
    xml.attribute("valueReference", std::to_string(reference(u.variable)));
    writeDependencies(xml, u, reference);
    xml.end();
  }
}

}  // namespace

std::string describeFmi3(const FmuModel& model, const FmuOptions& options) {
  XmlWriter xml;
  xml.begin("fmiModelDescription");
  xml.attribute("fmiVersion", "3.0");
  xml.attribute("modelName", model.name);
  xml.attribute("instantiationToken", options.token);
  xml.attribute("generationTool", options.tool);
  xml.attribute("variableNamingConvention", "structured");
  if (options.modelExchange) writeKind(xml, "ModelExchange", model, options);
  if (options.coSimulation) writeKind(xml, "CoSimulation", model, options);
  if (options.scheduledExecution) writeKind(xml, "ScheduledExecution", model, options);
  writeUnits(xml, model);
  writeTypes(xml, model);
  xml.begin("LogCategories");
  for (std::string_view name : {"logStatusWarning", "logStatusDiscard", "logStatusError"}) {
    xml.begin("Category");
    xml.attribute("name", name);
    xml.end();
  }
  xml.end();
  xml.begin("DefaultExperiment");
  xml.attribute("startTime", model.startTime);
  xml.attribute("stopTime", model.stopTime);
  xml.attribute("tolerance", model.tolerance);
  xml.end();
  writeVariables(xml, model);
  xml.begin("ModelStructure");
  writeUnknowns(xml, "Output", model, model.outputs);
  writeUnknowns(xml, "ContinuousStateDerivative", model, model.derivatives);
  writeUnknowns(xml, "InitialUnknown", model, model.initialUnknowns);
  for (size_t k = 0; k < model.eventIndicators; ++k) {
    xml.begin("EventIndicator");
    xml.attribute("valueReference", std::to_string(model.references.size() + k));
    xml.end();
  }
  xml.end();
  xml.end();
  return xml.text();
}

std::string describeBuild(const FmuModel& model, const FmuOptions& options) {
  XmlWriter xml;
  xml.begin("fmiBuildDescription");
  xml.attribute("fmiVersion", "3.0");
  xml.begin("BuildConfiguration");
  xml.attribute("modelIdentifier", model.identifier);
  xml.begin("SourceFileSet");
  xml.attribute("language", "C99");
  for (const std::string& name : options.sourceFiles) {
    xml.begin("SourceFile");
    xml.attribute("name", name);
    xml.end();
  }
  for (const std::string& name : options.includeFolders) {
    xml.begin("IncludeDirectory");
    xml.attribute("name", name);
    xml.end();
  }
  xml.end();
  xml.begin("Library");
  xml.attribute("name", "m");
  xml.end();
  for (const std::string& name : options.libraries) {
    xml.begin("Library");
    xml.attribute("name", name);
    xml.attribute("external", "true");
    xml.end();
  }
  xml.end();
  xml.end();
  return xml.text();
}

}  // namespace formola::fmi

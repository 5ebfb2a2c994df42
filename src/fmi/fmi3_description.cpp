// The modelDescription.xml of FMI 3.0.
#include <map>

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
  if (element == "ModelExchange") {
    xml.attribute("needsCompletedIntegratorStep", "true");
  } else {
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

void writeVariable(XmlWriter& xml, const FmuModel& model, const FmuVariable& v,
                   const std::vector<const FmuVariable*>& aliases) {
  static constexpr std::string_view kElements[] = {"Float64", "Int32", "Boolean", "Enumeration",
                                                   "String"};
  xml.begin(kElements[static_cast<size_t>(v.type)]);
  xml.attribute("name", v.name);
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
  if (v.start && v.type != Type::String) xml.attribute("start", startText(v));
  if (v.derivativeOf)
    xml.attribute("derivative", std::to_string(model.variables[*v.derivativeOf].reference));
  if (v.start && v.type == Type::String) {
    xml.begin("Start");
    xml.attribute("value", startText(v));
    xml.end();
  }
  for (const FmuVariable* alias : aliases) {
    xml.begin("Alias");
    xml.attribute("name", alias->name);
    if (!alias->description.empty()) xml.attribute("description", alias->description);
    if (const std::string display = displayUnitOf(*alias);
        !display.empty() && alias->unit == v.unit)
      xml.attribute("displayUnit", display);
    xml.end();
  }
  xml.end();
}

void writeVariables(XmlWriter& xml, const FmuModel& model) {
  std::map<uint32_t, std::vector<const FmuVariable*>> aliases;
  for (const FmuVariable& v : model.variables)
    if (v.alias) aliases[v.reference].push_back(&v);
  xml.begin("ModelVariables");
  xml.begin("Float64");
  xml.attribute("name", "time");
  xml.attribute("valueReference", "0");
  xml.attribute("causality", "independent");
  xml.attribute("variability", "continuous");
  xml.end();
  for (const FmuVariable& v : model.variables)
    if (!v.alias) writeVariable(xml, model, v, aliases[v.reference]);
  for (size_t k = 0; k < model.eventIndicators; ++k) {
    xml.begin("Float64");
    xml.attribute("name", "_eventIndicators[" + std::to_string(k + 1) + "]");
    xml.attribute("valueReference", std::to_string(model.references.size() + k));
    xml.end();
  }
  xml.end();
}

void writeUnknowns(XmlWriter& xml, std::string_view element, const FmuModel& model,
                   const std::vector<FmuUnknown>& list) {
  auto reference = [&](size_t i) { return model.variables[i].reference; };
  for (const FmuUnknown& u : list) {
    xml.begin(element);
    xml.attribute("valueReference", std::to_string(reference(u.variable)));
    xml.attribute("dependencies", listOf(u.dependencies, reference));
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
  writeUnits(xml, model);
  writeTypes(xml, model);
  xml.begin("LogCategories");
  for (std::string_view name : {"logStatusError", "logStatusDiscard"}) {
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

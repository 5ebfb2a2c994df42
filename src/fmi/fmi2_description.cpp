// The modelDescription.xml of FMI 2.0.
#include "fmi/description_parts.h"
#include "fmi/model_description.h"

namespace formola::fmi {

namespace {

void writeKind(XmlWriter& xml, std::string_view element, const FmuModel& model,
               const FmuOptions& options) {
  xml.begin(element);
  xml.attribute("modelIdentifier", model.identifier);
  if (element == "CoSimulation") xml.attribute("canHandleVariableCommunicationStepSize", "true");
  if (model.canCopyState) {
    xml.attribute("canGetAndSetFMUstate", "true");
    xml.attribute("canSerializeFMUstate", "true");
  }
  xml.attribute("providesDirectionalDerivative", "true");
  if (options.sources) {
    xml.begin("SourceFiles");
    for (const std::string& name : options.sourceFiles) {
      xml.begin("File");
      xml.attribute("name", name);
      xml.end();
    }
    xml.end();
  }
  xml.end();
}

void writeTypes(XmlWriter& xml, const FmuModel& model) {
  const auto types = enumerations(model);
  if (types.empty()) return;
  xml.begin("TypeDefinitions");
  for (const auto& [name, v] : types) {
    xml.begin("SimpleType");
    xml.attribute("name", name);
    xml.begin("Enumeration");
    for (size_t i = 0; i < v->literals.size(); ++i) {
      xml.begin("Item");
      xml.attribute("name", v->literals[i]);
      xml.attribute("value", std::to_string(i + 1));
      xml.end();
    }
    xml.end();
    xml.end();
  }
  xml.end();
}

void writeVariable(XmlWriter& xml, const FmuVariable& v) {
  xml.begin("ScalarVariable");
  xml.attribute("name", v.name);
  xml.attribute("valueReference", std::to_string(v.reference));
  if (!v.description.empty()) xml.attribute("description", v.description);
  if (v.causality != Causality::Local) xml.attribute("causality", causalityText(v.causality));
  if (v.variability != Variability::Continuous)
    xml.attribute("variability", variabilityText(v.variability));
  if (v.start && v.causality != Causality::Input) xml.attribute("initial", "exact");
  static constexpr std::string_view kElements[] = {"Real", "Integer", "Boolean", "Enumeration",
                                                   "String"};
  xml.begin(kElements[static_cast<size_t>(v.type)]);
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
  if (v.start) xml.attribute("start", startText(v));
  if (v.derivativeOf) xml.attribute("derivative", std::to_string(*v.derivativeOf + 1));
  if (v.reinit) xml.attribute("reinit", "true");
  xml.end();
  xml.end();
}

void writeUnknowns(XmlWriter& xml, std::string_view element, const std::vector<FmuUnknown>& list) {
  if (list.empty()) return;
  xml.begin(element);
  for (const FmuUnknown& u : list) {
    xml.begin("Unknown");
    xml.attribute("index", std::to_string(u.variable + 1));
    writeDependencies(xml, u, [](size_t i) { return i + 1; });
    xml.end();
  }
  xml.end();
}

}  // namespace

std::string describeFmi2(const FmuModel& model, const FmuOptions& options) {
  XmlWriter xml;
  xml.begin("fmiModelDescription");
  xml.attribute("fmiVersion", "2.0");
  xml.attribute("modelName", model.name);
  xml.attribute("guid", options.token);
  xml.attribute("generationTool", options.tool);
  xml.attribute("variableNamingConvention", "structured");
  xml.attribute("numberOfEventIndicators", std::to_string(model.eventIndicators));
  if (options.modelExchange) writeKind(xml, "ModelExchange", model, options);
  if (options.coSimulation) writeKind(xml, "CoSimulation", model, options);
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
  xml.begin("ModelVariables");
  for (const FmuVariable& v : model.variables) writeVariable(xml, v);
  xml.end();
  xml.begin("ModelStructure");
  writeUnknowns(xml, "Outputs", model.outputs);
  writeUnknowns(xml, "Derivatives", model.derivatives);
  writeUnknowns(xml, "InitialUnknowns", model.initialUnknowns);
  xml.end();
  xml.end();
  return xml.text();
}

}  // namespace formola::fmi

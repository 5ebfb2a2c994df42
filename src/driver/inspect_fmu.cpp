// `formola inspect x.fmu`: what an FMU says about itself. Nothing of it is run.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "driver/foreign_fmu.h"
#include "driver/open_model.h"
#include "fmu/fmu_package.h"

namespace formola {

namespace {

using nlohmann::ordered_json;

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json kindJson(const fmu::Kind& kind, bool exchange) {
  ordered_json json;
  json["model_identifier"] = kind.identifier;
  json["directional_derivatives"] = kind.directionalDerivatives;
  if (exchange) return json;
  json["variable_step"] = kind.variableStep;
  json["event_mode"] = kind.eventMode;
  if (kind.fixedStep) json["fixed_internal_step"] = *kind.fixedStep;
  return json;
}

ordered_json variableJson(const fmu::Description& description, const fmu::Variable& variable) {
  ordered_json json;
  json["name"] = variable.name;
  json["value_reference"] = variable.reference;
  json["type"] = variable.typeName;
  json["causality"] = fmu::nameOf(variable.causality);
  json["variability"] = fmu::nameOf(variable.variability);
  if (variable.initial != fmu::Initial::None) json["initial"] = fmu::nameOf(variable.initial);
  if (!variable.description.empty()) json["description"] = variable.description;
  if (!variable.unit.empty()) json["unit"] = variable.unit;
  if (!variable.displayUnit.empty()) json["display_unit"] = variable.displayUnit;
  if (!variable.declaredType.empty()) json["declared_type"] = variable.declaredType;
  if (variable.type == fmu::ValueType::String) json["start"] = variable.startText;
  if (variable.start.size() == 1 && variable.dimensions.empty())
    json["start"] = number(variable.start[0]);
  else if (!variable.start.empty())
    for (const double value : variable.start) json["start"].push_back(number(value));
  if (std::isfinite(variable.min)) json["min"] = variable.min;
  if (std::isfinite(variable.max)) json["max"] = variable.max;
  if (variable.derivativeOf)
    json["derivative_of"] = description.variables[*variable.derivativeOf].name;
  for (const fmu::Dimension& dimension : variable.dimensions) {
    if (!dimension.parameter) {
      json["dimensions"].push_back(dimension.size);
      continue;
    }
    for (const fmu::Variable& each : description.variables)
      if (each.reference == *dimension.parameter) json["dimensions"].push_back(each.name);
  }
  for (const fmu::AliasName& alias : variable.aliases) json["aliases"].push_back(alias.name);
  return json;
}

ordered_json structureJson(const fmu::Description& description,
                           const std::vector<fmu::Unknown>& unknowns) {
  ordered_json list = ordered_json::array();
  for (const fmu::Unknown& unknown : unknowns) {
    ordered_json json;
    json["unknown"] = description.variables[unknown.variable].name;
    json["depends_on"] = nullptr;  // not known: on all
    if (unknown.dependencies) {
      json["depends_on"] = ordered_json::array();
      for (const uint32_t each : *unknown.dependencies)
        json["depends_on"].push_back(description.variables[each].name);
    }
    list.push_back(std::move(json));
  }
  return list;
}

ordered_json describe(const fmu::Package& package) {
  const fmu::Description& d = package.description;
  ordered_json json;
  json["model"] = d.model;
  json["fmi_version"] = d.version;
  json["description"] = d.description;
  json["generation_tool"] = d.tool;
  json["kinds"] = ordered_json::object();
  if (d.modelExchange) json["kinds"]["model_exchange"] = kindJson(*d.modelExchange, true);
  if (d.coSimulation) json["kinds"]["co_simulation"] = kindJson(*d.coSimulation, false);
  if (d.scheduledExecution) json["kinds"]["scheduled_execution"] = ordered_json::object();
  json["platforms"] = package.platforms;
  ordered_json experiment = ordered_json::object();
  if (d.experiment.start) experiment["start"] = *d.experiment.start;
  if (d.experiment.stop) experiment["stop"] = *d.experiment.stop;
  if (d.experiment.tolerance) experiment["tolerance"] = *d.experiment.tolerance;
  if (d.experiment.step) experiment["step"] = *d.experiment.step;
  json["experiment"] = experiment;
  json["states"] = d.derivatives.size();
  if (d.version == 2) json["event_indicators"] = d.eventIndicators;
  json["variables"] = ordered_json::array();
  for (const fmu::Variable& variable : d.variables)
    json["variables"].push_back(variableJson(d, variable));
  json["structure"] = {{"outputs", structureJson(d, d.outputs)},
                       {"derivatives", structureJson(d, d.derivatives)},
                       {"initial_unknowns", structureJson(d, d.initialUnknowns)}};
  return json;
}

std::string startText(const ordered_json& start) {
  return start.is_null() ? "" : " = " + start.dump();
}

void printText(const ordered_json& json) {
  std::printf("%s, FMI %d.0", json["model"].get<std::string>().c_str(),
              json["fmi_version"].get<int>());
  if (const auto tool = json["generation_tool"].get<std::string>(); !tool.empty())
    std::printf(", made by %s", tool.c_str());
  std::putchar('\n');
  if (const auto text = json["description"].get<std::string>(); !text.empty())
    std::printf("%s\n", text.c_str());
  std::string kinds, platforms;
  for (const auto& [kind, more] : json["kinds"].items())
    kinds += (kinds.empty() ? "" : ", ") + kind;
  for (char& c : kinds) c = c == '_' ? ' ' : c;
  for (const auto& each : json["platforms"])
    platforms += (platforms.empty() ? "" : ", ") + each.get<std::string>();
  std::printf("kinds: %s; binaries: %s\n", kinds.c_str(),
              platforms.empty() ? "none" : platforms.c_str());
  for (const auto& [key, value] : json["experiment"].items())
    std::printf("%s: %s\n", key.c_str(), value.dump().c_str());
  std::printf("%zu variables, %zu states\n", json["variables"].size(),
              json["states"].get<size_t>());
  for (const auto& variable : json["variables"]) {
    std::string line =
        fmt::format("  {} {} {} {}", variable["causality"].get<std::string>(),
                    variable["variability"].get<std::string>(), variable["type"].get<std::string>(),
                    variable["name"].get<std::string>());
    if (variable.contains("dimensions")) line += variable["dimensions"].dump();
    if (variable.contains("start")) line += startText(variable["start"]);
    if (variable.contains("unit")) line += " " + variable["unit"].get<std::string>();
    if (variable.contains("derivative_of"))
      line += " (derivative of " + variable["derivative_of"].get<std::string>() + ")";
    std::printf("%s\n", line.c_str());
  }
  for (const char* part : {"outputs", "derivatives"})
    for (const auto& unknown : json["structure"][part]) {
      std::string names;
      for (const auto& each : unknown["depends_on"])
        names += (names.empty() ? "" : ", ") + each.get<std::string>();
      std::printf("  %s depends on %s\n", unknown["unknown"].get<std::string>().c_str(),
                  unknown["depends_on"].is_null() ? "everything (not told)"
                  : names.empty()                 ? "nothing"
                                                  : names.c_str());
    }
}

}  // namespace

int inspectFmu(const Options& options) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  const auto package = fmu::openPackage(options.inputs[0], diagnostics);
  showDiagnostics(diagnostics, options);
  if (!package) return kModelWrong;
  const ordered_json json = describe(*package);
  if (options.json)
    std::printf("%s\n", json.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
  else
    printText(json);
  return kDone;
}

}  // namespace formola

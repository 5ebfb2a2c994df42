#include "fmu/system_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "diag/codes/fmu.h"
#include "fmu/fmu_block_text.h"
#include "fmu/fmu_package.h"
#include "fmu/import_block.h"

namespace formola::fmu {

namespace fs = std::filesystem;

namespace {

// One end of a connection, as it is declared.
struct End {
  std::string text;  // as a component reference
  std::string kind, unit;
  bool ofSystem = false;
};

// A component whose class is known.
struct Known {
  const SystemElement* element = nullptr;
  std::optional<Description> fmu;
  bool coSimulation = false;
  std::string className;
};

bool isIdentifierPath(const std::string& text) {
  return !text.empty() && (text[0] < '0' || text[0] > '9') &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]") ==
             std::string::npos &&
         text.find("..") == std::string::npos && text.front() != '.' && text.back() != '.';
}

class SystemWriter {
 public:
  SystemWriter(const SystemStructure& structure, const fs::path& folder,
               const SystemOptions& options, Diagnostics& diagnostics)
      : structure_(structure), folder_(folder), options_(options), diagnostics_(diagnostics) {}

  std::optional<SystemModel> write();

 private:
  void wrong(const std::string& what) {
    failed_ = true;
    diagnostics_.report(diag::SystemStructureWrong, {}, structure_.name, what);
  }
  std::string system(const SystemElement& element, const std::string& className,
                     const std::vector<SystemParameter>& outer, int indent);
  std::string component(const SystemElement& element, Known& known);
  bool fmuBlock(const SystemElement& element, Known& known);
  bool modelicaClass(const SystemElement& element, Known& known);
  std::string modifiers(const Known& known, const std::vector<SystemParameter>& parameters,
                        std::map<std::string, std::string>& inputs);
  std::string valueText(const SystemParameter& parameter, const Variable* variable);
  std::optional<End> end(const SystemElement& system, const std::string& element,
                         const std::string& connector, const std::vector<Known>& components);
  std::string connection(const SystemElement& system, const SystemConnection& connection,
                         const std::vector<Known>& components, std::set<std::string>& driven);
  std::string converted(const std::string& text, const std::string& from, const std::string& to);

  const SystemStructure& structure_;
  const fs::path& folder_;
  const SystemOptions& options_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
  size_t blocks_ = 0;
  std::vector<std::string> files_;
};

std::string declared(const SystemConnector& connector) {
  const std::string type = connector.type.empty() ? "Real" : connector.type;
  return fmt::format("{} {} {};", connector.kind == "input" ? "input" : "output", type,
                     modelicaName(connector.name));
}

// The parameters of one level below: those of the element itself, then those from outside, which
// count more.
std::vector<SystemParameter> inherited(const SystemElement& element,
                                       const std::vector<SystemParameter>& outer) {
  std::vector<SystemParameter> result = element.parameters;
  const std::string prefix = element.name + ".";
  for (const SystemParameter& each : outer)
    if (each.name.starts_with(prefix))
      result.push_back({each.name.substr(prefix.size()), each.type, each.value});
  return result;
}

std::string SystemWriter::valueText(const SystemParameter& parameter, const Variable* variable) {
  if (parameter.type == "String") {
    std::string text = "\"";
    for (char c : parameter.value)
      text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    return text + "\"";
  }
  if (parameter.type == "Boolean")
    return parameter.value == "true" || parameter.value == "1" ? "true" : "false";
  if (parameter.type == "Enumeration") {
    wrong(fmt::format("the parameter '{}' is of an enumeration, which is not known here",
                      parameter.name));
    return "0";
  }
  const double value = std::strtod(parameter.value.c_str(), nullptr);
  const bool isBoolean = variable != nullptr && variable->type == ValueType::Boolean;
  const bool isReal =
      variable != nullptr ? variable->type <= ValueType::Float32 : parameter.type == "Real";
  if (isBoolean) return value != 0 ? "true" : "false";
  if (!isReal && !(std::abs(value) < 2147483648.0)) {
    wrong(fmt::format("the value {} of '{}' is too large for an Integer", parameter.value,
                      parameter.name));
    return "0";
  }
  return isReal ? fmt::format("{}", value) : fmt::format("{}", static_cast<int64_t>(value));
}

// Values of parameters as modifiers; those of inputs hold where nothing is connected.
std::string SystemWriter::modifiers(const Known& known,
                                    const std::vector<SystemParameter>& parameters,
                                    std::map<std::string, std::string>& inputs) {
  std::map<std::string, std::string> values;  // later ones count
  for (const SystemParameter& each : parameters) {
    const Variable* variable = nullptr;
    if (known.fmu) {
      const int32_t found = known.fmu->find(each.name);
      if (found < 0) continue;  // names that are not there are ignored (SSP 1.0, 5.6)
      variable = &known.fmu->variables[static_cast<size_t>(found)];
      if (variable->causality == Causality::Input) {
        inputs[each.name] = valueText(each, variable);
        continue;
      }
      if (variable->causality != Causality::Parameter) {
        wrong(fmt::format("'{}' of '{}' is no parameter: blocks of FMUs have no other start values",
                          each.name, known.element->name));
        continue;
      }
    } else if (!isIdentifierPath(each.name)) {
      wrong(fmt::format("'{}' cannot be a parameter of '{}'", each.name, known.element->name));
      continue;
    }
    values[known.fmu ? modelicaName(variable->name) : each.name] = valueText(each, variable);
  }
  if (known.fmu && known.coSimulation) values["communicationStep"] = options_.coSimulationStep;
  std::string text;
  for (const auto& [name, value] : values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text.empty() ? "" : "(" + text + ")";
}

// The block of an FMU, written into the text of the system.
bool SystemWriter::fmuBlock(const SystemElement& element, Known& known) {
  const std::string file = (folder_ / element.source).string();
  const auto package = openPackage(file, diagnostics_);
  if (!package) return false;
  const std::string wanted = element.implementation == "CoSimulation"    ? "cs"
                             : element.implementation == "ModelExchange" ? "me"
                                                                         : "";
  if (wanted.empty() && !element.implementation.empty() && element.implementation != "any") {
    wrong(fmt::format("the implementation '{}' of '{}' is not known here", element.implementation,
                      element.name));
    return false;
  }
  const auto kind = chooseKind(*package, wanted, false, diagnostics_);
  if (!kind) return false;
  const fs::path place = folder_ / "unpacked" / std::to_string(++blocks_);
  std::error_code error;
  fs::create_directories(place, error);
  const auto instance = unpack(*package, *kind, place, diagnostics_);
  if (!instance) return false;
  BlockOptions block;
  block.kind = *kind;
  block.name = fmt::format("Block{}", blocks_);
  block.file = element.source;
  block.code = (folder_ / "unpacked" / "fmu_block.h").string();
  block.binary = instance->binary;
  block.resources = instance->resources;
  block.linearExtrapolation = options_.linearExtrapolation;
  std::ofstream(block.code, std::ios::binary) << kTextFmuBlock;
  std::vector<std::string> leftOut;
  std::string why;
  const auto text = writeBlock(package->description, block, leftOut, why);
  if (!text) {
    diagnostics_.report(diag::FmuUnsupported, {}, element.source, why);
    return false;
  }
  for (const std::string& name : leftOut)
    diagnostics_.report(diag::FmuVariableLeftOut, {}, element.source, name);
  const fs::path written = folder_ / "unpacked" / (block.name + ".mo");
  std::ofstream(written, std::ios::binary) << *text;
  files_.push_back(written.string());
  known.className = block.name;
  known.fmu = package->description;
  known.coSimulation = *kind == Interface::CoSimulation;
  return true;
}

bool SystemWriter::modelicaClass(const SystemElement& element, Known& known) {
  const size_t hash = element.source.find('#');
  const std::string file = (folder_ / element.source.substr(0, hash)).string();
  known.className =
      hash == std::string::npos ? fs::path(file).stem().string() : element.source.substr(hash + 1);
  if (!isIdentifierPath(known.className)) {
    wrong(fmt::format("'{}' names no class", element.source));
    return false;
  }
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
  return true;
}

std::string SystemWriter::component(const SystemElement& element, Known& known) {
  known.element = &element;
  const std::string file = element.source.substr(0, element.source.find('#'));
  const bool modelica = file.ends_with(".mo");
  if (!modelica && !file.ends_with(".fmu")) {
    wrong(fmt::format("'{}' is neither an FMU nor a Modelica file", element.source));
    return "";
  }
  if (!(modelica ? modelicaClass(element, known) : fmuBlock(element, known))) failed_ = true;
  return known.className;
}

std::optional<End> SystemWriter::end(const SystemElement& system, const std::string& element,
                                     const std::string& connector,
                                     const std::vector<Known>& components) {
  End result;
  result.ofSystem = element.empty();
  const SystemElement* owner = element.empty() ? &system : system.element(element);
  const SystemConnector* found = owner->connector(connector);
  for (const Known& each : components)
    if (each.element == owner && each.fmu) {
      const int32_t at = each.fmu->find(connector);
      if (at < 0) {
        wrong(fmt::format("the FMU of '{}' has no variable '{}'", element, connector));
        return std::nullopt;
      }
      const Variable& v = each.fmu->variables[static_cast<size_t>(at)];
      result.kind = v.causality == Causality::Input    ? "input"
                    : v.causality == Causality::Output ? "output"
                                                       : "other";
      result.unit = v.unit;
      result.text = modelicaName(element) + "." + modelicaName(v.name);
      if (result.kind == "other") {
        wrong(fmt::format("'{}.{}' is neither an input nor an output of the FMU", element,
                          connector));
        return std::nullopt;
      }
    }
  if (found == nullptr && result.kind.empty()) {
    wrong(fmt::format("'{}' has no connector '{}'", owner->name, connector));
    return std::nullopt;
  }
  if (found != nullptr && result.kind.empty()) result.kind = found->kind;
  if (found != nullptr && !found->unit.empty()) result.unit = found->unit;
  if (result.kind != "input" && result.kind != "output") {
    wrong(
        fmt::format("the connector '{}' of '{}' is of the kind '{}': only inputs and outputs are "
                    "connected here",
                    connector, owner->name, result.kind));
    return std::nullopt;
  }
  if (result.text.empty()) {
    if (!owner->isSystem && !isIdentifierPath(connector)) {
      wrong(fmt::format("'{}' cannot be a connector of '{}'", connector, owner->name));
      return std::nullopt;
    }
    const std::string name = owner->isSystem ? modelicaName(connector) : connector;
    result.text = element.empty() ? name : modelicaName(element) + "." + name;
  }
  return result;
}

// In the unit of the target, if both are known and of one dimension.
std::string SystemWriter::converted(const std::string& text, const std::string& from,
                                    const std::string& to) {
  if (from.empty() || to.empty() || from == to) return text;
  auto unit = [&](const std::string& name) {
    return std::find_if(structure_.units.begin(), structure_.units.end(),
                        [&](const SystemUnit& u) { return u.name == name; });
  };
  const auto a = unit(from), b = unit(to);
  if (a == structure_.units.end() || b == structure_.units.end()) return text;
  if (a->exponents != b->exponents) {
    wrong(fmt::format("'{}' cannot be converted to '{}'", from, to));
    return text;
  }
  return fmt::format("(({})*({}) + ({}))", a->factor / b->factor, text,
                     (a->offset - b->offset) / b->factor);
}

std::string SystemWriter::connection(const SystemElement& system, const SystemConnection& c,
                                     const std::vector<Known>& components,
                                     std::set<std::string>& driven) {
  const auto start = end(system, c.startElement, c.startConnector, components),
             last = end(system, c.endElement, c.endConnector, components);
  if (!start || !last) return "";
  // What is inside gives by its outputs, the system itself by its inputs.
  auto gives = [](const End& e) { return (e.kind == "output") != e.ofSystem; };
  if (gives(*start) == gives(*last)) {
    wrong(fmt::format("the connection of '{}' and '{}' in '{}' is from {} to {}", c.startConnector,
                      c.endConnector, system.name, start->kind, last->kind));
    return "";
  }
  const End &from = gives(*start) ? *start : *last, &to = gives(*start) ? *last : *start;
  if (!driven.insert(to.text).second)
    wrong(fmt::format("'{}' is connected to two sources", to.text));
  std::string value = c.keepUnits ? from.text : converted(from.text, from.unit, to.unit);
  if (c.factor != 1) value = fmt::format("({})*{}", c.factor, value);
  if (c.offset != 0) value = fmt::format("{} + ({})", value, c.offset);
  return fmt::format("{} = {};", to.text, value);
}

std::string SystemWriter::system(const SystemElement& element, const std::string& className,
                                 const std::vector<SystemParameter>& parameters, int indent) {
  std::string classes, declarations, equations;
  const std::string space(static_cast<size_t>(indent) + 2, ' ');
  auto line = [&](std::string& to, const std::string& text) {
    if (!text.empty()) to += space + text + "\n";
  };
  for (const SystemConnector& each : element.connectors) {
    if (each.kind != "input" && each.kind != "output") continue;
    if (each.type == "Enumeration" || each.type == "Binary")
      wrong(fmt::format("the connector '{}' of '{}' is of the type {}, which is not known here",
                        each.name, element.name, each.type));
    line(declarations, declared(each));
  }
  std::vector<Known> components;
  std::map<std::string, std::string> held;  // inputs with values
  for (const SystemElement& each : element.elements) {
    const std::vector<SystemParameter> own = inherited(each, parameters);
    if (each.isSystem) {
      const std::string name = fmt::format("System{}", ++blocks_);
      classes += system(each, name, own, indent + 2);
      line(declarations, fmt::format("{} {};", name, modelicaName(each.name)));
      continue;
    }
    Known known;
    const std::string name = component(each, known);
    if (failed_) continue;
    std::map<std::string, std::string> inputs;
    line(declarations,
         fmt::format("{} {}{};", name, modelicaName(each.name), modifiers(known, own, inputs)));
    for (const Variable& v : known.fmu ? known.fmu->variables : std::vector<Variable>()) {
      const std::optional<std::string> start =
          v.causality == Causality::Input ? startOfInput(*known.fmu, v) : std::nullopt;
      if (!start) continue;
      const auto given = inputs.find(v.name);
      held[modelicaName(each.name) + "." + modelicaName(v.name)] =
          given != inputs.end() ? given->second : *start;
    }
    components.push_back(std::move(known));
  }
  if (failed_) return "";
  std::set<std::string> driven;
  for (const SystemConnection& each : element.connections)
    line(equations, connection(element, each, components, driven));
  for (const auto& [name, value] : held)
    if (!driven.contains(name)) line(equations, fmt::format("{} = {};", name, value));
  const std::string outside(static_cast<size_t>(indent), ' ');
  return fmt::format("{0}model {1}\n{2}{3}{0}equation\n{4}{0}end {1};\n", outside, className,
                     classes, declarations, equations);
}

std::optional<SystemModel> SystemWriter::write() {
  std::error_code error;
  fs::create_directories(folder_ / "unpacked", error);
  SystemModel result;
  result.text = system(structure_.system, "System", structure_.system.parameters, 0);
  if (failed_) return std::nullopt;
  result.files = std::move(files_);
  return result;
}

}  // namespace

std::optional<SystemModel> writeSystem(const SystemStructure& structure, const fs::path& folder,
                                       const SystemOptions& options, Diagnostics& diagnostics) {
  return SystemWriter(structure, folder, options, diagnostics).write();
}

}  // namespace formola::fmu

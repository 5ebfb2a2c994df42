#include "fmu/system_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <pugixml.hpp>
#include <set>

#include "diag/codes/fmu.h"

namespace formola::fmu {

namespace {

constexpr const char* kBaseUnits[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
constexpr int kDeepest = 64;

// Names of SSP stand in four name spaces, whose prefixes are free.
std::string_view local(const char* name) {
  const std::string_view text = name;
  const size_t colon = text.find(':');
  return colon == std::string_view::npos ? text : text.substr(colon + 1);
}

pugi::xml_node child(pugi::xml_node node, std::string_view name) {
  for (const pugi::xml_node each : node.children())
    if (each.type() == pugi::node_element && local(each.name()) == name) return each;
  return {};
}

struct Transformation {
  double factor = 1, offset = 0;
};

class StructureReader {
 public:
  StructureReader(const Archive& archive, Diagnostics& diagnostics)
      : archive_(archive), diagnostics_(diagnostics) {}

  std::optional<SystemStructure> read();

 private:
  void wrong(const std::string& what) {
    failed_ = true;
    diagnostics_.report(diag::SystemStructureWrong, {}, archive_.path(), what);
  }
  bool load(const std::string& entry, std::string_view root, pugi::xml_document& document,
            pugi::xml_node& node);
  std::string text(pugi::xml_node node, const char* name, bool needed);
  double number(pugi::xml_node node, const char* name, double otherwise);
  std::string source(const std::string& uri);
  Transformation transformation(pugi::xml_node node);
  void readElement(pugi::xml_node node, SystemElement& element, int depth);
  void readConnectors(pugi::xml_node node, SystemElement& element);
  void readConnections(pugi::xml_node node, SystemElement& element);
  void readBindings(pugi::xml_node node, SystemElement& element);
  void readSet(pugi::xml_node set, const std::string& prefix, pugi::xml_node mapping,
               SystemElement& element);
  void readUnits(pugi::xml_node node, SystemStructure& structure);

  const Archive& archive_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
};

// An entry of the archive as XML with that root.
bool StructureReader::load(const std::string& entry, std::string_view root,
                           pugi::xml_document& document, pugi::xml_node& node) {
  std::string content;
  if (!archive_.read(entry, content, diagnostics_)) {
    failed_ = true;
    return false;
  }
  const pugi::xml_parse_result parsed = document.load_buffer(
      content.data(), content.size(), pugi::parse_default | pugi::parse_doctype);
  if (!parsed) {
    wrong(fmt::format("'{}' is no XML: {}", entry, parsed.description()));
    return false;
  }
  for (const pugi::xml_node each : document.children())
    if (each.type() == pugi::node_doctype) {
      wrong(fmt::format("'{}' has a document type declaration, which is never needed", entry));
      return false;
    }
  node = child(document, root);
  if (!node) wrong(fmt::format("the root of '{}' is not {}", entry, root));
  return static_cast<bool>(node);
}

std::string StructureReader::text(pugi::xml_node node, const char* name, bool needed) {
  const pugi::xml_attribute found = node.attribute(name);
  if (needed && *found.value() == '\0')
    wrong(fmt::format("an element {} has no '{}'", local(node.name()), name));
  return found.value();
}

double StructureReader::number(pugi::xml_node node, const char* name, double otherwise) {
  const pugi::xml_attribute found = node.attribute(name);
  if (!found) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(found.value(), &end);
  if (end == found.value() || *end != '\0' || !std::isfinite(value))
    wrong(fmt::format("'{}' of {} is no number: '{}'", name, local(node.name()), found.value()));
  return value;
}

// A relative URI as the name of an entry.
std::string StructureReader::source(const std::string& uri) {
  std::string name;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size()) {
      name += static_cast<char>(std::strtol(uri.substr(i + 1, 2).c_str(), nullptr, 16));
      i += 2;
    } else {
      name += uri[i];
    }
  }
  const std::string file = name.substr(0, name.find('#'));
  const bool outside = file.starts_with("/") || file.starts_with("\\") ||
                       file.find(':') != std::string::npos || file == ".." ||
                       file.starts_with("../") || file.find("/../") != std::string::npos ||
                       file.ends_with("/..") || file.find('\0') != std::string::npos;
  if (file.empty() || outside)
    wrong(fmt::format("'{}' is no file beside the structure", uri));
  else if (!archive_.has(file))
    wrong(fmt::format("there is no '{}' in the archive", file));
  return name;
}

Transformation StructureReader::transformation(pugi::xml_node node) {
  Transformation result;
  for (const char* other : {"BooleanMappingTransformation", "IntegerMappingTransformation",
                            "EnumerationMappingTransformation"})
    if (child(node, other)) wrong(fmt::format("{} is not known here", other));
  if (const pugi::xml_node linear = child(node, "LinearTransformation")) {
    result.factor = number(linear, "factor", 1);
    result.offset = number(linear, "offset", 0);
  }
  return result;
}

void StructureReader::readConnectors(pugi::xml_node node, SystemElement& element) {
  for (const pugi::xml_node each : child(node, "Connectors").children()) {
    if (local(each.name()) != "Connector") continue;
    SystemConnector connector;
    connector.name = text(each, "name", true);
    connector.kind = text(each, "kind", true);
    for (const char* type : {"Real", "Integer", "Boolean", "String", "Enumeration", "Binary"})
      if (const pugi::xml_node found = child(each, type)) {
        connector.type = type;
        connector.unit = found.attribute("unit").value();
      }
    if (element.connector(connector.name) != nullptr)
      wrong(fmt::format("'{}' has two connectors '{}'", element.name, connector.name));
    element.connectors.push_back(std::move(connector));
  }
}

void StructureReader::readConnections(pugi::xml_node node, SystemElement& element) {
  for (const pugi::xml_node each : child(node, "Connections").children()) {
    if (local(each.name()) != "Connection") continue;
    SystemConnection connection;
    connection.startElement = text(each, "startElement", false);
    connection.startConnector = text(each, "startConnector", true);
    connection.endElement = text(each, "endElement", false);
    connection.endConnector = text(each, "endConnector", true);
    connection.keepUnits = each.attribute("suppressUnitConversion").as_bool();
    const Transformation t = transformation(each);
    connection.factor = t.factor;
    connection.offset = t.offset;
    for (const std::string& name : {connection.startElement, connection.endElement})
      if (!name.empty() && element.element(name) == nullptr)
        wrong(fmt::format("a connection in '{}' leads to '{}', which is not there", element.name,
                          name));
    element.connections.push_back(std::move(connection));
  }
}

// The values of a set, renamed and transformed by the mapping if there is one.
void StructureReader::readSet(pugi::xml_node set, const std::string& prefix, pugi::xml_node mapping,
                              SystemElement& element) {
  for (const pugi::xml_node each : child(set, "Parameters").children()) {
    if (local(each.name()) != "Parameter") continue;
    SystemParameter parameter;
    parameter.name = prefix + text(each, "name", true);
    for (const char* type : {"Real", "Integer", "Boolean", "String", "Enumeration"})
      if (const pugi::xml_node found = child(each, type)) {
        parameter.type = type;
        parameter.value = found.attribute("value").value();
        if (parameter.type == "Real" || parameter.type == "Integer") number(found, "value", 0);
      }
    if (parameter.type.empty()) {
      wrong(fmt::format("the parameter '{}' has no value of a type known here", parameter.name));
      continue;
    }
    bool mapped = false;
    for (const pugi::xml_node entry : mapping.children()) {
      if (local(entry.name()) != "MappingEntry" ||
          parameter.name != entry.attribute("source").value())
        continue;
      SystemParameter other = parameter;
      other.name = text(entry, "target", true);
      const Transformation t = transformation(entry);
      if (t.factor != 1 || t.offset != 0) {
        if (other.type != "Real")
          wrong(fmt::format("the parameter '{}' is transformed but no Real", parameter.name));
        other.value =
            fmt::format("{}", t.factor * std::strtod(other.value.c_str(), nullptr) + t.offset);
      }
      element.parameters.push_back(std::move(other));
      mapped = true;
    }
    if (!mapped) element.parameters.push_back(std::move(parameter));
  }
}

void StructureReader::readBindings(pugi::xml_node node, SystemElement& element) {
  for (const pugi::xml_node each : child(node, "ParameterBindings").children()) {
    if (local(each.name()) != "ParameterBinding") continue;
    if (std::string(each.attribute("sourceBase").value()) == "component") {
      wrong(fmt::format("parameters of '{}' that are inside of the component are not known here",
                        element.name));
      continue;
    }
    pugi::xml_document mappingFile, setFile;
    pugi::xml_node mapping, set;
    if (const pugi::xml_node given = child(each, "ParameterMapping")) {
      mapping = child(given, "ParameterMapping");
      if (const std::string uri = given.attribute("source").value(); !uri.empty())
        if (const std::string file = source(uri); !failed_)
          load(file, "ParameterMapping", mappingFile, mapping);
    }
    if (const std::string uri = each.attribute("source").value(); !uri.empty()) {
      if (const std::string file = source(uri); !failed_) load(file, "ParameterSet", setFile, set);
    } else {
      set = child(child(each, "ParameterValues"), "ParameterSet");
      if (!set) wrong(fmt::format("a parameter binding of '{}' has no values", element.name));
    }
    if (!failed_) readSet(set, each.attribute("prefix").value(), mapping, element);
  }
}

void StructureReader::readElement(pugi::xml_node node, SystemElement& element, int depth) {
  element.name = text(node, "name", true);
  element.isSystem = local(node.name()) == "System";
  if (depth > kDeepest) return wrong("systems are nested too deeply");
  readConnectors(node, element);
  readBindings(node, element);
  if (!element.isSystem) {
    element.type = text(node, "type", false);
    element.implementation = text(node, "implementation", false);
    element.source = source(text(node, "source", true));
    return;
  }
  std::set<std::string> names;
  for (const pugi::xml_node each : child(node, "Elements").children()) {
    if (each.type() != pugi::node_element) continue;
    if (local(each.name()) != "Component" && local(each.name()) != "System") {
      wrong(fmt::format("elements {} are not known here", local(each.name())));
      continue;
    }
    readElement(each, element.elements.emplace_back(), depth + 1);
    if (!names.insert(element.elements.back().name).second)
      wrong(fmt::format("'{}' has two elements '{}'", element.name, element.elements.back().name));
  }
  readConnections(node, element);
}

void StructureReader::readUnits(pugi::xml_node node, SystemStructure& structure) {
  for (const pugi::xml_node each : child(node, "Units").children()) {
    const pugi::xml_node base = child(each, "BaseUnit");
    if (local(each.name()) != "Unit" || !base) continue;
    SystemUnit unit;
    unit.name = each.attribute("name").value();
    for (const char* name : kBaseUnits) unit.exponents.push_back(base.attribute(name).as_int());
    unit.factor = number(base, "factor", 1);
    unit.offset = number(base, "offset", 0);
    if (unit.factor == 0) wrong(fmt::format("the unit '{}' has the factor 0", unit.name));
    structure.units.push_back(std::move(unit));
  }
}

std::optional<SystemStructure> StructureReader::read() {
  pugi::xml_document document;
  pugi::xml_node root;
  if (!load("SystemStructure.ssd", "SystemStructureDescription", document, root))
    return std::nullopt;
  SystemStructure structure;
  structure.name = text(root, "name", true);
  if (const std::string version = text(root, "version", true); version != "1.0")
    diagnostics_.report(diag::FmuDescriptionSloppy, {}, archive_.path(),
                        fmt::format("the version of its structure is '{}', not 1.0", version));
  const pugi::xml_node system = child(root, "System");
  if (!system) wrong("it has no System");
  if (system) readElement(system, structure.system, 0);
  readUnits(root, structure);
  if (const pugi::xml_node experiment = child(root, "DefaultExperiment")) {
    if (experiment.attribute("startTime")) structure.start = number(experiment, "startTime", 0);
    if (experiment.attribute("stopTime")) structure.stop = number(experiment, "stopTime", 1);
  }
  if (failed_) return std::nullopt;
  return structure;
}

}  // namespace

const SystemConnector* SystemElement::connector(const std::string& wanted) const {
  for (const SystemConnector& each : connectors)
    if (each.name == wanted) return &each;
  return nullptr;
}

const SystemElement* SystemElement::element(const std::string& wanted) const {
  for (const SystemElement& each : elements)
    if (each.name == wanted) return &each;
  return nullptr;
}

std::optional<SystemStructure> readStructure(const Archive& archive, Diagnostics& diagnostics) {
  return StructureReader(archive, diagnostics).read();
}

}  // namespace formola::fmu

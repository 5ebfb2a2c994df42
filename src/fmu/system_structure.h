// What a system structure of SSP 1.0 says: components, systems, connections and parameters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "fmu/fmu_archive.h"

namespace formola::fmu {

struct SystemConnector {
  std::string name;
  std::string kind;  // "input", "output", "parameter", "calculatedParameter", "inout", "local"
  std::string type;  // "Real", "Integer", "Boolean", ...; "": not told
  std::string unit;
};

// From the start to the end or the other way round, as the kinds of the connectors say; an element
// of "" is the system itself. The value that arrives is factor times what leaves, plus offset.
struct SystemConnection {
  std::string startElement, startConnector, endElement, endConnector;
  double factor = 1, offset = 0;
  bool keepUnits = false;  // no conversion between the units of the connectors
};

struct SystemParameter {
  std::string name;   // below the element that the binding belongs to
  std::string type;   // "Real", "Integer", "Boolean", "String", "Enumeration"
  std::string value;  // as it is written
};

struct SystemElement {
  std::string name;
  std::vector<SystemConnector> connectors;
  std::vector<SystemParameter> parameters;  // later ones count
  // Of a component
  std::string source;          // a file below the folder of the structure
  std::string type;            // MIME
  std::string implementation;  // "any", "ModelExchange", "CoSimulation"
  // Of a system
  bool isSystem = false;
  std::vector<SystemElement> elements;
  std::vector<SystemConnection> connections;

  const SystemConnector* connector(const std::string& wanted) const;
  const SystemElement* element(const std::string& wanted) const;
};

// value in base units = factor value + offset
struct SystemUnit {
  std::string name;
  std::vector<int> exponents;
  double factor = 1, offset = 0;
};

struct SystemStructure {
  std::string name;
  SystemElement system;
  std::vector<SystemUnit> units;
  std::optional<double> start, stop;
};

// Purpose:    reads SystemStructure.ssd of an archive, with the parameter sets (.ssv) and mappings
//             (.ssm) that it refers to.
// Ensures:    nothing and errors in `diagnostics` if it cannot be used or uses what is not known
//             here: by name. No DTD. Sources are names below the folder of the structure, without
//             `..` and other schemes.
std::optional<SystemStructure> readStructure(const Archive& archive, Diagnostics& diagnostics);

}  // namespace formola::fmu

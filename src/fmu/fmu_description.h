// What modelDescription.xml of FMI 2.0 and 3.0 says, in one form.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "diag/diag.h"
#include "fmu/fmi_api.h"

namespace formola::fmu {

// Types of values by the functions that read and write them. Enumerations are Int32 in FMI 2.0 and
// Int64 in FMI 3.0.
enum class ValueType : uint8_t {
  Float64,
  Float32,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Boolean,
  String,
  Binary,
  Clock
};
bool isNumber(ValueType type);  // has a value that is stored in results

enum class Causality : uint8_t {
  Parameter,
  CalculatedParameter,
  StructuralParameter,
  Input,
  Output,
  Local,
  Independent
};
enum class Variability : uint8_t { Constant, Fixed, Tunable, Discrete, Continuous };
enum class Initial : uint8_t { None, Exact, Approx, Calculated };

std::string_view nameOf(Causality causality);
std::string_view nameOf(Variability variability);
std::string_view nameOf(Initial initial);

struct Dimension {
  uint64_t size = 1;                   // where no parameter gives it
  std::optional<Reference> parameter;  // a structural parameter
};

// When an input clock of FMI 3.0 ticks (2.2.8 there). An FMU may tell the interval at run time
// only.
enum class Ticking : uint8_t {
  Periodic,   // constant, fixed or tunable interval
  Changing,   // each tick tells when the next one is
  Countdown,  // so long after the FMU has said so
  Triggered   // whenever the environment wants it; output clocks: when the FMU says so
};
struct ClockFacts {
  Ticking ticking = Ticking::Triggered;
  std::optional<double> interval, shift;
  int64_t priority = 0;  // smaller numbers go first
};

struct AliasName {
  std::string name, description;
};

struct Variable {
  std::string name, description;
  Reference reference = 0;
  std::string typeName;  // as the description has it: "Real", "Float64", "Enumeration"
  std::string declaredType;
  std::string unit, displayUnit;
  ValueType type = ValueType::Float64;
  bool enumeration = false;
  Causality causality = Causality::Local;
  Variability variability = Variability::Continuous;
  Initial initial = Initial::None;
  std::vector<double> start;  // of numbers; none: no start value
  std::string startText;      // of strings
  double nominal = 1;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::vector<Dimension> dimensions;
  std::optional<uint32_t> derivativeOf;  // index into Description::variables
  std::vector<AliasName> aliases;        // FMI 3.0
  ClockFacts clock;                      // of clocks

  // A value that holds from the initialisation on.
  bool isParameter() const {
    return variability == Variability::Constant || variability == Variability::Fixed ||
           variability == Variability::Tunable;
  }
};

// An unknown of ModelStructure: what it depends on, or nothing known.
struct Unknown {
  uint32_t variable;
  std::optional<std::vector<uint32_t>> dependencies;
};

struct Kind {
  std::string identifier;  // of the binary
  bool needsTool = false;
  bool directionalDerivatives = false;
  bool elementDependencies = false;
  bool needsCompletedStep = true;  // model exchange
  bool variableStep = true;        // co-simulation, as the next ones
  std::optional<double> fixedStep;
  bool eventMode = false;
  bool earlyReturn = false;
};

struct Experiment {
  std::optional<double> start, stop, tolerance, step;
};

struct Description {
  int version = 2;  // 2 or 3
  std::string model, description, tool, token;
  std::optional<Kind> modelExchange, coSimulation, scheduledExecution;
  Experiment experiment;
  std::vector<Variable> variables;
  size_t eventIndicators = 0;  // FMI 3.0: variables that are such; arrays count once
  std::vector<Unknown> outputs, derivatives, initialUnknowns;
  std::unordered_map<std::string, std::vector<std::pair<int64_t, std::string>>> enumerations;

  // Of a variable by its name or that of an alias; -1: there is none.
  int32_t find(const std::string& name) const;
};

// Purpose:    reads modelDescription.xml. Slips of real FMUs whose meaning is clear are warnings.
// Ensures:    nothing and errors in `diagnostics` if it cannot be used; no DTD, no entities but
//             those of XML itself; references of the description lead to variables that exist.
std::optional<Description> readDescription(const std::string& text, const std::string& path,
                                           Diagnostics& diagnostics);

}  // namespace formola::fmu

#include "fmu/fmu_description.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <pugixml.hpp>

#include "diag/codes/fmu.h"

namespace formola::fmu {

namespace {

struct NamedType {
  const char* name;
  ValueType type;
};

constexpr NamedType kTypes2[] = {{"Real", ValueType::Float64},
                                 {"Integer", ValueType::Int32},
                                 {"Boolean", ValueType::Boolean},
                                 {"String", ValueType::String},
                                 {"Enumeration", ValueType::Int32}};
constexpr NamedType kTypes3[] = {{"Float64", ValueType::Float64},  {"Float32", ValueType::Float32},
                                 {"Int8", ValueType::Int8},        {"UInt8", ValueType::UInt8},
                                 {"Int16", ValueType::Int16},      {"UInt16", ValueType::UInt16},
                                 {"Int32", ValueType::Int32},      {"UInt32", ValueType::UInt32},
                                 {"Int64", ValueType::Int64},      {"UInt64", ValueType::UInt64},
                                 {"Boolean", ValueType::Boolean},  {"String", ValueType::String},
                                 {"Binary", ValueType::Binary},    {"Clock", ValueType::Clock},
                                 {"Enumeration", ValueType::Int64}};

constexpr std::pair<const char*, Causality> kCausalities[] = {
    {"parameter", Causality::Parameter},
    {"calculatedParameter", Causality::CalculatedParameter},
    {"structuralParameter", Causality::StructuralParameter},
    {"input", Causality::Input},
    {"output", Causality::Output},
    {"local", Causality::Local},
    {"independent", Causality::Independent}};
constexpr std::pair<const char*, Variability> kVariabilities[] = {
    {"constant", Variability::Constant},
    {"fixed", Variability::Fixed},
    {"tunable", Variability::Tunable},
    {"discrete", Variability::Discrete},
    {"continuous", Variability::Continuous}};
constexpr std::pair<const char*, Initial> kInitials[] = {
    {"exact", Initial::Exact}, {"approx", Initial::Approx}, {"calculated", Initial::Calculated}};

template <typename T, size_t N>
std::optional<T> lookUp(const std::pair<const char*, T> (&table)[N], std::string_view name) {
  for (const auto& [text, value] : table)
    if (name == text) return value;
  return std::nullopt;
}

template <typename T, size_t N>
std::string_view textOf(const std::pair<const char*, T> (&table)[N], T value) {
  for (const auto& [text, each] : table)
    if (each == value) return text;
  return "";
}

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (size_t i = 0; i < text.size();) {
    while (i < text.size() && isSpace(text[i])) ++i;
    const size_t begin = i;
    while (i < text.size() && !isSpace(text[i])) ++i;
    if (i > begin) result.push_back(text.substr(begin, i - begin));
  }
  return result;
}

// The reader with what it has to tell.
class Reader {
 public:
  Reader(const std::string& path, Diagnostics& diagnostics)
      : path_(path), diagnostics_(diagnostics) {}

  std::optional<Description> read(const std::string& text);

 private:
  void wrong(const std::string& what) {
    failed_ = true;
    diagnostics_.report(diag::FmuDescriptionWrong, {}, path_, what);
  }
  void sloppy(const std::string& what) {
    diagnostics_.report(diag::FmuDescriptionSloppy, {}, path_, what);
  }
  bool readHead(pugi::xml_node root);
  Kind readKind(pugi::xml_node node);
  void readTypes(pugi::xml_node root);
  void readVariables(pugi::xml_node root);
  bool readVariable(pugi::xml_node node, Variable& variable);
  void readCauses(pugi::xml_node node, Variable& variable);
  void readValues(pugi::xml_node attributes, pugi::xml_node node, Variable& variable);
  void readClock(pugi::xml_node node, Variable& variable);
  void checkStarts(const Variable& variable);
  void linkDerivatives();
  void readStructure(pugi::xml_node root);
  void readUnknowns(pugi::xml_node list, const char* element, std::vector<Unknown>& unknowns);
  std::optional<uint32_t> variableBy(uint64_t key, const std::string& who);
  double number(std::string_view text, ValueType type, const std::string& where);
  std::optional<double> optionalNumber(pugi::xml_node node, const char* attribute);

  const std::string& path_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
  Description result_;
  std::unordered_map<uint64_t, uint32_t> byReference_;  // FMI 3.0
  std::unordered_map<std::string, pugi::xml_node> types_;
  std::vector<std::optional<uint64_t>> derivativeKeys_;  // by variable
};

double Reader::number(std::string_view text, ValueType type, const std::string& where) {
  if (type == ValueType::Boolean) {
    if (text == "true" || text == "1") return 1;
    if (text == "false" || text == "0") return 0;
    wrong(fmt::format("'{}' of {} is no Boolean", text, where));
    return 0;
  }
  const std::string_view plain = text.starts_with('+') ? text.substr(1) : text;
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (plain == "INF" || plain == "Infinity") return std::numeric_limits<double>::infinity();
  if (plain == "-INF" || plain == "-Infinity") return -std::numeric_limits<double>::infinity();
  if (error == std::errc::result_out_of_range && end == plain.data() + plain.size()) {
    sloppy(fmt::format("'{}' of {} is too large or too small for a number", text, where));
    return plain.starts_with('-') ? -std::numeric_limits<double>::max() : 0;
  }
  if (error != std::errc() || end != plain.data() + plain.size())
    wrong(fmt::format("'{}' of {} is no number", text, where));
  return value;
}

std::optional<double> Reader::optionalNumber(pugi::xml_node node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::nullopt;
  const auto text = words(found.value());
  if (text.size() == 1)
    return number(text[0], ValueType::Float64, fmt::format("{} of {}", attribute, node.name()));
  wrong(fmt::format("'{}' is no number for {} of {}", found.value(), attribute, node.name()));
  return std::nullopt;
}

Kind Reader::readKind(pugi::xml_node node) {
  Kind kind;
  kind.identifier = node.attribute("modelIdentifier").value();
  const std::string allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (kind.identifier.empty()) {
    wrong(fmt::format("{} has no modelIdentifier", node.name()));
  } else if (kind.identifier.find_first_not_of(allowed) != std::string::npos) {
    // It becomes the name of a file that is loaded.
    if (kind.identifier.find_first_of("/\\") != std::string::npos || kind.identifier[0] == '.')
      wrong(fmt::format("the modelIdentifier '{}' is no name of C", kind.identifier));
    else
      sloppy(fmt::format("the modelIdentifier '{}' is no name of C", kind.identifier));
  }
  kind.needsTool = node.attribute("needsExecutionTool").as_bool();
  kind.directionalDerivatives = node.attribute("providesDirectionalDerivative").as_bool() ||
                                node.attribute("providesDirectionalDerivatives").as_bool();
  kind.elementDependencies = node.attribute("providesPerElementDependencies").as_bool();
  kind.needsCompletedStep = result_.version == 2
                                ? !node.attribute("completedIntegratorStepNotNeeded").as_bool()
                                : node.attribute("needsCompletedIntegratorStep").as_bool(false);
  kind.variableStep = node.attribute("canHandleVariableCommunicationStepSize").as_bool();
  kind.fixedStep = optionalNumber(node, "fixedInternalStepSize");
  kind.eventMode = node.attribute("hasEventMode").as_bool();
  kind.earlyReturn = node.attribute("mightReturnEarlyFromDoStep").as_bool();
  return kind;
}

bool Reader::readHead(pugi::xml_node root) {
  const std::string version = root.attribute("fmiVersion").value();
  if (version.starts_with("1.")) {
    wrong("it is of FMI 1.0; versions 2.0 and 3.0 can be imported");
    return false;
  }
  if (!version.starts_with("2.") && !version.starts_with("3.")) {
    wrong(version.empty() ? "there is no fmiVersion"
                          : fmt::format("the fmiVersion '{}' is not known: 2.0 or 3.0", version));
    return false;
  }
  result_.version = version[0] - '0';
  if (result_.version == 2 && version != "2.0")
    sloppy(fmt::format("the fmiVersion is '{}'; FMI 2.0 asks for \"2.0\"", version));
  result_.model = root.attribute("modelName").value();
  if (result_.model.empty()) {
    sloppy("there is no modelName");
    result_.model = "FMU";
  }
  result_.description = root.attribute("description").value();
  result_.tool = root.attribute("generationTool").value();
  const char* token = result_.version == 2 ? "guid" : "instantiationToken";
  result_.token = root.attribute(token).value();
  if (!root.attribute(token)) wrong(fmt::format("there is no {}", token));
  if (const pugi::xml_node node = root.child("ModelExchange"))
    result_.modelExchange = readKind(node);
  if (const pugi::xml_node node = root.child("CoSimulation")) result_.coSimulation = readKind(node);
  if (const pugi::xml_node node = root.child("ScheduledExecution"))
    result_.scheduledExecution = readKind(node);
  if (!result_.modelExchange && !result_.coSimulation && !result_.scheduledExecution)
    wrong("it offers neither model exchange nor co-simulation");
  const pugi::xml_node experiment = root.child("DefaultExperiment");
  result_.experiment = {
      optionalNumber(experiment, "startTime"), optionalNumber(experiment, "stopTime"),
      optionalNumber(experiment, "tolerance"), optionalNumber(experiment, "stepSize")};
  if (const pugi::xml_attribute count = root.attribute("numberOfEventIndicators"))
    result_.eventIndicators = count.as_ullong();
  if (result_.eventIndicators > (size_t{1} << 24)) wrong("numberOfEventIndicators is absurd");
  return !failed_;
}

void Reader::readTypes(pugi::xml_node root) {
  for (const pugi::xml_node node : root.child("TypeDefinitions").children()) {
    const std::string name = node.attribute("name").value();
    // FMI 2.0: <SimpleType name><Real .../></SimpleType>; 3.0: <Float64Type name .../>
    const pugi::xml_node body = result_.version == 2 ? node.first_child() : node;
    types_.emplace(name, body);
    auto& items = result_.enumerations[name];
    int64_t next = 1;
    for (const pugi::xml_node item : body.children("Item")) {
      const int64_t value = item.attribute("value").as_llong(next);
      items.emplace_back(value, item.attribute("name").value());
      next = value + 1;
    }
    if (items.empty()) result_.enumerations.erase(name);
  }
}

void Reader::readCauses(pugi::xml_node node, Variable& variable) {
  const auto word = [&](const char* attribute, const auto& table, auto usual) {
    const pugi::xml_attribute found = node.attribute(attribute);
    if (!found) return usual;
    if (const auto value = lookUp(table, found.value())) return *value;
    // FMI 2.0 files of converted FMI 1.0 models
    sloppy(fmt::format("{} of '{}' has the {} '{}', which is none of the standard", node.name(),
                       variable.name, attribute, found.value()));
    return usual;
  };
  variable.causality = word("causality", kCausalities, Causality::Local);
  const bool parameter = variable.causality == Causality::Parameter ||
                         variable.causality == Causality::CalculatedParameter ||
                         variable.causality == Causality::StructuralParameter;
  const bool real = variable.type == ValueType::Float64 || variable.type == ValueType::Float32;
  const Variability usual = parameter                      ? Variability::Fixed
                            : real || result_.version == 2 ? Variability::Continuous
                                                           : Variability::Discrete;
  variable.variability = word("variability", kVariabilities, usual);
  if (!real && variable.variability == Variability::Continuous) {
    // The default of FMI 2.0, which is wrong for all other types.
    variable.variability = Variability::Discrete;
    if (node.attribute("variability"))
      sloppy(fmt::format("'{}' is {} and cannot be continuous; taken as discrete", variable.name,
                         variable.typeName));
  }
  if (parameter && !variable.isParameter()) {
    sloppy(fmt::format("the parameter '{}' is {}; taken as fixed", variable.name,
                       nameOf(variable.variability)));
    variable.variability = Variability::Fixed;
  }
  const Initial initial =
      variable.variability == Variability::Constant || variable.causality == Causality::Parameter ||
              variable.causality == Causality::StructuralParameter
          ? Initial::Exact
      : variable.causality == Causality::Input || variable.causality == Causality::Independent
          ? Initial::None
          : Initial::Calculated;
  variable.initial = word("initial", kInitials, initial);
}

void Reader::readValues(pugi::xml_node attributes, pugi::xml_node node, Variable& variable) {
  const auto text = [&](const char* attribute) -> std::string {
    if (const pugi::xml_attribute found = attributes.attribute(attribute)) return found.value();
    const auto type = types_.find(variable.declaredType);
    return type == types_.end() ? "" : type->second.attribute(attribute).value();
  };
  variable.unit = text("unit");
  variable.displayUnit = text("displayUnit");
  if (isNumber(variable.type)) {
    const auto bound = [&](const char* attribute, double usual) {
      const std::string found = text(attribute);
      const auto list = words(found);
      return list.empty() ? usual : number(list[0], variable.type, variable.name);
    };
    variable.nominal = bound("nominal", 1);
    variable.min = bound("min", variable.min);
    variable.max = bound("max", variable.max);
    if (const pugi::xml_attribute start = attributes.attribute("start"))
      for (const std::string_view each : words(start.value()))
        variable.start.push_back(
            number(each, variable.type, "the start value of " + variable.name));
  } else if (variable.type == ValueType::String) {
    variable.startText = result_.version == 2 ? attributes.attribute("start").value()
                                              : node.child("Start").attribute("value").value();
  }
  if (variable.type == ValueType::Clock) readClock(node, variable);
  for (const pugi::xml_node dimension : node.children("Dimension")) {
    Dimension size;
    if (const pugi::xml_attribute by = dimension.attribute("valueReference"))
      size.parameter = by.as_uint();
    else
      size.size = dimension.attribute("start").as_ullong(1);
    variable.dimensions.push_back(size);
  }
  checkStarts(variable);
  for (const pugi::xml_node alias : node.children("Alias"))
    variable.aliases.push_back(
        {alias.attribute("name").value(), alias.attribute("description").value()});
  const pugi::xml_attribute derivative = attributes.attribute("derivative");
  derivativeKeys_.push_back(derivative ? std::optional<uint64_t>(derivative.as_ullong())
                                       : std::nullopt);
}

// One value is that of all elements.
void Reader::checkStarts(const Variable& variable) {
  double count = 1;  // may be absurd
  for (const Dimension& dimension : variable.dimensions) {
    if (dimension.parameter) return;
    count *= static_cast<double>(dimension.size);
  }
  const size_t given = variable.start.size();
  if (given > 1 && static_cast<double>(given) != count)
    sloppy(fmt::format("'{}' has {} elements and {} start values; what is missing is taken as zero",
                       variable.name, count, given));
}

void Reader::readClock(pugi::xml_node node, Variable& variable) {
  static constexpr std::pair<const char*, Ticking> kTicking[] = {{"constant", Ticking::Periodic},
                                                                 {"fixed", Ticking::Periodic},
                                                                 {"changing", Ticking::Changing},
                                                                 {"countdown", Ticking::Countdown},
                                                                 {"triggered", Ticking::Triggered}};
  const char* variability = node.attribute("intervalVariability").value();
  if (const auto found = lookUp(kTicking, variability))
    variable.clock.ticking = *found;
  else
    wrong(
        fmt::format("the clock '{}' has the intervalVariability '{}'", variable.name, variability));
  const auto time = [&](const char* decimal, const char* counter) -> std::optional<double> {
    if (const auto given = optionalNumber(node, decimal)) return given;
    const auto count = optionalNumber(node, counter), of = optionalNumber(node, "resolution");
    return count && of && *of > 0 ? std::optional(*count / *of) : std::nullopt;
  };
  variable.clock.interval = time("intervalDecimal", "intervalCounter");
  variable.clock.shift = time("shiftDecimal", "shiftCounter");
  variable.clock.priority = node.attribute("priority").as_llong(0);
  if (variable.clock.interval && !(*variable.clock.interval > 0))
    wrong(fmt::format("the interval of the clock '{}' is not positive", variable.name));
}

bool Reader::readVariable(pugi::xml_node node, Variable& variable) {
  variable.name = node.attribute("name").value();
  if (variable.name.empty()) {
    wrong("a variable has no name");
    return false;
  }
  pugi::xml_node attributes = node;
  const NamedType* type = nullptr;
  if (result_.version == 2) {
    for (const pugi::xml_node child : node.children()) {
      for (const NamedType& each : kTypes2)
        if (std::strcmp(child.name(), each.name) == 0) type = &each, attributes = child;
      if (type) break;
    }
  } else {
    for (const NamedType& each : kTypes3)
      if (std::strcmp(node.name(), each.name) == 0) type = &each;
  }
  if (!type) {
    wrong(fmt::format("the type of '{}' is not known", variable.name));
    return false;
  }
  variable.type = type->type;
  variable.typeName = type->name;
  variable.enumeration = variable.typeName == "Enumeration";
  variable.declaredType = attributes.attribute("declaredType").value();
  variable.description = node.attribute("description").value();
  const std::string reference = node.attribute("valueReference").value();
  const auto [end, error] =
      std::from_chars(reference.data(), reference.data() + reference.size(), variable.reference);
  if (error != std::errc() || end != reference.data() + reference.size())
    wrong(fmt::format("the valueReference '{}' of '{}' is no number", reference, variable.name));
  readCauses(node, variable);
  readValues(attributes, node, variable);
  return true;
}

void Reader::readVariables(pugi::xml_node root) {
  const pugi::xml_node list = root.child("ModelVariables");
  if (!list) sloppy("there are no ModelVariables");
  std::unordered_map<std::string_view, uint32_t> names;
  for (const pugi::xml_node node : list.children()) {
    if (node.type() != pugi::node_element) continue;
    Variable variable;
    if (!readVariable(node, variable)) continue;
    result_.variables.push_back(std::move(variable));
  }
  for (uint32_t i = 0; i < result_.variables.size(); ++i) {
    const Variable& variable = result_.variables[i];
    if (!names.emplace(variable.name, i).second)
      sloppy(
          fmt::format("'{}' is the name of several variables; the first is taken", variable.name));
    if (result_.version == 3 && !byReference_.emplace(variable.reference, i).second)
      wrong(fmt::format("the valueReference {} of '{}' is that of another variable",
                        variable.reference, variable.name));
  }
}

std::optional<uint32_t> Reader::variableBy(uint64_t key, const std::string& who) {
  if (result_.version == 2) {
    if (key >= 1 && key <= result_.variables.size()) return static_cast<uint32_t>(key - 1);
  } else if (const auto found = byReference_.find(key); found != byReference_.end()) {
    return found->second;
  }
  wrong(fmt::format("{} {} of {} leads to no variable",
                    result_.version == 2 ? "the index" : "the valueReference", key, who));
  return std::nullopt;
}

void Reader::linkDerivatives() {
  for (size_t i = 0; i < derivativeKeys_.size(); ++i)
    if (derivativeKeys_[i])
      result_.variables[i].derivativeOf =
          variableBy(*derivativeKeys_[i], "derivative of " + result_.variables[i].name);
  for (const Variable& variable : result_.variables)
    for (const Dimension& dimension : variable.dimensions) {
      if (!dimension.parameter) continue;
      const auto size = variableBy(*dimension.parameter, "a dimension of " + variable.name);
      if (size && result_.variables[*size].causality != Causality::StructuralParameter &&
          result_.variables[*size].variability != Variability::Constant)
        wrong(fmt::format("'{}', the size of '{}', is no structural parameter",
                          result_.variables[*size].name, variable.name));
    }
}

void Reader::readUnknowns(pugi::xml_node list, const char* element,
                          std::vector<Unknown>& unknowns) {
  for (const pugi::xml_node node : list.children(element)) {
    const char* key = result_.version == 2 ? "index" : "valueReference";
    const auto variable = variableBy(node.attribute(key).as_ullong(UINT64_MAX), "ModelStructure");
    if (!variable) continue;
    Unknown unknown{*variable, std::nullopt};
    if (const pugi::xml_attribute dependencies = node.attribute("dependencies")) {
      unknown.dependencies.emplace();
      for (const std::string_view each : words(dependencies.value())) {
        uint64_t value = UINT64_MAX;
        std::from_chars(each.data(), each.data() + each.size(), value);
        if (const auto known = variableBy(value, "dependencies in ModelStructure"))
          unknown.dependencies->push_back(*known);
      }
    }
    unknowns.push_back(std::move(unknown));
  }
}

void Reader::readStructure(pugi::xml_node root) {
  const pugi::xml_node structure = root.child("ModelStructure");
  if (!structure) sloppy("there is no ModelStructure; it is taken from the variables");
  if (result_.version == 2) {
    readUnknowns(structure.child("Outputs"), "Unknown", result_.outputs);
    readUnknowns(structure.child("Derivatives"), "Unknown", result_.derivatives);
    readUnknowns(structure.child("InitialUnknowns"), "Unknown", result_.initialUnknowns);
  } else {
    readUnknowns(structure, "Output", result_.outputs);
    readUnknowns(structure, "ContinuousStateDerivative", result_.derivatives);
    readUnknowns(structure, "InitialUnknown", result_.initialUnknowns);
    std::vector<Unknown> indicators;
    readUnknowns(structure, "EventIndicator", indicators);
    result_.eventIndicators = indicators.size();
  }
  if (structure) {
    for (const Unknown& each : result_.derivatives)
      if (!result_.variables[each.variable].derivativeOf)
        sloppy(fmt::format("'{}' is a derivative by ModelStructure, but does not say of what",
                           result_.variables[each.variable].name));
    return;
  }
  for (uint32_t i = 0; i < result_.variables.size(); ++i) {
    const Variable& variable = result_.variables[i];
    if (variable.derivativeOf) result_.derivatives.push_back({i, std::nullopt});
    if (variable.causality == Causality::Output) result_.outputs.push_back({i, std::nullopt});
  }
}

std::optional<Description> Reader::read(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
  if (!parsed) {
    const auto before =
        text.begin() + std::clamp<ptrdiff_t>(parsed.offset, 0, static_cast<ptrdiff_t>(text.size()));
    wrong(fmt::format("it is no XML: line {}: {}", 1 + std::count(text.begin(), before, '\n'),
                      parsed.description()));
    return std::nullopt;
  }
  for (const pugi::xml_node node : document.children())
    if (node.type() == pugi::node_doctype) {
      wrong("it has a document type declaration, which is never needed and may do harm");
      return std::nullopt;
    }
  const pugi::xml_node root = document.child("fmiModelDescription");
  if (!root) {
    wrong("its root is not fmiModelDescription");
    return std::nullopt;
  }
  if (!readHead(root)) return std::nullopt;
  readTypes(root);
  readVariables(root);
  if (failed_) return std::nullopt;
  linkDerivatives();
  readStructure(root);
  if (failed_) return std::nullopt;
  return std::move(result_);
}

}  // namespace

bool isNumber(ValueType type) {
  return type <= ValueType::Boolean;
}

std::string_view nameOf(Causality causality) {
  return textOf(kCausalities, causality);
}
std::string_view nameOf(Variability variability) {
  return textOf(kVariabilities, variability);
}
std::string_view nameOf(Initial initial) {
  return textOf(kInitials, initial);
}

int32_t Description::find(const std::string& name) const {
  for (size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return static_cast<int32_t>(i);
    for (const AliasName& alias : variables[i].aliases)
      if (alias.name == name) return static_cast<int32_t>(i);
  }
  return -1;
}

std::optional<Description> readDescription(const std::string& text, const std::string& path,
                                           Diagnostics& diagnostics) {
  return Reader(path, diagnostics).read(text);
}

}  // namespace formola::fmu

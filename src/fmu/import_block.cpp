#include "fmu/import_block.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/string_literal.h"

namespace formola::fmu {

namespace {

constexpr std::string_view kKeywords[] = {
    "algorithm", "and",         "annotation", "block",        "break",    "class",
    "connect",   "connector",   "constant",   "der",          "discrete", "each",
    "else",      "elseif",      "elsewhen",   "encapsulated", "end",      "enumeration",
    "equation",  "expandable",  "extends",    "external",     "false",    "final",
    "flow",      "for",         "function",   "if",           "import",   "impure",
    "in",        "initial",     "inner",      "input",        "loop",     "model",
    "not",       "operator",    "or",         "outer",        "output",   "package",
    "parameter", "partial",     "protected",  "public",       "pure",     "record",
    "redeclare", "replaceable", "return",     "stream",       "then",     "time",
    "true",      "type",        "when",       "while",        "within",   "Real",
    "Integer",   "Boolean",     "String"};

std::string describedBy(const std::string& text) {
  return text.empty() ? "" : " " + stringLiteral(text);
}

std::string list(const std::vector<std::string>& items, std::string_view empty) {
  if (items.empty()) return std::string(empty);
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return "{" + text + "}";
}

enum class Port : uint8_t { None, Real, Integer, Boolean, Text };

// What the block can have for a variable; arrays of Float64 only.
Port portOf(const Variable& variable) {
  const bool real = variable.type == ValueType::Float64 || variable.type == ValueType::Float32;
  if (!variable.dimensions.empty() && variable.type != ValueType::Float64) return Port::None;
  if (variable.type == ValueType::Boolean) return Port::Boolean;
  if (variable.type == ValueType::String) return Port::Text;
  if (!isNumber(variable.type)) return Port::None;
  return real ? Port::Real : Port::Integer;
}

std::string_view typeOf(Port port) {
  return port == Port::Real      ? "Real"
         : port == Port::Integer ? "Integer"
         : port == Port::Text    ? "String"
                                 : "Boolean";
}

// The type of a port; there are no connectors of strings.
std::string connectorOf(Port port, std::string_view direction) {
  if (port == Port::Text) return direction == "Input" ? "input String" : "output String";
  return fmt::format("Formola.Interfaces.{}{}", typeOf(port), direction);
}

std::string valueText(Port port, double value) {
  if (port == Port::Boolean) return value != 0 ? "true" : "false";
  if (port == Port::Integer) return fmt::format("{}", static_cast<int64_t>(value));
  return fmt::format("{}", value);
}

struct Function {
  const char* name;
  const char* inputs;  // declarations
  const char* output;  // declaration; "": none
  const char* call;
  const char* derivative = "";  // the function of its derivatives by states and inputs
  bool atStepEnds = false;
};

// The functions of the C text. FMU_POINT: time, events, states and inputs.
#define FMU_POINT                                                                   \
  "input Real t; input Real events; input Real x[:]; input Integer references[:]; " \
  "input Real u[:]; "
#define FMU_POINT_CALL "fmu, t, events, x, size(x, 1), references, u, size(u, 1)"
constexpr Function kFunctions[] = {
    {"initialise", "input Real t; input Real puts; input Integer references[:]; input Real u[:];",
     "output Real events;",
     "events = formola_fmu_initialise(fmu, t, puts, references, u, size(u, 1))"},
    {"put",
     "input Real events; input Integer types[:]; input Integer references[:]; input Real "
     "values[:];",
     "output Real done;",
     "done = formola_fmu_put(fmu, events, types, references, values, size(values, 1))"},
    {"putTexts", "input Real events; input Integer references[:]; input String values[:];",
     "output Real done;",
     "done = formola_fmu_put_texts(fmu, events, references, values, size(values, 1))"},
    {"states", "input Real events; input Integer nx;", "output Real x[nx];",
     "formola_fmu_states(fmu, events, x, size(x, 1))"},
    {"nextEvent", "input Real events;", "output Real next;",
     "next = formola_fmu_next(fmu, events)"},
    {"derivatives", FMU_POINT, "output Real dx[size(x, 1)];",
     "formola_fmu_derivatives(" FMU_POINT_CALL ", dx)", "derivativesAlong"},
    {"indicators", FMU_POINT "input Integer nz;", "output Real z[nz];",
     "formola_fmu_indicators(" FMU_POINT_CALL ", z, size(z, 1))"},
    {"reals", FMU_POINT "input Integer outputs[:];", "output Real y[size(outputs, 1)];",
     "formola_fmu_reals(" FMU_POINT_CALL ", outputs, y, size(y, 1))", "realsAlong"},
    {"integerOutput", "input Real events; input Integer kind; input Integer reference;",
     "output Integer y;", "y = formola_fmu_integer(fmu, events, kind, reference)"},
    {"booleanOutput", "input Real events; input Integer reference;", "output Boolean y;",
     "y = formola_fmu_boolean(fmu, events, reference)"},
    {"textOutput", "input Real events; input Integer reference;", "output String y;",
     "y = formola_fmu_text(fmu, events, reference)"},
    {"event", FMU_POINT "input Real puts;", "output Real more;",
     "more = formola_fmu_event(" FMU_POINT_CALL ", puts)"},
    {"completed", FMU_POINT, "output Real done;",
     "done = formola_fmu_completed(" FMU_POINT_CALL ")", "", true},
    {"wanted", "input Real t; input Real events;", "output Real after;",
     "after = formola_fmu_wanted(fmu, t, events)"},
    {"ended", "input Real events;", "output Boolean y;", "y = formola_fmu_ended(fmu, events)"},
    {"step",
     "input Real t; input Real h; input Real events; input Integer references[:]; input Real u[:];",
     "output Real more;", "more = formola_fmu_step(fmu, t, h, events, references, u, size(u, 1))"},
};
// What these change by when states and inputs change by dx and du, by the FMU's own derivatives.
#define FMU_CHANGE "input Real dx[size(x, 1)]; input Real du[size(u, 1)];"
constexpr Function kDerivatives[] = {
    {"derivativesAlong", FMU_POINT FMU_CHANGE, "output Real change[size(x, 1)];",
     "formola_fmu_derivatives_along(" FMU_POINT_CALL ", dx, du, change)"},
    {"realsAlong", FMU_POINT "input Integer outputs[:]; " FMU_CHANGE,
     "output Real change[size(outputs, 1)];",
     "formola_fmu_reals_along(" FMU_POINT_CALL ", outputs, dx, du, change, size(change, 1))"},
};
#undef FMU_CHANGE
#undef FMU_POINT
#undef FMU_POINT_CALL

class Writer {
 public:
  Writer(const Description& description, const BlockOptions& options,
         std::vector<std::string>& leftOut)
      : d_(description), options_(options), leftOut_(leftOut) {}

  std::optional<std::string> write(std::string& why);
  // {{1, 2}, {3, 4}}; one value is that of all elements.
  std::string startOf(const Variable& v, size_t depth, size_t& at) const;

 private:
  bool sortVariables(std::string& why);
  void writeDeclarations();
  void writeFunctions();
  void writeObject();
  void writeExchange();
  void writeCoSimulation();
  void writeEnd();
  void writeOutputs(const std::string& states, const std::string& events);
  void writeIcon();
  void line(const std::string& text) { text_ += "  " + text + "\n"; }
  static std::string reference(const Variable& v) { return fmt::format("{}", v.reference); }
  size_t sizeOf(const Dimension& dimension) const {
    for (const Variable& v : d_.variables)
      if (dimension.parameter && v.reference == *dimension.parameter && v.start.size() == 1)
        return static_cast<size_t>(v.start[0]);
    return static_cast<size_t>(dimension.size);
  }
  // "[2, 3]" of an array; "" of a scalar.
  std::string sizesOf(const Variable& v) const {
    std::string text;
    for (const Dimension& d : v.dimensions)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", sizeOf(d));
    return text.empty() ? "" : "[" + text + "]";
  }
  // The name of a scalar, or those of all elements of an array, by rows.
  std::vector<std::string> elementsOf(const Variable& v) const {
    const std::string name = modelicaName(v.name);
    if (v.dimensions.empty()) return {name};
    std::vector<std::string> subscripts{""};
    for (const Dimension& d : v.dimensions) {
      std::vector<std::string> longer;
      for (const std::string& text : subscripts)
        for (size_t k = 1; k <= sizeOf(d); ++k)
          longer.push_back(fmt::format("{}{}{}", text, text.empty() ? "" : ", ", k));
      subscripts = std::move(longer);
    }
    for (std::string& text : subscripts) text = fmt::format("{}[{}]", name, text);
    return subscripts;
  }
  // Its value as a Real.
  static std::string asReal(const Variable& v) {
    const std::string name = modelicaName(v.name);
    const Port port = portOf(v);
    return port == Port::Boolean   ? fmt::format("(if {} then 1.0 else 0.0)", name)
           : port == Port::Integer ? "1.0*" + name
                                   : name;
  }
  // Discrete inputs as arguments of put().
  std::string discreteArguments() const;
  std::string putCall(const std::string& events) const;
  bool puts() const { return !discrete_.empty() || !texts_.empty(); }
  // Directional derivatives, and a state for each derivative.
  bool givesDerivatives() const {
    return options_.kind == Interface::ModelExchange && d_.modelExchange &&
           d_.modelExchange->directionalDerivatives &&
           std::all_of(d_.derivatives.begin(), d_.derivatives.end(), [&](const Unknown& unknown) {
             return d_.variables[unknown.variable].derivativeOf.has_value();
           });
  }

  // The references and names of some inputs as arguments; `before`: what they were before an event.
  std::string inputArguments(const std::vector<uint32_t>& inputs, bool before = false) const {
    std::vector<std::string> references, names;
    for (const uint32_t i : inputs)
      for (const std::string& name : elementsOf(d_.variables[i])) {
        // an array is one reference with several values
        references.push_back(reference(d_.variables[i]));
        names.push_back(before ? "pre(" + name + ")" : name);
      }
    return list(references, "fill(0, 0)") + ", " + list(names, "fill(0.0, 0)");
  }
  // Those that the unknown depends on; all where nothing is told.
  std::vector<uint32_t> inputsOf(const Unknown& unknown) const {
    if (!unknown.dependencies) return inputs_;
    std::vector<uint32_t> result;
    for (const uint32_t i : inputs_)
      if (std::find(unknown.dependencies->begin(), unknown.dependencies->end(), i) !=
          unknown.dependencies->end())
        result.push_back(i);
    return result;
  }
  std::vector<uint32_t> initialInputs() const;

  const Description& d_;
  const BlockOptions& options_;
  std::vector<std::string>& leftOut_;
  std::string text_;
  std::vector<uint32_t> inputs_, discrete_, texts_, outputs_;
  std::vector<uint32_t> parameters_, textParameters_;
  size_t nStates_ = 0;
};

bool Writer::sortVariables(std::string& why) {
  for (uint32_t i = 0; i < d_.variables.size(); ++i) {
    const Variable& v = d_.variables[i];
    const Port port = portOf(v);
    const bool continuous = port == Port::Real && v.variability == Variability::Continuous;
    if (v.causality == Causality::Input) {
      if (port == Port::None)
        leftOut_.push_back(v.name);
      else if (continuous)
        inputs_.push_back(i);
      else if (port == Port::Text)
        texts_.push_back(i);
      else if (v.dimensions.empty())
        discrete_.push_back(i);
      else
        leftOut_.push_back(v.name);
    } else if (v.causality == Causality::Output) {
      if (port == Port::None)
        leftOut_.push_back(v.name);
      else
        outputs_.push_back(i);
    } else if (v.causality == Causality::Parameter) {
      const size_t count = elementsOf(v).size();
      if (port == Port::Text)
        textParameters_.push_back(i);
      else if (port == Port::None || (v.start.size() != 1 && v.start.size() != count))
        leftOut_.push_back(v.name);
      else
        parameters_.push_back(i);
    }
  }
  if (options_.kind == Interface::CoSimulation) return true;
  auto places = placeNumbers(d_, startSizes(d_), options_.kind, why);
  if (!places) return false;
  nStates_ = static_cast<size_t>(places->nStates);
  return true;
}

void Writer::writeDeclarations() {
  const auto attributes = [](const Variable& v) {
    return v.unit.empty() ? std::string() : fmt::format("(unit = {})", stringLiteral(v.unit));
  };
  const auto each = [](const Variable& v, const std::string& text) {
    return v.dimensions.empty() || text.empty() ? text : "(each " + text.substr(1);
  };
  for (const uint32_t i : parameters_) {
    const Variable& v = d_.variables[i];
    const Port port = portOf(v);
    size_t at = 0;
    const std::string start =
        v.dimensions.empty() ? valueText(port, v.start[0]) : startOf(v, 0, at);
    line(fmt::format("parameter {} {}{}{} = {}{};", typeOf(port), modelicaName(v.name), sizesOf(v),
                     port == Port::Real ? each(v, attributes(v)) : "", start,
                     describedBy(v.description)));
  }
  for (const uint32_t i : textParameters_) {
    const Variable& v = d_.variables[i];
    line(fmt::format("parameter String {} = {}{};", modelicaName(v.name),
                     stringLiteral(v.startText), describedBy(v.description)));
  }
  const auto place = [](size_t k, size_t n, int x, const char* size) {
    const double y = 100 - 200.0 * (static_cast<double>(k) + 0.5) / static_cast<double>(n);
    return fmt::format(
        "annotation(Placement(transformation(origin = {{{}, {:.0f}}}, extent = {{{{-{}, -{}}}, "
        "{{{}, {}}}}})))",
        x, y, size, size, size, size);
  };
  std::vector<uint32_t> ports = inputs_;
  ports.insert(ports.end(), discrete_.begin(), discrete_.end());
  ports.insert(ports.end(), texts_.begin(), texts_.end());
  for (size_t k = 0; k < ports.size(); ++k) {
    const Variable& v = d_.variables[ports[k]];
    const Port port = portOf(v);
    const bool sampled = port == Port::Real && k >= inputs_.size();
    line(fmt::format("{}{} {}{}{}{} {};", sampled ? "discrete " : "", connectorOf(port, "Input"),
                     modelicaName(v.name), sizesOf(v),
                     port == Port::Real ? each(v, attributes(v)) : "", describedBy(v.description),
                     place(k, ports.size(), -120, "20")));
  }
  for (size_t k = 0; k < outputs_.size(); ++k) {
    const Variable& v = d_.variables[outputs_[k]];
    const Port port = portOf(v);
    line(fmt::format("{} {}{}{}{} {};", connectorOf(port, "Output"), modelicaName(v.name),
                     sizesOf(v), port == Port::Real ? each(v, attributes(v)) : "",
                     describedBy(v.description), place(k, outputs_.size(), 110, "10")));
  }
  if (options_.kind == Interface::CoSimulation)
    line(
        fmt::format("parameter Real communicationStep(unit = \"s\") = {} \"Between calls of the "
                    "FMU's own solver\";",
                    options_.communicationStep));
}

std::string Writer::startOf(const Variable& v, size_t depth, size_t& at) const {
  if (portOf(v) == Port::Text) return stringLiteral(v.startText);
  if (depth == v.dimensions.size()) {
    const double value = v.start.empty() ? 0 : v.start[std::min(v.start.size() - 1, at)];
    ++at;
    return valueText(portOf(v), value);
  }
  std::vector<std::string> parts;
  for (size_t k = 0; k < sizeOf(v.dimensions[depth]); ++k)
    parts.push_back(startOf(v, depth + 1, at));
  return list(parts, "fill(0.0, 0)");
}

// Gives discrete inputs to the FMU; `events`: what is done after it.
std::string Writer::putCall(const std::string& events) const {
  std::string call = events;
  if (!texts_.empty()) {
    std::vector<std::string> references, values;
    for (const uint32_t i : texts_) {
      references.push_back(reference(d_.variables[i]));
      values.push_back(modelicaName(d_.variables[i].name));
    }
    call = fmt::format("putTexts(fmu_object, {}, {}, {})", call, list(references, ""),
                       list(values, ""));
  }
  if (!discrete_.empty()) call = fmt::format("put(fmu_object, {}, {})", call, discreteArguments());
  return call;
}

std::string Writer::discreteArguments() const {
  std::vector<std::string> types, references, values;
  for (const uint32_t i : discrete_) {
    const Variable& v = d_.variables[i];
    types.push_back(fmt::format("{}", static_cast<int>(v.type)));
    references.push_back(reference(v));
    values.push_back(asReal(v));
  }
  return list(types, "") + ", " + list(references, "") + ", " + list(values, "");
}

void Writer::writeFunctions() {
  const std::string code =
      fmt::format("annotation(Include = {})", stringLiteral("#include \"" + options_.code + "\""));
  text_ += "protected\n";
  line("class Fmu \"An instance of the FMU\"");
  line("  extends ExternalObject;");
  line("  function constructor");
  line("    input String binary, resources, name, token;");
  line("    input Integer version, coSimulation, nStates, states[:], derivatives[:], singles[:];");
  line("    input Integer realReferences[:];");
  line("    input Real reals[:];");
  line("    input Integer types[:], references[:];");
  line("    input Real values[:];");
  line("    input Integer textReferences[:];");
  line("    input String texts[:];");
  line("    output Fmu fmu;");
  line(
      "    external \"C\" fmu = formola_fmu_open(binary, resources, name, token, version, "
      "coSimulation, nStates, states, derivatives, size(states, 1), singles, size(singles, 1), "
      "realReferences, reals, size(reals, 1), types, references, values, size(values, 1), "
      "textReferences, texts, size(texts, 1))");
  line("      " + code + ";");
  line("  end constructor;");
  line("  function destructor");
  line("    input Fmu fmu;");
  line("    external \"C\" formola_fmu_close(fmu)");
  line("      " + code + ";");
  line("  end destructor;");
  line("end Fmu;");
  const bool differentiates = givesDerivatives();
  const auto write = [&](const Function& f) {
    line(fmt::format("function {}", f.name));
    line(fmt::format("  input Fmu fmu; {}", f.inputs));
    line(fmt::format("  {}", f.output));
    line(fmt::format("  external \"C\" {}", f.call));
    line("    " + code + ";");
    // an FMU has no derivatives by time
    if (differentiates && *f.derivative != '\0')
      line(
          fmt::format("  annotation(derivative(zeroDerivative = t, zeroDerivative = events) = {});",
                      f.derivative));
    if (f.atStepEnds) line("  annotation(__Formola_atStepEnds = true);");
    line(fmt::format("end {};", f.name));
  };
  if (differentiates)
    for (const Function& f : kDerivatives) write(f);
  for (const Function& f : kFunctions) write(f);
}

void Writer::writeObject() {
  std::vector<std::string> realReferences, reals, types, references, values;
  for (const uint32_t i : parameters_) {
    const Variable& v = d_.variables[i];
    const bool real = portOf(v) == Port::Real;
    for (const std::string& name : elementsOf(v)) {
      (real ? realReferences : references).push_back(reference(v));
      (real ? reals : values).push_back(real ? name : asReal(v));
      if (!real) types.push_back(fmt::format("{}", static_cast<int>(v.type)));
    }
  }
  std::vector<std::string> textReferences, texts;
  for (const uint32_t i : textParameters_) {
    textReferences.push_back(reference(d_.variables[i]));
    texts.push_back(modelicaName(d_.variables[i].name));
  }
  std::vector<std::string> singles;  // of single precision
  for (const Variable& v : d_.variables)
    if (v.type == ValueType::Float32) singles.push_back(reference(v));
  std::vector<std::string> states, derivatives;  // by ModelStructure, arrays once
  if (givesDerivatives())
    for (const Unknown& unknown : d_.derivatives) {
      const Variable& v = d_.variables[unknown.variable];
      derivatives.push_back(reference(v));
      states.push_back(reference(d_.variables[*v.derivativeOf]));
    }
  line(fmt::format("parameter String fmuBinary = {} \"Where the FMU's binary is\";",
                   stringLiteral(options_.binary)));
  line(fmt::format("parameter String fmuResources = {} \"Where its data are\";",
                   stringLiteral(options_.resources)));
  line(fmt::format(
      "parameter Fmu fmu_object = Fmu(fmuBinary, fmuResources, {}, {}, {}, {}, {}, {}, {}, {}, {}, "
      "{}, {}, {}, {}, {}, {});",
      stringLiteral(d_.model), stringLiteral(d_.token), d_.version,
      options_.kind == Interface::CoSimulation ? 1 : 0, nStates_, list(states, "fill(0, 0)"),
      list(derivatives, "fill(0, 0)"), list(singles, "fill(0, 0)"),
      list(realReferences, "fill(0, 0)"), list(reals, "fill(0.0, 0)"), list(types, "fill(0, 0)"),
      list(references, "fill(0, 0)"), list(values, "fill(0.0, 0)"),
      list(textReferences, "fill(0, 0)"), list(texts, "fill(\"\", 0)")));
  line("discrete Real fmu_events(fixed = false) \"How often the FMU has changed by itself\";");
}

// Inputs that decide about states and discrete variables at the start.
std::vector<uint32_t> Writer::initialInputs() const {
  std::set<uint32_t> states;
  for (const Unknown& unknown : d_.derivatives)
    if (d_.variables[unknown.variable].derivativeOf)
      states.insert(*d_.variables[unknown.variable].derivativeOf);
  std::set<uint32_t> result;
  for (const Unknown& unknown : d_.initialUnknowns) {
    const Variable& v = d_.variables[unknown.variable];
    if (states.count(unknown.variable) == 0 && v.variability != Variability::Discrete) continue;
    for (const uint32_t i : inputsOf(unknown)) result.insert(i);
  }
  return {result.begin(), result.end()};
}

void Writer::writeOutputs(const std::string& states, const std::string& events) {
  // Outputs that depend on the same inputs share a call.
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> groups;
  for (const uint32_t i : outputs_) {
    const Variable& v = d_.variables[i];
    const Port port = portOf(v);
    if (port == Port::Text) {
      line(fmt::format("{} = textOutput(fmu_object, {}, {});", modelicaName(v.name), events,
                       v.reference));
      continue;
    }
    if (port != Port::Real) {
      line(port == Port::Integer
               ? fmt::format("{} = integerOutput(fmu_object, {}, {}, {});", modelicaName(v.name),
                             events, static_cast<int>(v.type), v.reference)
               : fmt::format("{} = booleanOutput(fmu_object, {}, {});", modelicaName(v.name),
                             events, v.reference));
      continue;
    }
    Unknown unknown{i, std::nullopt};
    for (const Unknown& each : d_.outputs)
      if (each.variable == i) unknown = each;
    groups[options_.kind == Interface::CoSimulation ? std::vector<uint32_t>{} : inputsOf(unknown)]
        .push_back(i);
  }
  for (const auto& [inputs, outputs] : groups) {
    std::vector<std::string> names, references;
    for (const uint32_t i : outputs)
      for (const std::string& name : elementsOf(d_.variables[i])) {
        names.push_back(name);
        references.push_back(reference(d_.variables[i]));
      }
    const std::string time = options_.kind == Interface::CoSimulation ? "0" : "time";
    line(fmt::format("{} = reals(fmu_object, {}, {}, {}, {}, {});", list(names, ""), time, events,
                     states, inputArguments(inputs), list(references, "")));
  }
}

void Writer::writeExchange() {
  const std::string states = nStates_ > 0 ? "fmu_x" : "fill(0.0, 0)";
  const std::string inputs = inputArguments(inputs_);
  const size_t nz = d_.eventIndicators;
  if (nStates_ > 0) {
    line(fmt::format("Real fmu_x[{}](each fixed = false) \"States of the FMU\";", nStates_));
    line(fmt::format("discrete Real fmu_new[{}](each fixed = false);", nStates_));
  }
  if (nz > 0) {
    line(fmt::format("Real fmu_z[{}] \"Its event indicators\";", nz));
    line(fmt::format("Boolean fmu_s[{}];", nz));
  }
  line("discrete Real fmu_next(fixed = false) \"Its next time event\";");
  const bool completes = d_.modelExchange->needsCompletedStep;
  if (completes) line("Boolean fmu_wants \"It wants an event after a step\";");
  if (puts()) line("discrete Real fmu_puts(fixed = false) \"Discrete inputs were given\";");
  text_ += "initial equation\n";
  if (puts()) line(fmt::format("fmu_puts = {};", putCall("0")));
  line(fmt::format("fmu_events = initialise(fmu_object, time, {}, {});", puts() ? "fmu_puts" : "0",
                   inputArguments(initialInputs())));
  line("fmu_next = nextEvent(fmu_object, fmu_events);");
  if (nStates_ > 0) {
    line(fmt::format("fmu_x = states(fmu_object, fmu_events, {});", nStates_));
    line("fmu_new = fmu_x;");
  }
  text_ += "equation\n";
  if (nStates_ > 0)
    line(fmt::format("der(fmu_x) = derivatives(fmu_object, time, fmu_events, fmu_x, {});", inputs));
  writeOutputs(states, "fmu_events");
  std::string conditions = "time >= pre(fmu_next)";
  if (nz > 0) {
    line(fmt::format("fmu_z = indicators(fmu_object, time, pre(fmu_events), {}, {}, {});", states,
                     inputs, nz));
    for (size_t k = 1; k <= nz; ++k) {
      line(fmt::format("fmu_s[{0}] = fmu_z[{0}] > 0;", k));
      conditions += fmt::format(", change(fmu_s[{}])", k);
    }
  }
  if (completes) {
    line(fmt::format("completed(fmu_object, time, fmu_events, {}, {});", states, inputs));
    line("fmu_wants = wanted(fmu_object, time, pre(fmu_events)) > 0;");
    conditions += ", change(fmu_wants)";
  }
  // Inputs may depend on outputs, which change at the event. Where the new inputs matter, the
  // indicators have crossed and the event is repeated with them.
  for (const auto* some : {&discrete_, &texts_})
    for (const uint32_t i : *some)
      conditions += fmt::format(", change({})", modelicaName(d_.variables[i].name));
  line(fmt::format("when {{{}}} then", conditions));
  if (puts()) line(fmt::format("  fmu_puts = {};", putCall("pre(fmu_events)")));
  line(fmt::format("  fmu_events = event(fmu_object, time, pre(fmu_events), {}, {}, {});", states,
                   inputArguments(inputs_, true), puts() ? "fmu_puts" : "0"));
  line("  fmu_next = nextEvent(fmu_object, fmu_events);");
  if (nStates_ > 0) line(fmt::format("  fmu_new = states(fmu_object, fmu_events, {});", nStates_));
  for (size_t k = 1; k <= nStates_; ++k)
    line(fmt::format("  reinit(fmu_x[{0}], fmu_new[{0}]);", k));
  line("end when;");
  writeEnd();
}

void Writer::writeEnd() {
  line("when ended(fmu_object, fmu_events) then");
  line("  terminate(\"the FMU asked for the end\");");
  line("end when;");
}

void Writer::writeCoSimulation() {
  std::vector<std::string> names, references;
  for (const uint32_t i : inputs_)
    for (const std::string& name : elementsOf(d_.variables[i])) {
      names.push_back(name);
      references.push_back(reference(d_.variables[i]));
    }
  const size_t n = names.size();
  if (puts()) line("discrete Real fmu_puts(fixed = false) \"Discrete inputs were given\";");
  const bool linear = options_.linearExtrapolation && n > 0;
  if (n > 0) line(fmt::format("discrete Real fmu_u[{}](each fixed = false);", n));
  if (linear) line(fmt::format("discrete Real fmu_before[{}](each fixed = false);", n));
  line("discrete Real fmu_start(fixed = false);");
  text_ += "initial equation\n";
  line("fmu_start = time;");
  if (puts()) line(fmt::format("fmu_puts = {};", putCall("0")));
  line(fmt::format("fmu_events = initialise(fmu_object, time, {}, {});", puts() ? "fmu_puts" : "0",
                   inputArguments(initialInputs())));
  if (n > 0) line(fmt::format("fmu_u = {};", list(names, "")));
  if (linear) line("fmu_before = fmu_u;");
  text_ += "equation\n";
  line("when sample(communicationStep, communicationStep) then");
  line(fmt::format(
      "  fmu_events = step(fmu_object, time, time - pre(fmu_start), pre(fmu_events), {}, {});",
      list(references, "fill(0, 0)"),
      linear  ? "1.5*pre(fmu_u) - 0.5*pre(fmu_before)"
      : n > 0 ? "pre(fmu_u)"
              : "fill(0.0, 0)"));
  // what they are now counts in the next step
  if (puts()) line(fmt::format("  fmu_puts = {};", putCall("fmu_events")));
  if (linear) line("  fmu_before = pre(fmu_u);");
  if (n > 0) line(fmt::format("  fmu_u = {};", list(names, "")));
  line("  fmu_start = time;");
  line("end when;");
  writeEnd();
  writeOutputs("fill(0.0, 0)", "fmu_events");
}

void Writer::writeIcon() {
  line("annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {");
  line(
      "  Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}, fillColor = "
      "{255, 255, 255}, fillPattern = FillPattern.Solid),");
  line("  Text(extent = {{-90, 20}, {90, -20}}, textString = \"FMU\", textColor = {0, 0, 127}),");
  line(
      "  Text(extent = {{-150, 150}, {150, 110}}, textString = \"%name\", textColor = {0, 0, "
      "255})}));");
}

std::optional<std::string> Writer::write(std::string& why) {
  if (!sortVariables(why)) return std::nullopt;
  text_ = fmt::format("block {}{}\n", modelicaName(options_.name), describedBy(d_.description));
  line(fmt::format("// {}, FMI {}.0, {}; written by formola import.", options_.file, d_.version,
                   options_.kind == Interface::ModelExchange ? "model exchange" : "co-simulation"));
  writeDeclarations();
  writeFunctions();
  writeObject();
  if (options_.kind == Interface::ModelExchange)
    writeExchange();
  else
    writeCoSimulation();
  writeIcon();
  text_ += fmt::format("end {};\n", modelicaName(options_.name));
  return std::move(text_);
}

}  // namespace

std::string modelicaName(const std::string& name) {
  const bool plain =
      !name.empty() && (name[0] < '0' || name[0] > '9') &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
          std::string::npos &&
      std::find(std::begin(kKeywords), std::end(kKeywords), name) == std::end(kKeywords) &&
      !name.starts_with("fmu");
  // Functions and parameters of the block itself.
  const bool ours =
      name == "Fmu" || name == "communicationStep" || name == "Formola" ||
      std::any_of(std::begin(kFunctions), std::end(kFunctions),
                  [&](const Function& f) { return name == f.name || name == f.derivative; });
  if (plain && !ours) return name;
  std::string result = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::optional<std::string> startOfInput(const Description& description, const Variable& input) {
  const bool continuous = input.variability == Variability::Continuous;
  if (portOf(input) == Port::None || (!input.dimensions.empty() && !continuous))
    return std::nullopt;
  std::vector<std::string> leftOut;
  size_t at = 0;
  const BlockOptions options;
  return Writer(description, options, leftOut).startOf(input, 0, at);
}

std::optional<std::string> writeBlock(const Description& description, const BlockOptions& options,
                                      std::vector<std::string>& leftOut, std::string& why) {
  return Writer(description, options, leftOut).write(why);
}

}  // namespace formola::fmu

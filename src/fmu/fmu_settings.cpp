#include "fmu/fmu_settings.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace formola::fmu {

namespace {

struct Target {
  uint32_t variable = 0;
  std::vector<uint64_t> subscripts;  // none: the whole variable
};

// "A[2,1]" -> A and its subscripts; names of FMI 2.0 may have brackets themselves.
std::string findTarget(const Description& description, const std::string& name, Target& target) {
  if (const int32_t whole = description.find(name); whole >= 0) {
    target.variable = static_cast<uint32_t>(whole);
    return {};
  }
  const size_t open = name.rfind('[');
  const int32_t array = open != std::string::npos && name.ends_with(']')
                            ? description.find(name.substr(0, open))
                            : -1;
  if (array >= 0) {
    target.variable = static_cast<uint32_t>(array);
    const char* at = name.data() + open + 1;
    const char* end = name.data() + name.size() - 1;
    while (at < end) {
      uint64_t value = 0;
      const auto [next, error] = std::from_chars(at, end, value);
      if (error != std::errc() || (next != end && *next != ','))
        return fmt::format("'{}' has no proper subscripts", name);
      target.subscripts.push_back(value);
      at = next == end ? end : next + 1;
    }
    return {};
  }
  std::vector<std::string_view> names;
  for (const Variable& variable : description.variables) names.push_back(variable.name);
  const std::string similar = didYouMean(name, names);
  return fmt::format("the FMU has no variable '{}'{}", name,
                     similar.empty() ? "" : "; did you mean '" + similar + "'?");
}

std::string mayBeSet(const Variable& variable) {
  if (variable.causality == Causality::Input) return {};
  if (variable.variability == Variability::Constant)
    return fmt::format("'{}' is a constant of the FMU", variable.name);
  if (variable.initial == Initial::Exact || variable.initial == Initial::Approx) return {};
  return fmt::format("'{}' is computed by the FMU ({}, {}) and cannot be set", variable.name,
                     nameOf(variable.causality), nameOf(variable.variability));
}

// "number", or the literals of an enumeration.
std::string kindOfValues(const Description& description, const Variable& variable) {
  const auto items = description.enumerations.find(variable.declaredType);
  if (!variable.enumeration || items == description.enumerations.end()) return "number";
  std::string names;
  for (const auto& [number, name] : items->second)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  return fmt::format("literal ({})", names);
}

std::string readNumber(const Description& description, const Variable& variable,
                       const std::string& text, double& value) {
  if (variable.type == ValueType::Boolean) {
    value = text == "true" || text == "1";
    if (value != 0 || text == "false" || text == "0") return {};
    return fmt::format("'{}' is no Boolean for '{}'", text, variable.name);
  }
  if (variable.enumeration) {
    const auto items = description.enumerations.find(variable.declaredType);
    if (items != description.enumerations.end())
      for (const auto& [number, name] : items->second)
        if (name == text || text.ends_with("." + name)) {
          value = static_cast<double>(number);
          return {};
        }
  }
  const std::string what = kindOfValues(description, variable);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return fmt::format("'{}' is no {} for '{}'", text, what, variable.name);
  const bool real = variable.type == ValueType::Float64 || variable.type == ValueType::Float32;
  if (!real && value != std::floor(value))
    return fmt::format("'{}' is no integer for '{}'", text, variable.name);
  if (value < variable.min || value > variable.max)
    return fmt::format("{} is outside of the range of '{}': {} to {}", text, variable.name,
                       variable.min, variable.max);
  return {};
}

std::vector<uint64_t> shapeOf(const Variable& variable, const Sizes& sizes) {
  std::vector<uint64_t> shape;
  for (const Dimension& dimension : variable.dimensions) {
    const auto found = dimension.parameter ? sizes.find(*dimension.parameter) : sizes.end();
    shape.push_back(found != sizes.end() ? found->second : dimension.size);
  }
  return shape;
}

// The values of the variable as known so far.
std::vector<double>& valuesOf(Settings& settings, const Description& description,
                              uint32_t variable) {
  const Variable& v = description.variables[variable];
  auto& list =
      v.causality == Causality::StructuralParameter ? settings.structural : settings.numbers;
  for (auto& each : list)
    if (each.variable == variable) return each.values;
  size_t length = 1;
  for (const uint64_t size : shapeOf(v, settings.sizes)) length *= size;
  std::vector<double> values = v.start;
  if (values.size() == 1) values.resize(length, values[0]);
  values.resize(length, 0.0);
  return list.emplace_back(Settings::Numbers{variable, std::move(values)}).values;
}

// "{{1, 2}, {3, 4}}": the values of a whole array, by rows; nothing if the text is no such list.
std::optional<std::vector<std::string>> elementsOfList(const std::string& text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  std::vector<std::string> elements(1);
  for (const char c : text) {
    if (c == ',')
      elements.emplace_back();
    else if (c != '{' && c != '}' && c != ' ')
      elements.back() += c;
  }
  return elements;
}

std::string assignList(Settings& settings, const Description& description, const Target& target,
                       const std::vector<std::string>& elements) {
  const Variable& variable = description.variables[target.variable];
  std::vector<double>& values = valuesOf(settings, description, target.variable);
  if (!target.subscripts.empty() || variable.dimensions.empty())
    return fmt::format("'{}' is no array: it gets one value", variable.name);
  if (elements.size() != values.size())
    return fmt::format("'{}' has {} elements, and there are {} values", variable.name,
                       values.size(), elements.size());
  for (size_t i = 0; i < elements.size(); ++i)
    if (std::string wrong = readNumber(description, variable, elements[i], values[i]);
        !wrong.empty())
      return wrong;
  return {};
}

std::string assign(Settings& settings, const Description& description, const Target& target,
                   double value) {
  std::vector<double>& values = valuesOf(settings, description, target.variable);
  const Variable& variable = description.variables[target.variable];
  if (target.subscripts.empty()) {
    std::fill(values.begin(), values.end(), value);
    return {};
  }
  const std::vector<uint64_t> shape = shapeOf(variable, settings.sizes);
  uint64_t index = 0;
  bool inside = shape.size() == target.subscripts.size();
  for (size_t k = 0; inside && k < shape.size(); ++k) {
    inside = target.subscripts[k] >= 1 && target.subscripts[k] <= shape[k];
    index = index * shape[k] + target.subscripts[k] - 1;
  }
  if (!inside) return fmt::format("the subscripts lead out of '{}'", variable.name);
  values[index] = value;
  return {};
}

}  // namespace

std::string readSettings(const Description& description, const std::vector<std::string>& texts,
                         Settings& settings) {
  settings = {};
  settings.sizes = startSizes(description);
  // Sizes come first: values of arrays follow them.
  for (const bool structural : {true, false})
    for (const std::string& text : texts) {
      const size_t equal = text.find('=');
      const std::string name = text.substr(0, equal), valueText = text.substr(equal + 1);
      Target target;
      if (std::string wrong = findTarget(description, name, target); !wrong.empty()) return wrong;
      const Variable& variable = description.variables[target.variable];
      if ((variable.causality == Causality::StructuralParameter) != structural) continue;
      if (std::string wrong = mayBeSet(variable); !wrong.empty()) return wrong;
      if (variable.type == ValueType::String) {
        const bool quoted =
            valueText.size() >= 2 && valueText.front() == '"' && valueText.back() == '"';
        settings.strings.emplace_back(
            variable.reference, quoted ? valueText.substr(1, valueText.size() - 2) : valueText);
        continue;
      }
      if (!isNumber(variable.type))
        return fmt::format("'{}' is {}: it cannot be set", name, variable.typeName);
      if (const auto elements = elementsOfList(valueText); elements && !structural) {
        if (std::string wrong = assignList(settings, description, target, *elements);
            !wrong.empty())
          return wrong;
        continue;
      }
      double value = 0;
      std::string wrong = readNumber(description, variable, valueText, value);
      if (wrong.empty()) wrong = assign(settings, description, target, value);
      if (!wrong.empty()) return wrong;
      if (structural) settings.sizes[variable.reference] = static_cast<uint64_t>(value);
    }
  return {};
}

Status applySettings(Instance& instance, const Description& description, const Settings& settings) {
  const auto apply = [&](const std::vector<Settings::Numbers>& list) {
    for (const Settings::Numbers& each : list) {
      const Variable& variable = description.variables[each.variable];
      const Reference reference = variable.reference;
      const Status status = instance.set(variable.type, {&reference, 1}, each.values);
      if (!succeeded(status)) return status;
    }
    return Status::Ok;
  };
  Status status = Status::Ok;
  if (!settings.structural.empty()) {
    status = instance.enterConfiguration();
    if (succeeded(status)) status = apply(settings.structural);
    if (succeeded(status)) status = instance.exitConfiguration();
  }
  if (succeeded(status)) status = apply(settings.numbers);
  for (const auto& [reference, text] : settings.strings)
    if (succeeded(status)) status = instance.setString(reference, text);
  return status;
}

}  // namespace formola::fmu

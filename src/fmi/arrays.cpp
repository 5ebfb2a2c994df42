#include "fmi/arrays.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace formola::fmi {

namespace {

struct Element {
  std::string array;  // "der(a)"
  std::vector<int32_t> indices;
};

// "[1,2]" at the end of a text, or before what closes der( ... ).
std::optional<Element> elementOf(const std::string& name) {
  size_t close = name.find_last_of(']');
  if (close == std::string::npos) return std::nullopt;
  const std::string rest = name.substr(close + 1);
  const bool derivative = name.starts_with("der(") && rest.starts_with(")");
  const bool higher = name.starts_with("der(") && rest.starts_with(",");
  if (!rest.empty() && !(derivative && rest.size() == 1) && !higher) return std::nullopt;
  const size_t open = name.find_last_of('[', close);
  if (open == std::string::npos || open == 0) return std::nullopt;
  Element element;
  for (size_t at = open + 1; at <= close; ++at) {
    int32_t index = 0;
    const auto [end, error] = std::from_chars(name.data() + at, name.data() + close, index);
    if (error != std::errc() || index < 1) return std::nullopt;
    at = static_cast<size_t>(end - name.data());
    if (name[at] != ',' && at != close) return std::nullopt;
    element.indices.push_back(index);
  }
  element.array = name.substr(0, open) + rest;
  return element;
}

// Each place once, or nothing.
std::optional<FmuArray> whole(const std::string& name,
                              const std::vector<std::pair<std::vector<int32_t>, size_t>>& found) {
  FmuArray array;
  array.name = name;
  array.sizes = found.front().first;
  for (const auto& [indices, variable] : found) {
    if (indices.size() != array.sizes.size()) return std::nullopt;
    for (size_t k = 0; k < indices.size(); ++k)
      array.sizes[k] = std::max(array.sizes[k], indices[k]);
  }
  size_t count = 1;
  for (int32_t size : array.sizes) {
    if (static_cast<size_t>(size) > found.size()) return std::nullopt;
    count *= static_cast<size_t>(size);
  }
  if (count != found.size()) return std::nullopt;
  array.elements.assign(count, SIZE_MAX);
  for (const auto& [indices, variable] : found) {
    size_t place = 0;
    for (size_t k = 0; k < indices.size(); ++k)
      place = place * static_cast<size_t>(array.sizes[k]) + static_cast<size_t>(indices[k] - 1);
    if (array.elements[place] != SIZE_MAX) return std::nullopt;
    array.elements[place] = variable;
  }
  return array;
}

}  // namespace

std::vector<FmuArray> arraysOf(const std::vector<std::string>& names) {
  std::map<std::string, std::vector<std::pair<std::vector<int32_t>, size_t>>> found;
  for (size_t i = 0; i < names.size(); ++i)
    if (std::optional<Element> element = elementOf(names[i]))
      found[element->array].emplace_back(std::move(element->indices), i);
  std::vector<FmuArray> arrays;
  for (const auto& [name, elements] : found)
    if (std::optional<FmuArray> array = whole(name, elements)) arrays.push_back(std::move(*array));
  std::sort(arrays.begin(), arrays.end(), [](const FmuArray& a, const FmuArray& b) {
    return a.elements.front() < b.elements.front();
  });
  return arrays;
}

}  // namespace formola::fmi

// The names that annotations have, for completion.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace formola::lsp {

// The arguments that annotation(...) may have at this path: {} directly in it, {"Placement",
// "transformation"} in Placement(transformation(...)). Empty where the specification has none.
std::span<const std::string_view> annotationNames(const std::vector<std::string>& path);

// The elements of a list in annotations, as `graphics = {...}`; empty: it has no fixed ones.
std::span<const std::string_view> annotationElements(std::string_view list);

// The literals that an argument may have as its value, "LinePattern.Solid".
std::span<const std::string_view> annotationValues(std::string_view argument);

}  // namespace formola::lsp
